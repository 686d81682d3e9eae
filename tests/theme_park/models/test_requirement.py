"""Requirements: the rulebook's shapes, and every requirement against a predicate stated another way."""

from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.theme_park.catalogue import attractions, read_requirement
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot, fulfils, seatings
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.parks import SHAPES, coloured

LISTED = [pytest.param(shape, id=shape["id"]) for shape in read(FIXTURES / "catalogue" / "requirements.json")["shapes"]]
DICE = list(product(GUEST_COLOURS, range(1, 7)))

STATED = {
    "single": lambda a: 1 <= a <= 6,
    "two-even": lambda a, b: a % 2 == b % 2 == 0,
    "two-odd": lambda a, b: a % 2 == b % 2 == 1,
    "odd-and-even": lambda a, b: a % 2 == 1 and b % 2 == 0,
    "higher": lambda a, b: a - b > 0,
    "lower": lambda a, b: b - a > 0,
    "low-and-high": lambda a, b: a <= 3 <= b,
    "two-equal": lambda a, b: a == b,
    "three-equal": lambda a, b, c: a == b == c,
    "three-consecutive": lambda a, b, c: {a, b, c} in ({1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5, 6}),
}
"""Each shape as a sentence about the values in its slots, apart from the code under test."""


def dice(pairs):
    return tuple((Colour(colour), value) for colour, value in pairs)


@pytest.mark.parametrize("shape", LISTED)
def test_the_smallest_party_fulfils_a_listed_shape_and_the_nearest_one_fails(shape):
    requirement = read_requirement(shape["requirement"])
    assert fulfils(requirement, dice(shape["fulfils"]))
    assert not fulfils(requirement, dice(shape["fails"])), shape["why"]
    assert len(shape["fulfils"]) == requirement.size


def test_the_listed_shapes_are_the_shapes_of_the_random_parks():
    bare = {
        Requirement(tuple(Slot(values=slot.values) for slot in requirement.slots), requirement.relation)
        for requirement in (read_requirement(param.values[0]["requirement"]) for param in LISTED)
    }
    assert bare == set(SHAPES.values())


def test_the_made_up_attractions_cover_every_shape():
    bare = {
        Requirement(tuple(Slot(values=slot.values) for slot in tile.requirement.slots), tile.requirement.relation)
        for tile in (entry.attraction for entry in attractions().values() if entry.made_up)
    }
    assert bare == set(SHAPES.values())


def stated(name, requirement, party):
    """Whether ``party`` can be put in the slots so that colours match and the sentence holds."""
    return any(
        STATED[name](*(value for _, value in order))
        and all(slot.colour in (None, colour) for slot, (colour, _) in zip(requirement.slots, order, strict=True))
        for order in permutations(party)
    )


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_with_any_colours_printed_accepts_exactly_the_parties_its_sentence_describes(name):
    shape = SHAPES[name]
    rng = Random(name)
    for requirement in [shape, *(coloured(rng, shape, 0.5) for _ in range(4))]:
        for party in (
            product(DICE, repeat=shape.size) if shape.size < 3 else rng.sample(list(product(DICE, repeat=3)), 600)
        ):
            assert fulfils(requirement, party) == stated(name, requirement, party), (requirement, party)


@pytest.mark.parametrize("name", SHAPES)
def test_the_order_in_which_a_party_is_named_does_not_matter(name):
    rng = Random(name)
    for _ in range(60):
        requirement, party = coloured(rng, SHAPES[name]), [rng.choice(DICE) for _ in SHAPES[name].slots]
        assert len({fulfils(requirement, order) for order in permutations(party)}) == 1


@given(st.sampled_from(sorted(SHAPES)), st.randoms(use_true_random=False), st.lists(st.sampled_from(DICE), max_size=5))
def test_more_dice_than_printed_fulfil_exactly_when_enough_of_them_do(name, rng, party):
    requirement = coloured(rng, SHAPES[name])
    among = any(stated(name, requirement, chosen) for chosen in combinations(party, requirement.size))
    assert fulfils(requirement, party) == among


@given(st.sampled_from(sorted(SHAPES)), st.randoms(use_true_random=False))
def test_a_freed_colour_accepts_what_the_requirement_without_one_of_its_colours_accepts(name, rng):
    requirement = coloured(rng, SHAPES[name], 0.7)
    party = [rng.choice(DICE) for _ in requirement.slots]
    freed = [requirement] + [
        Requirement(
            (*requirement.slots[:place], Slot(None, slot.values), *requirement.slots[place + 1 :]), requirement.relation
        )
        for place, slot in enumerate(requirement.slots)
    ]
    assert fulfils(requirement, party, free_a_colour=True) == any(fulfils(each, party) for each in freed)


def test_seatings_name_the_die_of_each_slot():
    requirement = Requirement((Slot(), Slot(Colour.BLUE)), Relation.LOWER)
    assert seatings(requirement, dice([("blue", 5), ("yellow", 4)]), False) == ((1, 0),)
    assert seatings(requirement, dice([("blue", 5), ("blue", 4)]), False) == ((1, 0),)
    assert seatings(requirement, dice([("blue", 4), ("yellow", 4)]), False) == ()


def test_1_to_3_with_3_to_6_may_both_be_3():
    assert fulfils(SHAPES["low-and-high"], dice([("blue", 3), ("green", 3)]))


@pytest.mark.parametrize(
    ("requirement", "words"),
    [
        (SHAPES["single"], "any die"),
        (
            Requirement((Slot(Colour.YELLOW, NAMED_VALUES["odd"]), Slot(values=NAMED_VALUES["even"]))),
            "an odd yellow die and an even die",
        ),
        (Requirement((Slot(), Slot(Colour.BLUE)), Relation.LOWER), "any die that is lower than a blue die"),
        (
            Requirement((Slot(), Slot(Colour.BLUE), Slot(Colour.GREEN)), Relation.HIGHER),
            "any die that is higher than a blue die, and a green die",
        ),
        (SHAPES["low-and-high"], "a die of 1-3 and a die of 3-6"),
        (SHAPES["two-equal"], "any die and any die, equal in value"),
        (SHAPES["three-consecutive"], "any die and any die and any die, with consecutive values"),
        (Requirement((Slot(Colour.GREEN, frozenset({2, 5})),)), "a green die showing 2 or 5"),
    ],
)
def test_a_requirement_says_what_it_asks_for(requirement, words):
    assert requirement.describe() == words


def test_any_value_is_what_a_die_can_show():
    assert frozenset(range(1, 7)) == ANY_VALUE
