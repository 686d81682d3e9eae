"""The command line: exit codes, one JSON document, and text a player can read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.documents import MOVES, park, press_ctrl_c, run, spoilt

ROOT = Path(__file__).parents[2]
FULL = Path("/dev/full")


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(park()), encoding="utf-8")
    return file


def process(*words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "api.cli", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_legal_sequence_exits_0_with_the_verdict(position: Path) -> None:
    told = run("check", position, "-", "--json", stdin=MOVES)
    answer = told.json
    assert (told.code, told.err) == (0, "")
    assert (answer["legal"], answer["violation"]) == (True, None)
    assert [step["stars"] for step in answer["steps"]] == [1, 0, 6]
    assert (answer["stars"], answer["money"]) == (7, 2)
    assert answer["breakdown"] == {"attractions": 5, "special_effects": 2, "skills": 0, "administrator": 0, "vip": 0}
    assert answer["park"]["guests"] == [
        {"id": "g1", "colour": "yellow", "value": 2, "at": "ferris"},
        {"id": "g2", "colour": "blue", "value": 3, "at": "pond"},
    ]
    assert answer["left"] == {"maps": 3, "mascots": [], "guides": 1, "managers": 1}
    assert (answer["cubes"], answer["discarded"]) == ({"entrance": 1, "ferris": 1}, [])
    assert answer["rules"]["rulings"]["party.size"] == "exact"


def test_an_illegal_sequence_exits_1_with_the_rule_and_the_steps_before(position: Path) -> None:
    told = run("check", position, "-", "--json", stdin=[*MOVES[:2], MOVES[1]])
    assert told.code == 1
    assert told.json["legal"] is False
    assert len(told.json["steps"]) == 2
    assert told.json["violation"].keys() == {"step", "rule", "message", "source", "page"}
    assert (told.json["violation"]["step"], told.json["violation"]["rule"]) == (2, "operate.mascot.ready")


def test_text_names_the_broken_rule_its_message_and_its_source(position: Path) -> None:
    told = run("check", position, "-", stdin=[*MOVES[:2], MOVES[1]])
    assert told.code == 1
    assert "Illegal: move 3 breaks the rule operate.mascot.ready." in told.out
    assert "already been used" in told.out
    assert "Source: " in told.out
    assert "  1. Operate Park Entrance with yellow 5" in told.out


def test_the_park_after_a_sequence_can_be_given_back(position: Path, tmp_path: Path) -> None:
    after = run("check", position, "-", "--json", stdin=MOVES).json
    again = park() | {"park": after["park"], "cubes": after["cubes"], "rules": after["rules"]}
    assert run("moves", "-", "--json", stdin=again).code == 0


def test_moves_lists_each_legal_move_with_its_sentence(position: Path) -> None:
    told = run("moves", position, "--json")
    assert told.code == 0
    assert MOVES[0] in [each["move"] for each in told.json["moves"]]
    assert all(each["text"] for each in told.json["moves"])
    for each in told.json["moves"]:
        assert run("check", position, "-", "--json", stdin=[each["move"]]).code == 0


def test_moves_in_text_are_numbered_under_a_picture_of_the_park(position: Path) -> None:
    told = run("moves", position)
    assert "Ferris Wheel" in told.out
    unwrapped = " ".join(told.out.split())
    assert " 1. Operate Park Entrance with yellow 5; yellow 4 walks to Ferris Wheel: +1 star, +$2" in unwrapped
    assert max(map(len, told.out.splitlines())) <= 100


def test_a_phase_without_moves_says_so() -> None:
    told = run("moves", "-", stdin=spoilt(("park/guests", [])))
    assert told.code == 0
    assert "No move is legal" in told.out


def test_faults_in_moves_name_the_file_and_the_place(position: Path, tmp_path: Path) -> None:
    moves = tmp_path / "moves.json"
    moves.write_text('[{"do": "map", "guest": "g9", "to": "pond"}]', encoding="utf-8")
    told = run("check", position, moves, "--json")
    assert told.code == 2
    assert "moves.json" in told.json["detail"]
    assert "moves.json" in told.err
    assert told.json["errors"][0]["pointer"] == "/0/guest"


def test_standard_input_holds_one_document() -> None:
    told = run("check", "-", "-", stdin=park())
    assert (told.code, told.out) == (2, "")
    assert 'Only one of POSITION and MOVES can be "-"' in told.err


@pytest.mark.parametrize(
    "words",
    [
        ["fly"],
        ["moves"],
        ["moves", "-", "--jsn"],
        ["solve", "-", "--time-limit", "0"],
        ["solve", "-", "--time-limit", "nan"],
        ["solve", "-", "--time-limit", "inf"],
        ["solve", "-", "--time-limit", "3601"],
        ["solve", "-", "--time-limit", "soon"],
        ["solve", "-", "--alternatives", "21"],
        ["solve", "-", "--seed", "-1"],
        ["solve", "-", "--seed", str(2**31)],
        ["solve", "-", "--workers", "0"],
        ["solve", "-", "--objective", "fun"],
        ["solve", "-", "--weights", "1,2,3"],
        ["solve", "-", "--objective", "balanced", "--weights", "1,2"],
        ["solve", "-", "--objective", "balanced", "--weights", "0,0,0"],
        ["solve", "-", "--objective", "balanced", "--weights", "1,2,101"],
        ["solve", "-", "--objective", "balanced", "--weights", "1,2,٣"],
        ["rules", "operate.party.sise"],
        ["rules", "--of", "chess"],
        ["rules", "--of=chess"],
        ["review", "-", "moves.json", "--time-limit", "nan"],
        ["review", "-", "moves.json", "--time-limit", "inf"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_exits_2_and_with_json_prints_a_problem(words: list[str]) -> None:
    text = run(*words, stdin=park())
    assert (text.code, text.out) == (2, "")
    assert text.err
    told = run(*words, "--json", stdin=park())
    assert told.code == 2
    assert {"type", "title", "status", "detail", "errors"} <= told.json.keys()


def test_every_command_is_listed() -> None:
    told = run("--help")
    assert told.code == 0
    commands = ("solve", "check", "moves", "review", "game", "rules", "serve")
    assert all(f"\n  {command} " in told.out for command in commands)


def test_rules_lists_rules_and_rulings_and_shows_one() -> None:
    listed = run("rules").out
    assert "operate.party.size" in listed
    assert "board.boundary" in listed
    one = run("rules", "party.size").out
    assert "exact (default), superset" in one
    assert run("rules", "operate.party.size", "--json").json["kind"] == "rule"
    assert {"rules", "rulings", "games", "editions", "clauses"} == run("rules", "--json").json.keys()


def test_an_unknown_rule_brings_close_ones_to_mind() -> None:
    told = run("rules", "operate.party.sise")
    assert "operate.party.size" in told.err


def test_rules_may_be_asked_for_by_the_name_of_a_game_and_help_says_so() -> None:
    named = run("rules", "--of", "theme-park", "party.size")
    assert named == run("rules", "party.size", "--of=theme-park") == run("rules", "party.size")
    assert "--of [theme-park|dice-manor]" in run("rules", "--help").out
    bare = run("rules", "--of")
    assert (bare.code, bare.err) == (2, "Error: A game must follow --of: theme-park, dice-manor.\n")


@pytest.mark.parametrize("verb", ["rules", "solve"])
@pytest.mark.parametrize(
    ("document", "title", "fault"),
    [
        (b'{"of": "chess"}', "The input cannot be used", '/of: Found "chess"; accepted: theme-park, dice-manor.'),
        (b'{"\\u006ff": "chess"}', "The input cannot be used", '/of: Found "chess"; accepted: theme-park, dice-manor.'),
        (b"chess", "The input is not JSON", "Found no JSON at line 1, column 1: Expecting value; accepted: a JSON document."),
    ],
)  # fmt: skip
def test_a_document_of_no_game_is_refused_by_rules_as_by_solve(
    verb: str, document: bytes, title: str, fault: str, tmp_path: Path
) -> None:
    for file in (tmp_path / "document.json", tmp_path / "document"):
        file.write_bytes(document)
        told = run(verb, file)
        assert (told.code, told.out, told.err) == (2, "", f"{title} ({file}):\n  {fault}\n")
    piped = run(verb, "-", stdin=document)
    assert (piped.code, piped.out, piped.err) == (2, "", f"{title} (standard input):\n  {fault}\n")


def test_an_internal_error_is_an_apology_and_exit_code_70(monkeypatch: pytest.MonkeyPatch, position: Path) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("api.theme_park.commands.check.judge", fail)
    told = run("check", position, "-", stdin=[])
    assert told.code == 70
    assert "PARK_ADVISOR_DEBUG=1" in told.err
    assert "Traceback" not in told.err
    monkeypatch.setenv("PARK_ADVISOR_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("check", position, "-", stdin=[])


def test_the_real_process_reads_a_pipe_and_prints_nothing_else() -> None:
    told = process("moves", "-", "--json", stdin=json.dumps(park()))
    assert (told.returncode, told.stderr) == (0, "")
    assert json.loads(told.stdout)["moves"]


def test_the_real_process_never_shows_a_traceback_for_bad_input() -> None:
    told = process("solve", "-", stdin=json.dumps(spoilt(("park/guests/0/id", "\ud800"))))
    assert (told.returncode, told.stdout) == (2, "")
    assert "/park/guests/0/id" in told.stderr
    assert "Traceback" not in told.stderr


def test_standard_input_that_is_closed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.theme_park.commands.documents.standard_input", lambda: None)
    told = run("moves", "-")
    assert (told.code, told.out) == (2, "")
    assert "Standard input is closed" in told.err


@pytest.mark.skipif(not FULL.exists(), reason="a device that is always full is there on Linux only")
@pytest.mark.parametrize(
    "words",
    [["rules"], ["rules", "--json"], ["check", "no-such-file", "-", "--json"], ["check", "--json"]],
    ids=" ".join,
)
def test_an_answer_that_cannot_be_written_exits_74_without_a_traceback(words: list[str]) -> None:
    with FULL.open("w") as full:
        command = [sys.executable, "-m", "api.cli", *words]
        told = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert told.returncode == 74
    assert told.stderr == "The answer cannot be written (No space left on device).\n"


def without(stream: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The command with a stream that the shell has closed, such as ``2>&-``."""
    command = ["sh", "-c", f'exec "$0" "$@" {stream}', sys.executable, "-m", "api.cli", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="shells close streams in another way there")
