"""What a disputed record brings: the rulings that its verdict hangs on."""

from dataclasses import replace
from random import Random

import pytest

from api import check_game_document, load_record
from models.shared.phrases import listing
from models.theme_park.game.disputes import judge_game
from models.theme_park.game.events import OperatePark
from models.theme_park.game.rules import GameRule
from models.theme_park.game.validate import GameRecord, check_game
from models.theme_park.rulings import Choice, Ruling, Rulings, questions
from tests.api.documents import run
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.games import random_document
from tests.theme_park.game.mutations import mutations

EXAMPLES = FIXTURES / "game_ruling_examples"
LATE = 99


def under(record: GameRecord, ruling: Ruling, choice: Choice) -> GameRecord:
    rulings = record.table.rulings
    return replace(
        record, table=replace(record.table, rulings=Rulings.of({**rulings.in_force, ruling: choice}, rulings.outline))
    )


def far(record: GameRecord) -> tuple[int, int, int | None] | None:
    """How far a record is legal: the event, how far within it, and the move; None for all of it."""
    violation = check_game(record).violation
    if violation is None:
        return None
    late = violation.rule == GameRule.OPERATE_CLAIM
    return violation.step, LATE if late else -1 if violation.move is None else violation.move, violation.move


def tried(record: GameRecord) -> dict[tuple[Ruling, Choice], tuple[int, int, int | None] | None]:
    """How far the record is legal under every choice of every ruling: the slow statement of the same."""
    return {
        (ruling, choice): far(under(record, ruling, choice))
        for ruling, row in questions().items()
        for choice in row.choices
        if choice is not record.table.rulings.in_force[ruling]
    }


def assert_every_choice_is_told(record: GameRecord) -> None:
    judgement, now = judge_game(record), far(record)
    expected = tried(record)
    if now is None:
        assert {ruling for ruling, _ in judgement.relies_on} == {ruling for (ruling, _), at in expected.items() if at}
        assert judgement.under == ()
    else:
        further = {key: at and (at[0], at[2]) for key, at in expected.items() if at is None or at[:2] > now[:2]}
        told = {(each.ruling, each.choice): each for each in judgement.under}
        assert {key: None if each.legal else (each.step, each.move) for key, each in told.items()} == further
        assert judgement.relies_on == ()


@pytest.mark.parametrize("seed", [3, 8])
def test_every_other_choice_of_every_ruling_has_been_tried(seed: int) -> None:
    document = random_document(seed)
    end = [number for number, event in enumerate(document["events"]) if event["do"] == "earn"][1]
    begun = {**document, "events": document["events"][:end]}
    assert_every_choice_is_told(load_record(begun))
    for mutation in mutations(document, Random(seed), 40):
        if mutation.at < end and mutation.rules:
            assert_every_choice_is_told(load_record(mutation.applied(begun)))
            return


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_the_example_of_a_ruling_names_it(path) -> None:
    example = read(path)
    ruling = Ruling(example["ruling"])
    for case in example["cases"]:
        legal = {Choice(choice): "legal" in verdict for choice, verdict in case["verdicts"].items()}
        if len(set(legal.values())) == 1:
            continue
        record = load_record(case["record"])
        in_force = record.table.rulings.in_force[ruling]
        judgement = judge_game(record)
        if legal[in_force]:
            assert (ruling, in_force) in judgement.relies_on
        else:
            assert [each.choice for each in judgement.under if each.ruling is ruling and each.legal] == [
                choice for choice in questions()[ruling].choices if legal[choice]
            ]


def test_a_move_of_an_operate_phase_that_a_ruling_forbids_names_it_with_how_far_the_record_gets() -> None:
    document = read(FIXTURES / "games" / "introductory-2-random.json")
    record = load_record(document)
    assert (Ruling.MOVE_TO_ENTRANCE, Choice.YES) in judge_game(record).relies_on
    strict = {**document, "game": {**document["game"], "rulings": {"move.to-entrance": "no"}}}
    answer = check_game_document(strict)
    assert answer["legal_under"] == [{"ruling": "move.to-entrance", "choice": "yes"}]
    assert answer["violation"]["move"] is not None
    assert (answer["further_under"], answer["relies_on"]) == ([], [])

    last = next(number for number, event in reversed([*enumerate(record.events)]) if isinstance(event, OperatePark))
    events = [*strict["events"]]
    events[last] = {**events[last], "stars": 99}
    (further,) = check_game_document({**strict, "events": events})["further_under"]
    assert further == {"ruling": "move.to-entrance", "choice": "yes", "step": last, "move": None}
    told = run("game", "-", stdin={**strict, "events": events})
    text = " ".join(told.out.split())
    assert f"The record would be legal up to event {last} under the ruling move.to-entrance = yes." in text


def test_a_legal_record_tells_on_the_command_line_what_it_relies_on() -> None:
    path = FIXTURES / "games" / "introductory-2-random.json"
    text = " ".join(run("game", str(path)).out.split())
    relied = [f"{ruling} = {choice}" for ruling, choice in judge_game(load_record(read(path))).relies_on]
    assert len(relied) > 1
    assert f"It relies on the rulings {listing(relied)}." in text


def test_a_head_that_cannot_be_played_hangs_on_no_ruling() -> None:
    answer = check_game_document(
        {"version": 1, "game": {"variant": "solo", "players": ["a", "b"]}, "printed": "made-up-box", "events": []}
    )
    assert answer["violation"]["rule"] == "game.setup.players"
    assert (answer["legal_under"], answer["further_under"], answer["relies_on"]) == ([], [], [])
