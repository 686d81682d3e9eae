"""Statements of the rulebook on Plan, Welcome, Expand and Improve, one by one."""

from dataclasses import replace
from typing import Any

import pytest

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.game import events as done
from models.theme_park.game.frozen import changed
from models.theme_park.game.state import ENTRANCE, Dice, Game, Installed
from models.theme_park.game.variant import Step
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.rulings import Choice, Ruling
from tests.theme_park.game.asking import ruled
from tests.theme_park.game.moments import (
    FULL,
    INNOVATIONS,
    INTRODUCTORY,
    SOLO,
    at,
    broken,
    expanding,
    first,
    guest,
    improving,
    played,
    put,
    tiles,
    until,
    with_first,
)

# Plan


@pytest.mark.parametrize(
    ("staff", "rule"),
    [
        ((Staff.GUIDE, Staff.MASCOT), None),
        ((Staff.GUIDE,), "game.plan.two-cards"),
        ((Staff.GUIDE, Staff.MASCOT, Staff.BUILDER), "game.plan.two-cards"),
        ((Staff.GUIDE, Staff.GUIDE), "game.plan.hand"),
    ],
)
def test_everyone_plays_two_cards_of_the_hand(staff: tuple[Staff, ...], rule: str | None) -> None:
    game = at(INTRODUCTORY, done.Plan)
    assert broken(game, done.Plan(game.table.players[0], staff)) == rule


def test_two_copies_may_be_played_where_the_hand_has_them() -> None:
    game = at(INTRODUCTORY, done.Plan)
    by = game.table.players[0]
    game = game.change(by, hand=(Staff.GUIDE, Staff.GUIDE, Staff.MASCOT))
    assert broken(game, done.Plan(by, (Staff.GUIDE, Staff.GUIDE))) is None


def plans(cards: dict[str, tuple[Staff, Staff]], stars: dict[str, int]) -> tuple[str, ...]:
    """The order that follows from cards and stars of the four, whose markers stand as ann, bob, cleo, dan."""
    game = at(INTRODUCTORY, done.Announce)
    game = changed(game, order=game.table.players)
    for player in game.players:
        game = game.change(player.id, played=cards[player.id], stars=stars.get(player.id, 0))
    return until(game, Step.WELCOME).order


def test_the_lowest_sum_is_first_then_fewest_stars_then_the_order_is_turned_round() -> None:
    low, middle = (Staff.TICKET_AGENT, Staff.CONCIERGE), (Staff.CONCIERGE, Staff.BUILDER)
    tied = (Staff.GUIDE, Staff.MASCOT)
    cards = {"ann": tied, "bob": middle, "cleo": tied, "dan": low}
    assert plans(cards, {"ann": 3, "bob": 2, "cleo": 2}) == ("dan", "cleo", "bob", "ann")
    assert plans(cards, {}) == ("dan", "cleo", "bob", "ann")
    assert plans(cards, {"bob": 1, "cleo": 1}) == ("dan", "ann", "cleo", "bob")


def test_consultant_counts_zero_and_chaperone_seven() -> None:
    dice = at(FULL, done.Plan).table.box.staff_dice
    assert (dice[Staff.CONSULTANT], dice[Staff.CHAPERONE]) == (0, 7)


@pytest.mark.parametrize(("choice", "forbids"), [(Choice.ALLOWED, False), (Choice.FLOOR_AT_ZERO, True)])
def test_a_sum_that_stays_at_zero_is_not_below_a_solo_card_of_zero(choice: Choice, forbids: bool) -> None:
    game = ruled(at(SOLO, done.Welcome), Ruling.TURN_SUM_BELOW_ZERO, choice)
    cards = {name: replace(card, value=0) for name, card in game.table.box.solo_cards.items()}
    table = replace(game.table, box=replace(game.table.box, solo_cards=cards))
    game = with_first(changed(game, table=table), played=(Staff.CONSULTANT, Staff.TICKET_AGENT), lowered=2)
    assert game.solo_forbids is forbids


