"""What a park board shows: a park begins with it, and its attractions are attractions like others."""

from copy import deepcopy

import pytest

from api import BadInput, check_game_document, dump_record, load_record, parse_record, record_text
from models.theme_park.game.box.box_catalogue import made_up_boards
from models.theme_park.game.state import ENTRANCE
from models.theme_park.game.validate import check_game
from tests.api.documents import changed

EVERYONE = {"dice": [{}]}
KIOSK = {
    "id": "kiosk",
    "hex": [0, -1],
    "spaces": [2],
    "attraction": {
        "name": "My kiosk",
        "colour": "grey",
        "stars": 1,
        "income": 1,
        "amenity": "cafe",
        "requirement": EVERYONE,
    },
}
WHEEL = {
    "id": "wheel",
    "hex": [1, -2],
    "upgrades": ["generator"],
    "attraction": {"name": "My old wheel", "colour": "blue", "stars": 2, "requirement": EVERYONE},
}
BOARD = {"tiles": [KIOSK, WHEEL], "first_hexes": [[1, 0], [0, -2], [-1, -1]]}
ALONE = {"tiles": []}
CAFE = {"name": "My tea room", "colour": "blue", "stars": 2, "amenity": "cafe", "requirement": EVERYONE}
PRINTED = {
    "attractions": {f"a{number}": {"stack": "A", "cost": 1, "attraction": CAFE} for number in range(10)},
    "monorails": {"left": [5, 4, 3], "middle": [6, 3, 2], "right": [4, 4, 4]},
    "staff_money": dict.fromkeys(["ticket-agent", "concierge", "guide", "mascot", "builder", "manager"], 3),
    "objectives": {"o1": {"name": "Most attractions", "code": "red", "measure": {"quantity": "attractions"}}}
    | {"o2": {"name": "Most maps", "code": "blue", "measure": {"quantity": "maps"}}},
}
SET_UP = [
    {"do": "objectives", "placed": ["o1", "o2"]},
    {"do": "fill", "dice": [["blue-5", "blue-4", "blue-3"], ["green-6", "green-3", "green-2"], ["yellow-4"] * 3]},
    {"do": "start-order", "order": ["ann", "bob"]},
]
FIRST = [
    {"do": "first-attraction", "by": "ann", "dealt": ["a0", "a1"], "keep": "a0", "hex": [1, 0]},
    {"do": "first-attraction", "by": "bob", "dealt": ["a2", "a3"], "keep": "a2", "hex": [1, 0]},
    {"do": "display", "attractions": ["a4", "a5", "a6"]},
]
BEGUN = [
    {"do": "plan", "by": "ann", "staff": ["ticket-agent", "concierge"]},
    {"do": "plan", "by": "bob", "staff": ["guide", "mascot"]},
    {"do": "announce"},
    {"do": "welcome", "by": "ann", "monorail": "left"},
    {"do": "welcome", "by": "bob", "monorail": "right"},
]
TAKEN = [{"do": "start-board", "by": name, "board": board} for name, board in (("ann", "one"), ("bob", "two"))]
TWO = {"one": BOARD, "two": {"tiles": [KIOSK | {"hex": [-1, 0]}]}}


def record(*events, **printed):
    """A record of ann and bob up to ``events``, with these printed facts beside the common ones."""
    head = {"variant": "introductory", "players": ["ann", "bob"]}
    return {"version": 1, "game": head, "printed": PRINTED | printed, "events": [*SET_UP, *events]}


def with_one_board(*events):
    return record(*FIRST, *BEGUN, *events, start_board=BOARD)


def violation(document):
    found = check_game_document(document)["violation"]
    return found and (found["rule"], found["step"])


def reached(document):
    verdict = check_game(load_record(document))
    assert verdict.legal, verdict.violation
    return verdict.reached


def faults_of(document):
    with pytest.raises(BadInput) as told:
        check_game_document(document)
    return {fault.pointer: fault.detail for fault in told.value.faults}


def test_everyone_has_the_one_board_without_taking_it():
    for player in reached(with_one_board()).players:
        assert [tile.id for tile in player.tiles] == [ENTRANCE, "kiosk", "wheel", {"ann": "a0", "bob": "a2"}[player.id]]
        assert player.tiles[2].icons == 2


def test_each_player_takes_one_of_several_boards():
    game = reached(record(*TAKEN, *FIRST, *BEGUN, start_boards=TWO))
    assert [[tile.hex for tile in player.tiles if tile.id == "kiosk"] for player in game.players] == [
        [(0, -1)],
        [(-1, 0)],
    ]
    assert [len(player.tiles) for player in game.players] == [4, 3]


def test_without_a_board_a_park_is_the_entrance_alone():
    assert [len(player.tiles) for player in reached(record(*FIRST)).players] == [2, 2]
    assert [len(player.tiles) for player in reached(record(*FIRST, start_board=ALONE)).players] == [2, 2]


