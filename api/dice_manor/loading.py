"""Documents of Dice Manor read into values; every fault of a document is told at once."""

from typing import Any

from api.dice_manor.consistency import bid_faults, end_faults, opening_faults, turn_faults
from api.dice_manor.schemas.bids import BidPhaseSchema, BidTable, seat_of, table_of
from api.dice_manor.schemas.end import EndSchema
from api.dice_manor.schemas.fields import Phase
from api.dice_manor.schemas.manors import OpeningSchema
from api.dice_manor.schemas.turns import ManorTurnSchema
from api.problems.bad_input import BadInput
from api.schemas.loading import load, merged
from models.dice_manor.scoring import EndOfGame
from models.dice_manor.turn import Seat, Turn
from models.shared.fault import Fault, found, named, pointer, shown
from solver.dice_manor.supported import unsolved

MOST_TURNS = 200
DECIDED = f"a phase with something to decide: {named((Phase.GRAND_OPENING.value, Phase.BID.value, Phase.BUILD.value))}"


def phase_of(document: object) -> object:
    """The phase that a document names; the Grand Opening where it names none."""
    return document.get("phase", Phase.GRAND_OPENING.value) if isinstance(document, dict) else Phase.GRAND_OPENING.value


def load_to_solve(document: object, *, prefix: str = "") -> Seat:
    """A seat as ``load_seat`` reads it; raises ``BadInput`` also for what the solver does not weigh."""
    seat = load_seat(document, prefix=prefix)
    _refuse([], unsolved(seat), prefix)
    return seat


def load_to_list(document: object, *, prefix: str = "") -> Seat:
    """A seat whose turns are to be listed; places for tiles are not."""
    accepted = f"a phase whose turns can be listed: {named((Phase.GRAND_OPENING.value, Phase.BID.value))}"
    return load_seat(document, prefix=prefix, accepted=accepted)


def load_seat(document: object, *, prefix: str = "", accepted: str = DECIDED) -> Seat:
    """What the next turn of a position starts from; raises ``BadInput`` with every fault, at ``prefix`` and below.

    ``accepted``: what is said to be where the phase is another.
    """
    phase = phase_of(document)
    if phase == Phase.BID:
        value, wrong = load(BidPhaseSchema(), document, prefix)
        _refuse(wrong, bid_faults(document), prefix)
        return seat_of(value)
    if phase != Phase.GRAND_OPENING:
        raise BadInput([Fault(prefix + "/phase", found(phase, accepted))])
    value, wrong = load(OpeningSchema(), document, prefix)
    _refuse(wrong, opening_faults(document), prefix)
    assert isinstance(value, Seat)
    return value


def load_table(document: object, *, prefix: str = "") -> BidTable:
    """The table of the Bid phase; raises ``BadInput`` with every fault, and for what the solver does not weigh."""
    value, wrong = load(BidPhaseSchema(), document, prefix)
    _refuse(wrong, bid_faults(document), prefix)
    table = table_of(value)
    _refuse([], unsolved(table.seat), prefix)
    return table


def load_turns(document: object, seat: Seat, *, prefix: str = "") -> tuple[Turn, ...]:
    """The turns of a list, or of an object ``{"moves": [...]}``; raises ``BadInput`` with every fault."""
    raw = document
    if isinstance(document, dict) and set(document) == {"moves"}:
        prefix, raw = prefix + "/moves", document["moves"]
    if not isinstance(raw, list) or len(raw) > MOST_TURNS:
        accepted = f"a list of 0 to {MOST_TURNS} turns, or an object with that list as moves"
        raise BadInput([Fault(prefix, f"Found {shown(raw)}; accepted: {accepted}.")])
    schema, rooms = ManorTurnSchema(), {room.id: len(room.slots) for room in seat.manor.rooms}
    turns, faults = list[Any](), list[Fault]()
    for number, each in enumerate(raw):
        turn, wrong = load(schema, each, prefix + pointer(number))
        turns.append(turn)
        faults += merged(wrong, turn_faults(each, rooms, prefix + pointer(number)))
    if faults:
        raise BadInput(faults)
    return tuple(turns)


def load_end(document: object, *, prefix: str = "") -> EndOfGame:
    """The end of a game; raises ``BadInput`` with every fault, at ``prefix`` and below."""
    value, wrong = load(EndSchema(), document, prefix)
    _refuse(wrong, end_faults(document), prefix)
    assert isinstance(value, EndOfGame)
    return value


def _refuse(wrong: list[Fault], inconsistent: Any, prefix: str) -> None:
    faults = merged(wrong, (Fault(prefix + each.pointer, each.detail, each.code) for each in inconsistent))
    if faults:
        raise BadInput(faults)
