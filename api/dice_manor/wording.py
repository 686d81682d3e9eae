"""Sentences of Dice Manor's answers."""

from models.dice_manor.turn import Seat
from solver.dice_manor.decisions import Decision


def decision_text(seat: Seat, decision: Decision) -> str:
    """Tells a decision in a sentence: tokens, number, paths."""
    rolled = seat.rolled or ()
    parts = []
    for die in dict.fromkeys(nudge.die for nudge in decision.nudges):
        shown_then = rolled[die]
        for nudge in decision.nudges:
            shown_then = (shown_then - 1 + (nudge.by if nudge.die == die else 0)) % 6 + 1
        parts.append(f"turn a {rolled[die]} to {shown_then}")
    if decision.reroll:
        parts.append(f"roll {' '.join(str(rolled[die]) for die in decision.reroll)} again")
        return _sentence(parts)
    parts.append(f"choose {decision.number}")
    parts += [f"path {' - '.join(place.room for place in path)}" for path in decision.paths]
    if decision.unhappy:
        parts.append(f"{decision.unhappy} unhappy")
    return _sentence(parts)


def _sentence(parts: list[str]) -> str:
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."
