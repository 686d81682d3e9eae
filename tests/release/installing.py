"""The wheel in a virtual environment of its own, and what an owner of the box first does with it, far from the checkout."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.service.serving import serving

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "fixtures" / "theme_park" / "positions" / "log-flume.json"
EXPECTED = ROOT / "fixtures" / "theme_park" / "positions" / "log-flume.moves.json"
SERVED = ("/healthz", "/docs", "/v1/rules")
"""Looked at besides what the page keeps in the browser for a day without network."""
WHERE = "import api, fixtures, models, solver; print(*(each.__file__ for each in (api, fixtures, models, solver)))"
KEPT = {"PATH", "LANG", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"}
SIZES = """
import json, sys
from importlib.metadata import distributions
from pathlib import Path
def size(each):
    return sum(path.stat().st_size for path in map(Path, map(each.locate_file, each.files or ())) if path.is_file())
print(json.dumps({each.name: size(each) for each in distributions()}))
"""


def built(folder: Path) -> Path:
    """The wheel, made in ``folder``; raises CalledProcessError."""
    _said([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)])
    (wheel,) = folder.glob("*.whl")
    return wheel


def fresh(home: Path) -> dict[str, str]:
    """The environment of somebody new: an empty home, no caches; only how pip reaches its index is kept."""
    kept = {name: value for name, value in os.environ.items() if name.upper() in KEPT or name.startswith("PIP_")}
    return kept | {"HOME": str(home)}


class Installation:
    """A virtual environment of ``python`` in ``folder``.

    With ``borrow`` it sees the packages of the running environment and takes only the wheel; otherwise everything is
    installed anew, from wheels alone and without a cache.
    """

    def __init__(self, folder: Path, python: str, *, borrow: bool) -> None:
        self.folder, self.borrow, self.venv = folder, borrow, folder / "venv"
        self.away = folder / "away"
        self.away.mkdir(parents=True)
        self.environment = fresh(self.away)
        self.run([python, "-m", "venv", *(["--without-pip"] if borrow else []), str(self.venv)])

    def run(self, command: list[str]) -> str:
        """What a command says, run away from the checkout; raises CalledProcessError."""
        return _said(command, cwd=self.away, env=self.environment)

    def program(self, name: str) -> str:
        """A program of the environment."""
        return str(self.venv / "bin" / name)

    def install(self, wheel: Path) -> None:
        """Install the wheel."""
        if self.borrow:
            pip = [sys.executable, "-m", "pip", "--python", self.program("python")]
            self.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)])
            site = next(self.venv.glob("lib/python*/site-packages"))
            seen = [path for path in sys.path if path.endswith("-packages")]
            (site / "borrowed.pth").write_text("\n".join(seen) + "\n", encoding="utf-8")
        else:
            asked = ("--quiet", "--no-cache-dir", "--only-binary", ":all:")
            self.run([self.program("pip"), "install", *asked, str(wheel)])

    def packages(self) -> list[Path]:
        """Where the program's own packages were found."""
        return [Path(each) for each in self.run([self.program("python"), "-c", WHERE]).split()]

    def solved(self) -> dict[str, Any]:
        """The answer to a worked example, away from the checkout."""
        shutil.copy(EXAMPLE, self.away / "park.json")
        answer: dict[str, Any] = json.loads(self.run([self.program("park-advisor"), "solve", "park.json", "--json"]))
        return answer

    def checked(self) -> dict[str, Any]:
        """The verdict on its moves."""
        shutil.copy(EXPECTED, self.away / "moves.json")
        words = ["check", "park.json", "moves.json", "--json"]
        verdict: dict[str, Any] = json.loads(self.run([self.program("park-advisor"), *words]))
        return verdict

    def served(self) -> dict[str, int]:
        """The status of each address of its service: health, the page, and every file that the page names."""
        command = [self.program("park-advisor"), "serve", "--port", "0"]
        with serving(self.away, command=command, cwd=self.away) as service:
            named = service.client.get("/web/files.json").json()
            paths = dict.fromkeys((*SERVED, *named))
            return {path: service.client.get(path, follow_redirects=True).status_code for path in paths}

    def sizes(self) -> Counter[str]:
        """Bytes of every distribution in it."""
        return Counter(json.loads(self.run([self.program("python"), "-c", SIZES])))


def _said(command: list[str], **where: Any) -> str:
    ran: subprocess.CompletedProcess[str] = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, **where
    )
    return ran.stdout
