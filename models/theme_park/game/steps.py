"""How a game goes on: which step an event belongs to, what must be done before a step ends, what its end does."""

from collections.abc import Callable

from models.shared.phrases import listing
from models.theme_park.game import events
from models.theme_park.game.events import Event
from models.theme_park.game.frozen import changed
from models.theme_park.game.phases.plan import settle_announcements
from models.theme_park.game.phases.upkeep import close_round, discard_value_one, pass_staff, take_earnings
from models.theme_park.game.scoring.objectives import amounts_now, award
from models.theme_park.game.scoring.solo import by_hand, score_the_rest
from models.theme_park.game.set_up.start_boards import without_board
from models.theme_park.game.state import Game, Player
from models.theme_park.game.variant import SET_UP, STEPS, UPKEEP, Step

STEP_OF: dict[type[Event], tuple[Step, ...]] = {
    events.PlaceObjectives: (Step.MAIN_BOARD,),
    events.PlaceGoals: (Step.MAIN_BOARD,),
    events.FillMonorails: (Step.MAIN_BOARD, Step.REFILL),
    events.StartOrder: (Step.MAIN_BOARD,),
    events.TakeBoard: (Step.MAIN_BOARD,),
    events.ChooseHand: (Step.HANDS,),
    events.ChooseAdministrator: (Step.ADMINISTRATORS,),
    events.ChooseSkill: (Step.SKILLS,),
    events.ChooseAttraction: (Step.FIRST_ATTRACTIONS,),
    events.Display: (Step.DISPLAY, Step.REFILL, Step.NEW_DISPLAY),  # it does not look at the monorails
    events.Plan: (Step.PLAN,),
    events.DrawSoloCard: (Step.SOLO_CARD,),
    events.LowerSum: (Step.SOLO_CARD, Step.ANNOUNCE),
    events.Announce: (Step.ANNOUNCE,),
    events.Welcome: (Step.WELCOME,),
    events.ExtraGuest: (Step.EXTRA_GUEST,),
    events.Build: (Step.EXPAND,),
    events.Recruit: (Step.EXPAND,),
    events.BuyMap: (Step.IMPROVE,),
    events.RemoveUpgrade: (Step.IMPROVE,),
    events.InstallUpgrade: (Step.IMPROVE,),
    events.MoveUpgrade: (Step.IMPROVE,),
    events.InstallInnovation: (Step.IMPROVE,),
    events.OperatePark: (Step.OPERATE,),
    events.Earn: (Step.EARN,),
    events.ScoreObjective: (Step.OBJECTIVE,),
    events.PutGuestsBack: (Step.VALUE_ONE,),
    events.SwapStaff: (Step.EARN, Step.OBJECTIVE, Step.VALUE_ONE, Step.STAFF),  # before cards are passed
    events.ScoreGoal: (Step.STAFF, Step.REFILL, Step.NEW_DISPLAY, Step.GOAL),  # at the end of Upkeep
    events.EndGame: (Step.END,),
}
"""The steps in which each kind of event happens; without the last of them a round does not have the event at all."""


def in_play(game: Game, step: Step) -> bool:
    """Whether this game, in this round, has the step at all."""
    asked = ONLY_WHERE.get(step)
    return asked is None or asked(game)


ONLY_WHERE: dict[Step, Callable[[Game], bool]] = {
    Step.HANDS: lambda game: game.table.chooses_hand,
    Step.ADMINISTRATORS: lambda game: game.table.variant.has_cards,
    Step.SKILLS: lambda game: game.table.variant.has_cards,
    Step.SOLO_CARD: lambda game: game.table.solo,
    Step.OBJECTIVE: lambda game: game.round in game.table.objective_rounds,
    Step.STAFF: lambda game: not game.last_round,
    Step.GOAL: lambda game: game.table.solo,
    Step.REFILL: lambda game: not game.last_round,
    Step.NEW_DISPLAY: lambda game: not game.last_round,
    Step.END: lambda game: game.last_round,
}
"""Steps that some games or rounds do not have."""


def happens(game: Game, event: Event) -> bool:
    """Whether this game, in this round, has such an event at all."""
    return in_play(game, STEP_OF[type(event)][-1])


def happens_later(game: Game, event: Event) -> bool:
    """Whether a round after this one, or after set-up, has such an event."""
    return any(happens(changed(game, round=number), event) for number in range(game.round + 1, game.table.rounds + 1))


def follows(game: Game) -> Step:
    """The step after the one the game is in, within the round or at the start of the next."""
    later = STEPS[STEPS.index(game.step) + 1 :]
    if game.step not in (*SET_UP, *UPKEEP):
        return next(step for step in later if in_play(game, step))
    if game.step in SET_UP:
        return next((step for step in later if step in SET_UP and in_play(game, step)), Step.PLAN)
    return next((step for step in later if in_play(game, step)), Step.PLAN)


def missing(game: Game) -> str | None:
    """What must still be done before the step the game is in can end; None when nothing."""
    state = MUST.get(game.step)
    return None if state is None else state(game)


