"""Dice that are not pipped down: kept by an administrator, or rerolled (Surprises)."""

from collections.abc import Iterator
from itertools import combinations, product

from models.theme_park.attraction import Innovation
from models.theme_park.cards import AdministratorKind
from models.theme_park.guests import HIGHEST, LOWEST, GuestId
from models.theme_park.moves import OperateMove
from models.theme_park.operate.party import party_now
from models.theme_park.operate.state import GuestNow, State, guest_now
from models.theme_park.position import Position
from models.theme_park.requirement import seatings
from models.theme_park.rules import Rule, states
from models.theme_park.rulings import Choice, Ruling
from models.theme_park.wording import guest_name, listing, tile_name

RESULTS = range(LOWEST, HIGHEST + 1)


def may_be_kept(position: Position, now: GuestNow) -> bool:
    """Whether the die is of the administrator's colour (ruling ``administrator.colour-of-die``)."""
    adjusted = position.rulings.says(Ruling.ADMINISTRATOR_COLOUR_OF_DIE, Choice.ADJUSTED)
    colour = now.counts_as if adjusted else now.colour
    return position.administrator is not None and colour is position.administrator.colour


@states(Rule.KEEP_ADMINISTRATOR)
def an_administrator_keeps_pips_here(position: Position, state: State, move: OperateMove) -> str | None:
    """A die is kept only by that administrator, and on attractions of its colour."""
    if move.keep is None:
        return None
    administrator = position.administrator
    if administrator is None or not position.has_administrator(AdministratorKind.KEEP_PIPS):
        return f"No administrator at hand lets {guest_name(position, state, move.keep)} keep its pips."
    if position.tile[move.tile].attraction.colour is administrator.colour:
        return None
    return f"The administrator keeps pips on {administrator.colour} attractions; {tile_name(position, move.tile)} is {position.tile[move.tile].attraction.colour}."


@states(Rule.KEEP_DIE)
def the_kept_die_is_of_the_party_and_colour(position: Position, state: State, move: OperateMove) -> str | None:
    """The die kept is one of the party, of the administrator's colour."""
    if move.keep is None:
        return None
    now = guest_now(position, state, move.keep)
    if move.keep not in move.party or now is None:
        return f"{guest_name(position, state, move.keep)} is not in the party of {tile_name(position, move.tile)} and has no pip to keep."
    if may_be_kept(position, now):
        return None
    colour = position.administrator.colour if position.administrator else None
    return f"{guest_name(position, state, move.keep)} is not {colour}, the colour whose pips the administrator keeps."


@states(Rule.REROLL_DIE)
def the_rerolled_dice_are_pipped_otherwise(position: Position, state: State, move: OperateMove) -> str | None:
    """A die is rerolled once instead of being pipped down: it is of the party, not kept, and no VIP."""
    rerolled = [guest for guest, _ in move.rerolls]
    for guest in rerolled:
        name = guest_name(position, state, guest)
        if rerolled.count(guest) > 1:
            return f"{name} is rerolled more than once in the operation of {tile_name(position, move.tile)}."
        if guest not in move.party:
            return f"{name} is not in the party of {tile_name(position, move.tile)} and cannot be rerolled."
        if guest == move.keep:
            return f"{name} keeps its pips, so there is nothing to reroll it instead of."
        if guest in position.vips:
            return f"{name} is a VIP, and a VIP is never rerolled: it pips down."
    return None


@states(Rule.REROLL_SYMBOL)
def rerolled_dice_fill_slots_with_the_symbol(position: Position, state: State, move: OperateMove) -> str | None:
    """The dice rerolled fill elements printed with the Surprises symbol; its administrator adds one die."""
    rerolled = {guest for guest, _ in move.rerolls}
    if not rerolled or _seated_on_symbols(position, state, move, rerolled):
        return None
    names = listing(guest_name(position, state, guest) for guest in sorted(rerolled))
    return f"{names} cannot be rerolled: {tile_name(position, move.tile)} has no reroll symbol for {'it' if len(rerolled) == 1 else 'them'}."


def _seated_on_symbols(position: Position, state: State, move: OperateMove, rerolled: set[GuestId]) -> bool:
    tile = position.tile[move.tile]
    slots = tile.attraction.requirement.slots
    spare = int(position.has_administrator(AdministratorKind.REROLL))
    dice = [(now.counts_as, now.value) for now in party_now(position, state, move)]
    for chosen in combinations(range(len(dice)), len(slots)):
        party = tuple(dice[index] for index in chosen)
        for order in seatings(tile.attraction.requirement, party, tile.innovation is Innovation.PHOTO_BOOTH):
            marked = {move.party[chosen[index]] for slot, index in zip(slots, order, strict=True) if slot.reroll}
            if len(rerolled - marked) <= spare:
                return True
    return False


@states(Rule.REROLL_RESULT)
def results_are_on_the_die(position: Position, state: State, move: OperateMove) -> str | None:
    """A rerolled die shows 1 to 6."""
    for guest, result in move.rerolls:
        if result not in RESULTS:
            return f"{guest_name(position, state, guest)} cannot show {result} when rerolled: a die shows {LOWEST} to {HIGHEST}."
    return None


UNPIPPED_CHECKS = (
    an_administrator_keeps_pips_here,
    the_kept_die_is_of_the_party_and_colour,
    the_rerolled_dice_are_pipped_otherwise,
    rerolled_dice_fill_slots_with_the_symbol,
    results_are_on_the_die,
)


def unpipped_candidates(
    position: Position, move: OperateMove
) -> Iterator[tuple[GuestId | None, tuple[tuple[GuestId, int], ...]]]:
    """Every choice of a kept die and of rerolled dice with their results worth checking for a party."""
    keeps: tuple[GuestId | None, ...] = (None,)
    if position.has_administrator(AdministratorKind.KEEP_PIPS):
        keeps = (None, *move.party)
    symbols = sum(slot.reroll for slot in position.tile[move.tile].attraction.requirement.slots)
    most = symbols + position.has_administrator(AdministratorKind.REROLL)
    for keep in keeps:
        for number in range(min(most, len(move.party)) + 1):
            for rerolled in combinations(move.party, number):
                for results in product(RESULTS, repeat=number):
                    yield keep, tuple(zip(rerolled, results, strict=True))
