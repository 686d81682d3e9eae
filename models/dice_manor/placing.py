"""The roll, the tokens, the number chosen, and that all its dice are placed."""

from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Choice, Ruling
from models.dice_manor.tours import reachable
from models.dice_manor.turn import Seat, Turn
from models.shared.phrases import count, listing
from models.shared.rulebook import rule


@rule(Rule.ROLL_ALL)
def all_unplaced_dice_are_rolled(seat: Seat, turn: Turn) -> str | None:
    """A turn rolls all dice that are not placed yet."""
    if len(turn.rolled) == seat.unplaced and seat.unplaced:
        return None
    left = count(seat.unplaced, "die is", "dice are")
    return f"{count(len(turn.rolled), 'die')} rolled; {left} left to roll."


@rule(Rule.ROLL_KNOWN)
def the_roll_is_the_one_on_the_table(seat: Seat, turn: Turn) -> str | None:
    """A roll that lies on the table already is not made again."""
    if seat.rolled is None or sorted(turn.rolled) == sorted(seat.rolled):
        return None
    return f"The turn tells of {_dice(turn.rolled)}, but the dice show {_dice(seat.rolled)} already."


@rule(Rule.TOKENS_ENOUGH)
def tokens_are_in_hand(seat: Seat, turn: Turn) -> str | None:
    """Each use takes one Inspiration token that the player has before the turn's rewards."""
    if len(turn.tokens) <= seat.tokens:
        return None
    return f"{count(len(turn.tokens), 'token is', 'tokens are')} spent; {seat.tokens} in hand at the roll."


@rule(Rule.NUMBER_SHOWN)
def the_number_is_shown(seat: Seat, turn: Turn) -> str | None:
    """The number chosen shows on at least one die."""
    if turn.of_number:
        return None
    return f"No die shows {turn.number}; they show {_dice(turn.shown)}."


@rule(Rule.DICE_OF_NUMBER)
def no_more_dice_than_show_it(seat: Seat, turn: Turn) -> str | None:
    """Only dice that show the number chosen are placed."""
    placed = turn.toured + turn.blueprint + turn.advertising
    if placed <= turn.of_number:
        return None
    return f"{count(placed, 'die')} placed; {turn.of_number} of those rolled show {turn.number}."


@rule(Rule.BID_ALL_PLACED)
def all_dice_of_the_number_are_placed(seat: Seat, turn: Turn) -> str | None:
    """In the Bid phase every die of the number chosen goes somewhere."""
    placed = turn.toured + turn.blueprint + turn.advertising
    if seat.opening or placed == turn.of_number:
        return None
    return f"{count(turn.of_number, 'die shows', 'dice show')} {turn.number}, and all are placed; {placed} placed here."


@rule(Rule.OPENING_MANOR_ONLY)
def the_opening_is_in_the_manor(seat: Seat, turn: Turn) -> str | None:
    """In the Grand Opening dice only tour the manor."""
    if not seat.opening or not (turn.blueprint or turn.advertising):
        return None
    return "In the Grand Opening dice go into the manor only, neither under a Blueprint nor on Advertising."


@rule(Rule.OPENING_ALL_THAT_FIT)
def all_dice_that_fit_are_placed(seat: Seat, turn: Turn) -> str | None:
    """In the Grand Opening as many dice of the number are placed as the slots that can be reached take."""
    if not seat.opening:
        return None
    fit = min(turn.of_number, len(reachable(seat.manor, seat.dice, turn.number, seat.rulings)))
    if turn.toured == fit or seat.rulings.says(Ruling.UNHAPPY_ON_PURPOSE, Choice.YES):
        return None
    return (
        f"{count(turn.toured, 'die')} in the manor; "
        f"{count(fit, f'die that shows {turn.number} fits', f'dice that show {turn.number} fit')} and must be placed."
    )


@rule(Rule.OPENING_UNHAPPY_TOLD)
def unhappy_guests_are_as_told(seat: Seat, turn: Turn) -> str | None:
    """What a table tells of unhappy guests is right: they are the dice of the number that are nowhere else."""
    if turn.unhappy in (None, turn.left_out):
        return None
    return (
        f"{count(turn.unhappy or 0, 'unhappy guest is', 'unhappy guests are')} told; "
        f"{turn.left_out} of the dice that show {turn.number} found no place."
    )


def _dice(numbers: tuple[int, ...]) -> str:
    return listing(numbers)
