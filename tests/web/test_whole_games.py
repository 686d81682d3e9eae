"""A whole game held against the best, from its record."""

import json
from collections.abc import Callable
from typing import Any

from tests.web.visit import Visit, fixture

GAME = "games/introductory-2-random.json"


def beginning(events: int) -> dict[str, Any]:
    """The first events of a game."""
    record: dict[str, Any] = fixture(GAME)
    return {**record, "events": record["events"][:events]}


def give(visitor: Visit, record: Any) -> None:
    """Choose a file that holds the record."""
    given = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    visitor.page.locator('[data-key="game-record"]').set_input_files([given])  # type: ignore[list-item]


def test_each_phase_of_a_game_tells_what_was_lost_outlives_a_reload_is_stopped_and_opens_in_judge(
    visit: Callable[..., Visit],
) -> None:
    visitor = visit("phone")
    page = visitor.page
    visitor.tab("Share")
    give(visitor, {**beginning(24), "version": 9})
    page.wait_for_selector(".notice .fault >> text=/version/")
    with page.expect_request("**/v1/jobs") as asked:
        give(visitor, fixture(GAME))
    assert (asked.value.post_data_json["kind"], asked.value.post_data_json["attached"]) == ("game-review", True)
    page.wait_for_selector("text=/Round ., (ann|bob): state .* of 62, . of 8 Operate phases reviewed/")
    page.reload()
    visitor.ready()
    visitor.tab("Share")
    page.wait_for_selector("#live-game >> text=/Round ., (ann|bob): state/")  # the same one
    visitor.key("stop-game")
    told = page.locator("#game-review")
    told.locator("text=/You stopped it after .* of 62 states/").wait_for()
    stopped = told.locator("summary").all_inner_texts()
    assert stopped[0].startswith("Round 1, ann: 3★ of ")
    assert "lost" in stopped[-1] or "at most" in stopped[-1]
    page.reload()
    visitor.ready()
    visitor.tab("Share")
    told.locator("summary").first.wait_for()
    assert told.locator("summary").all_inner_texts() == stopped  # though it is over
    visitor.unfold("game/1/ann")
    assert "Operate Park Entrance" in told.inner_text()
    assert visitor.accessibility() == []
    visitor.key("game-open/1/ann")
    page.wait_for_selector("body[data-tab=judge]")
    page.wait_for_selector(".verdict.legal")
    assert len(visitor.doc()["moves"]) == 8
    visitor.tab("Share")
    visitor.key("game-close")
    assert told.count() == 0
