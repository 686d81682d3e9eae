"""Searches: what they tell while they run, across reloads, other searches, other screens, and a server that was away."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visit import Visit, fixture

LONG = "bench/made_up/positions/made-up-full-21.json"


def job_of(visitor: Visit, kind: str = "search") -> str:
    """The address of the job that the page keeps for its park."""
    script = "(kind) => JSON.parse(localStorage.getItem(`park-advisor/${kind}/${sessionStorage.getItem('park-advisor/tab')}`)).path"
    path: str = visitor.page.evaluate(script, kind)
    return path


def test_a_search_is_followed_through_other_screens_and_a_reload_and_its_answer_pulls_nobody_away(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("phone")
    page = visitor.page
    visitor.open_park(fixture(LONG), "best")
    visitor.key("How much to show/3")
    visitor.key("At most/300")
    visitor.key("solve")
    bar = page.locator("#search")
    page.wait_for_selector(".cards > li")  # a plan to step through, long before all is settled
    expect(page.locator(".headline")).to_contain_text("so far")
    expect(bar).to_contain_text("≤")
    box = bar.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 740  # in view on a phone
    assert visitor.accessibility() == []
    job = job_of(visitor)
    page.reload()
    visitor.ready()
    expect(bar).to_contain_text("≤")
    assert job_of(visitor) == job
    never_asked = fixture("positions/log-flume.json") | {"money": 37}  # a review of the example leaves answers behind
    waits = page.request.post(f"{visitor.server}/v1/jobs", data={"position": never_asked})
    assert waits.json()["state"] == "queued"
    other = visit("desktop")
    other.open_park(fixture("positions/log-flume.json") | {"money": 38}, "best")
    other.key("solve")
    expect(other.page.locator("#search")).to_contain_text("1 search before yours")
    other.key("stop")
    expect(other.page.locator("#panel")).to_contain_text("You stopped it")
    assert other.page.locator("#panel .fault").count() == 0
    visitor.tab("Park")
    visitor.key("stop")
    expect(page.locator('[data-key="tab/best"] .badge')).to_be_visible()
    assert page.evaluate("document.body.dataset.tab") == "park"
    visitor.tab("Best")
    expect(page.locator("#panel")).to_contain_text("You stopped it; this is the best sequence so far.")
    assert page.locator('[data-key="tab/best"] .badge').count() == 0


def test_a_plan_that_is_stepped_through_is_not_taken_away_by_a_better_one(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    page = visitor.page
    visitor.open_example("Log flume to duck pond")
    visitor.solve()
    visitor.key("next")
    before = page.locator(".cards").inner_text()
    page.evaluate(
        """async () => {
          const { view, emit } = await import("/web/js/store.js");
          const better = structuredClone(view.answer);
          better.sequences = [{ ...better.sequences[0], stars: 99, steps: better.sequences[0].steps.slice(0, 1) }];
          Object.assign(view, { better });
          emit();
        }"""
    )
    assert page.locator(".cards").inner_text() == before
    bar = page.locator("#search")
    for stars, bound, rolls, told in (
        (5, 5, False, "5★ proven · settling the rest"),
        (5, 8, False, "5★ ≤ 8★"),
        (5, 8, True, "at least 5★ ≤ 8★"),
    ):
        page.evaluate(
            """async (found) => {
              const { shownDraft, show } = await import("/web/js/store.js");
              show({ searching: { ...found, state: "running", path: "/v1/jobs/x", draft: shownDraft(), began: Date.now() } });
            }""",
            {"stars": stars, "bound": bound, "rolls": rolls},
        )
        expect(bar).to_contain_text(told)
    page.evaluate("import('/web/js/store.js').then(({ show }) => show({ searching: null }))")
    visitor.key("better")
    assert page.locator(".cards > li").count() == 1
    assert page.locator(".count").inner_text() == "0 / 1"


def test_after_the_server_was_away_the_page_goes_on_by_itself(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop")
    page = visitor.page
    visitor.open_example("Log flume to duck pond")
    visitor.tab("Judge")
    page.wait_for_selector(".verdict.legal")

    def away(url: str) -> bool:
        return "/v1/" in url or "/healthz" in url

    page.route(away, lambda route: route.abort("connectionrefused"))
    visitor.key("back")
    expect(page.locator("#panel")).to_contain_text("nothing is judged")
    assert page.locator('[data-key="legal-moves"]').count() == 0
    visitor.tab("Park")
    visitor.key("Maps/more")
    visitor.tab("Share")
    expect(page.locator("#panel")).to_contain_text("There is no connection")
    visitor.tab("Best")
    expect(page.locator('[data-key="solve"]')).to_be_disabled()
    page.unroute(away)
    expect(page.locator('[data-key="solve"]')).to_be_enabled(timeout=20_000)
    assert page.locator(".offline").count() == 0
    visitor.tab("Share")
    page.wait_for_selector("#share-link")
    visitor.tab("Judge")
    expect(page.locator(".verdict.legal")).to_contain_text("9 stars")
    page.wait_for_selector('details[data-key="legal-moves"]')


def test_what_is_weighed_is_told_stopped_and_outlives_a_reload(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    page = visitor.page
    visitor.open_park(fixture("bench/board/positions/board4-04.json"), "best")
    with page.expect_request("**/v1/jobs") as asked:
        visitor.key("solve")
    assert asked.value.post_data_json["attached"] is True  # it ends when nobody listens any more
    page.wait_for_selector(".cards > li")
    visitor.key("stop")
    with page.expect_request("**/v1/jobs") as asked:
        visitor.key("what-if")
    assert (asked.value.post_data_json["kind"], asked.value.post_data_json["attached"]) == ("what-if", True)
    weighing = page.locator(".weighing")
    expect(weighing).to_contain_text(re.compile(r"^\d+ of \d+ weighed"), timeout=60_000)
    job = job_of(visitor, "what-if")
    page.reload()
    visitor.ready()
    visitor.tab("Best")
    expect(weighing).to_contain_text(re.compile(r"^\d+ of \d+ weighed"), timeout=60_000)
    assert job_of(visitor, "what-if") == job
    assert float(weighing.locator("progress").get_attribute("max") or 0) > 1
    visitor.key("what-if-stop")
    page.wait_for_selector('[data-key="what-if"]')
    expect(page.locator('[data-key="what-if"]')).to_have_text("Weigh all of it")
    assert page.request.get(visitor.server + job).json()["state"] == "cancelled"
