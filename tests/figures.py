"""All the README's tables of figures at once, from the results kept beside the commands: ``python -m tests.figures``.

Nothing is measured here. ``--check`` writes nothing and ends with 1 where a table is not what the results say.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from tests.commands import reader

README = Path(__file__).parents[1] / "README.md"


def tables() -> dict[str, Callable[[], str]]:
    """What writes each table, by the name between whose markers it stands."""
    # Commands refresh the README through this module too.
    from tests.bench import table as bench  # noqa: PLC0415
    from tests.release import install  # noqa: PLC0415
    from tests.service import keeping, strain  # noqa: PLC0415
    from tests.theme_park.game import figures as game  # noqa: PLC0415
    from tests.trust import keeping as trust  # noqa: PLC0415

    return {
        "tests.bench": bench.shown,
        "tests.theme_park.game": game.figures,
        "tests.service": keeping.rows,
        "tests.service.strain": strain.rows,
        "tests.trust": trust.rows,
        "tests.release.install": install.rendered,
    }


def markers(name: str) -> tuple[str, str]:
    """The lines around a table."""
    return f"<!-- figures of {name}: begin -->", f"<!-- figures of {name}: end -->"


def between(text: str, name: str) -> str:
    """What stands between the markers of a table; raises ValueError where they do not stand once each, in order."""
    begin, end = markers(name)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise ValueError(f"the markers {begin} and {end} must stand once each, in this order")
    return text.split(begin)[1].split(end, maxsplit=1)[0].strip("\n")


def written(text: str) -> str:
    """``text`` with every table as the kept results say."""
    for name, shown in tables().items():
        begin, end = markers(name)
        between(text, name)
        before, rest = text.split(begin)
        text = f"{before}{begin}\n{shown().strip(chr(10))}\n{end}{rest.split(end)[1]}"
    return text


def refresh() -> None:
    """Write every table into the README."""
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> None:
    """The command."""
    parser = reader("tests.figures", __doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 where a table is stale")
    if parser.parse_args().check:
        text = README.read_text(encoding="utf-8")
        sys.exit(0 if written(text) == text else "The README's tables are stale: python -m tests.figures writes them.")
    refresh()


if __name__ == "__main__":
    main()
