"""What is best: the search over the rules of ``models``."""

from solver.operate.advice import Advice, Objective, Progress, Settings, Stage, StageResult, Status, Weights
from solver.operate.advisor import Disagreement, advise

__all__ = [
    "Advice",
    "Disagreement",
    "Objective",
    "Progress",
    "Settings",
    "Stage",
    "StageResult",
    "Status",
    "Weights",
    "advise",
]
