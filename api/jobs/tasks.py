"""What a search process is asked for a job, and what it tells: documents, so that any game may have such a function."""

from dataclasses import dataclass

from api.schemas.describing import Document


@dataclass(frozen=True, slots=True)
class Order:
    """A job's request as it is stored, how long its search may take, and MiB that its process may hold."""

    request: Document
    seconds: float
    memory: int


@dataclass(frozen=True, slots=True)
class SoFar:
    """How far a search is, and the answer so far; None where that is as before."""

    progress: Document
    answer: Document | None = None
