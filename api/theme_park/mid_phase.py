"""How the park stands after moves, as a position of its own, for whoever wants the best from there."""

from collections.abc import Sequence

from api.schemas.describing import Document
from api.theme_park.schemas.answers.operate import StandingAnswer, Stands
from models.theme_park.operate.mid_phase import colour_waits, standing, taken_at_once
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay

WAITS = "A colour adjustment waits for its operation, which no position says; ask again once it is used."


def standing_document(position: Position, moves: Sequence[Move]) -> Document:
    """The position after ``moves``, null where there is none; `why_not` says why.

    `taken_at_once`: stars that skills and VIPs have brought and that the position does not hold; those of cubes it does,
    money that skills and cable cars have brought is in its `money`, maps and mascots used are in its `used`.
    """
    verdict = replay(position, moves)
    state = verdict.reached
    why_not = verdict.violation.message if verdict.violation else WAITS if colour_waits(state) else None
    return StandingAnswer.write(Stands(None if why_not else standing(position, state), taken_at_once(state), why_not))
