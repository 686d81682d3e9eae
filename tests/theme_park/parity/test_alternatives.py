"""The next best plans by the layered search and by CP-SAT: the same worth, and no two alike."""

from dataclasses import replace

import pytest

from models.theme_park.cards import Staff
from models.theme_park.operate.end_of_phase import returned_colour
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.replay import replay
from solver import Settings, advise
from solver.theme_park.operate.layered.answers import alternatives
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.conclusion import Conclusion
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits
from solver.theme_park.operate.layered.plans.pass_result import PassResult, Stopped
from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions
from solver.theme_park.operate.messages import Found
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES, Engine, Objective, Weights
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.signature import signature_of
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.unfolding import unfold
from tests.theme_park.parity.solving import full_park, introductory_park, never, small_parks
from tests.thorough import sampled

PARKS_A_BATCH = 30
ALTERNATIVES = 3
ALL_STAGES = 3


def ranked(position, settings):
    """The answer and the last plan told of each further rank."""
    plans = {}
    known = search(
        position, settings, lambda news: plans.update({news.rank: news}) if isinstance(news, Found) else None
    )
    plans[0] = replace(plans[0], plans=(known.plan,)) if known.plan is not None else plans[0]
    return [plans[rank] for rank in sorted(plans)]


def worths(position, settings, found):
    reached = [replay(each.position, unfold(each.position, each.plans)[0]).reached for each in found]
    return [score(position, state, settings) for state in reached]


def may_end_in_two_ways(position):
    """Whether the same guests may be left with other values: those endings are no alternatives to the layered search."""
    return bool(position.mascots or position.played[Staff.TICKET_AGENT] or returned_colour(position))


@pytest.mark.parametrize(
    ("park", "first"),
    sampled([(introductory_park, 70_000), (full_park, 70_080), (introductory_park, 70_040)], 0, thorough=2),
)
def test_alternatives_are_worth_what_cp_sat_proves_and_differ(park, first) -> None:
    compared = 0
    for seed, position, settings, _ in small_parks(first, PARKS_A_BATCH, most_states=400, park=park):
        if not fits(position) or exact_stages(Tables(position), settings.objective) < ALL_STAGES:
            continue
        asked = replace(settings, alternatives=ALTERNATIVES)
        layered = ranked(position, replace(asked, engines=frozenset({Engine.LAYERED, Engine.RELAXATION})))
        by_cpsat = ranked(position, replace(asked, engines=frozenset({Engine.CPSAT})))
        if not may_end_in_two_ways(position):
            assert worths(position, asked, layered) == worths(position, asked, by_cpsat), f"park {seed}: {position}"
            compared += len(layered) > 1
        signatures = [signature_of(position, each.plans[0]) for each in layered]
        assert len(set(signatures)) == len(signatures), f"park {seed}"
    assert compared, "no park with an alternative"


def told(position, number):
    """What the alternatives are worth."""
    advice = advise(position, Settings(time_limit=120, alternatives=number))
    return [score(position, each.reached, advice.settings) for each in advice.alternatives]


def test_alternatives_differ_in_guests_too_who_serve_no_more() -> None:
    position = parse_position(
        "p1~f~r2~m1~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.p.0.1.P.b5.yb~t.q.0.2.Q.b5.b~c.entrance.2"
        "~gy2.a.p~gy1.b.entrance~gy5.c.entrance~gb4.z.p"
    )
    assert told(position, 2) == [(12, 4, 8), (12, 4, 7)]


def test_alternatives_are_told_under_weights_by_which_they_lack_much() -> None:
    """A pip that counts a hundred is more than any fixed number of points that an alternative may lack."""
    position = parse_position(
        "p1~r4~m1~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.t1.1.-1.Ride__1.b6.a.i1.ug~gb4.g1.entrance"
    )
    settings = Settings(Objective.BALANCED, time_limit=120, alternatives=3, weights=Weights(100, 100, 100))
    advice = advise(position, settings)
    assert [score(position, each.reached, settings) for each in advice.alternatives] == [(1500,), (1200,), (1100,)]


