"""Facts of the skills that no smallest example states by itself."""

from dataclasses import replace

import pytest

from models.shared.hexgrid import Hex
from models.theme_park.guests import Colour
from models.theme_park.operate.moves import AdjustValue, MascotMove, OperateMove, SkillUse, Walk
from models.theme_park.operate.phase import broken_rule, legal_moves_of
from models.theme_park.operate.replay import replay
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.skills.walks import hex_distance
from models.theme_park.operate.state import start
from tests.theme_park.models.test_operate_facts import CAROUSEL, ENTRANCE, RIDERS, SWINGS, park

CROWD = [
    {"id": "g1", "colour": "green", "value": 3, "at": "carousel"},
    {"id": "g2", "colour": "green", "value": 5, "at": "carousel"},
    {"id": "g3", "colour": "blue", "value": 2, "at": "carousel"},
    {"id": "g4", "colour": "green", "value": 2, "at": "swings"},
]
BLUE_RIDE = {
    "name": "Made-up ride",
    "colour": "blue",
    "stars": 1,
    "income": 0,
    "amenity": None,
    "requirement": {"dice": [{}]},
}
FAR = {"id": "far", "hex": [3, 0], "attraction": "made-up-dodgems"}
FARTHEST = {"id": "farthest", "hex": [4, 0], "attraction": "made-up-drop-tower"}
GREEN = {"colour": "green"}

USES = [
    ("value-by-two", GREEN, {SkillUse(guest="g1", by=2), SkillUse(guest="g1", by=-2), SkillUse(guest="g2", by=-2)}),
    ("two-five", GREEN, {SkillUse(guest="g2")}),
    ("two-five", {"colour": "blue"}, {SkillUse(guest="g3")}),
    (
        "two-by-one",
        {},
        {
            SkillUse(guests=(AdjustValue(one, by), AdjustValue(other, way)))
            for one, other in (("g1", "g2"), ("g1", "g3"), ("g2", "g3"))
            for by in (1, -1)
            for way in (1, -1)
        },
    ),
    ("reroll", GREEN, {SkillUse(guest=guest, result=value) for guest in ("g1", "g2") for value in range(1, 7)}),
    ("swap-colour", {}, {
        *(SkillUse(guest=guest, to_colour=colour) for guest in ("g1", "g2") for colour in (Colour.BLUE, Colour.YELLOW)),
        *(SkillUse(guest="g3", to_colour=colour) for colour in (Colour.GREEN, Colour.YELLOW)),
    }),
    ("move-two", {}, {
        SkillUse(guest=guest, to=to) for guest in ("g1", "g2", "g3") for to in ("entrance", "swings", "far")
    }),
    ("money-per-guest", GREEN, {SkillUse()}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "colour", "uses"), USES, ids=[row[0] for row in USES])
def test_the_list_holds_every_use_of_a_skill_that_the_card_allows(kind, colour, uses):
    position = park(
        park={"tiles": [ENTRANCE, CAROUSEL, SWINGS, FAR, FARTHEST], "guests": CROWD},
        mascots=[{"skill": {"kind": kind} | colour}],
    )
    listed = [move for move in legal_moves_of(MascotMove, position, start(position)) if move.skill is not None]
    assert {move.skill for move in listed if move.tile == "carousel"} == uses


def test_a_die_swapped_into_a_bag_that_held_none_of_its_colour_may_be_swapped_out_again():
    position = park(mascots=[{"skill": {"kind": "swap-colour"}}] * 2, bag={})
    position = replace(position, bag=((Colour.GREEN, 1),))
    into = MascotMove(0, "carousel", (), SkillUse(guest="g3", to_colour=Colour.GREEN))
    out = MascotMove(1, "carousel", (), SkillUse(guest="g2", to_colour=Colour.BLUE))
    assert replay(position, [into, out]).legal
    broken = broken_rule(position, start(position), out)
    assert broken is not None
    assert broken.rule is Rule.SKILL_BAG


@pytest.mark.parametrize(("solo", "drawn"), [(False, True), (True, False)])
def test_a_discarded_die_is_drawn_from_the_bag_but_in_a_solo_game(solo, drawn):
    guests = [{"id": "g1", "colour": "green", "value": 1, "at": "carousel"}, CROWD[2]]
    rules = {"game": "full", "solo": solo}
    tiles = {"tiles": [ENTRANCE, CAROUSEL], "guests": guests}
    position = park(rules=rules, park=tiles, mascots=[{"skill": {"kind": "swap-colour"}}], bag={"blue": 3})
    swap = MascotMove(0, "carousel", (), SkillUse(guest="g3", to_colour=Colour.GREEN))
    discard = OperateMove("carousel", ("g1",))
    assert replay(position, [discard]).legal
    assert replay(position, [discard, swap]).legal == drawn


