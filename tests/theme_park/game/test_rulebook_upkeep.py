"""Statements of the rulebook on Upkeep, the end and the solo game, one by one."""

from collections import Counter
from dataclasses import replace

import pytest

from api import load_record
from models.theme_park.attraction import Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Staff
from models.theme_park.game import events as done
from models.theme_park.game.frozen import changed
from models.theme_park.game.scoring.objectives import shares
from models.theme_park.game.set_up.displays import skills_to_deal
from models.theme_park.game.state import ENTRANCE, Dice
from models.theme_park.game.validate import check_game
from models.theme_park.game.variant import Stack, Step
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.operate.moves import OperateMove
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.moments import (
    FULL,
    INTRODUCTORY,
    SOLO,
    at,
    broken,
    first,
    guest,
    improving,
    played,
    tiles,
    until,
    upkeep,
    with_first,
)

# Upkeep and the end


def test_stars_and_money_come_for_each_cube_with_two_stars_and_two_dollars_for_upgrades() -> None:
    game = improving(guests=(guest(1, 5, Colour.GREEN), guest(2, 4, Colour.GREEN)), mascots=1)
    both = frozenset({Upgrade.SPECIAL_EFFECT, Upgrade.MERCH_KIOSK, Upgrade.GENERATOR})
    park = tiles(game, "a01")["tiles"]
    standing = tuple(replace(each, at=TileId("a01")) for each in first(game).guests)
    game = with_first(game, guests=standing, tiles=(park[0], replace(park[1], upgrades=both)))
    ride = [OperateMove(TileId("a01"), (name,), name, ENTRANCE) for name in (GuestId("g1"), GuestId("g2"))]
    before = first(game)
    earned = until(played(game, done.OperatePark(before.id, tuple(ride))), Step.VALUE_ONE)
    assert first(earned).stars == before.stars + 2 * (2 + 2)
    assert first(earned).money == before.money + 2 * 2


@pytest.mark.parametrize(
    ("amounts", "stars"),
    [
        ((5, 4), (4, 0)),
        ((5, 5), (2, 2)),
        ((5, 4, 3), (6, 3, 0)),
        ((5, 5, 3), (5, 5, 0)),
        ((5, 4, 4), (6, 2, 2)),
        ((9, 5, 5, 4), (8, 3, 3, 0)),
        ((9, 9, 9, 9), (4, 4, 4, 4)),
        ((9, 8, 7, 7), (8, 4, 1, 1)),
        ((9, 9, 9, 1), (5, 5, 5, 0)),
    ],
)
def test_objectives_bring_stars_by_the_number_of_players_and_tied_places_share_rounded_up(
    amounts: tuple[int, ...], stars: tuple[int, ...]
) -> None:
    names = at(INTRODUCTORY, done.Plan).table.players
    assert tuple(shares(dict(zip(names, amounts, strict=False))).values()) == stars


def test_every_value_one_guest_goes_back_into_the_bag_but_those_that_ticket_agents_keep() -> None:
    game = upkeep(played=(Staff.TICKET_AGENT, Staff.GUIDE), guests=(guest(1, 1), guest(2, 1), guest(3, 2)))
    game = until(game, Step.VALUE_ONE)
    by = first(game).id
    two = done.PutGuestsBack(by, (done.PutBack(GuestId("g1"), 6), done.PutBack(GuestId("g2"), 6)))
    assert broken(game, two) == "game.upkeep.put-back-card"
    assert broken(game, done.PutGuestsBack(by, (done.PutBack(GuestId("g3"), 6),))) == "game.upkeep.put-back-die"
    kept = until(played(game, done.PutGuestsBack(by, (done.PutBack(GuestId("g1"), 6),))), Step.STAFF)
    assert [(each.id, each.value, each.at) for each in first(kept).guests] == [("g1", 6, ENTRANCE), ("g3", 2, ENTRANCE)]
    others = sum(each.value == 1 for player in game.players[:] if player.id != by for each in player.guests)
    assert sum(kept.bag) == sum(game.bag) + 1 + others