def test_a_record_of_the_made_up_box_from_before_its_boards_stays_legal():
    events = [
        {"do": "objectives", "placed": ["o07", "o10"]},
        *SET_UP[2:],
        {"do": "fill", "dice": [["blue-5", "blue-4", "blue-3"], ["green-6", "green-3", "green-2"], ["yellow-4"] * 3]},
        {"do": "first-attraction", "by": "ann", "dealt": ["a20", "a16"], "keep": "a16", "hex": [-1, 0]},
    ]
    head = {"variant": "introductory", "players": ["ann", "bob"]}
    head["rulings"] = {"board.boundary": [[0, 0], [-1, 0], [1, 0]]}
    assert len(reached({"version": 1, "game": head, "printed": "made-up-box", "events": events}).players[0].tiles) == 2


@pytest.mark.parametrize(
    ("events", "printed", "broken"),
    [
        ((TAKEN[0], *FIRST), {"start_boards": TWO}, ("game.phase.missing", 4)),
        (FIRST, {"start_boards": TWO}, ("game.phase.missing", 3)),
        ((TAKEN[0], TAKEN[0]), {"start_boards": TWO}, ("game.phase.once", 4)),
        ((*TAKEN, *FIRST[:1], TAKEN[0]), {"start_boards": TWO}, ("game.phase.order", 6)),
        ((TAKEN[0], TAKEN[1] | {"board": "one"}), {"start_boards": TWO}, None),
        (
            (TAKEN[0], TAKEN[1] | {"board": "one"}),
            {"start_boards": TWO | {"three": ALONE, "four": ALONE}},
            ("game.setup.start-board", 4),
        ),
        ((), {"start_boards": {str(number): ALONE for number in range(5)}}, ("game.setup.box", 0)),
        ([FIRST[0] | {"hex": [0, -1]}], {"start_board": BOARD}, ("game.setup.first-place", 3)),
        ([FIRST[0] | {"hex": [-1, 0]}], {"start_board": BOARD}, ("game.setup.first-place", 3)),
        ([FIRST[0] | {"hex": [0, -2]}], {"start_board": BOARD}, None),
        ([FIRST[0] | {"hex": [2, -3]}], {"start_board": {"tiles": BOARD["tiles"]}}, None),
        ([FIRST[0] | {"hex": [2, 0]}], {"start_board": {"tiles": BOARD["tiles"]}}, ("game.setup.first-place", 3)),
        ([FIRST[0] | {"hex": [-1, 0]}], {"start_board": {"tiles": [KIOSK]}, "first_hexes": [[-1, 0]]}, None),
    ],
)
def test_boards_are_taken_and_the_first_attraction_is_laid_as_they_show(events, printed, broken):
    assert violation(record(*events, **printed)) == broken


def test_the_outline_holds_for_a_board_that_is_in_play():
    inside = {"board.boundary": [[0, 0], [-1, 0], [0, -1]]}
    for document, broken in (
        (record(start_board=BOARD), ("game.setup.box", 0)),
        (record(TAKEN[1], start_boards=TWO), None),
        (record(TAKEN[0], start_boards=TWO), ("game.setup.start-board", 3)),
    ):
        document["game"] = document["game"] | {"rulings": inside}
        assert violation(document) == broken


def test_starting_attractions_have_their_income_beside_the_entrance():
    told = {"do": "announce", "income": {"ann": 8, "bob": 8}}  # cards $6, Entrance $1, kiosk $1
    assert violation(record(*FIRST, *BEGUN[:2], told, start_board=BOARD)) is None
    assert (
        violation(record(*FIRST, *BEGUN[:2], told | {"income": {"ann": 7}}, start_board=BOARD))[0] == "game.plan.income"
    )


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        ({"tile": "kiosk", "space": 0, "upgrade": "generator", "paid": 2}, None),
        ({"tile": "kiosk", "space": 0, "upgrade": "generator", "paid": 1}, "game.money.price"),
        ({"tile": "kiosk", "space": 1, "upgrade": "generator"}, "game.improve.space"),
        ({"tile": "wheel", "space": 0, "upgrade": "generator"}, "game.improve.space"),
    ],
)
def test_upgrades_cost_what_their_space_on_the_board_shows(event, broken):
    found = violation(with_one_board({"do": "install", "by": "ann"} | event))
    assert (found and found[0]) == broken


def test_printed_upgrades_stay_when_another_is_installed_beside_them():
    spaced = {"tiles": [KIOSK, WHEEL | {"spaces": [1, 1]}]}
    install = [{"do": "install", "by": "ann", "tile": "wheel", "space": 0, "upgrade": "special-effect"}]
    again = {"do": "install", "by": "ann", "tile": "wheel", "space": 1, "upgrade": "generator"}
    game = reached(record(*FIRST, *BEGUN, *install, start_board=spaced))
    assert game.players[0].tile("wheel").upgrades == {"generator", "special-effect"}
    assert violation(record(*FIRST, *BEGUN, *install, again, start_board=spaced))[0] == "game.improve.upgrade-twice"


