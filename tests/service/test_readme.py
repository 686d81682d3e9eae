"""What the READMEs say of the service is so."""

import re
from dataclasses import fields

from flask import Flask

from api.config import Config, variable
from tests.figures import ROOT, readmes

TEXT = (ROOT / "api" / "README.md").read_text(encoding="utf-8")
SERVICE = "\n".join(file.read_text(encoding="utf-8") for file in readmes() if file.is_relative_to(ROOT / "api"))


def test_every_variable_is_listed_with_what_it_is() -> None:
    listed = re.findall(r"^\| `(PARK_ADVISOR_\w+)` \| (.+?) \| (.+) \|$", TEXT, re.MULTILINE)
    assert [(name, tells) for name, _, tells in listed] == [
        (variable(each.name), each.metadata["tells"]) for each in fields(Config)
    ]
    defaults = {name: default.strip("`") for name, default, _ in listed}
    for each in fields(Config):
        if isinstance(each.default, str | int | float):
            default = f"{each.default:g}" if isinstance(each.default, float) else str(each.default)
            assert defaults[variable(each.name)] == default


def test_every_endpoint_is_listed(app: Flask) -> None:
    told = re.sub(r"/(ID|SLUG|LINE)\b", "/*", SERVICE)
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/v1/") or rule.endpoint.startswith("health."):
            assert re.sub(r"<[^>]+>", "*", rule.rule) in told, rule.rule
