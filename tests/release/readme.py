"""The READMEs' examples: fenced blocks with the section they stand in, and the commands of a block."""

import re
import shlex
from enum import Enum, auto
from typing import NamedTuple

from tests.figures import README

GAMES = README.parent / "models" / "theme_park" / "game" / "README.md"
"""How game records are written."""
TEXT = README.read_text(encoding="utf-8")
FENCE = re.compile(r"^## (?P<section>.+)$|^```(?P<language>\w+)\n(?P<text>[\s\S]*?)^```$", re.MULTILINE)
COMMENT = re.compile(r"\s+# (.+)$")


class Kind(Enum):
    """How an example is tried."""

    INSTALL = auto()
    """Installs and solves."""
    TESTS = auto()
    """What CI itself runs."""
    OUTPUT = auto()
    """What the block before it prints."""
    COMMAND = auto()
    """The command line."""
    SERVER = auto()
    """Starts a server."""
    REQUEST = auto()
    """Asks a server."""
    SCRIPT = auto()
    """Commands beside the tests, which take long."""
    CONTAINER = auto()
    """The container's file."""
    PYTHON = auto()
    """A program."""
    POSITION = auto()
    """A position document."""
    MOVES = auto()
    """A list of moves."""
    GAME = auto()
    """A record or a part of it, which the tests of games read."""


class Block(NamedTuple):
    """A fenced block."""

    section: str
    language: str
    text: str
    of_games: bool

    @property
    def kind(self) -> Kind:
        """How it is tried; raises LookupError for an example that nothing tries."""
        match self.language:
            case "python":
                return Kind.PYTHON
            case "json" if self.section == "The position":
                return Kind.POSITION
            case "json" if self.section == "Moves":
                return Kind.MOVES
            case "json" | "text" if self.of_games:
                return Kind.GAME
            case "text" if not self.section:
                return Kind.OUTPUT
            case "sh":
                return next(kind for mark, kind in MARKS.items() if mark in self.text)
        raise LookupError(self)


MARKS = {
    "-m venv .venv && .venv/bin/pip install --quiet --editable . ": Kind.INSTALL,
    "pytest": Kind.TESTS,
    "podman ": Kind.CONTAINER,
    "curl ": Kind.REQUEST,
    "-m tests.": Kind.SCRIPT,
    "park-advisor serve": Kind.SERVER,
    "park-advisor ": Kind.COMMAND,
}
"""What tells the kind of a block of commands, the first that fits."""


class Command(NamedTuple):
    """A command and what its output must hold: the comment behind it."""

    words: str
    expected: str


def blocks(*kinds: Kind) -> list[Block]:
    """The examples of some kinds, in their order; all of them without any."""
    found = list[Block]()
    for file in (README, GAMES):
        within = ""
        for each in FENCE.finditer(file.read_text(encoding="utf-8")):
            if each["section"]:
                within = each["section"]
            else:
                found.append(Block(within, each["language"], each["text"], file is GAMES))
    return [block for block in found if not kinds or block.kind in kinds]


def section(name: str) -> str:
    """The text of a section, up to the next one."""
    return TEXT.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]


def commands(block: Block) -> list[Command]:
    """The commands of a block of shell; raises AssertionError for one without an expectation."""
    found, lines = list[Command](), list[str]()
    for line in block.text.splitlines():
        comment = COMMENT.search(line)
        lines.append(COMMENT.sub("", line))
        if comment:
            found.append(Command("\n".join(lines), comment[1].strip()))
            lines = []
        else:
            assert _goes_on("\n".join(lines)), f"what does it print? {line}"
    return found


def _goes_on(text: str) -> bool:
    try:
        shlex.split(text)
    except ValueError:  # an open quotation
        return True
    return text.endswith("\\")
