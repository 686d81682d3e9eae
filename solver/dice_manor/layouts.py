"""Where to build the tiles won: layouts ranked by the Grand Opening, and by the bonuses against the other players' manors.

Every layout is enumerated by the rules' own places for a tile. Layouts that join the same rooms are one, as neither the
Grand Opening nor a bonus depends on more than doors. Where there are too many to enumerate, the ``WIDTH`` most promising go
on from tile to tile, and nothing is proven. Where the manor as it lies takes too long to be weighed exactly, all are estimated.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from models.dice_manor.building import Grid, Placing, Tile, placings
from models.dice_manor.manor import Manor
from models.dice_manor.rulings import Choice, Ruling
from models.dice_manor.scoring import EndOfGame, Finisher, Score, scores
from models.dice_manor.turn import Seat
from models.shared.deadline import TimeOver, spend, within, within_share
from solver.dice_manor.grand_opening import Answer, Status, opening_played, opening_worth
from solver.dice_manor.tile_gain import DICE, TOKENS

MOST_GRIDS = 20_000
"""Grids that are enumerated, with some tiles built or with all: some ten seconds."""
WIDTH = 24
"""Layouts that go on from one tile to the next where there are too many."""
ME = ""
EXACTLY = 0.25
"""Share of the time for the manor as it lies, after which manors are estimated."""
LISTING = 0.5
"""Share of the time that is left in which layouts are enumerated, and of the rest in which promising ones are looked for."""
PLAYED = 0.2
"""Seconds of play that estimate a manor, where there is time for it."""


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
    """Layouts to which no tile can be added, or by ruling none need be, the best first: one at least.

    ``proven``: none is better; ``manors``: how many different ones there are, if all were found.
    """

    found: tuple[Layout, ...]
    proven: bool
    before: Worth
    manors: int | None = None


class _Weighing:
    """Worths of manors, each asked once; ``playing``: estimated, as exact ones take too long."""

    def __init__(self, goal: Goal) -> None:
        self.goal, self.playing = goal, False
        self._known: dict[object, Worth] = {}

    def __call__(self, grid: Grid) -> Worth:
        """What the manor on ``grid`` is worth; raises TimeOver (``models.shared.deadline``)."""
        key = joined(grid.manor)
        if key not in self._known:
            seat = self._seat(grid)
            answer = opening_played(seat, PLAYED) if self.playing else opening_worth(seat)
            self._known[key] = self._worth(grid, answer)
        return self._known[key]

    def at_once(self, grid: Grid) -> Worth:
        """The same, as little played as an estimate needs where it is not known, however late it is."""
        key = joined(grid.manor)
        if key not in self._known:
            with within(None):
                self._known[key] = self._worth(grid, opening_played(self._seat(grid), 0.0))
        return self._known[key]

    def _seat(self, grid: Grid) -> Seat:
        return Seat(grid.manor, self.goal.dice, tokens=self.goal.tokens, rulings=grid.rulings)

    def _worth(self, grid: Grid, answer: Answer) -> Worth:
        bonus, counts = self._bonuses(grid), bool(self.goal.others)
        return Worth(
            float(answer.worth),
            bonus.colours if counts else 0,
            bonus.largest if counts else 0,
            bonus.diversity,
            answer.status is Status.OPTIMAL,
        )

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
    before = _as_it_lies(grid, weigh)
    complete = _complete(grid, tiles, MOST_GRIDS if most is None else most)
    ends = sorted(complete or _promising(grid, tiles, weigh), key=_doors, reverse=True)
    found: list[Layout] = []

    def layout(end: Grid, worth: Worth) -> Layout:
        return Layout(end.placed[len(grid.placed) :], end, worth)

    def ranked() -> Layouts:
        best = tuple(sorted(found, key=lambda layout: -layout.worth.total))
        all_weighed = complete is not None and len(found) == len(ends)
        proven = all_weighed and all(layout.worth.exact for layout in best)
        return Layouts(best, proven, before, None if complete is None else len(complete))

    for each in ends:
        try:
            found.append(layout(each, weigh(each)))
        except TimeOver:
            break
        heard(len(ends), ranked)
    found = found or [layout(ends[0], weigh.at_once(ends[0]))]
    return ranked()


def _as_it_lies(grid: Grid, weigh: _Weighing) -> Worth:
    """The worth before a tile is built; estimated, as all after it, where it is not exact in its share of the time."""
    try:
        with within_share(EXACTLY):
            before = weigh(grid)
    except TimeOver:
        before = weigh.at_once(grid)
    weigh.playing = not before.exact
    return before


def _complete(grid: Grid, tiles: tuple[Tile, ...], most: int) -> list[Grid] | None:
    """Every layout that may stay, one of each that join the same rooms; None where there are too many."""
    ends: dict[object, Grid] = {}
    any_stays = grid.rulings.says(Ruling.TILE_NOT_PLACED, Choice.MAY_BE_LEFT)
    seen: set[object] = set()
    waiting = [grid]
    try:
        with within_share(LISTING):
            while waiting:
                here = waiting.pop()
                longer = list(_longer(here, tiles))
                if any_stays or not longer:
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
    """The most promising layouts, filled by first places from where the patience was over."""
    here = [grid]
    try:
        with within_share(LISTING):
            for _ in tiles:
                after: dict[object, Grid] = {}
                for each in here:
                    for longer in _longer(each, tiles):
                        after.setdefault((_built(longer), joined(longer.manor)), longer)
                if not after:
                    break
                here = sorted(after.values(), key=_doors, reverse=True)[:WIDTH]  # where the time ends among the worths
                here = sorted(after.values(), key=lambda each: -weigh(each).total)[:WIDTH]
    except TimeOver:
        pass
    ends = [_filled(each, tiles) for each in here]
    return list({joined(end.manor): end for end in ends}.values())


def _filled(grid: Grid, tiles: tuple[Tile, ...]) -> Grid:
    """The grid with tiles at the first place of each until none fits."""
    with within(None):  # however late it is
        while (longer := next(_longer(grid, tiles), None)) is not None:
            grid = longer
    return grid


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
