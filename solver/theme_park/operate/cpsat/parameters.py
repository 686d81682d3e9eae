"""CP-SAT as this project runs it, within the memory a search may take.

A search is to stay below 700 MB, and each of CP-SAT's threads works on a copy of the model. With one of 142,254 constraints a
process of 240 MiB grew to 452 with one thread, to 605 with two and to 661 with four (made-up-full-17, 12 s).
"""

from ortools.sat.python import cp_model

from solver.theme_park.operate.settings import Settings

MOST_COPIED = 200_000
"""Constraints in the copies of all threads together: those of a model of 25,000 in eight. With one of 99,962 and rerolls (board-all2-05, 10 s)
a search grew to 590 to 640 MiB in three threads and to 490 to 510 in two, and came to the same."""

MOST_BUILT = 150_000
"""Constraints that one thread can simplify and search. On larger models it comes to nothing in half a minute."""


def size(model: cp_model.CpModel) -> int:
    """Counts the constraints of the model."""
    return len(model.proto.constraints)


def make_solver(settings: Settings, seconds: float | None, model: cp_model.CpModel) -> cp_model.CpSolver:
    """The one place that makes solvers; for a large ``model`` it has fewer threads than the settings say.

    Ctrl-C is the parent's to handle; a solver that caught it would abort the process.
    """
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1 if settings.reproducible else min(settings.workers, _threads(model))
    solver.parameters.random_seed = settings.seed
    if settings.reproducible and settings.time_limit is not None:
        solver.parameters.max_deterministic_time = settings.time_limit
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.01, seconds)
    return solver


def _threads(model: cp_model.CpModel) -> int:
    return max(1, MOST_COPIED // max(1, size(model)))
