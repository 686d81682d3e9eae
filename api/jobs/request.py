"""What is asked of a search, as a value that can be stored, compared and asked again."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from api.documents import versions
from api.schemas.dumping import Document, dump_position
from api.schemas.loading import load_position
from models.theme_park.notation.positions import print_position
from models.theme_park.position import Position
from solver.operate.advice import Objective, Settings, Weights


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A position and how to search it; ``settings.time_limit`` is a number of seconds."""

    position: Position
    settings: Settings

    @property
    def seconds(self) -> float:
        """The time limit."""
        assert self.settings.time_limit is not None
        return self.settings.time_limit

    def document(self) -> Document:
        """The request as a body of HTTP, every default filled in and attractions inline."""
        settings = self.settings
        weights = {"weights": asdict(settings.weights)} if settings.objective is Objective.BALANCED else {}
        return {
            "position": dump_position(self.position),
            "time_limit": settings.time_limit,
            "alternatives": settings.alternatives,
            "objective": settings.objective.value,
            **weights,
            "seed": settings.seed,
        }

    def digest(self) -> str:
        """Equal for requests that ask the same."""
        return _digest(self.document())

    def cache_key(self) -> str:
        """Equal for requests that one answer serves, were the search long enough: the position in its canonical
        notation (rulings included), what is best, how many alternatives, and the versions that answer."""
        settings = self.settings
        weights = asdict(settings.weights) if settings.objective is Objective.BALANCED else None
        return _digest(
            [print_position(self.position), settings.objective.value, weights, settings.alternatives, versions()]
        )


def stored_request(document: Document) -> SolveRequest:
    """The request that ``SolveRequest.document`` gave."""
    settings = Settings(
        objective=Objective(document["objective"]),
        time_limit=document["time_limit"],
        seed=document["seed"],
        alternatives=document["alternatives"],
        weights=Weights(**document.get("weights", {})),
    )
    return SolveRequest(load_position(document["position"]), settings)


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
