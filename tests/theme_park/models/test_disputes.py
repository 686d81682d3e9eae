"""What a disputed verdict brings: the nearest legal moves, the rulings it hangs on, another sequence beside it."""

import time
from dataclasses import fields, replace
from itertools import islice
from random import Random

import pytest

from models.theme_park.cards import Staff
from models.theme_park.operate.disputes import Difference, compare, judge
from models.theme_park.operate.end_of_phase import guests_left, pips_left
from models.theme_park.operate.moves import (
    AdjustColour,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    OperateMove,
    SkillUse,
)
from models.theme_park.operate.notation import parse_moves, parse_position
from models.theme_park.operate.phase import broken_rule, legal_moves
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from models.theme_park.operate.suggestions import distance, nearest_moves
from models.theme_park.rulings import Choice, Ruling, Rulings, questions
from tests.theme_park.parks import random_position

# Entrance and a ride for one die, side by side, with a blue 5 and a green 3 on the Entrance.
PARK = parse_position(
    "p1~m1~k~s.manager~t.entrance.0.0.Park__Entrance.x1.a.ukg~t.ride.1.0.Ride.y4.a~gb5.g1.entrance~gg3.g2.entrance"
)

# A coaster for a yellow and a green die of equal value, and an Entrance on which any die may stand.
MANY_ON_THE_ENTRANCE = parse_position(
    "p1~t.coaster.1.0.Coaster.y6.Eyg~t.entrance.0.0.Park__Entrance.x1.a.ukg"
    "~gy4.g1.coaster~gg4.g2.coaster~gb5.g3.entrance~gg3.g4.entrance~gb2.g5.entrance"
)


def judged(line, position=PARK):
    return judge(position, parse_moves(line))


def under(ruling, choice, position=PARK):
    return replace(position, rulings=Rulings.of({ruling: choice}))


def spoilt(rng, position, move):
    """The move with one field changed to what may be wrong."""
    wrong = rng.choice([tile.id for tile in position.tiles])
    match move:
        case OperateMove():
            return replace(move, to=move.tile) if rng.random() < 0.5 else replace(move, tile=wrong)
        case MascotMove():
            return replace(move, tile=wrong)
        case _:
            return replace(move, to=wrong)


@pytest.mark.parametrize("seed", range(40))
def test_in_a_small_park_no_legal_move_is_nearer_than_those_named(seed):
    rng = Random(seed)
    position = random_position(rng, tiles=3, guests=4, mascots=1, full=seed % 2 == 0)
    before = start(position)
    legal = list(islice(legal_moves(position, before), 30_000))
    for move in rng.sample(legal, min(4, len(legal))):
        wrong = spoilt(rng, position, move)
        if broken_rule(position, before, wrong) is None:
            continue
        all_of_its_kind = sorted(distance(wrong, other) for other in legal if type(other) is type(wrong))
        near = nearest_moves(position, before, wrong)
        assert [distance(wrong, other) for other in near] == all_of_its_kind[:5]
        assert all(broken_rule(position, before, other) is None for other in near)


def test_distance_counts_fields_then_members():
    one = OperateMove("a", ("g1", "g2"), "g1", "b")
    assert distance(one, one) == (False, 0, 0)
    assert distance(one, replace(one, to="c")) == (False, 1, 0)
    assert distance(one, replace(one, party=("g1", "g3"))) == (False, 1, 2)
    assert distance(one, OperateMove("c", ("g4",), keep="g4")) == (True, 5, 3)
    assert distance(MapMove("g1", "a"), MapMove("g2", "a")) > distance(MapMove("g1", "a"), MapMove("g1", "b"))
    assert len(fields(one)) == 9


def test_a_wrong_party_brings_other_parties_of_the_same_attraction():
    judgement = judge(MANY_ON_THE_ENTRANCE, parse_moves("m1~o.coaster.g1.entrance.g1"))
    assert [step.move.tile for step in judgement.instead][:2] == ["coaster", "coaster"]
    assert {step.move.tile for step in judgement.instead[2:]} == {"entrance"}


def test_an_illegal_move_brings_legal_ones_of_its_kind_and_what_they_do():
    judgement = judged("m1~o.entrance.g1.ride.g1~o.ride..ride.g1")
    assert judgement.verdict.violation.step == 1
    assert [step.move for step in judgement.instead] == [
        OperateMove("ride", ("g1",), "g1", "entrance"),
        OperateMove("entrance", ("g2",), "g2", "ride"),
    ]
    assert judgement.instead[0].text.startswith("Operate Ride with blue 4; blue 3 walks to Park Entrance: +4 stars")
    assert judgement.relies_on == ()


def test_where_no_move_of_the_kind_is_legal_none_is_named():
    assert judged("m1~m.g1.ride~m.g1.entrance").instead == ()
    assert judged("m1~g.g1.ride").instead == ()


def test_at_most_five_moves_are_named():
    judgement = judged("m1~k0.entrance.g1.3")
    assert len(judgement.instead) == 5
    assert judgement.instead[0].move == MascotMove(0, "entrance", (AdjustValue("g1", 1),))