def test_an_amenity_entered_on_a_board_matches_those_built():
    bonus = {"do": "build", "by": "ann", "tile": "a4", "hex": [0, 1], "draw": "green"}  # kiosk, a0 and a4 are cafes
    assert violation(with_one_board(bonus)) is None
    plain = {"tiles": [{**KIOSK, "attraction": {**KIOSK["attraction"], "amenity": None}}]}
    assert violation(record(*FIRST, *BEGUN, bonus, start_board=plain))[0] == "game.expand.amenity-earned"


def test_starting_attractions_are_operated_in_the_park_and_counted():
    moves = [
        {"do": "operate", "tile": "entrance", "party": ["g1"], "mover": "g1", "to": "kiosk"},
        {"do": "operate", "tile": "kiosk", "party": ["g1"], "mover": "g1", "to": "wheel"},
        {"do": "operate", "tile": "wheel", "party": ["g1"], "mover": "g1", "to": "kiosk"},
    ]
    answer = check_game_document(with_one_board({"do": "operate", "by": "ann", "moves": moves, "stars": 4}))
    assert answer["violation"] is None
    assert answer["standings"][0]["attractions"] == 3


def test_a_board_comes_back_from_document_and_text():
    for document in (with_one_board(), record(*TAKEN, *FIRST, start_boards=TWO)):
        read = load_record(document)
        assert load_record(dump_record(read)) == read
        assert parse_record(record_text(read)) == read


WRONG = {
    "tiles on one hex": ({"tiles/1/hex": [0, -1]}, "/tiles/1/hex", "where My kiosk lies"),
    "a tile on the Entrance": ({"tiles/0/hex": [0, 0]}, "/tiles/0/hex", "where the Park Entrance lies"),
    "a tile apart": ({"tiles/1/hex": [5, 5]}, "/tiles/1/hex", "which no tile joins to the Park Entrance"),
    "an id twice": ({"tiles/1/id": "kiosk"}, "/tiles/1/id", "the id of My kiosk"),
    "the id of the Entrance": ({"tiles/1/id": "entrance"}, "/tiles/1/id", "the id of the Park Entrance"),
    "the id of a tile": ({"tiles/1/id": "a3"}, "/tiles/1/id", "the id of a tile of the stacks"),
    "the Entrance again": ({"tiles/1/attraction": "park-entrance"}, "/tiles/1/attraction", "every board has at [0, 0]"),
    "a position covered": ({"first_hexes/1": [0, -1]}, "/first_hexes/1", "where My kiosk lies"),
    "no place": ({"tiles/0/hex": ...}, "/tiles/0/hex", "Missing"),
    "a cost below nothing": ({"tiles/0/spaces": [-1]}, "/tiles/0/spaces/0", "accepted: a whole number"),
    "an unknown field": ({"tiles/0/cost": 3}, "/tiles/0/cost", "Unknown field"),
}


@pytest.mark.parametrize(("change", "pointer", "words"), WRONG.values(), ids=WRONG)
def test_what_a_board_cannot_show_is_told_at_its_place(change, pointer, words):
    told = faults_of(record(start_board=changed(deepcopy(BOARD), *change.items())))
    assert words in told[f"/printed/start_board{pointer}"]


def test_a_ninth_amenity_on_a_board_is_told_as_it_is_on_a_tile_of_the_stacks():
    rides = [
        {"id": f"ride-{n}", "hex": [0, -n], "attraction": {**KIOSK["attraction"], "amenity": f"made-up-{n}"}}
        for n in range(1, 9)
    ]
    load_record(record(start_board={"tiles": rides[:7]}))  # beside the cafes of the stacks
    told = faults_of(record(start_board={"tiles": rides}))
    assert set(told) == {"/printed/start_board/tiles/7/attraction/amenity"}
    assert "accepted: one of" in told["/printed/start_board/tiles/7/attraction/amenity"]


def test_what_contradicts_between_boards_is_told():
    other = {"tiles": [{**KIOSK, "spaces": [1]}]}
    told = faults_of(record(start_boards={"one": BOARD, "two": other}))
    assert "other facts" in told["/printed/start_boards/two/tiles/0/id"]
    assert "accepted: one of the two" in faults_of(record(start_boards=TWO, start_board=BOARD))["/printed/start_board"]
    leaning = record(start_board={"tiles": [KIOSK]}, first_hexes=[[1, 0], [0, -1]])
    assert "where My kiosk lies" in faults_of(leaning)["/printed/first_hexes/1"]
    assert "Found [0, 0]" in faults_of(record(first_hexes=[[0, 0]]))["/printed/first_hexes/0"]


def test_the_boards_of_the_made_up_box_say_that_they_are_made_up():
    boards = made_up_boards()
    assert len(boards) == 4
    names = [tile.attraction.name for each in boards.values() for tile in each.tiles]
    assert len(set(names)) == len(names) == 12
    assert all(name.startswith("made-up-") for name in boards)
    assert all(name.startswith("Made-up ") for name in names)
