"""Every decision on a roll that no other beats in all respects, with its worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from models.dice_manor.manor import NUMBERS, Place
from models.dice_manor.scoring import PER_DIE, TOKENS_PER_PRESTIGE
from models.dice_manor.turn import Nudge, Path, Seat, Turn, nudged
from solver.dice_manor.dice_rolls import FACES, level
from solver.dice_manor.lattice import Lattice, rerolls
from solver.dice_manor.path_outcomes import Outcome
from solver.dice_manor.tables import Moment

Worth: TypeAlias = Fraction | float
"""A fraction where the value is exact, a floating-point number otherwise."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with a roll: tokens first; then a number with its paths, or ``reroll``, dice to roll again.

    ``unhappy``: dice of the number that find no slot.
    """

    nudges: tuple[Nudge, ...] = ()
    reroll: tuple[int, ...] = ()
    number: int | None = None
    paths: tuple[Path, ...] = ()
    unhappy: int = 0

    def turn(self, rolled: tuple[int, ...]) -> Turn | None:
        """The turn that it is; None where dice are rolled again first."""
        if self.number is None:
            return None
        return Turn(rolled, self.number, self.paths, self.nudges)


@dataclass(frozen=True, slots=True)
class Option:
    """A decision and its worth: expected prestige, or the chance to reach the target; ``error`` of an estimate."""

    decision: Decision
    worth: Worth
    error: float | None = None


def before_roll(moment: Moment, seat: Seat) -> Worth:
    """The worth before the roll."""
    values = moment.tables.values
    found = values.before[seat.unplaced][moment.state, seat.tokens, moment.need]
    return _worth(moment, found, values.scale[seat.unplaced])


def options(moment: Moment, seat: Seat, rolled: tuple[int, ...]) -> tuple[Option, ...]:
    """Every decision on ``rolled`` that is not dominated, the best first.

    Of decisions that leave the same slots filled and the same dice, those with less prestige and fewer tokens are left out;
    of equally good ones the one with fewer unhappy guests, then fewer tokens spent, comes first.
    """
    found = [*_placings(moment, seat, rolled), *_rerolls(moment, seat, rolled)]
    return tuple(sorted(found, key=lambda each: (-each.worth, *_looks(each.decision))))


def _looks(decision: Decision) -> tuple[int, ...]:
    return (decision.unhappy, bool(decision.reroll), len(decision.nudges), len(decision.paths), len(decision.reroll))


def _placings(moment: Moment, seat: Seat, rolled: tuple[int, ...]) -> Iterator[Option]:
    """Options that place dice, those beaten in prestige and tokens by another with the same outcome left out.

    Two slots of a room that take the same numbers are one and the same to fill.
    """
    by_outcome: dict[tuple[int, int], list[tuple[int, int, Decision]]] = {}
    alike = _slots_alike(moment)
    for number in NUMBERS:
        fronts = _fronts(moment, seat, number)
        for dice in range(1, seat.unplaced + 1):
            nudges = turned_to(rolled, number, dice)
            if len(nudges) > seat.tokens:
                continue
            fit = min(dice, len(fronts) - 1)
            for placed in range(fit + 1) if moment.tables.question.choosy else (fit,):
                for outcome in fronts[placed]:
                    if any(outcome.filled & two == second for two, second in alike):
                        continue
                    paths = tuple(tuple(moment.tables.graph.places[slot] for slot in path) for path in outcome.paths)
                    decision = Decision(nudges, (), number, paths, dice - placed)
                    tokens = seat.tokens - len(nudges) + outcome.tokens
                    key = (moment.filled | outcome.filled, seat.unplaced - dice)
                    by_outcome.setdefault(key, []).append((outcome.prestige, tokens, decision))
    for (filled, left), ways in by_outcome.items():
        most = -1
        for prestige, tokens, decision in sorted(ways, key=lambda way: (-way[1], -way[0], *_looks(way[2]))):
            if prestige > most:
                most = prestige
                yield Option(decision, _after(moment, filled, left, prestige, tokens))


def _slots_alike(moment: Moment) -> list[tuple[int, int]]:
    """Pairs of free slots of a room that take the same numbers: both, and the second of them."""
    places, rooms = moment.tables.graph.places, moment.tables.manor.by_id
    slots = {place: 1 << number for number, place in enumerate(places)}
    pairs = []
    for place, second in slots.items():
        first = slots.get(Place(place.room, 0), 0)
        accepted = rooms[place.room].slots
        if place.slot and first and accepted[0] == accepted[1] and not moment.filled & (first | second):
            pairs.append((first | second, second))
    return pairs


def _fronts(moment: Moment, seat: Seat, number: int) -> tuple[list[Outcome], ...]:
    graph, filled = moment.tables.graph, moment.filled
    free = graph.accepts[number] & ~filled
    starts = graph.first if not filled else graph.opened(filled) | (graph.first if graph.lying else 0)
    reached = graph.reached(free, starts & free)
    return moment.tables.outcomes.of(reached, starts & free, seat.unplaced)


def turned_to(rolled: tuple[int, ...], number: int, dice: int) -> tuple[Nudge, ...]:
    """The fewest nudges after which exactly ``dice`` of the dice show ``number``."""
    showing = [die for die, shown in enumerate(rolled) if shown == number]
    if len(showing) >= dice:
        return tuple(Nudge(die, 1) for die in showing[dice:])
    steps = {die: _steps(shown, number) for die, shown in enumerate(rolled) if shown != number}
    nearest = sorted(steps, key=lambda die: (abs(steps[die]), die))[: dice - len(showing)]
    return tuple(Nudge(die, 1 if steps[die] > 0 else -1) for die in nearest for _ in range(abs(steps[die])))


def _steps(shown: int, number: int) -> int:
    """The shorter way around from one number to another, positive upwards."""
    return next(by for distance in range(FACES) for by in (distance, -distance) if nudged(shown, by) == number)


def _after(moment: Moment, filled: int, left: int, prestige: int, tokens: int) -> Worth:
    """The worth of a turn that earned ``prestige`` and left so many dice and ``tokens``."""
    values, asked = moment.tables.values, moment.tables.question
    if not left:
        final = PER_DIE * (asked.lying + filled.bit_count()) + tokens // TOKENS_PER_PRESTIGE + prestige
        told = final if asked.target is None else int(final >= moment.need)
        return Fraction(told) if values.question.exact else float(told)
    state = moment.tables.fillings.index[filled]
    need = max(0, moment.need - prestige)
    later = _worth(moment, values.before[left][state, tokens, need], values.scale[left])
    return later if asked.target is not None else later + prestige


def _rerolls(moment: Moment, seat: Seat, rolled: tuple[int, ...]) -> Iterator[Option]:
    """Options that roll some dice again."""
    if not seat.tokens:
        return
    values, dice = moment.tables.values, seat.unplaced
    lattices: list[Lattice] = []
    values.turn(dice, moment.state, moment.state + 1, lattices, moment.need)
    kept = lattices[0].kept[seat.tokens - 1]
    scale = values.scale[dice - 1] + lattices[0].kept_scale[seat.tokens - 1] if values.question.exact else 0
    for again, counts in rerolls(rolled):
        number = level(sum(counts)).numbers[counts]
        yield Option(Decision(reroll=again), _worth(moment, kept[sum(counts)][number, 0], scale))


def _worth(moment: Moment, found: object, scale: int) -> Worth:
    if moment.tables.values.question.exact:
        return Fraction(int(found), FACES**scale)  # type: ignore[call-overload]  # a whole number of Python's
    return float(found)  # type: ignore[arg-type]
