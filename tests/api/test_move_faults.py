"""Moves in and out: what belongs to which kind, names that must exist, and what is left to the referee."""

import json
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api import BadInput, dump_move, load_moves, load_position
from models.theme_park.guests import Colour
from models.theme_park.operate.moves import (
    AdjustColour,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    Move,
    OperateMove,
    SkillUse,
    Walk,
)
from models.theme_park.operate.phase import legal_moves
from models.theme_park.operate.state import start
from tests.api.documents import MOVES, park
from tests.theme_park import positions as some
from tests.theme_park.parks import random_position

POSITION = load_position(park())
MASCOT = {"do": "mascot", "mascot": 0, "tile": "ferris"}
OPERATE = {"do": "operate", "tile": "ferris", "party": ["g1"]}
MAP = {"do": "map", "guest": "g1", "to": "pond"}
TURN = {"guest": "g1", "by": 1}
WALK = {"guest": "g1", "to": "pond"}

WRONG: list[tuple[Any, str, tuple[str, ...]]] = [
    (3, "/0", ("3", "an object with the fields do")),
    ({}, "/0/do", ("Missing", "map, guide, mascot, operate")),
    ({"do": "fly"}, "/0/do", ("fly", "map, guide, mascot, operate")),
    ({"do": "map", "guest": "g1"}, "/0/to", ("Missing", "guest, to")),
    ({"do": "map", "guest": "g1", "to": None}, "/0/to", ("Missing",)),
    ({"do": "map", "guest": "g1", "to": "pond", "party": []}, "/0/party", ("map", "guest, to")),
    ({"do": "guide", "guest": "g9", "to": "pond"}, "/0/guest", ("g9", "g1, g2")),
    ({"do": "guide", "guest": "g1", "to": "moon"}, "/0/to", ("moon", "entrance, ferris, pond")),
    (OPERATE | {"tile": "moon"}, "/0/tile", ("moon", "entrance, ferris, pond")),
    (OPERATE | {"party": ["g1", "g7"]}, "/0/party/1", ("g7", "g1, g2")),
    (OPERATE | {"party": "g1"}, "/0/party", ("a list",)),
    (OPERATE | {"mover": "g7"}, "/0/mover", ("g7", "g1, g2")),
    (OPERATE | {"manager": 1}, "/0/manager", ("true or false",)),
    (OPERATE | {"managers": True}, "/0/managers", ("Unknown field", "manager")),
    (OPERATE | {"mascot": 0}, "/0/mascot", ("operate", "tile, party")),
    ({"do": "operate", "tile": "ferris"}, "/0/party", ("Missing",)),
    (OPERATE | {"keep": "g7"}, "/0/keep", ("g7", "g1, g2")),
    (OPERATE | {"keep": ["g1"]}, "/0/keep", ("a list of 1", "the id of a guest")),
    (OPERATE | {"reroll": {"g1": 7}}, "/0/reroll/g1", ("7", "1 to 6")),
    (OPERATE | {"reroll": {"g1": 4, "g7": 3}}, "/0/reroll/g7", ("g7", "g1, g2")),
    (OPERATE | {"reroll": 4}, "/0/reroll", ("4", "guest ids and results")),
    (OPERATE | {"skill": {}}, "/0/skill", ("operate", "keep, reroll, assembled, pipped")),
    (OPERATE | {"assembled": MAP}, "/0/assembled", ("an object", "0 to 20 map, guide and mascot moves")),
    (OPERATE | {"assembled": [MAP] * 21}, "/0/assembled", ("a list of 21", "0 to 20")),
    (OPERATE | {"assembled": [MAP, OPERATE]}, "/0/assembled/1/do", ("operate", "one of map, guide, mascot")),
    (OPERATE | {"assembled": [MAP | {"assembled": []}]}, "/0/assembled/0/assembled", ("Unknown field",)),
    (OPERATE | {"assembled": [MAP | {"guest": "g9"}]}, "/0/assembled/0/guest", ("g9", "g1, g2")),
    (OPERATE | {"pipped": [MAP | {"tile": "pond"}]}, "/0/pipped/0/tile", ("map", "guest, to")),
    (OPERATE | {"pipped": [MAP | {"to": "moon"}]}, "/0/pipped/0/to", ("moon", "entrance, ferris, pond")),
    (OPERATE | {"pipped": [MASCOT | {"skill": {"guest": "g9"}}]}, "/0/pipped/0/skill/guest", ("g9", "g1, g2")),
    (MAP | {"pipped": []}, "/0/pipped", ("map", "guest, to")),
    (MASCOT | {"mascot": -1}, "/0/mascot", ("-1", "0 to 99")),
    (MASCOT | {"mascot": "0"}, "/0/mascot", ('"0"',)),
    (MASCOT | {"skill": []}, "/0/skill", ("an empty list", "guest, by, result, to, to_colour, guests, moves")),
    (MASCOT | {"skill": {"die": "g1"}}, "/0/skill/die", ("Unknown field", "to_colour")),
    (MASCOT | {"skill": {"guest": "g7", "by": 2}}, "/0/skill/guest", ("g7", "g1, g2")),
    (MASCOT | {"skill": {"guest": "g1", "by": 0}}, "/0/skill/by", ("0", "-5 to 5, but not 0")),
    (MASCOT | {"skill": {"guest": "g1", "by": 6}}, "/0/skill/by", ("6", "-5 to 5")),
    (MASCOT | {"skill": {"guest": "g1", "by": 1.0}}, "/0/skill/by", ("1.0",)),
    (MASCOT | {"skill": {"guest": "g1", "result": 7}}, "/0/skill/result", ("7", "1 to 6")),
    (MASCOT | {"skill": {"guest": "g1", "to": "moon"}}, "/0/skill/to", ("moon", "entrance, ferris, pond")),
    (MASCOT | {"skill": {"guest": "g1", "to_colour": "grey"}}, "/0/skill/to_colour", ("grey", "blue, green, yellow")),
    (MASCOT | {"skill": {"guests": [{"guest": "g1"}]}}, "/0/skill/guests/0/by", ("Missing",)),
    (MASCOT | {"skill": {"guests": []}}, "/0/skill/guests", ("an empty list", "1 to 2 dice")),
    (MASCOT | {"skill": {"guests": [TURN] * 3}}, "/0/skill/guests", ("a list of 3", "1 to 2 dice")),
    (MASCOT | {"skill": {"guests": [TURN, TURN | {"guest": "g7"}]}}, "/0/skill/guests/1/guest", ("g7", "g1, g2")),
    (MASCOT | {"skill": {"moves": [WALK] * 3}}, "/0/skill/moves", ("a list of 3", "1 to 2 moves")),
    (MASCOT | {"skill": {"moves": [WALK | {"to": "moon"}]}}, "/0/skill/moves/0/to", ("moon", "ferris")),
    (MASCOT | {"skill": {"moves": [WALK | {"guest": "g7"}]}}, "/0/skill/moves/0/guest", ("g7", "g1, g2")),
    (MASCOT | {"skill_after": 0}, "/0/skill_after", ("0", "beside a skill")),
    (MASCOT | {"skill": None, "skill_after": 1}, "/0/skill_after", ("1", "beside a skill")),
    (MASCOT | {"skill": {}, "skill_after": 21}, "/0/skill_after", ("21", "0 to 20")),
    (MASCOT | {"skill": {}, "adjust": [TURN], "skill_after": 2}, "/0/skill_after", ("2", "0 to 1")),
    (MASCOT | {"adjust": [TURN] * 21}, "/0/adjust", ("a list of 21", "0 to 20")),
    (MASCOT | {"adjust": [{"guest": "g1"}]}, "/0/adjust/0", ("neither", "by", "as")),
    (MASCOT | {"adjust": [{"guest": "g1", "by": 1, "as": "blue"}]}, "/0/adjust/0", ("both",)),
    (MASCOT | {"adjust": [{"guest": "g1", "by": 0}]}, "/0/adjust/0/by", ("0", "but not 0")),
    (MASCOT | {"adjust": [{"guest": "g1", "as": "grey"}]}, "/0/adjust/0/as", ("grey", "blue, green, yellow")),
    (MASCOT | {"adjust": [{"guest": "g8", "by": 1}]}, "/0/adjust/0/guest", ("g8", "g1, g2")),
]


