"""Settling an argument by taps."""

from collections.abc import Callable

import pytest

from tests.web.visit import Visit, fixture

REFUSED = "Log flume and ferris wheel refused"
BOOTH = "photo-booth"
ENTER = """(moves) => import("/web/js/store.js").then(({ change }) => change((doc) => { doc.moves = moves; }))"""
ENTER_THE_PLAN = """() => import("/web/js/store.js").then(({ change, view }) =>
  change((doc) => { doc.moves = view.answer.sequences[0].moves; }, { tab: "judge" }))"""


@pytest.fixture
def judging(visit: Callable[..., Visit]) -> Visit:
    visitor = visit("phone")
    visitor.open_example("Log flume to duck pond")
    visitor.tab("Judge")
    visitor.page.wait_for_selector(".verdict.legal")
    return visitor


IN_VIEW = """(() => {
  const verdict = document.querySelector(".verdict.illegal p").getBoundingClientRect();
  const stage = document.getElementById("stage").getBoundingClientRect();
  return verdict.top >= Math.max(0, stage.bottom) - 1 && verdict.bottom <= window.innerHeight;
})()"""


def operate(visitor: Visit, tile: str, party: list[str], mover: str, to: str) -> None:
    visitor.tile(tile)
    visitor.key("Move/operate")
    for guest in party:
        visitor.tap(f'#panel [data-key$="/{guest}"][data-key^="Party"]')
    visitor.key(f"mover/{mover}")
    visitor.key(f"Where to?/{to}")
    visitor.key("enter-move")


def test_the_examples_moves_are_legal_and_lose_nothing(judging: Visit) -> None:
    assert "12 stars" in judging.page.locator(".verdict").inner_text()
    judging.key("review")
    judging.page.wait_for_selector("text=nothing lost", timeout=60_000)
    assert "12★ of 12★" in judging.page.locator(".headline").inner_text()


def test_a_wrong_move_is_refused_with_the_rule_and_what_would_be_legal(judging: Visit) -> None:
    judging.key("clear-moves")
    operate(judging, "log-flume", ["g1"], "g1", "ferris-wheel")
    verdict = judging.page.locator(".verdict.illegal")
    verdict.wait_for()
    told = verdict.inner_text()
    assert "Not legal. Move 1:" in told
    assert "One die for each element" in told
    assert "operate.party.size" in told
    judging.until(IN_VIEW)
    judging.tap(verdict.locator("[data-key='instead/0']"))
    judging.page.wait_for_selector(".verdict.legal")


def test_moves_are_picked_from_the_legal_ones_after_those_already_played(judging: Visit) -> None:
    judging.key("back")
    judging.page.wait_for_selector("text=9 stars")
    judging.unfold("legal-moves")
    offered = judging.page.locator("details[data-key=legal-moves] .entry").all_inner_texts()
    assert offered
    assert all(text.startswith("Operate Duck Pond") for text in offered)
    judging.tap(judging.page.locator("details[data-key=legal-moves] .entry").first)
    judging.page.wait_for_selector("text=12 stars")
    judging.key("back")
    judging.page.wait_for_selector("text=9 stars")
    judging.key("best-from-here")
    judging.page.wait_for_selector(".cards > li")
    assert judging.page.locator(".headline").inner_text().startswith("12★")
    assert judging.page.locator(".cards > li").count() == 1


def test_maps_and_mascots_used_before_the_best_from_here_are_ready_in_the_next_round(judging: Visit) -> None:
    page, card = judging.page, {"skill": {"kind": "money-per-guest", "colour": "blue"}}
    park = judging.position() | {"maps": 2, "mascots": [card, {"skill": None}], "money": 2}
    judging.open_park(park | {"rules": park["rules"] | {"game": "full", "round": 3}}, "judge")
    guest = park["park"]["guests"][0]
    to = next(each["id"] for each in park["park"]["tiles"] if each["id"] == "spooky-forest")
    paid = {"do": "mascot", "mascot": 0, "tile": guest["at"], "skill": {}, "adjust": []}
    page.evaluate(ENTER, [paid, {"do": "map", "guest": guest["id"], "to": to}])
    page.wait_for_selector(".verdict.legal")
    judging.key("best-from-here")
    page.wait_for_selector(".cards > li")
    used = {"maps": 1, "mascots": [card]}
    assert judging.position()["used"] == used
    judging.go("/")
    assert judging.position()["used"] == used
    judging.tab("Park")
    assert "1 map and 1 mascot" in page.locator("#panel").inner_text()
    assert page.locator("[data-key='Maps/7']").count() == 1
    assert page.locator("[data-key='Maps/8']").count() == 0
    judging.tab("Best")
    judging.key("next-round")
    after = judging.position()
    assert "used" not in after
    assert (after["maps"], len(after["mascots"]), card in after["mascots"]) == (2, 2, True)
    judging.key("undo")
    judging.key("nothing-used")
    assert "used" not in judging.position()


def test_switching_a_ruling_changes_the_verdict(judging: Visit) -> None:
    page = judging.page
    judging.key("clear-moves")
    operate(judging, "log-flume", ["g1", "g2"], "g2", "spooky-forest")
    page.wait_for_selector(".verdict.legal")
    judging.tab("Park")
    judging.tile("entrance")
    judging.key("add/blue6")
    judging.tab("Judge")
    judging.key("clear-moves")
    operate(judging, "entrance", ["g5"], "g5", "spooky-forest")
    judging.tab("Park")
    judging.key("done")
    for _ in range(1):
        judging.key("Maps/more")
    judging.tab("Judge")
    judging.tile("spooky-forest")
    judging.key("Move/map")
    judging.tap('#panel [data-key="Which guest?/g5"]')
    judging.key("Where to?/entrance")
    judging.key("enter-move")
    page.wait_for_selector(".verdict.legal")
    judging.unfold("relies")
    page.select_option("#relies-move\\.to-entrance", "no")
    page.wait_for_selector(".verdict.illegal")
    assert "move.to-entrance" in str(judging.position()["rules"]["rulings"])
    page.select_option("#under-move\\.to-entrance", "yes")
    page.wait_for_selector(".verdict.legal")


