"""A network of its own for one machine, on a cable that can be pulled (Linux, as root)."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

PREFIX = "10.213.77"
"""Of a network that only the two ends of the cable are in."""


def missing() -> str | None:
    """Why no namespace can be made here; None where one can."""
    if shutil.which("ip") is None:
        return "the program ip is not installed"
    if os.geteuid():
        return "only root makes network namespaces"
    name = f"try-{secrets.token_hex(3)}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    if made.returncode:
        return f"no network namespace can be made: {made.stderr.strip()}"
    _ip("netns", "delete", name)
    return None


class Namespace:
    """A network namespace whose only way out is a cable to this machine, at ``here``."""

    def __init__(self) -> None:
        token = secrets.token_hex(3)
        self._name, self._cable, end = f"park-{token}", f"near-{token}", f"far-{token}"
        self.here, there = f"{PREFIX}.1", f"{PREFIX}.2"
        _ip("netns", "add", self._name)
        _ip("link", "add", self._cable, "type", "veth", "peer", "name", end, "netns", self._name)
        _ip("address", "add", f"{self.here}/30", "dev", self._cable)
        _ip("-netns", self._name, "address", "add", f"{there}/30", "dev", end)
        _ip("-netns", self._name, "link", "set", end, "up")
        self.plug_in()

    @property
    def within(self) -> tuple[str, ...]:
        """The words before a command that runs in it."""
        return ("ip", "netns", "exec", self._name)

    def pull(self) -> None:
        """Nothing passes any more, and nobody is told."""
        _ip("link", "set", self._cable, "down")

    def plug_in(self) -> None:
        """All passes again."""
        _ip("link", "set", self._cable, "up")

    def close(self) -> None:
        """Remove it, and with it the cable."""
        _ip("netns", "delete", self._name)


@contextmanager
def namespace() -> Iterator[Namespace]:
    """A namespace that is gone afterwards."""
    made = Namespace()
    try:
        yield made
    finally:
        made.close()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
