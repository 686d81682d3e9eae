"""What a job is: its states, its events, and the values that are read from the store."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from api.schemas.describing import Document
from solver.runtime.mishaps import Mishap


class State(StrEnum):
    """Where a job stands; four states are final."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    INTERRUPTED = "interrupted"

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self not in {State.QUEUED, State.RUNNING}


OPEN = (State.QUEUED.value, State.RUNNING.value)


class JobMishap(StrEnum):
    """Why a job failed, was interrupted, or took longer than it may: what befell its process, and what else can."""

    CRASHED = Mishap.CRASHED.value
    MEMORY = Mishap.MEMORY.value
    HUNG = Mishap.HUNG.value
    OVERRUN = Mishap.OVERRUN.value
    SHUT_DOWN = "shut-down"
    RESTART = "restart"
    NOT_SOLVED = "not-solved"
    DISAGREEMENT = "disagreement"
    INTERNAL = "internal"


TOLD = ("status", "stars", "expected", "bound")
"""What the last event tells of an answer, where that has it."""


class EventKind(StrEnum):
    """What an event tells: another state, a better sequence or limit, the end."""

    STATE = "state"
    PROGRESS = "progress"
    END = "end"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a job; ``number`` counts from 1 in each job."""

    number: int
    kind: EventKind
    data: Document
    at: float


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to change a running job, until it is handed on: its next search has another ``attempt``."""

    job: str
    attempt: int


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it is stored. Times in seconds since 1970; ``answer`` is the best so far, or the last.

    ``seconds``: how long it may run. ``client``: who asked for it. ``attempt``: which search of it this is, from 1;
    ``cut_off``: how many of them ended before their time. ``attached``: it ends when nobody listens to it any more.
    ``spent``: seconds of turns after which it gave way. ``mishap``: why it failed or was interrupted, in one word;
    ``detail`` in a sentence.
    """

    id: str
    game: str
    kind: str
    state: State
    request: Document
    request_digest: str
    cache_key: str
    seconds: float
    created: float
    started: float | None
    finished: float | None
    cancel_asked: bool
    cached: bool
    progress: Document | None
    answer: Document | None
    mishap: JobMishap | None
    detail: str | None
    request_id: str | None
    client: str | None
    attempt: int
    cut_off: int
    attached: bool
    spent: float

    @property
    def claim(self) -> Claim:
        """The right to change it, for whoever claimed it."""
        return Claim(self.id, self.attempt)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a job ended; ``answer`` None keeps the best that is stored.

    ``late``: its search was still at its end when its time was over, or was ended before it had all, and may be repeated
    for more. In the state ``queued`` it has not ended but given way to another client's, after ``spent`` seconds.
    """

    state: State
    answer: Document | None = None
    mishap: JobMishap | None = None
    detail: str | None = None
    cached: bool = False
    late: bool = False
    spent: float = 0.0

    @property
    def again(self) -> bool:
        """Whether the search was cut off by no fault of its own and nobody's wish, so that it may be made again."""
        return self.mishap in {JobMishap.SHUT_DOWN, JobMishap.RESTART, JobMishap.CRASHED}

    def document(self) -> Document:
        """The data of the last event."""
        told: dict[str, Any] = {"state": self.state.value, "cached": self.cached}
        if self.answer is not None:
            told |= {name: self.answer[name] for name in TOLD if name in self.answer}
        return told | {"mishap": self.mishap and self.mishap.value, "detail": self.detail}
