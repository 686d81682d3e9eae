"""What is known of a park beforehand, held against the rules it is drawn from."""

from itertools import combinations, product
from random import Random

import pytest

from models.theme_park.requirement import Relation, Requirement, Slot
from solver.theme_park.operate.tables import VALUES, clashing_pairs

SHAPES = [(relation, size) for relation in Relation for size in (1, 2, 3) if size > 1 or not relation.ordered]


@pytest.mark.parametrize(("relation", "size"), SHAPES)
def test_values_of_which_no_two_clash_are_those_that_fulfil_a_requirement(relation: Relation, size: int) -> None:
    rng = Random(size)
    for _ in range(40):
        slots = tuple(Slot(values=frozenset(rng.sample(VALUES, rng.randint(2, 6)))) for _ in range(size))
        pairs = clashing_pairs(Requirement(slots, relation))
        for values in product(*(slot.values for slot in slots)):
            clash = any((i, j, values[i], values[j]) in pairs for i, j in combinations(range(size), 2))
            assert clash != relation.holds(values), f"{slots} {values}"
