"""Set-up before the first event, by players, variant and expansions; and the count of every component."""

from itertools import combinations

import pytest

from api import load_record
from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import Staff
from models.theme_park.game.conservation import NotConserved, check_conserved
from models.theme_park.game.frozen import changed
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.state import Dice, Installed
from models.theme_park.game.table import BASE_HAND
from models.theme_park.game.validate import check_game
from models.theme_park.game.variant import Stack, Variant
from models.theme_park.guests import TileId
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Rulings
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.games import table_of

MIXES = [frozenset(mix) for size in range(4) for mix in combinations(Expansion, size)]


def set_up(variant, players, expansions=frozenset()):
    """The game before its first event."""
    return begin(table_of(variant, players, expansions, Rulings()))


@pytest.mark.parametrize(("players", "dice"), [(2, 11), (3, 16), (4, 21)])
@pytest.mark.parametrize("variant", [Variant.INTRODUCTORY, Variant.SHORT, Variant.FULL])
def test_dice_monorails_and_displays_follow_the_number_of_players(variant, players, dice):
    game = set_up(variant, players)
    assert game.bag == Dice(dice, dice, dice)
    assert len(game.table.box.monorails) == game.table.displayed == players + 1


def test_the_solo_game_is_set_up_for_two_with_nine_dice_of_each_colour_and_twelve_cards():
    game = set_up(Variant.SOLO, 1)
    assert game.bag == Dice(9, 9, 9)
    assert len(game.table.box.monorails) == game.table.displayed == 3
    assert sorted(game.players[0].hand) == sorted(BASE_HAND * 2)
    assert game.table.skill_deck == 15
    assert game.target == 160


@pytest.mark.parametrize(("variant", "rounds"), [("introductory", 4), ("short", 4), ("full", 5), ("solo", 5)])
def test_rounds_objectives_and_cards_follow_the_variant(variant, rounds):
    variant = Variant(variant)
    game = set_up(variant, 1 if variant is Variant.SOLO else 3)
    assert game.table.rounds == rounds
    assert (
        game.table.objective_rounds == {"introductory": (3, 4), "short": (3, 4), "full": (3, 4, 5), "solo": ()}[variant]
    )
    assert variant.has_cards == (variant is not Variant.INTRODUCTORY)


@pytest.mark.parametrize(("variant", "of_b"), [("introductory", 3), ("short", 3), ("full", 4), ("solo", 4)])
def test_stack_b_comes_in_its_round(variant, of_b):
    table = set_up(Variant(variant), 1 if variant == "solo" else 2).table
    assert [table.stack_of(number) for number in range(1, of_b)] == [Stack.A] * (of_b - 1)
    assert table.stack_of(of_b) is Stack.B


@pytest.mark.parametrize("expansions", MIXES, ids=lambda mix: "+".join(sorted(mix)) or "base")
def test_every_player_has_money_maps_a_mascot_upgrades_staff_and_an_entrance(expansions):
    game = set_up(Variant.FULL, 4, expansions)
    rides = Expansion.INNOVATIONS in expansions
    staff = [Staff.INNOVATOR if rides and card is Staff.BUILDER else card for card in BASE_HAND]
    staff += [Staff.CONSULTANT, Staff.CHAPERONE] if Expansion.PROMO in expansions else []
    for player in game.players:
        assert (player.money, player.maps, player.mascots, player.stars) == (6, 3, 1, 0)
        assert [player.left(upgrade) for upgrade in Upgrade] == [3, 3, 3]
        assert sorted(player.hand) == sorted(staff)
        (entrance,) = player.tiles
        assert entrance.innovation is (Innovation.CABLE_CAR if rides else None)
        assert {Upgrade.GENERATOR, Upgrade.MERCH_KIOSK} <= entrance.upgrades


def spoilt_books(game):
    """The end of a game with one component too many or too few, by what is miscounted."""
    first = game.players[0]
    return {
        "dice": changed(game, bag=game.bag._replace(blue=game.bag.blue + 1)),
        "tiles": changed(game, seen=game.seen | {TileId("a99")}),
        "staff cards": game.change(first.id, hand=first.hand[1:]),
        "skill cards": changed(game, skill_discards=game.skill_discards * 99),
        "maps": game.change(first.id, maps=99),
        "mascots": game.change(first.id, mascots=7),
        "upgrades": game.change(first.id, installed=(Installed(TileId("a01"), 0, Upgrade.GENERATOR),) * 4),
        "guests": game.change(first.id, guests=first.guests * 2),
        "money": game.change(first.id, money=-1),
    }


def test_the_books_of_a_whole_game_balance_and_each_kind_of_component_is_missed():
    game = check_game(load_record(read(FIXTURES / "games" / "full-4-all-random.json"))).reached
    check_conserved(game)
    for what, spoilt in spoilt_books(game).items():
        with pytest.raises(NotConserved, match=what):
            check_conserved(spoilt)
