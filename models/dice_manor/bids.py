"""Bids under Blueprints and on Advertising, and who is ahead (Rulebook, Blueprint Spaces; Advertising)."""

from collections.abc import Sequence
from dataclasses import replace

from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.tours import reachable
from models.dice_manor.turn import Bid, Board, Seat, Turn
from models.shared.rulebook import rule


@rule(Rule.ADVERTISING_NUMBER)
def advertising_grows_by_its_own_number(seat: Seat, turn: Turn) -> str | None:
    """Once dice lie on Advertising, only dice of the same number join them."""
    mine = None if seat.board is None else bid_of(seat.board.advertising, seat.player)
    if mine is None or not turn.advertising or mine.number == turn.number:
        return None
    return f"{seat.player} bids with {mine.number} on Advertising this round and cannot add {turn.number}."


@rule(Rule.BLUEPRINT_EMPTY)
def no_dice_without_a_tile(seat: Seat, turn: Turn) -> str | None:
    """No dice go under a Blueprint without a tile, where the table rules so, but those that fit nowhere else.

    All dice of the number are placed: without that a player could be left with no legal turn.
    """
    if seat.board is None or not turn.blueprint or turn.number not in seat.board.empty:
        return None
    if seat.rulings.says(Ruling.EMPTY_BLUEPRINT, Choice.TAKES_BIDS):
        return None
    mine = bid_of(seat.board.advertising, seat.player)
    fit = len(reachable(seat.manor, seat.dice, turn.number, seat.rulings))
    if mine is not None and mine.number != turn.number and turn.blueprint <= turn.of_number - fit:
        return None
    return f"Blueprint {turn.number} has no tile, and the table rules that no dice go there that fit elsewhere."


def bid_of(bids: Sequence[Bid], player: str) -> Bid | None:
    """The bid of ``player``, None where there is none."""
    return next((bid for bid in bids if bid.player == player), None)


def raised(bids: tuple[Bid, ...], player: str, dice: int, number: int) -> tuple[Bid, ...]:
    """``bids`` with ``dice`` more of ``player``, whose count is now the one reached last."""
    if not dice:
        return bids
    before = bid_of(bids, player)
    rest = tuple(bid for bid in bids if bid is not before)
    return (*rest, Bid(player, dice + (before.dice if before else 0), number, raised=before is not None))


def place_bids(board: Board, player: str, turn: Turn) -> Board:
    """The board once the dice of ``turn`` lie on it."""
    blueprints = {**board.blueprints}
    if turn.blueprint:
        blueprints[turn.number] = raised(blueprints.get(turn.number, ()), player, turn.blueprint, turn.number)
    return replace(
        board,
        blueprints=blueprints,
        advertising=raised(board.advertising, player, turn.advertising, turn.number),
    )


def blueprint_order(bids: Sequence[Bid]) -> tuple[Bid, ...]:
    """Bids under one Blueprint, the top one first: more dice, then the count reached earlier."""
    return tuple(sorted(bids, key=lambda bid: -bid.dice))


def advertising_order(bids: Sequence[Bid], rulings: ManorRulings) -> tuple[Bid, ...]:
    """Bids on Advertising, the 1st first: more dice, then by ruling the higher number, then the count reached earlier."""
    counts = [bid.dice for bid in bids]
    equal = len(set(counts)) < len(counts)
    by_number = equal and rulings.says(Ruling.ADVERTISING_EQUAL_COUNTS, Choice.HIGHER_NUMBER_AHEAD)
    order = list[Bid]()
    for bid in bids:
        climbs = by_number and not (bid.raised and rulings.says(Ruling.RAISED_TO_EQUAL_COUNT, Choice.STAYS_BEHIND))
        passed = [
            place
            for place, other in enumerate(order)
            if other.dice < bid.dice or (climbs and other.dice == bid.dice and other.number < bid.number)
        ]
        order.insert(min(passed, default=len(order)), bid)
    return tuple(order)
