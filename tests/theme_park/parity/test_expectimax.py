"""The best plans of parks in which up to three dice are rerolled, against the oracle: by the layered search's states, and by the rules."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import count
from random import Random

import pytest

from models.theme_park.cards import Skill, SkillKind, Staff
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver import Objective, Settings, Status, advise
from solver.theme_park.operate.layered.chance.chance_levels import TooMany
from solver.theme_park.operate.layered.chance.expectimax import BestPlan, Expectimax
from solver.theme_park.operate.layered.encoding.park import fits
from solver.theme_park.operate.messages import Candidate, Limit, Message
from solver.theme_park.operate.policies import Policy
from solver.theme_park.operate.rolls import by_rules
from solver.theme_park.operate.rolls.best_policies import BestPolicies
from solver.theme_park.operate.rolls.by_rules import best_by_rules
from solver.theme_park.operate.rolls.relaxed_chance import RelaxedChance
from solver.theme_park.operate.settings import STAGES, Engine, Weights
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.unfolding import unfold
from tests.theme_park.oracle import exhaust
from tests.theme_park.parity.solving import MOST_REROLLS, park_with_rerolls, small_parks, with_a_symbol, worth_of
from tests.theme_park.parity.test_relaxed_chance import MOST_STATES, told
from tests.theme_park.parks import random_position
from tests.thorough import of_batch, sampled

PARKS_A_BATCH, FEWER_A_BATCH = 4, 2
PLENTY = 1_000_000
"""Ways beyond those of any small park."""


def park_of_rolls(rng: Random) -> Position:
    """A small park by the usual rulings in which two or three dice may be rerolled, one after the other."""
    while True:
        position = random_position(
            rng,
            tiles=rng.randint(2, 3),
            guests=rng.randint(1, 2),
            maps=rng.randint(0, 1),
            mascots=rng.choice((0, 0, 1, 2)),
            largest_party=2,
            full=True,
        )
        if rng.random() < 0.4 and position.mascots:
            skill = Skill(SkillKind.REROLL, rng.choice(position.guests).colour)
            position = replace(position, mascots=(skill, *position.mascots[1:]))
        for _ in range(rng.randint(1, 3)):
            position = with_a_symbol(rng, position)
        if not unsolved(position) and 1 < Tables(position).rerolls <= MOST_REROLLS and fits(position):
            return position


def plan_of(position: Position, found: BestPlan) -> Policy:
    return tuple(unfold(position, (each,))[0] for each in found.plans)


def most_whatever_dice_show(position: Position, settings: Settings) -> float:
    """The limit on the first stage of the park in which a rerolled die is put on the face one wants."""
    relaxed = RelaxedChance(position, settings, SharedBounds(STAGES[settings.objective]), lambda _: None)
    assert relaxed.most is None, "nothing is searched yet"
    relaxed.search(lambda: False)
    return math.inf if relaxed.most is None else relaxed.most


@pytest.mark.parametrize("batch", sampled(range(48), thorough=8))
def test_the_best_plan_is_worth_what_the_oracle_says(batch: int) -> None:
    exact = 0
    for seed, position, settings, truth in small_parks(
        650_000 + batch * PARKS_A_BATCH, PARKS_A_BATCH, most_states=MOST_STATES, park=park_of_rolls
    ):
        expectimax = Expectimax(position, settings)
        if not (expectimax.exact and expectimax.in_time):
            continue
        exact += 1
        stages = expectimax.exact
        nothing = (Fraction(-1),) * len(STAGES[settings.objective])
        found = expectimax.search(nothing, math.inf, PLENTY, lambda: False, priced=False)
        plan = plan_of(position, found)
        assert found.values[:stages] == truth.score[:stages], f"park {seed}: {position}"
        assert worth_of(position, settings, plan)[:stages] == truth.score[:stages], f"park {seed}: {position}"
        limit = most_whatever_dice_show(position, settings)
        less = (*(Fraction(value) for value in truth.score[:-1]), Fraction(truth.score[-1]) - Fraction(1, 216))
        pruned = expectimax.search(less, limit, PLENTY, lambda: False, priced=True)
        assert pruned.values[:stages] == truth.score[:stages], f"park {seed}, pruned: {position}"
        at_best = tuple(map(Fraction, truth.score))
        if stages == len(at_best):
            assert expectimax.search(at_best, limit, PLENTY, lambda: False, priced=True) == BestPlan(at_best, ())
    assert exact, "some of them are searched so"


def park_that_decides_late(rng: Random) -> Position:
    """The same with a Mascot card, or a skill that moves a guest out."""
    while True:
        position = park_of_rolls(rng)
        if not position.mascots:
            continue
        if rng.random() < 0.5:
            position = replace(position, staff=(*position.staff, Staff.MASCOT))
        else:
            position = replace(position, mascots=(*position.mascots[1:], Skill(SkillKind.MOVE_OUT)))
        if not unsolved(position) and not Expectimax(position, Settings()).in_time:
            return position


@pytest.mark.parametrize("batch", sampled(range(24), thorough=6))
def test_what_is_decided_late_is_a_limit_and_proven_by_a_plan_that_knows_nothing_beforehand(batch: int) -> None:
    limited = proven = 0
    first, parks = of_batch(batch, FEWER_A_BATCH)
    for seed, position, settings, truth in small_parks(
        670_000 + first, parks, most_states=MOST_STATES // 2, park=park_that_decides_late
    ):
        expectimax = Expectimax(position, settings)
        if not expectimax.exact:
            continue
        limited += 1
        stages = STAGES[settings.objective]
        nothing = (Fraction(-1),) * len(stages)
        found = expectimax.search(nothing, math.inf, PLENTY, lambda: False, priced=False)
        assert found.values[: expectimax.exact] >= truth.score[: expectimax.exact], f"park {seed}: {position}"
        heard: list[Message] = []
        policies = BestPolicies(position, settings, SharedBounds(stages), heard.append)
        policies.search(math.inf, lambda: False)
        plans = [message.sequences for message in heard if isinstance(message, Candidate)]
        if plans:
            proven += 1
            assert worth_of(position, settings, plans[-1])[: expectimax.exact] == truth.score[: expectimax.exact]
        limits = [message for message in heard if isinstance(message, Limit)]
        assert Fraction(limits[0].bound) / 6 >= truth.score[0]
    assert limited
    assert proven


COLOURED_REROLL = (
    "p1~f~esip~kmove-out~s.concierge.mascot~aattractions-of-colourG~b.b0.g0.y8~t.entrance.0.0.Park__Entrance.x1.ar.i1.ukg.nc"
    "~t.t1.0.-1.Ride__1.y1.aeger.apicnic.n1~gb2.g1.entrance~gb6v.g2.t1"
)
"""The green die of the ride may be rerolled, and either blue guest may be shown as green: only one of them is no VIP."""


def test_of_ways_to_adjust_a_party_none_is_left_out_by_which_another_die_may_be_rerolled() -> None:
    position, settings = parse_position(COLOURED_REROLL), Settings(objective=Objective.FINAL)
    found = Expectimax(position, settings).search((Fraction(-1),) * 3, math.inf, PLENTY, lambda: False, priced=False)
    assert found.values == exhaust(position, settings).score


@pytest.mark.parametrize("batch", sampled(range(24), thorough=6))
def test_the_rules_alone_prove_small_parks_whatever_cards_and_rulings_say(batch: int) -> None:
    for seed, position, settings, truth in small_parks(
        660_000 + batch * PARKS_A_BATCH, PARKS_A_BATCH, most_states=400, park=park_with_rerolls
    ):
        found = best_by_rules(position, settings, lambda: False)
        assert found is not None
        assert found[0] == truth.score, f"park {seed}: {position}"
        assert worth_of(position, settings, found[1]) == truth.score


def test_a_park_with_too_many_ways_is_given_up() -> None:
    for _, position, settings, _ in small_parks(650_000, 8, most_states=MOST_STATES, park=park_of_rolls):
        expectimax = Expectimax(position, settings)
        if not expectimax.exact:
            continue
        nothing = (Fraction(-1),) * len(STAGES[settings.objective])
        best = expectimax.search(nothing, math.inf, PLENTY, lambda: False, priced=False)
        if any(plan.steps for plan in best.plans):
            with pytest.raises(TooMany):
                expectimax.search(nothing, math.inf, 0, lambda: False, priced=False)
            return
    pytest.fail("none of them is searched so")


def test_a_best_plan_of_all_stages_settles_any_objective() -> None:
    position = parse_position(
        "p1~f~r5~es~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.big.0.1.Big.b9.a456~t.ride.1.0.Ride.g3.ar~gg2.a.ride"
    )
    for objective in Objective:
        settings = Settings(objective=objective)
        policies = BestPolicies(position, settings, SharedBounds(STAGES[objective]), lambda _: None)
        policies.search(math.inf, lambda: False)
        assert policies.settled, objective


NOTHING_TO_REROLL_FOR = (
    "p1~f~esip~m2~d4~k~akeep-pipsY~b.b9.g4.y0~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg.nc~t.t1.-1.0.Ride__1.b6.askey_.ue.np"
    "~t.t2.-2.1.Ride__2.b7.b123ra3456.afirst-aid~t.t3.1.0.Ride__3.b4.arskey_.ug~gg1.g1.entrance~gy1.g2.t1~gg6.g3.t3~gg4.g4.t3"
)
"""No reroll brings more stars or dollars, which is proven before the best plan is."""


def test_where_no_plan_brings_more_none_is_looked_for_by_any_objective() -> None:
    position = parse_position(NOTHING_TO_REROLL_FOR)
    for objective in Objective:
        settings = Settings(objective=objective, weights=Weights(3, 1, 0), time_limit=20, workers=1)
        found = told(position, settings)
        assert found.limits[STAGES[objective][0]] == found.best[0], objective


def test_a_search_by_the_rules_ends_when_asked_to() -> None:
    position = park_of_rolls(Random(1))
    assert best_by_rules(position, Settings(), lambda: True) is None


MUCH_IN_THE_MIDST = (
    "p1~f~r2~es~j.timing.between-operations.any-step~m4~k~k~k~t.entrance.0.0.Park__Entrance.x1.ar.i1.ukg~t.ride.1.0.Ride.b1.a"
    "~t.other.0.1.Other.b1.a~t.third.1.-1.Third.b1.a~gg6.a.entrance~gb5.b.ride~gy4.c.other~gg3.d.third"
)
"""Maps and mascots may be used in the midst of an operation in far more orders than there is time for."""


def test_a_search_by_the_rules_ends_among_the_moves_of_one_state() -> None:
    position, asked = parse_position(MUCH_IN_THE_MIDST), count()
    assert best_by_rules(position, Settings(), lambda: next(asked) > 1_000) is None
    assert next(asked) < 1_010


def test_a_search_by_the_rules_gives_up_where_there_are_too_many_moves(monkeypatch) -> None:
    monkeypatch.setattr(by_rules, "MOST_NEXT_MOVES", 1_000)
    assert best_by_rules(parse_position(MUCH_IN_THE_MIDST), Settings(), lambda: False) is None


def test_which_mascot_was_used_plainly_is_decided_before_the_die_shows() -> None:
    position = parse_position(
        "p1~f~r2~es~kvalue-by-twoB~ktwo-fiveB~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.other.1.-1.Other.b6.a5"
        "~t.ride.1.0.Ride.b1.a2r~gb1.a.ride"
    )
    advice = advise(position, Settings(time_limit=20))
    assert advice.status is Status.OPTIMAL
    assert tuple(stage.value for stage in advice.stages) == exhaust(position, Settings()).score


def test_an_alternative_is_no_plan_that_rolls_told_by_one_face() -> None:
    """The second best plan rolls for 15/2 stars on average, of which it brings 2 where the die shows 1; the next is sure of 7."""
    position = parse_position(
        "p1~f~r2~es~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.other.0.1.Other.b6.a245~t.ride.1.0.Ride.b1.ar~gb3.a.ride"
    )
    advice = advise(position, Settings(time_limit=120, alternatives=1))
    assert [each.stars for each in advice.alternatives] == [7]


def test_alternatives_to_a_plan_that_rolls_are_the_best_that_roll_nothing() -> None:
    """Also what operates as the best plan does where the die shows 1."""
    position = parse_position(
        "p1~f~r5~es~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.big.0.1.Big.b9.a456~t.ride.1.0.Ride.g3.ar~gg2.a.ride"
    )
    advice = advise(position, Settings(time_limit=120, alternatives=3, engines=frozenset({Engine.CPSAT})))
    assert [(each.stars, each.money) for each in advice.alternatives] == [(4, 2), (3, 0), (0, 0)]


def test_a_die_may_be_swapped_for_the_colour_of_the_skill_that_rolls_it() -> None:
    position = parse_position(
        "p1~f~r2~es~kswap-colour~krerollB~b.b5.g5.y5~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.ride.1.0.Ride.b12.a6~gg1.a.ride"
    )
    settings = Settings(time_limit=30, engines=frozenset({Engine.LAYERED, Engine.RELAXATION}))
    advice = advise(position, settings)
    assert advice.status is Status.OPTIMAL
    assert tuple(stage.value for stage in advice.stages) == exhaust(position, settings).score


def test_what_an_extra_did_to_a_die_outlives_its_roll_by_a_skill() -> None:
    """The plain mascot turns the green die and treats the blue one as yellow. What the green die shows then says whether the other
    mascot is to roll the blue one, which shows a 6 for the gold ride still as yellow: 103/12 stars by the oracle, in ten seconds."""
    position = parse_position(
        "p1~f~r2~es~j.mascot.extra-with-skill.no~m2~k~krerollB~s.mascot~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.gold.-1.0.Gold.b12.y6"
        "~t.ride.1.0.Ride.b1.a3r~t.silver.2.0.Silver.b1.a3~c.entrance.2~gg2.a.ride~gb1.b.ride"
    )
    expectimax = Expectimax(position, Settings())
    most = Fraction(103, 12)
    if expectimax.exact:
        most = expectimax.search((Fraction(-1),) * 3, math.inf, PLENTY, lambda: False, priced=False).values[0]
    assert most >= Fraction(103, 12)
