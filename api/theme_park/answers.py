"""Answers as documents (api/theme_park/README.md)."""

from typing import TYPE_CHECKING

from api.schemas.describing import Document
from api.theme_park.matching_moves import continuations
from api.theme_park.schemas.answers.operate import (
    CheckAnswer,
    Checked,
    Compared,
    ComparisonAnswer,
    Listed,
    MovesAnswer,
)
from models.shared.deadline import Patience, TimeOver, within
from models.theme_park.operate.disputes import Comparison, Judgement
from models.theme_park.operate.next_round import next_round
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, step
from models.theme_park.operate.state import State, start

if TYPE_CHECKING:
    from solver.theme_park.operate.result import Advice
    from solver.theme_park.operate.review.what_if import Gains, WhatIf

MOST_MOVES_LISTED = 5000
"""Next moves that a list holds at most: more than any park of a real game has."""
LISTING = Patience(work=1.0, seconds=5.0)
"""How long a list of next moves may take over HTTP; the command line has more."""
DISPUTING = Patience(work=1.0, seconds=5.0)
"""How long each half of what a dispute needs may take over HTTP."""


def solve_document(advice: "Advice") -> Document:
    """The answer to a solve request; stars and money are those of the replayed verdict."""
    from api.theme_park.schemas.answers.searches import SolveAnswer  # noqa: PLC0415  the search is loaded only where it is used

    return SolveAnswer.write(advice)


def check_document(judgement: Judgement) -> Document:
    """The referee's answer; ``park`` and what is left stand as after the last legal move, ``next`` as after Upkeep.

    After the last round ``next`` is null, ``over`` is true, and a note says that the game is over.
    """
    return CheckAnswer.write(_checked(judgement))


def comparison_document(comparison: Comparison) -> Document:
    """Two answers of the referee; differences are the second sequence's less the first's."""
    first, second = comparison.judgements
    return ComparisonAnswer.write(
        Compared((_checked(first), _checked(second)), comparison.differ_at, comparison.difference)
    )


def _checked(judgement: Judgement) -> Checked:
    return Checked(judgement, next_round(judgement.position, judgement.verdict.reached))


def moves_document(
    position: Position,
    state: State | None = None,
    like: Document | None = None,
    most: int = MOST_MOVES_LISTED,
    patience: Patience | None = LISTING,
) -> Document:
    """Legal next moves with what they bring: at most ``most``, of those that continue ``like`` if that is given.

    ``more``: there may be others, as there were too many or the time was over.
    """
    before = start(position) if state is None else state
    listed: list[OperateStep] = []
    more = False
    try:
        with within(patience):
            for move in continuations(position, before, like or {}):
                if len(listed) == most:
                    more = True
                    break
                listed.append(step(position, before, move))
    except TimeOver:
        more = True
    return MovesAnswer.write(Listed(listed, more, position.notes))


def what_if_document(gains: "Gains") -> Document:
    """What one thing more brings, as far as it was weighed."""
    from api.theme_park.schemas.answers.searches import WhatIfAnswer  # noqa: PLC0415  the search is loaded only where it is used

    return WhatIfAnswer.write(gains)


def weighed(document: Document) -> "tuple[WhatIf, ...]":
    """The things that such a document tells of."""
    from solver.theme_park.operate.review.what_if import Thing, WhatIf  # noqa: PLC0415  the search is loaded only where it is used

    return tuple(WhatIf(**{**each, "thing": Thing(each["thing"])}) for each in document.get("what_if", ()))