def test_income_is_that_of_cards_entrance_and_attractions_and_not_of_merch_kiosks() -> None:
    game = at(INTRODUCTORY, done.Announce)
    player = first(game)
    park = tiles(game, "a05", "a01")
    kiosk = replace(park["tiles"][2], upgrades=frozenset({Upgrade.MERCH_KIOSK}))
    game = game.change(player.id, played=(Staff.GUIDE, Staff.MASCOT), money=6, tiles=(*park["tiles"][:2], kiosk))
    assert until(game, Step.WELCOME).by_id[player.id].money == 6 + 3 + 3 + 1 + 1


# Welcome


def test_monorails_are_taken_in_turn_order_each_once() -> None:
    game = at(INTRODUCTORY, done.Welcome)
    here, then = game.order[:2]
    name = game.monorails[0].id
    assert broken(game, done.Welcome(then, name)) == "game.turn"
    game = played(game, done.Welcome(here, name))
    assert broken(game, done.Welcome(then, name)) == "game.welcome.monorail"
    assert [(each.colour, each.value) for each in game.by_id[here].guests[-3:]] == list(game.monorails[0].dice)
    assert {each.at for each in game.by_id[here].guests[-3:]} == {ENTRANCE}


@pytest.mark.parametrize(
    ("cards", "uses", "legal"),
    [
        (1, (((0, 2),),), True),
        (1, (((0, 1), (1, 1)),), True),
        (1, (((0, 2), (1, 1)),), False),
        (1, (((0, 3),),), False),
        (1, (((0, 1),), ((1, 1),)), False),
        (2, (((0, 1),), ((0, 1), (1, 1))), True),
    ],
)
def test_a_concierge_raises_one_guest_by_two_or_two_by_one(cards: int, uses: Any, legal: bool) -> None:
    game = at(INTRODUCTORY, done.Welcome)
    low = game.monorails[0]._replace(dice=tuple(done.Die(Colour.BLUE, 3) for _ in range(3)))
    game = changed(game, monorails=(low, *game.monorails[1:]))
    game = with_first(game, played=(Staff.CONCIERGE,) * cards)
    boosts = tuple(tuple(done.Boost(*each) for each in use) for use in uses)
    assert (broken(game, done.Welcome(first(game).id, low.id, boosts)) is None) is legal


def test_a_chaperone_makes_one_new_guest_a_vip() -> None:
    game = at(FULL, done.Welcome)
    name = game.monorails[0].id
    game = with_first(game, played=(Staff.CHAPERONE, Staff.GUIDE))
    assert broken(game, done.Welcome(first(game).id, name, vips=(1, 2))) == "game.welcome.chaperone"
    guests = played(game, done.Welcome(first(game).id, name, vips=(1,))).by_id[first(game).id].guests
    assert [each.vip for each in guests[-3:]] == [False, True, False]


def test_the_administrator_takes_one_guest_more_when_everyone_has_chosen() -> None:
    game = at(FULL, done.Welcome)
    game = with_first(game, administrator=Administrator(AdministratorKind.WELCOME_EXTRA_GUEST))
    extra = done.ExtraGuest(first(game).id, game.monorails[-1].id, 1)
    assert broken(game, extra) == "game.phase.missing"
    for by, carriage in zip(game.order, game.monorails, strict=False):
        game = played(game, done.Welcome(by, carriage.id))
    die = game.monorails[-1].dice[1]
    game = played(game, extra)
    newest = first(game).guests[-1]
    assert (newest.colour, newest.value) == die
    assert broken(game, extra) == "game.welcome.extra-guest"


# Expand


def test_an_attraction_is_paid_at_once_and_in_full_and_one_is_built_a_round() -> None:
    game = expanding()
    assert first(played(game, put("a08", 2)(game))).money == 16
    assert broken(with_first(game, money=3), put("a08", 2)(game)) == "game.money.enough"
    assert broken(game, put("a08", 2, paid=3)(game)) == "game.money.price"
    assert broken(game, put("a08", 3)(game)) == "game.expand.place"
    assert broken(game, put("a08", 1)(game)) == "game.expand.place"
    assert broken(game, put("a01", 2)(game)) == "game.expand.tile"
    assert broken(played(game, put("a08", 2)(game)), put("a13", 3)(game)) == "game.expand.build-once"


