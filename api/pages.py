"""The web page and its files, and the page with a position that the address itself holds."""

import json
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, send_from_directory

from api.http.problem_pages import BrokenLink
from api.theme_park.examples import every_example
from api.theme_park.routes.parks import LONGEST_LINE, read_line, share_document

WEB = Path(__file__).parent / "web"
KEPT = frozenset({".js", ".css", ".json", ".png", ".svg", ".webmanifest"})
pages = Blueprint("pages", __name__)
LINKS = {
    "/p/": BrokenLink(
        "This link to a park cannot be opened",
        (
            "Part of it is missing, or was changed on its way: links are long, and letters and chats like to cut them.",
            "Ask for the link again, or for the notation, which the page takes under Share. "
            "A park that you were entering yourself is still there.",
        ),
    )
}
"""What is told of links that cannot be opened, by the beginning of their addresses."""


@pages.get("/")
def index() -> Response:
    """Answers with the page of Dice Theme Park."""
    return send_from_directory(WEB, "index.html")


@pages.get("/dice-manor")
def dice_manor() -> Response:
    """Answers with the page of Dice Manor."""
    return send_from_directory(WEB, "dice-manor.html")


@pages.get("/web/<path:name>")
def web_file(name: str) -> Response:
    """Answers with a file of the pages."""
    return send_from_directory(WEB, name)


@pages.get("/web/files.json")
def files() -> Response:
    """Everything that the page must keep to work without network."""
    own = sorted(f"/web/{path.relative_to(WEB).as_posix()}" for path in WEB.rglob("*") if path.suffix in KEPT)
    return _data(
        ["/", "/dice-manor", *own, "/web/examples.json", "/v1/catalogue", "/v1/rules", "/v1/tiles", "/openapi.json"]
    )


@pages.get("/web/examples.json")
def example_positions() -> Response:
    """Answers with positions to begin with."""
    return _data(every_example())


@pages.get("/sw.js")
def service_worker() -> Response:
    """The worker that keeps the page; it lies at the root so that it serves all of the page."""
    return send_from_directory(WEB, "sw.js")


def _data(document: Any) -> Response:
    return Response(json.dumps(document), mimetype="application/json")


@pages.get(f"/p/<string(maxlength={LONGEST_LINE}):notation>")
def shared(notation: str) -> Response:
    """The page with the position of a line in it, as JSON in the element ``shared-position``; stores nothing."""
    shown = json.dumps(share_document(read_line(notation))).replace("<", "\\u003c")
    page = WEB / "index.html"
    if not page.is_file():
        abort(404)
    head, mark, rest = page.read_text(encoding="utf-8").partition("</head>")
    data = f'<script type="application/json" id="shared-position">{shown}</script>\n'
    return Response(head + data + mark + rest, mimetype="text/html")
