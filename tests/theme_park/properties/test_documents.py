"""Whatever park or record there is, it is written and read back, and its documents fit their description."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from api import (
    check_document,
    check_game_document,
    dump_move,
    dump_position,
    dump_record,
    load_moves,
    load_position,
    load_record,
    parse_record,
    record_text,
)
from models.theme_park.operate.disputes import judge
from models.theme_park.operate.moves import Move
from models.theme_park.operate.notation import parse_moves, parse_position, print_moves, print_position
from models.theme_park.operate.position import Position
from tests.api.test_any_document import json_values, places, refusal, with_value
from tests.service.serving import make_app
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.games import random_game
from tests.theme_park.properties.drawing import SEEDS, parks, played_parks

GAMES = sorted((FIXTURES / "games").glob("*.json"))
SMALL_GAME = read(FIXTURES / "games" / "introductory-2-random.json")
PLACES = places(SMALL_GAME)


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return make_app(tmp_path_factory.mktemp("described")).test_client().get("/openapi.json").json


def faults(description: Any, path: str, document: Any) -> list[str]:
    """Where an answer is not as the OpenAPI description has it."""
    schema = description["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({"components": description["components"], **schema})
    return [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(document)]


@given(played=played_parks(most=3))
def test_every_verdict_fits_its_description(description: Any, played: tuple[Position, tuple[Move, ...]]) -> None:
    position, moves = played
    document = json.loads(json.dumps(check_document(judge(position, moves))))
    assert document["legal"]
    assert not faults(description, "/v1/operate/check", document)


@given(parks())
def test_a_park_survives_its_document_and_its_line(position: Position) -> None:
    document = dump_position(position)
    assert load_position(document) == position
    assert parse_position(print_position(position)) == position
    assert dump_position(parse_position(print_position(load_position(document)))) == document


@given(played_parks())
def test_moves_survive_their_documents_and_their_line(played: tuple[Position, tuple[Move, ...]]) -> None:
    position, moves = played
    documents = [dump_move(move) for move in moves]
    assert load_moves(documents, position) == moves
    assert parse_moves(print_moves(moves)) == moves
    assert [dump_move(move) for move in parse_moves(print_moves(load_moves(documents, position)))] == documents


@settings(max_examples=settings.default.max_examples // 2)
@given(st.sampled_from(PLACES), json_values)
def test_any_value_anywhere_in_a_game_record_is_read_or_refused(way: tuple[Any, ...], value: Any) -> None:
    document = with_value(SMALL_GAME, way, value)
    refused = refusal(lambda: load_record(document))
    assert all(fault.detail for fault in refused)
    if not refused:
        record = load_record(document)
        assert load_record(dump_record(record)) == record


@settings(max_examples=settings.default.max_examples // 5)
@given(st.sampled_from(GAMES), st.integers(0, 250))
def test_every_beginning_of_a_game_survives_both_forms(game: Any, events: int) -> None:
    document = read(game)
    beginning = document | {"events": document["events"][:events]}
    record = load_record(beginning)
    assert load_record(dump_record(record)) == record == parse_record(record_text(record))


@settings(max_examples=settings.default.max_examples // 50)
@given(SEEDS)
def test_a_random_game_survives_both_forms_and_is_legal(seed: int) -> None:
    record = random_game(seed)
    assert load_record(dump_record(record)) == record == parse_record(record_text(record))
    assert check_game_document(dump_record(record))["legal"]
