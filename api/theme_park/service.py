"""The verbs of every game for Dice Theme Park: the endpoints below ``/v1/operate`` and ``/v1/games`` answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Response, current_app

from api.games import Verb
from api.schemas.describing import Answer
from api.theme_park.schemas.answers.games import GameAnswer
from api.theme_park.schemas.answers.operate import CheckAnswer, MovesAnswer
from api.theme_park.schemas.answers.searches import SolveAnswer


def _endpoint(name: str) -> Callable[[Any], Response]:
    def answered(_body: Any) -> Response:
        response: Response = current_app.make_response(current_app.ensure_sync(current_app.view_functions[name])())
        return response

    return answered


ANSWERS = {verb: _endpoint(f"operate.{verb}") for verb in ("solve", "check", "moves")} | {
    "game": _endpoint("games.check")
}
DESCRIBED: Mapping[str, Sequence[type[Answer]]] = {
    Verb.SOLVE: (SolveAnswer,),
    Verb.CHECK: (CheckAnswer,),
    Verb.MOVES: (MovesAnswer,),
    Verb.GAME: (GameAnswer,),
}