def test_a_ticket_agent_and_the_administrator_may_put_guests_back_at_separate_times() -> None:
    returner = Administrator(AdministratorKind.RETURN_DISCARDED, Colour.BLUE)
    ones = (guest(1, 1, Colour.GREEN), guest(2, 1), guest(3, 1))
    game = upkeep(FULL, played=(Staff.TICKET_AGENT, Staff.GUIDE), guests=ones, administrator=returner)
    by = first(game).id
    agent, administrator = done.Returner.TICKET_AGENT, done.Returner.ADMINISTRATOR

    def back(number: int, card: done.Returner) -> done.PutGuestsBack:
        return done.PutGuestsBack(by, (done.PutBack(GuestId(f"g{number}"), 5, card),))

    once = played(game, back(1, agent))
    assert broken(once, back(2, agent)) == "game.upkeep.put-back-card"
    assert broken(once, back(1, administrator)) == "game.upkeep.put-back-die"
    twice = played(once, back(2, administrator))
    assert broken(twice, back(3, administrator)) == "game.upkeep.put-back-card"
    assert [each.id for each in first(until(twice, Step.STAFF)).guests] == ["g1", "g2"]


def test_played_cards_go_to_the_left_and_a_consultant_leaves_the_game() -> None:
    game = upkeep(FULL)
    seats = game.table.players
    for player in seats:
        game = game.change(player, hand=(), played=(Staff.GUIDE, Staff.MANAGER))
    game = game.change(seats[0], played=(Staff.CONSULTANT, Staff.MASCOT))
    passed = until(game, Step.REFILL)
    assert passed.by_id[seats[1]].hand == (Staff.MASCOT,)
    assert sorted(passed.by_id[seats[0]].hand) == sorted((Staff.GUIDE, Staff.MANAGER))
    assert passed.out_of_game[-1] is Staff.CONSULTANT


def test_an_administrator_swaps_a_played_card_once_in_the_game() -> None:
    swapper = Administrator(AdministratorKind.SWAP_STAFF_CARD)
    game = upkeep(FULL, administrator=swapper, hand=(Staff.MASCOT,), played=(Staff.GUIDE, Staff.MANAGER))
    by = first(game).id
    assert broken(game, done.SwapStaff(by, Staff.MASCOT, Staff.MASCOT)) == "game.upkeep.swap-staff"
    swapped = played(game, done.SwapStaff(by, Staff.GUIDE, Staff.MASCOT))
    assert (first(swapped).hand, first(swapped).administrator) == ((Staff.GUIDE,), None)


@pytest.mark.parametrize("step", [Step.EARN, Step.VALUE_ONE, Step.STAFF])
def test_a_card_is_swapped_at_any_moment_of_upkeep_before_cards_are_passed(step: Step) -> None:
    swapper = Administrator(AdministratorKind.SWAP_STAFF_CARD)
    game = changed(
        upkeep(FULL, administrator=swapper, hand=(Staff.MASCOT,), played=(Staff.GUIDE, Staff.MANAGER)), step=step
    )
    by = first(game).id
    swapped = until(played(game, done.SwapStaff(by, Staff.GUIDE, Staff.MASCOT)), Step.REFILL)
    seats = game.table.players
    right = swapped.by_id[seats[(seats.index(by) + 1) % len(seats)]]
    assert {Staff.MASCOT, Staff.MANAGER} <= set(right.hand)
    assert first(swapped).administrator is None
    again = done.SwapStaff(by, Staff.GUIDE, Staff.MASCOT)
    assert broken(until(game, Step.REFILL), again) == "game.phase.order"


def test_a_card_is_swapped_before_the_objective_is_scored() -> None:
    swapper = Administrator(AdministratorKind.SWAP_STAFF_CARD)
    game = with_first(
        at(FULL, done.ScoreObjective, 3), administrator=swapper, hand=(Staff.MASCOT,), played=(Staff.GUIDE,) * 2
    )
    assert game.step is Step.OBJECTIVE
    assert first(played(game, done.SwapStaff(first(game).id, Staff.GUIDE, Staff.MASCOT))).hand == (Staff.GUIDE,)


