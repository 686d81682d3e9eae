"""Whole games judged event by event: the golden game, random ones, and what Collect brings."""

import copy
import json
import random
from dataclasses import replace

import pytest

from api.cli.root import run
from api.dice_manor.records import game_document, load_record
from api.problems.bad_input import BadInput
from models.dice_manor.building import Grid, Placing, Tile, TileRoom
from models.dice_manor.game.collecting import collect
from models.dice_manor.game.events import PlayerTurn, Reveal, play
from models.dice_manor.game.judging import replay_game
from models.dice_manor.game.state import DICE_AT_FIRST, ROUNDS, Box, Game, Phase, Player
from models.dice_manor.manor import Place, RoomType
from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.turn import Bid, Board
from tests.dice_manor.documents import FIXTURES, read
from tests.dice_manor.manors import room
from tests.dice_manor.random_games import GOLDEN, drawn, dumped, head, played
from tests.dice_manor.test_faces import client, post, told
from tests.dice_manor.whole_game import Books
from tests.thorough import sampled

__all__ = ["client", "told"]
RECORD = json.loads(GOLDEN.read_text(encoding="utf-8"))
EVENTS = RECORD["events"]


def first(do, start=0):
    """The index of the first event of a kind."""
    return next(at for at, event in enumerate(EVENTS) if at >= start and event["do"] == do)


def edited(event, **changes):
    """The golden record with another event at a place."""
    record = copy.deepcopy(RECORD)
    record["events"][event] |= changes
    return record


def without(*places):
    record = copy.deepcopy(RECORD)
    record["events"] = [event for at, event in enumerate(EVENTS) if at not in places]
    return record


def judged(record):
    read = load_record(record)
    return replay_game(read.begun, read.events)


def test_the_golden_game_is_legal_and_told_alike_on_the_command_line_and_over_http(told, client):
    code, answer = told("game", str(GOLDEN))
    assert (code, answer["legal"], answer["over"], answer["events"]) == (0, True, True, len(EVENTS))
    assert {score["id"]: score["total"] for score in answer["score"]} == EVENTS[-1]["totals"]
    assert answer["winners"] == EVENTS[-1]["winners"]
    assert [row["after"] for row in answer["sheet"]] == ["round 1", "round 2", "round 3", "round 4", "grand-opening"]
    assert post(client, "/v1/games/check", {"record": RECORD}).json == answer


def test_a_turn_into_a_room_that_is_not_built_is_illegal_under_every_ruling():
    """Such turns ended in an error of the program."""
    at = first("turn")
    wrong = edited(at, paths=[[{"room": "made-up-bathroom-5", "slot": 0}]])
    violation = judged(wrong).violation
    assert (violation.step, violation.rule) == (at, Rule.TOUR_DOOR)
    assert violation.message.startswith('"made-up-bathroom-5" is no room of ann now; there: entrance.')
    assert game_document(load_record(wrong))["violation"]["step"] == at
    unbuilt = next(at for at, event in enumerate(EVENTS) if event.get("tile") == "made-up-bathroom-5")
    assert not game_document(load_record(without(unbuilt)))["legal"]


def test_a_game_is_told_as_text(capsys):
    assert run(["game", str(GOLDEN)]) == 0
    assert "Legal, and over." in capsys.readouterr().out


def test_a_table_of_diversity_that_lacks_the_types_of_a_manor_is_told_of(told, tmp_path, capsys):
    box = json.loads((FIXTURES / "boxes" / "made-up.json").read_text(encoding="utf-8"))
    record = without(len(EVENTS) - 1) | {"box": box | {"diversity": {"1": 4}}}
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    _, answer = told("game", str(path))
    notes = [note for note in answer["notes"] if note.startswith("diversity names no prestige for")]
    assert len(notes) == len(answer["score"])
    assert all(score["diversity"] == 0 for score in answer["score"])
    run(["game", str(path)])
    assert "diversity names no prestige" in capsys.readouterr().out


