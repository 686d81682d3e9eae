"""The Grand Opening solved: parity with plain recursion, properties, and estimates that stay below their limit."""

import random
import tracemalloc
from dataclasses import replace
from fractions import Fraction

import pytest

from api.dice_manor import answers
from models.dice_manor.manor import Place
from models.dice_manor.replay import replay
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.turn import Nudge, Seat
from solver.dice_manor import grand_opening
from solver.dice_manor.decisions import turned_to
from solver.dice_manor.dice_rolls import counts_of
from solver.dice_manor.estimate import Estimate, Estimated
from solver.dice_manor.grand_opening import Status, by_playing, solve
from solver.dice_manor.path_outcomes import TooLarge
from tests.dice_manor.manors import LINE, manor, random_manor, room
from tests.dice_manor.parity import compare, compare_verdicts
from tests.thorough import sampled


@pytest.mark.parametrize("block", sampled(range(50), first=2))
def test_a_plain_recursion_finds_the_same_values(block):
    for seed in range(40 * block, 40 * block + (8 if block < 2 else 40)):
        compare(seed)
        compare(seed, ruled=True)


@pytest.mark.parametrize("block", sampled(range(20)))
def test_a_second_reading_gives_the_same_verdicts_on_paths(block):
    for seed in range(100 * block, 100 * block + (50 if not block else 100)):
        compare_verdicts(seed)
        compare_verdicts(seed, ruled=True)


@pytest.fixture(params=range(3))
def seat(request):
    rng = random.Random(request.param)
    return Seat(random_manor(rng, 9, 2, 2, 0.2), 6, tokens=2, rolled=tuple(rng.randint(1, 6) for _ in range(6)))


def test_options_come_best_first_and_the_first_is_the_answer(seat):
    answer = solve(seat)
    worths = [option.worth for option in answer.options]
    assert worths == sorted(worths, reverse=True)
    assert answer.worth == answer.bound == worths[0]


def test_the_rules_accept_every_option_and_agree_on_its_unhappy_guests(seat):
    for option in solve(seat).options:
        turn = option.decision.turn(seat.rolled)
        if turn is not None:
            verdict = replay(seat, [turn])
            assert verdict.legal, verdict.violation
            assert verdict.reached.unhappy == option.decision.unhappy


def test_the_worth_of_an_option_is_what_the_paths_earn_and_the_value_of_what_they_leave(seat):
    for option in solve(seat).options[:20]:
        turn = option.decision.turn(seat.rolled)
        if turn is not None:
            verdict = replay(seat, [turn])
            assert abs(float(option.worth - verdict.prestige - solve(verdict.reached).worth)) < 1e-9


def test_more_tokens_never_hurt(seat):
    worths = [solve(replace(seat, tokens=tokens)).worth for tokens in range(5)]
    assert worths == sorted(worths)


def test_the_value_before_a_roll_is_the_mean_of_the_values_after_it():
    home = random_manor(random.Random(5), 4, 1, 1)
    before = Seat(home, 2, {Place("entrance", 0): 3}, tokens=1)
    after = [solve(replace(before, rolled=(one, two))).worth for one in range(1, 7) for two in range(1, 7)]
    assert solve(before).worth == sum(after) / 36


def test_a_manor_without_dice_left_is_worth_what_lies_in_it():
    home = random_manor(random.Random(5), 4)
    assert solve(Seat(home, 0, {Place("entrance", 0): 3}, tokens=3)).worth == 4


def test_the_chance_of_a_target_falls_as_it_rises_from_certain_to_impossible(seat):
    chances = [solve(replace(seat, rolled=None), target).worth for target in (0, 12, 18, 24, 120)]
    assert chances == sorted(chances, reverse=True)
    assert (chances[0], chances[-1]) == (1.0, 0.0)


def test_playing_for_a_target_is_no_worse_at_it_than_playing_for_prestige(seat):
    target = 24
    chance = {option.decision: option.worth for option in solve(seat, target).options}
    best = solve(seat).options[0].decision
    assert best not in chance or max(chance.values()) >= chance[best]


def test_a_later_decision_of_the_same_tour_needs_no_new_tables(seat, monkeypatch):
    monkeypatch.setattr("solver.dice_manor.tables.MOST_EXACT", 0)
    answer = solve(replace(seat, rolled=None))
    turn = next(option.decision.turn(seat.rolled) for option in solve(seat).options if option.decision.number)
    later = replay(seat, [turn]).reached
    expected = solve(later).worth

    def refuse(*_):
        raise AssertionError("made anew")

    monkeypatch.setattr("solver.dice_manor.tables.Tables.__init__", refuse)
    assert abs(float(solve(later).worth - expected)) < 1e-9
    assert answer.status is Status.OPTIMAL


def test_a_small_question_is_told_as_a_fraction_whatever_was_asked_before():
    home = random_manor(random.Random(11), 6, 1, 1)
    small = Seat(home, 2, {Place("entrance", 0): 3}, tokens=1)
    first = solve(small).worth
    large = solve(Seat(home, 8, tokens=5)).worth
    assert (type(first), type(large)) == (Fraction, float)
    assert solve(small).worth == first
    assert solve(replace(small, rolled=(1, 4))).worth == solve(replace(small, rolled=(4, 1))).worth
    later = replace(small, unplaced=1, tokens=3)  # of no tables but those of the large question
    assert type(solve(later).worth) is Fraction


