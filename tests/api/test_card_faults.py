"""What cards and innovations a position may hold: each fault next to the document that is right."""

from typing import Any

import pytest

from api import BadInput, dump_position, load_position
from models.theme_park.operate.consistency.inconsistency import Inconsistent
from tests.api.documents import full, spoilt

T, G = "park/tiles", "park/guests"
NO_EXPANSION = ("rules/expansions", [])
SOLO, NO_BAG = ("rules/solo", True), ("bag", None)
SLOT = f"{T}/2/attraction/requirement/dice/0"


def without(expansion: str) -> tuple[str, Any]:
    return "rules/expansions", [name for name in ("surprises", "innovations", "promo") if name != expansion]


def skills(*cards: Any) -> tuple[str, Any]:
    return "mascots", [{"skill": card} for card in cards]


def used(*cards: Any) -> tuple[str, Any]:
    return "used", {"mascots": [{"skill": card} for card in cards]}


def administrator(kind: str, colour: str | None = None) -> tuple[str, Any]:
    return "administrator", {"kind": kind} | ({} if colour is None else {"colour": colour})


def guests(number: int, **facts: Any) -> tuple[str, Any]:
    return G, [{"id": f"b{n}", "colour": "blue", "value": 3, "at": "pond"} | facts for n in range(number)]


def rides(*innovations: str | None) -> tuple[tuple[str, Any], ...]:
    """A row of rides with these innovations in the place of the park's tiles, and the Entrance behind them."""
    row = [
        {"id": f"t{q}", "hex": [q, 0], "attraction": "made-up-carousel", "innovation": innovation}
        for q, innovation in enumerate(innovations)
    ]
    entrance = {"id": "e", "hex": [len(row), 0], "attraction": "park-entrance", "innovation": "cable-car"}
    return (T, [*row, entrance]), (G, [])


BLUE_TWO = {"kind": "value-by-two", "colour": "blue"}
GREEN_TWO = {"kind": "value-by-two", "colour": "green"}
REROLL = {"kind": "reroll", "colour": "blue"}

