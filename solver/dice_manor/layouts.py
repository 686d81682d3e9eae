"""Where to build the tiles won: layouts ranked by the Grand Opening, and by the bonuses against the other players' manors.

Every layout is enumerated by the rules' own places for a tile. Layouts that join the same rooms are one, as neither the
Grand Opening nor a bonus depends on more than doors. Where there are too many to enumerate, the ``WIDTH`` most promising go
on from tile to tile, and nothing is proven.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from models.dice_manor.building import Grid, Placing, Tile, placings
from models.dice_manor.manor import Manor
from models.dice_manor.scoring import EndOfGame, Finisher, Score, scores
from models.dice_manor.turn import Seat
from models.shared.deadline import TimeOver, spend, within
from solver.dice_manor.grand_opening import Status, opening_worth
from solver.dice_manor.tile_gain import DICE, TOKENS

MOST_GRIDS = 20_000
"""Grids that are enumerated, with some tiles built or with all: some ten seconds."""
WIDTH = 24
"""Layouts that go on from one tile to the next where there are too many."""
ME = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a layout is built for: a Grand Opening with ``dice`` and ``tokens``, and the bonuses.

    ``others``: the other players' rooms, without whom no majority counts; ``diversity``: the table, if it is told.
    """

    dice: int = DICE
    tokens: int = TOKENS
    others: tuple[Finisher, ...] = ()
    diversity: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Worth:
    """Prestige: expected of the Grand Opening, and the bonuses if the game ended with these manors."""

    opening: float
    colours: int = 0
    largest: int = 0
    diversity: int = 0
    exact: bool = True

    @property
    def total(self) -> float:
        """The sum of all parts, in prestige."""
        return self.opening + self.colours + self.largest + self.diversity


@dataclass(frozen=True, slots=True)
class Layout:
    """Tiles in the order in which they are built, the grid then, and what it is worth."""

    placed: tuple[Placing, ...]
    grid: Grid
    worth: Worth


@dataclass(frozen=True, slots=True)
class Layouts:
    """Layouts, the best first; ``proven``: none is better; ``manors``: how many different ones there are, if all were found."""

    found: tuple[Layout, ...]
    proven: bool
    before: Worth
    manors: int | None = None


class _Weighing:
    """Worths of manors, each asked once."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self._known: dict[object, Worth] = {}

    def __call__(self, grid: Grid) -> Worth:
        """What the manor on ``grid`` is worth; raises TimeOver (``models.shared.deadline``)."""
        key = joined(grid.manor)
        if key not in self._known:
            goal = self.goal
            answer = opening_worth(Seat(grid.manor, goal.dice, tokens=goal.tokens, rulings=grid.rulings))
            bonus = self._bonuses(grid)
            counts = bool(goal.others)
            self._known[key] = Worth(
                float(answer.worth),
                bonus.colours if counts else 0,
                bonus.largest if counts else 0,
                bonus.diversity,
                answer.status is Status.OPTIMAL,
            )
        return self._known[key]

    def _bonuses(self, grid: Grid) -> Score:
        me = Finisher(ME, 0, 0, 0, 0, grid.manor.rooms)
        return scores(EndOfGame((me, *self.goal.others), self.goal.diversity, grid.rulings))[0]


def best_layouts(
    grid: Grid,
    tiles: tuple[Tile, ...],
    goal: Goal | None = None,
    most: int | None = None,
    heard: Callable[[int, Callable[[], Layouts]], None] = lambda _of, _so_far: None,
) -> Layouts:
    """Every layout, or the most promising; those weighed until the patience is over (``models.shared.deadline``).

    ``most``: grids that are enumerated. ``heard`` is called after each layout with their number and what gives the ranking so far.
    """
    weigh = _Weighing(goal or Goal())
    with within(None):
        before = weigh(grid)
    complete = _complete(grid, tiles, MOST_GRIDS if most is None else most)
    ends = complete if complete is not None else _promising(grid, tiles, weigh)
    found: list[Layout] = []

    def ranked() -> Layouts:
        best = tuple(sorted(found, key=lambda layout: -layout.worth.total)) or (Layout((), grid, before),)
        all_weighed = complete is not None and len(found) == len(ends)
        proven = all_weighed and all(layout.worth.exact for layout in best)
        return Layouts(best, proven, before, None if complete is None else len(complete))

    for each in sorted(ends, key=_doors, reverse=True):
        try:
            found.append(Layout(each.placed[len(grid.placed) :], each, weigh(each)))
        except TimeOver:
            break
        heard(len(ends), ranked)
    return ranked()


def _complete(grid: Grid, tiles: tuple[Tile, ...], most: int) -> list[Grid] | None:
    """Every layout to which no tile can be added, one of each that join the same rooms; None where there are too many."""
    ends: dict[object, Grid] = {}
    seen: set[object] = set()
    waiting = [grid]
    try:
        while waiting:
            here = waiting.pop()
            longer = list(_longer(here, tiles))
            if not longer:
                ends.setdefault(joined(here.manor), here)
            for each in longer:
                key = frozenset((placing.tile.id, placing.at, placing.turn) for placing in each.placed)
                if key not in seen:
                    seen.add(key)
                    waiting.append(each)
            if len(seen) > most:
                return None
    except TimeOver:
        return None
    return list(ends.values())


def _promising(grid: Grid, tiles: tuple[Tile, ...], weigh: _Weighing) -> list[Grid]:
    """The most promising layouts with as many tiles as could be built before the patience was over."""
    here = [grid]
    try:
        for _ in tiles:
            after: dict[object, Grid] = {}
            for each in here:
                for longer in _longer(each, tiles):
                    after.setdefault((_built(longer), joined(longer.manor)), longer)
            if not after:
                break
            here = sorted(after.values(), key=lambda each: -weigh(each).total)[:WIDTH]
    except TimeOver:
        pass
    return here


def _longer(grid: Grid, tiles: Iterable[Tile]) -> Iterator[Grid]:
    """The grid with each tile that is left at each of its places."""
    built = _built(grid)
    for tile in tiles:
        if tile.id not in built:
            spend()
            for placing in placings(grid, tile):
                yield grid.with_tile(placing)


def _built(grid: Grid) -> frozenset[str]:
    return frozenset(placing.tile.id for placing in grid.placed)


def _doors(grid: Grid) -> tuple[int, int]:
    """How many rooms there are and how many doors join them: what promises most is weighed first."""
    return len(grid.manor.rooms), sum(len(room.doors) for room in grid.manor.rooms)


def joined(manor: Manor) -> frozenset[tuple[str, tuple[str, ...]]]:
    """What tells manors of the same tiles apart: the doors that join rooms."""
    return frozenset((room.id, room.doors) for room in manor.rooms)
