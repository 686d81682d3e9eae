"""The layered search, imported when it is first needed: only the process that searches pays for its compiler."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from models.theme_park.operate.position import Position
from solver.theme_park.operate.messages import Message
from solver.theme_park.operate.settings import Engine, Settings
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import Tables

if TYPE_CHECKING:
    from solver.theme_park.operate.layered.engine import LayeredEngine
    from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions


def layered_engine(
    position: Position,
    settings: Settings,
    shared_bounds: SharedBounds,
    tell: Callable[[Message], None],
    questions: "VectorQuestions | None" = None,
) -> "LayeredEngine | None":
    """The layered search with the relaxation's prices, where the position fits them; ``questions`` of engines that share some."""
    from solver.theme_park.operate.layered.encoding.park import fits  # noqa: PLC0415 - this room is there for it

    if not fits(position) or not settings.engines & {Engine.LAYERED, Engine.RELAXATION}:
        return None
    from solver.theme_park.operate.layered.engine import LayeredEngine  # noqa: PLC0415
    from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions  # noqa: PLC0415

    asked = questions or VectorQuestions(shared_bounds)
    return LayeredEngine(Tables(position), settings, shared_bounds, tell, asked)
