"""Boxes of the catalogue: complete sets of printed facts, all made up (``fixtures/theme_park/catalogue/made_up_box.json``)."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from models.shared.data import read_json
from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.catalogue import entrance, read_requirement
from models.theme_park.game.box.printed_facts import (
    Box,
    Goal,
    Measure,
    Objective,
    Overlay,
    PrintedTile,
    Quantity,
    Side,
    SoloCard,
    StartBoard,
    StartTile,
)
from models.theme_park.game.ids import BoardId, GoalId, MonorailId, ObjectiveId, SoloCardId
from models.theme_park.game.variant import Stack
from models.theme_park.guests import Colour, TileId
from models.theme_park.operate.position import Expansion

MADE_UP = "made-up-box"
BOXES = (MADE_UP,)
"""Names that a record may give in place of printed facts."""


@cache
def box_named(name: str, seats: int, expansions: frozenset[Expansion], side: Side | None = None) -> Box:
    """The parts of a box of the catalogue that are in play; ``side`` of the solo overlay. Raises KeyError for other names."""
    if name != MADE_UP:
        raise KeyError(name)
    raw = read_json("theme_park/catalogue/made_up_box.json")
    printed = entrance()
    assert printed.attraction is not None
    return Box(
        entrance=printed.attraction,
        entrance_upgrades=printed.printed_upgrades,
        tiles={TileId(row["id"]): _tile(row) for row in _played(raw["tiles"], expansions)},
        monorails={MonorailId(each): tuple(values) for each, values in raw["monorails"].get(str(seats), {}).items()},
        staff_money={Staff(card): money for card, money in raw["staff_money"].items()},
        objectives={ObjectiveId(name): _objective(row) for name, row in _named(raw["objectives"], expansions)},
        goals={GoalId(name): _goal(row) for name, row in _named(raw["goals"], expansions)},
        solo_cards={SoloCardId(name): SoloCard(**row) for name, row in raw["solo_cards"].items()},
        overlay=None if side is None else _overlay(raw["overlays"][side]),
        administrators=tuple(
            Administrator(AdministratorKind(row["kind"]), _colour(row), row.get("symbol"))
            for row in _played(raw["administrators"], expansions)
        ),
        skills=tuple(Skill(SkillKind(row["kind"]), _colour(row)) for row in _played(raw["skills"], expansions)),
        entrance_spaces=tuple(raw["entrance_spaces"]),
        first_hexes=_hexes(raw["first_hexes"]),
        start_boards=made_up_boards(),
        name=name,
    )


@cache
def made_up_boards() -> Mapping[BoardId, StartBoard]:
    """The start boards of the made-up box by name."""
    raw = read_json("theme_park/catalogue/made_up_box.json")["start_boards"]
    return {BoardId(name): _board(row) for name, row in raw.items()}


def _played(rows: Iterable[Mapping[str, Any]], expansions: frozenset[Expansion]) -> list[Mapping[str, Any]]:
    return [row for row in rows if "expansion" not in row or Expansion(row["expansion"]) in expansions]


def _named(rows: Mapping[str, Any], expansions: frozenset[Expansion]) -> list[tuple[str, Any]]:
    return [(name, row) for name, row in rows.items() if _played([row], expansions)]


def _colour(row: Mapping[str, Any]) -> Colour | None:
    return Colour(row["colour"]) if row.get("colour") else None


def _tile(row: Mapping[str, Any]) -> PrintedTile:
    return PrintedTile(TileId(row["id"]), _attraction(row), Stack(row["stack"]), row["cost"], tuple(row["spaces"]))


def _attraction(row: Mapping[str, Any]) -> Attraction:
    return Attraction(
        row["name"],
        Colour(row["colour"]),
        row["stars"],
        read_requirement(row["requirement"]),
        row["income"],
        row["amenity"],
    )


def _hexes(rows: Iterable[Iterable[int]]) -> frozenset[Hex]:
    return frozenset(Hex(*place) for place in rows)


def _board(row: Mapping[str, Any]) -> StartBoard:
    tiles = (
        StartTile(
            TileId(each["id"]),
            Hex(*each["hex"]),
            _attraction(each),
            frozenset(Upgrade(upgrade) for upgrade in each["upgrades"]),
            tuple(each["spaces"]),
        )
        for each in row["tiles"]
    )
    return StartBoard(tuple(tiles), _hexes(row["first_hexes"]))


def _measure(row: Mapping[str, Any]) -> Measure:
    return Measure(Quantity(row["quantity"]), _colour(row))


def _objective(row: Mapping[str, Any]) -> Objective:
    came_with = Expansion(row["expansion"]) if "expansion" in row else None
    return Objective(row["name"], row["code"], _measure(row["measure"]), row.get("fewest", False), came_with)


def _goal(row: Mapping[str, Any]) -> Goal:
    return Goal(
        row["name"], Stack(row["deck"]), row["stars"], _measure(row["measure"]), row.get("least"), row.get("most")
    )


def _overlay(row: Mapping[str, Any]) -> Overlay:
    spaces = {int(number): (Stack(space["deck"]), space["stars"]) for number, space in row["spaces"].items()}
    return Overlay(row["target"], spaces)


def empty_box() -> Box:
    """A box of which nothing is entered yet."""
    printed = entrance()
    assert printed.attraction is not None
    return Box(printed.attraction, printed.printed_upgrades, {}, {}, {})