@pytest.mark.parametrize(
    ("solo", "number", "legal"), [(False, 20, True), (False, 21, False), (True, 8, True), (True, 9, False)]
)
def test_no_die_is_drawn_of_a_colour_whose_dice_are_all_in_the_park(solo, number, legal):
    guests = [{"id": f"b{each}", "colour": "blue", "value": 2, "at": "carousel"} for each in range(number)]
    guests.append({"id": "g1", "colour": "green", "value": 2, "at": "carousel"})
    tiles = {"tiles": [ENTRANCE, CAROUSEL], "guests": guests}
    position = park(rules={"game": "full", "solo": solo}, park=tiles, mascots=[{"skill": {"kind": "swap-colour"}}])
    swap = MascotMove(0, "carousel", (), SkillUse(guest="g1", to_colour=Colour.BLUE))
    assert replay(position, [swap]).legal == legal


def test_a_skill_that_moves_a_die_twice_moves_none_three_times():
    rules = {"game": "full", "rulings": {"skill.twice-same-die": "either"}}
    position = park(rules=rules, mascots=[{"skill": {"kind": "move-out"}}])
    walks = (Walk("g2", "swings"), Walk("g2", "carousel"), Walk("g2", "swings"))
    state = start(position)
    assert broken_rule(position, state, MascotMove(0, "carousel", (), SkillUse(moves=walks[:2]))) is None
    broken = broken_rule(position, state, MascotMove(0, "carousel", (), SkillUse(moves=walks)))
    assert broken is not None
    assert broken.message == "The skill move-out moves a die once or twice, not 3 times."


@pytest.mark.parametrize(
    ("turned", "named"),
    [((), 0), (("g1",), 1), (("g1", "g1"), 1), (("g1", "g2", "g3"), 3), (("g1", "g2", "g1"), 2)],
)
def test_a_skill_that_turns_two_dice_takes_no_fewer_no_more_and_no_die_twice(turned, named):
    position = park(
        park={"tiles": [ENTRANCE, CAROUSEL], "guests": CROWD[:3]}, mascots=[{"skill": {"kind": "two-by-one"}}]
    )
    use = SkillUse(guests=tuple(AdjustValue(guest, 1) for guest in turned))
    broken = broken_rule(position, start(position), MascotMove(0, "carousel", (), use))
    assert broken is not None
    if turned:
        assert broken.message == f"The skill two-by-one turns two different dice; this use names {named}."
    else:
        assert broken.rule is Rule.SKILL_CHOICES


def test_the_two_dice_of_a_skill_may_be_named_in_either_order():
    position = park(
        park={"tiles": [ENTRANCE, CAROUSEL], "guests": CROWD[:3]}, mascots=[{"skill": {"kind": "two-by-one"}}]
    )
    for pair in (("g1", "g2"), ("g2", "g1")):
        use = SkillUse(guests=tuple(AdjustValue(guest, 1) for guest in pair))
        assert broken_rule(position, start(position), MascotMove(0, "carousel", (), use)) is None


def test_the_distance_of_two_hexes_is_the_least_number_of_steps_between_them():
    steps, reached = 0, {Hex(2, -1)}
    seen = set(reached)
    while steps <= 3:
        assert {hex_distance(Hex(2, -1), place) for place in reached} == {steps}
        reached = {other for place in reached for other in place.neighbours()} - seen
        seen |= reached
        steps += 1


@pytest.mark.parametrize(("guest", "becomes", "legal"), [("g3", "green", False), ("g2", "blue", True)])
def test_the_kept_die_is_of_the_administrators_colour_when_it_is_pipped_down(
    guest: str, becomes: str, legal: bool
) -> None:
    tiles = [ENTRANCE, CAROUSEL | {"attraction": BLUE_RIDE}, SWINGS]
    position = park(
        rules={"game": "full", "rulings": {"timing.between-operations": "any-step"}},
        park={"tiles": tiles, "guests": RIDERS},
        administrator={"kind": "keep-pips", "colour": "blue"},
        mascots=[{"skill": {"kind": "swap-colour"}}],
    )
    swap = MascotMove(0, "carousel", (), SkillUse(guest=guest, to_colour=Colour(becomes)))
    kept = OperateMove("carousel", (guest,), guest, "swings", keep=guest, assembled=(swap,))
    assert replay(position, [kept]).legal == legal
