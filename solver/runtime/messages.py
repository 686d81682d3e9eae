"""What a caller asks of a worker process, and what the process says last; everything between is the function's own."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

Tell: TypeAlias = Callable[[Any], None]
"""Sends one message to the caller; safe to call from several threads, and without effect once the task has finished."""


@dataclass(frozen=True, slots=True)
class Task:
    """Work for a process: ``function`` is written "module:function" and is called with ``payload`` and a ``Tell``.

    ``payload``, the messages and what the function returns cross to another process, so they must pickle.
    """

    function: str
    payload: Any

    def run(self, tell: Tell) -> Any:
        """Import the function and call it; raises what it raises, and what importing it raises."""
        module, _, name = self.function.partition(":")
        return getattr(import_module(module), name)(self.payload, tell)


@dataclass(frozen=True, slots=True)
class Finished:
    """The last message of a task: what its function returned, or why it failed."""

    failure: str | None = None
    result: Any = None