# changes that spoil the full park, pointer, words of the detail, changes that are right instead
WRONG: list[tuple[tuple[Any, ...], str, tuple[str, ...], tuple[Any, ...]]] = [
    (
        (("rules/game", "introductory"), skills(None)),
        "/administrator",
        ("introductory", "null", '"full"'),
        (skills(None),),
    ),
    (
        (("rules/game", ...), ("administrator", None)),
        "/mascots/0/skill",
        ("introductory", "null", '"full"'),
        (("rules/game", "introductory"), ("administrator", None), skills(None)),
    ),
    (
        (("rules/game", ...), ("administrator", None), skills(), used({"kind": "two-by-one"})),
        "/used/mascots/0/skill",
        ("introductory", "null", '"full"'),
        (("rules/game", "introductory"), ("administrator", None), skills(), used(None)),
    ),
    (
        (without("surprises"), (f"{SLOT}/reroll", False), used(None, REROLL)),
        "/used/mascots/1/skill/kind",
        ('"reroll"', "without the expansion surprises"),
        (without("surprises"), (f"{SLOT}/reroll", False), used(None, BLUE_TWO)),
    ),
    (
        (skills(BLUE_TWO), used(BLUE_TWO, BLUE_TWO)),
        "/used/mascots/1/skill",
        ("3 copies", "blue value-by-two", "at most 2"),
        (skills(BLUE_TWO), used(BLUE_TWO)),
    ),
    (
        (skills(None), used(*[None] * 6)),
        "/used/mascots",
        ("6 used beside 1 ready", "at most 6 mascots"),
        (skills(None), used(*[None] * 5)),
    ),
    (
        (("maps", 3), ("used", {"maps": 6})),
        "/used/maps",
        ("6 used beside 3 ready", "at most 8 maps"),
        (("maps", 3), ("used", {"maps": 5})),
    ),
    (
        (("rules/expansions", ...), (f"{T}/1/innovation", "cable-car")),
        f"/{T}/1/innovation",
        ('"cable-car"', "without the expansion innovations", "null"),
        (("rules/expansions", ["innovations"]), (f"{T}/1/innovation", "cable-car")),
    ),
    (
        (without("innovations"), (f"{T}/0/innovation", "statue-1")),
        f"/{T}/0/innovation",
        ('"statue-1"', "innovations"),
        (without("innovations"), (f"{T}/0/innovation", None)),
    ),
    (
        (without("promo"), (f"{G}/1/vip", True)),
        f"/{G}/1/vip",
        ("VIP", "without the expansion promo", "false"),
        (without("promo"), (f"{G}/1/vip", False)),
    ),
    (
        (without("surprises"), (f"{SLOT}/reroll", True)),
        f"/{SLOT}/reroll",
        ("reroll symbol", "surprises", "false"),
        ((f"{SLOT}/reroll", True),),
    ),
    ((without("surprises"), skills(REROLL)), "/mascots/0/skill/kind", ('"reroll"', "surprises"), (skills(REROLL),)),
    (
        (without("surprises"), administrator("reroll")),
        "/administrator/kind",
        ('"reroll"', "surprises"),
        (administrator("reroll"),),
    ),
    (
        (without("innovations"), ("staff", ["guide", "innovator"])),
        "/staff/1",
        ('"innovator"', "innovations"),
        (("staff", ["guide", "innovator"]),),
    ),
    (
        (without("promo"), ("staff", ["consultant"])),
        "/staff/0",
        ('"consultant"', "promo"),
        (("staff", ["consultant"]),),
    ),
    ((without("promo"), ("staff", ["chaperone"])), "/staff/0", ('"chaperone"', "promo"), (("staff", ["chaperone"]),)),
    (
        rides(*["photo-booth"] * 4),
        f"/{T}/3/innovation",
        ('"photo-booth"', "4 tiles", "at most 3"),
        rides(*["photo-booth"] * 3, None),
    ),
    (
        rides(*["cable-car"] * 4),
        f"/{T}/4/innovation",
        ('"cable-car"', "5 tiles", "at most 4"),
        rides(*["cable-car"] * 3, "photo-booth"),
    ),
    (
        rides("statue-1", None, "statue-1"),
        f"/{T}/2/innovation",
        ('"statue-1"', "2 tiles", "at most 1"),
        rides("statue-2", None, "statue-1"),
    ),
    (rides(None, "statue-2"), f"/{T}/1/innovation", ('"statue-2"', "statue-1"), rides("statue-1", "statue-2")),
    (
        rides("statue-3", "statue-1"),
        f"/{T}/0/innovation",
        ('"statue-3"', "statue-2"),
        rides("statue-3", "statue-1", "statue-2"),
    ),
    (
        ((f"{T}/0/innovation", None),),
        f"/{T}/0/innovation",
        ("no innovation on the Park Entrance", '"cable-car"', "innovations"),
        ((f"{T}/0/innovation", "cable-car"),),
    ),
    (
        ((f"{T}/0/innovation", "photo-booth"),),
        f"/{T}/0/innovation",
        ('"photo-booth" on the Park Entrance', '"cable-car"'),
        (("rules/expansions", ["surprises", "promo"]),),
    ),
    (
        (("staff", ["guide", "builder"]),),
        "/staff/1",
        ('"builder"', "replaces it", "innovator"),
        (("staff", ["guide", "innovator"]),),
    ),
    (
        (("staff", ["consultant", "consultant"]),),
        "/staff/1",
        ('second "consultant"', "never passed", "rules.solo"),
        (SOLO, NO_BAG, ("staff", ["consultant", "consultant"])),
    ),
    (
        (("rules/game", "introductory"), SOLO, NO_BAG, ("administrator", None), skills(None)),
        "/rules/solo",
        ("solo", "introductory", '"full"'),
        (SOLO, NO_BAG, skills(None)),
    ),
    (
        (("rules/game", "introductory"), ("rules/short", True), ("administrator", None), skills(None)),
        "/rules/short",
        ("short", "introductory", '"full"'),
        (("rules/short", True), skills(None)),
    ),
    (
        (SOLO, NO_BAG, ("rules/short", True)),
        "/rules/short",
        ("solo", "five rounds"),
        (SOLO, NO_BAG, ("rules/round", 5)),
    ),
    (
        (SOLO, NO_BAG, skills(BLUE_TWO, GREEN_TWO, BLUE_TWO)),
        "/mascots/2/skill",
        ("2 copies", "blue value-by-two", "at most 1", "solo"),
        (skills(BLUE_TWO, GREEN_TWO, BLUE_TWO),),
    ),
    (
        (("rules/rulings", {"surprises.skills": "one-copy"}), skills(REROLL, REROLL)),
        "/mascots/1/skill",
        ("2 copies", "at most 1"),
        (("rules/rulings", {"surprises.skills": "one-copy"}), skills(REROLL, BLUE_TWO, BLUE_TWO)),
    ),
    (
        (administrator("mascots"), ("administrator/symbol", "key")),
        "/administrator/symbol",
        ('"key"', "only the reroll card"),
        (administrator("reroll"), ("administrator/symbol", "key")),
    ),
    (
        ((f"{SLOT}/symbol", "The key"),),
        f"/{SLOT}/symbol",
        ('"The key"', "small letters"),
        ((f"{SLOT}/symbol", "key"),),
    ),
    (
        (skills({"kind": "two-five"}),),
        "/mascots/0/skill/colour",
        ("Missing", "blue, green, yellow"),
        (skills(BLUE_TWO),),
    ),
    (
        (skills({"kind": "two-by-one", "colour": "blue"}),),
        "/mascots/0/skill/colour",
        ('"blue"', "no colour"),
        (skills({"kind": "two-by-one"}),),
    ),
    (
        (skills({"kind": "two-five", "colour": "grey"}),),
        "/mascots/0/skill/colour",
        ('"grey"', "blue, green, yellow"),
        (skills(REROLL),),
    ),
    (
        (administrator("return-discarded"),),
        "/administrator/colour",
        ("Missing", "blue, green, yellow"),
        (administrator("return-discarded", "green"),),
    ),
    (
        (administrator("mascots", "blue"),),
        "/administrator/colour",
        ('"blue"', "no colour"),
        (administrator("mascots"),),
    ),
    (
        (administrator("keep-pips", "grey"),),
        "/administrator/colour",
        ('"grey"', "blue, green, yellow"),
        (administrator("keep-pips", "blue"),),
    ),
    (
        (administrator("return-discarded", "grey"),),
        "/administrator/colour",
        ('"grey"', "blue, green, yellow"),
        (administrator("attractions-of-colour", "grey"),),
    ),
    (
        (administrator("attractions-of-colour", "red"),),
        "/administrator/colour",
        ('"red"', "blue, green, yellow, grey"),
        (administrator("attractions-of-colour", "blue"),),
    ),
    (
        (guests(17, vip=True), ("bag", None)),
        f"/{G}",
        ("17 VIPs", "at most 16"),
        (guests(16, vip=True), ("bag", None)),
    ),
    (
        (guests(9, vip=True), ("rules/rulings", {"vip.tokens": "eight-in-all"})),
        f"/{G}",
        ("9 VIPs", "at most 8"),
        (guests(8, vip=True), ("rules/rulings", {"vip.tokens": "eight-in-all"})),
    ),
    (
        (guests(13), ("bag", {"blue": 9})),
        "/bag/blue",
        ("9 dice", "13 blue", "0 to 8"),
        (guests(12), ("bag", {"blue": 9})),
    ),
    (
        (SOLO, NO_BAG, guests(10)),
        f"/{G}",
        ("10 blue", "at most 9", "solo game"),
        (SOLO, NO_BAG, guests(9)),
    ),
    (
        (SOLO, guests(4), ("bag", {"blue": 6})),
        "/bag/blue",
        ("6 dice", "4 blue", "0 to 5", "a solo game has 9"),
        (SOLO, guests(3), ("bag", {"blue": 6})),
    ),
    (
        (skills(BLUE_TWO, GREEN_TWO, BLUE_TWO, BLUE_TWO),),
        "/mascots/3/skill",
        ("3 copies", "blue value-by-two", "at most 2"),
        (skills(BLUE_TWO, GREEN_TWO, BLUE_TWO, None, None, None),),
    ),
    (
        (skills(*[{"kind": "move-in"}] * 3),),
        "/mascots/2/skill",
        ("3 copies", "move-in"),
        (skills({"kind": "move-in"}, {"kind": "move-in"}),),
    ),
]
IDS = [f"{number}{row[1]}" for number, row in enumerate(WRONG)]


