"""What is asked of a job of Dice Manor: a position of any phase with something to decide."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from api.dice_manor.schemas.fields import Of
from api.jobs.request import KeptRequest, digest_of
from api.jobs.task_run import TaskRequest
from api.schemas.describing import Document
from api.version import program_version


class JobKind(StrEnum):
    """Kinds of jobs of Dice Manor, as ``kind`` names them."""

    SOLVE = "solve"


@dataclass(frozen=True, slots=True)
class SolveRequest(TaskRequest, KeptRequest):
    """A solve, as the body of a request that is known to be sound."""

    game: ClassVar[str] = Of.DICE_MANOR.value
    kind: ClassVar[str] = JobKind.SOLVE.value
    function: ClassVar[str] = "api.dice_manor.jobs.worker:solve_and_tell"

    body: Document
    limit: float

    @property
    def seconds(self) -> float:
        """Seconds that the search may take."""
        return self.limit

    @property
    def seed(self) -> int:
        """The seed of an estimate's random games."""
        return int(self.body.get("seed", 0))

    def after(self, spent: float) -> "SolveRequest":
        """What is left of it after so many seconds: one at least."""
        return replace(self, limit=max(1.0, self.limit - spent)) if spent else self

    def document(self) -> Document:
        """The request as a body of HTTP."""
        return {"kind": self.kind, **self.body, "time_limit": self.limit}

    def cache_key(self) -> str:
        """Equal for requests that one answer serves, were the search long enough."""
        return digest_of([self.game, {**self.body, "seed": None}, program_version()])

    def worth(self, answer: Document) -> tuple[Any, ...]:
        """Whether it is proven, else how small the error of its estimate is."""
        error = answer.get("error")
        return answer["status"] == "optimal", -(float("inf") if error is None else error), answer["expected"] or 0.0


def stored_solve_request(document: Document) -> SolveRequest:
    """The request that ``SolveRequest.document`` gave."""
    body = {name: value for name, value in document.items() if name not in ("kind", "time_limit")}
    return SolveRequest(body, document["time_limit"])
