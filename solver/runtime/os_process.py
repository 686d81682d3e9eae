"""Processes by their ids: how much memory they hold, and their end. One that has ended holds 0 MiB, and ending it does nothing."""

import psutil

MEBIBYTE = 1 << 20


def mebibytes(pid: int | None) -> int:
    """Whole MiB of resident memory of a process, 0 where there is none."""
    try:
        return 0 if pid is None else int(psutil.Process(pid).memory_info().rss) // MEBIBYTE
    except psutil.Error:
        return 0


def kill(pid: int | None) -> None:
    """Kill a process where there is one."""
    try:
        if pid is not None:
            psutil.Process(pid).kill()
    except psutil.Error:
        pass
