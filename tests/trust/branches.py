"""Branch coverage of ``models`` and ``solver``: ``python -m tests.trust.branches [TESTS] [--minutes M] [--keep]``.

What numba compiles is left out: it cannot be traced, and as plain Python its numbers of eight bits behave otherwise.
What runs in spawned processes is not counted: search processes are killed, and traced they are too slow for the tests
of their clocks. The engines are measured by the tests that call them in this process. 1 below ``LEAST`` percent, or when
a test fails. Needs the extra ``[trust]``.
"""

import io
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.commands import reader
from tests.trust.keeping import keep

ROOT = Path(__file__).parents[2]
LEAST = 95.0
COMMAND = "python -m tests.trust.branches"
FULL_GAME = "tests/theme_park/parity/test_full_optimum.py::test_cp_sat_and_the_oracle_agree_in_the_full_game"
TESTS = (
    "tests/theme_park/models",
    "tests/theme_park/game",
    "tests/api/test_position_faults.py",
    "tests/api/test_card_faults.py",
    "tests/api/test_record_faults.py",
    "tests/api/test_disputes.py",
    "tests/theme_park/solver",
    "tests/theme_park/parity/test_any_step.py",
    "tests/theme_park/parity/test_alternatives.py",
    "tests/theme_park/parity/test_cube_vectors.py",
    "tests/theme_park/parity/test_one_thing_decides.py",
    f"{FULL_GAME}[full_park-0]",
    f"{FULL_GAME}[full_park-1]",
)
"""Those that reach most in the least time: more batches of the same, and the whole API, reach nothing else here."""
SLOW = ("bench", "crowd", "memory", "perft")
"""Parts of the names of tests that are long and reach nothing that others do not."""
CONFIGURATION = """
[run]
branch = true
source = models, solver
concurrency = thread
sigterm = true
data_file = {folder}/data
[report]
skip_covered = true
show_missing = true
exclude_also =
    if TYPE_CHECKING:
    raise AssertionError
    @compiled
"""


def main(tests: list[str], minutes: float, *, keeping: bool) -> int:
    """Measure; 1 when too little is covered."""
    import coverage  # noqa: PLC0415 - of the extra [trust]

    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder) / "coverage.ini"
        configuration.write_text(CONFIGURATION.format(folder=folder), encoding="utf-8")
        options = ["-q", "-p", "no:xdist", "-p", "no:schemathesis", "-o", "addopts=--import-mode=importlib"]
        few = " and ".join(f"not {word}" for word in SLOW)
        command = [sys.executable, "-m", "coverage", "run", f"--rcfile={configuration}", "-m", "pytest", *options]
        run = subprocess.Popen([*command, "-k", few, *tests], cwd=ROOT)
        try:
            run.wait(None if math.isinf(minutes) else 60 * minutes)
        except subprocess.TimeoutExpired:
            run.terminate()  # what was measured by then is saved
            run.wait()
        measured = coverage.Coverage(config_file=str(configuration))
        measured.load()
        shares = {}
        for package in ("models", "solver"):
            table = io.StringIO()
            shares[package] = round(measured.report(include=f"{package}/*", file=table), 1)
            print(table.getvalue())
    told = ", ".join(f"{package} {share} %" for package, share in shares.items())
    print(told)
    if keeping:
        keep(COMMAND, f"branch coverage of {told}", {"shares": shares})
    return int(run.returncode != 0 or min(shares.values()) < LEAST)


if __name__ == "__main__":
    parser = reader("tests.trust.branches", __doc__)
    parser.add_argument("tests", nargs="*", default=list(TESTS))
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="break the tests off then, and tell what was measured"
    )
    parser.add_argument("--keep", action="store_true", help="keep the figures and write tests/trust/README.md")
    asked = parser.parse_args()
    sys.exit(main(asked.tests, asked.minutes, keeping=asked.keep))