def random_game(players, seed):
    """A record without events, the events of a whole game, and the games after each."""
    record = head(*("ann", "bob", "cid", "dot")[:players])
    return record, *played(record, seed)


@pytest.mark.parametrize(
    ("players", "seed"), sampled([(2, 1), (4, 2), *((2 + seed % 3, seed) for seed in range(3, 40))], 2)
)
def test_random_games_are_legal_and_keep_their_dice_and_tiles(players, seed):
    record, events, games = random_game(players, seed)
    record["events"] = [dumped(event) for event in events]
    assert judged(record).violation is None
    for game in games:
        for player in game.players:
            bids = [*game.board.advertising, *(bid for bids in game.board.blueprints.values() for bid in bids)]
            bid = sum(each.dice for each in bids if each.player == player.id)
            assert player.unplaced + bid + len(player.dice) + player.unhappy == player.owned
            assert player.owned + len(player.bonus) == DICE_AT_FIRST + 2
        built = [placing.tile.id for player in game.players for placing in player.grid.placed[1:]]
        assert len(set(built)) == len(built)
    assert games[-1].round == ROUNDS


@pytest.mark.parametrize(
    ("players", "seed"), sampled([(2, 11), (4, 12), *((2 + seed % 3, seed) for seed in range(13, 40))], 2)
)
def test_random_games_bring_what_books_kept_apart_from_the_rules_say(players, seed):
    record, events, games = random_game(players, seed)
    books = Books(load_record(record).begun.box, record["game"]["players"])
    for event, game in zip(events, games, strict=True):
        books.do(event)
        for player in game.players:
            me = books.has[player.id]
            assert (me["tokens"], me["prestige"]) == (player.tokens, player.prestige)
            assert (me["dice"], me["left"], me["manor"]) == (player.owned, player.unplaced, len(player.dice))
            assert (me["marker"], tuple(me["bonus"])) == (player.marker, player.bonus)
            assert (me["unhappy"], sorted(me["won"])) == (player.unhappy, sorted(player.won))
    assert (books.totals, books.winners) == (events[-1].totals, set(events[-1].winners))


@pytest.mark.parametrize("told", [[], ["ann", "ann"], ["ann", "bob"]])
def test_winners_are_told_once_each(told):
    assert EVENTS[END]["winners"] == ["ann"]
    assert judged(edited(END, winners=told)).violation.rule == Rule.GAME_WINNERS


def test_turns_go_round_the_table():
    names, draw = ("ann", "bob", "cid"), random.Random(1)
    game, active = load_record(head(*names)).begun, []
    while len(active) < len(names):
        event = drawn(game, draw)
        active += [event.player] if isinstance(event, PlayerTurn) else []
        game = play(game, event)
    assert tuple(active) == names


def test_everybody_begins_with_seven_dice_two_tokens_and_bonus_dice_on_the_last_two_spaces():
    for player in load_record(head("ann", "bob")).begun.players:
        assert (player.unplaced, player.owned, player.tokens, player.prestige) == (7, 7, 2, 0)
        assert (player.marker, player.bonus) == (0, (len(BOX.track) - 1, len(BOX.track)))


TURN, BUILD, RESET, END = (first(do) for do in ("turn", "build", "reset", "end"))


def test_a_tile_may_be_left_where_the_table_rules_so_and_the_verdict_says_it(told, tmp_path):
    record = without(RESET - 1)
    (tmp_path / "record.json").write_text(json.dumps({**record, "events": record["events"][:RESET]}))
    code, answer = told("game", str(tmp_path / "record.json"))
    assert code == 1
    assert {"ruling": "tile-not-placed", "choice": "may-be-left"} in answer["legal_under"]


def test_a_ruling_under_which_a_game_gets_further_is_told_with_the_event_at_which_it_then_ends(told, tmp_path):
    events = [*without(RESET - 1)["events"][:RESET], {"do": "reset"}]
    (tmp_path / "record.json").write_text(json.dumps({**RECORD, "events": events}))
    _, answer = told("game", str(tmp_path / "record.json"))
    assert (answer["violation"]["step"], answer["legal_under"]) == (RESET - 1, [])
    assert answer["further_under"] == [{"ruling": "tile-not-placed", "choice": "may-be-left", "step": RESET}]


