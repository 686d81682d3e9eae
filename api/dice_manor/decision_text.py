"""Decisions of the Grand Opening in sentences."""

from models.dice_manor.manor import Place
from models.dice_manor.notation import slot_text
from models.dice_manor.turn import Seat, nudged
from solver.dice_manor.decisions import Decision


def decision_text(seat: Seat, decision: Decision) -> str:
    """Tells a decision in a sentence: tokens, number, paths."""
    rolled = seat.rolled or ()
    parts = []
    for die in dict.fromkeys(nudge.die for nudge in decision.nudges):
        by = sum(nudge.by for nudge in decision.nudges if nudge.die == die)
        parts.append(f"turn a {rolled[die]} to {nudged(rolled[die], by)}")
    if decision.reroll:
        parts.append(f"roll {' '.join(str(rolled[die]) for die in decision.reroll)} again")
        return _sentence(parts)
    parts.append(f"choose {decision.number}")
    parts += [f"path {' - '.join(_stop(seat, decision, place) for place in path)}" for path in decision.paths]
    if decision.unhappy:
        parts.append(f"{decision.unhappy} unhappy")
    return _sentence(parts)


def _stop(seat: Seat, decision: Decision, place: Place) -> str:
    """A room of a path; which slot is told where the die could go to its other one, which takes other numbers too."""
    slots, filled = (
        seat.manor.by_id[place.room].slots,
        {*seat.dice, *(each for path in decision.paths for each in path)},
    )
    others = [numbers for slot, numbers in enumerate(slots) if Place(place.room, slot) not in filled]
    if all(decision.number not in numbers or numbers == slots[place.slot] for numbers in others):
        return place.room
    return f"{place.room} ({slot_text(slots[place.slot])})"


def _sentence(parts: list[str]) -> str:
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."
