"""What a long search of Dice Manor tells of how far it is."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias


class Stage(StrEnum):
    """The part of a search that runs: games of one policy, the fillings of a manor, their values; turns, layouts."""

    ESTIMATE = "estimate"
    FILLINGS = "fillings"
    VALUES = "values"
    TURNS = "turns"
    LAYOUTS = "layouts"


Heard: TypeAlias = Callable[[Stage, int, int, int], None]
"""Called with the stage, the dice placed already, and how many are done of how many; often, so that it must be quick."""


def nobody(_stage: Stage, _dice: int, _done: int, _of: int) -> None:
    """Ignores what a search tells: nobody listens."""
