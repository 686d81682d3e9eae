"""Skills that move dice: every move the rules allow is listed, and the model chooses among them."""

from dataclasses import dataclass
from functools import lru_cache

from models.shared.rulebook import first_broken
from models.theme_park.cards import Skill, SkillKind
from models.theme_park.guests import TileId
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills import SKILL_CARDS, SKILL_CHECKS
from models.theme_park.operate.skills.card import Using
from models.theme_park.operate.skills.walks import WALKS, WalkSkill
from models.theme_park.operate.state import GuestNow, State, start
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.cpsat.skills.encoder import Encoded, SkillSlot, Truth
from solver.theme_park.operate.cpsat.variables import Bool
from solver.theme_park.operate.plan import Pick


@dataclass(frozen=True, slots=True)
class Ride:
    """A die moved by a skill from ``origin`` over ``route``; ``paid_paths`` in dollars."""

    origin: TileId
    route: tuple[TileId, ...]
    paid_paths: int


def encode_walking(slot: SkillSlot) -> Encoded:
    """The dice moved, each by one of the rides that start from the step's tile."""
    rides: list[tuple[int, Ride, Bool]] = []
    for tile, here in slot.step.at.items():
        for ride in possible_rides(slot.position, slot.skill, tile):
            for (index, _, touch), taken in zip(slot.parts, slot.choose(len(slot.before)), strict=True):
                slot.model.add_implication(taken, here)
                slot.model.add_implication(taken, touch.comes[ride.origin])
                ends = ride.route[-1]
                slot.model.add_implication(taken, touch.arrives[tile] if ends == tile else touch.away[ends])
                rides.append((index, ride, taken))
    hops = sum(len(ride.route) * taken for _, ride, taken in rides)
    slot.model.add(hops <= WALKS)
    slot.model.add_bool_or([slot.used.negated(), *(taken for _, _, taken in rides)])
    same_die = slot.position.rulings.says(Ruling.SKILL_TWICE_SAME_DIE, Choice.SAME_DIE)
    if same_die or slot.skill.kind is SkillKind.MOVE_TWO:
        slot.model.add_at_most_one(taken for _, _, taken in rides)
    paid_paths = tuple((taken, ride.paid_paths) for _, ride, taken in rides)

    def read(true: Truth) -> tuple[Pick, ...]:
        guests = slot.position.guests
        return tuple(Pick(guests[index].id, route=ride.route) for index, ride, taken in rides if true(taken))

    return Encoded(read, money=paid_paths, sends=tuple((index, taken) for index, _, taken in rides))


@lru_cache(maxsize=512)
def possible_rides(position: Position, skill: Skill, tile: TileId) -> tuple[Ride, ...]:
    """The moves of one die that the skill of a mascot on ``tile`` allows, as the rules say.

    Of rides that end alike the better-paid and then the shorter one is enough.
    """
    if not position.guests:
        return ()
    card = SKILL_CARDS[skill.kind]
    assert isinstance(card, WalkSkill)
    best: dict[tuple[TileId, TileId, int], Ride] = {}
    for origin in position.tiles:
        alone = _alone_on(position, origin.id)
        for use in card.candidates(position, alone, tile):
            item = Using(skill, tile, use)
            if first_broken(SKILL_CHECKS, position, alone, item) is None:
                route = tuple(walk.to for walk in card.walks(use))
                ride = Ride(origin.id, route, card.use(position, alone, item).money)
                key = (origin.id, route[-1], len(route))
                if key not in best or ride.paid_paths > best[key].paid_paths:
                    best[key] = ride
    shorter = {(ride.origin, ride.route[-1]): ride for ride in best.values() if len(ride.route) == 1}
    return tuple(
        ride
        for ride in best.values()
        if len(ride.route) == 1
        or ride.paid_paths > shorter.get((ride.origin, ride.route[-1]), Ride(ride.origin, ride.route, -1)).paid_paths
    )


def _alone_on(position: Position, tile: TileId) -> State:
    """The park with its first guest on ``tile`` and no other, to ask the rules where a die may go."""
    state = start(position)
    first = GuestNow(tile, position.guests[0].value, position.guests[0].colour)
    return state._replace(guests=(first, *(None for _ in position.guests[1:])))
