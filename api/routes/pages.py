"""The web page and its files, and the page with a position that the address itself holds."""

import json
from pathlib import Path

from flask import Blueprint, Response, abort, send_from_directory

from api.routes.parks import LONGEST_LINE, read_line, share_document

WEB = Path(__file__).parent.parent / "web"
pages = Blueprint("pages", __name__)


@pages.get("/")
def index() -> Response:
    """The page."""
    return send_from_directory(WEB, "index.html")


@pages.get("/web/<path:name>")
def web_file(name: str) -> Response:
    """A file of the page."""
    return send_from_directory(WEB, name)


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
