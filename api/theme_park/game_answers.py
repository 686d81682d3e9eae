"""Answers on whole games as documents (models/theme_park/game/README.md).

``check_game_document`` is the use case behind ``park-advisor game --json`` and ``POST /v1/games/check``.
"""

from dataclasses import asdict

from api.theme_park.printed_files import Boxes, load_with_box, no_boxes
from api.theme_park.records import parse_record
from api.theme_park.schemas.dumping import Document, dump_choice, dump_move, dump_position
from api.theme_park.schemas.dumping_game import dump_head, dump_next
from models.theme_park.game.disputes import GameJudgement, judge_game
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.next_event import next_events
from models.theme_park.game.parks import OperatedPark, operate_phases, park_now
from models.theme_park.game.sheet import Row
from models.theme_park.game.state import Game
from models.theme_park.game.steps import as_told
from models.theme_park.game.table import Table
from models.theme_park.rulings import Ruling


def check_game_document(record: object, *, prefix: str = "", boxes: Boxes = no_boxes) -> Document:
    """The answer on a record: a document as JSON has it, or its text form as one string.

    ``boxes`` finds printed facts by a name that the record gives in their place.
    Raises ``BadInput`` with every fault that makes the record unusable, at ``prefix`` and below; an illegal
    game is an answer.
    """
    if isinstance(record, str):
        return game_document(judge_game(parse_record(record, prefix=prefix, boxes=boxes)))
    return game_document(judge_game(load_with_box(record, boxes, prefix=prefix)))


def game_document(judgement: GameJudgement) -> Document:
    """The validator's answer: legal or the first violation, what hangs on rulings, the score sheet of what was judged.

    ``parks`` are the players' parks as the last legal event left them, what it told taken; ``operated`` every Operate phase with the park
    that it found.
    """
    verdict = judgement.verdict
    game, violation, now = verdict.reached, verdict.violation, judgement.games[-1]
    told = as_told(now)
    return {
        "legal": verdict.legal,
        "over": verdict.over,
        "events": verdict.played,
        "violation": None if violation is None else asdict(violation) | {"phase": violation.phase.value},
        **_rulings(judgement),
        "round": game.round,
        "phase": game.phase.value,
        "step": game.step.value,
        "sheet": [{"player": player, "rounds": [_row(row) for row in rows]} for player, rows in verdict.sheet],
        "standings": [_standing(game, player) for player, _ in verdict.sheet],
        "winners": None if game.winners is None else list(game.winners),
        "solo": _solo(game),
        "parks": {player.id: dump_position(park_now(told, player)) for player in told.players},
        "operated": [_operated(phase) for phase in operate_phases(judgement.record, judgement.games)],
        "next": [dump_next(event) for event in next_events(now)] if judgement.playable else [],
        "rules": _rules(game.table),
    }


def _operated(phase: OperatedPark) -> Document:
    return {
        "round": phase.round,
        "player": phase.player,
        "events": list(phase.events),
        "position": dump_position(phase.position),
        "moves": [dump_move(move) for move in phase.moves],
    }


def _rulings(judgement: GameJudgement) -> Document:
    """What the verdict hangs on; lists are empty where nothing does."""
    return {
        "legal_under": [dump_choice(other.ruling, other.choice) for other in judgement.under if other.legal],
        "further_under": [
            {**dump_choice(other.ruling, other.choice), "step": other.step, "move": other.move}
            for other in judgement.under
            if not other.legal
        ],
        "relies_on": [dump_choice(ruling, choice) for ruling, choice in judgement.relies_on],
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
