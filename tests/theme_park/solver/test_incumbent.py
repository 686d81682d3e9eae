"""The judge of what searches propose: what is kept, what is claimed, and what is a disagreement of our own parts."""

from dataclasses import replace
from fractions import Fraction

import pytest

from models.theme_park.cards import Skill, SkillKind
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.operate.chance import FACES
from models.theme_park.operate.moves import MapMove, MascotMove, OperateMove, SkillUse
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import RuleSet
from solver import Disagreement, Objective, Progress, Settings, Stage, Status
from solver.runtime.messages import Finished
from solver.theme_park.operate.incumbent import SEVERAL_REROLLS, TOO_LARGE, Incumbent
from solver.theme_park.operate.messages import Candidate, Effort, Limit, ModelTooLarge
from solver.theme_park.operate.settings import Engine, Weights

ENTRANCE, RIDE = TileId("entrance"), TileId("ride")
G1, G2 = GuestId("g1"), GuestId("g2")
PARK = parse_position("p1~m1~t.entrance.0.0.Entrance.x1.a~t.ride.1.0.Ride.g3.a~gb5.g1.entrance~gy4.g2.ride")
"""Two tiles of one icon each, for a die of any kind: 1 star and 3."""
ROLLING = replace(PARK, game=RuleSet.FULL, mascots=(Skill(SkillKind.REROLL, Colour.BLUE),))
"""The same with a mascot that may reroll g1."""

RIDING = OperateMove(RIDE, (G2,), G2, ENTRANCE)
ENTERING = OperateMove(ENTRANCE, (G1,), G1, RIDE)
BOTH = (ENTERING, RIDING)


def incumbent(position=PARK, **settings):
    return Incumbent(position, Settings(**settings), None)


def rolled(face):
    """The mascot rerolls g1, which shows ``face``."""
    return MascotMove(0, ENTRANCE, (), SkillUse(G1, result=face))


def for_each_face():
    """A sequence for each face that ends with the roll."""
    return tuple((rolled(face),) for face in range(1, FACES + 1))


def test_the_best_sequence_is_kept_and_named_after_who_found_it() -> None:
    news = list[Progress]()
    judge = Incumbent(PARK, Settings(), news.append)
    judge.take(Candidate(0, ((RIDING,),), Engine.LAYERED))
    judge.take(Candidate(0, ((ENTERING,),), Engine.CPSAT))
    judge.report()
    assert (news[0].stars, news[0].engine) == (3, Engine.LAYERED)
    assert news[0].so_far is not None
    assert news[0].so_far().verdict.stars == 3
    assert news[0].gap == 1


def test_news_of_a_plan_that_rolls_say_that_its_stars_are_the_least_it_brings() -> None:
    """After a 1 the guest stays; after any other face it operates the Entrance, so that 5/6 of a star are expected."""
    news = list[Progress]()
    judge = Incumbent(ROLLING, Settings(), news.append)
    judge.report()
    judge.judge(0, tuple((*moves, *([ENTERING] if face > 1 else [])) for face, moves in enumerate(for_each_face(), 1)))
    judge.report()
    assert [(each.stars, each.rolls) for each in news] == [(0, False), (0, True)]


def test_of_equal_sequences_the_one_with_fewer_moves_is_kept_and_then_the_one_written_first() -> None:
    judge = incumbent()
    judge.judge(0, ((MapMove(G1, RIDE), RIDING),))
    judge.judge(0, ((RIDING,),))
    judge.judge(0, ((MapMove(G2, ENTRANCE), OperateMove(ENTRANCE, (G2,), G2, RIDE)),))
    assert [step.move for step in judge.advice(None).verdict.steps] == [RIDING]
    for order in (BOTH, BOTH[::-1]):
        judge.judge(0, (order,))
    assert [step.move for step in judge.advice(None).verdict.steps] == list(BOTH)


def test_the_canonical_plan_stands_for_all_that_are_worth_as_much() -> None:
    judge = incumbent(alternatives=3)
    judge.take(Candidate(0, (BOTH,), Engine.CPSAT))
    judge.take(Candidate(0, (BOTH[::-1],), Engine.LAYERED, canonical=True))
    judge.take(Candidate(0, (BOTH,), Engine.CPSAT))
    advice = judge.advice(None)
    assert [step.move for step in advice.verdict.steps] == list(BOTH[::-1])
    assert advice.alternatives == ()


