"""What is best: the search over the rules of ``models``."""

from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.incumbent import Disagreement
from solver.theme_park.operate.result import Advice, Progress, StageResult, Status
from solver.theme_park.operate.search_process import search_process
from solver.theme_park.operate.settings import Objective, Settings, Stage, Weights
from solver.theme_park.operate.supported import NotSolvedYet

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
    "Weights",
    "advise",
    "search_process",
]
