"""Plans in which dice are rerolled: a sequence for each way that they may fall, alike until they fall differently."""

from fractions import Fraction

import pytest

from models.theme_park.operate.moves import OperateMove
from solver.theme_park.operate.policies import expected, expected_values, foresight, fork, likelihoods, rolled, tails
from tests.theme_park.solver.test_incumbent import ENTERING, ENTRANCE, G1, G2, RIDE, RIDING
from tests.theme_park.solver.test_incumbent import rolled as rolls

FACES = range(1, 7)
ONCE = tuple((ENTERING, rolls(face)) for face in FACES)
TWICE_IF_LOW = tuple(
    (ENTERING, rolls(face), *again)
    for face in FACES
    for again in ([(rolls(more),) for more in FACES] if face < 3 else [()])
)
"""The die is rolled again where it shows 1 or 2."""


def both_rerolled(one: int, other: int) -> OperateMove:
    return OperateMove(RIDE, (G1, G2), G1, ENTRANCE, rerolls=((G1, one), (G2, other)))


TOGETHER = tuple((both_rerolled(one, other),) for one in FACES for other in FACES)


def test_a_plan_that_rolls_nothing_is_one_sequence() -> None:
    assert fork(((RIDING,),)) is None
    assert foresight(((RIDING,),)) is None
    assert "differ" in (foresight(((RIDING,), (ENTERING,))) or "")
    assert likelihoods(((RIDING,),)) == (1,)


@pytest.mark.parametrize("plan", [ONCE, TWICE_IF_LOW, TOGETHER], ids=["once", "twice if low", "two dice together"])
def test_a_plan_has_a_sequence_for_each_way_that_dice_may_fall_and_they_are_certain_together(plan) -> None:
    assert foresight(plan) is None
    assert sum(likelihoods(plan)) == 1


def test_a_sequence_is_as_likely_as_all_its_results_together() -> None:
    assert rolled(TWICE_IF_LOW[0]) == (1, 1)
    assert likelihoods(TWICE_IF_LOW)[0] == Fraction(1, 36)
    assert likelihoods(TWICE_IF_LOW)[-1] == Fraction(1, 6)
    assert likelihoods(TOGETHER)[0] == Fraction(1, 36)


def test_what_is_expected_weighs_each_sequence_by_its_likelihood() -> None:
    shown = [rolled(moves)[-1] for moves in TWICE_IF_LOW]
    assert expected(TWICE_IF_LOW, shown) == Fraction(2, 6) * Fraction(21, 6) + Fraction(3 + 4 + 5 + 6, 6)
    assert expected(ONCE, [7] * 6) == 7
    assert expected_values(ONCE, [(7, face) for face in FACES]) == (7, Fraction(21, 6))


def test_a_plan_forks_where_it_rolls_and_again_where_a_result_asks_for_it() -> None:
    first = fork(TWICE_IF_LOW)
    assert first is not None
    assert first.at == 1
    assert [shown for shown, _ in first.ways] == [(face,) for face in FACES]
    assert [len(plan) for _, plan in first.ways] == [6, 6, 1, 1, 1, 1]
    again = fork(first.ways[0][1], first.at + 1)
    assert again is not None
    assert again.at == 2
    assert fork(first.ways[5][1], first.at + 1) is None


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (ONCE[:5], "counts on"),
        (TWICE_IF_LOW[1:], "counts on"),
        ((ONCE[0][:1], *ONCE[1:]), "differ|knows"),
        (((RIDING, *ONCE[0]), *ONCE[1:]), "knows"),
        (
            tuple((rolls(face), *([RIDING] if face < 3 else []), rolls(more)) for face in FACES for more in FACES[:5]),
            "counts on",
        ),
        (
            tuple((rolls(face), RIDING if more > 3 else ENTERING, rolls(more)) for face in FACES for more in FACES),
            "knows",
        ),
    ],
    ids=[
        "a face is missing",
        "of the second roll",
        "one stops before",
        "one begins otherwise",
        "no second six",
        "the second is foreseen",
    ],
)
def test_a_plan_may_not_know_what_dice_will_show_nor_leave_a_result_out(plan, says) -> None:
    fault = foresight(plan)
    assert fault is not None
    assert any(part in fault for part in says.split("|"))


def test_what_is_left_of_a_plan_once_moves_are_made() -> None:
    assert tails(TWICE_IF_LOW, (ENTERING, rolls(1))) == tuple((rolls(face),) for face in FACES)
    assert tails(TWICE_IF_LOW, (ENTERING, rolls(4))) == ((),)
    assert sum(likelihoods(tails(TWICE_IF_LOW, (ENTERING,)))) == 1
