"""Solving, stepping through the answer, hints, and what a search that is stopped still says."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api.test_rerolls_told import TWO_REROLLS
from tests.web.visit import Visit, fixture

EXAMPLE = "Log flume to duck pond"


@pytest.fixture
def solved(visit: Callable[..., Visit]) -> Visit:
    visitor = visit("phone")
    visitor.open_example(EXAMPLE)
    visitor.solve()
    return visitor


def test_the_worked_example_is_solved_and_proven(solved: Visit) -> None:
    told = solved.page.locator(".headline").inner_text()
    assert told.startswith("12★")
    assert "proven" in told
    assert solved.page.locator(".cards > li").count() == 3
    assert "So far 12★" in solved.page.locator(".cards > li").last.inner_text()


def test_each_step_moves_the_guests_of_that_move_only(solved: Visit) -> None:
    start = solved.guests()
    solved.key("next")
    after = solved.guests()
    assert {guest for guest in start if start[guest] != after.get(guest)} <= {"g1", "g2", "g3"}
    assert start["g2"] != after["g2"]
    assert start["g4"] == after["g4"]
    solved.key("previous")
    assert solved.guests() == start


def test_buttons_slider_cards_and_arrow_keys_lead_to_the_same_steps(solved: Visit) -> None:
    page = solved.page
    solved.key("next")
    solved.key("next")
    second = solved.guests()
    solved.key("card/0")
    page.keyboard.press("ArrowRight")
    assert solved.guests() == second
    slider = page.locator('[data-key="slider"]')
    slider.fill("3")
    last = solved.guests()
    assert page.locator(".count").inner_text() == "3 / 3"
    slider.fill("2")
    assert solved.guests() == second
    page.keyboard.press("End")
    assert solved.guests() == last
    assert "g3" not in last


def test_the_step_is_told_to_screen_readers(solved: Visit) -> None:
    solved.key("next")
    live = solved.page.locator("#live")
    solved.until("document.getElementById('live').textContent.startsWith('Move 1 of 3: Operate')")
    assert live.get_attribute("aria-live") == "polite"


NOTE_ANIMATIONS = """() => {
  window.animated = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    window.animated.push(this.dataset.guest);
    return animate.apply(this, given);
  };
}"""


def test_only_the_dice_of_the_move_are_animated(visit: Callable[..., Visit]) -> None:
    visitor = visit("desktop", still=False)
    visitor.open_example(EXAMPLE)
    visitor.solve()
    visitor.page.evaluate(NOTE_ANIMATIONS)
    visitor.key("next")
    assert visitor.page.evaluate("animated.splice(0).sort()") == ["g1", "g2"]  # pipped down; one of them walks
    visitor.key("card/2")
    assert visitor.page.evaluate("animated") == []  # a leap is no move


def test_with_reduced_motion_nothing_is_animated(solved: Visit) -> None:
    solved.page.evaluate(NOTE_ANIMATIONS)
    solved.key("next")
    assert solved.page.evaluate("animated") == []


def test_hints_tell_no_more_than_was_asked_for(solved: Visit) -> None:
    solved.key("How much to show/0")
    assert "Ferris Wheel" in solved.page.locator(".hint.big").inner_text()
    assert solved.page.locator(".cards").count() == 0
    solved.key("How much to show/1")
    assert solved.page.locator(".cards > li").count() == 1
    solved.key("next")
    assert solved.page.locator('[data-key="next"]').is_disabled()
    solved.key("How much to show/2")
    assert solved.page.locator(".why").count() == 0
    solved.key("How much to show/3")
    assert "move 2" in solved.page.locator(".why").first.inner_text()


def test_a_move_that_serves_the_next_round_alone_says_so(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    ride = {
        "name": "Ride",
        "colour": "yellow",
        "stars": 4,
        "requirement": {"dice": [{"colour": "blue"}, {"colour": "blue"}]},
    }
    tiles = [
        {"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"},
        {"id": "ride", "hex": [1, 0], "attraction": ride},
    ]
    guests = [{"id": "g1", "colour": "yellow", "value": 3, "at": "ride"}]
    visitor.open_park({"version": 1, "park": {"tiles": tiles, "guests": guests}, "mascots": [{"skill": None}]})
    visitor.solve()
    last = visitor.page.locator(".why").last.inner_text()
    assert last == "It keeps yellow 4 for the next round."


def test_an_alternative_says_how_it_differs_and_is_stepped_through_too(solved: Visit) -> None:
    other = solved.page.locator('[data-key="sequence/1"]')
    assert "stars less" in other.inner_text()
    solved.tap(other)
    stars = solved.page.locator(".headline b").first.inner_text()
    assert stars != "12★"
    solved.key("next")
    assert solved.page.locator(".cards > li.current").count() == 1


def test_what_one_thing_more_would_bring_is_told(solved: Visit) -> None:
    solved.key("what-if")
    solved.page.wait_for_selector(".chips", timeout=60_000)
    solved.page.wait_for_selector('[data-key="what-if-stop"]', state="detached", timeout=60_000)
    chips = solved.page.locator(".chip").all_inner_texts()
    assert any(chip.startswith("One more map: ") for chip in chips)
    assert any(chip.startswith("One pip more on the yellow 4 in Log Flume: ") for chip in chips)
    assert not any("g1" in chip for chip in chips)
    solved.go("/")
    solved.tab("Best")
    assert solved.page.locator(".chip").all_inner_texts() == chips


def test_the_next_round_carries_the_park_over(solved: Visit) -> None:
    before = solved.position()
    solved.key("next-round")
    after = solved.position()
    assert after["rules"]["round"] == before["rules"]["round"] + 1
    assert [tile["id"] for tile in after["park"]["tiles"]] == sorted(tile["id"] for tile in before["park"]["tiles"])
    assert {guest["id"]: guest["value"] for guest in after["park"]["guests"]} == {"g1": 3, "g2": 2}
    assert after["cubes"] == {}


def test_a_plan_that_is_told_up_to_its_next_roll_is_not_carried_into_the_next_round(solved: Visit) -> None:
    """The park after its moves is not the park of the end, and what it brings is the least of several ways."""
    assert solved.page.locator('[data-key="next-round"]').count() == 1
    solved.page.evaluate(
        """async () => {
          const { emit, view } = await import("/web/js/store.js");
          view.answer.sequences[0].least = true;
          emit();
        }"""
    )
    assert solved.page.locator('[data-key="next-round"]').count() == 0
    assert "at least 12★" in solved.page.locator('[data-key="sequence/0"]').inner_text()


def test_a_long_search_is_stopped_and_shows_its_best_so_far(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_park(fixture("bench/made_up/positions/made-up-full-21.json"), "best")
    visitor.key("How much to show/2")
    visitor.key("At most/3600")
    visitor.key("solve")
    visitor.page.wait_for_selector(".cards > li", timeout=30_000)
    assert "so far" in visitor.page.locator(".headline").inner_text()
    visitor.key("stop")
    visitor.page.wait_for_selector("text=You stopped it", timeout=30_000)
    assert visitor.page.locator("#panel .fault").count() == 0
    assert "at most" in visitor.page.locator(".headline").inner_text()
    assert visitor.page.locator(".cards > li").count() > 0


def test_without_network_the_answer_is_stepped_through_after_a_reload(visit: Callable[..., Visit]) -> None:
    solved = visit("phone", kept=True)
    solved.open_example(EXAMPLE)
    solved.solve()
    page = solved.page
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    solved.key("next")
    first = solved.guests()
    page.context.set_offline(True)
    page.reload()
    solved.ready()
    solved.tab("Best")
    solved.key("next")
    assert solved.guests() == first
    assert page.locator('[data-key="ask"] [data-key="solve"]').is_disabled()
    solved.tab("Park")
    solved.tile("duck-pond")
    solved.key("add/blue6")
    assert len(solved.position()["park"]["guests"]) == 5
    solved.go("/p/p1~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg")
    assert "The park of the link is not open" in page.locator("#panel .notice").inner_text()
    assert len(solved.position()["park"]["tiles"]) == 5
    page.context.set_offline(False)
    solved.key("link-again")
    page.wait_for_selector(".notice", state="detached")
    assert len(solved.position()["park"]["tiles"]) == 1


def test_a_plan_that_rerolls_dice_is_told_by_what_they_show(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    visitor.open_park(TWO_REROLLS)
    visitor.solve()
    told = visitor.page.locator(".headline").inner_text()
    assert told.startswith("4★ expected")
    assert "proven: no plan brings more on average" in told
    entries = visitor.page.locator('[data-key^="sequence/"]')
    labels = [entry.inner_text().splitlines()[0] for entry in entries.all()]
    assert any(label.startswith("If the dice show 1, then 6") for label in labels)
    assert any(label.startswith("If the die shows 6") for label in labels)
    visitor.key(f"sequence/{len(labels) - 1}")
    assert visitor.page.locator(".cards > li").count() >= 3


def test_of_very_many_ways_that_dice_may_fall_those_of_the_first_rolls_are_told(visit: Callable[..., Visit]) -> None:
    script = """async () => {
      const { waysTold } = await import("/web/js/searching.js");
      const faces = [1, 2, 3, 4, 5, 6];
      const branches = faces.flatMap((one) => faces.flatMap((two) => faces.map((three) => ({
        results: [one, two, three], stars: three, money: two, moves: ["begin", one, two, three],
      }))));
      return waysTold(branches);
    }"""
    ways = visit("phone").page.evaluate(script)
    assert len(ways) == 36
    assert ways[1] == [
        "If the dice show 1, then 2; search again after the next roll",
        {"moves": ["begin", 1, 2], "stars": 1, "money": 2, "least": True},
    ]


def entrance_and(ride: dict[str, Any], guests: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A park of two tiles; the guests are on the second, ``ride``, unless they say otherwise."""
    tiles = [
        {"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"},
        {"id": "ride", "hex": [1, 0], "attraction": {"name": "Ride", "colour": "yellow", **ride}},
    ]
    placed = [{"id": f"g{number}", "colour": "yellow", "at": "ride", **each} for number, each in enumerate(guests)]
    return {"version": 1, "park": {"tiles": tiles, "guests": placed}, **more}


