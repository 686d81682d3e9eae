"""Every move that the referee lists or the notation writes is entered by taps."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.web.tapping import tap_out
from tests.web.visit import Visit

TWO_DICE = {"dice": [{"reroll": True}, {}]}
ONE_DIE = {"dice": [{}]}
HEXES = {"entrance": [0, 0], "wheel": [1, 0], "pond": [0, 1], "mill": [1, 1]}
GUESTS = {
    "g1": ("blue", 4, "wheel"),
    "g2": ("green", 5, "wheel"),
    "g3": ("blue", 2, "pond"),
    "g4": ("yellow", 3, "mill"),
}
SKILLS: list[dict[str, str]] = [
    {"kind": "value-by-two", "colour": "blue"},
    {"kind": "two-five", "colour": "green"},
    {"kind": "money-per-guest", "colour": "blue"},
    {"kind": "stars-per-guest", "colour": "blue"},
    {"kind": "two-by-one"},
    {"kind": "move-out"},
    {"kind": "move-in"},
    {"kind": "move-two"},
    {"kind": "swap-colour"},
    {"kind": "reroll", "colour": "blue"},
]


def park(**more: Any) -> dict[str, Any]:
    """A made-up park in which there is something of everything."""
    tiles = [
        {
            "id": name,
            "hex": place,
            "upgrades": [],
            "attraction": "park-entrance"
            if name == "entrance"
            else {
                "name": name.title(),
                "colour": "blue",
                "stars": 3,
                "requirement": TWO_DICE if name == "wheel" else ONE_DIE,
            },
        }
        for name, place in HEXES.items()
    ]
    guests = [{"id": id_, "colour": colour, "value": value, "at": at} for id_, (colour, value, at) in GUESTS.items()]
    rules = {"game": "full", "round": 3, "expansions": ["surprises"], "rulings": more.pop("rulings", {})}
    return {"version": 1, "rules": rules, "park": {"tiles": tiles, "guests": guests}, "maps": 2, **more}


def judging(visit: Callable[..., Visit], position: dict[str, Any]) -> Visit:
    visitor = visit("phone")
    visitor.open_park(position, "judge")
    visitor.page.wait_for_selector("details[data-key=legal-moves], #panel > .fault", state="attached")
    assert visitor.page.locator("#panel > .fault").all_inner_texts() == []  # what the referee says of the position
    return visitor


def legal(visitor: Visit, like: dict[str, Any], most: int = 1000) -> list[dict[str, Any]]:
    """What the referee lists."""
    asked = visitor.page.request.post(
        f"{visitor.server}/v1/operate/moves", data={"position": visitor.position(), "like": like, "most": most}
    )
    return [each["move"] for each in asked.json()["moves"]]


def entered(visitor: Visit) -> dict[str, Any]:
    moves: list[dict[str, Any]] = visitor.doc()["moves"]
    return moves[-1] | ({"party": sorted(moves[-1]["party"])} if "party" in moves[-1] else {})


def assert_enters(visitor: Visit, move: dict[str, Any]) -> None:
    """The move is tapped out, is what was meant, and is legal."""
    tap_out(visitor, move)
    assert entered(visitor) == move
    visitor.page.wait_for_selector(".verdict.legal")
    visitor.key("clear-moves")


@pytest.mark.parametrize("skills", [SKILLS[:5], SKILLS[5:]], ids=["values", "walks"])
@pytest.mark.thorough
def test_uses_of_every_skill_with_and_without_extra_adjustments(visit: Callable[..., Visit], skills: list[Any]) -> None:
    mascots = [{"skill": skill} for skill in skills]
    visitor = judging(
        visit, park(mascots=mascots, staff=["mascot"], bag={"green": 1}, rulings={"mascot.extra-order": "any"})
    )
    for number, skill in enumerate(skills):
        uses = legal(visitor, {"do": "mascot", "mascot": number, "skill": {}}, 400)
        widest = max(uses, key=lambda move: (len(str(move["skill"])), len(move["adjust"]), move.get("skill_after", 0)))
        assert widest["adjust"], skill
        assert_enters(visitor, widest)


@pytest.mark.parametrize(
    ("staff", "kinds", "occur"),
    [
        (["guide", "manager"], ["map", "guide", "operate"], {"reroll", "keep", "manager", "mover", "to"}),
        (["mascot"], ["mascot"], {"adjust"}),
    ],
    ids=["walks", "mascots"],
)
def test_maps_guides_mascots_and_operations_of_every_shape(
    visit: Callable[..., Visit], staff: list[str], kinds: list[str], occur: set[str]
) -> None:
    keep_pips = {"kind": "keep-pips", "colour": "blue"}
    visitor = judging(visit, park(mascots=[{"skill": None}], staff=staff, administrator=keep_pips, cubes={"pond": 1}))
    shapes = {
        (
            move["do"],
            *sorted(name for name, value in move.items() if value),
            len(move.get("adjust", ())),
            "as" in str(move.get("adjust")),
        ): move
        for kind in kinds
        for move in legal(visitor, {"do": kind})
    }
    assert {kind for kind, *_ in shapes} == set(kinds)
    assert occur <= {name for shape in shapes for name in shape if isinstance(name, str)}
    for move in shapes.values():
        assert_enters(visitor, move)


def test_maps_and_mascots_in_the_midst_of_an_operation_are_refused_until_the_table_allows_them(
    visit: Callable[..., Visit],
) -> None:
    visitor = judging(visit, park(mascots=[{"skill": SKILLS[5]}]))
    move = {
        "do": "operate",
        "tile": "wheel",
        "party": ["g1", "g2"],
        "mover": "g1",
        "to": "entrance",
        "assembled": [{"do": "map", "guest": "g3", "to": "wheel"}],
        "pipped": [
            {
                "do": "mascot",
                "mascot": 0,
                "tile": "wheel",
                "skill": {"moves": [{"guest": "g1", "to": "pond"}]},
                "adjust": [],
            }
        ],
    }
    tap_out(visitor, move)
    assert entered(visitor) == move
    refused = visitor.page.locator(".verdict.illegal")
    refused.wait_for()
    assert "timing.between-operations" in refused.inner_text()
    visitor.page.select_option("#under-timing\\.between-operations", "any-step")
    visitor.page.wait_for_selector(".verdict.legal")


def test_what_nobody_may_do_is_entered_and_refused_too(visit: Callable[..., Visit]) -> None:
    visitor = judging(visit, park(mascots=[{"skill": None}]))
    by_three = {"do": "mascot", "mascot": 0, "tile": "wheel", "adjust": [{"guest": "g1", "by": -3}]}
    without_card = {"do": "mascot", "mascot": 0, "tile": "wheel", "skill": {}, "adjust": []}
    from_elsewhere = {"do": "operate", "tile": "mill", "party": ["g3"], "mover": "g3", "to": "wheel"}
    for move, rule in (
        (by_three, "operate.mascot.value-step"),
        (without_card, "operate.skill.card"),
        (from_elsewhere, "operate.party.present"),
    ):
        tap_out(visitor, move)
        assert entered(visitor) == move
        assert rule in visitor.page.locator(".verdict.illegal").inner_text()
        visitor.key("clear-moves")


def test_the_list_of_legal_moves_follows_the_taps(visit: Callable[..., Visit]) -> None:
    visitor = judging(visit, park())
    visitor.unfold("legal-moves")
    visitor.key("Move/operate")
    visitor.tile("mill")
    visitor.key("Party on Mill/g4")
    visitor.key("mover/g4")
    visitor.until(
        "[...document.querySelectorAll('[data-key=legal-moves] .entry')].every((each) => each.dataset.key.includes('Mill'))"
    )
    listed = visitor.page.locator("details[data-key=legal-moves] .entry").all_inner_texts()
    assert listed
    visitor.until("document.querySelector('[data-key=\"Where to?/wheel\"]').textContent.includes('✓')")
    assert "✓" not in visitor.page.locator('[data-key="Where to?/entrance"]').inner_text()
    visitor.tap(visitor.page.locator("details[data-key=legal-moves] .entry").first)
    assert entered(visitor)["mover"] == "g4"


def test_what_was_cut_by_the_time_is_never_called_all_or_none(visit: Callable[..., Visit]) -> None:
    """An empty list that was cut was told as "No legal move goes on like this", and any as "the first 60"."""
    visitor = visit("phone")
    listed: list[Any] = []

    def cut(route: Route) -> None:
        answer = route.fetch()
        fewer = {"moves": listed} if route.request.url.endswith("/moves") else {}
        route.fulfill(response=answer, json={**answer.json(), **fewer, "more": True})

    visitor.page.route("**/v1/operate/moves", cut)
    visitor.page.route("**/v1/operate/check", cut)
    visitor.open_park(park(), "judge")
    panel = visitor.page.locator("#panel")
    expect(panel).to_contain_text("There was no time to list legal moves that go on like this")
    expect(panel).not_to_contain_text("No legal move")
    walk = {"do": "map", "guest": "g3", "to": "wheel"}
    listed.append({"move": walk, "text": "Map: it walks", "stars": 0, "money": 0})
    visitor.key("Move/map")
    expect(panel).to_contain_text("Pick from the first 1 legal move")
    visitor.unfold("legal-moves")
    visitor.tap(visitor.page.locator("details[data-key=legal-moves] .entry").first)
    expect(panel).to_contain_text("There may be more rulings that this holds by")
    visitor.page.unroute_all(behavior="ignoreErrors")


def test_a_move_is_written_where_no_button_says_it(visit: Callable[..., Visit]) -> None:
    visitor = judging(visit, park())
    visitor.unfold("written-move")
    visitor.page.fill("#written-move", '{"do": "map", "guest": "nobody", "to": "pond"}')
    visitor.key("enter-written")
    visitor.page.wait_for_selector("#panel .faults .fault")
    assert "/moves/0/guest" in visitor.page.locator(".faults").inner_text()
    visitor.page.fill(
        "#written-move", '[{"do": "map", "guest": "g3", "to": "wheel"}, {"do": "map", "guest": "g3", "to": "mill"}]'
    )
    visitor.key("enter-written")
    visitor.page.wait_for_selector(".verdict.legal")
    assert [move["to"] for move in visitor.doc()["moves"]] == ["wheel", "mill"]
