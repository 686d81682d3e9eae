"""Which rules are checked where, how tokens turn dice, and the turns that are listed; examples are files (test_rule_examples)."""

import pkgutil
from dataclasses import is_dataclass, replace
from importlib import import_module

import pytest

import models.dice_manor
from api.dice_manor.loading import load_seat
from api.problems.bad_input import BadInput
from models.dice_manor.bids import advertising_order, raised
from models.dice_manor.building import BUILD_CHECKS
from models.dice_manor.manor import Place
from models.dice_manor.next_turns import next_turns
from models.dice_manor.replay import CHECKS, check, replay
from models.dice_manor.rules import Rule, catalogue
from models.dice_manor.rulings import Choice, ManorRulings, Ruling, questions
from models.dice_manor.turn import Bid, Board, Nudge, Reroll, Seat, Turn
from tests.dice_manor.manors import LINE, manor, room

ENTRANCE, A, B = Place("entrance", 0), Place("a", 0), Place("b", 0)
OPENING = Seat(LINE, 4)
BEGUN = Seat(LINE, 3, {ENTRANCE: 1})
BIDS = Seat(LINE, 4, player="teal", board=Board(advertising=(Bid("teal", 1, 2),)))
FORK = manor(room("a", 4, doors=["entrance"]), room("b", 4, doors=["a"]), room("c", 4, doors=["a"]))
TWIN = manor(room("a", 4, 4, doors=["entrance"]), room("b", 4, doors=["a"]))


def turn(rolled, number, *paths, **rest):
    return Turn(tuple(rolled), number, tuple(tuple(path) for path in paths), **rest)


def broken(seat, one):
    """The rule that a turn breaks, None where it is legal."""
    violation = replay(seat, [one]).violation
    return violation and violation.rule


def test_the_catalogue_has_every_rule_and_every_rule_is_checked():
    assert list(catalogue()) == list(Rule)
    building = {Rule.BUILD_TILE, *(each.rule for each in BUILD_CHECKS)}
    games = {each for each in Rule if each.value.startswith("game.")}
    assert {each.rule for each in CHECKS} | building | games == set(Rule)
    assert not {each.rule for each in CHECKS} & building


def test_every_ruling_but_one_is_a_switch_and_that_one_says_why_it_is_none():
    assert list(questions()) == list(Ruling)
    assert len(questions()) == 21
    assert all(len(set(row.choices)) == len(row.choices) for row in questions().values())
    [decided] = [row for row in questions().values() if not row.is_switch]
    assert (decided.id, decided.why.partition(":")[0]) == (Ruling.OPENING_BID_OF_TWO, "no verdict hangs on it")


def test_rulings_of_which_is_noted_what_was_asked_equal_no_others():
    assert ManorRulings() == ManorRulings()
    watched = ManorRulings().watched()
    assert watched == watched  # noqa: PLR0124 - what is kept for it is found again
    assert watched not in (ManorRulings(), ManorRulings().watched())


def test_an_opening_bid_of_two_is_passed_and_passes_whether_it_is_one_die_or_two():
    for dice in (1, 2):
        opening = raised((), "beige", dice, 2)
        black = raised(opening, "black", 2, 3)
        beige = raised(black, "beige", 2, 2)
        orders = [[bid.player for bid in advertising_order(bids, ManorRulings())] for bids in (opening, black, beige)]
        assert orders == [["beige"], ["black", "beige"], ["beige", "black"]]


def test_tokens_that_a_turn_earns_are_for_the_next_one():
    spends = turn([2, 4, 4], 4, [A, B], tokens=(Nudge(0, 1),))
    assert replay(replace(BEGUN, tokens=0), [spends]).violation.rule == Rule.TOKENS_ENOUGH
    first = turn([1, 2, 4, 4], 1, [ENTRANCE])
    again = turn([2, 6, 3], 4, [A], tokens=(Reroll((0,), (4,)),))
    verdict = replay(OPENING, [first, again])
    assert verdict.legal
    assert [step.after.tokens for step in verdict.steps] == [1, 1]