def test_a_canonical_plan_worth_less_than_the_best_is_a_loud_disagreement() -> None:
    judge = incumbent()
    judge.take(Candidate(0, (BOTH,), Engine.CPSAT))
    with pytest.raises(Disagreement, match="worth less"):
        judge.take(Candidate(0, ((RIDING,),), Engine.LAYERED, canonical=True))


def test_alternatives_of_two_engines_are_never_alike_nor_like_the_best() -> None:
    judge = incumbent(alternatives=3)
    judge.take(Candidate(0, (BOTH,), Engine.LAYERED))
    judge.take(Candidate(1, ((RIDING,),), Engine.LAYERED))
    judge.take(Candidate(2, ((ENTERING,),), Engine.LAYERED))
    judge.take(Candidate(1, (BOTH[::-1],), Engine.CPSAT))
    judge.take(Candidate(2, ((MapMove(G1, RIDE), RIDING),), Engine.CPSAT))
    told = judge.advice(None).alternatives
    assert [[step.move for step in verdict.steps] for verdict in told] == [[RIDING], [ENTERING]]


def test_of_two_plans_of_equal_worth_one_is_the_best_and_the_other_an_alternative() -> None:
    twins = replace(PARK, tiles=tuple(replace(tile, attraction=PARK.tiles[1].attraction) for tile in PARK.tiles))
    twins = replace(twins, guests=tuple(replace(guest, value=4) for guest in PARK.guests))
    one, other = (OperateMove(ENTRANCE, (G1,), G1, RIDE),), (OperateMove(RIDE, (G2,), G2, ENTRANCE),)
    told = []
    for first, second in ((one, other), (other, one)):
        judge = incumbent(twins, alternatives=3)
        judge.take(Candidate(0, (first,), Engine.LAYERED))
        judge.take(Candidate(0, (second,), Engine.CPSAT))
        advice = judge.advice(None)
        told.append([[step.move for step in verdict.steps] for verdict in (advice.verdict, *advice.alternatives)])
    assert told[0] == told[1] == [list(one), list(other)]


def test_as_many_alternatives_are_told_as_were_asked_for() -> None:
    judge = incumbent(alternatives=1)
    for moves in ((ENTERING,), (RIDING,)):
        judge.take(Candidate(1, (moves,)))
    assert [verdict.stars for verdict in judge.advice(None).alternatives] == [3]


def test_a_later_limit_counts_only_while_every_earlier_stage_is_proven() -> None:
    judge = incumbent()
    judge.judge(0, (BOTH,))
    judge.take(Limit(0, Stage.PIPS, 7))
    assert [result.proven for result in judge.advice(None).stages] == [True, True, True]
    open_ = incumbent()
    open_.judge(0, ((RIDING,),))
    open_.take(Limit(0, Stage.PIPS, 8))
    stars, _, pips = open_.advice(None).stages
    assert (stars.proven, pips.value) == (False, 8)
    assert pips.bound == 9, "the pips there are, as long as a sequence with more stars may leave more of them"


def test_a_bound_is_named_after_the_engine_that_first_proved_it() -> None:
    judge = incumbent()
    assert judge.advice(None).bound_by is Engine.COUNTING
    judge.judge(0, ((RIDING,),))
    for bound, engine in ((9, Engine.LAYERED), (3, Engine.RELAXATION), (3, Engine.CPSAT)):
        judge.take(Limit(0, Stage.STARS, bound, engine))
    judge.take(Limit(0, Stage.MONEY, 0, Engine.CPSAT))
    advice = judge.advice(None)
    assert (advice.bound, advice.bound_by) == (3, Engine.RELAXATION)
    by = [stage.bound_by for stage in advice.stages]
    assert by == [Engine.RELAXATION, Engine.COUNTING, Engine.COUNTING], "no dollar is to be had, whoever says so later"


def test_stars_of_the_end_are_bounded_by_who_limits_the_stage() -> None:
    final = incumbent(replace(PARK, money=23), objective=Objective.FINAL)
    assert final.advice(None).bound_by is Engine.COUNTING
    final.take(Limit(0, Stage.FINAL, 3 + final.advice(None).stages[0].value, Engine.LAYERED))
    assert (final.advice(None).bound, final.advice(None).bound_by) == (3, Engine.LAYERED)


def test_a_limit_of_an_alternative_says_nothing_of_the_best() -> None:
    judge = incumbent()
    judge.take(Limit(1, Stage.STARS, 0))
    assert judge.advice(None).bound == 4


def test_a_limit_below_what_is_known_is_a_loud_disagreement() -> None:
    judge = incumbent()
    judge.judge(0, (BOTH,))
    judge.take(Limit(0, Stage.STARS, 3))
    with pytest.raises(Disagreement, match="exceeds its limit 3"):
        judge.advice(None)


