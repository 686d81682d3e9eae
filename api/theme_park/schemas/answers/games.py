"""The answer on a whole game."""

from operator import attrgetter
from typing import Any, NamedTuple

from marshmallow import fields

from api.schemas.describing import Answer, Document, any_object, flag, inside, many, one_of, table, text, whole
from api.schemas.verdicts import Violation, hanging_fields
from api.theme_park.schemas.answers.operate import RulingChoice
from api.theme_park.schemas.answers.parts import moves_field, position_field
from api.theme_park.schemas.events import dump_value
from api.theme_park.schemas.record import HeadSchema
from models.theme_park.cards import Staff
from models.theme_park.game import sheet
from models.theme_park.game.disputes import GameJudgement
from models.theme_park.game.events import DO, WORDS
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.next_events import next_event
from models.theme_park.game.parks import operate_phases, park_now
from models.theme_park.game.record.fields import FIELDS
from models.theme_park.game.state import Game, Player
from models.theme_park.game.steps import as_told
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameVerdict
from models.theme_park.game.variant import Phase, Step
from models.theme_park.rulings import Ruling


class GameViolation(Violation):
    """The rule that a record breaks, and where."""

    step = whole("Which event, from 0.", minimum=0)
    round = whole("The round; 0 before the first.", minimum=0)
    phase = one_of(Phase, "The phase.")
    player = text("Whose event it is; null for those of the table.", null=True)
    move = whole("Which move of an Operate phase, from 0; null for other events.", null=True)
    line = whole("The line of the event, from 1, in a record sent as text; else null.", null=True)
    page = text("Page or pages of the printed rulebook.", null=True)


class GameFurtherUnder(RulingChoice):
    """A ruling under whose other choice the record gets further."""

    step = whole("Which event then breaks a rule, from 0.", minimum=0)
    move = whole("Which move of it, from 0, where it is an Operate phase; else null.", null=True)


class Row(Answer):
    """A player's round; money and total as at the end of what was judged of it."""

    round = whole("The round.")
    sum = whole("Sum of the die values of the staff cards; null before it is announced.", null=True)
    place = whole("Place in the turn order, from 1; null before it is announced.", null=True)
    income = whole("Income in dollars.")
    earned = whole("Dollars taken in Upkeep.")
    spent = table(
        fields.Integer(),
        "Dollars paid, by what for; below 0 where an upgrade moved to a cheaper space.",
        of=lambda row: dict(row.spent),
    )
    stars = table(fields.Integer(), "Stars by where they came from.", of=lambda row: dict(row.stars))
    round_stars = whole("Stars of the round.", of=attrgetter("earned_stars"))
    money = whole("Dollars in hand.")
    total = whole("Stars on the score track.")


class SheetOf(NamedTuple):
    """The rows of the score sheet of one player."""

    player: PlayerId
    rounds: tuple[sheet.Row, ...]


class PlayersSheet(Answer):
    """The rows of the score sheet of one player."""

    player = text("The player.")
    rounds = many(Row, "A row a round.")


class Holding(Answer):
    """What a player has after the last legal event."""

    player = text("The player.", of=attrgetter("id"))
    stars = whole("Stars on the score track.")
    money = whole("Dollars.")
    guests = whole("Guests in the park.", of=lambda player: len(player.guests))
    attractions = whole("Attractions without the Park Entrance.", of=lambda player: len(player.tiles) - 1)
    maps = whole("Map tokens.")
    mascots = whole("Mascots.")
    upgrades = whole("Upgrades installed.", of=lambda player: len(player.installed))
    hand = many(one_of(Staff, "A staff card."), "Staff cards in the hand.")


class GoalScored(NamedTuple):
    """A goal that was scored, and whether it was achieved."""

    goal: str
    achieved: bool


class ScoredGoal(Answer):
    """A solo goal that was scored, achieved or not."""

    goal = text("The goal.")
    achieved = flag("Whether it was achieved.")


class Solo(Answer):
    """The target of a solo game, and what counts towards it."""

    target = whole("The target as it has grown; null where no overlay is entered.", null=True)
    goals = many(ScoredGoal, "Goals scored so far.", of=lambda game: [GoalScored(*each) for each in game.goals_scored])
    discarded = table(fields.Integer(), "Dice in the discard area by colour.", of=lambda game: game.discarded._asdict())


class OperatedPhase(Answer):
    """A player's Operate phase: what solve, check and review take."""

    round = whole("The round.", minimum=1)
    player = text("The player.")
    events = many(fields.Integer(), "The events that tell it, from 0.")
    position = position_field()
    moves = moves_field("The moves made.")