def test_a_turn_is_told_with_its_tokens_paths_and_guests():
    seat = replace(OPENING, tokens=2)
    uses = (Nudge(0, -1), Reroll((1,), (4,)))
    step = replay(seat, [turn([5, 1, 4, 4], 4, [ENTRANCE, A, B], tokens=uses)]).steps[0]
    assert (step.unhappy, step.after.supply) == (1, 32)
    assert step.text == (
        '2 tokens (turns die 0 by -1, rolls 1 again: 4); chooses 4 (4 dice); path "entrance", "a", "b" earns 5 prestige; '
        "1 unhappy guest."
    )
    bid = replay(BIDS, [turn([2, 2, 2, 1], 2, [ENTRANCE], blueprint=1, advertising=1)]).steps[0].text
    assert bid == 'Chooses 2 (3 dice); path "entrance" earns 1 token; 1 die under Blueprint 2; 1 die on Advertising.'


def test_prestige_of_turns_adds_up():
    first, second = turn([4, 4, 1, 1], 4, [ENTRANCE, A]), turn([4, 4], 4, [B])
    verdict = replay(replace(OPENING, prestige=7), [first, second])
    assert (verdict.prestige, verdict.reached.prestige, verdict.reached.unhappy) == (2, 9, 1)
    assert replay(OPENING, [first, second]).reached.prestige == 2


def test_a_ruling_under_which_the_turns_get_further_is_told_with_where_they_then_end():
    first, second = turn([4, 4, 1], 4, [A], [B]), turn([1], 1, [ENTRANCE])
    verdict = check(BEGUN, [first, second])
    assert verdict.violation.step == 0
    assert {(other.ruling, other.choice, other.step) for other in verdict.under} == {
        (Ruling.PATH_CONTINUED, Choice.OWN_PATH, 1),
        (Ruling.PASS_WITHOUT_DIE, Choice.YES, 1),
    }


def test_where_a_branch_may_leave_several_dice_the_longest_way_on_counts():
    rulings = ManorRulings.of({Ruling.TRUNK_OF_BRANCHES: Choice.LONGEST_BRANCH})
    home = manor(*FORK.rooms[1:], room("d", 4, doors=["c"]))
    seat = replace(BEGUN, manor=home, unplaced=4, rulings=rulings)
    c, d = Place("c", 0), Place("d", 0)
    longer = replay(seat, [turn([4, 4, 4, 4], 4, [A, B], [c, d])]).violation
    assert (longer.rule, longer.message.partition(",")[0]) == (Rule.TOUR_BRANCH, "Path 2 has 2 dice")
    assert replay(seat, [turn([4, 4, 4, 4], 4, [A, c, d], [B])]).violation is None
    own = ManorRulings.of({Ruling.TRUNK_OF_BRANCHES: Choice.LONGEST_BRANCH, Ruling.PATH_CONTINUED: Choice.OWN_PATH})
    line = manor(*LINE.rooms[1:], room("c", 4, doors=["b"]))
    assert replay(replace(BEGUN, manor=line, rulings=own), [turn([4, 4, 4], 4, [A], [B, c])]).violation is None


def test_dice_of_a_number_without_a_tile_may_go_elsewhere_though_its_blueprint_takes_none():
    closed = ManorRulings.of({Ruling.EMPTY_BLUEPRINT: Choice.CLOSED})
    seat = Seat(LINE, 2, player="teal", board=Board(empty=frozenset({4})), rulings=closed)
    assert broken(seat, turn([4, 4], 4, advertising=2)) is None
    assert broken(seat, turn([4, 4], 4, blueprint=1, advertising=1)) == Rule.BLUEPRINT_EMPTY


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_dice_that_fit_nowhere_else_go_under_a_blueprint_without_a_tile_however_the_table_rules(dice):
    """A player whose dice fitted neither on Advertising nor in the manor had no legal turn."""
    closed = ManorRulings.of({Ruling.EMPTY_BLUEPRINT: Choice.CLOSED})
    board = Board(advertising=(Bid("teal", 1, 2),), empty=frozenset({4, 5}))
    seat = Seat(LINE, dice, {ENTRANCE: 1, A: 4}, player="teal", board=board, rulings=closed)
    assert broken(seat, turn([5] * dice, 5, blueprint=dice)) is None
    assert broken(seat, turn([4] * dice, 4, blueprint=dice)) == Rule.BLUEPRINT_EMPTY
    assert broken(seat, turn([4] * dice, 4, [B], blueprint=dice - 1)) is None