def test_every_fault_of_a_record_is_told_where_it_is(client):
    record = edited(TURN, player="zoe")
    record["events"][BUILD]["player"] = "yan"
    record["events"][END]["winners"] = ["xil"]
    record["events"].append({"do": "dance"})
    reply = post(client, "/v1/games/check", {"record": record}).json
    assert [error["pointer"] for error in reply["errors"]] == [f"/record/events/{len(EVENTS)}/do"]
    record["events"].pop()
    reply = post(client, "/v1/games/check", {"record": record}).json
    assert {error["pointer"] for error in reply["errors"]} == {
        f"/record/events/{TURN}/player",
        f"/record/events/{BUILD}/player",
        f"/record/events/{END}/winners/0",
    }


ROOM = ("box", "tiles", 0, "rooms", 0)


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ((*ROOM, "doors"), [[5, 5, "N"]], "/box/tiles/0/rooms/0/doors/0"),
        ((*ROOM, "cells"), [[0, 0], [0, 0]], "/box/tiles/0/rooms/0/cells"),
        ((*ROOM, "id"), "entrance", "/box/tiles/0/rooms/0/id"),
        ((*ROOM, "type"), "entrance", "/box/tiles/0"),
        (("box", "entrance", "rooms", 0, "type"), "office", "/box/entrance/rooms/0/type"),
        (("box", "entrance", "rooms", 0, "slots"), [[4]], "/box/entrance/rooms/0/slots"),
        (("box", "entrance", "rooms", 0, "slots"), ["any", "any"], "/box/entrance/rooms/0/slots"),
    ],
)
def test_the_tiles_of_a_box_are_checked_as_those_of_a_position_are(path, value, pointer):
    record = read(FIXTURES / "rule_examples" / "game.reveal.json")["record"]
    place = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadInput) as raised:
        load_record({**record, "events": []})
    assert pointer in [fault.pointer for fault in raised.value.faults]


BOX: Box = load_record(RECORD).begun.box


def test_a_tile_of_two_rooms_lies_under_the_blueprint_of_its_first():
    rooms = [TileRoom(room(type.value, type=type), ((at, 0),), ()) for at, type in enumerate(BOX.blueprints)][:2]
    box = replace(BOX, tiles=(Tile("two-rooms", tuple(rooms)),))
    first, second = (BOX.blueprints[each.room.type] for each in rooms)
    assert first != second
    assert (box.stack(first), box.stack(second)) == (("two-rooms",), ())


def table(*players, shown=None, board=None, rulings=None):
    rulings = rulings or ManorRulings()
    grid = Grid((Placing(BOX.entrance, (0, 0)),), rulings)
    made = tuple(
        Player(name, grid, **{"bonus": (9, 10), "tokens": 0, "unplaced": 0, **things}) for name, things in players
    )
    return Game(BOX, rulings, made, Phase.COLLECT, shown=shown or {}, board=board or Board())


def test_9_the_top_bid_takes_the_tile_and_the_others_a_token_each():
    bids = {3: (Bid("orange", 3, 3), Bid("teal", 2, 3), Bid("black", 2, 3))}
    after = collect(table(*((name, {}) for name in ("orange", "teal", "black")), shown={3: "tile"}, board=Board(bids)))
    assert [(player.won, player.tokens, player.unplaced) for player in after.players] == [
        (("tile",), 0, 7),
        ((), 1, 7),
        ((), 1, 7),
    ]


def test_under_a_blueprint_without_a_tile_only_those_who_are_not_ahead_get_a_token():
    bids = {3: (Bid("ann", 3, 3), Bid("bob", 2, 3), Bid("cid", 1, 3))}
    after = collect(table(("ann", {}), ("bob", {}), ("cid", {}), board=Board(bids, empty=frozenset({3}))))
    assert [(player.won, player.tokens) for player in after.players] == [((), 0), ((), 1), ((), 1)]


