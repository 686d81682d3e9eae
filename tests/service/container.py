"""The steps of the container file in a plain virtual environment: ``python -m tests.service.container``.

Files that it copies, commands that it runs, the variables it sets, its health check and its last command are read from
``api/Containerfile``; only what needs root (its user and folders) is done otherwise. The command installs every dependency
anew; the test borrows those of the running environment, and compiles no kernels ahead.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.commands import reader

ROOT = Path(__file__).parents[2]
FILE = ROOT / "api" / "Containerfile"
AS_ROOT = "useradd "
NOT_BORROWING = ("solver.theme_park.operate.warm_up", "--require-hashes")
"""Steps that a test without them leaves out: one only saves time later, and what the other installs is borrowed."""
PATHS = re.compile(r"(?<![\w.])/(?:opt|tmp|var)/")
STARTING = 60.0


def _left_out(step: str) -> bool:
    return any(words in step for words in NOT_BORROWING)


class Line(NamedTuple):
    """One instruction and the rest of its line."""

    name: str
    rest: str


def instructions() -> list[Line]:
    """The instructions of the container file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [Line(*line.split(" ", 1)) for line in lines if line.strip() and not line.startswith("#")]


class Build:
    """The file's steps with its folders below ``folder``."""

    def __init__(self, folder: Path, *, borrow: bool) -> None:
        self.folder, self.borrow = folder, borrow
        self.environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.environment |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.work = "/"
        self.skipped: list[str] = []
        self.command: list[str] = []
        self.health = ""
        for path in ("/opt", "/tmp", "/var/lib/park-advisor", "/var/cache/park-advisor"):
            self.inside(path).mkdir(parents=True)

    def inside(self, path: str) -> Path:
        """A path of the container as it is here."""
        return self.folder / path.lstrip("/")

    def moved(self, text: str) -> str:
        """A command with its paths as they are here."""
        return PATHS.sub(lambda path: f"{self.folder}{path.group()}", text)

    def take(self, line: Line) -> None:
        """Do one instruction."""
        match line.name:
            case "WORKDIR":
                self.work = line.rest
                self.inside(line.rest).mkdir(parents=True)
            case "COPY" if not line.rest.startswith("--from"):
                *sources, target = line.rest.split()
                for source in sources:
                    self._copy(ROOT / source, self.inside(os.path.join(self.work, target)))
            case "ENV":
                pairs = (pair.split("=", 1) for pair in shlex.split(line.rest))
                self.environment |= {name: self.moved(value) for name, value in pairs}
            case "RUN" if line.rest.startswith(AS_ROOT) or (self.borrow and _left_out(line.rest)):
                self.skipped.append(line.rest)
            case "RUN":
                self.run(line.rest)
            case "CMD":
                self.command = [self.moved(word) for word in json.loads(line.rest)]
            case "HEALTHCHECK":
                self.health = self.moved(line.rest.partition("CMD ")[2])

    def run(self, command: str) -> None:
        """Run a command as the container would; raises CalledProcessError."""
        here = self.moved(command)
        if here.startswith("python3 "):
            here = here.replace("python3", shlex.quote(sys.executable), 1)
        subprocess.run(
            here, shell=True, check=True, cwd=self.inside(self.work), env=self.environment, stdout=sys.stderr
        )
        if " -m venv " in here and self.borrow:
            site = next(self.inside("/opt/park-advisor").glob("lib/python*/site-packages"))
            (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    def _copy(self, source: Path, target: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target = target / source.name if target.is_dir() else target
            shutil.copy(source, target)

    def serve(self) -> "Iterator[subprocess.Popen[bytes]]":
        """The last command, running on a free port until its health check is content."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.environment["PARK_ADVISOR_PORT"] = str(free.getsockname()[1])
        process = subprocess.Popen(self.command, env=self.environment, cwd=self.folder, start_new_session=True)
        try:
            until = time.monotonic() + STARTING
            while not self.healthy():
                if time.monotonic() > until or process.poll() is not None:
                    raise AssertionError("the service in the container's steps does not become healthy")
                time.sleep(0.5)
            yield process
        finally:
            process.terminate()
            process.wait(30)

    def healthy(self) -> bool:
        """Whether the health check is content."""
        told = subprocess.run(
            self.health, shell=True, env=self.environment, cwd=self.folder, check=False, stderr=subprocess.DEVNULL
        )
        return told.returncode == 0


def main() -> None:
    """The command."""
    with tempfile.TemporaryDirectory() as folder:
        build = Build(Path(folder), borrow=False)
        for line in instructions():
            print(f"{line.name} {line.rest}", flush=True)
            build.take(line)
        for _ in build.serve():
            print("healthy", flush=True)


if __name__ == "__main__":
    reader("tests.service.container", __doc__).parse_args()
    main()
