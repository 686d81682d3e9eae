"""The API's documentation in a browser: everything from this server, under the same strict policy."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visit import Visit


def test_docs_list_every_operation_and_open_one(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    page = visitor.page
    page.goto(f"{visitor.server}/docs")
    check = page.locator("#operations-operate-post_operate_check")
    expect(check).to_contain_text("Replay moves and give the verdict")
    assert page.locator(".opblock").count() > 25
    check.locator(".opblock-summary-control").first.click()
    expect(check.get_by_text("Try it out")).to_be_visible()
