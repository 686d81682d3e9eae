"""Where Chromium is; on a fresh Debian machine of which we are root it is installed first."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell first: it draws the same pages without the windows of a desktop, in two thirds of the time."""
PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@cache
def chromium() -> str:
    """The path of the browser; tests that need it are skipped where it can be neither found nor installed."""
    lock = Path(tempfile.gettempdir()) / "park-advisor-chromium.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # two test processes must not install at once
        return _found() or _installed()


def _found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _installed() -> str:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        pytest.skip("no Chromium here: install the package chromium-headless-shell")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *PACKAGES]):
        subprocess.run(["apt-get", *words], check=True, env=os.environ | quiet, stdout=subprocess.DEVNULL)
    path = _found()
    assert path, "the package chromium-headless-shell brought no browser"
    return path
