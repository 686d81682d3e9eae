"""What became of the mutants, kept module by module in ``results.json``, and the sentence that tells it."""

import json
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutation.mutants import MODULES, imported
from tests.trust.keeping import keep as keep_figures

FOLDER = Path(__file__).parent
KEPT, EXPLAINED = FOLDER / "results.json", FOLDER / "explained.json"
COMMAND = "python -m tests.mutation"


class Row(NamedTuple):
    """The judgement of a module at one level: how many mutants it has, how often each fate befell one, who survived."""

    mutants: int
    seed: int
    fates: dict[str, int]
    survivors: list[str]


def explained() -> dict[str, str]:
    """Why mutants that survive change nothing that can be seen, by their keys."""
    return json.loads(EXPLAINED.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def known() -> dict[str, dict[str, dict[str, Any]]]:
    """The rows kept, by level and module."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def survivors(level: str) -> set[str]:
    """The keys of those that survived."""
    return {key for row in known().get(level, {}).values() for key in row["survivors"]}


def merged(old: dict[str, Any] | None, row: Row, *, again: bool) -> dict[str, Any]:
    """The row of a module in place of the old one.

    ``again``: only those that survived were judged, so what was killed before still counts.
    """
    before = old["fates"] if again and old else {}
    fates = {fate: number + (before.get(fate, 0) if fate != "survived" else 0) for fate, number in row.fates.items()}
    return row._replace(fates=fates)._asdict()


def keep(level: str, name: str, row: Row, *, again: bool) -> None:
    """Keep the judgement of a module beside those of the others."""
    kept = known()
    rows = kept.setdefault(level, {})
    rows[name] = merged(rows.get(name), row, again=again) | {"text": texts()[name]}
    text = {level: still_there(rows) for level, rows in sorted(kept.items())}
    KEPT.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")


def texts() -> dict[str, str]:
    """A digest of each module as it is now: which text of it was judged."""
    return {imported(module): sha256(module.read_bytes()).hexdigest()[:16] for module in MODULES}


def still_there(rows: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The rows of modules that the project has, in their order."""
    there = set(map(imported, MODULES))
    return {name: row for name, row in sorted(rows.items()) if name in there}


def keep_sentence() -> None:
    """Tell what is kept in tests/trust/README.md."""
    keep_figures(COMMAND, told(known(), texts()), {})


def told(kept: Mapping[str, Mapping[str, Mapping[str, Any]]], today: Mapping[str, str]) -> str:
    """The figures of all modules and both levels in a sentence; ``today``: the digests of their texts."""
    rows = [row for level in kept.values() for row in level.values()]
    named = [each for level in kept.values() for each in level.items()]
    earlier = sum(row["mutants"] for name, row in named if row.get("text") != today.get(name))
    fates = sum((Counter(row["fates"]) for row in rows), Counter[str]())
    why = explained()
    seen = sum(key not in why for row in rows for key in row["survivors"])
    return (
        f"{fates.total():,} of {sum(row['mutants'] for row in rows):,} mutants of the rules were judged: "
        f"{fates['killed']:,} killed, {fates['endless']} ran without end, {fates['survived']} survived, "
        f"of which {fates['survived'] - seen} change nothing that can be seen (`tests/mutation/explained.json` says why)"
        + (
            f"; {earlier:,} of all were judged on a text of their modules that may have changed since"
            if earlier
            else ""
        )
    )