@pytest.mark.parametrize(("move", "pointer", "words"), WRONG, ids=[row[1] for row in WRONG])
def test_a_wrong_move_is_refused_at_its_place(move: Any, pointer: str, words: tuple[str, ...]) -> None:
    with pytest.raises(BadInput) as bad:
        load_moves([move], POSITION)
    told = {fault.pointer: fault.detail for fault in bad.value.faults}
    assert pointer in told
    assert all(word in told[pointer] for word in words), told[pointer]


def test_faults_of_all_moves_are_told_together() -> None:
    with pytest.raises(BadInput) as bad:
        load_moves(
            {"moves": [{"do": "map", "guest": "g9", "to": "moon"}, MOVES[0], {"do": "fly"}]}, POSITION, prefix="/x"
        )
    assert {fault.pointer for fault in bad.value.faults} == {"/x/moves/0/guest", "/x/moves/0/to", "/x/moves/2/do"}


@pytest.mark.parametrize("document", ["moves", {"move": []}, {"moves": {}}, None, [MOVES[0]] * 201])
def test_what_is_no_list_of_at_most_200_moves_is_refused(document: object) -> None:
    with pytest.raises(BadInput, match=r"1 fault|2 faults"):
        load_moves(document, POSITION)


def test_a_bare_list_and_an_object_with_moves_mean_the_same() -> None:
    assert load_moves(MOVES, POSITION) == load_moves({"moves": MOVES}, POSITION)


def test_what_only_the_referee_can_judge_is_accepted() -> None:
    odd = [
        OPERATE | {"party": []},
        OPERATE | {"party": ["g1", "g1"], "mover": "g2"},
        MASCOT | {"mascot": 42, "adjust": [{"guest": "g1", "by": 2}]},
        MASCOT,
        MASCOT | {"skill": {"guest": "g1", "to": "pond", "by": 3, "guests": [TURN]}},
        OPERATE | {"keep": "g2", "reroll": {"g2": 6}, "assembled": [MASCOT]},
    ]
    assert len(load_moves(odd, POSITION)) == len(odd)


