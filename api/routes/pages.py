"""The web page and its files."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

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
