"""Answers on whole games as documents (README, Whole games).

``check_game_document`` is the use case behind ``park-advisor game --json`` and ``POST /v1/games/check``.
"""

from dataclasses import asdict

from api.records import parse_record
from api.schemas.dumping import Document
from api.schemas.dumping_game import dump_head
from api.schemas.record import load_record
from models.theme_park.game.names import PlayerId
from models.theme_park.game.sheet import Row
from models.theme_park.game.state import Game
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameVerdict, check_game
from models.theme_park.rulings import Ruling


def check_game_document(record: object, *, prefix: str = "") -> Document:
    """The answer on a record: a document as JSON has it, or its text form as one string.

    Raises ``BadInput`` with every fault that makes the record unusable, at ``prefix`` and below; an illegal
    game is an answer.
    """
    read = parse_record(record, prefix=prefix) if isinstance(record, str) else load_record(record, prefix=prefix)
    return game_document(check_game(read))


def game_document(verdict: GameVerdict) -> Document:
    """The validator's answer: legal or the first violation, and the score sheet of what was judged."""
    game, violation = verdict.reached, verdict.violation
    return {
        "legal": verdict.legal,
        "over": verdict.over,
        "events": verdict.played,
        "violation": None if violation is None else asdict(violation) | {"phase": violation.phase.value},
        "round": game.round,
        "phase": game.phase.value,
        "step": game.step.value,
        "sheet": [{"player": player, "rounds": [_row(row) for row in rows]} for player, rows in verdict.sheet],
        "standings": [_standing(game, player) for player, _ in verdict.sheet],
        "winners": None if game.winners is None else list(game.winners),
        "solo": _solo(game),
        "rules": _rules(game.table),
    }


def _row(row: Row) -> Document:
    return {
        "round": row.round,
        "sum": row.sum,
        "place": row.place,
        "income": row.income,
        "earned": row.earned,
        "spent": {what.value: paid for what, paid in row.spent},
        "stars": {source.value: number for source, number in row.stars},
        "round_stars": row.earned_stars,
        "money": row.money,
        "total": row.total,
    }


def _standing(game: Game, name: PlayerId) -> Document:
    player = game.by_id[name]
    return {
        "player": player.id,
        "stars": player.stars,
        "money": player.money,
        "guests": len(player.guests),
        "attractions": len(player.tiles) - 1,
        "maps": player.maps,
        "mascots": player.mascots,
        "upgrades": len(player.installed),
        "hand": [card.value for card in player.hand],
    }


def _solo(game: Game) -> Document | None:
    if not game.table.solo:
        return None
    return {
        "target": game.target,
        "goals": [{"goal": goal, "achieved": done} for goal, done in game.goals_scored],
        "discarded": dict(game.discarded._asdict()),
    }


def _rules(table: Table) -> Document:
    """The head with every ruling in force, defaults included."""
    head = dump_head(table)
    in_force = {ruling.value: choice.value for ruling, choice in table.rulings.in_force.items()}
    outline = head["rulings"].get(Ruling.BOARD_BOUNDARY.value)
    return head | {"rulings": in_force | ({Ruling.BOARD_BOUNDARY.value: outline} if outline else {})}