@pytest.mark.parametrize("rolled", [None, (1, 2, 3, 4, 4, 6)])
@pytest.mark.parametrize("target", [None, 24])
def test_an_estimate_says_so_and_lies_below_a_limit_that_the_best_policy_keeps(monkeypatch, rolled, target):
    home = random_manor(random.Random(7), 8, 2, 2, 0.3)
    seat = Seat(home, 6, tokens=2, rolled=rolled)
    exact = solve(seat, target)

    def too_large(*_):
        raise TooLarge

    monkeypatch.setattr(grand_opening, "by_induction", too_large)
    told = solve(seat, target, seconds=0.3)
    assert told.status is Status.ESTIMATE
    assert told.bound >= exact.worth - 1e-9
    assert told.worth <= exact.worth + 5 * told.error + 1e-9
    assert any(option.decision.reroll for option in told.options) == bool(rolled)


@pytest.mark.parametrize("rolled", [None, (1, 2, 4, 4)])
@pytest.mark.parametrize("target", [0, 12, 18, 40])
def test_a_chance_whose_limit_is_not_found_in_time_has_a_wider_one(target, rolled):
    seat = Seat(random_manor(random.Random(7), 8, 2, 2, 0.3), 4, tokens=1, rolled=rolled)
    hasty, patient = Estimate(seat, target, 0, seconds=-1.0), Estimate(seat, target, 0)
    assert hasty.limit is None
    assert solve(seat, target).worth - 1e-9 <= patient.bound <= hasty.bound + 1e-9
    assert hasty.bound <= 1


def test_many_tokens_and_a_far_target_keep_to_the_time_and_the_memory():
    """A request of two seconds took eighteen, and 1.2 gigabytes."""
    seat, limit = Seat(LINE, 9, tokens=99), 1.0
    tracemalloc.start()
    answer = solve(seat, 200, seconds=limit)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status is Status.ESTIMATE
    assert answer.seconds < 10
    assert most < 300e6


@pytest.mark.parametrize("target", [None, 20])
def test_the_options_of_an_estimate_come_best_first_however_the_luck_of_its_games_falls(target):
    seat = Seat(random_manor(random.Random(7), 8, 2, 2, 0.3), 4, tokens=1, rolled=(1, 2, 4, 4))
    for seed in range(12):
        means = [each.mean for each in Estimate(seat, target, seed).answers(0.0)]
        assert means == sorted(means, reverse=True)


def test_an_estimate_is_no_higher_than_the_limit_even_if_all_games_were_lucky():
    class Lucky:
        bound = 8.0

        def answers(self, _seconds):
            return (Estimated(None, 8.5, 0.3),)

    told = by_playing(Lucky(), Seat(LINE, 2), 0.0, 0.0)
    assert (told.worth, told.bound, told.error) == (8.0, 8.0, 0.3)


def test_the_policy_of_an_estimate_rolls_again_what_fits_nowhere():
    seat = Seat(manor(room("a", 4, doors=["entrance"])), 2, {Place("entrance", 0): 1}, tokens=1)
    estimate = Estimate(seat, None, 0)
    state, kept = estimate.decided(estimate.start, counts_of((2, 2)))
    assert (state.tokens, state.left, kept) == (0, 2, counts_of(()))
    assert estimate.decided(estimate.start, counts_of((4, 2)))[1] is None


def test_a_search_that_takes_too_long_gives_way_to_an_estimate():
    home = random_manor(random.Random(1), 30, 8, 12, 1.0)
    answer = solve(Seat(home, 9, tokens=4), seconds=0.3)
    assert answer.status is Status.ESTIMATE
    assert answer.seconds < 3


@pytest.mark.parametrize(("taken", "given"), [(0.5, [5.0, 9.5]), (5.0, [5.0, 5.0])])
def test_the_expectation_and_the_chance_of_a_target_share_the_time(monkeypatch, taken, given):
    limits = []

    def timed(seat, target, seconds, seed):
        limits.append(seconds)
        return replace(solve(seat, target, seconds, seed), seconds=taken)

    monkeypatch.setattr(answers, "solve", timed)
    answers.solve_document(Seat(LINE, 1), target=3, seconds=10.0)
    assert limits == given


def test_dice_may_stay_out_where_the_table_rules_so_and_that_never_hurts():
    home = random_manor(random.Random(3), 5, 1, 1)
    seat = Seat(home, 4, tokens=1)
    choosy = replace(seat, rulings=ManorRulings.of({Ruling.UNHAPPY_ON_PURPOSE: Choice.YES}))
    assert solve(choosy).worth >= solve(seat).worth


@pytest.mark.parametrize(
    ("rolled", "number", "dice", "nudges"),
    [
        ((4, 3, 6), 4, 2, (Nudge(1, 1),)),
        ((6, 3), 1, 1, (Nudge(0, 1),)),
        ((1, 4), 5, 2, (Nudge(1, 1), Nudge(0, -1), Nudge(0, -1))),
        ((2, 2, 2), 2, 2, (Nudge(2, 1),)),
    ],
)
def test_dice_are_turned_to_a_number_by_the_fewest_tokens(rolled, number, dice, nudges):
    assert turned_to(rolled, number, dice) == nudges
