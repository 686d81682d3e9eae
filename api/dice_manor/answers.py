"""Answers on Dice Manor as documents; fractions are told as text beside their decimal value."""

from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from typing import Any, TypeAlias

from api.schemas.rulebook import RulebookEntry, unknown_rule
from models.dice_manor.manor import Place
from models.dice_manor.next_turns import next_turns
from models.dice_manor.replay import Played, check
from models.dice_manor.rules import catalogue
from models.dice_manor.rulings import Choice, ManorRulings, Ruling, questions
from models.dice_manor.scoring import EndOfGame, room_types, scores, winners
from models.dice_manor.turn import TOKENS_IN_BOX, Board, Nudge, Reroll, Seat, TokenUse, Turn
from models.shared.deadline import Patience, TimeOver, within
from models.shared.rulings import UnderRuling
from solver.dice_manor.decisions import Decision, Worth
from solver.dice_manor.grand_opening import Answer, solve
from solver.dice_manor.time_limits import REQUEST

Document: TypeAlias = dict[str, Any]
DECIMALS = 9


def solve_document(seat: Seat, *, target: int | None = None, seconds: float = REQUEST, seed: int = 0) -> Document:
    """The best policy of a Grand Opening, and with ``target`` also the one that most likely reaches it."""
    chance = None if target is None else solve(seat, target, seconds, seed)
    return opening_document(seat, solve(seat, None, seconds, seed), target, chance)


def opening_document(seat: Seat, expected: Answer, target: int | None = None, chance: Answer | None = None) -> Document:
    """The answer on expected prestige, and on the ``chance`` to reach ``target`` once that is known."""
    aimed = None if chance is None else {"prestige": target, **_answer(seat, chance, "chance")}
    return {**_answer(seat, expected, "expected"), "target": aimed, "rules": rules_in_force(seat)}


def _answer(seat: Seat, answer: Answer, name: str) -> Document:
    best = answer.options[0] if answer.options else None
    return {
        "status": answer.status.value,
        name: number(answer.worth),
        "exact": exactly(answer.worth),
        "error": answer.error,
        "bound": number(answer.bound),
        "decision": None if best is None else decision_document(best.decision),
        "options": [
            {
                "decision": decision_document(option.decision),
                name: number(option.worth),
                "exact": exactly(option.worth),
                "loss": number(answer.worth - option.worth),
                "error": option.error,
                "text": decision_text(seat, option.decision),
            }
            for option in answer.options
        ],
        "seconds": round(answer.seconds, 3),
    }


def number(worth: Worth) -> float:
    """A value as a decimal number."""
    return round(float(worth), DECIMALS)


def exactly(worth: Worth) -> str | None:
    """A value as a fraction, where it is known as one."""
    return str(worth) if isinstance(worth, Fraction) else None


def decision_document(decision: Decision) -> Document:
    """A decision; one that rolls dice again stops there."""
    uses: list[Document] = [{"die": nudge.die, "by": nudge.by} for nudge in decision.nudges]
    if decision.reroll:
        uses.append({"reroll": list(decision.reroll)})
    return {
        "tokens": uses,
        "number": decision.number,
        "paths": [dump_path(path) for path in decision.paths],
        "unhappy": decision.unhappy,
    }


def decision_text(seat: Seat, decision: Decision) -> str:
    """Tells a decision in a sentence: tokens, number, paths."""
    rolled = seat.rolled or ()
    parts = []
    for die in dict.fromkeys(nudge.die for nudge in decision.nudges):
        shown_then = rolled[die]
        for nudge in decision.nudges:
            shown_then = (shown_then - 1 + (nudge.by if nudge.die == die else 0)) % 6 + 1
        parts.append(f"turn a {rolled[die]} to {shown_then}")
    if decision.reroll:
        parts.append(f"roll {' '.join(str(rolled[die]) for die in decision.reroll)} again")
        return _sentence(parts)
    parts.append(f"choose {decision.number}")
    parts += [f"path {' - '.join(place.room for place in path)}" for path in decision.paths]
    if decision.unhappy:
        parts.append(f"{decision.unhappy} unhappy")
    return _sentence(parts)


def _sentence(parts: list[str]) -> str:
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."


def check_document(seat: Seat, turns: tuple[Turn, ...]) -> Document:
    """The referee's answer; ``prestige``: rewards of the paths, ``tokens``: in hand afterwards."""
    verdict = check(seat, turns)
    reached = verdict.reached
    return {
        "legal": verdict.legal,
        "prestige": verdict.prestige,
        "tokens": reached.tokens,
        "unplaced": reached.unplaced,
        "unhappy": reached.unhappy,
        "steps": [_step(step) for step in verdict.steps],
        "violation": None if verdict.violation is None else asdict(verdict.violation),
        "manor": {"dice": dump_dice(reached)},
        **({} if reached.board is None else dump_board(reached.board)),
        **disputes(verdict.under, verdict.relies_on),
        "notes": token_notes(
            TOKENS_IN_BOX - min(each.in_supply for each in (seat, *(step.after for step in verdict.steps)))
        ),
        "rules": rules_in_force(seat),
    }


