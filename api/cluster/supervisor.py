"""Keeps one worker alive: restarts it when it ends, and kills it when it gives no more signs."""

import logging
import os
import select
import signal
import subprocess
import sys
import threading
import time
from dataclasses import fields

from api.config import Config, variable
from solver.runtime.process import hang_on

log = logging.getLogger(__name__)

SILENT = 20.0
"""Seconds without a sign after which a worker is killed."""
STARTING = 120.0
"""Seconds that it gets for its first sign."""
PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a restart, doubled with each worker that lived no longer than ``SOUND``."""
SOUND = 60.0
TICK = 0.5
ENDING = 12.0
"""Seconds that a worker gets to end by itself."""
PASSED_ON = ("database_url", "children", "child_memory", "lease", "log_level", "log_format")


class Supervisor:
    """A worker under ``config`` while ``run`` runs; the kernel kills it when this process ends without a word."""

    def __init__(self, config: Config) -> None:
        """Nothing is started."""
        self._environment = os.environ | {
            variable(each.name): str(getattr(config, each.name)) for each in fields(config) if each.name in PASSED_ON
        }
        self._closing = threading.Event()
        self._worker: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Keep a worker until ``stop``."""
        pause = PAUSE
        while not self._closing.is_set():
            began = time.monotonic()
            try:
                self._watch_one()
            except OSError:  # such as no room for another process
                log.exception("the worker cannot be started or watched now")
            if self._closing.is_set():
                return
            pause = PAUSE if time.monotonic() - began > SOUND else min(LONGEST_PAUSE, 2 * pause)
            self._closing.wait(pause)

    def stop(self) -> None:
        """Let the worker end and start no other; may be called by a signal handler or another thread."""
        self._closing.set()

    @property
    def pid(self) -> int | None:
        """The id of the worker's process, None while none runs."""
        worker = self._worker
        return None if worker is None or worker.poll() is not None else worker.pid

    def _watch_one(self) -> None:
        """Start one worker and watch it until it ends."""
        signs, theirs = os.pipe()
        life, ours = os.pipe()
        try:
            command = [sys.executable, "-m", "api.cluster", str(theirs)]
            os.set_blocking(theirs, False)
            self._worker = worker = subprocess.Popen(command, env=self._environment, pass_fds=(theirs, life))
            hang_on(worker.pid, life)
            os.close(theirs)
            theirs = -1
            try:
                self._watch(worker, signs)
            finally:
                _end(worker)
        finally:
            for each in (signs, life, ours, theirs):
                if each >= 0:
                    os.close(each)

    def _watch(self, worker: "subprocess.Popen[bytes]", signs: int) -> None:
        """Listen until it ends, falls silent or is to end."""
        heard, patience, looked = time.monotonic(), STARTING, time.monotonic()
        while not self._closing.is_set():
            ready, _, _ = select.select([signs], [], [], TICK)
            now = time.monotonic()
            if ready:
                if not os.read(signs, 4096):
                    worker.wait()
                    log.warning("the worker ended (%s) and is started again", worker.returncode)
                    return
                heard, patience = now, SILENT
            elif now - looked > 2 * TICK + 1:
                heard = now  # this process slept, and perhaps the whole machine
            elif now - heard > patience:
                log.warning("the worker gave no sign for %.0f s and is killed", patience)
                worker.kill()
                return
            looked = now


def _end(worker: "subprocess.Popen[bytes]") -> None:
    if worker.poll() is None:
        worker.send_signal(signal.SIGTERM)
        try:
            worker.wait(ENDING)
        except subprocess.TimeoutExpired:
            worker.kill()
    worker.wait()
