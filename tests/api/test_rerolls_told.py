"""A plan that rerolls a die, and again where it pays, as players and programs are told of it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from api import load_position
from api.problems.bad_input import BadInput
from api.schemas.describing import Document
from api.theme_park.answers import solve_document
from api.theme_park.jobs.known_states import known_plan, stored_limit, stored_plan
from api.theme_park.text.advice import advice_text
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.policies import expected, likelihoods, moves_of, rolled, tails
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.review.bounds_along import Reaches
from solver.theme_park.operate.review.review import review
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Objective, Settings
from tests.api.documents import one_line
from tests.theme_park.oracle import exhaust
from tests.theme_park.solver.test_incumbent import ENTERING, RIDING, ROLLING, for_each_face, incumbent

ANY = {"dice": [{}], "relation": "any"}
LONG = Settings(time_limit=30.0)


def tile(name: str, x: int, stars: int) -> Document:
    """A tile of one icon for any die."""
    attraction = {"name": name, "colour": "grey", "stars": stars, "income": 0, "amenity": None, "requirement": ANY}
    return {"id": name.lower().replace(" ", "-"), "hex": [x, 0], "attraction": attraction, "upgrades": []}


TWO_REROLLS: Document = {
    "version": 1,
    "rules": {"game": "full", "expansions": ["surprises"]},
    "park": {
        "tiles": [tile("Park Entrance", 0, 1), tile("Ride", 1, 3)],
        "guests": [
            {"id": "g1", "colour": "blue", "value": 2, "at": "park-entrance"},
            {"id": "g2", "colour": "yellow", "value": 4, "at": "ride"},
        ],
    },
    "maps": 1,
    "mascots": [{"skill": {"kind": "reroll", "colour": "blue"}}] * 2,
}


@pytest.fixture(scope="module")
def position() -> Position:
    """Two mascots may reroll the blue guest one after the other."""
    return load_position(TWO_REROLLS)


@pytest.fixture(scope="module")
def advice(position: Position) -> Advice:
    return advise(position, LONG)


def test_the_best_plan_is_proven_and_worth_what_the_oracle_says(position: Position, advice: Advice) -> None:
    assert advice.status is Status.OPTIMAL
    assert tuple(stage.value for stage in advice.stages) == exhaust(position, Settings()).score
    assert advice.notes == ()
    assert len(advice.branches) > 6, "it rolls again where that pays"


def test_alternatives_are_held_against_the_plan_of_several_rerolls(position: Position, advice: Advice) -> None:
    asked = advise(position, replace(LONG, alternatives=3))
    assert asked.failure is None
    assert [stage.value for stage in asked.stages] == [stage.value for stage in advice.stages]


def test_a_program_is_told_the_results_of_each_branch(position: Position, advice: Advice) -> None:
    document = solve_document(advice)
    branches = document["chance"]["branches"]
    shown = [tuple(branch["results"]) for branch in branches]
    assert len(set(shown)) == len(shown)
    assert {len(results) for results in shown} == {1, 2}
    assert all(branch["result"] == branch["results"][0] for branch in branches)
    assert sum(6.0 ** -len(results) for results in shown) == pytest.approx(1)
    pips = [score(position, branch.reached, LONG)[2] for branch in advice.branches]
    assert document["chance"]["expected"]["pips"] == pytest.approx(float(expected(moves_of(advice.branches), pips)))


def test_a_kept_answer_gives_back_its_plan_and_its_limit(position: Position, advice: Advice) -> None:
    document = solve_document(advice)
    plan = moves_of(advice.branches)
    assert stored_plan(document, position) == plan
    assert known_plan(document, position) == plan
    assert stored_limit(document) == advice.stages[0].bound
    pips = {**document, "stages": document["stages"][2:]}
    assert stored_limit(pips) == advice.stages[2].bound, "a limit with a fraction comes back whole"
    assert sum(likelihoods(stored_plan(document, position))) == 1


def test_a_player_reads_what_to_do_after_each_roll(advice: Advice) -> None:
    text = advice_text(advice, 100)
    assert "Then a die is rolled; expected: 4 stars" in text
    assert "Then a die is rolled again. If they show" in text
    assert "1, then 6 (4 stars and $0):" in text
    assert "on average proven best" in text


def test_what_is_left_of_a_plan_is_known_of_the_states_that_it_comes_through(
    position: Position, advice: Advice
) -> None:
    plan = moves_of(advice.branches)
    played = next(moves for moves in plan if len(rolled(moves)) == 2)
    first = next(number for number, move in enumerate(played) if rolled([move]))
    reaches = Reaches(position, replay(position, played))
    reaches.learn(0, plan, advice.stages[0].bound)
    assert [reaches[index].least for index in range(len(reaches))] == [4] * len(reaches)
    assert reaches[first].plan == tails(plan, played[:first])
    assert reaches[first + 1].plan == tails(plan, played[: first + 1])
    assert len(reaches[first + 1].plan) == 6, "a sequence for each result of the second roll"
    told = review(position, played, LONG)
    assert told.best.least == 4
    assert told.lost.at_least == 0, "the best plan gives nothing away for certain, whatever dice show"


def test_the_limit_of_a_plan_that_rolls_is_told_of_plans_on_average_and_rounded_up() -> None:
    """16/3 stars are expected, 9 of them where the die shows the right face: no whole number below 6 limits any of it."""
    position = parse_position(
        "p1~f~r2~esi~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg.nc~t.other.0.1.Other.b6.a34~t.ride.1.0.Ride.b1.ar.nc"
        "~gb1.a.ride~gg1.i0.other~gg1.i1.other~gg1.i2.other~gg1.i3.other"
    )
    advice = advise(position, Settings(time_limit=5))
    assert (advice.stages[0].value, advice.bound) == (Fraction(16, 3), 6)
    assert advice.status is Status.OPTIMAL or "no plan brings more than 6 stars on average" in one_line(
        advice_text(advice, 100)
    )


def test_what_a_plan_brings_for_certain_is_the_least_of_its_ways_in_stars_and_in_dollars(advice: Advice) -> None:
    """The way that is worth least by the objective may be the one with most of something else."""
    first, *others = advice.branches
    ways = replace(first, stars=4, money=3), *(replace(each, stars=5, money=1) for each in others)
    told = one_line(advice_text(replace(advice, verdict=ways[0], branches=ways), 100))
    assert "At least 4 stars and $1; on average proven best" in told
    assert "What follows is of the way that brings least, where the dice show 1" in told


def test_an_expected_value_that_is_cut_to_two_places_says_so(advice: Advice) -> None:
    assert "expected: 4 stars, 0 money, about 8.03 pips" in one_line(advice_text(advice, 100))


def test_where_dice_may_be_rerolled_a_limit_is_one_on_average_though_the_plan_rolls_none() -> None:
    """Lucky dice may bring more than the plan that is best on average."""
    open_ = advise(load_position(TWO_REROLLS), Settings(time_limit=0.01, objective=Objective.FINAL))
    open_ = replace(open_, branches=(), status=Status.FEASIBLE)
    assert f"no plan brings more than {open_.bound} stars on average" in one_line(advice_text(open_, 100))
    assert solve_document(open_)["may_roll"] is True


def test_an_alternative_is_held_against_what_is_expected_of_the_plan_and_not_its_least() -> None:
    """After a 1 the guest stays; after any other face it operates the Entrance, so that 5/6 of a star are expected besides."""
    judge = incumbent(ROLLING, alternatives=1)
    best = tuple((RIDING, *moves, *([ENTERING] if face > 1 else [])) for face, moves in enumerate(for_each_face(), 1))
    judge.judge(0, best)
    judge.judge(1, ((RIDING,),))
    told = judge.advice(None)
    assert told.verdict.stars == told.alternatives[0].stars == 3
    (other,) = solve_document(told)["alternatives"]
    assert other["difference"]["stars"] == pytest.approx(-5 / 6)
    assert "Alternative 1: 3 stars and $0 (about -0.83 stars, $0, " in one_line(advice_text(told, 80))


def test_an_answer_of_another_schema_is_not_known(position: Position, advice: Advice) -> None:
    document = solve_document(advice)
    branches = [{**branch, "moves": [{"do": "what no version knows"}]} for branch in document["chance"]["branches"]]
    other = {**document, "chance": {**document["chance"], "branches": branches}}
    assert known_plan(other, position) == known_plan(None, position) == ()
    with pytest.raises(BadInput):
        stored_plan(other, position)
