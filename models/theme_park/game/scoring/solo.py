"""The solo game: goals, and the target that grows."""

from typing import Any

from models.shared.phrases import listing
from models.shared.rulebook import rule
from models.theme_park.game.box.printed_facts import Goal, Quantity
from models.theme_park.game.events import PlaceGoals, ScoreGoal
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import GoalId
from models.theme_park.game.rules import EventFamily, GameRule
from models.theme_park.game.scoring.quantities import amount
from models.theme_park.game.state import Game
from models.theme_park.rulings import Choice, Ruling


@rule(GameRule.SOLO_GOALS)
def goals_lie_below_the_marked_rounds(game: Game, event: PlaceGoals) -> str | None:
    """At least one goal of the right deck below each marked round; more make the game harder."""
    overlay, goals = game.table.box.overlay, game.table.box.goals
    if overlay is None or not game.table.solo:
        return "Goals lie out; only a solo game has them."
    names = [goal for _, goal in event.placed]
    if len(set(names)) < len(names):
        return "A goal lies out twice; there is one of each."
    for number, goal in event.placed:
        if number not in overlay.spaces:
            return f"Goal {goal} lies below round {number}, which is not marked; marked: {listing(str(n) for n in sorted(overlay.spaces))}."
        deck = overlay.spaces[number][0]
        if goals[goal].deck is not deck:
            return f"Goal {goal} is of deck {goals[goal].deck}; below round {number} lies one of deck {deck}."
    empty = [number for number in sorted(overlay.spaces) if number not in {place for place, _ in event.placed}]
    return f"No goal lies below round {empty[0]}." if empty else None


def place_goals(game: Game, event: PlaceGoals) -> Game:
    """The game with the solo goals laid out."""
    return changed(game, goals=event.placed)


def goals_now(game: Game) -> tuple[GoalId, ...]:
    """Lists the goals that are scored in this round."""
    return tuple(goal for number, goal in game.goals if number == game.round)


def achieved(game: Game, goal: Goal) -> bool | None:
    """Whether the goal is achieved; None when that is said by hand."""
    if goal.measure.quantity is Quantity.DISCARDED:
        dice = game.discarded
        number: int | None = sum(dice) if goal.measure.colour is None else dice.of(goal.measure.colour)
    else:
        number = amount(game, game.players[0], goal.measure)
    if number is None:
        return None
    return (goal.least is None or number >= goal.least) and (goal.most is None or number <= goal.most)


@rule(GameRule.SOLO_GOAL)
def the_goal_was_achieved_or_not(game: Game, event: ScoreGoal) -> str | None:
    """A goal of this round, once, as it can be counted."""
    if event.goal not in goals_now(game):
        return f"Goal {event.goal} does not lie below round {game.round}."
    if event.goal in dict(game.goals_scored):
        return f"Goal {event.goal} is already scored."
    must = achieved(game, game.table.box.goals[event.goal])
    if must is None:
        missing = f"Goal {event.goal} is judged by hand: say whether it was achieved."
        return missing if event.achieved is None else None
    if event.achieved in (None, must):
        return None
    return f"Goal {event.goal} is said to be {_word(event.achieved)}; it is {_word(must)}."


def _word(done: bool | None) -> str:
    return "achieved" if done else "not achieved"


def score_goal(game: Game, event: ScoreGoal) -> Game:
    """A goal that was not achieved raises the target by its red stars and those of the space above."""
    done = achieved(game, game.table.box.goals[event.goal]) if event.achieved is None else event.achieved
    assert done is not None
    assert game.target is not None
    scored = (*game.goals_scored, (event.goal, done))
    more = _red_stars(game, scored) - _red_stars(game, game.goals_scored)
    return changed(game, target=game.target + more, goals_scored=scored)


def _red_stars(game: Game, scored: tuple[tuple[GoalId, bool], ...]) -> int:
    """Red stars of this round's goals that failed, and of the space above (ruling ``solo.goals-of-one-space``)."""
    overlay, goals, here = game.table.box.overlay, game.table.box.goals, goals_now(game)
    assert overlay is not None
    failed = [goal for goal, done in scored if goal in here and not done]
    if not failed:
        return 0
    times = len(failed)
    if not game.table.says(Ruling.SOLO_GOALS_OF_ONE_SPACE, Choice.EACH_FAILED_GOAL):
        times = 1
    covered = any(goal in here and done for goal, done in scored)
    if covered and game.table.says(Ruling.SOLO_GOALS_OF_ONE_SPACE, Choice.ONCE_UNLESS_COVERED):
        times = 0
    return sum(goals[goal].stars for goal in failed) + times * overlay.spaces[game.round][1]


def unscored(game: Game) -> tuple[GoalId, ...]:
    """Goals of this round that nobody has scored."""
    done = dict(game.goals_scored)
    return tuple(goal for goal in goals_now(game) if goal not in done)


def score_the_rest(game: Game) -> Game:
    """Goals that can be counted are scored when the step ends."""
    for goal in unscored(game):
        result = achieved(game, game.table.box.goals[goal])
        assert result is not None
        game = score_goal(game, ScoreGoal(goal, result))
    return game


def by_hand(game: Game) -> tuple[GoalId, ...]:
    """Unscored goals of this round that only the player can judge."""
    return tuple(goal for goal in unscored(game) if achieved(game, game.table.box.goals[goal]) is None)


FAMILIES: dict[type, EventFamily[Any]] = {
    PlaceGoals: EventFamily((goals_lie_below_the_marked_rounds,), place_goals),
    ScoreGoal: EventFamily((the_goal_was_achieved_or_not,), score_goal),
}
