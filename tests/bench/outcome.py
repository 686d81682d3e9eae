"""What one search of one engine brought, timed by one clock for all engines."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

Move = dict[str, Any]
StageEnd = tuple[str, float, float | None, bool]
"""A stage's name, the value reached (expected where dice are rerolled), its limit, and whether it is proven."""


@dataclass(frozen=True)
class Event:
    """``stars`` of the best sequence and ``bound`` on any, ``seconds`` after the search began; None when unknown."""

    seconds: float
    stars: int | None
    bound: int | None


@dataclass(frozen=True)
class Outcome:
    """The end of a search. ``stages_proven`` None where an engine maximises stars alone.

    ``seconds``: the whole search; ``stars_proven`` and ``all_proven``: when the stars, and all three stages, were
    proven, None if never; ``nodes`` as the engine counts them, None where it does not;
    ``found_by``: which of the advisor's engines found the best; ``failure``: what went wrong within;
    ``stages``: how each stage ended, where an engine has several;
    ``searching``: when the stars were proven by the clock of the searching process, where an engine has one of its own.
    """

    seconds: float
    stars: int
    bound: int | None
    events: tuple[Event, ...]
    moves: tuple[Move, ...]
    stars_proven: float | None
    all_proven: float | None
    nodes: int | None
    found_by: str | None = None
    failure: str | None = None
    searching: float | None = None
    stages: tuple[StageEnd, ...] = ()


@dataclass
class Watch:
    """Takes notes while an engine searches; the clock starts when it is made."""

    events: list[Event] = field(default_factory=list)
    stars: int | None = None
    bound: int | None = None
    stars_proven: float | None = None
    _began: float = field(default_factory=perf_counter)

    def seconds(self) -> float:
        """Seconds since the search began."""
        return perf_counter() - self._began

    def found(self, stars: int | None = None, bound: int | None = None) -> None:
        """Note a better sequence or bound; news that is none is not noted."""
        better = stars is not None and (self.stars is None or stars > self.stars)
        tighter = bound is not None and (self.bound is None or bound < self.bound)
        if not better and not tighter:
            return
        self.stars = stars if better else self.stars
        self.bound = bound if tighter else self.bound
        self.events.append(Event(self.seconds(), self.stars, self.bound))
        if self.stars is not None and self.stars == self.bound:
            self.stars_are_proven()

    def proven(self) -> None:
        """Note that nothing better than the best found exists."""
        self.found(bound=self.stars)

    def stars_are_proven(self) -> None:
        """Note that the stars are settled; only the first time counts."""
        if self.stars_proven is None:
            self.stars_proven = self.seconds()

    def outcome(
        self,
        moves: list[Move],
        *,
        nodes: int | None,
        all_proven: float | None = None,
        seconds: float | None = None,
        found_by: str | None = None,
        failure: str | None = None,
        searching: float | None = None,
        stages: tuple[StageEnd, ...] = (),
    ) -> Outcome:
        """The search is over."""
        return Outcome(
            seconds=self.seconds() if seconds is None else seconds,
            stars=self.stars or 0,
            bound=self.bound,
            events=tuple(self.events),
            moves=tuple(moves),
            stars_proven=self.stars_proven,
            all_proven=all_proven,
            nodes=nodes,
            found_by=found_by,
            failure=failure,
            searching=searching,
            stages=stages,
        )
