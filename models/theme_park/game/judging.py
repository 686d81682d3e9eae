"""Whether an event may come next, and what it does: the one judge of whole games."""

from typing import Any

from models.theme_park.game import (
    displays,
    ending,
    expand,
    improve,
    innovations,
    objectives,
    operating,
    plan,
    setting_up,
    solo,
    upkeep,
    welcome,
)
from models.theme_park.game.changing import changed
from models.theme_park.game.events import (
    WORDS,
    Build,
    BuyMap,
    Event,
    ExtraGuest,
    InstallInnovation,
    InstallUpgrade,
    LowerSum,
    MoveUpgrade,
    Recruit,
    RemoveUpgrade,
    ScoreGoal,
    Welcome,
)
from models.theme_park.game.rule import EventFamily, GameBroken, GameRule, first_broken
from models.theme_park.game.state import Game
from models.theme_park.game.steps import STEP_OF, close, in_play, missing
from models.theme_park.game.variant import PHASES, STEPS, Step
from models.theme_park.rulings import Choice, Ruling

FAMILIES: dict[type, EventFamily[Any]] = {
    **setting_up.FAMILIES,
    **displays.FAMILIES,
    **plan.FAMILIES,
    **welcome.FAMILIES,
    **expand.FAMILIES,
    **improve.FAMILIES,
    **innovations.FAMILIES,
    **operating.FAMILIES,
    **upkeep.FAMILIES,
    **objectives.FAMILIES,
    **solo.FAMILIES,
    **ending.FAMILIES,
}
"""Every kind of event."""


def after(game: Game, event: Event) -> Game | GameBroken:
    """The game after ``event``, or the first rule that it breaks."""
    reached = reach(game, event)
    return reached if isinstance(reached, GameBroken) else judge(reached, event)


def judge(game: Game, event: Event) -> Game | GameBroken:
    """The same for a game that is in the event's step already."""
    family = FAMILIES[type(event)]
    broken = _once(game, event) or _turn(game, event) or first_broken(family.checks, game, event)
    if broken is not None:
        return broken
    played: Game | GameBroken = family.play(game, event)
    if isinstance(played, GameBroken):
        return played
    return _marked(played, event)


def reach(game: Game, event: Event) -> Game | GameBroken:
    """The game in the step that ``event`` belongs to: steps in between end, unless something must be done first."""
    wanted = STEP_OF[type(event)]
    first = game
    while game.step not in wanted:
        why = missing(game)
        if why is not None:
            return _out_of_place(first, game, event, wanted, why)
        game = close(game)
    return game


def _out_of_place(first: Game, game: Game, event: Event, wanted: tuple[Step, ...], why: str) -> GameBroken:
    what = WORDS[type(event)]
    when = f"in {PHASES[first.step]}" + (f" of round {first.round}" if first.round else "")
    if game.winners is not None:
        return GameBroken(GameRule.PHASE, f'The game is over; "{what}" comes too late.')
    if not any(in_play(game, step) for step in wanted):
        where = f"round {game.round} of " if game.round else ""
        return GameBroken(GameRule.PHASE, f'"{what}" does not happen in {where}a {game.table.variant} game.')
    if all(STEPS.index(step) < STEPS.index(first.step) for step in wanted):
        return GameBroken(
            GameRule.PHASE, f'"{what}" belongs to {PHASES[wanted[0]]}; the game is {when}, at {first.step}.'
        )
    return GameBroken(GameRule.MISSING, f'Before "{what}" {why}; the game is {when}.')


def _once(game: Game, event: Event) -> GameBroken | None:
    """Events that a player, or the table, does only once in a step."""
    kind, by = type(event), getattr(event, "by", None)
    done = game.done if by is None else game.by_id[by].once
    if kind not in REPEATED and kind in done:
        return GameBroken(GameRule.ONCE, f'"{WORDS[kind]}" was already done{f" by {by}" if by else ""} in this round.')
    return None


REPEATED: frozenset[type[Event]] = frozenset(
    {
        Build,
        Recruit,
        BuyMap,
        RemoveUpgrade,
        InstallUpgrade,
        MoveUpgrade,
        InstallInnovation,
        ExtraGuest,
        LowerSum,
        ScoreGoal,
    }
)
"""Events that have a rule of their own on how often they may happen."""


def _marked(game: Game, event: Event) -> Game:
    kind, by = type(event), getattr(event, "by", None)
    if kind in REPEATED:
        return game
    if by is None:
        return changed(game, done=game.done | {kind})
    return game.change(by, once=game.by_id[by].once | {kind})


def _turn(game: Game, event: Event) -> GameBroken | None:
    """Welcome and Expand are done in turn order (rulebook, Welcome; Expand)."""
    match event:
        case Welcome():
            must = next((each for each in game.order if Welcome not in game.by_id[each].once), None)
            if must in (None, event.by):
                return None
            return GameBroken(GameRule.TURN, f"{event.by} takes a monorail; it is {must}'s turn.")
        case Build() | Recruit():
            return _expanding(game, event)
    return None


def _expanding(game: Game, event: Build | Recruit) -> GameBroken | None:
    place = game.order.index(event.by)
    later = [each for each in game.order[place + 1 :] if _has_expanded(game, event, game.by_id[each].did)]
    if later:
        return GameBroken(GameRule.TURN, f"{event.by} expands after {later[0]}, who comes later in the turn order.")
    return None


def _has_expanded(game: Game, event: Build | Recruit, did: tuple[type[Event], ...]) -> bool:
    """Whether another player has already done what comes after ``event`` (ruling ``expand.turns``)."""
    if game.table.says(Ruling.EXPAND_TURNS, Choice.BUILD_THEN_RECRUIT):
        return type(event) in did
    return Build in did or Recruit in did