def test_two_matching_amenities_set_any_guest_to_any_value() -> None:
    game = expanding(guests=(guest(1, 1), guest(2, 3)))
    bonus = put("a13", 2, guest=GuestId("g1"), value=6)(game)
    assert [each.value for each in first(played(game, bonus)).guests] == [6, 3]
    assert broken(game, put("a04", 2, guest=GuestId("g1"), value=6)(game)) == "game.expand.amenity-earned"


def test_three_matching_amenities_bring_a_guest_of_value_four_from_the_bag() -> None:
    game = expanding(**tiles(expanding(), "a05", "a08"))
    after_it = played(game, put("a13", 3, draw=Colour.GREEN)(game))
    newest = first(after_it).guests[-1]
    assert (newest.colour, newest.value, newest.at) == (Colour.GREEN, 4, ENTRANCE)
    assert sum(after_it.bag) == sum(game.bag) - 1
    assert (
        broken(changed(game, bag=Dice(3, 0, 3)), put("a13", 3, draw=Colour.GREEN)(game)) == "game.expand.amenity-bonus"
    )


def test_four_matching_amenities_build_a_discarded_attraction_for_nothing_and_without_a_bonus() -> None:
    game = changed(expanding(**tiles(expanding(), "a05", "a08", "a12", "a15")), discard_pile=(TileId("a07"),))
    free = put("a13", 5, free=TileId("a07"), free_hex=Hex(6, 0))
    built = first(played(game, free(game)))
    assert (built.tiles[-1].id, built.money) == ("a07", 19)
    also = put("a13", 5, free=TileId("a07"), free_hex=Hex(6, 0), guest=GuestId("g1"), value=6)
    assert broken(game, also(game)) == "game.expand.amenity-earned"
    assert broken(changed(game, discard_pile=()), free(game)) == "game.expand.amenity-bonus"


@pytest.mark.parametrize(
    ("cards", "administrator", "price"),
    [(0, None, 5), (1, None, 3), (2, None, 1), (0, "cheaper-mascots", 3), (2, "cheaper-mascots", 0)],
)
def test_a_mascot_costs_five_less_two_for_each_mascot_card_and_the_administrator(
    cards: int, administrator: str | None, price: int
) -> None:
    skill = Skill(SkillKind.MOVE_OUT)
    card = administrator and Administrator(AdministratorKind(administrator))
    game = changed(expanding(FULL, played=(Staff.MASCOT,) * cards, administrator=card), skills=(skill,))
    by = first(game).id
    assert broken(game, done.Recruit(by, skill, price + 1)) == "game.money.price"
    assert broken(game, done.Recruit(by)) == "game.expand.skill"
    recruited = played(game, done.Recruit(by, skill, price))
    assert (first(recruited).mascots, first(recruited).skills[-1]) == (first(game).mascots + 1, skill)
    assert recruited.skills == ()
    assert broken(recruited, done.Recruit(by, skill, price)) == "game.expand.recruit-once"


# Improve


def upgrade(game: Game, tile: str, space: int, kind: Upgrade, paid: int | None = None) -> done.InstallUpgrade:
    return done.InstallUpgrade(first(game).id, TileId(tile), space, kind, paid)


def test_one_map_a_round_costs_three_and_one_with_the_administrator() -> None:
    game = improving()
    assert broken(game, done.BuyMap(first(game).id, 2)) == "game.money.price"
    bought = played(game, done.BuyMap(first(game).id, 3))
    assert first(bought).maps == first(game).maps + 1
    assert broken(bought, done.BuyMap(first(game).id)) == "game.improve.map-once"
    cheaper = improving(administrator=Administrator(AdministratorKind.CHEAPER_MAPS))
    assert broken(cheaper, done.BuyMap(first(game).id, 1)) is None


