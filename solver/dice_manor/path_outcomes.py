"""What paths of one turn can fill and earn, as undominated outcomes for each set of slots.

A turn's dice fill slots in the parts into which the free slots of a number fall. What happens in one part does not touch
another, and the same part comes back in many states: each is looked at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from models.dice_manor.rewards import REWARDS
from models.shared.deadline import spend
from solver.dice_manor.slot_graph import SlotGraph, bits

SlotPath: TypeAlias = tuple[int, ...]
SlotSets: TypeAlias = tuple[int, ...]


class TooLarge(Exception):
    """There is more to enumerate than the exact method takes."""


class Outcome(NamedTuple):
    """Slots filled, what the paths earn, and the paths."""

    filled: int
    prestige: int
    tokens: int
    paths: tuple[SlotPath, ...]


class _Step(NamedTuple):
    """A path within a part: its slots, those that its dice open, and its order.

    ``opens``: by the dice of a path that may start there, one entry where that makes no difference.
    """

    mask: int
    opens: SlotSets
    path: SlotPath


Front: TypeAlias = list[Outcome]
_Best: TypeAlias = dict[int, tuple[int, tuple[SlotPath, ...]]]
"""The best prestige by tokens, with the paths that earn both."""


@dataclass
class PathOutcomes:
    """Outcomes on one graph, remembered; ``budget``: steps of enumeration until ``TooLarge`` is raised."""

    graph: SlotGraph
    budget: int
    _parts: dict[tuple[int, int, int], tuple[Front, ...]] = field(default_factory=dict)
    _wholes: dict[tuple[int, int, int], tuple[Front, ...]] = field(default_factory=dict)

    def of(self, free: int, starts: int, most: int) -> tuple[Front, ...]:
        """Outcomes by number of dice, 0 to ``most`` or to what fits, in ``free`` slots that can all be reached."""
        most = min(most, free.bit_count())
        key = (free, starts & free, most)
        if key not in self._wholes:
            whole: tuple[Front, ...] = ([Outcome(0, 0, 0, ())],)
            for part in self._split(free):
                whole = self._product(whole, self._part(part, starts & part, min(most, part.bit_count())), most)
            self._wholes[key] = whole
        return self._wholes[key]

    def spend(self, steps: int = 1) -> None:
        """Raises ``TooLarge`` once the budget is used up, and TimeOver (``models.shared.deadline``)."""
        spend()
        self.budget -= steps
        if self.budget < 0:
            raise TooLarge

    def _split(self, free: int) -> Iterator[int]:
        """The parts of ``free`` between which no path can go."""
        while free:
            part = self.graph.reached(free, free & -free)
            yield part
            free &= ~part

    def _product(self, one: tuple[Front, ...], two: tuple[Front, ...], most: int) -> tuple[Front, ...]:
        if len(one) == 1:
            return two
        both: list[Front] = [[] for _ in range(min(most, len(one) + len(two) - 2) + 1)]
        for a, front in enumerate(one):
            for b, other in enumerate(two[: len(both) - a]):
                self.spend(len(front) * len(other))
                both[a + b] += [
                    Outcome(x.filled | y.filled, x.prestige + y.prestige, x.tokens + y.tokens, x.paths + y.paths)
                    for x in front
                    for y in other
                ]
        return tuple(undominated(front) for front in both)

    def _part(self, part: int, starts: int, most: int) -> tuple[Front, ...]:
        key = (part, starts, most)
        if key not in self._parts:
            self._parts[key] = self._enumerated(part, starts, most)
        return self._parts[key]

    def _enumerated(self, part: int, starts: int, most: int) -> tuple[Front, ...]:
        """Outcomes in one part: paths laid one after another, folded by what is filled and where the next may start."""
        paths = self._paths_by_start(part, most)
        layers: list[dict[tuple[int, SlotSets], _Best]] = [{} for _ in range(most + 1)]
        width = most if self.graph.by_length else 1
        layers[0][0, (starts,) * width] = {0: (0, ())}
        for dice, layer in enumerate(layers):
            for (filled, open_slots), found in layer.items():
                kept = _beaten_left_out(found)
                for start in bits(open_slots[0]):
                    self.spend(len(paths[start]))
                    for mask, opens, path in paths[start]:
                        size = dice + len(path)
                        if size > most or mask & filled or not open_slots[min(len(path), width) - 1] >> start & 1:
                            continue
                        now = filled | mask
                        rest = part & ~now
                        opened = tuple((one | two) & rest for one, two in zip(open_slots, opens, strict=True))
                        _add(layers[size].setdefault((now, opened), {}), kept, path)
        return tuple(
            undominated(
                Outcome(filled, prestige, tokens, laid)
                for (filled, _), found in layer.items()
                for tokens, (prestige, laid) in found.items()
            )
            for layer in layers
        )

    def _paths_by_start(self, part: int, most: int) -> dict[int, list[_Step]]:
        found: dict[int, list[_Step]] = {}
        for start in bits(part):
            steps = self._paths(start, part, min(most, len(REWARDS) - 1), most if self.graph.by_length else 1)
            distinct = {(step.mask, step.opens): step for step in steps}
            found[start] = list(distinct.values())
        return found

    def _paths(self, start: int, part: int, most: int, width: int) -> Iterator[_Step]:
        """Every path from ``start``; depth first, never back into a room that it has left."""
        graph = self.graph
        waiting: list[tuple[SlotPath, int, int]] = [((start,), 1 << start, 0)]
        while waiting:
            path, mask, left = waiting.pop()
            last = path[-1]
            self.spend()
            yield _Step(mask, self._opened(path, width), path)
            if len(path) == most:
                continue
            here = 1 << last | graph.same[last]
            for slot in bits(graph.follows[last] & part & ~mask & ~left):
                gone = left if here >> slot & 1 else left | here
                waiting.append(((*path, slot), mask | 1 << slot, gone))

    def _opened(self, path: SlotPath, width: int) -> SlotSets:
        """The slots at which other paths of the turn may start beside ``path``, by their dice up to ``width``."""
        opens, sets = self.graph.opens, [0] * width
        for at, slot in enumerate(path):
            onward = len(path) - 1 - at
            for length in range(width if not onward and self.graph.last_opens else min(onward, width)):
                sets[length] |= opens[slot]
        return tuple(sets)


def _beaten_left_out(found: _Best) -> list[tuple[int, int, tuple[SlotPath, ...]]]:
    """Tokens, prestige and paths of those that no other beats in both."""
    kept, most = [], -1
    for tokens in sorted(found, reverse=True):
        prestige, laid = found[tokens]
        if prestige > most:
            most = prestige
            kept.append((tokens, prestige, laid))
    return kept


def _add(best: _Best, kept: Iterable[tuple[int, int, tuple[SlotPath, ...]]], path: SlotPath) -> None:
    """Each of ``kept`` with one path more, where that is better than what is known."""
    earned = REWARDS[len(path)]
    for tokens, prestige, laid in kept:
        known = best.get(tokens + earned.tokens)
        if known is None or known[0] < prestige + earned.prestige:
            best[tokens + earned.tokens] = (prestige + earned.prestige, (*laid, path))


def undominated(outcomes: Iterable[Outcome]) -> Front:
    """For each set of slots filled, those that no other beats in prestige and tokens."""
    by_slots: dict[int, dict[int, Outcome]] = {}
    for outcome in outcomes:
        best = by_slots.setdefault(outcome.filled, {})
        known = best.get(outcome.tokens)
        if known is None or known.prestige < outcome.prestige:
            best[outcome.tokens] = outcome
    kept = []
    for best in by_slots.values():
        most = -1
        for tokens in sorted(best, reverse=True):
            if best[tokens].prestige > most:
                most = best[tokens].prestige
                kept.append(best[tokens])
    return kept
