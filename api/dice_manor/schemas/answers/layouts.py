"""Answers on the Build phase: where to build, and tiles built judged."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from marshmallow import fields
from marshmallow.fields import Field

from api.dice_manor.schemas.answers.parts import DECIMALS, ManorFurtherUnder, ManorRulingChoice
from api.dice_manor.schemas.building import BuildMoveSchema, Site
from api.schemas.describing import Answer, flag, inside, many, number, table, text, whole
from api.schemas.verdicts import Violation, hanging_fields
from models.dice_manor.building import Grid, Placing, placings
from models.dice_manor.building_replay import Build, BuildVerdict
from models.dice_manor.scoring import room_types
from models.shared.phrases import count
from solver.dice_manor.layouts import Layout, Layouts, Worth

MOST_LAYOUTS = 12


class RankedLayout(NamedTuple):
    """A layout, beside the worth of the best one."""

    layout: Layout
    best: Worth


class RankedLayouts(NamedTuple):
    """Layouts of the tiles of a site, the best first."""

    site: Site
    layouts: Layouts
    seconds: float

    @property
    def best(self) -> Layout:
        """The layout that is worth most."""
        return self.layouts.found[0]

    @property
    def options(self) -> list[RankedLayout]:
        """The first layouts beside the best one."""
        return [RankedLayout(layout, self.best.worth) for layout in self.layouts.found[:MOST_LAYOUTS]]

    @property
    def notes(self) -> list[str]:
        """What was not tried, built or counted."""
        notes, layouts = list[str](), self.layouts
        weighed = count(len(layouts.found), "was", "were")
        if layouts.manors is None:
            notes.append(f"There are too many layouts to try them all in time: {weighed} weighed.")
        elif len(layouts.found) < layouts.manors:
            notes.append(f"Of {layouts.manors} different manors {weighed} weighed in time.")
        if not all(worth.exact for worth in (layouts.before, *(each.worth for each in layouts.found))):
            notes.append("The Grand Opening is estimated, by a policy played many times: another layout may be better.")
        grid, built = self.best.grid, {placing.tile.id for placing in self.best.placed}
        left = [tile for tile in self.site.tiles if tile.id not in built]
        if any(next(placings(grid, tile), None) for tile in left):
            notes.append(
                "Some tiles that fit are left unbuilt, as the table rules that they may be: they would bring less."
            )
        elif left:
            notes.append("Some tiles fit nowhere beside those built and are set aside.")
        if not self.site.goal.others:
            notes.append("Majorities are not counted: others tells the other players' rooms.")
        return [*notes, *self._untold_diversity()]

    def _untold_diversity(self) -> Iterator[str]:
        """Numbers of room types of the layouts shown that the table, where there is one, does not name."""
        told, rulings = self.site.goal.diversity, self.site.grid.rulings
        shown = {room_types(each.layout.grid.manor.rooms, rulings) for each in self.options}
        for types in sorted(shown - {0, *told}) if told else ():
            yield f"diversity names no prestige for {count(types, 'room type')}; counted as 0."


class JudgedTiles(NamedTuple):
    """Tiles built on a site, judged."""

    site: Site
    verdict: BuildVerdict

    @property
    def grid(self) -> Grid:
        """The grid after the last legal tile."""
        return self.verdict.grids[-1] if self.verdict.grids else self.site.grid


def _build(placed: Placing) -> Build:
    return Build(placed.tile.id, placed.at, placed.turn)


def _total(worth: Worth) -> float:
    return round(worth.total, DECIMALS)


def doors_field(grid: Any) -> Field[Any]:
    """Describes the doors that join rooms of a ``grid``."""
    return table(
        many(fields.String(), "Rooms."),
        "The rooms that each room's doors lead to.",
        of=lambda source: {room.id: list(room.doors) for room in grid(source).manor.rooms},
    )


class ManorLayoutParts(Answer):
    """Where the worth of a layout comes from."""

    grand_opening = number("Expected of the Grand Opening.", of=lambda worth: round(worth.opening, DECIMALS))
    colours = whole("For majorities of colours.")
    largest = whole("For the largest manor.")
    diversity = whole("For different types of rooms.")


class ManorLayout(Answer):
    """Tiles as they are built, and what the manor is worth then."""

    moves = many(BuildMoveSchema, "Tiles in their order.", of=lambda ranked: map(_build, ranked.layout.placed))
    expected = number("Its worth.", of=lambda ranked: _total(ranked.layout.worth))
    loss = number(
        "How much less it is worth than the best.",
        of=lambda ranked: round(ranked.best.total - ranked.layout.worth.total, DECIMALS),
    )
    parts = inside(ManorLayoutParts, of=attrgetter("layout.worth"))
    doors = doors_field(attrgetter("layout.grid"))


class ManorLayoutsAnswer(Answer):
    """Where to build the tiles won, the best first, of ``RankedLayouts``."""

    status = text(
        "optimal: proven; feasible: the best found.",
        enum=["optimal", "feasible"],
        of=lambda ranked: "optimal" if ranked.layouts.proven else "feasible",
    )
    expected = number("Worth of the best layout.", of=lambda ranked: _total(ranked.best.worth))
    before = number("Worth of the manor before it is built on.", of=lambda ranked: _total(ranked.layouts.before))
    moves = many(
        BuildMoveSchema, "Tiles as the best layout builds them.", of=lambda ranked: map(_build, ranked.best.placed)
    )
    options = many(ManorLayout, "Layouts, the best first.")
    notes = many(fields.String(), "What else is to know.")
    seconds = number("Seconds that it took.", of=lambda ranked: round(ranked.seconds, 3))


class ManorTileBuilt(Answer):
    """A tile that was built, and what it joins."""

    move = inside(BuildMoveSchema, of=lambda grid: _build(grid.placed[-1]))
    text = text("The same in words.", of=lambda grid: f"{grid.placed[-1].tile.id} joins {_joined(grid)}.")


def _joined(grid: Grid) -> str:
    ids = {each.room.id for each in grid.placed[-1].tile.rooms}
    joined = {door for room in grid.manor.rooms if room.id in ids for door in room.doors} - ids
    return ", ".join(sorted(joined))


class ManorBuildingAnswer(Answer):
    """The referee's answer on tiles built, of ``JudgedTiles``."""

    legal = flag("Whether every tile is built legally.", of=lambda judged: judged.verdict.violation is None)
    steps = many(ManorTileBuilt, "The tiles up to the last legal one.", of=attrgetter("verdict.grids"))
    violation = inside(Violation, null=True, of=attrgetter("verdict.violation"))
    legal_under, further_under, relies_on = hanging_fields(
        "sequence", ManorRulingChoice, ManorFurtherUnder, attrgetter("verdict")
    )
    doors = doors_field(attrgetter("grid"))
    left = many(
        fields.String(), "Tiles that are not built.", of=lambda judged: [tile.id for tile in judged.verdict.left]
    )
