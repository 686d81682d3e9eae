"""Mutation testing of the Operate phase's rules: ``python -m tests.mutation [PART] [--level functions|modules] [--keep]``.

Changes the rules in one place at a time and tells which changes no deciding test notices. ``explained.json`` says of
some why they change nothing that can be seen; 1 when another survives. ``PART`` is what the names of the modules
contain. Needs the extra ``[trust]``.
"""

import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import marshmallow  # noqa: F401 - loaded before the forks, as what follows
import networkx  # noqa: F401
import numpy  # noqa: F401 - of the project's own modules none may be imported here
import pytest

from tests.commands import reader
from tests.mutation.judging import ENDLESS, KILLED, OPTIONS, SURVIVED, Judging, at_module_level, judge_by_import
from tests.mutation.mutants import MODULES, ROOT, Mutant, mutants, places
from tests.trust.keeping import keep as keep_figures

FOLDER = Path(__file__).parent
KEPT, EXPLAINED = FOLDER / "results.json", FOLDER / "explained.json"
COMMAND = "python -m tests.mutation"

DECIDING = [
    "tests/models/test_rule_examples.py",
    "tests/models/test_ruling_examples.py",
    "tests/models/test_rulebook_examples.py",
    "tests/models/test_operate_facts.py",
    "tests/models/test_messages.py",
    "tests/models/test_hexgrid.py",
    "tests/models/test_requirement.py",
    "tests/models/test_next_round.py",
    "tests/properties/test_parks_and_moves.py",
    "tests/parity/test_any_step.py::test_the_list_for_small_parks_holds_the_operations_of_the_reading",
    *(f"tests/parity/test_second_reading.py::test_both_readings_list_the_same_moves_with_the_same_outcomes[{batch}]"
      for batch in ("any_park-0", "any_park-20", "keepers_park-0", "swappers_park-0", "collectors_park-0")),
]  # fmt: skip
"""The fast tests that decide; a change that only slower tests notice counts as survived."""
FATES = {KILLED: "killed", ENDLESS: "endless", SURVIVED: "survived"}
LEVELS = ("functions", "modules")
"""Where a change lies: within a function, or in what runs when a module is imported, such as a table."""


class Tally:
    """What became of the mutants judged so far."""

    def __init__(self) -> None:
        self._explained = json.loads(EXPLAINED.read_text(encoding="utf-8"))
        self.fates: Counter[str] = Counter()
        self.survivors: list[dict[str, object]] = []

    def tell(self, mutant: Mutant, fate: int) -> None:
        """Count it, and show one that survived and that nobody has explained."""
        self.fates[FATES[fate]] += 1
        if self.fates.total() % 50 == 0:
            print(f"{self.fates.total()}: {dict(self.fates)}", file=sys.stderr, flush=True)
        if fate == SURVIVED:
            why = self._explained.get(mutant.key)
            self.survivors.append({"mutant": mutant.key, "line": mutant.line, "why": why})
            if why is None:
                print(f"{mutant.name}:{mutant.line}\n  - {mutant.before}\n  + {mutant.after}", flush=True)


def of_level(level: str, chosen: Iterable[Mutant], minutes: float) -> Iterator[Mutant]:
    """Those that lie where ``level`` says, for so many minutes from the first one on."""
    until = time.monotonic() + 60 * minutes
    for mutant in chosen:
        original = compile(mutant.module.read_text(encoding="utf-8"), str(mutant.module), "exec")
        changed = compile(mutant.source, str(mutant.module), "exec")
        if at_module_level(original, changed) == (level == "modules"):
            yield mutant
        if time.monotonic() > until:
            return


def judged(level: str, those: Iterator[Mutant]) -> Tally:
    """The fates of mutants of one level."""
    tally = Tally()
    untouched = Mutant(MODULES[0], "none", 0, "", "", MODULES[0].read_text(encoding="utf-8"))
    if judge_by_import(untouched, DECIDING) != SURVIVED:
        sys.exit("The deciding tests fail without any mutant.")
    if level == "modules":
        for mutant in those:
            tally.tell(mutant, judge_by_import(mutant, DECIDING))
    else:
        pytest.main([*OPTIONS, "-s", *DECIDING], plugins=[Judging(those, tally.tell)])
    return tally


def main(part: str, level: str, minutes: float, seed: int, *, again: bool, keep: bool) -> int:
    """Judge; 1 when a mutant survives that nobody has explained."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    rng = Random(seed)
    chosen = [place for module in MODULES if part in str(module.relative_to(ROOT)) for place in places(module, rng)]
    rng.shuffle(chosen)
    those = mutants(chosen)
    if again:
        keys = {each["mutant"] for each in known[level]["survivors"]}
        those = (each for each in those if each.key in keys)
    tally = judged(level, of_level(level, those, minutes))
    unexplained = sum(each["why"] is None for each in tally.survivors)
    print(f"{level}: {tally.fates.total()} mutants judged: {dict(tally.fates)}; {unexplained} not explained")
    if keep:
        fates = {fate: tally.fates[fate] for fate in FATES.values()}
        if again:
            fates["killed"] += known[level]["fates"]["killed"]
            fates["endless"] += known[level]["fates"]["endless"]
        survivors = sorted(tally.survivors, key=lambda each: str(each["mutant"]))
        known[level] = {"places": len(chosen), "seed": seed, "fates": fates, "survivors": survivors}
        KEPT.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
        keep_figures(COMMAND, told(known), {})
    return int(unexplained > 0)


def told(known: dict[str, Any]) -> str:
    """The figures of both levels in a sentence."""
    fates = sum((Counter(row["fates"]) for row in known.values()), Counter[str]())
    explained = sum(each["why"] is not None for row in known.values() for each in row["survivors"])
    most = max(row["places"] for row in known.values())
    return (
        f"{fates.total():,} mutants of the rules, drawn from at most {most:,}: {fates['killed']:,} killed, "
        f"{fates['endless']} ran without end, {fates['survived']} survived, of which {explained} change nothing that can "
        "be seen (`tests/mutation/explained.json` says why)"
    )


if __name__ == "__main__":
    parser = reader("tests.mutation", __doc__)
    parser.add_argument("part", nargs="?", default="", help="of the paths of the modules")
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[0])
    parser.add_argument("--minutes", type=float, default=math.inf, help="judge only as many, drawn at random, as fit")
    parser.add_argument("--again", action="store_true", help="only those that survived when figures were kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the figures")
    asked = parser.parse_args()
    sys.exit(main(asked.part, asked.level, asked.minutes, asked.seed, again=asked.again, keep=asked.keep))
