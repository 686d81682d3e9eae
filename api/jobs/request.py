"""What is asked of a job, as a value that can be stored, compared and asked again; each game has its own."""

import hashlib
import json
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Protocol

from api.schemas.describing import Document

FORMAT = 1
"""The format of the requests that this program stores; it is raised when an earlier program could not carry one out."""


class JobRequest(Protocol):
    """What a job of some game and kind is asked."""

    game: ClassVar[str]
    kind: ClassVar[str]

    @property
    def seconds(self) -> float:
        """How long it may take at most, once it runs."""

    def after(self, spent: float) -> "JobRequest":
        """What is left of it after so many seconds."""

    def document(self) -> Document:
        """The request as a body of HTTP, every default filled in and nothing looked up elsewhere."""

    def digest(self) -> str:
        """Equal for requests that ask the same."""

    def cache_key(self) -> str:
        """Equal for requests that one answer serves, were the search long enough."""


class DigestedRequest(ABC):
    """A request that is told from others by its document."""

    __slots__ = ()

    @abstractmethod
    def document(self) -> Document:
        """The request as a body of HTTP, every default filled in and nothing looked up elsewhere."""

    def digest(self) -> str:
        """Equal for requests that ask the same."""
        return digest_of(self.document())

    def cache_key(self) -> str:
        """Equal for requests that ask the same, as ``digest``."""
        return self.digest()


class KeptRequest(DigestedRequest):
    """A request whose finished answers are kept, for whoever asks the same again."""

    __slots__ = ()

    @property
    @abstractmethod
    def seconds(self) -> float:
        """How long it may take at most, once it runs."""

    @property
    @abstractmethod
    def seed(self) -> int:
        """By which a search that proved nothing is told from another."""

    @abstractmethod
    def cache_key(self) -> str:
        """Equal for requests that one answer serves, were the search long enough."""

    def settled(self, answer: Document) -> bool:
        """Whether no search tells more than this answer, however long it takes."""
        return bool(answer["status"] == "optimal")

    @abstractmethod
    def worth(self, answer: Document) -> tuple[Any, ...]:
        """By which of two answers the better one is told."""


def digest_of(value: Any) -> str:
    """Equal for equal values that JSON can hold."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