def test_stars_lost_are_told_move_by_move_and_the_better_moves_step_the_board(judging: Visit) -> None:
    """A plan that was entered by half is not judged by where it stops, unless the player is done."""
    page = judging.page
    judging.key("back")
    page.wait_for_selector("text=9 stars")
    judging.key("review-so-far")
    page.wait_for_selector("text=nothing lost", timeout=60_000)
    assert page.locator("text=Stopping here").count() == 0
    judging.key("review")
    page.wait_for_selector("text=Stopping here: 3 stars lost", timeout=60_000)
    judging.key("clear-moves")
    operate(judging, "log-flume", ["g1", "g2"], "g1", "ferris-wheel")
    page.wait_for_selector(".verdict.legal")
    judging.key("review")
    page.wait_for_selector("text=/8 stars lost/", timeout=60_000)
    played = judging.guests()
    judging.key("better/0")
    page.wait_for_selector("text=0 / 3")
    assert judging.guests() != played
    judging.key("better-next")
    page.wait_for_selector("text=1 / 3")
    assert page.locator(".better .card.current").inner_text().startswith("Operate Log Flume")
    judging.key("better-step/2")
    assert page.locator(".better .card.current").inner_text().startswith("Operate Duck Pond")
    judging.key("better-close")
    assert judging.guests() == played
    judging.key("undo")
    page.wait_for_selector("text=/8 stars lost/", state="detached")


def test_a_review_that_is_stopped_tells_what_is_known_and_the_plan_of_best_is_never_worse_than_itself(
    visit: Callable[..., Visit],
) -> None:
    """The page's own proven plan was once told as 53 of 49 stars."""
    visitor = visit("phone")
    page = visitor.page
    visitor.open_park(fixture("bench/board/positions/board4-04.json"), "best")
    visitor.key("solve")
    page.wait_for_selector(".cards > li", timeout=60_000)
    visitor.key("stop")
    page.wait_for_selector("text=You stopped it", timeout=60_000)
    stars = int(page.locator(".headline b").first.inner_text().rstrip("★"))
    page.evaluate(ENTER_THE_PLAN)
    page.wait_for_selector(".verdict.legal")
    with page.expect_request("**/v1/jobs") as asked:
        visitor.key("review")
    assert (asked.value.post_data_json["kind"], asked.value.post_data_json["attached"]) == ("review", True)
    page.wait_for_selector("text=/Looking at state 1/", timeout=60_000)
    page.reload()
    visitor.ready()
    visitor.tab("Judge")
    page.wait_for_selector("text=/Looking at state 1/", timeout=60_000)  # the same one
    visitor.key("stop-review")
    page.wait_for_selector("text=You stopped it", timeout=60_000)
    told = page.locator(".headline").inner_text()
    page.reload()
    visitor.ready()
    visitor.tab("Judge")
    page.wait_for_selector(".headline")
    assert page.locator(".headline").inner_text() == told  # though it is over
    assert f"{stars}★ of at least" in told
    least = int(told.split("at least ")[1].split("★")[0])
    assert least >= stars
    assert "at most" in told.split(":")[1]


def test_the_page_of_the_sentence_that_decides_is_told_and_what_is_to_know_of_the_round(
    visit: Callable[..., Visit],
) -> None:
    (example,) = [
        each for each in fixture("rule_examples/operate.party.requirement.json")["illegal"] if BOOTH in str(each)
    ][:1]
    rules = {**example["position"]["rules"], "game": "full", "round": 5}
    visitor = visit("phone")
    visitor.open_park({**example["position"], "rules": rules}, "judge")
    visitor.page.evaluate(ENTER, example["moves"])
    visitor.page.wait_for_selector(".verdict.illegal")
    told = visitor.page.locator(".verdict.illegal").inner_text()
    assert ", page 16, 17-18 ·" in told
    assert "The game is over after this round" in told


def test_averages_are_told_as_such_and_their_limits_stay_true(visit: Callable[..., Visit]) -> None:
    """Lucky dice bring more than "the most"; 17/6 is no 2.83, and 23/6 no 3.84."""
    script = """async () => {
      const { foundWords, held, lostWords } = await import("/web/js/review.js");
      const lost = { lost_at_least: 1 / 6, lost_at_most: 17 / 6 };
      const rolling = { steps: [{ rolls: true }], complete: true, best: 23 / 6, bound: 25 / 6, ...lost };
      const proven = { steps: [], complete: false, proven: true, best: 9, lost_at_least: 1 / 3, lost_at_most: 1 / 3 };
      return [lostWords(lost), held(rolling), held(proven), foundWords({ better_stars: 23 / 6, better_chance: [{}] })];
    }"""
    assert visit("phone").page.evaluate(script) == [
        "at least 0.16 and at most 2.84 stars lost",
        "; at least 3.83★ and at most 4.17★ were to be expected: at least 0.16 and at most 2.84 stars lost, luck apart",
        " so far; the best brings 9★: about 0.33 stars lost",
        "about 3.83★ expected",
    ]
