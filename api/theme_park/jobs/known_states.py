"""What reviews find of states, kept among the answers: a state that was searched once is not searched again."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from api.jobs.cache import AnswerCache
from api.problems.bad_input import BadInput
from api.schemas.describing import Document
from api.storage.database import StorageUnavailable
from api.theme_park.answers import solve_document
from api.theme_park.input_limits import MOST_ALTERNATIVES
from api.theme_park.jobs.requests import SolveRequest, cache_key
from api.theme_park.schemas.loading import load_moves
from models.theme_park.operate.chance import FACES
from models.theme_park.operate.notation.positions import print_position
from models.theme_park.operate.position import Position
from solver.theme_park.operate.policies import MOST_ROLLED, Policy
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.review.records import Known, Memory
from solver.theme_park.operate.settings import Objective, Settings, Stage

SHORTEST = 0.001
"""Seconds that a kept search took at least."""


class AnswersKnown(Memory):
    """The answers of a server, whoever asked for them."""

    def __init__(self, cache: AnswerCache) -> None:
        """The answers in ``cache``; while it cannot be used nothing is known."""
        self._cache = cache

    def recall(self, position: Position) -> Iterator[Known]:
        """The plan of each answer to a question about the position, and its limit on the stars where stars came first."""
        with suppress(StorageUnavailable):
            for document in self._cache.with_keys(_keys(position)):
                with suppress(BadInput):  # kept by another version
                    yield Known(stored_plan(document, position), stored_limit(document))

    def keep(self, position: Position, advice: Advice) -> None:
        """Keep an answer whose stars are proven; of one that was ended then, as of a search of as many seconds."""
        first = advice.stages[0]
        if first.stage is not Stage.STARS or not first.proven:
            return
        status = Status.OPTIMAL if advice.status is Status.OPTIMAL else Status.FEASIBLE
        seconds = replace(advice.settings, time_limit=max(SHORTEST, advice.seconds))
        with suppress(StorageUnavailable):
            self._cache.keep(SolveRequest(position, seconds), solve_document(replace(advice, status=status)))


def _keys(position: Position) -> list[str]:
    """Of every answer that holds a sequence of ``position``, whatever else was asked."""
    notation = print_position(position)
    asked = (
        Settings(objective=objective, alternatives=number)
        for objective in (Objective.STARS, Objective.FINAL)
        for number in range(MOST_ALTERNATIVES + 1)
    )
    return [cache_key(notation, settings) for settings in asked]


def stored_plan(document: Document, position: Position) -> Policy:
    """The sequence of a solve document, or one for each face of a die; raises BadInput for one of another schema."""
    sequences = document["chance"]["branches"] if document["chance"] else [document]
    return tuple(load_moves(each["moves"], position) for each in sequences)


def known_plan(document: Document | None, position: Position) -> Policy:
    """The plan that an earlier attempt of a search had found; empty where none is known, or not under today's schema."""
    with suppress(BadInput):
        return () if document is None else stored_plan(document, position)
    return ()


def stored_worth(document: Document) -> Fraction:
    """The value of the first stage of a solve document."""
    return _exact(document["stages"][0]["value"])


def stored_limit(document: Document) -> int | Fraction | None:
    """The bound of the first stage of a solve document, None where it does not limit the stars or is unknown."""
    first = document["stages"][0]
    if document["objective"] != Objective.STARS or first["bound"] is None:
        return None
    return _exact(first["bound"])


def _exact(number: float) -> Fraction:
    """What was written as a decimal: a multiple of one over a power of the faces of a die."""
    return Fraction(number).limit_denominator(FACES**MOST_ROLLED)
