"""Parts of answers that requests take too: the schema that reads them describes and writes them."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from marshmallow import fields
from marshmallow.fields import Field

from api.schemas.describing import inside, many, whole
from api.theme_park.schemas.attraction import AttractionSchema
from api.theme_park.schemas.moves import MoveSchema
from api.theme_park.schemas.position import GuestSchema, PositionSchema
from models.theme_park.operate.replay import OperateStep


def attraction_field(*, null: bool = False, **more: Any) -> Field[Any]:
    """Describes the printed facts of a tile."""
    return inside(AttractionSchema, null=null, **more)


def position_field(*, null: bool = False, **more: Any) -> Field[Any]:
    """Describes a position with its attractions inline."""
    return inside(PositionSchema, null=null, **more)


def move_field(**more: Any) -> Field[Any]:
    """Describes a move of the Operate phase."""
    return inside(MoveSchema, **more)


def moves_field(description: str, *, null: bool = False, **more: Any) -> Field[Any]:
    """Describes a sequence of moves."""
    return many(move_field(), description, null=null, **more)


def guests_field(description: str, **more: Any) -> Field[Any]:
    """Describes guests of a park."""
    return many(GuestSchema, description, **more)


def played_fields(
    steps: Callable[[Any], Sequence[OperateStep] | None],
    about: str = "The moves.",
    words: str = "The moves in words.",
    *,
    null: bool = False,
) -> tuple[Field[Any], Field[Any]]:
    """Fields that tell a sequence of ``steps``, null where that gives None: moves, texts."""

    def each(tell: Callable[[OperateStep], Any]) -> Callable[[Any], list[Any] | None]:
        def told(source: Any) -> list[Any] | None:
            found = steps(source)
            return None if found is None else [tell(step) for step in found]

        return told

    return (
        moves_field(about, null=null, of=each(attrgetter("move"))),
        many(fields.String(), words, null=null, of=each(attrgetter("text"))),
    )


def rolled_fields(
    about: str = "What the rerolled dice show, one after the other.", **more: Any
) -> tuple[Field[Any], ...]:
    """Fields that tell the ``results`` of rerolled dice: the first one, all."""
    return (
        whole("The first result.", minimum=1, maximum=6, of=lambda branch: branch.results[0]),
        many(whole("A result.", minimum=1, maximum=6), about, **more),
    )
