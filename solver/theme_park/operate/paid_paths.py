"""Ways through the park and the cable-car fares they bring, computed by calling the rules."""

from dataclasses import dataclass
from functools import cached_property

from models.theme_park.guests import TileId
from models.theme_park.operate.movement import destinations, fare, guide_destinations
from models.theme_park.operate.position import Position

Leg = tuple[TileId, bool]
"""One move of a way: where it ends, and whether a guide leads it."""


@dataclass(frozen=True)
class PaidPaths:
    """Best ways between tiles for a number of maps and guides."""

    position: Position

    @cached_property
    def _memo(self) -> dict[tuple[TileId, TileId | None, int, int], tuple[int, int, tuple[Leg, ...]] | None]:
        return {}

    def best(self, origin: TileId, to: TileId | None, maps: int, guides: int) -> tuple[int, tuple[Leg, ...]] | None:
        """Most dollars on a way from ``origin`` to ``to`` (None: anywhere), and the shortest such way.

        Up to ``maps`` maps and ``guides`` guides; None when there is no such way.
        """
        found = self._best(origin, to, maps, guides)
        return None if found is None else (found[0], found[2])

    def _best(
        self, origin: TileId, to: TileId | None, maps: int, guides: int
    ) -> tuple[int, int, tuple[Leg, ...]] | None:
        key = (origin, to, maps, guides)
        if key not in self._memo:
            ways: list[tuple[int, int, tuple[Leg, ...]]] = [(0, 0, ())] if to in (None, origin) else []
            steps = [(step, False) for step in destinations(self.position, origin)] if maps else []
            steps += [(step, True) for step in guide_destinations(self.position, origin)] if guides else []
            for step, by_guide in steps:
                rest = self._best(step, to, maps - (not by_guide), guides - by_guide)
                if rest is not None:
                    legs = ((step, by_guide), *rest[2])
                    ways.append((fare(self.position, origin, step) + rest[0], -len(legs), legs))
            self._memo[key] = max(ways, default=None)
        return self._memo[key]

    def best_after_move(self, origin: TileId, to: TileId | None, maps: int, guides: int) -> int | None:
        """Most dollars of the compulsory move from ``origin`` and the way on to ``to``; None when there is none."""
        ways = [
            fare(self.position, origin, step) + onward[0]
            for step in destinations(self.position, origin)
            if (onward := self.best(step, to, maps, guides)) is not None
        ]
        return max(ways, default=None)
