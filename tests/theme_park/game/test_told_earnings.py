"""What a record tells that an Operate phase earned is held against what it earns, and the refusal says what brings how much."""

from dataclasses import replace

import pytest

from models.theme_park.attraction import Upgrade
from models.theme_park.game import events as done
from models.theme_park.game.frozen import changed
from models.theme_park.game.judging import after
from models.theme_park.game.rules import GameBroken, GameRule
from models.theme_park.game.state import ENTRANCE, Game
from models.theme_park.game.variant import Step
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.operate.moves import OperateMove
from tests.theme_park.game.moments import (
    first,
    guest,
    improving,
    tiles,
    with_first,
)

G1 = GuestId("g1")
RIDE = OperateMove(ENTRANCE, (G1,), G1, TileId("a01"))
WHEEL = OperateMove(TileId("a01"), (G1,), G1, ENTRANCE)
TWICE, ONCE = (RIDE, WHEEL, RIDE), (RIDE,)


def operating() -> Game:
    """The first player operates a park of the Entrance and a01, which has a special effect and a kiosk."""
    game = improving(guests=(guest(1, 6, Colour.GREEN),), played=())
    park = tiles(game, "a01")["tiles"]
    both = frozenset({Upgrade.SPECIAL_EFFECT, Upgrade.MERCH_KIOSK})
    return with_first(changed(game, step=Step.OPERATE), tiles=(park[0], replace(park[1], upgrades=both)))


@pytest.mark.parametrize(
    ("moves", "claim", "told"),
    [
        (ONCE, {"stars": 3}, "counts 3 stars for these moves; they bring 1: 1 cube on Park Entrance at 1 star."),
        (ONCE, {"money": 5}, "counts $5 for these moves; they bring $2: 1 cube on Park Entrance at $2."),
        ((), {"stars": 1}, "counts 1 star for these moves; they bring 0: nothing."),
        ((), {"money": 1}, "counts $1 for these moves; they bring $0: nothing."),
        (
            TWICE,
            {"stars": 5},
            "counts 5 stars for these moves; they bring 6: 1 cube on {a01} at 2 stars, "
            "2 cubes on Park Entrance at 1 star and 2 from special effects.",
        ),
        (
            TWICE,
            {"money": 0},
            "counts $0 for these moves; they bring $6: 1 cube on {a01} at $2 and 2 cubes on Park Entrance at $2.",
        ),
    ],
)
def test_a_wrong_claim_is_answered_with_what_brings_how_much(
    moves: tuple[OperateMove, ...], claim: dict[str, int], told: str
) -> None:
    game = operating()
    by, name = first(game).id, game.table.box.tiles[TileId("a01")].attraction.name
    refused = after(game, done.OperatePark(by, moves, **claim))
    assert isinstance(refused, GameBroken)
    assert (refused.rule, refused.message) == (GameRule.OPERATE_CLAIM, f"{by} {told.format(a01=name)}")


def test_a_wrong_claim_of_a_later_part_tells_the_whole_too() -> None:
    game = operating()
    by = first(game).id
    later = after(game, done.OperatePark(by, (RIDE, WHEEL), stars=5, money=4))
    assert isinstance(later, Game)
    refused = after(later, done.OperatePark(by, (RIDE,), stars=9))
    assert isinstance(refused, GameBroken)
    assert (
        "they bring 1: 1 cube on Park Entrance at 1 star; with the moves before them they are 6 and $6."
        in refused.message
    )
