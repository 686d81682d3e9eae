"""The two texts of the rules compared clause by clause: ``fixtures/theme_park/catalogue/editions.json``.

Where play differs, the field ``edition`` of a record is the switch and a rule enforces it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from models.shared.data import read_json
from models.theme_park.game.rules import GameRule
from models.theme_park.game.variant import Edition


class Play(StrEnum):
    """Whether a clause of the two texts is played differently; the draft's text breaks off and may be silent."""

    DIFFERS = "differs"
    SAME = "same"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: where each text has it (the draft may have none), how play compares, and the rule if it differs."""

    id: str
    rulebook: str
    draft: str | None
    play: Play
    text: str
    rule: GameRule | None


@cache
def edition_titles() -> Mapping[Edition, str]:
    """Every edition with what it is, the default first."""
    rows = read_json("theme_park/catalogue/editions.json")["editions"]
    return {Edition(row["id"]): row["title"] for row in rows}


@cache
def clauses() -> Mapping[str, Clause]:
    """The comparison by id of the clause, those that differ first."""
    rows = read_json("theme_park/catalogue/editions.json")["clauses"]
    return {
        row["id"]: Clause(
            row["id"],
            row["rulebook"],
            row["draft"],
            Play(row["play"]),
            row["text"],
            GameRule(row["rule"]) if row["rule"] else None,
        )
        for row in rows
    }
