"""Names in values: the one walk over the fields of a move or an event, read already or still a document."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Generic, NamedTuple, TypeAlias, TypeVar

K = TypeVar("K")
Place: TypeAlias = tuple[str | int, ...]
DEEPEST = 4
"""A move, one made in the middle of it, the use of its skill, one of the two dice of that."""


class ParkPart(StrEnum):
    """What of a park a name in a move is of."""

    TILE = "tile"
    GUEST = "guest"


NAMES_IN_MOVES: Mapping[str, ParkPart] = {
    **dict.fromkeys(("tile", "to"), ParkPart.TILE),
    **dict.fromkeys(("guest", "mover", "keep", "party", "rerolls"), ParkPart.GUEST),
}
"""Fields of moves and of their parts that hold names."""
PARTS_OF_MOVES = ("skill", "adjust", "guests", "moves", "assembled", "pipped")
"""Fields of moves and of their parts that hold parts."""


class NameFound(NamedTuple, Generic[K]):
    """A name, where it stands, and what it is of."""

    place: Place
    of: K
    name: str


def names_in(
    part: object,
    of: Callable[[str, object], K | None],
    parts: Collection[str] = (),
    place: Place = (),
    deepest: int = DEEPEST,
) -> Iterator[NameFound[K]]:
    """Every name in ``part``, a record or an object that lies at ``place``, and in the parts of it.

    ``of`` says of a field and its value what its names are of, or None where it holds none. ``parts``: the fields that
    hold a part or a list of them, which are walked ``deepest`` levels down.
    """
    for field, value in _fields(part):
        kind = of(field, value)
        if kind is not None:
            yield from (NameFound((*place, field, *at), kind, name) for at, name in _names(value))
        elif field in parts and deepest > 1:
            for at, each in enumerate(value) if isinstance(value, list | tuple) else ((None, value),):
                below = (*place, field) if at is None else (*place, field, at)
                yield from names_in(each, of, parts, below, deepest - 1)


def _fields(part: object) -> Iterator[tuple[str, object]]:
    if isinstance(part, dict):
        yield from part.items()
    elif is_dataclass(part):
        yield from ((field.name, getattr(part, field.name)) for field in fields(part))


def _names(value: object) -> Iterator[tuple[Place, str]]:
    """The names in a value: itself, those of a list, the keys of an object, or those of pairs with a number."""
    if isinstance(value, str):
        yield (), value
    elif isinstance(value, dict):
        yield from (((name,), name) for name in value)
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            if isinstance(each, str):
                yield (index,), each
            elif isinstance(each, tuple):
                first, second = each
                yield ((first,), first) if isinstance(first, str) else ((str(first),), second)
