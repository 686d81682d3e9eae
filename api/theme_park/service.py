"""The verbs of every game for Dice Theme Park: the endpoints below ``/v1/operate`` and ``/v1/games`` answer."""

from collections.abc import Callable
from typing import Any

from flask import Response, current_app


def _endpoint(name: str) -> Callable[[Any], Response]:
    def answered(_body: Any) -> Response:
        response: Response = current_app.make_response(current_app.ensure_sync(current_app.view_functions[name])())
        return response

    return answered


ANSWERS = {verb: _endpoint(f"operate.{verb}") for verb in ("solve", "check", "moves")} | {
    "game": _endpoint("games.check")
}
