"""News of Dice Manor's jobs, as the API describes them; their answers are those of solves."""

from typing import NamedTuple

from api.schemas.describing import Answer, number, one_of, whole
from solver.dice_manor.heard import Stage


class ManorProgress(NamedTuple):
    """How far the search for a decision is; numbers are None while they are not known."""

    stage: Stage = Stage.ESTIMATE
    dice: int | None = None
    done: int | None = None
    of: int | None = None
    expected: float | None = None
    error: float | None = None
    bound: float | None = None
    seconds: float = 0.0


class ManorProgressAnswer(Answer):
    """News of a job that solves a position of Dice Manor."""

    stage = one_of(Stage, "What the search is at.")
    dice = whole("Dice placed in the fillings that it looks at.", null=True)
    done = whole("Of these, or of the layouts, so many are done.", null=True)
    of = whole("How many there are.", null=True)
    expected = number("Worth of the best so far, as in its answer.", null=True)
    error = number("Standard error of an estimate.", null=True)
    bound = number("No policy is worth more.", null=True)
    seconds = number("Seconds since the search began.", of=lambda progress: round(progress.seconds, 3))
