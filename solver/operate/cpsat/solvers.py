"""CP-SAT as this project runs it."""

from ortools.sat.python import cp_model

from solver.operate.advice import Settings


def make_solver(settings: Settings, seconds: float | None) -> cp_model.CpSolver:
    """The one place that makes solvers.

    Ctrl-C is the parent's to handle; a solver that caught it would abort the process.
    """
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = 1 if settings.reproducible else settings.workers
    solver.parameters.random_seed = settings.seed
    if settings.reproducible and settings.time_limit is not None:
        solver.parameters.max_deterministic_time = settings.time_limit
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.01, seconds)
    return solver
