"""Pages of problems: what a kind of problem means, and what people see where programs get a problem document."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, Response, abort, current_app, render_template_string, request

from api.http.logs import request_id
from api.problems.kinds import ABOUT, Kind

BROKEN_LINKS = "park-advisor broken links"
"""Where the application keeps what is told of links that cannot be opened: a ``BrokenLink`` by the beginning of their addresses."""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><title>{{ title }} - Park advisor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/web/problem.css">
</head>
<body>
<main>
<h1>{{ title }}</h1>
{% for line in lines %}<p>{{ line }}</p>
{% endfor %}<p><a class="back" href="/">To the park page</a></p>
{% if small %}<details><summary>What was wrong with it</summary>
{% for line in small %}<p>{{ line }}</p>
{% endfor %}</details>
{% endif %}{% if links %}<ul>
{% for link in links %}<li><a href="/problems/{{ link }}">{{ link }}</a></li>
{% endfor %}</ul>{% else %}<p><a href="/problems">Every kind of problem</a></p>{% endif %}
</main>
</body>
</html>
"""


class BrokenLink(NamedTuple):
    """What people are told of a link that cannot be opened."""

    title: str
    lines: Sequence[str]


def for_people(media_type: str) -> bool:
    """Whether a browser asked for a page: a link that was cut, say; the API itself answers with ``media_type`` only."""
    offered = (media_type, "application/json", "text/html")
    return not request.path.startswith("/v1/") and request.accept_mimetypes.best_match(offered) == "text/html"


def page(kind: Kind, told: Sequence[str], status: int, headers: Mapping[str, str] | None) -> Response:
    """A page that tells of a problem, with a way back."""
    title, lines, small = ABOUT[kind].title, told, [f"Request id: {request_id()}"]
    link = _broken_link() if status < 500 else None
    if link is not None:
        title, lines, small = link.title, link.lines, [*told, *small]
    text = render_template_string(PAGE, title=title, lines=lines, small=small, links=[])
    response: Response = current_app.response_class(text, status, headers, mimetype="text/html")
    return response


def _broken_link() -> BrokenLink | None:
    known: Mapping[str, BrokenLink] = current_app.extensions[BROKEN_LINKS]
    return next((link for beginning, link in known.items() if request.path.startswith(beginning)), None)


pages = Blueprint("problems", __name__, url_prefix="/problems")


@pages.get("")
def every_problem() -> str:
    """Answers with the list of the kinds of problems."""
    return render_template_string(
        PAGE, title="Problems", lines=["Kinds of problems that this service tells."], links=[*Kind]
    )


@pages.get("/<name>")
def problem_page(name: str) -> str:
    """What a kind of problem means."""
    if name not in {kind.value for kind in Kind}:
        abort(404)
    about = ABOUT[Kind(name)]
    return render_template_string(PAGE, title=about.title, lines=[f"HTTP status {about.status}.", about.explained])
