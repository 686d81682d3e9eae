"""What a rival's solution says, step by step, and the moves a referee can replay."""

from dataclasses import dataclass, field
from typing import Any

from tests.bench.baselines.facts import Facts

Move = dict[str, Any]
"""One move document (models/theme_park/README.md, Moves)."""


@dataclass(frozen=True)
class PlanStep:
    """One step: dice brought to tiles, adjusted there, and an operation or none; all by number.

    ``shows`` holds the values after adjusting, ``recoloured`` the colours dice are treated as. ``to`` None leaves
    open which neighbour the mover goes to: its next use settles it.
    """

    goes: dict[int, int] = field(default_factory=dict)
    guided: frozenset[int] = frozenset()
    shows: dict[int, int] = field(default_factory=dict)
    recoloured: dict[int, str] = field(default_factory=dict)
    operated: int | None = None
    party: tuple[int, ...] = ()
    mover: int | None = None
    to: int | None = None


def moves(facts: Facts, plan: list[PlanStep]) -> list[Move]:
    """The single moves of ``plan``, as documents."""
    unfolding = _Unfolding(facts)
    for step in plan:
        unfolding.take(step)
    return unfolding.ended()


class _Unfolding:
    """Where the dice stand and what they show while the moves are written."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._at = [die.at for die in facts.dice]
        self._value = [die.value for die in facts.dice]
        self._open: dict[int, Move] = {}
        self._free = [ride.free for ride in facts.rides]
        self._mascots = 0
        self._moves: list[Move] = []

    def take(self, step: PlanStep) -> None:
        for die, to in sorted(step.goes.items()):
            self._bring(die, to, guided=die in step.guided)
        self._adjust(step)
        if step.operated is not None:
            self._operate(step, step.operated)

    def ended(self) -> list[Move]:
        """All moves; a die whose walk nothing settled goes to the first neighbour."""
        for die in list(self._open):
            self._settle(die, self._facts.rides[self._at[die]].neighbours[0])
        return self._moves

    def _settle(self, die: int, to: int) -> None:
        self._open.pop(die)["to"] = self._facts.rides[to].id
        self._at[die] = to

    def _bring(self, die: int, to: int, *, guided: bool) -> None:
        if die in self._open:
            nearest = self._nearest(self._at[die], to)
            others = [place for place in self._facts.rides[self._at[die]].neighbours if place != to]
            self._settle(die, others[0] if guided and others else nearest)
        if guided and self._at[die] != to:
            self._walk("guide", die, to)
        while self._at[die] != to:
            self._walk("map", die, self._nearest(self._at[die], to))

    def _nearest(self, place: int, to: int) -> int:
        return min(self._facts.rides[place].neighbours, key=lambda neighbour: self._facts.distance[neighbour][to])

    def _walk(self, how: str, die: int, to: int) -> None:
        self._moves.append({"do": how, "guest": self._facts.dice[die].id, "to": self._facts.rides[to].id})
        self._at[die] = to

    def _adjust(self, step: PlanStep) -> None:
        adjusted: dict[int, list[Move]] = {}
        for die, value in sorted(step.shows.items()):
            by = 1 if value > self._value[die] else -1
            single = {"guest": self._facts.dice[die].id, "by": by}
            adjusted.setdefault(self._at[die], []).extend([single] * abs(value - self._value[die]))
            self._value[die] = value
        for die, colour in sorted(step.recoloured.items()):
            adjusted.setdefault(self._at[die], []).append({"guest": self._facts.dice[die].id, "as": colour})
        most = 1 + self._facts.extras
        for tile, singles in sorted(adjusted.items()):
            for first in range(0, len(singles), most):
                use = {"do": "mascot", "mascot": self._mascots, "tile": self._facts.rides[tile].id}
                self._moves.append({**use, "adjust": singles[first : first + most]})
                self._mascots += 1

    def _operate(self, step: PlanStep, tile: int) -> None:
        move: Move = {
            "do": "operate",
            "tile": self._facts.rides[tile].id,
            "party": [self._facts.dice[die].id for die in sorted(step.party)],
            "mover": None if step.mover is None else self._facts.dice[step.mover].id,
            "to": None if step.to is None else self._facts.rides[step.to].id,
        }
        if not self._free[tile]:
            move["manager"] = True
        self._free[tile] = max(0, self._free[tile] - 1)
        self._moves.append(move)
        for die in step.party:
            self._value[die] -= 1
        if step.mover is not None and step.to is None:
            self._open[step.mover] = move
        elif step.mover is not None and step.to is not None:
            self._at[step.mover] = step.to
