"""The wheel installed anew for each Python and used far from the checkout.

    python -m tests.release.install [PYTHON ...] [--tests] [--keep]

PYTHON is a name on the PATH or a path, such as python3.12; without one it is the Python that runs this. Everything comes from
wheels, without a cache, into an empty environment: a worked example is solved, its moves are checked, the service gives its
page. --tests also runs the tests of rules, solver and documents there. --keep writes what was seen to install.json and README.md beside it.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.commands import reader
from tests.figures import refresh
from tests.release.installing import ROOT, Installation, built

KEPT = Path(__file__).with_name("install.json")
TESTED = ("tests/theme_park/models", "tests/theme_park/solver", "tests/api")
LARGEST = 8
MIB = 1 << 20


class Wrong(AssertionError):
    """What must not be."""


def tried(python: str, *, tests: bool) -> dict[str, Any]:
    """What came of the wheel under one Python; raises Wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        load, began = os.getloadavg()[0], time.monotonic()
        there = Installation(folder, python, borrow=False)
        there.install(built(folder))
        installed = time.monotonic() - began
        version = there.run([there.program("python"), "-c", "import platform; print(platform.python_version())"])
        began = time.monotonic()
        answer = there.solved()
        first = time.monotonic() - began
        began = time.monotonic()
        there.solved()
        again = time.monotonic() - began
        if (answer["status"], there.checked()["legal"]) != ("optimal", True):
            raise Wrong(f"the worked example: {answer}")
        if amiss := {path: status for path, status in there.served().items() if status != 200}:
            raise Wrong(f"served: {amiss}")
        sizes = there.sizes()
        found = {
            "python": version.strip(),
            "date": time.strftime("%Y-%m-%d"),
            "load": round(load, 1),
            "seconds": round(installed, 1),
            "first_answer": round(first, 1),
            "next_answer": round(again, 1),
            "packages": len(sizes),
            "bytes": sizes.total(),
            "largest": dict(sizes.most_common(LARGEST)),
        }
        return found | ({"tests": _tests(there)} if tests else {})


def _tests(there: Installation) -> str:
    """The closing line of the tests under that Python; raises Wrong when any fails."""
    (wheel,) = there.folder.glob("*.whl")
    there.run([there.program("pip"), "install", "--quiet", "--only-binary", ":all:", f"{wheel}[dev]"])
    command = [there.program("python"), "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *TESTED]
    ran = subprocess.run(command, cwd=ROOT, env=there.environment, stdout=subprocess.PIPE, text=True, check=False)
    closing = ran.stdout.strip().splitlines()[-1]
    if ran.returncode:
        raise Wrong(f"{closing}\n{ran.stdout}")
    return re.sub(r" in .*", "", closing)


def kept() -> dict[str, Any]:
    """What was kept, by version of Python."""
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def rendered() -> str:
    """The table of README.md."""
    runs = [each for _, each in sorted(kept().items(), key=lambda row: [*map(int, row[0].split("."))])]
    if not runs:
        return "Not yet measured."
    lines = ["| Python | installs in | first answer | next answer | packages | size | tests |", "|---" * 7 + "|"]
    for each in runs:
        told = (
            f"{each['python']} ({each['date']}, load {each['load']})",
            *(f"{each[name]:.0f} s" for name in ("seconds", "first_answer", "next_answer")),
            str(each["packages"]),
            f"{each['bytes'] / MIB:.0f} MiB",
            each.get("tests", "not run"),
        )
        lines.append(f"| {' | '.join(told)} |")
    largest = ", ".join(f"{name} {size / MIB:.0f}" for name, size in runs[-1]["largest"].items())
    return "\n".join([*lines, "", f"Largest of the last, in MiB: {largest}."])


def main() -> None:
    """The command."""
    parser = reader("tests.release.install", __doc__)
    parser.add_argument("pythons", nargs="*", default=[sys.executable], metavar="PYTHON")
    parser.add_argument("--tests", action="store_true", help=f"also run {', '.join(TESTED)} there")
    parser.add_argument("--keep", action="store_true", help="keep what was seen, also in tests/release/README.md")
    asked = parser.parse_args()
    for python in asked.pythons:
        try:
            found = tried(python, tests=asked.tests)
        except Wrong as wrong:
            sys.exit(f"Wrong: {wrong}")
        print(json.dumps(found, indent=1), flush=True)
        if asked.keep:
            KEPT.write_text(json.dumps({**kept(), found["python"]: found}, indent=1) + "\n", encoding="utf-8")
            refresh()


if __name__ == "__main__":
    main()
