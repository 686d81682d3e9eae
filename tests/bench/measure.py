"""Runs one search in a fresh process and measures it from outside: memory of the whole family, seconds of the whole."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import IO, Any

import psutil

ROOT = Path(__file__).parents[2]
SAMPLED_EVERY = 0.1
GRACE = 60.0
"""Seconds beyond the time limit after which a process is said to hang."""
MIB = 1024 * 1024


class SearchFailed(Exception):
    """The process ended without a result, or hung."""


def warm_run(engine: str, position: str, seconds: float) -> dict[str, Any]:
    """One search in a warmed process; ``memory_mib`` is the peak of the process and all its children together."""
    with _child(engine, position, seconds, "warm") as process:
        if _line(process) != "ready":
            raise SearchFailed("the process did not get ready")
        memory = Memory(process.pid)
        _pipe(process.stdin).write("go\n")
        _pipe(process.stdin).flush()
        with memory.sampled():
            result: dict[str, Any] = json.loads(_line(process))
        return {**result, "memory_mib": memory.peak}


def cold_run(engine: str, position: str, seconds: float) -> float:
    """Seconds from the start of a fresh interpreter to its end, with imports, reading, search and replay."""
    began = perf_counter()
    with _child(engine, position, seconds) as process:
        _line(process)
        process.wait()
    return perf_counter() - began


@contextmanager
def _child(engine: str, position: str, seconds: float, *more: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.bench.child", engine, position, str(seconds), *more]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    hanging = threading.Timer(seconds + GRACE, process.kill)
    hanging.start()
    try:
        yield process
        _pipe(process.stdin).close()
        if process.wait() != 0:
            raise SearchFailed(f"the process ended with {process.returncode}")
    finally:
        hanging.cancel()
        process.kill()
        process.wait()
        _pipe(process.stdout).close()
        with suppress(OSError):
            _pipe(process.stdin).close()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def answered(process: subprocess.Popen[str], seconds: float) -> str:
    """The next line of a process, which is killed when none comes in time; raises SearchFailed."""
    hanging = threading.Timer(seconds, process.kill)
    hanging.start()
    try:
        return _line(process)
    finally:
        hanging.cancel()


def _line(process: subprocess.Popen[str]) -> str:
    line = _pipe(process.stdout).readline().strip()
    if not line:
        raise SearchFailed(f"the process ended with {process.wait()}")
    return line


class Memory:
    """Peak memory of a process and its descendants, in MiB: pages shared by several are counted once."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self.peak = 0.0

    @contextmanager
    def sampled(self) -> Iterator[None]:
        """Sample until the block ends, and once at its end."""
        over = threading.Event()

        def sample() -> None:
            while not over.wait(SAMPLED_EVERY):
                self._sample()

        thread = threading.Thread(target=sample, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            self._sample()

    def _sample(self) -> None:
        self.peak = max(self.peak, family_memory(self._process))


def family_memory(process: psutil.Process) -> float:
    """MiB held now by ``process`` and its descendants: proportional where the system tells, else resident."""
    total = 0.0
    for one in (process, *process.children(recursive=True)):
        with suppress(psutil.Error):
            seen = one.memory_full_info()
            total += getattr(seen, "pss", seen.rss) / MIB
    return total
