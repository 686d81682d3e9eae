"""What is best: the search over the rules of ``models``."""

from solver.operate.advice import Advice, Objective, Progress, Settings, Stage, StageResult, Status, Weights
from solver.operate.advisor import advise
from solver.operate.child import WarmChild
from solver.operate.hunt import Disagreement
from solver.operate.scope import NotSolvedYet

__all__ = [
    "Advice",
    "Disagreement",
    "NotSolvedYet",
    "Objective",
    "Progress",
    "Settings",
    "Stage",
    "StageResult",
    "Status",
    "WarmChild",
    "Weights",
    "advise",
]