def test_what_is_used_in_the_midst_of_an_operation_is_left_out_to_make_it_legal():
    judgement = judged("m1~oa1.entrance.g1.ride.g1~m.g2.ride")
    assert judgement.verdict.violation.rule == "operate.timing"
    assert judgement.instead[0].move == OperateMove("entrance", ("g1",), "g1", "ride")
    assert [(other.ruling, other.choice, other.legal) for other in judgement.under] == [
        (Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ANY_STEP, True)
    ]


def test_a_ruling_that_makes_the_sequence_legal_is_named():
    no_return = under(Ruling.MOVE_TO_ENTRANCE, Choice.NO)
    judgement = judged("m1~o.entrance.g1.ride.g1~o.ride.g1.entrance.g1", no_return)
    assert not judgement.verdict.legal
    (other,) = judgement.under
    assert (other.ruling, other.choice, other.legal, other.step) == (
        Ruling.MOVE_TO_ENTRANCE,
        Choice.YES,
        True,
        None,
    )


def test_a_ruling_that_brings_the_sequence_further_is_named_with_its_step():
    no_return = under(Ruling.MOVE_TO_ENTRANCE, Choice.NO)
    (other,) = judged("m1~m.g1.ride~o.ride.g1.entrance.g1~o.ride.g1.entrance.g1", no_return).under
    assert (other.ruling, other.legal, other.step) == (Ruling.MOVE_TO_ENTRANCE, False, 2)


def test_a_ruling_under_which_the_sequence_fails_no_later_is_not_named():
    assert judged("m1~m.g1.entrance").under == ()


def test_a_legal_sequence_names_the_choices_it_relies_on():
    judgement = judged("m1~o.entrance.g1.ride.g1~o.ride.g1.entrance.g1")
    assert judgement.verdict.legal
    assert judgement.relies_on == ((Ruling.MOVE_TO_ENTRANCE, Choice.YES),)
    assert (judgement.instead, judgement.under) == ((), ())
    assert judged("m1").relies_on == ()


@pytest.mark.parametrize("seed", range(12))
def test_every_other_choice_has_been_tried(seed):
    """A slower statement of the same: change one ruling in the document and replay."""
    rng = Random(seed)
    position = random_position(rng, tiles=3, guests=4, full=True)
    moves, state = [], start(position)
    for _ in range(3):
        options = list(islice(legal_moves(position, state), 200))
        if not options:
            break
        moves.append(rng.choice(options))
        state = replay(position, moves).reached
    expected = set()
    for ruling, row in questions().items():
        for choice in row.choices[1:]:
            if not replay(under(ruling, choice, position), moves).legal:
                expected.add((ruling, row.default))
    assert set(judge(position, moves).relies_on) == expected


def test_two_sequences_are_compared_by_what_they_bring_and_leave():
    one = judged("m1~o.entrance.g1.ride.g1")
    two = judged("m1~o.entrance.g1.ride.g1~o.ride.g1.entrance.g1")
    comparison = compare(one, two)
    assert comparison.differ_at == 1
    assert comparison.difference == Difference(stars=4, money=0, pips=-1, guests=0)
    back = compare(two, one)
    assert (back.differ_at, back.difference.stars, back.difference.pips) == (1, -4, 1)
    for judgement, other in ((one, two), (two, one)):
        reached, against = judgement.verdict.reached, other.verdict.reached
        difference = compare(judgement, other).difference
        assert difference.pips == pips_left(PARK, against) - pips_left(PARK, reached)
        assert difference.guests == guests_left(PARK, against) - guests_left(PARK, reached)


def test_equal_sequences_differ_nowhere_and_others_at_their_first_other_move():
    one = judged("m1~m.g1.ride~o.entrance.g2.ride.g2")
    assert compare(one, one).differ_at is None
    assert compare(one, judged("m1~m.g2.ride")).differ_at == 0
    assert compare(one, judged("m1~m.g1.ride~o.ride.g1.entrance.g1")).differ_at == 1


@pytest.mark.parametrize("ruling", [Choice.EXACT, Choice.SUPERSET])
def test_a_crowd_keeps_nobody_waiting(ruling):
    position = random_position(
        Random(3), tiles=12, guests=40, mascots=6, maps=4, staff=(Staff.MASCOT, Staff.MASCOT), full=True
    )
    crowd = position.tiles[1].id
    position = replace(
        position,
        guests=tuple(replace(guest, at=crowd) for guest in position.guests),
        rulings=Rulings.of({Ruling.PARTY_SIZE: ruling}),
    )
    colour = AdjustColour("g3", position.guests[0].colour)
    began = time.perf_counter()
    for move in (
        OperateMove(crowd, ("g1", "g2", "g3"), "g1", crowd),
        MascotMove(0, crowd, (AdjustValue("g1", 3), AdjustValue("g2", 1), colour)),
        MascotMove(1, crowd, (), SkillUse("g1", by=3)),
        MapMove("g1", crowd),
        GuideMove("g1", crowd),
    ):
        judge(position, [move])
    assert time.perf_counter() - began < 20
