"""Between which bounds the most stars lie that a state allows, and what a move lost: proven, or at least and at most."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from solver.theme_park.operate.incumbent import Disagreement
from solver.theme_park.operate.policies import Policy

Stars: TypeAlias = int | Fraction
"""Stars; expected ones, and then perhaps a fraction, where a die may still be rerolled."""

NOTHING: Policy = ((),)
"""The plan that stops."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The most stars of the whole phase that can be had from one state.

    ``plan`` brings ``least`` by the rules; no moves bring more than ``most``. Raises Disagreement when those contradict
    each other, so that no answer can tell more stars than its own limit.
    """

    least: Stars
    most: Stars
    plan: Policy = NOTHING

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise Disagreement(f"{self.least} stars exceed their limit {self.most}: {self.plan}")

    @property
    def proven(self) -> bool:
        """Whether the most is known exactly."""
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Loss:
    """Stars given away: no fewer than ``at_least``, no more than ``at_most``; raises Disagreement if that cannot be."""

    at_least: Stars
    at_most: Stars

    def __post_init__(self) -> None:
        if not 0 <= self.at_least <= self.at_most:
            raise Disagreement(f"a loss of at least {self.at_least} and at most {self.at_most} stars")

    @property
    def proven(self) -> Stars | None:
        """The stars lost where they are known exactly, else None."""
        return self.at_least if self.at_least == self.at_most else None

    def __add__(self, other: "Loss") -> "Loss":
        return Loss(self.at_least + other.at_least, self.at_most + other.at_most)


NO_LOSS = Loss(0, 0)


def loss(before: Reach, after: Reach) -> Loss:
    """What was given away between two states, the second reached from the first without a roll of dice."""
    return Loss(max(0, before.least - after.most), before.most - after.least)
