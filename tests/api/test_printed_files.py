"""Printed facts in a file of their own, named by a record on the command line."""

import json
from pathlib import Path

import pytest

from api import load_record, record_text
from api.theme_park.schemas.box import PrintedSchema
from models.theme_park.game.box.box_catalogue import box_named
from tests.api.documents import run
from tests.theme_park.examples import FIXTURES, read

RECORD = read(FIXTURES / "games" / "introductory-2-random.json")
PRINTED = PrintedSchema.write(box_named("made-up-box", 2, frozenset()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "our box.json").write_text(json.dumps(PRINTED), encoding="utf-8")
    return tmp_path


def test_a_file_is_seen_from_the_record_in_either_form(folder: Path) -> None:
    (folder / "record.json").write_text(json.dumps({**RECORD, "printed": "boxes/our box.json"}), encoding="utf-8")
    text = record_text(load_record(RECORD)).replace("printed made-up-box", "printed boxes/our box.json")
    (folder / "record.txt").write_text(text, encoding="utf-8")
    inline = run("game", "-", "--json", stdin={**RECORD, "printed": PRINTED})
    assert inline.json["legal"]
    for name in ("record.json", "record.txt"):
        told = run("game", str(folder / name), "--json")
        assert told.json == inline.json
    whole = run("game", str(folder / "record.json"), "--as", "json").json
    assert whole["printed"] == PRINTED


def test_of_a_stream_it_is_seen_from_the_working_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert run("game", "-", stdin={**RECORD, "printed": "boxes/our box.json"}).code == 0


def test_a_box_as_the_service_gives_it_is_read_too(folder: Path) -> None:
    (folder / "box.json").write_text(json.dumps({"slug": "our-box", "printed": PRINTED}), encoding="utf-8")
    (folder / "record.json").write_text(json.dumps({**RECORD, "printed": "box.json"}), encoding="utf-8")
    assert run("game", str(folder / "record.json")).code == 0


def test_a_file_that_is_not_there_or_no_json_is_told_with_the_other_faults(folder: Path) -> None:
    (folder / "broken.json").write_text("{", encoding="utf-8")
    for name, reason in (("nowhere.json", "No such file"), ("broken.json", "no JSON"), ("boxes", "directory")):
        record = {**RECORD, "version": 2, "printed": name}
        (folder / "record.json").write_text(json.dumps(record), encoding="utf-8")
        told = run("game", str(folder / "record.json"), "--json")
        assert told.code == 2
        errors = {error["pointer"]: error["detail"] for error in told.json["errors"]}
        assert set(errors) == {"/version", "/printed"}
        assert name in errors["/printed"]
        assert reason in errors["/printed"]


def test_faults_in_the_file_name_it(folder: Path) -> None:
    wrong = {**PRINTED, "staff_money": {"guide": -1}}
    (folder / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    (folder / "record.json").write_text(json.dumps({**RECORD, "printed": "wrong.json"}), encoding="utf-8")
    told = run("game", str(folder / "record.json"), "--json")
    (error,) = told.json["errors"]
    assert error["pointer"] == "/printed/staff_money/guide"
    assert "wrong.json" in error["detail"]
    text = record_text(load_record(RECORD)).replace("printed made-up-box", "printed wrong.json")
    (folder / "record.txt").write_text(text, encoding="utf-8")
    assert "staff_money" in run("game", str(folder / "record.txt")).err


def test_python_reads_no_file_for_a_document() -> None:
    told = run("game", "-", stdin={**RECORD, "printed": "made-up-bo"})
    assert told.code == 2
    assert "made-up-box" in told.err
