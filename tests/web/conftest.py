"""The page as people use it: the real server, a real Chromium, at the size of a phone and of a desktop."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.web.chromium import ARGUMENTS, chromium
from tests.web.visit import SIZES, Visit

START_SECONDS = 120.0
END_SECONDS = 30.0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what waits for ``pytest -m browser``, and give everything here a second try: browsers share two cores."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("server")
    settings = {
        "PARK_ADVISOR_DATABASE_URL": f"sqlite:///{folder / 'park.sqlite3'}",
        "PARK_ADVISOR_CHILDREN": "1",
        "PARK_ADVISOR_RATE": "off",
        "PARK_ADVISOR_SEARCH_RATE": "off",
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "api.cli", "serve", "--port", str(port)],
            env=os.environ | settings,
            cwd=Path(__file__).parents[2],
            stdout=log,
            stderr=log,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, process, folder / "log")
        yield address
    finally:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()  # how it ends is for the tests of the service to judge
            process.wait()


def _wait(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urlopen(f"{address}/healthz", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text()[-2000:]}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Callable[..., Visit]]:
    """Visitors with a browser profile of their own; at the end none has seen an error or asked another host."""
    visits: list[tuple[BrowserContext, Visit]] = []

    def come(
        size: str = "phone",
        path: str = "/",
        *,
        dark: bool = False,
        still: bool = True,
        kept: bool = False,
        first: bool = False,
    ) -> Visit:
        context = browser.new_context(
            viewport=SIZES[size],
            has_touch=size == "phone",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            accept_downloads=True,
            service_workers="allow" if kept else "block",  # the page is kept for use without network
        )
        context.set_default_timeout(60_000)
        visits.append((context, Visit(context.new_page(), server, path, first=first)))
        return visits[-1][1]

    yield come
    for context, visitor in visits:
        context.close()
        assert visitor.errors == []
        assert [url for url in visitor.asked if not url.startswith((server, "data:", "blob:"))] == []
