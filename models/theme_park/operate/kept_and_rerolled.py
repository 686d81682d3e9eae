"""Dice that are not pipped down: kept by an administrator, or rerolled (Surprises)."""

from collections.abc import Iterator
from itertools import combinations, product

from models.shared.phrases import listing
from models.shared.rulebook import Cited, Told, rule
from models.theme_park.attraction import Innovation
from models.theme_park.cards import AdministratorKind
from models.theme_park.guests import HIGHEST, LOWEST, GuestId
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.party import party_now
from models.theme_park.operate.phrases import guest_name, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import GuestNow, State, guest_now
from models.theme_park.requirement import Slot, seatings
from models.theme_park.rulings import Choice, Ruling

RESULTS = range(LOWEST, HIGHEST + 1)


def may_be_kept(position: Position, now: GuestNow) -> bool:
    """Whether the die is of the administrator's colour (ruling ``administrator.colour-of-die``)."""
    adjusted = position.rulings.says(Ruling.ADMINISTRATOR_COLOUR_OF_DIE, Choice.ADJUSTED)
    colour = now.counts_as if adjusted else now.colour
    return position.administrator is not None and colour is position.administrator.colour


@rule(Rule.KEEP_ADMINISTRATOR)
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


@rule(Rule.KEEP_DIE)
def the_kept_die_is_of_the_party_and_colour(position: Position, state: State, move: OperateMove) -> Told:
    """The die kept is one of the party, of the administrator's colour."""
    if move.keep is None:
        return None
    now = guest_now(position, state, move.keep)
    if move.keep not in move.party or now is None:
        return f"{guest_name(position, state, move.keep)} is not in the party of {tile_name(position, move.tile)} and has no pip to keep."
    if may_be_kept(position, now):
        return None
    colour = position.administrator.colour if position.administrator else None
    told = f"{guest_name(position, state, move.keep)} is not {colour}, the colour whose pips the administrator keeps."
    return Cited(told, "colour")


@rule(Rule.REROLL_DIE)
def the_rerolled_dice_are_pipped_otherwise(position: Position, state: State, move: OperateMove) -> Told:
    """A die is rerolled once instead of being pipped down: it is of the party, not kept, and no VIP."""
    rerolled = [guest for guest, _ in move.rerolls]
    for guest in rerolled:
        name = guest_name(position, state, guest)
        if rerolled.count(guest) > 1:
            return f"{name} is rerolled more than once in the operation of {tile_name(position, move.tile)}."
        if guest not in move.party:
            return f"{name} is not in the party of {tile_name(position, move.tile)} and cannot be rerolled."
        if guest == move.keep:
            return Cited(f"{name} keeps its pips, so there is nothing to reroll it instead of.", "kept")
        if guest in position.vips:
            return Cited(f"{name} is a VIP, and a VIP is never rerolled: it pips down.", "vip")
    return None


def may_reroll(position: Position, slot: Slot) -> bool:
    """Whether the die in ``slot`` may be rerolled: by the Surprises symbol, or one that the administrator shows."""
    if slot.reroll:
        return True
    administrator = position.administrator
    return (
        slot.symbol is not None
        and administrator is not None
        and administrator.kind is AdministratorKind.REROLL
        and administrator.symbol == slot.symbol
    )


def rerolls_anywhere(position: Position) -> int:
    """Dice of any party that may be rerolled without a symbol: one by ruling ``administrator.reroll`` = any-die."""
    if not position.has_administrator(AdministratorKind.REROLL):
        return 0
    return int(position.rulings.says(Ruling.ADMINISTRATOR_REROLL, Choice.ANY_DIE))


@rule(Rule.REROLL_SYMBOL)
def rerolled_dice_fill_slots_with_the_symbol(position: Position, state: State, move: OperateMove) -> Told:
    """The dice rerolled fill elements with the Surprises symbol, or with the symbol of the administrator."""
    rerolled = {guest for guest, _ in move.rerolls}
    if not rerolled:
        return None
    marked = _seated_on_symbols(position, state, move)
    anywhere = rerolls_anywhere(position)
    if any(len(rerolled - each) <= anywhere for each in marked):
        return None
    names = listing(guest_name(position, state, guest) for guest in sorted(rerolled))
    able = sorted(frozenset().union(*marked))
    allowed = _allowed(position, move, [guest_name(position, state, guest) for guest in able])
    more = f"; one die more is allowed by the ruling {Ruling.ADMINISTRATOR_REROLL}" if anywhere else ""
    told = f"{names} cannot {'all ' * (len(rerolled) > 1)}be rerolled: {allowed}{more}."
    by_administrator = position.has_administrator(AdministratorKind.REROLL)
    return Cited(told, "administrator") if by_administrator else told


def _allowed(position: Position, move: OperateMove, able: list[str]) -> str:
    """What the symbols of the attraction allow; ``able``: the dice of the party that can fill their slots."""
    tile = position.tile[move.tile]
    slots = list(enumerate(tile.attraction.requirement.slots, 1))
    places = [number for number, slot in slots if may_reroll(position, slot)]
    administrator = position.administrator
    shows = administrator.symbol if administrator and administrator.kind is AdministratorKind.REROLL else None
    if not places:
        symbols = "the reroll symbol" if shows is None else f"the reroll symbol or the administrator's symbol {shows}"
        return f"no slot of {tile_name(position, move.tile)} shows {symbols}"
    where = f"slot{'s' if len(places) > 1 else ''} {listing(map(str, places))}"
    return f"the symbol of {tile_name(position, move.tile)} allows it for the die in {where}, in this party {listing(able, 'or')}"


def _seated_on_symbols(position: Position, state: State, move: OperateMove) -> list[frozenset[GuestId]]:
    """The dice that fill elements with a symbol, for every way the party fulfils the requirement."""
    tile = position.tile[move.tile]
    slots = tile.attraction.requirement.slots
    marked = [may_reroll(position, slot) for slot in slots]
    dice = [(now.counts_as, now.value) for now in party_now(position, state, move)]
    return [
        frozenset(move.party[chosen[index]] for symbol, index in zip(marked, order, strict=True) if symbol)
        for chosen in combinations(range(len(dice)), len(slots))
        for order in seatings(
            tile.attraction.requirement,
            tuple(dice[index] for index in chosen),
            tile.innovation is Innovation.PHOTO_BOOTH,
        )
    ]


@rule(Rule.REROLL_RESULT)
def results_are_on_the_die(position: Position, state: State, move: OperateMove) -> str | None:
    """A rerolled die shows 1 to 6."""
    for guest, result in move.rerolls:
        if result not in RESULTS:
            return f"{guest_name(position, state, guest)} cannot show {result} when rerolled: a die shows {LOWEST} to {HIGHEST}."
    return None


KEPT_CHECKS = (an_administrator_keeps_pips_here, the_kept_die_is_of_the_party_and_colour)
"""Of the dice as they are when they are pipped down."""

REROLLED_CHECKS = (
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
    symbols = sum(may_reroll(position, slot) for slot in position.tile[move.tile].attraction.requirement.slots)
    most = symbols + rerolls_anywhere(position)
    for keep in keeps:
        for number in range(min(most, len(move.party)) + 1):
            for rerolled in combinations(move.party, number):
                for results in product(RESULTS, repeat=number):
                    yield keep, tuple(zip(rerolled, results, strict=True))
