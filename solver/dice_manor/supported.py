"""What the solver of Dice Manor does not weigh yet: refused by name, never left out in silence."""

from collections.abc import Iterator

from models.dice_manor.manor import NUMBERS
from models.dice_manor.rulings import Choice, Ruling
from models.dice_manor.turn import Seat
from models.shared.fault import Fault, FaultCode, pointer


def unsolved(seat: Seat) -> Iterator[Fault]:
    """Everything that the solver does not weigh yet: a supply of tokens that might run out."""
    gained = seat.unplaced if seat.opening else seat.unplaced + len(NUMBERS) + 1
    if seat.in_supply < gained and seat.rulings.says(Ruling.TOKENS_IN_THE_BOX, Choice.THIRTY_TWO):
        detail = (
            f"{max(0, seat.in_supply)} tokens are in the supply and {gained} may be gained: the solver weighs no supply that runs "
            "out; check and moves do."
        )
        yield Fault(pointer("rulings", Ruling.TOKENS_IN_THE_BOX), detail, FaultCode.NOT_SOLVED)
