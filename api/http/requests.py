"""How endpoints read requests and give answers."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

import flask_smorest
from flask import Request, Response, current_app, g, request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from api.config import Config
from api.json_input import parse_document
from api.problems.bad_input import BadInput
from api.problems.kinds import ABOUT, Kind
from api.schemas.fields import LONGEST_ID
from api.schemas.loading import WHOLE, flat
from models.shared.fault import Fault, FaultCode, shown

View = TypeVar("View", bound=Callable[..., Any])
SHORT = f"string(maxlength={LONGEST_ID})"
"""Ids and slugs in addresses, as a converter of the router."""
CONFIG = "PARK_ADVISOR_CONFIG"
"""Where the application keeps its ``Config``."""


class JsonParser(FlaskParser):
    """Bodies as JSON documents, with every fault of a request told at once."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body; raises ``BadInput``, or what Flask answers with 413 or 415."""
        return read_body()

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        """The faults of the request."""
        raise BadInput(faults_of(error))


def read_body() -> Any:
    """The JSON document that is the body of the request; raises what Werkzeug has for other media and too long bodies, and ``BadInput``."""
    if "body" in g:  # read before the game was known
        return g.body
    if request.mimetype != "application/json" and not (
        request.mimetype.startswith("application/") and request.mimetype.endswith("+json")
    ):
        raise UnsupportedMediaType
    data = request.get_data(cache=False)
    if request.content_length is None and len(data) >= current_app.config["MAX_CONTENT_LENGTH"]:
        raise RequestEntityTooLarge  # Werkzeug cuts a body in chunks at the limit
    g.body = parse_document(data)
    return g.body


def faults_of(error: ValidationError) -> list[Fault]:
    """The faults that an error of marshmallow tells of."""
    messages = error.normalized_messages()
    body: Any = messages.get("json", messages) if isinstance(messages, Mapping) else {WHOLE: messages}
    return [Fault(at, str(detail), getattr(detail, "code", FaultCode.SHAPE)) for at, detail in flat(body)]


class Blueprint(flask_smorest.Blueprint):
    """Endpoints that read their requests by ``JsonParser``."""

    ARGUMENTS_PARSER = JsonParser()

    def may_tell(self, *kinds: Kind) -> Callable[[View], View]:
        """Decorator: describe the problems of its own that an endpoint tells; those of all are added in ``api.http.openapi``."""

        def described(view: View) -> View:
            for kind in kinds:
                view = self.alt_response(ABOUT[kind].status, kind.name)(view)
            return view

        return described


def answer(document: Any, status: int = 200, **headers: str) -> Response:
    """``document`` as the answer; underscores in names of ``headers`` stand for hyphens."""
    response: Response = current_app.response_class(
        current_app.json.dumps(document, separators=(",", ":")), mimetype="application/json"
    )
    response.status_code = status
    response.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return response


def wrong_header(name: str, value: str, accepts: str) -> BadInput:
    """The refusal of a header field."""
    return BadInput([Fault("", f"Header {name}: found {shown(value)}; accepted: {accepts}.")])


def config() -> Config:
    """The configuration of the running application."""
    settings: Config = current_app.config[CONFIG]
    return settings
