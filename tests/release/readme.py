"""The READMEs' examples: fenced blocks with the section they stand in, and the commands of a block."""

import re
import shlex
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from tests.figures import README, ROOT, readmes

THEME_PARK = ROOT / "models" / "theme_park" / "README.md"
"""How a position and moves are written."""
RECORDS = ROOT / "models" / "theme_park" / "game" / "README.md"
"""How game records are written."""
TEXT = README.read_text(encoding="utf-8")
"""The top README."""
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
    CLUSTER = auto()
    """Starts servers and workers, which ``tests/cluster/test_serving.py`` does."""
    SCRIPT = auto()
    """Commands beside the tests, which take long."""
    CONTAINER = auto()
    """The container's file."""
    LOCK = auto()
    """Makes the lock file."""
    PYTHON = auto()
    """A program."""
    POSITION = auto()
    """A position document."""
    MOVES = auto()
    """A list of moves."""
    RECORD = auto()
    """A record or a part of it, which ``tests/theme_park/game/test_readme.py`` reads."""


class Block(NamedTuple):
    """A fenced block."""

    file: Path
    section: str
    language: str
    text: str

    @property
    def place(self) -> str:
        """Where it stands, for people."""
        return f"{self.file.parent.relative_to(ROOT)}: {self.section or 'top'}"

    @property
    def kind(self) -> Kind:
        """How it is tried; raises LookupError for an example that nothing tries."""
        match self.language:
            case "python":
                return Kind.PYTHON
            case "json" if (self.file, self.section) == (THEME_PARK, "The position"):
                return Kind.POSITION
            case "json" if (self.file, self.section) == (THEME_PARK, "Moves"):
                return Kind.MOVES
            case "json" | "text" if self.file == RECORDS:
                return Kind.RECORD
            case "text" if (self.file, self.section) == (README, ""):
                return Kind.OUTPUT
            case "sh":
                return next(kind for mark, kind in MARKS.items() if mark in self.text)
        raise LookupError(self)


MARKS = {
    "-m venv .venv && .venv/bin/pip install --quiet --editable . ": Kind.INSTALL,
    "pytest": Kind.TESTS,
    "[cluster]": Kind.CLUSTER,
    "podman ": Kind.CONTAINER,
    "uv pip compile ": Kind.LOCK,
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
    for file in readmes():
        within = ""
        for each in FENCE.finditer(file.read_text(encoding="utf-8")):
            if each["section"]:
                within = each["section"]
            else:
                found.append(Block(file, within, each["language"], each["text"]))
    return [block for block in found if not kinds or block.kind in kinds]


def section(file: Path, name: str) -> str:
    """The text of a section of a README, up to the next one."""
    return file.read_text(encoding="utf-8").split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]


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