def token_notes(tokens: int) -> list[str]:
    """A warning where players have more tokens than the box."""
    return [f"{tokens} tokens are in hand, and the box has {TOKENS_IN_BOX}."] if tokens > TOKENS_IN_BOX else []


def _step(step: Played) -> Document:
    return {
        "move": dump_turn(step.turn),
        "prestige": step.prestige,
        "tokens": step.after.tokens,
        "unhappy": step.unhappy,
        "text": step.text,
    }


def disputes(under: Iterable[UnderRuling[Ruling, Choice]], relies_on: Iterable[tuple[Ruling, Choice]]) -> Document:
    """What a verdict hangs on: rulings under which it would be another one, and those that it relies on."""
    others = tuple(under)
    return {
        "legal_under": [_choice(other.ruling, other.choice) for other in others if other.legal],
        "further_under": [
            {**_choice(other.ruling, other.choice), "step": other.step} for other in others if not other.legal
        ],
        "relies_on": [_choice(ruling, choice) for ruling, choice in relies_on],
    }


def _choice(ruling: Ruling, choice: Choice) -> Document:
    return {"ruling": ruling.value, "choice": choice.value}


def score_document(end: EndOfGame) -> Document:
    """Everybody's points at the end, and who wins."""
    table = scores(end)
    notes = []
    for player in end.players:
        types = room_types(player.rooms, end.rulings)
        if types not in end.diversity and types:
            notes.append(f"diversity names no prestige for {types} room types ({player.id}); counted as 0.")
    return {"players": [asdict(score) for score in table], "winners": list(winners(end)), "notes": notes}


class ManorRuleAnswer(RulebookEntry):
    """A rule or a ruling of Dice Manor."""


def rules_document() -> Document:
    """Every rule and every ruling."""
    schema, every_rule = ManorRuleAnswer(), catalogue().values()
    return {
        "rules": [schema.write_rule(entry) for entry in every_rule],
        "rulings": [schema.write_ruling(row, every_rule) for row in questions().values()],
    }


def rule_document(name: str) -> Document:
    """One rule or ruling by id; raises ``BadInput`` with close matches when there is none."""
    documents: dict[str, Document] = {each["id"]: each for kind in rules_document().values() for each in kind}
    if name not in documents:
        raise unknown_rule(name, documents, " of Dice Manor")
    return documents[name]


def rules_in_force(seat: Seat) -> Document:
    """The game and every ruling with its choice."""
    return rulings_in_force(seat.rulings)


def rulings_in_force(rulings: ManorRulings) -> Document:
    """The game and every ruling with its choice."""
    return {
        "of": "dice-manor",
        "rulings": {ruling.value: choice.value for ruling, choice in rulings.in_force.items()},
    }


def dump_turn(turn: Turn) -> Document:
    """A turn as ``check`` takes it."""
    document: Document = {
        "do": "turn",
        "rolled": list(turn.rolled),
        "tokens": [_use(use) for use in turn.tokens],
        "number": turn.number,
        "paths": [dump_path(path) for path in turn.paths],
    }
    if turn.blueprint or turn.advertising:
        document |= {"blueprint": turn.blueprint, "advertising": turn.advertising}
    return document


def _use(use: TokenUse) -> Document:
    if isinstance(use, Nudge):
        return {"die": use.die, "by": use.by}
    assert isinstance(use, Reroll)
    return {"reroll": list(use.dice), "result": list(use.result)}


def dump_path(path: Iterable[Place]) -> list[Document]:
    """A path as the list of its places."""
    return [{"room": place.room, "slot": place.slot} for place in path]


def dump_dice(seat: Seat) -> list[Document]:
    """The dice in a manor, each with its place."""
    return [{"room": place.room, "slot": place.slot, "value": value} for place, value in seat.dice.items()]


def dump_board(board: Board) -> Document:
    """The bids, as a position has them."""
    return {
        "blueprints": {
            str(each): [{"player": bid.player, "dice": bid.dice} for bid in bids]
            for each, bids in sorted(board.blueprints.items())
        },
        "advertising": [
            {"player": bid.player, "number": bid.number, "dice": bid.dice, **({"raised": True} if bid.raised else {})}
            for bid in board.advertising
        ],
        **({"empty": sorted(board.empty)} if board.empty else {}),
    }


def moves_document(seat: Seat, *, most: int, patience: Patience) -> Document:
    """Every legal turn on the roll that the position shows, tokens left aside; at most ``most`` within ``patience``."""
    listed, more = list[Document](), False
    try:
        with within(patience):
            for played in next_turns(seat, seat.rolled or ()):
                if len(listed) == most:
                    more = True
                    break
                listed.append({"move": dump_turn(played.turn), "prestige": played.prestige, "text": played.text})
    except TimeOver:
        more = True
    notes = ["Turns that spend tokens are not listed: solve weighs them."] if seat.tokens else []
    if seat.rolled is None:
        notes = ["Nothing is rolled yet: a turn begins with what rolled shows."]
    return {"moves": listed, "more": more, "notes": notes}
