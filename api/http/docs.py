"""The description of the API, and Swagger UI on it from files of this machine."""

from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Response, current_app, render_template_string, send_from_directory

docs = Blueprint("docs", __name__)

FILES = Path(flask_swagger_ui.__file__).parent / "dist"
DESCRIPTION = "park-advisor openapi"
"""Where the application keeps its description."""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>park-advisor API</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<link rel="icon" href="/docs/files/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"><p>The description itself is at <a href="/openapi.json">/openapi.json</a>.</p></div>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
START = 'SwaggerUIBundle({url: "/openapi.json", dom_id: "#swagger-ui", validatorUrl: null});\n'


@docs.get("/openapi.json")
def openapi() -> Response:
    """Answers with the description of the API."""
    return Response(current_app.extensions[DESCRIPTION], mimetype="application/json")


@docs.get("/docs")
def page() -> str:
    """Answers with the page of Swagger UI."""
    return render_template_string(PAGE)


@docs.get("/docs/start.js")
def start() -> Response:
    """Answers with the script that starts Swagger UI; a file of its own, as pages hold no scripts."""
    return Response(START, mimetype="text/javascript")


@docs.get("/docs/files/<path:name>")
def file(name: str) -> Response:
    """Answers with a file of Swagger UI."""
    return send_from_directory(FILES, name)