def told(document: object) -> dict[str, str]:
    with pytest.raises(BadInput) as bad:
        load_position(document)
    return {fault.pointer: fault.detail for fault in bad.value.faults}


@pytest.mark.parametrize(("changes", "pointer", "words", "_right"), WRONG, ids=IDS)
def test_a_card_out_of_place_is_refused_there_and_nowhere_else(
    changes: Any, pointer: str, words: tuple[str, ...], _right: Any
) -> None:
    faults = told(full(*changes))
    assert set(faults) == {pointer}
    assert all(word in faults[pointer] for word in words), faults[pointer]


@pytest.mark.parametrize(("_changes", "_pointer", "_words", "right"), WRONG, ids=IDS)
def test_the_document_next_to_it_is_right(_changes: Any, _pointer: str, _words: Any, right: Any) -> None:
    position = load_position(full(*right))
    assert load_position(dump_position(position)) == position


def test_the_full_park_is_right_and_the_introductory_one_needs_no_cards() -> None:
    assert load_position(full()).administrator is not None
    assert load_position(spoilt(("staff", ["builder", "builder"]))).administrator is None


def test_two_chaperones_may_come_together_as_they_are_passed_on() -> None:
    assert load_position(full(("staff", ["chaperone", "chaperone"]))).staff


def test_faults_of_cards_are_told_together_with_all_others() -> None:
    document = full(
        ("rules", {}), ("maps", 9), (f"{T}/1/innovation", "photo-booth"), (f"{G}/0/vip", True), ("staff", ["innovator"])
    )
    document["park"]["guests"][1]["at"] = "moon"
    assert set(told(document)) == {
        *("/maps", f"/{G}/1/at", "/administrator", "/mascots/0/skill"),
        *(f"/{T}/1/innovation", f"/{G}/0/vip", "/staff/0"),
    }


