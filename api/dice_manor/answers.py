"""Answers on Dice Manor as documents, but for the Bid phase (``bid_answers``), the Build phase and whole games."""

from api.dice_manor.schemas.answers.openings import ManorOpeningAnswer, Policy, Solved
from api.dice_manor.schemas.answers.rulebook import EveryManorRule, ManorRuleAnswer, ManorRulesAnswer
from api.dice_manor.schemas.answers.verdicts import (
    JudgedTurns,
    ManorCheckAnswer,
    ManorMovesAnswer,
    ManorScoreAnswer,
    NextTurns,
)
from api.schemas.describing import Document
from api.schemas.rulebook import unknown_rule
from models.dice_manor.next_turns import next_turns
from models.dice_manor.replay import Played, check
from models.dice_manor.rules import catalogue
from models.dice_manor.rulings import questions
from models.dice_manor.scoring import EndOfGame
from models.dice_manor.turn import Seat, Turn
from models.shared.deadline import Patience, TimeOver, within
from solver.dice_manor.grand_opening import Answer, solve
from solver.dice_manor.time_limits import REQUEST


def solve_document(seat: Seat, *, target: int | None = None, seconds: float = REQUEST, seed: int = 0) -> Document:
    """The best policy of a Grand Opening, and with ``target`` also the one that most likely reaches it.

    Both together take so many ``seconds``: the first half of them, where it needs that, the other what is left.
    """
    if target is None:
        return opening_document(seat, solve(seat, None, seconds, seed))
    expected = solve(seat, None, seconds / 2, seed)
    chance = solve(seat, target, max(seconds / 2, seconds - expected.seconds), seed)
    return opening_document(seat, expected, target, chance)


def opening_document(seat: Seat, expected: Answer, target: int | None = None, chance: Answer | None = None) -> Document:
    """The answer on expected prestige, and on the ``chance`` to reach ``target`` once that is known."""
    aimed = None if chance is None else Policy(seat, chance, target)
    return ManorOpeningAnswer.write(Solved(Policy(seat, expected), aimed))


def check_document(seat: Seat, turns: tuple[Turn, ...]) -> Document:
    """The referee's answer; ``prestige``: rewards of the paths, ``tokens``: in hand afterwards."""
    return ManorCheckAnswer.write(JudgedTurns(seat, check(seat, turns)))


def score_document(end: EndOfGame) -> Document:
    """Everybody's points at the end, and who wins."""
    return ManorScoreAnswer.write(end)


def rules_document() -> Document:
    """Every rule and every ruling."""
    schema, every_rule = ManorRuleAnswer(), catalogue().values()
    return ManorRulesAnswer.write(
        EveryManorRule(
            rules=[schema.write_rule(entry) for entry in every_rule],
            rulings=[schema.write_ruling(row, every_rule) for row in questions().values()],
        )
    )


def rule_document(name: str) -> Document:
    """One rule or ruling by id; raises ``BadInput`` with close matches when there is none."""
    documents: dict[str, Document] = {each["id"]: each for kind in rules_document().values() for each in kind}
    if name not in documents:
        raise unknown_rule(name, documents, " of Dice Manor")
    return documents[name]


def moves_document(seat: Seat, *, most: int, patience: Patience) -> Document:
    """Every legal turn on the roll that the position shows, tokens left aside; at most ``most`` within ``patience``."""
    listed, more = list[Played](), False
    try:
        with within(patience):
            for played in next_turns(seat, seat.rolled or ()):
                if len(listed) == most:
                    more = True
                    break
                listed.append(played)
    except TimeOver:
        more = True
    notes = ["Turns that spend tokens are not listed: solve weighs them."] if seat.tokens else []
    if seat.rolled is None:
        notes = ["Nothing is rolled yet: a turn begins with what rolled shows."]
    return ManorMovesAnswer.write(NextTurns(listed, more, notes))
