"""Which rules are checked where, how tokens turn dice, and the turns that are listed; examples are files (test_rule_examples)."""

from dataclasses import replace

from models.dice_manor.building import BUILD_CHECKS
from models.dice_manor.manor import Place
from models.dice_manor.next_turns import next_turns
from models.dice_manor.replay import CHECKS, replay
from models.dice_manor.rules import Rule, catalogue
from models.dice_manor.rulings import Ruling, questions
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


def test_the_catalogue_has_every_rule_and_every_rule_is_checked():
    assert list(catalogue()) == list(Rule)
    building = {Rule.BUILD_TILE, *(each.rule for each in BUILD_CHECKS)}
    games = {each for each in Rule if each.value.startswith("game.")}
    assert {each.rule for each in CHECKS} | building | games == set(Rule)
    assert not {each.rule for each in CHECKS} & building


def test_every_ruling_has_two_choices_or_more_that_the_table_names():
    assert list(questions()) == list(Ruling)
    assert all(len(set(row.choices)) > 1 for row in questions().values())


def test_tokens_that_a_turn_earns_are_for_the_next_one():
    spends = turn([2, 4, 4], 4, [A, B], tokens=(Nudge(0, 1),))
    assert replay(replace(BEGUN, tokens=0), [spends]).violation.rule == Rule.TOKENS_ENOUGH
    first = turn([1, 2, 4, 4], 1, [ENTRANCE])
    again = turn([2, 6, 3], 4, [A], tokens=(Reroll((0,), (4,)),))
    verdict = replay(OPENING, [first, again])
    assert verdict.legal
    assert [step.after.tokens for step in verdict.steps] == [1, 1]


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
