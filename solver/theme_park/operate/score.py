"""The values of a state under each objective, counted by the rules."""

from models.theme_park.operate.earnings import earnings, stars_for_money
from models.theme_park.operate.end_of_phase import guests_left, pips_left
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State
from solver.theme_park.operate.settings import STAGES, Settings, Stage, Weights


def stage_value(position: Position, state: State, stage: Stage, weights: Weights) -> int:
    """What ``stage`` counts in ``state``."""
    earned = earnings(position, state)
    match stage:
        case Stage.STARS:
            return earned.stars
        case Stage.MONEY:
            return earned.money
        case Stage.PIPS:
            return pips_left(position, state)
        case Stage.GUESTS:
            return guests_left(position, state)
        case Stage.FINAL:
            return earned.stars + stars_for_money(position, position.money + earned.money)
        case Stage.BALANCED:
            return (
                weights.stars * earned.stars + weights.money * earned.money + weights.pips * pips_left(position, state)
            )


def score(position: Position, state: State, settings: Settings) -> tuple[int, ...]:
    """The stage values in their order: the greater tuple is the better state."""
    return tuple(stage_value(position, state, stage, settings.weights) for stage in STAGES[settings.objective])
