"""Moves in and out: what belongs to which kind, names that must exist, and what is left to the referee."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from api import BadInput, dump_move, load_moves, load_position
from models.theme_park.guests import Colour
from models.theme_park.moves import AdjustColour, MascotMove, OperateMove
from models.theme_park.operate.phase import legal_moves
from models.theme_park.operate.state import start
from tests.api.documents import MOVES, park
from tests.parks import random_position

POSITION = load_position(park())
MASCOT = {"do": "mascot", "mascot": 0, "tile": "ferris"}
OPERATE = {"do": "operate", "tile": "ferris", "party": ["g1"]}

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
    (OPERATE | {"keep": "g1"}, "/0/keep", ("Not supported yet",)),
    (OPERATE | {"reroll": {"g1": 4}}, "/0/reroll", ("Not supported yet",)),
    (OPERATE | {"reroll": {"g1": 7}}, "/0/reroll/g1", ("7", "1 to 6")),
    (MASCOT | {"mascot": -1}, "/0/mascot", ("-1", "0 to 99")),
    (MASCOT | {"mascot": "0"}, "/0/mascot", ('"0"',)),
    (MASCOT | {"skill": {"guest": "g1", "by": 2}}, "/0/skill", ("Not supported yet",)),
    (MASCOT | {"skill": {"guests": [{"guest": "g1"}]}}, "/0/skill/guests/0/by", ("Missing",)),
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
    ]
    assert len(load_moves(odd, POSITION)) == 4


def test_a_party_is_read_in_order_and_no_mover_may_be_null_or_absent() -> None:
    absent, null = load_moves([OPERATE | {"party": ["g2", "g1"]}, OPERATE | {"mover": None, "to": None}], POSITION)
    assert absent == OperateMove("ferris", ("g1", "g2"))
    assert null == OperateMove("ferris", ("g1",))


def test_colour_adjustments_are_written_with_as() -> None:
    move = MascotMove(0, "ferris", (AdjustColour("g1", Colour.BLUE),))
    assert dump_move(move)["adjust"] == [{"guest": "g1", "as": "blue"}]


@pytest.mark.parametrize("seed", range(30))
def test_a_move_reads_back_as_it_was_written(seed: int) -> None:
    position = random_position(Random(seed))
    for move in islice(legal_moves(position, start(position)), 200):
        assert load_moves([dump_move(move)], position) == (move,)