def test_an_illegal_proposal_is_a_loud_disagreement_that_says_which() -> None:
    with pytest.raises(Disagreement, match="the rules refuse a proposed sequence"):
        incumbent().judge(0, ((RIDING, RIDING),))


def test_what_hindered_a_search_is_told_with_the_answer_each_thing_once() -> None:
    judge = incumbent()
    assert not judge.take(Candidate(0, ((RIDING,),)))
    assert not any(judge.take(ModelTooLarge(200_000)) for _ in range(2))
    assert judge.take(Finished("MemoryError: no room"))
    judge.failed("the search process died")
    advice = judge.advice(None)
    assert (advice.status, advice.failure) == (Status.FEASIBLE, "MemoryError: no room")
    assert advice.notes == (
        TOO_LARGE.format(constraints=200_000),
        "The search ended early: MemoryError: no room.",
        "The search ended early: the search process died.",
    )


def test_the_stars_are_limited_under_every_objective() -> None:
    final = incumbent(replace(PARK, money=23), objective=Objective.FINAL)
    assert final.advice(None).bound == 4
    final.take(Limit(0, Stage.FINAL, 3 + final.advice(None).stages[0].value))
    assert final.advice(None).bound == 3, "the limit on the end's stars less those of the money at hand"
    balanced = incumbent(objective=Objective.BALANCED, weights=Weights(1, 1, 1))
    balanced.take(Limit(0, Stage.BALANCED, 20))
    assert balanced.advice(None).bound == 4, "a sum says nothing of one of its parts"


def test_time_is_over_by_the_clock_unless_the_limit_counts_work() -> None:
    assert incumbent(time_limit=10.0).seconds_left() <= 10.0
    assert incumbent(time_limit=None).seconds_left() == float("inf")
    assert incumbent(time_limit=10.0, reproducible=True).seconds_left() == float("inf")


def test_values_and_limits_are_expected_ones_where_a_die_is_rolled() -> None:
    judge = incumbent(ROLLING)
    plan = (
        (rolled(1), OperateMove(ENTRANCE, (G1,), None, None), RIDING),
        *((*sequence, *BOTH) for sequence in for_each_face()[1:]),
    )
    judge.judge(0, plan)
    pips_of_each = [3, 3, 3 + 2, 3 + 3, 3 + 4, 3 + 5]
    for stage, of_all_faces in ((Stage.STARS, 6 * 4), (Stage.MONEY, 0), (Stage.PIPS, sum(pips_of_each))):
        judge.take(Limit(0, stage, of_all_faces))
    advice = judge.advice(None)
    assert advice.status is Status.OPTIMAL
    assert advice.stages[2].value == Fraction(sum(pips_of_each), FACES)
    assert advice.rolls_at == 0
    assert advice.branches[0] == advice.verdict, "the branch that brings least"
    assert len(advice.branches) == FACES


def test_a_plan_with_the_same_moves_whatever_happens_needs_no_branches() -> None:
    judge = incumbent(ROLLING)
    judge.judge(0, ((RIDING,),) * FACES)
    assert judge.advice(None).branches == ()
    assert judge.advice(None).rolls_at is None


def test_a_single_sequence_that_counts_on_a_roll_is_a_loud_disagreement() -> None:
    with pytest.raises(Disagreement, match="counts on what a die will show"):
        incumbent(ROLLING).judge(0, ((rolled(6), RIDING),))


def test_a_plan_that_knows_the_roll_beforehand_is_a_loud_disagreement() -> None:
    plan = ((RIDING, rolled(1)), *for_each_face()[1:])
    with pytest.raises(Disagreement, match="knows what a die will show"):
        incumbent(ROLLING).judge(0, plan)


def test_where_several_dice_may_be_rolled_no_limit_is_claimed_and_a_note_says_so() -> None:
    judge = incumbent(replace(ROLLING, mascots=ROLLING.mascots * 2))
    judge.take(Limit(0, Stage.STARS, 0))
    advice = judge.advice(None)
    assert advice.bound == 4
    assert advice.notes == (SEVERAL_REROLLS,)


def test_the_work_a_search_did_is_told_once_it_has_come_to_its_end() -> None:
    judge = incumbent()
    assert judge.advice(None).nodes is None
    judge.take(Finished(result=Effort(nodes=7, first_proven=0.25)))
    assert (judge.advice(None).nodes, judge.advice(None).first_proven) == (7, 0.25)
