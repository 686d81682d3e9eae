"""Which open questions are switches: those with several answers, each of which some rule reads."""

import re

from models.theme_park.rulings import Ruling, questions
from tests.figures import ROOT

NAMED = re.compile(r"\bRuling\.([A-Z0-9_]+)\b")
CODE = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "models" / "theme_park").rglob("*.py"))
IN_NO_MOVE = Ruling.MASCOT_EXTRA_ONLY
"""Decided by how a move is written, whatever is chosen; its note says so."""
READ = {Ruling[name] for name in NAMED.findall(CODE)}


def test_every_switch_is_read_by_a_rule_and_nothing_reads_what_is_none() -> None:
    switches = {id for id, question in questions().items() if question.is_switch or question.takes_hexes}
    assert READ | {Ruling.BOARD_BOUNDARY, IN_NO_MOVE} == switches


def test_what_is_no_switch_says_how_it_is_decided_and_why() -> None:
    decided = [question for question in questions().values() if not question.is_switch]
    assert len(decided) == 12
    assert all(question.why for question in decided)