def classes():
    """Every class of the game's models."""
    names = [each.name for each in pkgutil.walk_packages(models.dice_manor.__path__, "models.dice_manor.")]
    for module in map(import_module, names):
        yield from (
            each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__
        )


def test_no_value_of_the_game_can_be_changed():
    made = [each for each in classes() if is_dataclass(each)]
    assert {Seat, Turn, Bid, Board} < set(made)
    assert [each for each in made if not each.__dataclass_params__.frozen] == []


LONGEST = {Ruling.TRUNK_OF_BRANCHES: Choice.LONGEST_BRANCH}


def test_branches_are_measured_in_the_first_turn_too_and_after_a_path_that_is_none():
    home = manor(*FORK.rooms[1:], room("d", 4, doors=["c"]), room("e", 4, doors=["entrance"]))
    c, d, e = Place("c", 0), Place("d", 0), Place("e", 0)
    seat = Seat(home, 5, rulings=ManorRulings.of(LONGEST))
    assert broken(seat, turn([4] * 5, 4, [ENTRANCE, A, B], [c, d])) == Rule.TOUR_BRANCH
    begun = replace(seat, dice={ENTRANCE: 1})
    assert broken(begun, turn([4] * 5, 4, [A, B], [e], [c, d])) == Rule.TOUR_BRANCH
    assert broken(replace(begun, unplaced=4), turn([4] * 4, 4, [A, B], [e], [c])) is None  # no longer than the rest


def test_a_branch_may_be_as_long_as_what_the_path_goes_on_with_behind_the_room_where_it_leaves():
    line = (room(id, 4, doors=[before]) for id, before in (("a", "entrance"), ("b", "a"), ("c", "b"), ("d", "c")))
    home = manor(*line, room("e", 4, doors=["b"]), room("f", 4, doors=["e"]))
    seat = Seat(home, 6, {ENTRANCE: 1}, rulings=ManorRulings.of(LONGEST))
    c, d, e, f = (Place(id, 0) for id in "cdef")
    assert broken(seat, turn([4] * 6, 4, [A, B, c, d], [e, f])) is None
    assert broken(replace(seat, unplaced=5), turn([4] * 5, 4, [A, B, c], [e, f])) == Rule.TOUR_BRANCH


def test_a_path_comes_back_to_no_room_that_it_has_left_whatever_the_rooms_are_called():
    for middle, beside in (("a", "b"), ("b", "a")):
        home = manor(room(middle, 4, 4, doors=["entrance"]), room(beside, 4, doors=[middle]))
        seat = Seat(home, 3, {ENTRANCE: 1})
        one, two, away = Place(middle, 0), Place(middle, 1), Place(beside, 0)
        assert broken(seat, turn([4] * 3, 4, [one, away, two])) == Rule.TOUR_RETURN
        assert broken(seat, turn([4] * 3, 4, [two, one, away])) is None


def test_a_message_names_the_room_in_which_the_path_that_is_refused_starts():
    line = manor(*LINE.rooms[1:], room("c", 4, doors=["b"]), room("d", 4, doors=["c"]))
    cut = turn([4] * 4, 4, [A, B], [Place("c", 0), Place("d", 0)])
    continued = replay(Seat(line, 4, {ENTRANCE: 1}), [cut]).violation
    assert (continued.rule, continued.message[:20]) == (Rule.TOUR_CONTINUED, 'Path 2 starts at "c"')
    first = replay(Seat(line, 4), [turn([4] * 4, 4, [A, B], [ENTRANCE])]).violation
    assert (first.rule, first.message[-11:]) == (Rule.TOUR_ENTRANCE, 'not at "a".')