def test_a_reroll_card_in_the_wrong_game_is_two_faults() -> None:
    faults = told(full(("rules", {}), ("administrator", None), skills(REROLL)))
    assert set(faults) == {"/mascots/0/skill", "/mascots/0/skill/kind"}


@pytest.mark.parametrize(
    ("path", "value"), [("rules/expansions", ["inovations"]), ("rules/expansions", "all"), ("rules", [])]
)
def test_expansions_that_cannot_be_read_accuse_nothing_else(path: str, value: Any) -> None:
    faults = told(full((f"{T}/1/innovation", "cable-car"), (f"{G}/0/vip", True), (path, value)))
    assert all(pointer.startswith("/rules") for pointer in faults)


def test_a_game_that_cannot_be_read_accuses_no_card() -> None:
    assert set(told(full(("rules/game", "fulll")))) == {"/rules/game"}


def test_a_statue_that_cannot_be_read_may_be_the_one_before() -> None:
    assert set(told(full(*rides("statue-one", "statue-2")))) == {f"/{T}/0/innovation"}
    assert set(told(full(*rides("statue-2", None), (f"{T}/1/innovation", 1)))) == {f"/{T}/1/innovation"}


def test_every_code_of_a_card_is_told_for_some_document() -> None:
    codes = set()
    for changes, *_ in WRONG:
        with pytest.raises(BadInput) as bad:
            load_position(full(*changes))
        codes |= {fault.code for fault in bad.value.faults}
    assert codes >= {
        *(Inconsistent.CARD_FULL_GAME, Inconsistent.CARD_COPIES, Inconsistent.EXPANSION_MISSING),
        *(Inconsistent.INNOVATION_NUMBER, Inconsistent.STATUE_ORDER, Inconsistent.VIPS, Inconsistent.BAG_OF_COLOUR),
        *(Inconsistent.ENTRANCE_CABLE_CAR, Inconsistent.STAFF_REPLACED, Inconsistent.CONSULTANTS),
    }
