"""What is known of a position: all of it where there is one, less where it is read from a document with faults.

Inconsistencies between the parts that are known are found although others are missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Tile, names_the_entrance
from models.theme_park.cards import Administrator, Skill, Staff
from models.theme_park.operate.position import Expansion, Position, RuleSet, vip_tokens
from models.theme_park.rulings import Choice, Ruling


@dataclass(frozen=True, slots=True)
class PartialTile:
    """The usable parts of one tile; ``icons`` is None when the printed ones are not known.

    ``installed`` is None where it is not said which of the upgrades are; ``innovation`` is "" when something is there that is no text; ``rerolls`` are the places of the
    slots with the Surprises symbol.
    """

    index: int
    id: str | None
    hex: Hex | None
    name: str | None
    upgrades: tuple[tuple[int, str], ...]
    icons: int | None
    relation: str | None
    slots: int | None
    rerolls: tuple[int, ...]
    innovation: str | None
    installed: frozenset[str] | None

    @property
    def label(self) -> str:
        """How messages call the tile."""
        return self.id or f"number {self.index}"

    @property
    def is_entrance(self) -> bool:
        """Whether this is a Park Entrance."""
        return self.name is not None and names_the_entrance(self.name)


@dataclass(frozen=True, slots=True)
class PartialGuest:
    """The usable parts of one guest."""

    index: int
    id: str | None
    colour: str | None
    at: str | None
    vip: bool


class PartialCard(NamedTuple):
    """The usable parts of a skill card or an administrator."""

    kind: str | None
    colour: str | None


class PartialPosition(NamedTuple):
    """The usable parts of a position document.

    ``game`` and ``expansions`` are None when they cannot be read; ``one_surprise``: each skill of Surprises comes once; ``mascots``
    and ``used_mascots`` hold the skill card of each mascot, ``bag`` the dice of the colours that can be read.
    """

    tiles: tuple[PartialTile, ...]
    guests: tuple[PartialGuest, ...]
    game: RuleSet | None
    expansions: frozenset[Expansion] | None
    vip_tokens: int
    mascots: tuple[PartialCard | None, ...]
    used_mascots: tuple[PartialCard | None, ...]
    maps: int
    used_maps: int
    administrator: PartialCard | None
    staff: tuple[tuple[int, str], ...]
    solo: bool
    short: bool
    one_surprise: bool
    bag: Mapping[str, int]
    cubes: Mapping[str, int]
    managers: int
    cubes_limited: bool
    outline: frozenset[Hex] | None


def partial(position: Position) -> PartialPosition:
    """Everything of a position; a ruling that is asked here counts as asked."""
    rulings = position.rulings
    return PartialPosition(
        tiles=tuple(_tile(index, tile) for index, tile in enumerate(position.tiles)),
        guests=tuple(
            PartialGuest(index, guest.id, guest.colour, guest.at, guest.vip)
            for index, guest in enumerate(position.guests)
        ),
        game=position.game,
        expansions=position.expansions,
        vip_tokens=vip_tokens(position.expansions, for_each=not rulings.says(Ruling.VIP_TOKENS, Choice.EIGHT_IN_ALL)),
        mascots=tuple(_card(skill) for skill in position.mascots),
        used_mascots=tuple(_card(skill) for skill in position.used_mascots),
        maps=position.maps,
        used_maps=position.used_maps,
        administrator=_card(position.administrator),
        staff=tuple(enumerate(position.staff)),
        solo=position.solo,
        short=position.short,
        one_surprise=rulings.says(Ruling.SURPRISES_SKILLS, Choice.ONE_COPY),
        bag=dict(position.bag or ()),
        cubes=dict(position.cubes),
        managers=position.played[Staff.MANAGER],
        cubes_limited=not rulings.says(Ruling.CUBES_LIMIT, Choice.NO),
        outline=rulings.outline,
    )


def _tile(index: int, tile: Tile) -> PartialTile:
    requirement = tile.attraction.requirement
    return PartialTile(
        index=index,
        id=tile.id,
        hex=tile.hex,
        name=tile.name,
        upgrades=tuple(enumerate(sorted(tile.upgrades))),
        icons=tile.icons,
        relation=requirement.relation,
        slots=requirement.size,
        rerolls=requirement.rerolls,
        innovation=tile.innovation,
        installed=tile.installed,
    )


def _card(card: Skill | Administrator | None) -> PartialCard | None:
    return None if card is None else PartialCard(card.kind, card.colour)