@pytest.mark.parametrize(("continued", "rule"), [(Choice.OWN_PATH, None), (Choice.SAME_PATH, Rule.TOUR_BRANCH)])
def test_a_branch_beside_the_last_die_too_may_be_longer_where_it_is_a_path_of_its_own(continued, rule):
    rooms = (room("a", 4, doors=["entrance"]), room("b", 4, doors=["a"]), room("c", 4, doors=["a", "b"]))
    home = manor(*rooms, room("d", 4, doors=["c"]))
    seat = Seat(home, 4, {ENTRANCE: 1}, rulings=ManorRulings.of({**LONGEST, Ruling.PATH_CONTINUED: continued}))
    assert broken(seat, turn([4] * 4, 4, [A, B], [Place("c", 0), Place("d", 0)])) == rule
    apart = replace(seat, manor=manor(*rooms[:2], room("c", 4, doors=["a"]), room("d", 4, doors=["c"])))
    assert broken(apart, turn([4] * 4, 4, [A, B], [Place("c", 0), Place("d", 0)])) == Rule.TOUR_BRANCH


def test_a_room_is_not_beside_itself_though_dice_may_pass_rooms():
    rulings = {Ruling.PASS_WITHOUT_DIE: Choice.YES}
    seat = Seat(TWIN, 1, {A: 4}, rulings=ManorRulings.of(rulings))
    again = turn([4], 4, [Place("a", 1)])
    assert broken(seat, again) == Rule.TOUR_START
    always = ManorRulings.of({**rulings, Ruling.START_IN_OCCUPIED_ROOM: Choice.ALWAYS})
    assert broken(replace(seat, rulings=always), again) is None
    assert broken(replace(seat, dice={A: 4, B: 4}), again) is None


@pytest.mark.parametrize(
    ("bids", "raising", "order"),
    [
        ([(2, 5), (2, 3), (2, 5)], Choice.PASSES, [0, 2, 1]),
        ([(2, 3), (3, 1), (2, 6)], Choice.PASSES, [1, 2, 0]),
        ([(2, 3), (2, 3), (1, 6)], Choice.PASSES, [0, 1, 2]),
        ([(2, 3), (2, 6)], Choice.PASSES, [1, 0]),
        ([(2, 3), (2, 6)], Choice.STAYS_BEHIND, [0, 1]),
    ],
)
def test_advertising_is_ordered_by_dice_then_by_number_then_by_who_came_first(bids, raising, order):
    told = [Bid(str(at), dice, number, raised=True) for at, (dice, number) in enumerate(bids)]
    rulings = ManorRulings.of({Ruling.RAISED_TO_EQUAL_COUNT: raising})
    assert [int(bid.player) for bid in advertising_order(told, rulings)] == order


def test_a_first_bid_with_a_higher_number_goes_ahead_though_raised_ones_stay_behind():
    rulings = ManorRulings.of({Ruling.RAISED_TO_EQUAL_COUNT: Choice.STAYS_BEHIND})
    bids = raised(raised((), "ann", 2, 3), "bob", 2, 6)
    assert [bid.player for bid in advertising_order(bids, rulings)] == ["bob", "ann"]
    assert [bid.player for bid in advertising_order((Bid("ann", 2, 3), Bid("bob", 2, 6)), rulings)] == ["bob", "ann"]


def test_bids_of_as_many_dice_are_equal_however_they_were_reached():
    assert Bid("teal", 3, 2, raised=True) == Bid("teal", 3, 2)
    assert Bid("teal", 3, 2) != Bid("teal", 3, 1)


def test_a_supply_that_runs_out_gives_what_it_has_and_says_so():
    limited = ManorRulings.of({Ruling.TOKENS_IN_THE_BOX: Choice.THIRTY_TWO})
    step = replay(replace(OPENING, tokens=32, rulings=limited), [turn([1, 4, 4, 4], 1, [ENTRANCE])]).steps[0]
    assert (step.after.tokens, step.text[-42:]) == (32, "earns 1 token; 1 token fewer, as the supply is empty."[-42:])
    spent = turn([2, 4, 4, 4], 1, [ENTRANCE], tokens=(Nudge(0, -1),))
    assert replay(replace(OPENING, tokens=32, rulings=limited), [spent]).steps[0].after.tokens == 32


