"""Fares: what ways by cable car pay, on the way to an operation or a use of a mascot, and after the last (rulebook, Innovations).

The dice of a party come to its tile by ways that pay most for their maps, and where more maps pay more there is an operation for each
number of them. A die that comes for a use of a mascot may *ride* before: come to a tile with a cable car by as many maps as pay more. Every
way that pays is a ride, to where it last arrives by cable car, and one of the fewest maps from there. What is left at the end is for rides to
anywhere. Passes in which dollars do not count ride nowhere.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product

import numpy as np

from models.theme_park.cards import SkillKind
from models.theme_park.guests import TileId
from models.theme_park.operate.position import Position
from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.layered.encoding.codes import DETOUR_BITS, NOTHING
from solver.theme_park.operate.settings import Objective, Settings
from solver.theme_park.operate.tables import Tables

MOST_GUIDES, MOST_MAPS_PAID = 1, 20
"""Guides that may lead a die on one way, and maps of a park: with more, telling what all ways pay would take a second."""

assert 1 << DETOUR_BITS > MOST_MAPS_PAID, "operations have room for their maps"

NO_FARES = np.zeros((0, 0, MOST_GUIDES + 1, 0), dtype=np.int64)
"""In place of fares where no dollars count."""


def plays_fares(tables: Tables) -> bool:
    """Whether fares are counted, each way to be paid being played: by one Guide on a way, and not by a skill that takes one die twice."""
    few = tables.guides <= MOST_GUIDES and tables.position.maps <= MOST_MAPS_PAID
    return few and SkillKind.MOVE_IN not in tables.skills


def fares(tables: Tables, settings: Settings) -> Array:
    """Most dollars of a way from a place to a tile, or last to anywhere, by so many Guides and at most so many maps [place, tile, Guides, maps].

    Places are tiles, then tiles left by a move. NOTHING where there is no such way; ``NO_FARES`` where none are counted.
    """
    weightless = settings.objective is Objective.BALANCED and not settings.weights.money
    if not tables.fares_matter or weightless or not plays_fares(tables):
        return NO_FARES
    return _most_paid(tables.position)


@lru_cache(maxsize=4)
def _most_paid(position: Position) -> Array:
    """The same for a position: the engines of one search ask for it, each by tables of its own."""
    tables, tiles, maps = Tables(position), len(position.tiles), position.maps
    paid = np.full((2 * tiles, tiles + 1, MOST_GUIDES + 1, maps + 1), NOTHING, dtype=np.int64)
    for place, number in product(range(2 * tiles), range(tiles + 1)):
        to = None if number == tiles else position.tiles[number].id
        for guides, spent in product(range(tables.guides + 1), range(maps + 1)):
            most = paid_from(tables, place, to, spent, guides)
            paid[place, number, guides, spent] = NOTHING if most is None else most
    return paid


def paid_from(tables: Tables, place: int, to: TileId | None, maps: int, guides: int) -> int | None:
    """Most dollars of a way from a place to ``to``, or with None to anywhere; None where there is no such way."""
    tiles = tables.position.tiles
    if place >= len(tiles):
        return tables.paid_paths.best_after_move(tiles[place - len(tiles)].id, to, maps, guides)
    way = tables.paid_paths.best(tiles[place].id, to, maps, guides)
    return None if way is None else way[0]


def fewest_maps(tables: Tables, place: int, to: TileId, *, led: bool) -> int:
    """Maps that a guest at a place needs to come to ``to``."""
    tiles = tables.position.tiles
    if place >= len(tiles):
        return tables.maps_after_move(tiles[place - len(tiles)].id, to, led=led)
    return (tables.led_walks if led else tables.walks)[tiles[place].id][to]


def rides_at_the_end(tables: Tables, places: Sequence[int], maps: int, guides: int) -> tuple[tuple[int, int], ...]:
    """Maps and Guides for the rides of the guests at ``places`` after all else, out of so many: by the fewest of those that pay most."""
    if not tables.fares_matter:
        return ((0, 0),) * len(places)

    @cache
    def best(index: int, maps: int, guides: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
        if index == len(places):
            return 0, 0, ()
        ways = []
        for spent in range(maps + 1):
            for led in range(guides + 1):
                paid = paid_from(tables, places[index], None, spent, led)
                if paid is not None:
                    others, saved, rest = best(index + 1, maps - spent, guides - led)
                    ways.append((paid + others, saved - spent - led, ((spent, led), *rest)))
        return max(ways)

    return best(0, maps, guides)[2]


def shares_of_detour(
    tables: Tables, places: Sequence[int], to: TileId, led: Sequence[bool], detour: int
) -> tuple[int, ...]:
    """How dice that come from ``places`` to a tile share ``detour`` maps beyond the fewest, so that their ways pay most."""
    if not detour:
        return (0,) * len(places)

    def most(place: int, led: bool, more: int) -> int:
        pays = paid_from(tables, place, to, fewest_maps(tables, place, to, led=led) + more, int(led))
        assert pays is not None
        return pays

    ways = (each for each in product(range(detour + 1), repeat=len(places)) if sum(each) == detour)
    return max(ways, key=lambda each: sum(map(most, places, led, each)))
