"""Mutation testing of the Operate phase's rules: ``python -m tests.mutation [PART] [--level functions|modules] [--keep]``.

Changes the rules in one place at a time and tells which changes no deciding test notices. ``explained.json`` says of
some why they change nothing that can be seen; 1 when another survives. ``PART`` is what the names of the modules
contain. Needs the extra ``[trust]``.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import marshmallow  # noqa: F401 - loaded before the forks, as what follows
import networkx  # noqa: F401
import numpy  # noqa: F401 - of the project's own modules none may be imported here
import pytest

from tests.commands import reader
from tests.mutation.judging import ENDLESS, KILLED, OPTIONS, SURVIVED, Judging, at_module_level, judge_by_import
from tests.mutation.mutants import MODULES, ROOT, Mutant, mutants
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

    def __init__(self, number: int) -> None:
        self._number, self._explained = number, json.loads(EXPLAINED.read_text(encoding="utf-8"))
        self.fates: Counter[str] = Counter()
        self.survivors: list[dict[str, object]] = []

    def tell(self, mutant: Mutant, fate: int) -> None:
        """Count it, and show one that survived and that nobody has explained."""
        self.fates[FATES[fate]] += 1
        if self.fates.total() % 50 == 0:
            print(f"{self.fates.total()} of {self._number}: {dict(self.fates)}", file=sys.stderr, flush=True)
        if fate == SURVIVED:
            why = self._explained.get(mutant.key)
            self.survivors.append({"mutant": mutant.key, "line": mutant.line, "why": why})
            if why is None:
                print(f"{mutant.name}:{mutant.line}\n  - {mutant.before}\n  + {mutant.after}", flush=True)


def drawn(part: str, level: str, seed: int) -> list[Mutant]:
    """The mutants of one level in modules whose path contains ``part``."""
    found = []
    for module in MODULES:
        if part in str(module.relative_to(ROOT)):
            original = compile(module.read_text(encoding="utf-8"), str(module), "exec")
            for mutant in mutants(module, seed):
                changed = compile(mutant.source, str(module), "exec")
                if at_module_level(original, changed) == (level == "modules"):
                    found.append(mutant)
    return found


def judged(number: list[Mutant], level: str) -> Tally:
    """The fates of mutants of one level."""
    tally = Tally(len(number))
    untouched = Mutant(MODULES[0], "none", 0, "", "", MODULES[0].read_text(encoding="utf-8"))
    if judge_by_import(untouched, DECIDING) != SURVIVED:
        sys.exit("The deciding tests fail without any mutant.")
    if level == "modules":
        for mutant in number:
            tally.tell(mutant, judge_by_import(mutant, DECIDING))
    else:
        pytest.main([*OPTIONS, "-s", *DECIDING], plugins=[Judging(number, tally.tell)])
    return tally


def main(part: str, level: str, sample: int | None, seed: int, *, again: bool, keep: bool) -> int:
    """Judge; 1 when a mutant survives that nobody has explained."""
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    those = drawn(part, level, seed)
    total = len(those)
    if again:
        keys = {each["mutant"] for each in known[level]["survivors"]}
        those = [each for each in those if each.key in keys]
    elif sample is not None:
        those = Random(seed).sample(those, min(sample, total))
    tally = judged(those, level)
    unexplained = sum(each["why"] is None for each in tally.survivors)
    print(f"{level}: {len(those)} of {total} mutants judged: {dict(tally.fates)}; {unexplained} not explained")
    if keep:
        fates = dict(sorted(tally.fates.items()))
        if again:
            had = known[level]["fates"]
            fates = had | {"killed": had["killed"] + fates.get("killed", 0), "survived": fates.get("survived", 0)}
        known[level] = {
            "mutants": total,
            "judged": sum(fates.values()),
            "seed": seed,
            "fates": fates,
            "survivors": sorted(tally.survivors, key=lambda each: str(each["mutant"])),
        }
        KEPT.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
        keep_figures(COMMAND, told(known), {})
    return int(unexplained > 0)


def told(known: dict[str, Any]) -> str:
    """The figures of both levels in a sentence."""
    fates = sum((Counter(row["fates"]) for row in known.values()), Counter[str]())
    explained = sum(each["why"] is not None for row in known.values() for each in row["survivors"])
    judged, total = (sum(row[name] for row in known.values()) for name in ("judged", "mutants"))
    return (
        f"{judged:,} of {total:,} mutants of the rules judged: {fates['killed']:,} killed, {fates['endless']} ran without end, "
        f"{fates['survived']} survived, of which {explained} change nothing that can be seen (`tests/mutation/explained.json`)"
    )


if __name__ == "__main__":
    parser = reader("tests.mutation", __doc__)
    parser.add_argument("part", nargs="?", default="", help="of the paths of the modules")
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[0])
    parser.add_argument("--sample", type=int, metavar="N", help="so many, drawn at random")
    parser.add_argument("--again", action="store_true", help="only those that survived when figures were kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the figures")
    asked = parser.parse_args()
    sys.exit(main(asked.part, asked.level, asked.sample, asked.seed, again=asked.again, keep=asked.keep))
