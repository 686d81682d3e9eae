"""Frozen values with some fields changed."""

from typing import Any, TypeVar

T = TypeVar("T")


def changed(value: T, **fields: Any) -> T:
    """What ``dataclasses.replace`` gives, without calling the constructor: a game changes a thousand times.

    For dataclasses without slots and without anything computed on construction; cached properties are dropped.
    Raises TypeError for a field that it does not have.
    """
    kind = type(value)
    new, old = object.__new__(kind), value.__dict__
    own = {name: old[name] for name in kind.__dataclass_fields__}  # type: ignore[attr-defined]  # a dataclass has them
    if len(own) < len(own | fields):
        raise TypeError(f"{kind.__name__} has no field {', '.join(fields.keys() - own.keys())}")
    new.__dict__.update(own | fields)
    return new
