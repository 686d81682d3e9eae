"""Long searches: asked for, followed, cancelled."""

import time
from collections.abc import Mapping
from typing import Any

from flask import Response, request

from api.faults import BadInput
from api.jobs.desk import busy, desk
from api.jobs.request import SolveRequest
from api.jobs.states import Job, State
from api.jobs.stream import stream
from api.logs import request_id
from api.problems import Kind
from api.routes.asking import SHORT, Blueprint, answer, config
from api.schemas.dumping import Document
from api.schemas.jobs import JobAnswer
from api.schemas.requests import SolveRequestSchema, settings_of
from models.fault import Fault, shown

DEFAULT_SECONDS = 60.0
LONGEST_KEY = 255
LONGEST_NUMBER = 9
SETTLING = 2.0
"""Seconds that a cancellation waits for the search to end."""
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "Address of the job."}}
KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    "description": "With the same key the same request is one job, however often it is sent.",
}
LAST = {
    "in": "header",
    "name": "Last-Event-ID",
    "schema": {"type": "string", "pattern": f"^[0-9]{{1,{LONGEST_NUMBER}}}$"},
    "description": "The number of the last event that was received; only later ones are sent.",
}

jobs = Blueprint("jobs", __name__, url_prefix="/v1/jobs", description="Long searches.")


@jobs.post("")
@jobs.arguments(SolveRequestSchema)
@jobs.response(202, JobAnswer, headers=LOCATION)
@jobs.may_tell(Kind.CONFLICT, Kind.BUSY)
@jobs.doc(parameters=[KEY])
def submit(asked: Mapping[str, Any]) -> Response:
    """Ask for a search that may take minutes

    The answer has the job's address. A request whose answer is known already gives a job that is done.
    """
    most = config().job_limit
    settings = settings_of(asked, default=min(DEFAULT_SECONDS, most), most=most)
    job, _ = desk().submit(
        SolveRequest(asked["position"], settings), idempotency_key=_idempotency_key(), request_id=request_id()
    )
    return answer(job_document(job), 202, Location=f"/v1/jobs/{job.id}")


@jobs.get(f"/<{SHORT}:job_id>")
@jobs.response(200, JobAnswer)
@jobs.may_tell(Kind.NOT_FOUND, Kind.STORAGE)
def job(job_id: str) -> Response:
    """Tell how a job stands

    ``answer`` is the best so far, and the last word once the state is final.
    """
    return answer(job_document(desk().job(job_id)), Cache_Control="no-store")


@jobs.delete(f"/<{SHORT}:job_id>")
@jobs.response(200, JobAnswer)
@jobs.alt_response(202, schema=JobAnswer)
@jobs.may_tell(Kind.NOT_FOUND, Kind.STORAGE)
def cancel(job_id: str) -> Response:
    """Cancel a job

    What was found stays its answer. A job that is over stays as it is. 202: the search will end in a moment.
    """
    cancelled = desk().cancel(job_id)
    until = time.monotonic() + SETTLING
    while not cancelled.state.over and time.monotonic() < until:
        desk().closing.wait(0.05)
        cancelled = desk().job(job_id)
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
    after, searches = _last_event(), desk()
    if searches.job(job_id).state.over and not searches.events(job_id, after):
        return Response(status=204)
    if searches.closing.is_set() or not searches.streams.acquire(blocking=False):
        raise busy()
    response = Response(stream(searches, job_id, after), content_type="text/event-stream")
    response.call_on_close(searches.streams.release)
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return response


def job_document(job: Job) -> Document:
    """A job as an answer."""
    return {
        "id": job.id,
        "state": job.state.value,
        "ahead": desk().store.ahead(job) if job.state is State.QUEUED else None,
        "request": job.request,
        "created": job.created,
        "started": job.started,
        "finished": job.finished,
        "progress": job.progress,
        "answer": job.answer,
        "cached": job.cached,
        "cancel_asked": job.cancel_asked,
        "mishap": job.mishap and job.mishap.value,
        "detail": job.detail,
        "events": f"/v1/jobs/{job.id}/events",
    }


def _idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is None or (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable() and " " not in key):
        return key
    raise _wrong_header("Idempotency-Key", key, f"1 to {LONGEST_KEY} printable ASCII characters without spaces")


def _last_event() -> int:
    given = request.headers.get("Last-Event-ID", "0")
    if given.isascii() and given.isdigit() and len(given) <= LONGEST_NUMBER:
        return int(given)
    raise _wrong_header("Last-Event-ID", given, "the number of an event")


def _wrong_header(name: str, value: str, accepts: str) -> BadInput:
    return BadInput([Fault("", f"Header {name}: found {shown(value)}; accepted: {accepts}.")])
