"""What each card is in the relaxation: columns of the linear program, or nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from models.theme_park.attraction import Innovation, Tile, Upgrade
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import TileId
from models.theme_park.operate.movement import destinations
from models.theme_park.operate.skills.rewards import MOST_DOLLARS, MOST_STARS
from models.theme_park.operate.skills.walks import WALKS, within_two
from solver.theme_park.operate.cards import CardTable
from solver.theme_park.operate.flow.records import Quantity, Use
from solver.theme_park.operate.tables import DICE_TURNED, VALUES, Tables

if TYPE_CHECKING:
    from solver.theme_park.operate.flow.network import FlowNetwork

Put: TypeAlias = "Callable[[FlowNetwork, Any], None]"


@dataclass(frozen=True)
class RelaxedCard:
    """What ``put`` adds to the linear program for a card, and whether all that the card allows is a flow then."""

    put: Put
    covers: Callable[[Tables], bool] = lambda _tables: True


def _nothing(_network: "FlowNetwork", _card: Any) -> None:
    """The card does nothing in this phase, or is in the supplies, the fares, the adjustments or what a cube brings."""


def _pays(brings: Quantity) -> Put:
    """One use brings ``brings`` at most, in place of the mascot's own adjustment."""

    def put(network: "FlowNetwork", skill: Skill) -> None:
        network.column([(network.skill_use(skill), 1), (network.adjustments, 1)], brings)

    return put


def _turns(network: "FlowNetwork", skill: Skill) -> None:
    """Dice turn to the values the rules allow; one of another colour than the card's is recoloured first."""
    uses, share = network.skill_use(skill), 1 / DICE_TURNED[skill.kind]
    for kind in network.kinds:
        recolour = skill.colour is not None and kind[0] is not skill.colour
        turned = network.tables.turns_by(skill.kind)
        network.turn(kind, turned, (uses, share), (network.adjustments, share + recolour))


def _walks_to_neighbours(network: "FlowNetwork", skill: Skill) -> None:
    uses, share = network.skill_use(skill), 1 / WALKS
    reached = {tile: destinations(network.position, tile) for tile in network.icons}
    _walks(network, reached, (uses, share), share)


def _walks_up_to_two(network: "FlowNetwork", skill: Skill) -> None:
    uses = network.skill_use(skill)
    _walks(network, {tile: within_two(network.position, tile) for tile in network.icons}, (uses, 1), 1.0)


def _walks(network: "FlowNetwork", reached: Mapping[TileId, tuple[TileId, ...]], use: Use, share: float) -> None:
    for kind, value, origin in product(network.kinds, VALUES, reached):
        for to in reached[origin]:
            network.walk(kind, value, origin, to, use, (network.adjustments, share))


def _swaps(network: "FlowNetwork", skill: Skill) -> None:
    """A die becomes one of any other colour."""
    uses = network.skill_use(skill)
    for kind, other in product(network.kinds, network.kinds):
        if kind[0] is not other[0] and kind[1] is other[1]:
            for tile, value in product(network.position.tiles, VALUES):
                before, after = network.nodes[kind, tile.id, False, value], network.nodes[other, tile.id, False, value]
                network.column([(before, 1), (after, -1), (uses, 1), (network.adjustments, 1)])


def _keeps_pips(network: "FlowNetwork", _card: Administrator) -> None:
    tiles = network.position.tiles
    network.keeps_pip |= {tile.id for tile in tiles if network.tables.may_keep_a_pip(tile)}


def _returns_colour(network: "FlowNetwork", card: Administrator) -> None:
    network.returned = card.colour


def _returns_any(network: "FlowNetwork", _card: Staff) -> None:
    network.agents += 1


def _frees_a_colour(network: "FlowNetwork", tile: Tile) -> None:
    network.free_colour.add(tile.id)


UNCHANGED = RelaxedCard(_nothing)

RELAXED: CardTable[RelaxedCard] = CardTable(
    skills={
        SkillKind.VALUE_BY_TWO: RelaxedCard(_turns),
        SkillKind.TWO_FIVE: RelaxedCard(_turns),
        SkillKind.TWO_BY_ONE: RelaxedCard(_turns),
        SkillKind.REROLL: RelaxedCard(_turns, covers=lambda tables: tables.relaxes_chance),
        SkillKind.MONEY_PER_GUEST: RelaxedCard(_pays(Quantity(money=MOST_DOLLARS))),
        SkillKind.STARS_PER_GUEST: RelaxedCard(_pays(Quantity(stars=MOST_STARS))),
        SkillKind.MOVE_OUT: RelaxedCard(_walks_to_neighbours),
        SkillKind.MOVE_IN: RelaxedCard(_walks_to_neighbours),
        SkillKind.MOVE_TWO: RelaxedCard(_walks_up_to_two),
        SkillKind.SWAP_COLOUR: RelaxedCard(_swaps),
    },
    administrators={
        AdministratorKind.KEEP_PIPS: RelaxedCard(_keeps_pips),
        AdministratorKind.ATTRACTIONS_OF_COLOUR: UNCHANGED,  # its stars are the constant of the terms
        AdministratorKind.RETURN_DISCARDED: RelaxedCard(_returns_colour),
        AdministratorKind.ATTRACTIONS: UNCHANGED,
        AdministratorKind.MASCOTS: UNCHANGED,
        AdministratorKind.WELCOME_EXTRA_GUEST: UNCHANGED,
        AdministratorKind.MONEY_WORTH_MORE: UNCHANGED,  # the terms ask the rules what a star costs
        AdministratorKind.CHEAPER_MASCOTS: UNCHANGED,
        AdministratorKind.CHEAPER_MAPS: UNCHANGED,
        AdministratorKind.SWAP_STAFF_CARD: UNCHANGED,
        AdministratorKind.LOWER_TURN_SUM: UNCHANGED,
        AdministratorKind.REROLL: RelaxedCard(
            _nothing, covers=lambda tables: not tables.operations_reroll or tables.relaxes_chance
        ),
        AdministratorKind.MOVE_UPGRADE: UNCHANGED,
    },
    staff={
        Staff.TICKET_AGENT: RelaxedCard(_returns_any),
        Staff.CONCIERGE: UNCHANGED,
        Staff.GUIDE: UNCHANGED,  # it is in the supplies
        Staff.MASCOT: UNCHANGED,  # it is in the adjustments of each mascot
        Staff.BUILDER: UNCHANGED,
        Staff.MANAGER: UNCHANGED,  # it is in the supplies
        Staff.INNOVATOR: UNCHANGED,
        Staff.CONSULTANT: UNCHANGED,
        Staff.CHAPERONE: UNCHANGED,
    },
    innovations={
        Innovation.CABLE_CAR: UNCHANGED,  # walks ask the rules for their fares
        Innovation.PHOTO_BOOTH: RelaxedCard(_frees_a_colour),
        Innovation.STATUE_1: UNCHANGED,
        Innovation.STATUE_2: UNCHANGED,
        Innovation.STATUE_3: UNCHANGED,
    },
    upgrades=dict.fromkeys(Upgrade, UNCHANGED),  # what a cube brings is asked of the rules
)
"""Of every card what it is in the relaxation."""


def covers(tables: Tables) -> bool:
    """Whether the relaxation holds every sequence of a position: it knows every card, and there are no rerolls but relaxed
    ones, and nothing in the midst of an operation."""
    position = tables.position
    if RELAXED.missing(position) or not all(card.covers(tables) for card, _ in RELAXED.entries(position)):
        return False
    rolls = tables.chance and not tables.relaxes_chance
    return not (rolls or tables.turns_in_the_midst)
