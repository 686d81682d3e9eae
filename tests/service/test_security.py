"""Headers of every answer, and which pages may call."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.app import close
from tests.service.serving import make_app


def text_of(client: FlaskClient, path: str) -> str:
    with client.get(path) as answer:  # files stay open until the answer is closed
        assert answer.status_code == 200
        return answer.text


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.json", "/v1/rules", "/v1/nothing", "/healthz", "/problems"])
def test_every_answer_has_the_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers


def test_pages_of_the_service_have_no_inline_script_or_style(client: FlaskClient) -> None:
    for path in ("/", "/docs", "/problems", "/problems/busy"):
        page = text_of(client, path)
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick=" not in page
        assert all(part.startswith((" src=", " type=")) for part in page.split("<script")[1:])


def test_docs_need_nothing_from_elsewhere(client: FlaskClient) -> None:
    page = text_of(client, "/docs")
    assert "http" not in page
    for path in ("/docs/files/swagger-ui.css", "/docs/files/swagger-ui-bundle.js", "/docs/start.js"):
        assert path in page
        assert text_of(client, path)


def test_no_file_outside_the_page_is_served(client: FlaskClient) -> None:
    for path in ("/web/../app.py", "/web/%2e%2e/app.py", "/docs/files/../__init__.py", "/web//etc/passwd"):
        assert client.get(path, follow_redirects=True).status_code == 404


def test_only_configured_origins_may_call(tmp_path: Path) -> None:
    app = make_app(tmp_path, cors_origins=("https://club.example",))
    client = app.test_client()
    allowed = client.get("/v1/rules", headers={"Origin": "https://club.example"})
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://club.example"
    refused = client.get("/v1/rules", headers={"Origin": "https://other.example"})
    assert "Access-Control-Allow-Origin" not in refused.headers
    preflight = client.options("/v1/operate/check", headers={"Origin": "https://club.example"})
    assert preflight.status_code == 200
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    close(app)
