"""The description of the API (OpenAPI 3.1), made from the schemas and completed where they cannot say it."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import flask_smorest
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from marshmallow import fields

from api.http.error_answers import MEDIA_TYPE
from api.problems.kinds import ABOUT, Kind
from api.schemas.describing import Description, OneKindOf
from api.schemas.fields import DescribedField
from api.schemas.problems import ProblemAnswer
from api.version import DISTRIBUTION, program_version

METHODS = ("get", "post", "put", "delete", "patch")
EVERYWHERE = (Kind.TOO_MANY, Kind.INTERNAL)
OF_BODIES = (Kind.NOT_JSON, Kind.TOO_LARGE, Kind.MEDIA_TYPE, Kind.UNUSABLE)


def described(self: OpenAPIConverter, field: fields.Field[Any], ret: Description) -> Description:
    """Complete what apispec says of a field: its shape, a default as it stands in JSON, null among the words."""
    more = field.shape(self) if isinstance(field, DescribedField | OneKindOf) else {}
    default = ret.get("default")
    if "default" in ret and not _is_json(default):
        del ret["default"]
    if isinstance(default, tuple | frozenset):
        ret["default"] = sorted(default)
    if "$ref" in more and field.allow_none:
        return {"anyOf": [more, {"type": "null"}]}
    if "enum" in ret and field.allow_none and None not in ret["enum"]:
        return more | {"enum": [*ret["enum"], None]}
    if field.allow_none and "type" in more:
        return more | {"type": [more["type"], "null"]}
    return more


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value)
    except TypeError:
        return False
    return True


class Api(flask_smorest.Api):
    """The endpoints and their description; errors are told by ``api.http.error_answers``."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Register none: ``api.http.error_answers`` tells errors."""

    def _register_responses(self) -> None:
        """One response for each kind of problem."""
        self.spec.components.schema("Problem", schema=ProblemAnswer)
        for kind, about in ABOUT.items():
            headers = {"X-Request-ID": {"schema": {"type": "string"}}}
            if kind in (Kind.TOO_MANY, Kind.BUSY, Kind.STORAGE):
                headers["Retry-After"] = {"schema": {"type": "string"}}
            content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
            self.spec.components.response(
                kind.name, {"description": about.title, "content": content, "headers": headers}, lazy=True
            )


def make_api(app: Flask) -> Api:
    """The API of ``app``, to which blueprints are then added."""
    app.config.update(API_TITLE=DISTRIBUTION, API_VERSION=program_version(), OPENAPI_VERSION="3.1.0")
    api = Api(app, spec_kwargs={"info": {"description": "A solver and referee for the Operate phase of a game."}})
    api.ma_plugin.converter.add_attribute_function(described)
    for name, tells in (
        ("edit_token", "The edit token that came with a saved park."),
        ("club_token", "The club's token, where one is configured."),
    ):
        api.spec.components.security_scheme(name, {"type": "http", "scheme": "bearer", "description": tells})
    return api


def description(api: Api) -> Description:
    """The whole description of the API, OpenAPI 3.1."""
    for _, _, kinds in _operations(api.spec.to_dict()):
        for kind in kinds:  # registered lazily: only what is referred to is in the document
            api.spec.components.get_ref("response", kind.name)
    document: Description = api.spec.to_dict()
    for name, operation, kinds in _operations(document):
        operation["operationId"] = name
        _complete(operation, kinds)
    return document


def _operations(document: Description) -> Iterator[tuple[str, Description, tuple[Kind, ...]]]:
    """Each operation with a name made of its method and path, and the problems that any such one may tell."""
    for path, methods in document["paths"].items():
        words = "_".join(part.strip("{}") for part in path.removeprefix("/v1").split("/") if part)
        for method, operation in methods.items():
            if method in METHODS:
                of_body = OF_BODIES if "requestBody" in operation else ()
                of_path = (Kind.NOT_FOUND,) if "{" in path else ()
                yield f"{method}_{words}", operation, (*EVERYWHERE, *of_body, *of_path)


def _complete(operation: Description, kinds: Iterable[Kind]) -> None:
    """Errors that any endpoint may answer with."""
    responses = operation["responses"]
    for kind in kinds:
        responses[str(ABOUT[kind].status)] = {"$ref": f"#/components/responses/{kind.name}"}
    operation["responses"] = dict(sorted(responses.items()))
    for response in responses.values():
        if "$ref" not in response:
            response.setdefault("headers", {})["X-Request-ID"] = {"schema": {"type": "string"}}
    if "parameters" in operation and not operation["parameters"]:
        del operation["parameters"]
