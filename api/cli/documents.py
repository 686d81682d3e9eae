"""Arguments that name documents, read with the name of the file in every complaint."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from api.faults import BadInput
from api.reading import read_document
from api.schemas.loading import load_moves, load_position
from models.theme_park.moves import Move
from models.theme_park.position import Position

F = TypeVar("F", bound=Callable[..., Any])


class _Document(click.types.StringParamType):
    """A file that ``read_document`` opens, which has words for what is wrong with it; shells complete its name."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Leave the names of files to the shell."""
        return [CompletionItem(incomplete, type="file")]


DOCUMENT = _Document()


def position_argument(command: F) -> F:
    """The position document."""
    return click.argument("position", metavar="POSITION.json", type=DOCUMENT)(command)


def json_option(command: F) -> F:
    """JSON instead of text."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")(command)


def read_position(source: str) -> Position:
    """The position in a file, or on standard input for "-"; raises ``BadInput``."""
    with _from(source):
        return load_position(_read(source))


def read_moves(source: str, position: Position) -> tuple[Move, ...]:
    """The moves in a file, or on standard input for "-"; raises ``BadInput``."""
    with _from(source):
        return load_moves(_read(source), position)


def _read(source: str) -> Any:
    return read_document(source, sys.stdin.buffer)


@contextmanager
def _from(source: str) -> Iterator[None]:
    try:
        yield
    except BadInput as bad:
        bad.where = "standard input" if source == "-" else source
        raise
