"""Hypothesis strategies for any position at all, consistent or not, and for any moves."""

from hypothesis import strategies as st

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction, Innovation, Tile, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest
from models.theme_park.operate.moves import (
    AdjustColour,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    OperateMove,
    SkillUse,
    Walk,
)
from models.theme_park.operate.position import Expansion, Position, RuleSet
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot
from models.theme_park.rulings import Choice, Ruling, Rulings

ids = st.sampled_from(["entrance", "duck-pond", "g1", "g2", "", " "]) | st.text(st.characters(), max_size=6)
numbers = st.integers(-3, 9) | st.integers()
colours = st.sampled_from(Colour)
values = st.sampled_from([ANY_VALUE, *NAMED_VALUES.values()]) | st.frozensets(numbers, max_size=4)
symbols = st.none() | st.sampled_from(["hat", "a-2"])
slots = st.builds(Slot, st.none() | colours, values, st.booleans(), symbols)
requirements = st.builds(Requirement, st.lists(slots, max_size=4).map(tuple), st.sampled_from(Relation))
hexes = st.builds(Hex, numbers, numbers)
attractions = st.builds(Attraction, ids, colours, numbers, requirements, numbers, st.none() | ids)
tiles = st.builds(
    Tile,
    ids,
    hexes,
    attractions,
    st.frozensets(st.sampled_from(Upgrade)),
    st.none() | st.sampled_from(Innovation),
    st.none() | st.frozensets(st.sampled_from(Upgrade)),
)
guests = st.builds(Guest, ids, colours, numbers, ids, st.booleans())
skills = st.builds(Skill, st.sampled_from(SkillKind), st.none() | colours)
administrators = st.builds(Administrator, st.sampled_from(AdministratorKind), st.none() | colours, symbols)
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
    game=st.sampled_from(RuleSet),
    round=numbers,
    last_round=st.booleans(),
    solo=st.booleans(),
    short=st.booleans(),
    expansions=st.frozensets(st.sampled_from(Expansion)),
    rulings=rulings,
    maps=numbers,
    mascots=_some(st.none() | skills),
    staff=_some(st.sampled_from(Staff)),
    administrator=st.none() | administrators,
    money=numbers,
    cubes=_some(st.tuples(ids, numbers)),
    bag=st.none() | _some(st.tuples(colours, numbers)),
    used_maps=numbers,
    used_mascots=_some(st.none() | skills),
)

adjustments = st.builds(AdjustValue, ids, numbers) | st.builds(AdjustColour, ids, colours)
skill_uses = st.builds(
    SkillUse,
    guest=st.none() | ids,
    by=st.none() | numbers,
    to=st.none() | ids,
    to_colour=st.none() | colours,
    result=st.none() | numbers,
    guests=_some(st.builds(AdjustValue, ids, numbers)),
    moves=_some(st.builds(Walk, ids, ids)),
)
asides = (
    st.builds(MapMove, ids, ids)
    | st.builds(GuideMove, ids, ids)
    | st.builds(MascotMove, numbers, ids, _some(adjustments), st.none() | skill_uses, numbers)
)
moves = asides | st.builds(
    OperateMove,
    tile=ids,
    party=_some(ids),
    mover=st.none() | ids,
    to=st.none() | ids,
    manager=st.booleans(),
    keep=st.none() | ids,
    rerolls=_some(st.tuples(ids, numbers)),
    assembled=_some(asides, 2),
    pipped=_some(asides, 2),
)

# Moves that a document can hold, in the park of tests.api.documents.
_guest, _tile = st.sampled_from(["g1", "g2"]), st.sampled_from(["entrance", "ferris", "pond"])
_by = st.integers(-5, -1) | st.integers(1, 5)
_turns = st.builds(AdjustValue, _guest, _by)
_uses = st.builds(
    SkillUse,
    guest=st.none() | _guest,
    by=st.none() | _by,
    to=st.none() | _tile,
    to_colour=st.none() | st.sampled_from(GUEST_COLOURS),
    result=st.none() | st.integers(1, 6),
    guests=_some(_turns, 2),
    moves=_some(st.builds(Walk, _guest, _tile), 2),
)
_adjusts = _some(_turns | st.builds(AdjustColour, _guest, st.sampled_from(GUEST_COLOURS)))
_asides = (
    st.builds(MapMove, _guest, _tile)
    | st.builds(GuideMove, _guest, _tile)
    | st.builds(MascotMove, st.integers(0, 99), _tile, _adjusts)
    | _adjusts.flatmap(
        lambda adjust: st.builds(
            MascotMove, st.integers(0, 99), _tile, st.just(adjust), _uses, st.integers(0, len(adjust))
        )
    )
)
document_moves = _asides | st.builds(
    OperateMove,
    tile=_tile,
    party=_some(_guest, 2).map(sorted).map(tuple),
    mover=st.none() | _guest,
    to=st.none() | _tile,
    manager=st.booleans(),
    keep=st.none() | _guest,
    rerolls=st.dictionaries(_guest, st.integers(1, 6)).map(lambda each: tuple(sorted(each.items()))),
    assembled=_some(_asides, 2),
    pipped=_some(_asides, 2),
)