def goal_moved(to: int, *, told: bool) -> tuple[done.Event, ...]:
    """A solo game whose first goal is scored before filling (0), between (1), after the display (2); its outcome told or not."""
    events = list(load_record(read(FIXTURES / "games" / f"{SOLO}.json")).events)
    number = next(at for at, each in enumerate(events) if isinstance(each, done.ScoreGoal))
    goal = events.pop(number)
    assert isinstance(goal, done.ScoreGoal)
    first_of_two = min(
        at for at in range(number - 2, number + 2) if isinstance(events[at], done.FillMonorails | done.Display)
    )
    assert {type(each) for each in events[first_of_two : first_of_two + 2]} == {done.FillMonorails, done.Display}
    events.insert(first_of_two + to, goal if told else replace(goal, achieved=None))
    return tuple(events)


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_goal_is_scored_at_any_time_of_the_end_of_upkeep(place: int, told: bool) -> None:
    record = load_record(read(FIXTURES / "games" / f"{SOLO}.json"))
    whole, moved = check_game(record), check_game(replace(record, events=goal_moved(place, told=told)))
    assert moved.violation is None
    assert (moved.reached.target, moved.sheet) == (whole.reached.target, whole.sheet)
    assert sorted(moved.reached.goals_scored) == sorted(whole.reached.goals_scored)


def test_the_new_display_may_lie_out_before_the_monorails_are_filled() -> None:
    record = load_record(read(FIXTURES / "games" / f"{INTRODUCTORY}.json"))
    number = next(at for at, each in enumerate(record.events) if isinstance(each, done.Display) and at > 20)
    fill, display = record.events[number - 1 : number + 1]
    assert isinstance(fill, done.FillMonorails)
    swapped = (*record.events[: number - 1], display, fill, *record.events[number + 1 :])
    assert check_game(replace(record, events=swapped)).reached == check_game(record).reached
    twice = check_game(replace(record, events=(*record.events[: number - 1], display, fill, display))).violation
    assert twice is not None
    assert (twice.step, twice.rule) == (number + 1, "game.phase.once")


def test_a_wrong_count_of_earnings_is_answered_with_what_brought_how_much() -> None:
    record = load_record(read(FIXTURES / "games" / f"{INTRODUCTORY}.json"))
    number = next(at for at, each in enumerate(record.events) if isinstance(each, done.Earn))
    earn = record.events[number]
    assert isinstance(earn, done.Earn)
    assert earn.money is not None
    (by, money), *others = earn.money
    wrong = replace(earn, money=((by, money + 1), *others))
    refused = check_game(replace(record, events=(*record.events[:number], wrong))).violation
    assert refused is not None
    assert refused.message == f"{by} takes ${money + 1}; the round earned ${money} (${money} from merch kiosks)."


def test_monorails_that_nobody_took_go_back_into_the_bag_before_all_are_filled_again() -> None:
    game = at(INTRODUCTORY, done.FillMonorails, 1)
    left = [carriage for carriage in game.monorails if carriage.taken_by is None]
    assert len(left) == 1
    every = Dice(21, 21, 21)
    parks = sum(len(player.guests) for player in game.players)
    dice = [tuple(done.Die(Colour.BLUE, value) for value in values) for values in game.table.box.monorails.values()]
    assert sum(game.bag) + len(left[0].dice) + parks == sum(every)
    full = changed(
        game, bag=Dice(12, *game.bag[1:]), monorails=(left[0]._replace(dice=(done.Die(Colour.BLUE, 1),) * 3),)
    )
    assert broken(full, done.FillMonorails(tuple(dice))) is None
    fewer = changed(full, bag=Dice(11, *game.bag[1:]))
    assert broken(fewer, done.FillMonorails(tuple(dice))) == "game.dice.bag"


