"""Whether an event may come next, and what it does: the one judge of whole games."""

from typing import Any

from models.shared.phrases import listing
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
    OperatePark,
    PutGuestsBack,
    Recruit,
    RemoveUpgrade,
    ScoreGoal,
    SwapStaff,
    Welcome,
)
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.phases import expand, improve, innovations, operating, plan, upkeep, welcome
from models.theme_park.game.rules import EventFamily, GameBroken, GameRule, broken_in, first_broken
from models.theme_park.game.scoring import ending, objectives, solo
from models.theme_park.game.set_up import displays, setting_up, start_boards
from models.theme_park.game.state import Game
from models.theme_park.game.steps import STEP_OF, close_step, happens, happens_later, lacking, missing
from models.theme_park.game.variant import SET_UP, STEPS, Step, Variant
from models.theme_park.rulings import Choice, Ruling

FAMILIES: dict[type, EventFamily[Any]] = {
    **setting_up.FAMILIES,
    **start_boards.FAMILIES,
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
    broken = (
        untimely(game, type(event), getattr(event, "by", None))
        or _turn(game, event)
        or first_broken(family.checks, game, event)
    )
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
    while game.step not in wanted or (game.step is not wanted[-1] and not happens(game, event)):
        if missing(game) is not None:
            return _out_of_place(first, game, event, wanted)
        game = close_step(game)
    return game


def _out_of_place(first: Game, game: Game, event: Event, wanted: tuple[Step, ...]) -> GameBroken:
    """Why ``event`` cannot come while ``first`` lasts: what must be done before it, which stopped at ``game``."""
    what, number = WORDS[type(event)], first.round
    if game.winners is not None:
        return GameBroken(GameRule.PHASE, f'The game is over; "{what}" comes too late.')
    if not happens(game, event):
        set_up = "the set-up of " if happens_later(game, event) else ""
        where = f"round {game.round} of " if game.round else set_up
        kind = f"{'an' if game.table.variant is Variant.INTRODUCTORY else 'a'} {game.table.variant} game"
        return GameBroken(GameRule.PHASE, f'"{what}" does not happen in {where}{kind}.')
    if all(STEPS.index(step) < STEPS.index(first.step) for step in wanted):
        return GameBroken(GameRule.PHASE, _too_late(first, game, what, wanted))
    when = f" in round {number}" if number else ""
    return GameBroken(GameRule.MISSING, f'Before "{what}"{when} {listing(lacking(game, wanted)[:MOST_TOLD])}.')


def _too_late(first: Game, game: Game, what: str, wanted: tuple[Step, ...]) -> str:
    """That the round is past the event's step, and what must be done before it can come again."""
    number = first.round
    if not number or all(step in SET_UP for step in wanted):
        return f'"{what}" comes too late: it is done in set-up, and the game has come to {first.step}.'
    over = f'"{what}" comes too late for round {number}'
    if first.last_round:
        return f"{over}, and no round follows."
    return f"{over}; before that of round {number + 1} {listing(lacking(game, wanted)[:MOST_TOLD])}."


MOST_TOLD = 4
"""Things that must be done first, as many as a message tells."""


def untimely(game: Game, kind: type[Event], by: PlayerId | None) -> GameBroken | None:
    """Events that a player, or the table, does only once in a step."""
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
        OperatePark,
        PutGuestsBack,
        ScoreGoal,
        SwapStaff,
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
            return broken_in(None, GameRule.TURN, f"{event.by} takes a monorail; it is {must}'s turn.")
        case Build() | Recruit():
            return _expanding(game, event)
    return None


def _expanding(game: Game, event: Build | Recruit) -> GameBroken | None:
    """One player after the other, or all build before all recruit (ruling ``expand.turns``)."""
    apart = game.table.says(Ruling.EXPAND_TURNS, Choice.BUILD_THEN_RECRUIT)
    recruited = [each for each in game.order if Recruit in game.by_id[each].did]
    if apart and isinstance(event, Build) and recruited:
        return broken_in(
            "build-then-recruit",
            GameRule.TURN,
            f"{event.by} builds after {recruited[0]} has recruited; "
            f"all build before anyone recruits (ruling {Ruling.EXPAND_TURNS}).",
        )
    kinds: set[type[Event]] = {type(event)} if apart else {Build, Recruit}
    later = [each for each in game.order[game.order.index(event.by) + 1 :] if kinds & set(game.by_id[each].did)]
    if later:
        return broken_in(
            "build-then-recruit" if apart else "expand",
            GameRule.TURN,
            f"{event.by} expands after {later[0]}, who comes later in the turn order {listing(game.order)}.",
        )
    return None