def test_where_money_counts_no_claim_is_made_on_stars_alone(visit: Callable[..., Visit]) -> None:
    """The ride would bring 2 stars; the Entrance brings 1, and $2 that make the third dollar."""
    visitor = visit("phone")
    ride = {"stars": 2, "requirement": {"dice": [{}]}}
    last = {"game": "introductory", "round": 4, "last_round": True}
    visitor.open_park(entrance_and(ride, [{"value": 1, "at": "entrance"}], rules=last, maps=1, money=1))
    visitor.solve()
    told = visitor.page.locator(".headline").inner_text()
    assert told.startswith("1★ $2 (2★ with one for every full $3) proven: nothing counts for more (")


def test_a_plan_that_rerolls_dice_is_told_by_what_it_is_worth_on_average_whatever_counts(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("phone")
    visitor.open_park(TWO_REROLLS, "best")
    visitor.key("What counts/balanced")
    visitor.key("solve")
    headline = visitor.page.locator(".headline")
    expect(headline).to_contain_text("32.03 by the weights expected, proven: nothing counts for more on average")


def test_the_totals_of_the_cards_count_cubes_that_were_placed_before(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone")
    ride = {"stars": 3, "requirement": {"dice": [{}]}}
    visitor.open_park(entrance_and(ride, [{"value": 1}], cubes={"entrance": 2}))
    visitor.solve()
    page = visitor.page
    assert page.locator(".headline").inner_text().startswith("5★ $4 ")
    assert page.locator("text=Cubes placed before: 2★ $4").count() == 1
    assert "So far 5★ $4" in page.locator(".cards > li").last.inner_text()
    drawn = page.evaluate("import('/web/js/share.js').then(({ currentPicture }) => currentPicture().textContent)")
    assert "Introductory game, round 1: 5★ $4" in drawn


def test_where_no_move_is_worth_it_none_is_said_to_be_impossible(visit: Callable[..., Visit]) -> None:
    """Operating the ride would bring a star, and its three guests would not stay."""
    visitor = visit("phone")
    ride = {"stars": 1, "requirement": {"dice": [{}, {}, {}]}}
    visitor.open_park(entrance_and(ride, [{"value": 2}] * 3, cubes={"entrance": 2}), "best")
    visitor.key("What counts/balanced")
    visitor.key("solve")
    panel = visitor.page.locator("#panel")
    expect(panel).to_contain_text("No moves count for more than none.")
    visitor.key("How much to show/0")
    expect(panel).to_contain_text("This plan operates nothing.")
