"""Documents changed at random are answered or refused with faults, and never end in an error of the program."""

import copy
import json
import random

import pytest

from api.dice_manor.answers import check_document, moves_document, score_document, solve_document
from api.dice_manor.building import building_document, load_builds, load_site
from api.dice_manor.loading import load_end, load_seat, load_table, load_turns
from api.dice_manor.records import game_document, load_record
from api.problems.bad_input import BadInput
from models.shared.deadline import Patience
from tests.dice_manor.documents import example
from tests.dice_manor.random_games import GOLDEN
from tests.thorough import sampled

STRANGE = [
    None,
    True,
    -1,
    0,
    1,
    2,
    7,
    10**30,
    1.5,
    "",
    "a",
    "entrance",
    "\ud800",
    [],
    [1],
    [[1]],
    {},
    {"a": 1},
    "any",
    [None],
    "x" * 99,
]
RECORD = json.loads(GOLDEN.read_text(encoding="utf-8"))
RECORD["events"] = RECORD["events"][:14]


def places(value):
    """Every container with each of its keys or indices."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places(value[key])


def changed(document, draw):
    """The document with one to three places changed: another value, none, or what stands elsewhere."""
    made = copy.deepcopy(document)
    for _ in range(draw.randint(1, 3)):
        spots = list(places(made))
        container, key = draw.choice(spots)
        other, where = draw.choice(spots)
        kind = draw.random()
        if kind < 0.6:
            container[key] = copy.deepcopy(draw.choice(STRANGE))
        elif kind < 0.8:
            container[key] = copy.deepcopy(other[where])
        elif isinstance(container, dict):
            del container[key]
        else:
            container.insert(key, copy.deepcopy(other[where]))
    return made


def opening(document):
    seat = load_seat(document.get("position"), prefix="/position")
    solve_document(seat, target=5, seconds=0.01)
    moves_document(seat, most=20, patience=Patience(work=1.0, seconds=1.0))
    return check_document(seat, load_turns(document.get("moves"), seat, prefix="/moves"))


def bid(document):
    load_table(document.get("position"), prefix="/position")
    seat = load_seat(document.get("position"), prefix="/position")
    moves_document(seat, most=20, patience=Patience(work=1.0, seconds=1.0))
    return check_document(seat, load_turns(document.get("moves"), seat, prefix="/moves"))


def build(document):
    return building_document(load_site(document.get("position")), load_builds(document.get("moves")))


TURN = {"do": "turn", "rolled": [3, 3, 3, 5], "number": 3, "paths": [[{"room": "entrance", "slot": 0}]], "blueprint": 2}
BUILD = [{"do": "build", "tile": "made-up-library", "at": [1, 0], "turn": 0}]
ASKED = {
    "opening": (opening, {"position": example("position"), "moves": example("turns")}),
    "bid": (bid, {"position": example("bid"), "moves": [TURN]}),
    "build": (build, {"position": example("build"), "moves": BUILD}),
    "end": (lambda document: score_document(load_end(document)), example("end")),
    "record": (lambda document: game_document(load_record(document)), RECORD),
}
CASES = [(name, block) for block in range(12) for name in ASKED]


@pytest.mark.parametrize(("name", "block"), sampled(CASES, len(ASKED)))
def test_a_document_changed_at_random_is_answered_or_refused(name, block):
    ask, document = ASKED[name]
    ask(document)
    draw, refused = random.Random(f"{name}/{block}"), 0
    for _ in range(60):
        made = changed(document, draw)
        faults = faults_of(ask, made)
        refused += bool(faults)
        assert all(fault.pointer == "" or fault.pointer.startswith("/") for fault in faults)
        assert all(fault.detail.endswith(".") for fault in faults), faults
    assert refused


def faults_of(ask, document):
    """Why a document is refused; nothing where it is answered."""
    try:
        json.dumps(ask(document))
    except BadInput as bad:
        return bad.faults
    return ()