@pytest.mark.parametrize(
    ("tokens", "supply", "gained"), [(2, None, 2), (2, 30, 2), (31, None, 1), (32, None, 0), (40, None, 0)]
)
def test_tokens_earned_leave_the_supply_of_thirty_two_and_no_more_than_it_has(tokens, supply, gained):
    limited = ManorRulings.of({Ruling.TOKENS_IN_THE_BOX: Choice.THIRTY_TWO})
    apart = manor(room("a", 4, doors=["entrance"]), room("c", 4, doors=["entrance"]))
    seat = Seat(apart, 3, {ENTRANCE: 1}, tokens=tokens, rulings=limited, supply=supply)
    step = replay(seat, [turn([4, 4, 1], 4, [A], [Place("c", 0)])]).steps[0]
    assert (step.after.tokens, step.after.in_supply) == (tokens + gained, 32 - tokens - gained)
    missing = {2: "earns 1 token.", 1: "; 1 token fewer, as the supply is empty.", 0: "; 2 tokens fewer, as the"}
    assert missing[gained] in step.text


def faults(**changes):
    """Where a document of a Grand Opening is refused, and why."""
    document = {"manor": {"rooms": ROOMS}, "unplaced": 9, **changes}
    try:
        load_seat(document)
    except BadInput as bad:
        return [(fault.pointer, fault.detail) for fault in bad.faults]
    return []


ROOMS = [{"id": "entrance", "type": "entrance", "slots": ["any"]}]


def test_dice_show_1_to_6_and_a_player_has_9_of_them_at_most():
    assert faults(rolled=[1, 2, 3, 4, 5, 6, 6, 6, 6]) == []
    assert faults(rolled=[7] + [1] * 8) == [("/rolled/0", "Found 7; accepted: a whole number from 1 to 6.")]
    assert [pointer for pointer, _ in faults(unplaced=10)] == ["/unplaced"]
    assert [pointer for pointer, _ in faults(unhappy=1)] == ["/unplaced"]


def test_a_room_has_two_slots_at_most():
    lobby = {"id": "lobby", "type": "office", "doors": ["entrance"]}
    assert faults(manor={"rooms": [*ROOMS, {**lobby, "slots": [[1], [1]]}]}) == []
    too_many = faults(manor={"rooms": [*ROOMS, {**lobby, "slots": [[1], [1], [1]]}]})
    assert [pointer for pointer, _ in too_many] == ["/manor/rooms/1/slots"]


def test_a_manor_has_100_rooms_at_most():
    rooms = [{"id": f"r{at}", "type": "office", "slots": [[4]], "doors": ["entrance"]} for at in range(100)]
    assert faults(manor={"rooms": ROOMS + rooms[:99]}) == []
    assert [pointer for pointer, _ in faults(manor={"rooms": ROOMS + rooms})] == ["/manor/rooms"]


def test_a_six_turned_up_is_a_one_and_a_one_turned_down_a_six():
    shown = turn([6, 1], 1, tokens=(Nudge(0, 1), Nudge(1, -1))).shown
    assert shown == (1, 6)


def test_several_tokens_may_turn_the_same_die():
    assert turn([2], 4, tokens=(Nudge(0, 1), Nudge(0, 1))).shown == (4,)


def test_every_listed_turn_is_legal_and_none_is_listed_twice():
    seat = replace(BEGUN, manor=FORK)
    listed = [step.turn for step in next_turns(seat, (4, 4, 1))]
    assert all(replay(seat, [each]).legal for each in listed)
    assert len({(each.number, frozenset(each.paths)) for each in listed}) == len(listed)
    fours = {frozenset(each.paths) for each in listed if each.number == 4}
    c = Place("c", 0)
    assert fours == {frozenset({(A, B)}), frozenset({(A, c)})}
    assert [each.paths for each in listed if each.number == 1] == [()]


def test_in_the_bid_phase_every_way_to_part_the_dice_is_listed():
    listed = [step.turn for step in next_turns(BIDS, (2, 2, 5, 5))]
    twos = {(each.toured, each.blueprint, each.advertising) for each in listed if each.number == 2}
    assert twos == {(0, 0, 2), (0, 1, 1), (0, 2, 0), (1, 0, 1), (1, 1, 0)}
    fives = {(each.toured, each.blueprint, each.advertising) for each in listed if each.number == 5}
    assert fives == {(0, 2, 0), (1, 1, 0)}
