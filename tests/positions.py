"""Hypothesis strategies for any position at all, consistent or not, and for any moves."""

from hypothesis import strategies as st

from models.hexgrid import Hex
from models.theme_park.attraction import Attraction, Innovation, Tile, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import Colour, Guest
from models.theme_park.moves import AdjustColour, AdjustValue, GuideMove, MapMove, MascotMove, OperateMove
from models.theme_park.position import Expansion, Game, Position
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot
from models.theme_park.rulings import Choice, Ruling, Rulings

ids = st.sampled_from(["entrance", "duck-pond", "g1", "g2", "", " "]) | st.text(st.characters(), max_size=6)
numbers = st.integers(-3, 9) | st.integers()
colours = st.sampled_from(Colour)
values = st.sampled_from([ANY_VALUE, *NAMED_VALUES.values()]) | st.frozensets(numbers, max_size=4)
slots = st.builds(Slot, st.none() | colours, values, st.booleans())
requirements = st.builds(Requirement, st.lists(slots, max_size=4).map(tuple), st.sampled_from(Relation))
hexes = st.builds(Hex, numbers, numbers)
attractions = st.builds(Attraction, ids, colours, numbers, requirements, numbers, st.none() | ids)
tiles = st.builds(
    Tile, ids, hexes, attractions, st.frozensets(st.sampled_from(Upgrade)), st.none() | st.sampled_from(Innovation)
)
guests = st.builds(Guest, ids, colours, numbers, ids, st.booleans())
skills = st.builds(Skill, st.sampled_from(SkillKind), st.none() | colours)
administrators = st.builds(Administrator, st.sampled_from(AdministratorKind), st.none() | colours)
rulings = st.builds(
    Rulings,
    st.lists(st.tuples(st.sampled_from(Ruling), st.sampled_from(Choice)), max_size=3).map(tuple),
    st.none() | st.frozensets(hexes, max_size=3),
)


def _some(elements: st.SearchStrategy, size: int = 3) -> st.SearchStrategy:
    return st.lists(elements, max_size=size).map(tuple)


positions = st.builds(
    Position,
    tiles=_some(tiles),
    guests=_some(guests, 4),
    game=st.sampled_from(Game),
    round=numbers,
    last_round=st.booleans(),
    expansions=st.frozensets(st.sampled_from(Expansion)),
    rulings=rulings,
    maps=numbers,
    mascots=_some(st.none() | skills),
    staff=_some(st.sampled_from(Staff)),
    administrator=st.none() | administrators,
    money=numbers,
    cubes=_some(st.tuples(ids, numbers)),
    bag=st.none() | _some(st.tuples(colours, numbers)),
)

adjustments = st.builds(AdjustValue, ids, numbers) | st.builds(AdjustColour, ids, colours)
moves = (
    st.builds(MapMove, ids, ids)
    | st.builds(GuideMove, ids, ids)
    | st.builds(MascotMove, numbers, ids, _some(adjustments))
    | st.builds(OperateMove, ids, _some(ids), st.none() | ids, st.none() | ids, st.booleans())
)
