"""Arguments that name documents, read with the name of the file in every complaint."""

import math
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, TypeVar

import click
from click.shell_completion import CompletionItem

from api.games import GAMES

F = TypeVar("F", bound=Callable[..., Any])


class _Document(click.types.StringParamType):
    """A file that ``read_document`` opens, which has words for what is wrong with it; shells complete its name."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Leave the names of files to the shell."""
        return [CompletionItem(incomplete, type="file")]


DOCUMENT = _Document()
STANDARD_INPUT = "standard input"
"""Where a context keeps what was read of standard input before its command ran."""
LONGEST = 3600
"""Seconds that a search on the command line may take."""


def position_argument(command: F) -> F:
    """Adds the argument that names the position document."""
    return click.argument("position", metavar="POSITION.json", type=DOCUMENT)(command)


def json_option(command: F) -> F:
    """Adds ``--json``, which answers with JSON instead of text."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")(command)


def game_option(command: F) -> F:
    """Adds ``--of``, which ``GamesGroup`` has acted on before the command of the game is called."""
    tells = "The game whose rules these are; its name alone, or a document of it, says so too."
    return click.option("--of", type=click.Choice(list(GAMES)), expose_value=False, help=tells)(command)


def time_limit_option(default: float | None, tells: str) -> Callable[[F], F]:
    """Adds ``--time-limit``, the seconds of a search."""
    return click.option("--time-limit", type=float, default=default, metavar="S", callback=_seconds, help=tells)


def _seconds(_context: click.Context, _option: click.Parameter, value: float) -> float:
    if math.isfinite(value) and 0 < value <= LONGEST:
        return value
    raise click.BadParameter(f"Found {value}; accepted: seconds above 0, at most {LONGEST}.")


def one_standard_input(*sources: str | None) -> None:
    """Raises UsageError when more than one document is to be read from standard input."""
    if sources.count("-") > 1:
        raise click.UsageError('Only one of POSITION and MOVES can be "-": standard input holds one document.')


def standard_input() -> BinaryIO | None:
    """The bytes on standard input, None where it is closed; what was read to learn the game of a document comes again."""
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, dict) and STANDARD_INPUT in context.obj:
        kept: BinaryIO = context.obj[STANDARD_INPUT]
        return kept
    return None if sys.stdin is None else sys.stdin.buffer