def _decided(event: next_event.NextEvent) -> Document:
    """The event as far as it is decided."""
    return {"do": WORDS[event.kind], **{name: _told(event, name, value) for name, value in event.given.items()}}


def _choices(event: next_event.NextEvent) -> Document:
    """The fields that are chosen, each with the values to choose from."""
    return {name: [_told(event, name, value) for value in values] for name, values in event.choose.items()}


def _told(event: next_event.NextEvent, name: str, value: Any) -> Any:
    return dump_value(FIELDS[event.kind][name].kind, value)


class NextEvent(Answer):
    """An event that may come next: ``event`` with any one value of each field of ``choose``, and what ``fill`` asks for."""

    do = text("The kind of event.", enum=list(DO), of=lambda event: WORDS[event.kind])
    by = text("Whose event it is; null for those of the table.", null=True)
    phase = one_of(Phase, "The phase it belongs to; events of a later phase end the present one.")
    step = one_of(Step, "The step of the phase.")
    event = any_object("The event as far as it is decided.", of=_decided)
    choose = any_object("Fields to add, each with a list of the values of which one is taken.", of=_choices)
    fill = table(
        fields.String(), "Fields to add, each with what is accepted; without any the event is legal as listed."
    )
    may = table(fields.String(), "Fields that may be added, each with what is accepted.")


class GameChecked(NamedTuple):
    """What the validator found; ``now``: the game after the last legal event, ``told``: with what that event told taken."""

    judgement: GameJudgement
    now: Game
    told: Game

    @classmethod
    def of(cls, judgement: GameJudgement) -> "GameChecked":
        """The judgement with the game as it stands."""
        now = judgement.games[-1]
        return cls(judgement, now, as_told(now))


class GameAnswer(Answer):
    """The validator's answer to a game record, of what was ``GameChecked``."""

    legal = flag("Whether every event is legal.", of=attrgetter("judgement.verdict.legal"))
    over = flag("Whether the game came to its end.", of=attrgetter("judgement.verdict.over"))
    events = whole("Events up to the last legal one.", of=attrgetter("judgement.verdict.played"))
    violation = inside(GameViolation, null=True, of=attrgetter("judgement.verdict.violation"))
    legal_under, further_under, relies_on = hanging_fields(
        "record", RulingChoice, GameFurtherUnder, attrgetter("judgement")
    )
    round = whole("The round reached.", of=attrgetter("judgement.verdict.reached.round"))
    phase = one_of(Phase, "The phase reached.", of=attrgetter("judgement.verdict.reached.phase"))
    step = one_of(Step, "The step of the phase.", of=attrgetter("judgement.verdict.reached.step"))
    sheet = many(
        PlayersSheet,
        "The score sheet.",
        of=lambda checked: [SheetOf(player, rows) for player, rows in checked.judgement.verdict.sheet],
    )
    standings = many(Holding, "What each player has.", of=lambda checked: _players(checked.judgement.verdict))
    winners = many(
        fields.String(),
        "Who won; null before the end.",
        null=True,
        of=attrgetter("judgement.verdict.reached.winners"),
    )
    solo = inside(Solo, null=True, of=lambda checked: _solo(checked.judgement.verdict.reached))
    parks = table(
        position_field(),
        "The park of each player as the last legal event left it, as solve takes it.",
        of=lambda checked: {player.id: park_now(checked.told, player) for player in checked.told.players},
    )
    operated = many(
        OperatedPhase,
        "Every Operate phase with the park that it found.",
        of=lambda checked: operate_phases(checked.judgement.record, checked.judgement.games),
    )
    next = many(
        NextEvent,
        "Events that may come next, in the order of the phases.",
        of=lambda checked: next_event.next_events(checked.now) if checked.judgement.playable else (),
    )
    rules = any_object(
        "Variant, edition and every ruling.", of=lambda checked: _rules(checked.judgement.verdict.reached.table)
    )


def _players(verdict: GameVerdict) -> list[Player]:
    return [verdict.reached.by_id[name] for name, _ in verdict.sheet]


def _solo(game: Game) -> Game | None:
    return game if game.table.solo else None


def _rules(table: Table) -> Document:
    """The head with every ruling in force, defaults included."""
    head = HeadSchema.write(table)
    in_force = {ruling.value: choice.value for ruling, choice in table.rulings.in_force.items()}
    outline = head["rulings"].get(Ruling.BOARD_BOUNDARY.value)
    return head | {"rulings": in_force | ({Ruling.BOARD_BOUNDARY.value: outline} if outline else {})}
