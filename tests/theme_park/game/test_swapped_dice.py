"""Dice swapped for others of the bag: which the bag holds, and in which colour they leave the park."""

import json

import pytest

from api import load_record
from models.theme_park.game.validate import check_game
from tests.theme_park.examples import FIXTURES, read

EXAMPLE = read(FIXTURES / "game_rule_examples" / "game.operate.bag.json")
CARDS = [{"kind": "swap-colour"}, {"kind": "move-two"}]
DISPLAYED = [{"kind": "move-out"}, {"kind": "move-in"}, {"kind": "two-by-one"}]
SET_UP = [
    {"do": "goals", "placed": {"2": ["a07"], "3": ["a02"], "4": ["b07"], "5": ["b01"]}},
    {"do": "fill", "dice": [["blue-5", "green-4", "yellow-3"], ["green-6", "blue-3", "blue-2"], ["blue-4"] * 3]},
    {"do": "administrator", "by": "ann", "dealt": [{"kind": "mascots"}, {"kind": "attractions"}], "keep": {"kind": "mascots"}},
    {"do": "skill", "by": "ann", "dealt": CARDS, "keep": CARDS[0]},
    {"do": "first-attraction", "by": "ann", "dealt": ["a13", "a01"], "keep": "a13", "hex": [1, 0]},
    {"do": "display", "attractions": ["a02", "a03", "a04"], "skills": DISPLAYED},
    {"do": "plan", "by": "ann", "staff": ["mascot", "manager"]},
    {"do": "solo-card", "card": "s06"},
    {"do": "welcome", "by": "ann", "monorail": "m2"},
]  # fmt: skip
SWAP = {"do": "mascot", "mascot": 0, "tile": "a13", "skill": {"guest": "g3", "to_colour": "green"}, "adjust": []}
WALK = {"do": "operate", "tile": "entrance", "party": ["g3"], "mover": "g3", "to": "a13"}
LEAVE = {"do": "operate", "tile": "a13", "party": ["g3"], "mover": None, "to": None}


def judged(*moves):
    game = {"variant": "solo", "players": ["ann"], "rulings": {"timing.between-operations": "any-step"}}
    events = [*SET_UP, {"do": "operate", "by": "ann", "moves": list(moves)}]
    return check_game(load_record({"version": 1, "game": game, "printed": "made-up-box", "events": events}))


@pytest.mark.parametrize("moves", [(WALK, SWAP, LEAVE), (WALK, {**LEAVE, "assembled": [SWAP]})])
def test_a_die_swapped_for_another_leaves_in_its_new_colour_also_in_the_midst_of_an_operation(moves):
    before, after = judged(), judged(*moves)
    assert after.violation is None
    assert [guest.colour for guest in after.reached.players[0].discards] == ["green"]
    assert after.reached.discarded == (0, 1, 0)
    assert after.reached.bag == before.reached.bag.plus(["green"], -1).plus(["blue"])


@pytest.mark.parametrize("choice", ["allow", "refuse"])
def test_what_a_game_knows_of_its_bag_no_ruling_changes(choice):
    document = json.loads(json.dumps(EXAMPLE["record"]))
    document["game"]["rulings"] = {"skill.swap-from-bag": choice}
    for kind in ("legal", "illegal"):
        told = {**document, "events": [*document["events"], *EXAMPLE[kind][0]["then"]]}
        violation = check_game(load_record(told)).violation
        assert (violation and violation.rule) == (None if kind == "legal" else "game.operate.bag")


def test_a_die_discarded_by_an_operation_is_not_in_the_bag_for_a_swap_in_its_midst():
    document = json.loads(json.dumps(EXAMPLE["record"]))
    document["game"]["rulings"] = {"timing.between-operations": "any-step"}
    *first, last, swap = EXAMPLE["illegal"][0]["then"][0]["moves"]
    for midst, broken in (({}, None), ({"pipped": [swap]}, ("game.operate.bag", len(first)))):
        event = {"do": "operate", "by": "ann", "moves": [*first, {**last, **midst}]}
        violation = check_game(load_record({**document, "events": [*document["events"], event]})).violation
        assert (violation and (violation.rule, violation.move)) == broken