@pytest.mark.parametrize(
    ("name", "number", "stack"),
    [(INTRODUCTORY, 2, Stack.A), (INTRODUCTORY, 3, Stack.B), (FULL, 3, Stack.A), (FULL, 4, Stack.B)],
)
def test_displays_are_dealt_from_the_stack_of_the_coming_round(name: str, number: int, stack: Stack) -> None:
    game = changed(at(name, done.Display, number - 1), seen=frozenset(), skills=(), skill_discards=())
    deck = Counter((game.table.box.skills or ()) * 2)
    deck -= Counter(card for player in game.players for card in player.skills)
    skills = tuple(deck.elements())[: skills_to_deal(game)]
    for dealt in Stack:
        of_it = [tile for tile, printed in game.table.box.tiles.items() if printed.stack is dealt]
        display = done.Display(tuple(of_it[: game.table.displayed]), skills)
        assert broken(game, display) == (None if dealt is stack else "game.display.stack")


@pytest.mark.parametrize(
    ("one", "other", "winners"),
    [
        ((10, 3, 1), (10, 2, 9), [0]),
        ((10, 3, 1), (11, 0, 2), [1]),
        ((10, 3, 1), (11, 0, 1), [0]),
        ((10, 3, 1), (10, 3, 1), [0, 1]),
    ],
)
def test_a_star_for_every_three_dollars_then_most_guests_then_most_money_then_a_shared_win(
    one: tuple[int, int, int], other: tuple[int, int, int], winners: list[int]
) -> None:
    """Each with stars, dollars and guests."""
    game = at("introductory-2-random", done.EndGame, 4)
    for name, (stars, money, guests) in zip(game.table.players, (one, other), strict=True):
        game = game.change(name, stars=stars, money=money, guests=tuple(guest(n, 3) for n in range(guests)))
    assert played(game, done.EndGame()).winners == tuple(game.table.players[number] for number in winners)


# The solo game


def test_a_solo_card_not_above_the_sum_forbids_what_it_shades() -> None:
    game = at(SOLO, done.Welcome)
    card = game.solo_cards[-1]
    printed = game.table.box.solo_cards[card]
    shaded = game.monorails[printed.monorail].id
    by = game.players[0].id
    for value, rule in ((5, "game.solo.shaded"), (4, "game.solo.shaded"), (6, None)):
        box = replace(game.table.box, solo_cards={**game.table.box.solo_cards, card: replace(printed, value=value)})
        table = replace(game.table, box=box)
        solo = changed(game, table=table).change(by, played=(Staff.CONCIERGE, Staff.GUIDE), lowered=0)
        assert broken(solo, done.Welcome(by, shaded)) == rule, value


def test_solo_cards_played_are_gone_and_dice_leave_for_the_discard_area() -> None:
    game = until(at(SOLO, done.OperatePark), Step.OPERATE)
    game = with_first(
        changed(game, step=Step.VALUE_ONE), guests=(guest(1, 1), guest(2, 3)), played=(Staff.GUIDE, Staff.GUIDE)
    )
    later = until(game, Step.REFILL)
    assert later.bag == game.bag
    assert later.discarded.blue == game.discarded.blue + 1
    assert later.out_of_game[-2:] == (Staff.GUIDE, Staff.GUIDE)
    assert later.players[0].hand == game.players[0].hand


def test_a_goal_that_was_missed_raises_the_target_by_its_stars_and_those_of_its_space() -> None:
    game = until(at(SOLO, done.OperatePark, 3), Step.GOAL)
    (goal,) = [name for number, name in game.goals if number == 3]
    printed, space = game.table.box.goals[goal].stars, game.table.box.overlay.spaces[3][1]  # type: ignore[union-attr]
    by_hand = replace(
        game.table.box.goals[goal], measure=replace(game.table.box.goals[goal].measure, quantity="by-hand")
    )
    table = replace(game.table, box=replace(game.table.box, goals={**game.table.box.goals, goal: by_hand}))
    game = changed(game, table=table, goals_scored=())
    assert played(game, done.ScoreGoal(goal, achieved=False)).target == game.target + printed + space
    assert played(game, done.ScoreGoal(goal, achieved=True)).target == game.target


@pytest.mark.parametrize(("above", "wins"), [(0, False), (1, True)])
def test_the_solo_player_wins_above_the_target_only(above: int, wins: bool) -> None:
    game = at(SOLO, done.EndGame, 5)
    game = changed(with_first(game, stars=170 + above, money=2, administrator=None), target=170)
    assert bool(played(game, done.EndGame()).winners) is wins