def lacking(game: Game, wanted: tuple[Step, ...]) -> tuple[str, ...]:
    """What must still be done before an event of the steps ``wanted``, in this round, the next thing first."""
    told: list[str] = []
    for step in STEPS[STEPS.index(game.step) :]:
        if step in wanted or step is Step.END:
            break
        why = missing(changed(game, step=step)) if in_play(game, step) else None
        if why is not None:
            told.append(f'{why} ("{TOLD_BY[step]}")' if step in TOLD_BY else why)
    return tuple(told)


TOLD_BY: dict[Step, str] = {
    Step.HANDS: "hand",
    Step.ADMINISTRATORS: "administrator",
    Step.SKILLS: "skill",
    Step.FIRST_ATTRACTIONS: "first-attraction",
    Step.DISPLAY: "display",
    Step.PLAN: "plan",
    Step.SOLO_CARD: "solo-card",
    Step.WELCOME: "welcome",
    Step.OBJECTIVE: "objective",
    Step.REFILL: "fill",
    Step.NEW_DISPLAY: "display",
    Step.GOAL: "goal",
}
"""The event that does what a step demands."""


def _everyone(done: Callable[[Player], object], what: str) -> Callable[[Game], str | None]:
    def waiting(game: Game) -> str | None:
        left = [player.id for player in game.players if not done(player)]
        return f"{listing(left)} must {what}" if left else None

    return waiting


def _main_board(game: Game) -> str | None:
    """Objectives or goals, monorails, markers and start boards, in any order: none of them looks at another."""
    boards = f"{listing(without_board(game))} must take a start board, of {listing(game.table.box.start_boards)}"
    lacking = {
        "the goals must be dealt": game.table.solo and not game.goals,
        "the objectives must be dealt": game.table.objective_rounds and not game.objectives,
        "the monorails must be filled": not game.filled,
        "the turn order markers must be placed": not game.table.solo and not game.order,
        boards: without_board(game),
    }
    return listing(what for what, is_lacking in lacking.items() if is_lacking) or None


def _monorails(game: Game) -> str | None:
    left = [each for each in game.order if all(carriage.taken_by != each for carriage in game.monorails)]
    return f"{listing(left)} must take a monorail" if left else None


def _objective(game: Game) -> str | None:
    if amounts_now(game, game.amounts) is not None:
        return None
    assert game.objective is not None
    return f"the objective {game.objective.name} is counted by hand and must be scored"


def _goals(game: Game) -> str | None:
    left = by_hand(game)
    return f"the goal {listing(left)} is judged by hand and must be scored" if left else None


MUST: dict[Step, Callable[[Game], str | None]] = {
    Step.MAIN_BOARD: _main_board,
    Step.HANDS: _everyone(lambda player: player.hand, "choose a hand"),
    Step.ADMINISTRATORS: _everyone(lambda player: player.administrator, "keep an administrator"),
    Step.SKILLS: _everyone(lambda player: player.skills, "keep a skill"),
    Step.FIRST_ATTRACTIONS: _everyone(lambda player: events.ChooseAttraction in player.once, "keep a first attraction"),
    Step.DISPLAY: lambda game: None if game.displayed else "the display must be dealt",
    Step.PLAN: _everyone(lambda player: player.played, "play two staff cards"),
    Step.SOLO_CARD: lambda game: None if len(game.solo_cards) == game.round else "the solo card must be revealed",
    Step.WELCOME: _monorails,
    Step.OBJECTIVE: _objective,
    Step.GOAL: _goals,
    Step.REFILL: lambda game: None if game.filled else "the monorails must be refilled",
    Step.NEW_DISPLAY: lambda game: None if game.displayed else "a new display must be dealt",
    Step.END: lambda game: "the end must be scored" if game.winners is None else "the game is over",
}
"""What each step demands before it ends; the others demand nothing."""


def close_step(game: Game) -> Game:
    """The game in its next step; what the end of a step brings has happened. Nothing may be ``missing``."""
    end = ENDS.get(game.step)
    ended = game if end is None else end(game)
    step = follows(ended)
    if step is Step.PLAN and game.step is not Step.PLAN:
        ended = close_round(ended) if ended.round else _first_round(ended)
    return changed(ended, step=step)


def _first_round(game: Game) -> Game:
    players = tuple(changed(player, row=changed(player.row, round=1), once=frozenset()) for player in game.players)
    order = game.order or game.table.players
    return changed(game, players=players, round=1, filled=False, displayed=False, done=frozenset(), order=order)


TOLD: dict[Step, type[Event]] = {
    Step.ANNOUNCE: events.Announce,
    Step.EARN: events.Earn,
    Step.OBJECTIVE: events.ScoreObjective,
}
"""Steps whose outcome the table tells in one event: it holds from then on, though more might still come in the step."""


def as_told(game: Game) -> Game:
    """The game as the table knows it: a step whose outcome was told is over."""
    kind = TOLD.get(game.step)
    return close_step(game) if kind is not None and kind in game.done else game


ENDS: dict[Step, Callable[[Game], Game]] = {
    Step.ANNOUNCE: settle_announcements,
    Step.EARN: take_earnings,
    Step.OBJECTIVE: award,
    Step.VALUE_ONE: discard_value_one,
    Step.STAFF: pass_staff,
    Step.GOAL: score_the_rest,
}
"""What happens when a step ends."""
