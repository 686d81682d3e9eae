"""What is asked of a search of Theme Park, as a value that can be stored, compared and asked again."""

from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Self

from api.games import DEFAULT
from api.jobs.request import DigestedRequest, KeptRequest, digest_of
from api.schemas.describing import Document
from api.theme_park.schemas.loading import load_moves, load_position
from api.theme_park.schemas.record import load_record
from api.theme_park.schemas.requests import (
    GameReviewRequestSchema,
    ReviewRequestSchema,
    SolveRequestSchema,
    WhatIfRequestSchema,
)
from api.version import versions
from models.theme_park.game.validate import GameRecord
from models.theme_park.operate.moves import Move
from models.theme_park.operate.notation.positions import print_position
from models.theme_park.operate.position import Position
from solver.theme_park.operate.settings import Objective, Settings, Weights


class JobKind(StrEnum):
    """Kinds of jobs of Theme Park, as ``kind`` names them."""

    SOLVE = "solve"
    REVIEW = "review"
    WHAT_IF = "what-if"
    GAME_REVIEW = "game-review"


@dataclass(frozen=True, slots=True)
class PositionRequest:
    """A position and how to search it; ``settings.time_limit`` is a number of seconds."""

    position: Position
    settings: Settings

    @property
    def seconds(self) -> float:
        """Seconds that the search may take."""
        assert self.settings.time_limit is not None
        return self.settings.time_limit

    def after(self, spent: float) -> Self:
        """What is left of it after so many seconds: one at least."""
        return (
            replace(self, settings=replace(self.settings, time_limit=max(1.0, self.seconds - spent))) if spent else self
        )


@dataclass(frozen=True, slots=True)
class SolveRequest(PositionRequest, KeptRequest):
    """A position and how to search it; ``settings.time_limit`` is a number of seconds."""

    game: ClassVar[str] = DEFAULT
    kind: ClassVar[str] = JobKind.SOLVE.value

    def document(self) -> Document:
        """The request as a body of HTTP, every default filled in and attractions inline."""
        return SolveRequestSchema.write(self)

    def cache_key(self) -> str:
        """Equal for requests that one answer serves, were the search long enough: the position in its canonical
        notation (rulings included), what is best, how many alternatives, and the versions that answer."""
        return cache_key(print_position(self.position), self.settings)

    @property
    def seed(self) -> int:
        """The random seed of the search."""
        return self.settings.seed

    def settled(self, answer: Document) -> bool:
        """Whether it is proven and has as many alternatives as were asked for: the time may have been over before those were found."""
        return KeptRequest.settled(self, answer) and len(answer["alternatives"]) >= self.settings.alternatives

    def worth(self, answer: Document) -> tuple[Any, ...]:
        """What its stages are worth, whether that is proven, how near the bound is, how many alternatives it has."""
        stages = tuple(stage["value"] for stage in answer["stages"])
        bound, others = answer["bound"], len(answer["alternatives"])
        return stages, answer["status"] == "optimal", -(float("inf") if bound is None else bound), others


@dataclass(frozen=True, slots=True)
class ManyStatesRequest(DigestedRequest):
    """A review of many states: ``settings.time_limit`` is in seconds for each of them, ``total`` for all together."""

    settings: Settings
    total: float

    @property
    def seconds(self) -> float:
        """The time for all states together."""
        return self.total

    def after(self, spent: float) -> Self:
        """What is left of it after so many seconds: one at least."""
        return replace(self, total=max(1.0, self.total - spent)) if spent else self


@dataclass(frozen=True, slots=True)
class ReviewRequest(ManyStatesRequest):
    """A sequence to hold against the best, with the states that it comes through.

    ``complete``: the player stops after ``moves``. ``known``: moves from the start that may be better.
    """

    game: ClassVar[str] = DEFAULT
    kind: ClassVar[str] = JobKind.REVIEW.value

    position: Position
    moves: tuple[Move, ...]
    complete: bool = True
    known: tuple[Move, ...] = ()

    def document(self) -> Document:
        """The request as a body of HTTP, every default filled in and attractions inline."""
        return {"kind": self.kind, **ReviewRequestSchema.write(self)}


@dataclass(frozen=True, slots=True)
class WhatIfRequest(PositionRequest, DigestedRequest):
    """A position of which one thing more is weighed; ``settings.time_limit`` is for all searches together."""

    game: ClassVar[str] = DEFAULT
    kind: ClassVar[str] = JobKind.WHAT_IF.value

    def document(self) -> Document:
        """The request as a body of HTTP, every default filled in and attractions inline."""
        return {"kind": self.kind, **WhatIfRequestSchema.write(self), "seed": self.settings.seed}


@dataclass(frozen=True, slots=True)
class GameReviewRequest(ManyStatesRequest):
    """A game record whose Operate phases are held against the best, with the states that they come through."""

    game: ClassVar[str] = DEFAULT
    kind: ClassVar[str] = JobKind.GAME_REVIEW.value

    record: GameRecord

    def document(self) -> Document:
        """The request as a body of HTTP, every default filled in and printed facts inline."""
        return {"kind": self.kind, **GameReviewRequestSchema.write(self)}


def cache_key(notation: str, settings: Settings) -> str:
    """The key of the answers to a question about the position of that notation."""
    weights = asdict(settings.weights) if settings.objective is Objective.BALANCED else None
    return digest_of([notation, settings.objective.value, weights, settings.alternatives, versions()])


def stored_solve_request(document: Document) -> SolveRequest:
    """The request that ``SolveRequest.document`` gave."""
    settings = Settings(
        objective=Objective(document["objective"]),
        time_limit=document["time_limit"],
        seed=document["seed"],
        alternatives=document["alternatives"],
        weights=Weights(**document.get("weights", {})),
    )
    return SolveRequest(load_position(document["position"]), settings)


def stored_review_request(document: Document) -> ReviewRequest:
    """The request that ``ReviewRequest.document`` gave."""
    position = load_position(document["position"])
    return ReviewRequest(
        Settings(time_limit=document["time_limit"], seed=document["seed"]),
        document["total_limit"],
        position,
        load_moves(document["moves"], position),
        document["complete"],
        load_moves(document["known"], position),
    )


def stored_what_if_request(document: Document) -> WhatIfRequest:
    """The request that ``WhatIfRequest.document`` gave."""
    settings = Settings(
        objective=Objective(document["objective"]), time_limit=document["time_limit"], seed=document["seed"]
    )
    return WhatIfRequest(load_position(document["position"]), settings)


def stored_game_review_request(document: Document) -> GameReviewRequest:
    """The request that ``GameReviewRequest.document`` gave."""
    settings = Settings(time_limit=document["time_limit"], seed=document["seed"])
    return GameReviewRequest(settings, document["total_limit"], load_record(document["record"]))
