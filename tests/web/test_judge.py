"""Settling an argument by taps."""

from collections.abc import Callable

import pytest

from tests.web.visit import Visit

REFUSED = "Log flume and ferris wheel refused"


@pytest.fixture
def judging(visit: Callable[..., Visit]) -> Visit:
    visitor = visit("phone")
    visitor.open_example("Log flume to duck pond")
    visitor.tab("Judge")
    visitor.page.wait_for_selector(".verdict.legal")
    return visitor


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


def test_a_wrong_move_is_refused_with_the_rule_and_what_would_be_legal(judging: Visit) -> None:
    judging.key("clear-moves")
    operate(judging, "log-flume", ["g1"], "g1", "ferris-wheel")
    verdict = judging.page.locator(".verdict.illegal")
    verdict.wait_for()
    told = verdict.inner_text()
    assert "Not legal. Move 1:" in told
    assert "One die for each element" in told
    assert "operate.party.size" in told
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


def test_stars_lost_are_told_move_by_move(judging: Visit) -> None:
    judging.key("clear-moves")
    operate(judging, "log-flume", ["g1", "g2"], "g1", "ferris-wheel")
    judging.page.wait_for_selector(".verdict.legal")
    judging.key("review")
    judging.page.wait_for_selector("text=/loses [0-9]+ stars/", timeout=60_000)
