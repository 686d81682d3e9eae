"""The party: which dice of an attraction may operate it together."""

from collections.abc import Iterator
from itertools import combinations

from models.shared.phrases import count, listing
from models.shared.rulebook import Cited, Told, rule
from models.theme_park.attraction import Innovation
from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.phrases import guest_name, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import GuestNow, State, guest_now, guests_on
from models.theme_park.operate.unmet_requirement import NamedDie, unmet
from models.theme_park.requirement import fulfils
from models.theme_park.rulings import Choice, Ruling


@rule(Rule.PARTY_CHOSEN)
def a_party_is_chosen(position: Position, state: State, move: OperateMove) -> str | None:
    """A party is one or more different dice."""
    if not move.party:
        return f"{tile_name(position, move.tile)} cannot operate with an empty party."
    twice = {guest for guest in move.party if move.party.count(guest) > 1}
    if twice:
        return f"{guest_name(position, state, min(twice))} is named twice in the party of {tile_name(position, move.tile)}."
    return None


@rule(Rule.PARTY_PRESENT)
def the_party_is_present(position: Position, state: State, move: OperateMove) -> str | None:
    """The party is chosen from the dice on the attraction."""
    for guest in move.party:
        now = guest_now(position, state, guest)
        if now is None:
            return f"{guest_name(position, state, guest)} has left the park and cannot join the party of {tile_name(position, move.tile)}."
        if now.at != move.tile:
            return f"{guest_name(position, state, guest)} is on {tile_name(position, now.at)}, not on {tile_name(position, move.tile)}."
    return None


@rule(Rule.PARTY_SIZE)
def the_party_has_the_printed_size(position: Position, state: State, move: OperateMove) -> str | None:
    """One die for each element of the requirement (ruling ``party.size``)."""
    size = position.tile[move.tile].attraction.requirement.size
    more = position.rulings.says(Ruling.PARTY_SIZE, Choice.SUPERSET)
    if len(move.party) == size or (more and len(move.party) > size):
        return None
    return (
        f"{tile_name(position, move.tile)} takes a party of {'at least ' if more else 'exactly '}{count(size, 'die')}; "
        f"this one has {len(move.party)}."
    )


@rule(Rule.PARTY_REQUIREMENT)
def the_party_fulfils_the_requirement(position: Position, state: State, move: OperateMove) -> Told:
    """The dice fulfil the printed operation requirement."""
    tile = position.tile[move.tile]
    requirement, booth = tile.attraction.requirement, tile.innovation is Innovation.PHOTO_BOOTH
    dice = [(now.counts_as, now.value) for now in party_now(position, state, move)]
    if fulfils(requirement, dice, free_a_colour=booth):
        return None
    names = [guest_name(position, state, guest) for guest in move.party]
    told = (
        f"{listing(names)} {'does' if len(names) == 1 else 'do'} not fulfil {tile_name(position, move.tile)}, "
        f"which asks for {requirement.describe()}. {unmet(requirement, list(map(NamedDie, dice, names)), booth=booth)}"
    )
    return Cited(told, "photo-booth") if booth else told


PARTY_CHECKS = (
    a_party_is_chosen,
    the_party_is_present,
    the_party_has_the_printed_size,
    the_party_fulfils_the_requirement,
)


def party_now(position: Position, state: State, move: OperateMove) -> list[GuestNow]:
    """The dice of a party whose members are known to be in the park."""
    return [now for guest in move.party if (now := guest_now(position, state, guest)) is not None]


def party_candidates(position: Position, state: State, tile: TileId) -> Iterator[tuple[GuestId, ...]]:
    """Every party worth checking on ``tile``, each in order of guest id."""
    present = guests_on(position, state, tile)
    size = position.tile[tile].attraction.requirement.size
    largest = len(present) if position.rulings.says(Ruling.PARTY_SIZE, Choice.SUPERSET) else size
    for number in range(size, largest + 1):
        yield from combinations(present, number)
