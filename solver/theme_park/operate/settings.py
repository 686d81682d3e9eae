"""The question put to the solver: what counts as best, and how to search."""

import math
from dataclasses import dataclass, field
from enum import StrEnum

from solver.theme_park.operate.time_limits import SOLVE


class Objective(StrEnum):
    """What counts as best (solver/README.md, Objectives)."""

    STARS = "stars"
    FINAL = "final"
    BALANCED = "balanced"


class Stage(StrEnum):
    """Quantities maximised one after the other."""

    STARS = "stars"
    MONEY = "money"
    PIPS = "pips"
    FINAL = "final"
    GUESTS = "guests"
    BALANCED = "balanced"


class Engine(StrEnum):
    """Who found a sequence or proved a bound; ``counting`` needs no search and finds none."""

    GREEDY = "greedy"
    COUNTING = "counting"
    LAYERED = "layered"
    RELAXATION = "relaxation"
    CPSAT = "cpsat"


SEARCHING = frozenset({Engine.LAYERED, Engine.RELAXATION, Engine.CPSAT})
"""The engines that a search runs; the greedy player only bridges the time until they are up."""

STAGES: dict[Objective, tuple[Stage, ...]] = {
    Objective.STARS: (Stage.STARS, Stage.MONEY, Stage.PIPS),
    Objective.FINAL: (Stage.FINAL, Stage.GUESTS, Stage.MONEY),
    Objective.BALANCED: (Stage.BALANCED,),
}
"""``final`` is settled by the game's own tie-breaks: most guests left, then most money."""


MOST_WEIGHT = 100
"""The greatest weight under ``balanced``."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a star, a dollar and a pip left are worth under ``balanced``; whole numbers 0..100, otherwise ValueError."""

    stars: int = 6
    money: int = 2
    pips: int = 1

    def __post_init__(self) -> None:
        for name, weight in (("stars", self.stars), ("money", self.money), ("pips", self.pips)):
            _require(_whole(weight) and 0 <= weight <= MOST_WEIGHT, name, weight, f"a whole number 0..{MOST_WEIGHT}")


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search. ValueError where a value is none that is named here.

    ``time_limit``: seconds above 0, or None for no limit. ``seed``: 0 or above. ``alternatives``: how many other sequences to
    give, 0 or above. ``workers``: threads of CP-SAT, 1 or above; eight even on two cores, as CP-SAT runs other strategies in
    each and their mix proves more. ``reproducible``: the same answer on every machine; the time limit then counts work, not
    seconds. ``engines``: of those in SEARCHING.
    """

    objective: Objective = Objective.STARS
    time_limit: float | None = SOLVE
    seed: int = 0
    alternatives: int = 0
    workers: int = 8
    weights: Weights = field(default_factory=Weights)
    reproducible: bool = False
    engines: frozenset[Engine] = SEARCHING

    def __post_init__(self) -> None:
        limit = self.time_limit
        _require(
            limit is None or (math.isfinite(limit) and limit > 0),
            "time_limit",
            limit,
            "seconds above 0, or None for no limit",
        )
        for name, value, least in (
            ("seed", self.seed, 0),
            ("alternatives", self.alternatives, 0),
            ("workers", self.workers, 1),
        ):
            _require(_whole(value) and value >= least, name, value, f"a whole number, {least} or above")
        names = ", ".join(sorted(SEARCHING))
        _require(self.engines <= SEARCHING, "engines", ", ".join(sorted(self.engines)), f"any of {names}")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _require(holds: bool, name: str, found: object, accepted: str) -> None:
    if not holds:
        raise ValueError(f"{name}: found {found}; accepted: {accepted}")
