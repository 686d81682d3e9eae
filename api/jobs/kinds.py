"""What a game's jobs are: how each kind is asked, stored and carried out; a game says so in its module ``Game.jobs``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from marshmallow import Schema

from api.games import GAMES
from api.jobs.job_run import JobRun, Workplace
from api.jobs.request import JobRequest
from api.schemas.describing import Document
from solver.runtime.pool import PoolLimits, Prepare, ProcessPool
from solver.runtime.process import WarmProcess, without_tracker


@dataclass(frozen=True, slots=True)
class KindOfJob:
    """A kind of jobs: ``stored`` reads what ``JobRequest.document`` gave, ``run`` is how such a request is carried out."""

    stored: Callable[[Document], JobRequest]
    run: Callable[[Any, Workplace], JobRun[Any]]


@dataclass(frozen=True, slots=True)
class GameJobs:
    """The jobs of a game by kind.

    ``requested``: the request that the body of a POST asks for, of at most so many seconds; raises ``BadInput``.
    ``bodies``, ``progress``, ``answers``: schemas by which all of it is described. ``preload``: modules that a search process
    imports; ``prepare``: what is done once in each.
    """

    kinds: Mapping[str, KindOfJob]
    requested: Callable[[Any, float], JobRequest]
    bodies: Sequence[type[Schema]]
    progress: Sequence[type[Schema]]
    answers: Sequence[type[Schema]]
    preload: Sequence[str] = ()
    prepare: Prepare | None = None


@cache
def every_game() -> Mapping[str, GameJobs]:
    """The jobs of each game that has some."""
    found = {game.slug: game.job_kinds() for game in GAMES.values()}
    return {slug: each for slug, each in found.items() if each is not None}


def carried_out() -> list[tuple[str, str]]:
    """Game and kind of the jobs that this program can carry out."""
    return [(slug, kind) for slug, game in every_game().items() for kind in game.kinds]


def stored_request(game: str, kind: str, document: Document) -> JobRequest:
    """The request that ``JobRequest.document`` gave."""
    return every_game()[game].kinds[kind].stored(document)


def job_run(request: JobRequest, workplace: Workplace) -> JobRun[Any]:
    """The run of a job by what it is asked."""
    return every_game()[request.game].kinds[request.kind].run(request, workplace)


def search_processes(limits: PoolLimits) -> ProcessPool:
    """Processes in which the searches of every game are made, of a program that does little else."""
    without_tracker()
    games = every_game().values()
    preparing = [game.prepare for game in games if game.prepare is not None]

    def prepare(process: WarmProcess, *, again: bool, cancelled: Callable[[], bool]) -> None:
        for each in preparing:
            each(process, again=again, cancelled=cancelled)

    return ProcessPool(limits, [module for game in games for module in game.preload], prepare)