def test_a_closed_standard_output_takes_no_answer_and_a_closed_standard_error_costs_none() -> None:
    """The former was a fault of the program, or with ``--json`` a success; the latter lost what a search had found."""
    for words in (["rules"], ["rules", "--json"]):
        told = without(">&-", *words)
        assert (told.returncode, told.stderr) == (74, "The answer cannot be written (standard output is closed).\n")
    solved = without("2>&-", "solve", POSITION, "--json")
    assert (solved.returncode, json.loads(solved.stdout)["stars"]) == (0, 12)
    assert without("2>&-", "check", "no-such-file", "-").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break in another way there")
def test_a_reader_that_leaves_early_is_no_fault_and_no_illegal_move() -> None:
    command = [sys.executable, "-m", "api.cli", "rules", "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as told:
        assert told.stdout is not None
        assert told.stderr is not None
        told.stdout.close()
        assert told.stderr.read() == b""
    assert told.returncode == 141


def test_ctrl_c_while_the_program_loads_or_reads_exits_130_with_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("api.cli.root.run", "api.theme_park.commands.moves.read_position"):
        with monkeypatch.context() as pressed:
            pressed.setattr(place, press_ctrl_c)
            text, told = run("moves", "-"), run("moves", "-", "--json")
        assert (text.code, text.out, told.code) == (130, "", 130)
        assert text.err.strip() == told.err.strip() == "Interrupted before there was an answer."
        assert told.json["title"] == "Interrupted"


def test_a_terminal_without_box_characters_gets_plain_ones() -> None:
    told = process("moves", "-", stdin=json.dumps(park()), PYTHONIOENCODING="ascii")
    assert told.returncode == 0
    assert "+-----" in told.stdout
    assert "\\u" not in told.stdout


LARGE = ("ortools", "numpy", "numba", "networkx", "flask", "sqlalchemy", "rich")
"""Libraries that take long to load."""
POSITION = "fixtures/theme_park/positions/log-flume.json"


@pytest.mark.parametrize(
    ("words", "unneeded"),
    [
        (["--version"], (*LARGE, "marshmallow", "models.theme_park", "solver", "api.theme_park")),
        (
            ["check", POSITION, POSITION.replace(".json", ".moves.json")],
            (*LARGE, "solver", "api.theme_park.answers", "api.theme_park.schemas.answers", "api.theme_park.text.board"),
        ),
        (["moves", POSITION], (*LARGE, "solver", "api.theme_park.answers", "api.theme_park.schemas.answers")),
        (["solve", POSITION], ("flask", "sqlalchemy", "api.theme_park.answers", "api.theme_park.schemas.answers")),
    ],
    ids=lambda words: words[0],
)
def test_a_command_loads_nothing_large_that_it_does_not_need(words: list[str], unneeded: tuple[str, ...]) -> None:
    code = "import sys; from api.cli.root import run; run(sys.argv[1:]); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = told.stdout.splitlines()[-1].split()
    assert "api.cli.root" in loaded
    assert not set(unneeded) & set(loaded)
