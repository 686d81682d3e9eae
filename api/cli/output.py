"""Writing answers: JSON for scripts, text for people, faults on standard error."""

import errno
import json
import os
import shutil
import sys
from enum import IntEnum
from typing import Any

import click

from api.cli.interrupted import INTERRUPTED as BY_CTRL_C
from api.problems.bad_input import BadInput, told_faults
from api.problems.kinds import ABOUT, Kind

NARROWEST, WIDEST = 60, 100
PLAIN = str.maketrans("★■□↻…╵╶└╷│┌├╴┘─┴┐┤┬┼", "*#o@.|-+||++-+-+++++")
"""For terminals that know ASCII only."""


class Exit(IntEnum):
    """Exit codes (api/cli/README.md; 70 and 74 are those of BSD's sysexits, 130 and 141 what shells make of signals)."""

    FINE = 0
    ILLEGAL = 1
    UNUSABLE = 2
    INTERNAL = 70
    NOT_WRITTEN = 74
    INTERRUPTED = BY_CTRL_C
    UNHEARD = 141


class NotWritten(Exception):
    """Standard output takes no more: the disk is full, say, or with ``gone`` the reader has left, as ``head`` does."""

    def __init__(self, why: str, *, gone: bool) -> None:
        super().__init__(why)
        self.gone = gone


def examples(*commands: str) -> str:
    """The text below the help of a command: calls of it, with files of the kind it takes."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)


def text_width() -> int:
    """Columns to write in; 100 when the output is no terminal."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))


def say_json(document: dict[str, Any]) -> None:
    """The one JSON document on standard output."""
    _print(json.dumps(document, indent=2))


def say(text: str) -> None:
    """Text for people on standard output."""
    if sys.stdout is not None:
        try:
            text.encode(sys.stdout.encoding or "utf-8")
        except UnicodeEncodeError:
            text = text.translate(PLAIN)
    _print(text)


def _print(text: str) -> None:
    """Raises NotWritten."""
    if sys.stdout is None:
        raise NotWritten("standard output is closed", gone=False)
    try:
        click.echo(text)
    except OSError as error:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  what is left would fail once more at the exit
        raise NotWritten(str(error.strerror), gone=error.errno == errno.EPIPE) from error


def say_problem(kind: Kind, title: str, detail: str) -> None:
    """Why a command could not be carried out, for scripts."""
    from api.schemas.problems import problem_document  # noqa: PLC0415  loads what text does without

    say_json(problem_document(title, detail, ABOUT[kind].status))


def say_bad_input(bad: BadInput, *, as_json: bool) -> None:
    """Why the input cannot be used: for people on standard error, for scripts also as JSON."""
    if as_json:
        from api.schemas.problems import problem  # noqa: PLC0415  loads what text does without

        say_json(problem(bad))
    where = f" ({bad.where})" if bad.where else ""
    faults, remark = told_faults(bad.faults)
    click.echo(f"{bad.title}{where}:{remark}", err=True)
    for fault in faults:
        click.echo(f"  {fault.pointer}: {fault.detail}" if fault.pointer else f"  {fault.detail}", err=True)