def test_two_upgrades_a_round_on_empty_spaces_and_never_two_of_a_kind_on_one_attraction() -> None:
    game = improving()
    one = played(game, upgrade(game, "a16", 0, Upgrade.GENERATOR, 3))
    assert broken(one, upgrade(game, "a16", 0, Upgrade.MERCH_KIOSK)) == "game.improve.space"
    assert broken(one, upgrade(game, "a16", 1, Upgrade.GENERATOR)) == "game.improve.upgrade-twice"
    assert broken(one, upgrade(game, "a16", 2, Upgrade.MERCH_KIOSK)) == "game.improve.space"
    two = played(one, upgrade(game, "a16", 1, Upgrade.MERCH_KIOSK, 3))
    assert broken(two, upgrade(game, "a04", 0, Upgrade.GENERATOR)) == "game.improve.upgrade-limit"
    assert broken(with_first(game, money=2), upgrade(game, "a16", 0, Upgrade.GENERATOR)) == "game.money.enough"


@pytest.mark.parametrize(("cards", "price"), [(1, 2), (2, 1)])
def test_a_builder_pays_one_less_for_each_upgrade_and_takes_one_back_before_any(cards: int, price: int) -> None:
    game = improving(played=(Staff.BUILDER,) * cards)
    by = first(game).id
    one = played(game, upgrade(game, "a16", 0, Upgrade.GENERATOR, price))
    assert broken(one, upgrade(game, "a16", 1, Upgrade.MERCH_KIOSK, price)) is None
    assert broken(one, done.RemoveUpgrade(by, TileId("a16"), 0)) == "game.improve.builder-first"
    later = with_first(one, did=())
    for _ in range(cards):
        later = with_first(played(later, done.RemoveUpgrade(by, TileId("a16"), 0)), installed=first(one).installed)
    assert first(later).money == first(one).money
    assert broken(later, done.RemoveUpgrade(by, TileId("a16"), 0)) == "game.improve.builder"


def test_a_player_has_three_upgrades_of_each_kind() -> None:
    game = improving()
    generators = tuple(Installed(TileId(tile), 0, Upgrade.GENERATOR) for tile in ("a05", "a04", "b01"))
    game = with_first(game, installed=generators)
    assert broken(game, upgrade(game, "a16", 0, Upgrade.GENERATOR)) == "game.improve.upgrade-supply"


def innovation(game: Game, tile: str, kind: Innovation, paid: int | None = None) -> done.InstallInnovation:
    return done.InstallInnovation(first(game).id, TileId(tile), kind, paid)


def test_two_innovations_a_round_one_on_an_attraction_and_statues_in_order_and_dearer() -> None:
    game = improving(INNOVATIONS)
    assert broken(game, innovation(game, "entrance", Innovation.PHOTO_BOOTH)) == "game.improve.innovation-one"
    assert broken(game, innovation(game, "a16", Innovation.STATUE_2)) == "game.improve.statue-order"
    one = played(game, innovation(game, "a16", Innovation.STATUE_1, 3))
    assert broken(one, innovation(game, "a04", Innovation.STATUE_1)) == "game.improve.innovation-supply"
    two = played(one, innovation(game, "a04", Innovation.STATUE_2, 2))
    assert broken(two, innovation(game, "a05", Innovation.PHOTO_BOOTH)) == "game.improve.innovation-limit"
    later = with_first(two, did=())
    assert broken(later, innovation(game, "a05", Innovation.STATUE_3, 3)) is None
    assert broken(improving(), innovation(game, "a16", Innovation.PHOTO_BOOTH)) == "game.improve.innovation-limit"


def test_an_innovator_installs_a_third_upgrade_and_stands_in_for_the_builder() -> None:
    assert Staff.BUILDER not in improving(INNOVATIONS).table.staff_set
    game = improving(INNOVATIONS, played=(Staff.INNOVATOR, Staff.GUIDE))
    for tile, space in (("a16", 0), ("a04", 0), ("a05", 0)):
        game = played(game, upgrade(game, tile, space, Upgrade.GENERATOR))
    assert broken(game, upgrade(game, "a16", 1, Upgrade.MERCH_KIOSK)) == "game.improve.upgrade-limit"
