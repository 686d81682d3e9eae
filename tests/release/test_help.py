"""Help is everywhere: each command, option and script tells what it does and how it is called."""

import shlex
import shutil
from pathlib import Path

import click
import pytest

from api.cli.root import HOMES, cli
from tests.api.documents import run
from tests.release.scripts import help_of, scripts

ROOT = Path(__file__).parents[2]
COMMANDS = {name: cli.get_command(click.Context(cli), name) for name in HOMES}
FIXTURES = ROOT / "fixtures" / "theme_park"
FILES = {
    "position.json": "positions/log-flume.json",
    "moves.json": "positions/log-flume.moves.json",
    "other.json": "positions/log-flume.moves.json",
    "record.json": "games/full-4-promo-sensible.json",
    "end.json": "../dice_manor/examples/end.json",
}


def shown_examples(name: str) -> list[str]:
    """The examples below the help of a command."""
    _, _, below = run(name, "--help").out.partition("Examples:\n")
    return [line.strip() for line in below.splitlines() if line.strip()]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help_and_the_short_help_is_whole(name: str) -> None:
    command = COMMANDS[name]
    assert command is not None
    assert command.help
    assert not command.get_short_help_str(limit=60).endswith("...")
    for option in command.params:
        assert not isinstance(option, click.Option) or option.help, option.name
    told = run(name, "-h")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"Usage: park-advisor {name} ")
    assert shown_examples(name)


def test_the_group_lists_every_command_and_the_exit_codes() -> None:
    told = run("--help").out
    assert all(f"\n  {name} " in told for name in COMMANDS)
    assert "Exit codes: 0 solved or legal, 1 illegal" in told


@pytest.mark.parametrize("example", [each for name in COMMANDS for each in shown_examples(name)])
def test_the_examples_of_the_help_work(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, name, *words = shlex.split(example)
    assert program == "park-advisor"
    for file, source in FILES.items():
        shutil.copy(FIXTURES / source, tmp_path / file)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("api.theme_park.commands.game_review.LONGEST_REVIEW", 1.0)  # of a whole game: an hour otherwise
    given = b""
    if "<" in words:
        given = Path(words.pop()).read_bytes()
        assert words.pop() == "<"
    if name in {"serve", "work"}:  # they would not end; their words are read all the same
        COMMANDS[name].make_context(name, words)
        return
    told = run(name, *words, stdin=given)
    assert (told.code, told.err) == (0, "")
    if name == "render":
        assert (tmp_path / "plan.svg").read_text("utf-8").startswith("<")
    else:
        assert told.out


@pytest.mark.filterwarnings("ignore:.*found in sys.modules.*:RuntimeWarning")  # a test imported the script too
@pytest.mark.parametrize("name", scripts())
def test_every_script_tells_what_it_does(name: str) -> None:
    told = help_of(name)
    assert told.lower().startswith(f"usage: python -m {name}")
    assert len(told.split("\n\n")[1].split()) >= 4, "a sentence on what it does"
