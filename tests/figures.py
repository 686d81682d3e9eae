"""All tables of figures in the READMEs at once, from the results kept beside the commands: ``python -m tests.figures``.

Nothing is measured here. ``--check`` writes nothing and ends with 1 where a table is not what the results say.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.commands import reader

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


class Table(NamedTuple):
    """A table of figures: the README that shows it and what writes it from kept results."""

    file: Path
    shown: Callable[[], str]


def tables() -> dict[str, Table]:
    """Every table, by the name between whose markers it stands."""
    # Commands refresh the READMEs through this module too.
    from tests.bench import cold  # noqa: PLC0415
    from tests.bench import table as bench  # noqa: PLC0415
    from tests.cluster import keeping as cluster  # noqa: PLC0415
    from tests.dice_manor import bench as dice_manor  # noqa: PLC0415
    from tests.release import install  # noqa: PLC0415
    from tests.service import keeping, servers, strain  # noqa: PLC0415
    from tests.theme_park.game import figures as game  # noqa: PLC0415
    from tests.trust import keeping as trust  # noqa: PLC0415

    there = ROOT / "tests"
    return {
        "tests.bench": Table(there / "bench" / "README.md", bench.shown),
        "tests.bench.cold": Table(there / "bench" / "README.md", cold.shown),
        "tests.cluster.random_faults": Table(ROOT / "api" / "jobs" / "README.md", cluster.faults),
        "tests.cluster.throughput": Table(ROOT / "api" / "jobs" / "README.md", cluster.throughput),
        "tests.dice_manor": Table(there / "dice_manor" / "README.md", dice_manor.shown),
        "tests.theme_park.game": Table(there / "theme_park" / "game" / "README.md", game.figures),
        "tests.service": Table(there / "service" / "README.md", keeping.rows),
        "tests.service.strain": Table(there / "service" / "README.md", strain.rows),
        "tests.service.servers": Table(there / "service" / "README.md", servers.rows),
        "tests.trust": Table(there / "trust" / "README.md", trust.rows),
        "tests.release.install": Table(there / "release" / "README.md", install.rendered),
    }


def readmes() -> list[Path]:
    """Every README of the project, the top one first."""
    folders = ("api", "fixtures", "models", "solver", "tests")
    return [README, *sorted(path for name in folders for path in (ROOT / name).rglob("README.md") if _own(path))]


def _own(path: Path) -> bool:
    return not {"node_modules", "vendor"} & set(path.parts)


def markers(name: str) -> tuple[str, str]:
    """The lines around a table."""
    return f"<!-- figures of {name}: begin -->", f"<!-- figures of {name}: end -->"


def between(text: str, name: str) -> str:
    """What stands between the markers of a table; raises ValueError where they do not stand once each, in order."""
    begin, end = markers(name)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise ValueError(f"the markers {begin} and {end} must stand once each, in this order")
    return text.split(begin)[1].split(end, maxsplit=1)[0].strip("\n")


def replaced(text: str, name: str, shown: str) -> str:
    """``text`` with ``shown`` between the markers of a table."""
    begin, end = markers(name)
    between(text, name)
    before, rest = text.split(begin)
    return f"{before}{begin}\n{shown.strip(chr(10))}\n{end}{rest.split(end)[1]}"


def written() -> dict[Path, str]:
    """The text of each README that has tables, with every table as the kept results say."""
    texts: dict[Path, str] = {}
    for name, table in tables().items():
        text = texts.get(table.file) or table.file.read_text(encoding="utf-8")
        texts[table.file] = replaced(text, name, table.shown())
    return texts


def stale() -> list[Path]:
    """The READMEs whose tables say anything but the kept results."""
    return [file for file, text in written().items() if file.read_text(encoding="utf-8") != text]


def refresh() -> None:
    """Write every table into its README."""
    for file, text in written().items():
        file.write_text(text, encoding="utf-8")


def main() -> None:
    """The command."""
    parser = reader("tests.figures", __doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 where a table is stale")
    if parser.parse_args().check:
        names = ", ".join(str(file.relative_to(ROOT)) for file in stale())
        sys.exit(f"Stale tables: {names}. python -m tests.figures writes them." if names else 0)
    refresh()


if __name__ == "__main__":
    main()
