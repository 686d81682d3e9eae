"""Tables that stand just where a statement of the rulebook matters: golden games stopped there and changed."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from api import load_record
from models.shared.hexgrid import Hex
from models.theme_park.cards import Staff
from models.theme_park.game import events as done
from models.theme_park.game.frozen import changed
from models.theme_park.game.judging import after, reach
from models.theme_park.game.rules import GameBroken
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.state import ENTRANCE, Dice, Game, Player
from models.theme_park.game.steps import close_step
from models.theme_park.game.variant import Step
from models.theme_park.guests import Colour, Guest, GuestId, TileId
from tests.theme_park.examples import FIXTURES, read

FULL, INTRODUCTORY, SOLO, INNOVATIONS = (
    "full-4-promo-sensible",
    "introductory-4-sensible",
    "solo-hard-sensible",
    "short-3-innovations-sensible",
)


@cache
def at(name: str, kind: type, number: int = 1) -> Game:
    """A golden game just before the first event of a kind in a round, in the step of that event."""
    record = load_record(read(FIXTURES / "games" / f"{name}.json"))
    game = begin(record.table)
    for event in record.events:
        ready = reach(game, event)
        assert isinstance(ready, Game)
        if isinstance(event, kind) and ready.round == number:
            return ready
        game = played(game, event)
    raise AssertionError(f"{name} has no {kind.__name__} in round {number}")


def broken(game: Game, event: Any) -> str | None:
    """The rule that an event breaks, None when it is legal."""
    result = after(game, event)
    return str(result.rule) if isinstance(result, GameBroken) else None


def played(game: Game, event: Any) -> Game:
    result = after(game, event)
    assert isinstance(result, Game), result
    return result


def first(game: Game) -> Player:
    """The player who is first in turn order."""
    return game.by_id[game.order[0]] if game.order else game.players[0]


def with_first(game: Game, **changes: Any) -> Game:
    return game.change(first(game).id, **changes)


def until(game: Game, step: Step) -> Game:
    while game.step is not step:
        game = close_step(game)
    return game


def guest(number: int, value: int, colour: Colour = Colour.BLUE, *, vip: bool = False) -> Guest:
    return Guest(GuestId(f"g{number}"), colour, value, ENTRANCE, vip)


def tiles(game: Game, *names: str) -> dict[str, Any]:
    """The first player's park of the Entrance and these tiles in a row, and the display without them."""
    park = [game.players[0].tiles[0]]
    for place, name in enumerate(names, 1):
        park.append(
            replace(
                park[0],
                id=TileId(name),
                hex=Hex(place, 0),
                upgrades=frozenset(),
                innovation=None,
                attraction=game.table.box.tiles[TileId(name)].attraction,
            )
        )
    return {"tiles": tuple(park)}


def put(name: str, place: int, **others: Any) -> Callable[[Game], done.Build]:
    return lambda game: done.Build(first(game).id, TileId(name), Hex(place, 0), **others)


def expanding(name: str = INTRODUCTORY, **changes: Any) -> Game:
    """The first player's turn to expand, with $20 and a display of tiles of every kind."""
    game = until(at(name, done.BuyMap), Step.IMPROVE)
    shown = tuple(TileId(each) for each in ("a13", "a04", "a16", "a08", "a19"))
    game = changed(game, step=Step.EXPAND, attractions=shown, discard_pile=(), bag=Dice(3, 3, 3))
    for player in game.players:
        game = game.change(
            player.id, installed=(), did=(), once=frozenset(), money=20, played=(Staff.GUIDE, Staff.MANAGER)
        )
    return with_first(game, **{"administrator": None} | tiles(game, "a05") | changes)


def improving(name: str = INTRODUCTORY, **changes: Any) -> Game:
    """The phase in which the first player improves a park of the Entrance, a05, a04 and a16, with $20."""
    game = changed(expanding(name), step=Step.IMPROVE)
    return with_first(game, **tiles(game, "a05", "a04", "a16") | changes)


def upkeep(name: str = INTRODUCTORY, **changes: Any) -> Game:
    """The moment when value-1 guests leave, in round 1."""
    return with_first(changed(improving(name), step=Step.VALUE_ONE), **changes)
