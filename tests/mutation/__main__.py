"""Mutation testing of the rules of the Operate phase and of Dice Manor: ``python -m tests.mutation [PART ...] [--level functions|modules] [--keep]``.

Changes the rules in one place at a time and tells which changes no deciding test notices. ``explained.json`` says of
some why they change nothing that can be seen; 1 when another survives. ``PART`` is what the names of the modules
contain; what is kept of other modules stays, so that a judgement of all can be made in several runs. Needs the extra
``[trust]``.
"""

import math
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from random import Random

import pytest

from tests.commands import reader
from tests.mutation import keeping
from tests.mutation.judging import (
    ENDLESS,
    KILLED,
    OPTIONS,
    SURVIVED,
    Judging,
    at_module_level,
    judge_by_import,
    load_libraries,
)
from tests.mutation.mutants import MODULES, ROOT, Mutant, mutants, places

DECIDING = [
    "tests/theme_park/models/test_position.py",
    "tests/theme_park/models/test_skill_facts.py",
    "tests/theme_park/models/test_operate_facts.py",
    "tests/theme_park/models/test_next_round.py",
    "tests/theme_park/models/test_rule_examples.py",
    "tests/theme_park/models/test_ruling_examples.py",
    "tests/theme_park/models/test_rulebook_examples.py",
    "tests/shared/test_hexgrid.py",
    "tests/theme_park/models/test_requirement.py",
    "tests/theme_park/models/test_messages.py",
    "tests/theme_park/properties/test_parks_and_moves.py",
    "tests/theme_park/parity/test_any_step.py::test_a_die_that_may_not_be_kept_hides_no_operation_with_another_die",
    "tests/theme_park/parity/test_any_step.py::test_the_list_for_small_parks_holds_the_operations_of_the_reading",
    *(f"tests/theme_park/parity/test_second_reading.py::test_both_readings_list_the_same_moves_with_the_same_outcomes[{batch}]"
      for batch in ("any_park-0", "any_park-20", "keepers_park-0", "swappers_park-0", "collectors_park-0")),
]  # fmt: skip
"""The fast tests that decide, the quickest first; a change that only slower tests notice counts as survived."""
DECIDING_MANORS = [
    *(
        f"tests/dice_manor/test_{name}.py"
        for name in ("rule_examples", "rules", "worked_examples", "building", "games")
    ),
    "tests/dice_manor/test_grand_opening.py::test_a_second_reading_gives_the_same_verdicts_on_paths[0]",
]
"""Those of Dice Manor."""
FATES = {KILLED: "killed", ENDLESS: "endless", SURVIVED: "survived"}
LONG = 600.0
"""Seconds of a processor after which the tests of the original have failed."""
LEVELS = ("functions", "modules")
"""Where a change lies: within a function, or in what runs when a module is imported, such as a table."""


class Tally:
    """What became of the mutants judged so far."""

    def __init__(self) -> None:
        self._explained = keeping.explained()
        self.fates: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.survivors: defaultdict[str, list[str]] = defaultdict(list)

    @property
    def total(self) -> Counter[str]:
        """The fates in all modules."""
        return sum(self.fates.values(), Counter[str]())

    @property
    def unexplained(self) -> int:
        """Survivors that nobody has explained."""
        return sum(key not in self._explained for keys in self.survivors.values() for key in keys)

    def row(self, name: str, mutants: int, seed: int) -> keeping.Row:
        """What is kept of a module that has so many mutants."""
        fates = {fate: self.fates[name][fate] for fate in FATES.values()}
        return keeping.Row(mutants, seed, fates, sorted(self.survivors[name]))

    def tell(self, mutant: Mutant, fate: int) -> None:
        """Count it, and show one that survived and that nobody has explained."""
        self.fates[mutant.name][FATES[fate]] += 1
        if self.total.total() % 50 == 0:
            print(f"{self.total.total()}: {dict(self.total)}", file=sys.stderr, flush=True)
        if fate == SURVIVED:
            self.survivors[mutant.name].append(mutant.key)
            if mutant.key not in self._explained:
                print(f"{mutant.name}:{mutant.line}\n  - {mutant.before}\n  + {mutant.after}", flush=True)