def test_10_a_tile_without_bids_goes_to_the_bottom_of_its_stack():
    one, two, *_ = OFFICES
    game = table(("ann", {}), ("bob", {}), shown={OFFICE: one})
    after = collect(replace(game, discarded=(two,)))
    assert (after.taken, after.discarded) == (frozenset(), (two, one))
    assert all(player.won == () for player in after.players)


OFFICE = BOX.blueprints[RoomType.OFFICE]
OFFICES = BOX.stack(OFFICE)


def test_tiles_that_were_discarded_come_again_after_all_others_of_their_stack_in_their_order():
    one, two, three, *rest = OFFICES
    game = replace(table(("ann", {}), ("bob", {})), phase=Phase.REVEAL, discarded=(three, one))
    assert game.next_tiles(OFFICE) == (two, *rest)
    game = replace(game, taken=frozenset((two, *rest)))
    assert game.next_tiles(OFFICE) == (three,)
    others = {number: game.next_tiles(number)[0] for number in BOX.blueprints.values() if number != OFFICE}
    broken = play(game, Reveal({**others, OFFICE: one}))
    assert broken.rule is Rule.GAME_REVEAL
    assert broken.message == (
        f"{one!r} was discarded to the bottom of the stack of Blueprint {OFFICE}; above it: {three}."
    )
    shown = play(game, Reveal({**others, OFFICE: three}))
    assert (shown.shown[OFFICE], shown.discarded) == (three, (one,))


