"""Answers on whole games as documents (models/theme_park/game/README.md).

``check_game_document`` is the use case behind ``park-advisor game --json`` and ``POST /v1/games/check``.
"""

from api.schemas.describing import Document
from api.theme_park.printed_files import Boxes, load_with_box, no_boxes
from api.theme_park.records import parse_record
from api.theme_park.schemas.answers.games import GameAnswer, GameChecked
from models.theme_park.game.disputes import GameJudgement, judge_game
from models.theme_park.game.validate import GameRecord


def check_game_document(record: object, *, prefix: str = "", boxes: Boxes = no_boxes) -> Document:
    """The answer on a record: a document as JSON has it, or its text form as one string.

    ``boxes`` finds printed facts by a name that the record gives in their place.
    Raises ``BadInput`` with every fault that makes the record unusable, at ``prefix`` and below; an illegal
    game is an answer.
    """
    return game_document(judge_game(record_of(record, prefix=prefix, boxes=boxes)))


def record_of(record: object, *, prefix: str = "", boxes: Boxes = no_boxes) -> GameRecord:
    """The record that a document or a text tells; as ``check_game_document``."""
    if isinstance(record, str):
        return parse_record(record, prefix=prefix, boxes=boxes)
    return load_with_box(record, boxes, prefix=prefix)


def game_document(judgement: GameJudgement) -> Document:
    """The validator's answer: legal or the first violation, what hangs on rulings, the score sheet of what was judged.

    ``parks`` are the players' parks as the last legal event left them, what it told taken; ``operated`` every Operate phase with the park
    that it found.
    """
    return GameAnswer.write(GameChecked.of(judgement))
