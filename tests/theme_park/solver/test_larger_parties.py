"""Parties larger than printed: what a guest who joins one may be good for, by the layered search alone."""

from dataclasses import replace
from typing import Any

import pytest

from api import load_position
from models.theme_park.operate.moves import Move, OperateMove
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver import Objective, Settings
from solver.theme_park.operate.settings import Engine
from tests.theme_park.oracle import exhaust
from tests.theme_park.parity.solving import solved

LAYERED_ALONE = Settings(time_limit=None, workers=1, engines=frozenset({Engine.LAYERED}))
EXACT, LARGER = "exact", "superset"

SHARED_RIDE = {"dice": [{"values": [5]}, {"values": [2]}]}


def guest(name: str, value: int, **more: Any) -> dict[str, Any]:
    return {"id": name, "colour": "green", "value": value, "at": "ride"} | more


def park(
    choice: str, guests: list[dict[str, Any]], *, asks: dict[str, Any] = SHARED_RIDE, icons: int = 1, **more: Any
) -> Position:
    """A ride of one or two icons beside a full entrance."""
    ride = {"name": "Made-up ride", "colour": "green", "stars": 4, "income": 0, "amenity": None, "requirement": asks}
    tiles = [
        {"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"},
        {"id": "ride", "hex": [1, 0], "attraction": ride, "upgrades": ["generator"] * (icons - 1)},
    ]
    rules = {"game": "full", "expansions": ["promo"], "rulings": {"party.size": choice}}
    return load_position(
        {"version": 1, "rules": rules, "park": {"tiles": tiles, "guests": guests}, "cubes": {"entrance": 2}, **more}
    )


def best(position: Position) -> tuple[list[int], tuple[Move, ...]]:
    """Stars, money and pips, proven by the layered search and as the oracle finds them; and the moves."""
    found, moves, limits = solved(position, LAYERED_ALONE)
    assert found == exhaust(position, LAYERED_ALONE).score
    assert tuple(limits.values()) == found
    return [int(value) for value in found], moves


def operations(moves: tuple[Move, ...]) -> list[OperateMove]:
    return [move for move in moves if isinstance(move, OperateMove)]


def test_a_vip_joins_for_its_star() -> None:
    guests = [guest("five", 5), guest("two", 2), guest("vip", 4, vip=True)]
    (exact, _), (larger, moves) = (best(park(choice, guests)) for choice in (EXACT, LARGER))
    assert larger[0] == exact[0] + 1
    assert [each.party for each in operations(moves)] == [("five", "two", "vip")]


@pytest.mark.parametrize(("choice", "parties"), [(EXACT, [{"one"}]), (LARGER, [{"one", "other"}, {"one"}])])
def test_one_who_joins_moves_so_that_those_needed_stay(choice: str, parties: list[set[str]]) -> None:
    position = park(choice, [guest("one", 3), guest("other", 6)], asks={"dice": [{"values": [2, 3]}]}, icons=2)
    _, moves = best(position)
    assert [set(each.party) for each in operations(moves)] == parties


def test_the_pip_of_one_who_joins_may_be_kept() -> None:
    keeper = {"kind": "keep-pips", "colour": "green"}
    guests = [guest("five", 5, colour="yellow"), guest("two", 2, colour="yellow"), guest("vip", 3, vip=True)]
    kept, moves = best(park(LARGER, guests, administrator=keeper))
    lost, _ = best(park(LARGER, guests))
    assert kept == [lost[0], lost[1], lost[2] + 1]
    assert [each.keep for each in operations(moves)] == ["vip"]


@pytest.mark.parametrize(("mascots", "stars"), [(0, 7), (1, 11)])
def test_one_who_joins_may_be_adjusted_so_that_it_can_move(mascots: int, stars: int) -> None:
    guests = [guest("one", 4), guest("vip", 1, vip=True)]
    asks = {"dice": [{"values": [3, 4]}]}
    values, _ = best(park(LARGER, guests, asks=asks, icons=2, mascots=[{"skill": None}] * mascots))
    assert values[0] == stars


@pytest.mark.parametrize("objective", list(Objective))
def test_a_guest_may_be_of_the_party_that_one_just_like_it_has_joined(objective: Objective) -> None:
    """Blue a walks to Y, and then shows there what blue b does, who is needed."""
    position = parse_position(
        "p1~f~r2~j.party.size.superset~m1~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b3.b6~t.y.2.0.Y.b5.b2"
        "~c.entrance.2~c.x.1~gb3v.a.x~gb2v.b.y"
    )
    settings = replace(LAYERED_ALONE, objective=objective)
    found, moves, limits = solved(position, settings)
    assert found == exhaust(position, settings).score == tuple(limits.values())
    assert [set(each.party) for each in operations(moves)] == [{"a", "b"}]