def test_11_the_first_on_advertising_earns_two_spaces_the_second_one_and_the_others_a_token():
    bids = tuple(Bid(name, dice, 2) for name, dice in (("beige", 4), ("black", 3), ("orange", 2), ("teal", 1)))
    track = replace(BOX, track=(2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
    game = table(
        ("beige", {"marker": 2}), ("black", {"marker": 1}), ("orange", {}), ("teal", {}), board=Board({}, bids)
    )
    after = collect(replace(game, box=track))
    assert [(player.prestige, player.tokens, player.marker) for player in after.players] == [
        (9, 0, 4),
        (3, 0, 2),
        (0, 1, 0),
        (0, 1, 0),
    ]
    assert [player.bonus for player in after.players] == [(5, 10), (6, 10), (7, 10), (8, 10)]


def test_12_a_bonus_die_is_claimed_where_it_meets_the_marker_and_the_rest_moves_the_other_one():
    third = (Bid("cid", 6, 6), Bid("bob", 5, 6), Bid("ann", 4, 1))
    game = table(("ann", {"marker": 3, "bonus": (5, 6)}), ("bob", {}), ("cid", {}), board=Board({}, third))
    ann = collect(game).by_id["ann"]
    assert (ann.bonus, ann.owned, ann.unplaced) == ((4,), 8, 8)


def test_a_die_that_the_marker_passes_is_claimed_at_once_so_that_the_bid_moves_the_other_one():
    def left(choice):
        rulings = ManorRulings.of({Ruling.MARKER_PASSES_DIE: choice})
        board = Board({}, (Bid("ann", 1, 1),))
        things = {"marker": 3, "bonus": (4, 9)}
        return collect(table(("ann", things), ("bob", {}), board=board, rulings=rulings)).by_id["ann"].bonus

    assert (left(Choice.CLAIMED), left(Choice.ONLY_ON_ITS_SPACE)) == ((8,), (9,))


def test_a_marker_stops_at_the_end_of_the_track_and_earns_what_it_enters():
    board = Board({}, (Bid("ann", 1, 1),))
    ann = collect(table(("ann", {"marker": 9, "bonus": ()}), ("bob", {}), board=board)).by_id["ann"]
    assert (ann.marker, ann.prestige) == (10, BOX.track[-1])


def test_a_marker_at_the_end_may_earn_the_last_space_again_for_each_space_that_it_lacks():
    rulings = ManorRulings.of({Ruling.MARKER_AT_THE_END: Choice.EARNS_THE_LAST_AGAIN})
    board = Board({}, (Bid("ann", 2, 1), Bid("bob", 1, 1)))
    things = {"marker": 9, "bonus": ()}
    game = table(("ann", things), ("bob", {**things, "marker": 10}), board=board, rulings=rulings)
    after = collect(replace(game, box=replace(BOX, track=(1, 1, 1, 1, 1, 1, 1, 1, 3, 8))))
    assert [(player.marker, player.prestige) for player in after.players] == [(10, 16), (10, 8)]


def test_a_supply_that_is_empty_gives_no_token_where_the_table_rules_so():
    def tokens_of_bob(before, choice):
        rulings = ManorRulings.of({Ruling.TOKENS_IN_THE_BOX: choice})
        board = Board({3: (Bid("ann", 2, 3), Bid("bob", 1, 3))})
        game = table(
            ("ann", {"tokens": 30}), ("bob", {"tokens": before}), shown={3: "tile"}, board=board, rulings=rulings
        )
        return collect(game).by_id["bob"].tokens

    assert (tokens_of_bob(1, Choice.THIRTY_TWO), tokens_of_bob(2, Choice.THIRTY_TWO)) == (2, 2)
    assert tokens_of_bob(2, Choice.UNLIMITED) == 3


def test_the_last_tokens_of_the_box_go_by_the_numbers_of_the_blueprints_with_a_tile_or_without():
    rulings = ManorRulings.of({Ruling.TOKENS_IN_THE_BOX: Choice.THIRTY_TWO})
    bids = {2: (Bid("bob", 2, 2), Bid("ann", 1, 2)), 1: (Bid("ann", 2, 1), Bid("bob", 1, 1))}
    for shown in ({2: "tile"}, {1: "tile"}, {}):
        players = (("ann", {"tokens": 15}), ("bob", {"tokens": 16}))
        board = Board(bids, empty=frozenset({1, 2}) - frozenset(shown))
        after = collect(table(*players, shown=shown, board=board, rulings=rulings))
        assert [player.tokens for player in after.players] == [15, 17]


@pytest.mark.parametrize(
    ("rolling", "then", "broken"),
    [
        ("at-the-start", None, False),
        ("at-the-start", [4, 6], True),
        ("at-the-end-open", [4, 6], False),
        ("at-the-end-open", None, True),
        ("at-the-end-open", [4], True),
        ("at-the-end-hidden", None, False),
        ("at-the-end-hidden", [4, 6], False),
        ("at-the-end-hidden", [4, 6, 1], True),
    ],
)
def test_dice_are_rolled_at_the_end_of_a_turn_by_the_optional_rule(rolling, then, broken):
    record = read(FIXTURES / "rule_examples" / "game.roll-at-end.json")["record"]
    reveal = {"do": "reveal", "tiles": {}}
    turn = {"do": "turn", "player": "ann", "rolled": [1, 1, 1, 1, 1, 2, 3], "number": 1, "advertising": 5, "then": then}
    other = {"do": "turn", "player": "bob", "rolled": [1] * 7, "number": 1, "blueprint": 7}
    again = {
        "do": "turn",
        "player": "ann",
        "rolled": then or [5, 5],
        "number": (then or [5])[0],
        "blueprint": 1 + (not then),
    }
    record = {**record, "game": {**record["game"], "rolling": rolling}}
    last = {**again, "then": [2] if then and "end" in rolling else None}
    events = [reveal, turn] if broken else [reveal, turn, other, last]
    violation = judged({**record, "events": events}).violation
    assert (violation and violation.rule) == (Rule.GAME_ROLL_AT_END if broken else None)
    if then and not broken:
        wrong = {**last, "rolled": [3, 3], "number": 3, "blueprint": 2, "then": None}
        assert judged({**record, "events": [*events[:-1], wrong]}).violation.rule == Rule.ROLL_KNOWN


def test_each_die_in_a_manor_earns_one_and_comes_back():
    ann = collect(table(("ann", {"dice": {Place("entrance", 0): 4}}), ("bob", {}))).by_id["ann"]
    assert (ann.prestige, ann.dice, ann.unplaced) == (1, {}, 7)
