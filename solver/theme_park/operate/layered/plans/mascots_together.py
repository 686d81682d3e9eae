"""Puts the adjustments of a sequence with mascots apart together into uses of Mascot cards.

A use with Mascot cards makes several adjustments on one tile at once, and each of them may wait until its die operates next. So
a use is made just before the first operation that needs one of its adjustments; the others are for dice that come to its tile
by then and operate later. Which adjustments share a use is searched depth first. Where that finds nothing there may be a
way all the same: with other maps, or with dice adjusted before they need it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from models.theme_park.guests import Colour, GuestId, TileId
from solver.theme_park.operate.layered.plans.endgame import settled_values
from solver.theme_park.operate.plan import EndPlan, Plan, StepPlan, TouchPlan
from solver.theme_park.operate.settings import Stage
from solver.theme_park.operate.tables import FAR, VALUES, Tables

MOST_TRIED = 3_000
"""Uses tried, after which a sequence is left alone."""

Part = tuple[int, GuestId]
"""The number of a step, and a guest of its party."""

Shown = dict[GuestId, tuple[Colour, int]]
"""What requirements see of each guest; a value of 0 where it is gone."""


@dataclass(frozen=True)
class _Way:
    """Where a guest stands, ``moved`` where it has yet to leave that tile, and the maps and Guides to its next operation."""

    at: TileId
    moved: bool
    maps: int
    guides: int


@dataclass(frozen=True)
class _Use:
    """A use before an operation: the tile, who comes there by how many maps and Guides, and whom it adjusts."""

    before: int
    tile: TileId
    comes: tuple[tuple[Part, int, int], ...]
    adjusts: tuple[Part, ...]


@dataclass(frozen=True)
class _Progress:
    """Adjustments not yet made, ways not yet gone, uses that stand beside an operation, and the mascots and maps left."""

    needs: dict[Part, int]
    ways: dict[GuestId, _Way]
    uses: tuple[_Use, ...]
    mascots: int
    maps: int


def put_together(tables: Tables, plan: Plan, goal: Stage | None) -> Plan | None:
    """The plan as one of the park of ``tables``, mascots left over used at the end for ``goal``; None where none was found.

    ``plan``: of the same park with mascots apart, in which no skill is used.
    """
    if any(not step.operates or step.skill is not None for step in plan.steps):
        return None
    return _Search(tables, plan.steps).plan(goal)


class _Search:
    """Depth first, step by step."""

    def __init__(self, tables: Tables, steps: Sequence[StepPlan]) -> None:
        self._tables, self._position, self._steps = tables, tables.position, steps
        self._touches = {(step, each.guest): each for step, one in enumerate(steps) for each in one.touches}
        self._guests = {guest.id: guest for guest in tables.position.guests}
        self._tried = 0

    def plan(self, goal: Stage | None) -> Plan | None:
        maps = self._position.maps - sum(touch.maps for touch in self._touches.values())
        ways = {guest.id: self._way(0, guest.id, guest.at, moved=False) for guest in self._position.guests}
        begun = _Progress(dict(self._needs()), ways, (), len(self._position.mascots), maps)
        done = self._from(0, begun)
        return None if done is None else self._written(done, goal)

    def _needs(self) -> Iterator[tuple[Part, int]]:
        shown = self._at_first()
        for part, touch in self._touches.items():
            number = self._adjustments(shown[part[1]], touch)
            if number:
                yield part, number
            shown[part[1]] = self._after(touch)

    def _at_first(self) -> Shown:
        return {name: (guest.colour, guest.value) for name, guest in self._guests.items()}

    def _after(self, touch: TouchPlan) -> tuple[Colour, int]:
        value = touch.value if touch.kept else touch.value - 1
        return self._guests[touch.guest].colour, value if touch.rerolled is None else touch.rerolled

    def _adjustments(self, shown: tuple[Colour, int], touch: TouchPlan) -> int:
        return self._tables.turns[shown[1]][touch.value] + (shown[0] is not touch.colour)

    def _tile(self, step: int) -> TileId:
        tile = self._steps[step].tile
        assert tile is not None
        return tile

    def _next(self, step: int, guest: GuestId) -> int | None:
        """The first step from ``step`` on in which a guest operates."""
        return next((later for later in range(step, len(self._steps)) if (later, guest) in self._touches), None)

    def _way(self, step: int, guest: GuestId, at: TileId, *, moved: bool) -> _Way:
        following = self._next(step, guest)
        if following is None:
            return _Way(at, moved, 0, 0)
        touch = self._touches[following, guest]
        return _Way(at, moved, touch.maps, touch.guides)

    def _from(self, step: int, progress: _Progress) -> _Progress | None:
        """Make what the steps from ``step`` on need."""
        if step == len(self._steps):
            return progress
        if sum(progress.needs.values()) > progress.mascots * self._tables.per_mascot or self._tried > MOST_TRIED:
            return None
        here = [part for part, number in progress.needs.items() if part[0] == step for _ in range(number)]
        if not here:
            tile, ways = self._tile(step), dict(progress.ways)
            for touch in self._steps[step].touches:
                ways[touch.guest] = self._way(step + 1, touch.guest, tile, moved=touch.mover)
            return self._from(step + 1, replace(progress, ways=ways))
        for parts in self._shared(here, progress):
            self._tried += 1
            used = self._used(parts, progress)
            done = None if used is None else self._from(step, used)
            if done is not None:
                return done
        return None

    def _shared(self, here: Sequence[Part], progress: _Progress) -> Iterator[list[Part]]:
        """What the first adjustment of a step may share a use with, most first: those of that step, and of guests who operate later."""
        step, others = here[0][0], list(here[1:])
        for part, number in progress.needs.items():
            if part[0] > step and self._next(step, part[1]) == part[0]:
                others += [part] * number
        for size in range(min(self._tables.per_mascot - 1, len(others)), -1, -1):
            for chosen in dict.fromkeys(combinations(others, size)):
                yield [here[0], *chosen]

    def _used(self, parts: Sequence[Part], progress: _Progress) -> _Progress | None:
        """What is left after a use for ``parts``, made where it takes the fewest maps more; None where there are not so many."""
        step = parts[0][0]
        uses, ways, more = progress.uses, dict(progress.ways), 0
        if any(part[0] != step for part in parts):
            those = list(dict.fromkeys(parts))
            more, tile = min(
                (sum(self._past(tile.id, part, ways)[0] for part in those), tile.id) for tile in self._position.tiles
            )
            if more > progress.maps:
                return None
            comes = []
            for part in those:
                _, maps, guides, ways[part[1]] = self._past(tile, part, ways)
                comes.append((part, maps, guides))
            uses = (*uses, _Use(step, tile, tuple(comes), tuple(parts)))
        needs = dict(progress.needs)
        for part in parts:
            needs[part] -= 1
        left = {part: number for part, number in needs.items() if number}
        return _Progress(left, ways, uses, progress.mascots - 1, progress.maps - more)

    def _past(self, tile: TileId, part: Part, ways: dict[GuestId, _Way]) -> tuple[int, int, int, _Way]:
        """Maps more that a guest needs by way of ``tile``, the maps and Guides as far as there, and the rest of its way."""
        way, to = ways[part[1]], self._tile(part[0])
        best: tuple[int, int, int, _Way] = FAR, 0, 0, way
        for led in range(way.guides + 1):
            maps = self._maps(way, tile, led=bool(led))
            rest = self._maps(_Way(tile, False, 0, 0), to, led=led < way.guides)
            if maps + rest - way.maps < best[0]:
                best = maps + rest - way.maps, maps, led, _Way(tile, False, rest, way.guides - led)
        return best

    def _maps(self, way: _Way, to: TileId, *, led: bool) -> int:
        if way.moved:
            return self._tables.maps_after_move(way.at, to, led=led)
        return (self._tables.led_walks if led else self._tables.walks)[way.at][to]

    def _written(self, done: _Progress, goal: Stage | None) -> Plan:
        """The steps with the uses before them, and what the guests show at the end."""
        shown, steps, mascots = self._at_first(), [], len(self._position.mascots)
        touches = dict(self._touches)
        for step, operation in enumerate(self._steps):
            for use in done.uses:
                if use.before == step:
                    steps.append(self._step(use, shown, touches))
                    mascots -= 1
            turns = 0
            for touch in operation.touches:
                turns += self._adjustments(shown[touch.guest], touch)
                shown[touch.guest] = self._after(touch)
            mascots -= -(-turns // self._tables.per_mascot)
            walked = tuple(touches[step, touch.guest] for touch in operation.touches)
            steps.append(replace(operation, touches=walked))
        alive = {name: die for name, die in shown.items() if die[1] >= VALUES[0]}
        values = settled_values(self._tables, list(alive.values()), [0] * len(alive), mascots, goal)
        ends = (EndPlan(name, value, 0, 0) for name, value in zip(alive, values, strict=True))
        return Plan(tuple(steps), tuple(ends))

    def _step(self, use: _Use, shown: Shown, touches: dict[Part, TouchPlan]) -> StepPlan:
        """The step of a use; the rest of their ways is left to the ``touches`` of those who come to it."""
        made = []
        for part, maps, guides in use.comes:
            target, name = touches[part], part[1]
            for _ in range(use.adjusts.count(part)):
                shown[name] = self._nearer(shown[name], target)
            rest = self._maps(_Way(use.tile, False, 0, 0), self._tile(part[0]), led=target.guides > guides)
            touches[part] = replace(target, maps=rest, guides=target.guides - guides)
            colour, value = shown[name]
            made.append(
                replace(
                    target,
                    comes=use.tile,
                    maps=maps,
                    guides=guides,
                    value=value,
                    late=value,
                    colour=colour,
                    party=False,
                    mover=False,
                    kept=False,
                    rerolled=None,
                    to=None,
                )
            )
        return StepPlan(use.tile, False, tuple(sorted(made, key=lambda touch: touch.guest)), None, (), (0, 0))

    def _nearer(self, shown: tuple[Colour, int], target: TouchPlan) -> tuple[Colour, int]:
        """What a die shows after one adjustment: first its colour, then its value nears what it is to show."""
        colour, value = shown
        if colour is not target.colour:
            return target.colour, value
        turns = self._tables.turns
        nearer = [to for to, number in turns[value].items() if number == 1]
        return colour, min(nearer, key=lambda to: turns[to][target.value])
