"""The group of commands, and what becomes of errors: an exit code and a message, never a traceback."""

import os
import sys
from collections.abc import Sequence

import click

from api.cli.by_game import GamesGroup
from api.cli.interrupted import say_interrupted
from api.cli.output import Exit, NotWritten, say_bad_input, say_problem
from api.problems.bad_input import BadInput
from api.problems.kinds import Kind
from api.version import DISTRIBUTION, program_version

DEBUG = "PARK_ADVISOR_DEBUG"
SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}


HOMES = {
    "solve": "api.theme_park.commands.solve",
    "check": "api.theme_park.commands.check",
    "moves": "api.theme_park.commands.moves",
    "review": "api.theme_park.commands.review",
    "render": "api.theme_park.commands.render",
    "score": "api.cli.score",
    "game": "api.theme_park.commands.game",
    "rules": "api.theme_park.commands.rules",
    "serve": "api.cli.serve",
    "work": "api.cli.work",
}
"""The modules of the commands by name, loaded when one is first needed: most runs need one."""


@click.group(cls=GamesGroup, homes=HOMES, context_settings=SETTINGS)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=lambda context, _option, asked: _tell_version(context) if asked else None,
    help="Show the version and exit.",
)
def cli() -> None:
    """Best sequences and a referee for the Operate phase of Dice Theme Park (unofficial aid).

    POSITION and MOVES are JSON files; "-" reads standard input.

    Exit codes: 0 solved or legal, 1 illegal, 2 the input is not usable, 70 a fault of the program, 74 the answer
    cannot be written, 130 interrupted.
    """


def _tell_version(context: click.Context) -> None:
    """Show the version. Click's own option looks it up in every run, which takes longer than a verdict."""
    click.echo(f"{DISTRIBUTION}, version {program_version()}")
    context.exit()


def run(arguments: Sequence[str]) -> int:
    """Run the command line on ``arguments``; returns the exit code."""
    if sys.stderr is None:  # closed by who called: what is told there is lost, the answer is not
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  for as long as the program runs
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # names may hold what the terminal cannot show
    return _code(list(arguments), as_json="--json" in arguments)


def _code(arguments: list[str], *, as_json: bool) -> int:
    try:
        return _carried_out(arguments, as_json=as_json)
    except NotWritten as why:
        if not why.gone:
            click.echo(f"The answer cannot be written ({why}).", err=True)
        return Exit.UNHEARD if why.gone else Exit.NOT_WRITTEN


def _carried_out(arguments: list[str], *, as_json: bool) -> int:
    """The exit code of a command whose answer, or why there is none, was written; raises NotWritten."""
    try:
        return int(cli.main(arguments, "park-advisor", standalone_mode=False) or 0)
    except BadInput as bad:
        say_bad_input(bad, as_json=as_json)
        return Exit.UNUSABLE
    except click.ClickException as wrong:
        if as_json:
            say_problem(Kind.UNUSABLE, "The command line cannot be used", wrong.format_message())
        wrong.show()
        return Exit.UNUSABLE
    except (click.Abort, KeyboardInterrupt):
        say_interrupted(arguments)
        return Exit.INTERRUPTED
    except NotWritten:
        raise
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        sorry = f"Sorry, something went wrong inside park-advisor ({type(error).__name__}); {DEBUG}=1 shows where."
        if as_json:
            say_problem(Kind.INTERNAL, "Internal error", sorry)
        click.echo(sorry, err=True)
        return Exit.INTERNAL