def of_level(level: str, parts: list[str], seed: int) -> Iterator[Mutant]:
    """Those that lie where ``level`` says; of each module the same whichever other modules are asked for."""
    for module in MODULES:
        name = str(module.relative_to(ROOT))
        if any(part in name for part in parts):
            rng = Random(f"{seed} {name}")
            original = compile(module.read_text(encoding="utf-8"), name, "exec")
            for mutant in mutants(places(module, rng)):
                if at_module_level(original, compile(mutant.source, name, "exec")) == (level == "modules"):
                    yield mutant


def in_time(chosen: Iterable[Mutant], minutes: float) -> Iterator[Mutant]:
    """As many as are begun in so many minutes from the first one on."""
    until = time.monotonic() + 60 * minutes
    for mutant in chosen:
        yield mutant
        if time.monotonic() > until:
            return


def judge(level: str, deciding: list[str], those: Iterator[Mutant], tell: Callable[[Mutant, int], None]) -> None:
    """Judge mutants of one level by the tests of their game; ``tell`` hears each one's fate."""
    load_libraries([*OPTIONS, *deciding])
    untouched, began = Mutant(MODULES[0], "none", 0, "", "", MODULES[0].read_text(encoding="utf-8")), time.monotonic()
    if judge_by_import(untouched, deciding, LONG) != SURVIVED:
        sys.exit("The deciding tests fail without any mutant.")
    seconds = time.monotonic() - began
    if level == "modules":
        for mutant in those:
            tell(mutant, judge_by_import(mutant, deciding, seconds))
    else:
        pytest.main([*OPTIONS, "-s", *deciding], plugins=[Judging(those, tell)])


def main(parts: list[str], level: str, minutes: float, seed: int, *, again: bool, keep: bool) -> int:
    """Judge; 1 when a mutant survives that nobody has explained."""
    chosen = list(of_level(level, parts, seed))
    number = Counter(mutant.name for mutant in chosen)
    if again:
        survived = keeping.survivors(level)
        chosen = [mutant for mutant in chosen if mutant.key in survived]
    if minutes < math.inf:
        Random(seed).shuffle(chosen)
    tally, left = Tally(), Counter(mutant.name for mutant in chosen)

    def tell(mutant: Mutant, fate: int) -> None:
        tally.tell(mutant, fate)
        left[mutant.name] -= 1
        if keep and not left[mutant.name]:
            keeping.keep(level, mutant.name, tally.row(mutant.name, number[mutant.name], seed), again=again)

    games = {mutant.of_dice_manor for mutant in chosen}
    if len(games) > 1:
        sys.exit("The games are judged by tests of their own: name a PART, theme_park or dice_manor.")
    judge(level, DECIDING_MANORS if games == {True} else DECIDING, in_time(chosen, minutes), tell)
    print(f"{level}: {tally.total.total()} mutants judged: {dict(tally.total)}; {tally.unexplained} not explained")
    if keep:
        for name in left:
            if left[name]:
                keeping.keep(level, name, tally.row(name, number[name], seed), again=again)
        keeping.keep_sentence()
    return int(tally.unexplained > 0)


if __name__ == "__main__":
    warnings.simplefilter("ignore", SyntaxWarning)  # of mutants that compare with a literal by identity
    parser = reader("tests.mutation", __doc__)
    parser.add_argument(
        "part",
        nargs="*",
        default=["theme_park", "shared"],
        help="of the paths of the modules; dice_manor for that game",
    )
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[0])
    parser.add_argument("--minutes", type=float, default=math.inf, help="judge only as many, drawn at random, as fit")
    parser.add_argument("--again", action="store_true", help="only those that survived when figures were kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the figures")
    asked = parser.parse_args()
    sys.exit(main(asked.part, asked.level, asked.minutes, asked.seed, again=asked.again, keep=asked.keep))
