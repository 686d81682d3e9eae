"""The answer to a solve of a Grand Opening: the best policy, and what every other decision loses."""

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from api.dice_manor.decision_text import decision_text
from api.dice_manor.schemas.answers.parts import (
    ManorRulesInForce,
    ManorTokenUse,
    RollAgain,
    decimal,
    paths_field,
    worth_fields,
)
from api.schemas.describing import Answer, inside, many, number, one_of, text, whole
from models.dice_manor.turn import Nudge, Seat
from solver.dice_manor import grand_opening
from solver.dice_manor.decisions import Decision, Option, Worth
from solver.dice_manor.grand_opening import Status


class Weighed(NamedTuple):
    """A decision on the roll of a seat, beside the worth of the best one."""

    seat: Seat
    option: Option
    best: Worth


class Policy(NamedTuple):
    """The best policy of a seat; ``target``: the prestige that it most likely reaches, None where prestige is expected."""

    seat: Seat
    answer: grand_opening.Answer
    target: int | None = None

    @property
    def options(self) -> list[Weighed]:
        """The decisions on the roll, the best first."""
        return [Weighed(self.seat, option, self.answer.worth) for option in self.answer.options]

    @property
    def decision(self) -> Decision | None:
        """What to do now, None before a roll."""
        return self.answer.options[0].decision if self.answer.options else None


class Solved(NamedTuple):
    """The best policy for expected prestige, and the one for the chance of a target, None where that is not known."""

    expected: Policy
    chance: Policy | None


def _uses(decision: Decision) -> Iterator[Nudge | RollAgain]:
    yield from decision.nudges
    if decision.reroll:
        yield RollAgain(decision.reroll)


class ManorDecision(Answer):
    """What to do with a roll; a decision that rolls dice again stops there."""

    tokens = many(ManorTokenUse, "Tokens to spend.", of=_uses)
    number = whole("The number to choose, null where dice are rolled again first.", null=True)
    paths = paths_field()
    unhappy = whole("Dice of the number that find no slot.", minimum=0)


_TEXT = "The decision in words."
_LOSS = "How much less it is worth than the best."
_ERROR = "Standard error of an estimate."


class ManorOption(Answer):
    """A decision with the prestige that it lets expect."""

    decision = inside(ManorDecision, of=attrgetter("option.decision"))
    expected, exact = worth_fields(attrgetter("option.worth"), "Expected prestige.")
    loss = number(_LOSS, of=lambda weighed: decimal(weighed.best - weighed.option.worth))
    error = number(_ERROR, null=True, of=attrgetter("option.error"))
    text = text(_TEXT, of=lambda weighed: decision_text(weighed.seat, weighed.option.decision))


class ManorChanceOption(Answer):
    """A decision with its chance to reach the target."""

    decision = inside(ManorDecision, of=attrgetter("option.decision"))
    chance, exact = worth_fields(attrgetter("option.worth"), "The chance.")
    loss = number(_LOSS, of=lambda weighed: decimal(weighed.best - weighed.option.worth))
    error = number(_ERROR, null=True, of=attrgetter("option.error"))
    text = text(_TEXT, of=lambda weighed: decision_text(weighed.seat, weighed.option.decision))


_STATUS = "optimal: proven; estimate: of a policy played many times."
_BOUND = "No policy is worth more."
_NOW = "Decisions on the roll, the best first; none before it."


class ManorChanceAnswer(Answer):
    """The policy that most likely reaches the target."""

    prestige = whole("The target.", of=attrgetter("target"))
    status = one_of(Status, _STATUS, of=attrgetter("answer.status"))
    chance, exact = worth_fields(attrgetter("answer.worth"), "The chance of that prestige or more.")
    error = number(_ERROR, null=True, of=attrgetter("answer.error"))
    bound = number(_BOUND, of=lambda policy: decimal(policy.answer.bound))
    decision = inside(ManorDecision, null=True)
    options = many(ManorChanceOption, _NOW)
    seconds = number("Seconds of the search.", of=lambda policy: round(policy.answer.seconds, 3))


class ManorOpeningAnswer(Answer):
    """The best policy of a Grand Opening, of what was ``Solved``."""

    status = one_of(Status, _STATUS, of=attrgetter("expected.answer.status"))
    expected, exact = worth_fields(attrgetter("expected.answer.worth"), "Prestige still to come, as expected.")
    error = number(_ERROR, null=True, of=attrgetter("expected.answer.error"))
    bound = number(_BOUND, of=lambda solved: decimal(solved.expected.answer.bound))
    decision = inside(ManorDecision, null=True, of=attrgetter("expected.decision"))
    options = many(ManorOption, _NOW, of=attrgetter("expected.options"))
    seconds = number("Seconds of the search.", of=lambda solved: round(solved.expected.answer.seconds, 3))
    target = inside(ManorChanceAnswer, null=True, of=attrgetter("chance"))
    rules = inside(ManorRulesInForce, of=attrgetter("expected.seat.rulings"))
