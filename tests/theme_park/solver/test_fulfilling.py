"""The layered search's table of parties against the rule that judges each of them."""

from itertools import product
from random import Random

import pytest

from models.theme_park.requirement import Relation, Requirement, Slot, fulfils
from solver.theme_park.operate.layered.encoding.codes import DICE, SEATS
from solver.theme_park.operate.layered.encoding.requirements import EVERY_DIE, fulfilling
from tests.theme_park.parks import SHAPES, coloured

UNUSUAL = {
    "higher-and-a-third": Requirement((Slot(), Slot(values=frozenset({2, 5})), Slot()), Relation.HIGHER),
    "lower-and-a-third": Requirement((Slot(), Slot(), Slot(values=frozenset({1, 6}))), Relation.LOWER),
    "three-exact": Requirement((Slot(values=frozenset({4})), Slot(values=frozenset({1, 4})), Slot())),
    "two-consecutive": Requirement((Slot(), Slot()), Relation.CONSECUTIVE),
}


@pytest.mark.parametrize("free_a_colour", [False, True])
@pytest.mark.parametrize("name", [*SHAPES, *UNUSUAL])
def test_the_table_of_parties_says_of_each_what_the_rule_says(name: str, free_a_colour: bool) -> None:
    shape = {**SHAPES, **UNUSUAL}[name]
    rng = Random(name)
    for requirement in (shape, *(coloured(rng, shape, 0.7) for _ in range(3))):
        table = fulfilling(requirement, free_a_colour=free_a_colour).reshape((DICE,) * SEATS)
        for party in product(range(DICE), repeat=requirement.size):
            dice = [EVERY_DIE[die] for die in party]
            seats = (0,) * (SEATS - requirement.size) + party
            assert table[seats] == fulfils(requirement, dice, free_a_colour=free_a_colour), (requirement, dice)


def test_a_party_smaller_than_the_seats_leaves_the_others_at_the_first_die() -> None:
    table = fulfilling(SHAPES["two-equal"], free_a_colour=False).reshape((DICE,) * SEATS)
    assert table[0].any()
    assert not table[1:].any()
