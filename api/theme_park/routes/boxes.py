"""Endpoints of a club's own boxes."""

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.http.repeated_requests import KEY, once
from api.http.requests import SHORT, Blueprint, answer
from api.problems.kinds import Kind
from api.theme_park.club_boxes import box_store
from api.theme_park.routes.tiles import SECURED, may_change
from api.theme_park.schemas.answers.club import BoxAnswer, BoxesAnswer
from api.theme_park.schemas.box import PrintedSchema
from api.theme_park.schemas.boxes import BoxEntrySchema

boxes = Blueprint("boxes", __name__, url_prefix="/v1/boxes", description="A club's own boxes, named by game records.")
Asked = Mapping[str, Any]


@boxes.get("")
@boxes.response(200, BoxesAnswer)
@boxes.may_tell(Kind.STORAGE)
def every_box() -> Response:
    """List the boxes, without their facts"""
    return answer(BoxesAnswer.write(box_store().every()))


@boxes.post("")
@boxes.arguments(BoxEntrySchema)
@boxes.response(201, BoxAnswer, headers={"Location": {"schema": {"type": "string"}}})
@boxes.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.CONFLICT, Kind.STORAGE)
@boxes.doc(security=SECURED, parameters=[KEY])
@once
def create(asked: Asked) -> Response:
    """Enter a box under its slug"""
    may_change()
    made = box_store().create(asked["slug"], asked["printed"])
    return answer(BoxAnswer.write(made), 201, Location=f"/v1/boxes/{asked['slug']}")


@boxes.get(f"/<{SHORT}:slug>")
@boxes.response(200, BoxAnswer)
@boxes.may_tell(Kind.NOT_FOUND, Kind.STORAGE)
def one_box(slug: str) -> Response:
    """Tell of a box and its facts"""
    return answer(BoxAnswer.write(box_store().get(slug)))


@boxes.put(f"/<{SHORT}:slug>")
@boxes.arguments(PrintedSchema)
@boxes.response(200, BoxAnswer)
@boxes.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.STORAGE)
@boxes.doc(security=SECURED)
def change(box: Any, slug: str) -> Response:
    """Change the printed facts of a box"""
    may_change()
    return answer(BoxAnswer.write(box_store().replace(slug, box)))


@boxes.delete(f"/<{SHORT}:slug>")
@boxes.response(204)
@boxes.may_tell(Kind.TOKEN_NEEDED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.STORAGE)
@boxes.doc(security=SECURED)
def remove(slug: str) -> Response:
    """Delete a box

    Records that name it cannot be judged any more.
    """
    may_change()
    box_store().remove(slug)
    return Response(status=204)
