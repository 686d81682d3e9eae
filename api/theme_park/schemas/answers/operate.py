"""Answers on one Operate phase: what the referee says, and how things stand."""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from marshmallow import fields
from marshmallow.fields import Field

from api.schemas.describing import (
    ABSENT,
    Answer,
    any_object,
    flag,
    inside,
    many,
    one_of,
    table,
    text,
    whole,
)
from api.schemas.verdicts import Violation, hanging_fields
from api.theme_park.schemas.answers.parts import guests_field, move_field, position_field
from api.theme_park.schemas.position import ParkSchema
from api.theme_park.schemas.rules import dump_rulings
from models.theme_park.attraction import Tile
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest, GuestId, TileId
from models.theme_park.operate.disputes import Difference, Judgement
from models.theme_park.operate.end_of_phase import constant_stars
from models.theme_park.operate.moves import Move
from models.theme_park.operate.next_round import GAME_OVER
from models.theme_park.operate.position import Expansion, Position, RuleSet
from models.theme_park.operate.replay import OperateStep
from models.theme_park.operate.skills.colours import in_bag
from models.theme_park.operate.state import State
from models.theme_park.rulings import Ruling


class Reached(NamedTuple):
    """A position and the state that its phase has come to."""

    position: Position
    state: State

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the park."""
        return self.position.tiles

    @property
    def guests(self) -> list[Guest]:
        """The guests that are in the park, with what they show now."""
        pairs = zip(self.position.guests, self.state.guests, strict=True)
        return [Guest(guest.id, now.colour, now.value, now.at, guest.vip) for guest, now in pairs if now]


class Checked(NamedTuple):
    """What the referee found, and the position after Upkeep, None after the last round."""

    judgement: Judgement
    follows: Position | None

    @property
    def reached(self) -> Reached:
        """How things stand after the last legal move."""
        return Reached(self.judgement.position, self.judgement.verdict.reached)


class PlayedStep(NamedTuple):
    """A move that was played, with how things stood after it."""

    move: Move
    stars: int
    money: int
    text: str
    after: Reached


class Step(Answer):
    """A move that was played, or could be."""

    move = move_field()
    stars = whole("Stars it brings.")
    money = whole("Dollars it brings.")
    text = text("The move in words.")


class MoveAndText(Answer):
    """A move as a document and in words."""

    move = move_field()
    text = text("The move in words.")


class RulingChoice(Answer):
    """A ruling and a choice of it."""

    ruling = one_of(Ruling, "Id of the ruling.")
    choice = text("The choice.")


class FurtherUnder(RulingChoice):
    """A ruling under whose other choice the sequence gets further."""

    step = whole("Where it then breaks a rule, from 0.", minimum=0)


class Compared(NamedTuple):
    """Two sequences judged; the difference is the second's less the first's."""

    sequences: tuple[Checked, Checked]
    differ_at: int | None
    difference: Difference


class Listed(NamedTuple):
    """Legal next moves, each played; ``more``: there may be others."""

    moves: Sequence[OperateStep]
    more: bool
    notes: Sequence[str]


class Stands(NamedTuple):
    """The position after some moves, None where no position says it, and why."""

    position: Position | None
    taken_at_once: int
    why_not: str | None


class Left(Answer):
    """What is left of maps, mascots and staff cards."""

    maps = whole("Map tokens.")
    mascots = many(
        fields.Integer(),
        "Which mascots are ready.",
        of=lambda state: [index for index, ready in enumerate(state.mascots) if ready],
    )
    guides = whole("Guides.")
    managers = whole("Managers.")


class RulesInForce(Answer):
    """The game and every ruling, defaults included."""

    game = one_of(RuleSet, "Introductory or full.")
    round = whole("The round.")
    last_round = flag("Whether it is the last one.")
    solo = flag("Whether it is a solo game; absent: no.", x_optional=True, of=lambda position: position.solo or ABSENT)
    short = flag(
        "Whether it is a short game, of four rounds; absent: no.",
        x_optional=True,
        of=lambda position: position.short or ABSENT,
    )
    expansions = many(
        one_of(Expansion, "An expansion."), "Expansions in play.", of=lambda position: sorted(position.expansions)
    )
    rulings = any_object(
        "The choice in force for each ruling.",
        of=lambda position: (
            {ruling.value: choice.value for ruling, choice in position.rulings.in_force.items()}
            | dump_rulings(position.rulings)
        ),
    )


class ReachedPark(ParkSchema):
    """Tiles and guests as after the last legal move."""


def standing_fields(reached: Callable[[Any], Reached]) -> tuple[Field[Any], ...]:
    """Fields that tell how things stand but for the guests: left, cubes, bag, discarded, treated_as."""
    return (
        inside(Left, of=lambda source: reached(source).state),
        table(fields.Integer(), "Operate cubes on tiles.", of=lambda source: _cubes(reached(source))),
        table(fields.Integer(), "Dice in the bag by colour.", x_optional=True, of=lambda source: _bag(reached(source))),
        many(fields.String(), "Guests that left the park.", of=lambda source: _discarded(reached(source))),
        table(
            one_of(GUEST_COLOURS, "A colour."),
            "Colours that dice count as in their next operation.",
            of=lambda source: _treated_as(reached(source)),
        ),
    )


def park_field(reached: Callable[[Any], Reached]) -> Field[Any]:
    """Describes the park as after the last legal move."""
    return inside(ReachedPark, of=reached)


def _cubes(reached: Reached) -> dict[TileId, int]:
    pairs = zip(reached.position.tiles, reached.state.cubes, strict=True)
    return {tile.id: cubes for tile, cubes in pairs if cubes}


def _bag(reached: Reached) -> Any:
    position, state = reached
    return ABSENT if position.bag is None else {colour: in_bag(position, state, colour) for colour in GUEST_COLOURS}


def _discarded(reached: Reached) -> list[GuestId]:
    return [guest.id for guest, now in zip(reached.position.guests, reached.state.guests, strict=True) if now is None]


def _treated_as(reached: Reached) -> dict[GuestId, Colour]:
    pairs = zip(reached.position.guests, reached.state.guests, strict=True)
    return {guest.id: now.treated_as for guest, now in pairs if now and now.treated_as}


class After(Answer):
    """What a move changes of how things stand."""

    guests = guests_field("Guests in the park.")
    left, cubes, bag, discarded, treated_as = standing_fields(lambda reached: reached)


class CheckedStep(Step):
    """A move that was played, and how things stand after it."""

    after = inside(After, x_optional=True)


class StandingAnswer(Answer):
    """How the park stands after moves."""

    position = position_field(null=True)
    taken_at_once = whole("Stars of skills and VIPs so far, which the position does not hold; those of cubes it does.")
    why_not = text("Why there is no position.", null=True)


class CheckAnswer(Answer):
    """The referee's answer, also to an illegal sequence, of what was ``Checked``."""

    legal = flag("Whether every move is legal.", of=attrgetter("judgement.verdict.legal"))
    stars = whole("Stars of the whole phase, as far as it is legal.", of=attrgetter("judgement.verdict.stars"))
    money = whole("Dollars, likewise.", of=attrgetter("judgement.verdict.money"))
    breakdown = table(fields.Integer(), "Where the stars come from.", of=attrgetter("judgement.verdict.breakdown"))
    upkeep = table(
        fields.Integer(),
        "Stars that Upkeep brings whatever is played.",
        of=lambda checked: constant_stars(checked.judgement.position),
    )
    steps = many(CheckedStep, "The moves up to the last legal one.", of=lambda checked: _steps(checked.judgement))
    violation = inside(Violation, null=True, of=attrgetter("judgement.verdict.violation"))
    instead = many(MoveAndText, "Legal moves nearest to the refused one.", of=attrgetter("judgement.instead"))
    legal_under, further_under, relies_on = hanging_fields(
        "sequence", RulingChoice, FurtherUnder, attrgetter("judgement")
    )
    more = flag(
        "Whether there may be more of these four, as the time for them was over.", of=attrgetter("judgement.cut")
    )
    park = park_field(attrgetter("reached"))
    left, cubes, bag, discarded, treated_as = standing_fields(attrgetter("reached"))
    next = position_field(null=True, of=attrgetter("follows"))
    over = flag(
        "Whether the game is over after this phase and its Upkeep: there is no next round.",
        of=lambda checked: checked.follows is None,
    )
    notes = many(
        fields.String(),
        "What a reader should know of the round.",
        of=lambda checked: [*checked.judgement.position.notes, *([GAME_OVER] if checked.follows is None else ())],
    )
    rules = inside(RulesInForce, of=attrgetter("judgement.position"))


def _steps(judgement: Judgement) -> Iterator[PlayedStep]:
    for each in judgement.verdict.steps:
        yield PlayedStep(each.move, each.stars, each.money, each.text, Reached(judgement.position, each.after))


class DifferenceAnswer(Answer):
    """What a sequence brings less what another does."""

    stars = whole("Stars.")
    money = whole("Dollars.")
    pips = whole("Pips on the guests that stay.")
    guests = whole("Guests that stay.")


class ComparisonAnswer(Answer):
    """Two sequences from one position, each judged."""

    sequences = many(CheckAnswer, "The verdicts.")
    differ_at = whole("The first move, from 0, that is not the same; null where none is.", null=True)
    difference = inside(DifferenceAnswer)


class MovesAnswer(Answer):
    """Legal next moves with what each brings."""

    moves = many(Step, "The moves.")
    more = flag("Whether the list was cut: there were too many, or the time for it was over.")
    notes = many(fields.String(), "What a reader should know of the round.")
