"""Searches that others may make meanwhile, on other machines: offered, taken back where nobody began, waited for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from models.theme_park.operate.position import Position
from solver.theme_park.operate.policies import Policy
from solver.theme_park.operate.review.losses import Stars
from solver.theme_park.operate.settings import Settings


@dataclass(frozen=True, slots=True)
class FoundElsewhere:
    """What another found of a position: a plan with its stars, and the ``most`` that no plan exceeds, None where that is unknown. Both are
    expected where dice may be rerolled."""

    plan: Policy
    stars: Stars
    most: Stars | None


class Elsewhere(Protocol):
    """Others who search; a question is known by its place among those offered."""

    def offer(self, questions: Sequence[tuple[Position, Settings]]) -> None:
        """Let others search these, the first ones first; asked once."""

    def take_back(self, place: int) -> bool:
        """Withdraw a question that nobody has begun, for the caller to search; False when somebody has."""

    def drop(self, place: int) -> None:
        """Withdraw a question that nobody needs answered any more."""

    def wait(self, place: int, cancelled: Callable[[], bool]) -> FoundElsewhere | None:
        """What was found, once that search is over; None if nothing was, or when ``cancelled`` says so."""


class Nobody:
    """Nobody else searches: each question is left to the caller."""

    def offer(self, questions: Sequence[tuple[Position, Settings]]) -> None:
        """Offers the questions to nobody."""

    def take_back(self, place: int) -> bool:
        """Always true, as nobody has begun it."""
        return True

    def drop(self, place: int) -> None:
        """Does nothing, as nobody has begun it."""

    def wait(self, place: int, cancelled: Callable[[], bool]) -> FoundElsewhere | None:
        """Always None, as nobody finds anything."""
        return None