def test_a_party_is_read_in_order_and_no_mover_may_be_null_or_absent() -> None:
    absent, null = load_moves([OPERATE | {"party": ["g2", "g1"]}, OPERATE | {"mover": None, "to": None}], POSITION)
    assert absent == OperateMove("ferris", ("g1", "g2"))
    assert null == OperateMove("ferris", ("g1",))


def test_colour_adjustments_are_written_with_as() -> None:
    move = MascotMove(0, "ferris", (AdjustColour("g1", Colour.BLUE),))
    assert dump_move(move)["adjust"] == [{"guest": "g1", "as": "blue"}]


SKILLS = [
    {"guest": "g1", "by": -2},
    {"guest": "g1"},
    {},
    {"guests": [{"guest": "g1", "by": 1}, {"guest": "g2", "by": -1}]},
    {"moves": [WALK]},
    {"moves": [WALK, {"guest": "g2", "to": "entrance"}]},
    {"guest": "g1", "to": "pond"},
    {"guest": "g1", "to_colour": "green"},
    {"guest": "g1", "result": 4},
]
"""Every form of a move."""


@pytest.mark.parametrize("skill", SKILLS, ids=str)
def test_every_form_of_a_skill_is_written_as_it_was_read(skill: Any) -> None:
    plain = MASCOT | {"skill": skill, "adjust": []}
    rich = MASCOT | {"skill": skill, "skill_after": 1, "adjust": [TURN, {"guest": "g2", "as": "green"}]}
    assert [dump_move(move) for move in load_moves([plain, rich], POSITION)] == [plain, rich]


def test_the_fields_of_a_skill_mean_what_they_say() -> None:
    read = [move.skill for move in load_moves([MASCOT | {"skill": skill} for skill in SKILLS], POSITION)]
    assert read == [
        SkillUse(guest="g1", by=-2),
        SkillUse(guest="g1"),
        SkillUse(),
        SkillUse(guests=(AdjustValue("g1", 1), AdjustValue("g2", -1))),
        SkillUse(moves=(Walk("g1", "pond"),)),
        SkillUse(moves=(Walk("g1", "pond"), Walk("g2", "entrance"))),
        SkillUse(guest="g1", to="pond"),
        SkillUse(guest="g1", to_colour=Colour.GREEN),
        SkillUse(guest="g1", result=4),
    ]


def test_no_skill_is_another_thing_than_a_skill_without_a_choice() -> None:
    absent, null, empty = load_moves([MASCOT, MASCOT | {"skill": None}, MASCOT | {"skill": {}}], POSITION)
    assert absent == null == MascotMove(0, "ferris", ())
    assert empty == MascotMove(0, "ferris", (), SkillUse())


def test_kept_and_rerolled_dice_and_moves_within_are_written_as_they_were_read() -> None:
    document = OPERATE | {
        "party": ["g1", "g2"],
        "mover": None,
        "to": None,
        "keep": "g1",
        "reroll": {"g1": 2, "g2": 4},
        "assembled": [MAP, MASCOT | {"skill": {}, "adjust": []}],
        "pipped": [MAP | {"do": "guide"}],
    }
    (move,) = load_moves([document], POSITION)
    assert move.rerolls == (("g1", 2), ("g2", 4))
    assert move.assembled == (MapMove("g1", "pond"), MascotMove(0, "ferris", (), SkillUse()))
    assert move.pipped == (GuideMove("g1", "pond"),)
    assert dump_move(move) == document


def test_fields_of_the_full_game_may_be_null_or_empty() -> None:
    empty = OPERATE | {"keep": None, "reroll": {}, "assembled": [], "pipped": []}
    assert load_moves([empty, OPERATE | {"reroll": None}], POSITION) == load_moves([OPERATE, OPERATE], POSITION)


def test_rerolls_mean_the_same_in_any_order() -> None:
    one, other = load_moves(
        [OPERATE | {"reroll": {"g2": 4, "g1": 2}}, OPERATE | {"reroll": {"g1": 2, "g2": 4}}], POSITION
    )
    assert one == other


def test_moves_within_moves_are_read_no_deeper_than_they_go() -> None:
    nested: dict[str, Any] = MASCOT
    for _ in range(5000):
        nested = {"skill": nested, "assembled": [MAP]}
    with pytest.raises(BadInput):
        load_moves([nested, OPERATE | nested], POSITION)


@given(st.lists(some.document_moves, max_size=4))
def test_every_move_that_a_document_can_hold_reads_back_as_it_was_written(moves: list[Move]) -> None:
    assert load_moves(json.loads(json.dumps([dump_move(move) for move in moves])), POSITION) == tuple(moves)


@pytest.mark.parametrize("seed", range(30))
def test_a_move_reads_back_as_it_was_written(seed: int) -> None:
    position = random_position(Random(seed), full=seed % 2 == 1)
    for move in islice(legal_moves(position, start(position)), 200):
        assert load_moves([dump_move(move)], position) == (move,)
