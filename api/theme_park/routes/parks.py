"""Saved parks, and positions as a line that needs no storage."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request

from api.http.clients import this_client
from api.http.conditions import ETAG, UNCHANGED, as_the_client_knows_it, conditional, tagged
from api.http.repeated_requests import KEY, once
from api.http.requests import SHORT, Blueprint, answer
from api.problems.bad_input import BadInput
from api.problems.kinds import Kind, Problem
from api.schemas.describing import Document
from api.theme_park.saved_parks import park_store
from api.theme_park.schemas.answers.club import NewParkAnswer, ParkAnswer, ShareAnswer, Shared
from api.theme_park.schemas.loading import load_position
from api.theme_park.schemas.position import dump_position
from api.theme_park.schemas.requests import PositionRequestSchema
from models.shared.fault import Fault, FaultCode
from models.theme_park.operate.notation import NotationError, parse_position, print_position
from models.theme_park.operate.position import Position

LONGEST_TOKEN = 200
LONGEST_LINE = 8000
TOLD = ("position", "updated")
"""What of a park may change."""
SECURED = [{"edit_token": list[str]()}]

parks = Blueprint("parks", __name__, url_prefix="/v1", description="Saved parks and share codes.")
Asked = Mapping[str, Any]


def bearer_token() -> str:
    """The token of the request; raises Problem when there is none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not 0 < len(token.strip()) <= LONGEST_TOKEN:
        raise Problem(Kind.TOKEN_NEEDED, "Found no token; accepted: the header Authorization: Bearer TOKEN.")
    return token.strip()


@parks.post("/parks")
@parks.arguments(PositionRequestSchema)
@parks.response(201, NewParkAnswer, headers={"Location": {"schema": {"type": "string"}}})
@parks.may_tell(Kind.CONFLICT, Kind.STORAGE)
@parks.doc(parameters=[KEY])
@once
def save(asked: Asked) -> Response:
    """Save a position under an unguessable id

    The edit token in the answer is told only once. A club's own tiles are kept with their facts as they are now. A park that
    nobody asks for is forgotten after a time that is configured, a year if it is not.
    """
    park = park_store().create(dump_position(asked["position"]), this_client())
    return tagged(NewParkAnswer.write(park), TOLD, 201, Location=f"/v1/parks/{park.id}")


@parks.get(f"/parks/<{SHORT}:park_id>")
@parks.response(200, ParkAnswer, headers=ETAG)
@parks.alt_response(304, description=UNCHANGED)
@parks.may_tell(Kind.NOT_FOUND, Kind.STORAGE)
@parks.doc(**conditional(get=True))
def saved(park_id: str) -> Response:
    """Tell of a saved park by its id"""
    return tagged(ParkAnswer.write(park_store().get(park_id)), TOLD)


@parks.put(f"/parks/<{SHORT}:park_id>")
@parks.arguments(PositionRequestSchema)
@parks.response(200, ParkAnswer, headers=ETAG)
@parks.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.CHANGED, Kind.STORAGE)
@parks.doc(security=SECURED, **conditional(get=False))
def change(asked: Asked, park_id: str) -> Response:
    """Put another position in the place of a saved park's

    With If-Match only if nobody has done so meanwhile.
    """
    check = as_the_client_knows_it(TOLD)
    changed = park_store().change(park_id, bearer_token(), dump_position(asked["position"]), check)
    return tagged(ParkAnswer.write(changed), TOLD)


@parks.delete(f"/parks/<{SHORT}:park_id>")
@parks.response(204)
@parks.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.CHANGED, Kind.STORAGE)
@parks.doc(security=SECURED, **conditional(get=False))
def remove(park_id: str) -> Response:
    """Delete a saved park for good"""
    park_store().remove(park_id, bearer_token(), as_the_client_knows_it(TOLD))
    return Response(status=204)


@parks.post("/shares")
@parks.arguments(PositionRequestSchema)
@parks.response(200, ShareAnswer)
@parks.may_tell(Kind.CONFLICT, Kind.STORAGE)
@parks.doc(parameters=[KEY])
@once
def share(asked: Asked) -> Response:
    """Write a position as a line that a URL carries

    Nothing is stored: the line holds all of it.
    """
    return answer(share_document(asked["position"]))


@parks.get(f"/shares/<string(maxlength={LONGEST_LINE}):notation>")
@parks.response(200, ShareAnswer)
@parks.may_tell(Kind.UNUSABLE)
def shared(notation: str) -> Response:
    """Read the position of such a line"""
    return answer(share_document(read_line(notation)))


def share_document(position: Position) -> Document:
    """A position with its line and the page that shows it."""
    return ShareAnswer.write(Shared(position, print_position(position)))


def read_line(line: str) -> Position:
    """The position of a line, held to everything that a document is held to; raises ``BadInput``."""
    try:
        return load_position(dump_position(parse_position(line)))
    except NotationError as error:
        raise BadInput([Fault("", str(error), FaultCode.UNREADABLE)]) from None
