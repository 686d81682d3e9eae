"""Long searches: asked for, followed, cancelled."""

import time
from typing import Any

from flask import Response, request

from api.games import GAMES, game_of, named_game
from api.http.clients import client_left, this_client
from api.http.logs import request_id
from api.http.repeated_requests import KEY, idempotency_key
from api.http.requests import SHORT, Blueprint, answer, config, read_body, wrong_header
from api.jobs.kinds import every_game
from api.jobs.schemas import BODIES, JobAnswer, JobTold
from api.jobs.search_service import busy, search_service
from api.jobs.states import Job
from api.jobs.stream import LONGEST, stream
from api.problems.bad_input import BadInput
from api.problems.kinds import Kind
from api.schemas.describing import Document
from models.shared.fault import Fault, found, named

LONGEST_NUMBER = 9
SETTLING = 2.0
"""Seconds that a cancellation waits for the search to end."""
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "Address of the job."}}
LAST = {
    "in": "header",
    "name": "Last-Event-ID",
    "schema": {"type": "string", "pattern": f"^[0-9]{{1,{LONGEST_NUMBER}}}$"},
    "description": "The number of the last event that was received; only later ones are sent.",
}

BODY = {"required": True, "content": {"application/json": {"schema": {"anyOf": list(BODIES)}}}}
SUBJECTS = ("position", "record")
"""Fields of a body that say what a job is about, and of which game it is."""

jobs = Blueprint("jobs", __name__, url_prefix="/v1/jobs", description="Long searches.")


@jobs.post("")
@jobs.response(202, JobAnswer, headers=LOCATION)
@jobs.may_tell(Kind.CONFLICT, Kind.BUSY)
@jobs.doc(parameters=[KEY], requestBody=BODY)
def submit() -> Response:
    """Ask for a search that may take minutes

    The answer has the job's address. A request whose answer is known already gives a job that is done. One that the same
    client asks while an equal one is open joins that job (``joined``), unless it has an Idempotency-Key.
    """
    body = read_body()
    taken = search_service().submit(
        every_game()[_game(body)].requested(body, config().job_limit),
        client=this_client(),
        idempotency_key=idempotency_key(),
        request_id=request_id(),
        attached=body.get("attached", False),
    )
    document = job_document(taken.job, joined=taken.joined)
    return answer(document, 202, Location=f"/v1/jobs/{taken.job.id}")


@jobs.get(f"/<{SHORT}:job_id>")
@jobs.response(200, JobAnswer)
@jobs.may_tell(Kind.NOT_FOUND, Kind.STORAGE)
def job(job_id: str) -> Response:
    """Tell how a job stands

    ``answer`` is the best so far, and the last word once the state is final.
    """
    asked_for = search_service().job(job_id)
    search_service().hear(asked_for)
    return answer(job_document(asked_for), Cache_Control="no-store")


@jobs.delete(f"/<{SHORT}:job_id>")
@jobs.response(200, JobAnswer)
@jobs.alt_response(202, schema=JobAnswer)
@jobs.may_tell(Kind.NOT_FOUND, Kind.STORAGE)
def cancel(job_id: str) -> Response:
    """Cancel a job

    What was found stays its answer. A job that is over stays as it is. 202: the search will end in a moment.
    """
    cancelled = search_service().cancel(job_id)
    until = time.monotonic() + SETTLING
    while not cancelled.state.over and time.monotonic() < until:
        search_service().closing.wait(0.05)
        cancelled = search_service().job(job_id)
    return answer(job_document(cancelled), 200 if cancelled.state.over else 202)


@jobs.get(f"/<{SHORT}:job_id>/events")
@jobs.response(200, {"type": "string"}, content_type="text/event-stream")
@jobs.alt_response(204, description="Every event was received; nothing more will come.")
@jobs.may_tell(Kind.NOT_FOUND, Kind.UNUSABLE, Kind.BUSY)
@jobs.doc(parameters=[LAST])
def events(job_id: str) -> Response:
    """Follow a job (Server-Sent Events)

    Events ``state``, ``progress`` and at last ``end``, each with its number as id. A stream that breaks off is resumed
    with Last-Event-ID; comments come as heartbeats.
    """
    searches = search_service()
    followed = searches.job(job_id)
    after = min(_last_event(), searches.store.last_event(job_id))  # a number of the future is one of nothing
    if followed.state.over and not searches.events(job_id, after):
        return Response(status=204)
    if searches.closing.is_set():
        raise busy()
    place = searches.streams.take(this_client(), LONGEST)
    response = Response(stream(searches, followed, after, client_left()), content_type="text/event-stream")
    response.call_on_close(lambda: searches.streams.give_back(place))
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return response


def job_document(job: Job, *, joined: bool | None = None) -> Document:
    """A job as an answer, with its place in the queue; ``joined``: where it was asked for just now."""
    return JobAnswer.write(JobTold(job, search_service().ahead(job), joined))


def _game(body: Any) -> str:
    """The game that a body asks about; raises ``BadInput`` where it has no jobs."""
    about = next((name for name in SUBJECTS if isinstance(body, dict) and name in body), SUBJECTS[0])
    document = body.get(about) if isinstance(body, dict) else None
    slug = game_of(document)
    if slug not in every_game():
        accepted = f"a game with jobs: {named(each for each in GAMES if each in every_game())}"
        raise BadInput([Fault(f"/{about}/of", found(named_game(document), accepted))])
    return slug


def _last_event() -> int:
    given = request.headers.get("Last-Event-ID", "0")
    if given.isascii() and given.isdigit() and len(given) <= LONGEST_NUMBER:
        return int(given)
    raise wrong_header("Last-Event-ID", given, "the number of an event")