def test_of_two_ways_to_be_paid_last_the_better_one_is_an_alternative() -> None:
    position = parse_position(
        "p1~f~r2~m1~kstars-per-guestY~t.a.0.1.A.b1.g~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.p.0.2.P.b2.b~t.q.0.3.Q.b2.b"
        "~t.r.1.2.R.b1.b~t.w.-1.0.W.b2.Egg~t.y.1.0.Y.b1.g~c.a.1~c.entrance.2~c.y.1"
        "~gg3.w1.w~gg4.w2.w~gy3.y1.a~gy3.y2.y~gy3.y3.y~gy3.y4.y~gb1.z.p"
    )
    assert told(position, 16)[:3] == [(9, 4, 19), (8, 4, 19), (8, 4, 19)]


def test_an_alternative_is_paid_by_skills_as_the_best_is() -> None:
    """Where one guest less operates $4 are to be had too: more than a pip by the same mascot."""
    position = parse_position(
        "p1~f~r2~kmoney-per-guestB~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.x.1.0.X.b3.b~t.y.2.0.Y.b3.b~c.entrance.2"
        "~gb4.a.x~gb4.c.x"
    )
    assert told(position, 3) == [(8, 4, 7), (5, 8, 7), (5, 4, 8)]


@pytest.mark.parametrize("ruling", ["", "~j.mascot.two-cards-colour.no"])
def test_a_guest_whose_colour_was_swapped_counts_by_its_new_colour(ruling: str) -> None:
    """By the ruling CP-SAT names the alternatives, without it the layered search does."""
    position = parse_position(
        f"p1~f~r2{ruling}~kswap-colour~b.b3.g3.y3~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.other.0.1.Other.b3.y"
        "~t.ride.1.0.Ride.b5.b~gg1.a.ride~gg2.b.other"
    )
    assert told(position, 3) == [(4, 2, 0), (3, 0, 0), (3, 0, 0)]


def concluded(number: int) -> tuple[bool, list[tuple[int, ...]]]:
    """Whether so many alternatives are called complete, and what they are worth, where many states end alike: any of three
    guests may serve, and one of each kind takes room."""
    position = parse_position(
        "p1~r2~m1~s.guide.manager~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.p.-1.0.P.g1.y~t.q.-1.1.Q.g1.y~t.r.0.-1.R.g1.y"
        "~t.s.2.0.S.g1.y~t.x.1.0.X.g5.b.ug~t.y.0.1.Y.g4.b.ug~t.z.3.0.Z.g2.g~c.entrance.2~gb1.a.p~gb1.b.q~gb1.c.r~gg1.d.z"
    )
    settings, told = Settings(time_limit=None, workers=1), []
    bounds = SharedBounds(STAGES[settings.objective])
    conclusion = Conclusion(Tables(position), settings, bounds, told.append, VectorQuestions(bounds))
    conclusion.run(conclusion.widths(), never)
    told.clear()
    return conclusion.alternatives(number, never), worths(position, settings, told)


@pytest.mark.parametrize(
    ("seen", "number", "complete", "worth"),
    [
        (1, 1, False, [(11, 4, 0)]),
        (2, 1, True, [(12, 4, 0)]),
        (2, 3, False, [(12, 4, 0), (11, 4, 0), (10, 4, 0)]),
        (3, 3, True, [(12, 4, 0), (11, 4, 0), (10, 6, 0)]),
    ],
)
def test_alternatives_are_complete_only_if_no_better_kind_of_end_found_no_room(
    monkeypatch, seen: int, number: int, complete: bool, worth: list[tuple[int, ...]]
) -> None:
    monkeypatch.setattr(alternatives, "MOST_SEEN", seen)
    assert concluded(number) == (complete, worth)


@pytest.mark.parametrize("beyond", [12, 11])
def test_a_wider_pass_for_alternatives_that_is_stopped_loses_none_of_those_found_before(monkeypatch, beyond) -> None:
    def until_the_wider_pass(conclusion: Conclusion, beam: Beam) -> PassResult:
        if beam.width == alternatives.WIDTHS[1] and beam.best.values[0] == beyond:
            raise Stopped
        return ran(conclusion, beam)

    ran = Conclusion._ran
    monkeypatch.setattr(alternatives, "MOST_SEEN", 2)
    monkeypatch.setattr(Conclusion, "_ran", until_the_wider_pass)
    assert concluded(3) == (False, [(12, 4, 0), (11, 4, 0), (10, 4, 0)])
