"""The parks of a game as positions: valid wherever a record stands, and what solve, check and review take."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from api import check_game_document, dump_position, dump_record, load_moves, load_position, load_record
from models.theme_park.cards import Administrator, AdministratorKind, Staff
from models.theme_park.game.events import Earn, OperatePark, SwapStaff
from models.theme_park.game.parks import games_of, operate_phases, park_now, park_to_operate
from models.theme_park.operate.mid_phase import under_way
from models.theme_park.operate.phase import legal_moves
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from tests.api.documents import run
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.games import random_game
from tests.theme_park.game.moments import FULL, at, played

GAMES = sorted((FIXTURES / "games").glob("*.json"))
SWAPPER = Administrator(AdministratorKind.SWAP_STAFF_CARD)
BOTH = FIXTURES / "games" / "introductory-2-random.json"


def comparable(position: Position) -> Position:
    """What a document keeps of a position."""
    return replace(position, cubes=tuple(pair for pair in position.cubes if pair[1]))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_park_at_every_moment_is_a_position_that_can_be_read(path) -> None:
    games = games_of(load_record(read(path)))
    seen = set[str]()
    for game in games[:: max(1, len(games) // 12)] + games[-1:]:
        for player in game.players:
            position = park_now(game, player)
            text = json.dumps(dump_position(position))
            if text not in seen:
                assert load_position(json.loads(text)) == comparable(position)
            seen.add(text)


@pytest.mark.parametrize("seed", range(6))
def test_the_parks_before_each_operate_phase_take_the_moves_that_were_made(seed: int) -> None:
    record = random_game(seed)
    answer = check_game_document(dump_record(record))
    found = {(phase["round"], phase["player"]): phase for phase in answer["operated"]}
    told = Counter(event.by for event in record.events if isinstance(event, OperatePark))
    assert sum(told.values()) == sum(len(phase["events"]) for phase in found.values())
    for phase in found.values():
        position = load_position(phase["position"])
        verdict = replay(position, load_moves(phase["moves"], position))
        claimed = [record.events[number] for number in phase["events"]]
        assert verdict.legal
        assert verdict.stars == sum(event.stars for event in claimed)
        assert verdict.money == sum(event.money for event in claimed)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_left_in_the_midst_of_a_phase_allows_the_moves_that_the_phase_allows(seed: int) -> None:
    record = random_game(seed)
    for phase in operate_phases(record, games_of(record))[:3]:
        for length in range(0, len(phase.moves) + 1, 3):
            reached = replay(phase.position, phase.moves[:length]).reached
            if any(now and now.treated_as for now in reached.guests):
                continue
            there = park_in_the_midst(phase.position, reached)
            left = load_position(dump_position(there))
            assert left == there
            moves = Counter(type(move) for move in legal_moves(left, start(left)))
            assert moves == Counter(type(move) for move in legal_moves(phase.position, reached))


def test_a_card_swapped_before_the_earnings_are_taken_leaves_the_park_as_it_was_operated() -> None:
    managed = 0
    for number in range(1, 5):
        game = at(FULL, Earn, number)
        for player in game.players:
            ready = game.change(player.id, administrator=SWAPPER, hand=(*player.hand, Staff.BUILDER))
            stood = park_now(ready, ready.by_id[player.id])
            for card in set(player.played):
                swapped = played(ready, SwapStaff(player.id, card, Staff.BUILDER))
                stands = park_now(swapped, swapped.by_id[player.id])
                assert load_position(dump_position(stands)) == comparable(replace(stood, administrator=None))
                managed += card is Staff.MANAGER
    assert managed


def park_in_the_midst(position, reached):
    guests = tuple(
        replace(guest, colour=now.colour, value=now.value, at=now.at)
        for guest, now in zip(position.guests, reached.guests, strict=True)
        if now is not None
    )
    cubes = tuple((tile.id, number) for tile, number in zip(position.tiles, reached.cubes, strict=True))
    return replace(under_way(position, reached), guests=guests, cubes=cubes, bag=None)


def test_a_park_in_the_midst_of_operate_has_its_cubes_and_what_is_left() -> None:
    record = load_record(read(FIXTURES / "games" / "full-4-promo-sensible.json"))
    games = games_of(record)
    for number, event in enumerate(record.events):
        if isinstance(event, OperatePark):
            game = games[number + 1]
            player = game.by_id[event.by]
            park, reached = park_now(game, player), player.operated.reached
            assert sum(dict(park.cubes).values()) == sum(reached.cubes)
            assert (park.maps, len(park.mascots)) == (reached.maps, sum(reached.mascots))
            assert (park.maps_owned, park.mascots_owned) == (player.maps, player.mascots)
            assert set(park.guests) == set(player.guests)
        elif type(event).__name__ == "ScoreObjective":
            assert all(not park_now(games[number + 1], player).cubes for player in games[number + 1].players)


def test_the_answer_carries_the_parks_as_the_last_legal_event_left_them() -> None:
    document = read(BOTH)
    answer = check_game_document(document)
    assert list(answer["parks"]) == document["game"]["players"]
    for player in answer["standings"]:
        park = load_position(answer["parks"][player["player"]])
        assert (park.money, len(park.guests), park.maps) == (player["money"], player["guests"], player["maps"])
        assert (park.round, park.last_round) == (4, True)
    empty = check_game_document({**document, "events": []})["parks"]["ann"]
    assert empty["park"]["tiles"][0]["id"] == "entrance"
    assert (empty["rules"]["round"], empty["maps"], empty["money"]) == (1, 3, 6)


def test_a_ruling_in_force_stands_in_the_parks() -> None:
    document = read(BOTH)
    lenient = {**document, "game": {**document["game"], "rulings": {"party.size": "superset", "amenity.two": "yes"}}}
    answer = check_game_document(lenient)
    assert answer["parks"]["ann"]["rules"]["rulings"] == {"party.size": "superset"}  # amenity.two is as by default


def test_a_park_and_its_moves_are_printed_for_the_other_commands(tmp_path) -> None:
    for player, number in (("ann", 2), ("bob", 4)):
        park = run("game", str(BOTH), "--park", player, "--round", str(number))
        moves = run("game", str(BOTH), "--moves", player, "--round", str(number))
        assert (park.code, moves.code) == (0, 0)
        (tmp_path / "park.json").write_text(park.out)
        judged = run("check", str(tmp_path / "park.json"), "-", "--json", stdin=moves.json)
        assert judged.json["legal"]
        assert judged.json["rules"]["round"] == number
    last = run("game", str(BOTH), "--moves", "bob").json
    assert last == moves.json


def test_a_park_stands_at_any_event() -> None:
    document = read(BOTH)
    welcome = next(number for number, event in enumerate(document["events"]) if event["do"] == "welcome")
    by = document["events"][welcome]["by"]
    before = run("game", str(BOTH), "--park", by, "--at", str(welcome)).json
    after = run("game", str(BOTH), "--park", by, "--at", str(welcome + 1)).json
    assert (len(before["park"]["guests"]), len(after["park"]["guests"])) == (0, 3)


@pytest.mark.parametrize("do", ["announce", "build", "operate", "earn", "objective"])
def test_the_command_line_prints_the_parks_of_the_answer(do: str) -> None:
    document = read(BOTH)
    number = [at for at, event in enumerate(document["events"], 1) if event["do"] == do][-1]
    cut = {**document, "events": document["events"][:number]}
    for player, park in check_game_document(cut)["parks"].items():
        assert run("game", "-", "--park", player, stdin=cut).json == park
        assert run("game", str(BOTH), "--park", player, "--at", str(number)).json == park


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--park", "zed"], "accepted: ann, bob"),
        (["--park", "ann", "--round", "5"], "rounds 1 to 4"),
        (["--park", "ann", "--at", "999"], "accepted: 0 to {events}"),
        (["--park", "ann", "--at", "-1"], "accepted: 0 to {events}"),
        (["--moves", "ann", "--at", "3"], "one of the rounds 1, 2, 3, 4"),
        (["--moves", "ann", "--round", "7"], "one of the rounds 1, 2, 3, 4"),
        (["--park", "ann", "--moves", "bob"], "accepted: one of"),
        (["--park", "ann", "--round", "1", "--at", "2"], "accepted: one of"),
        (["--round", "1"], "beside --park or --moves"),
    ],
)
def test_what_no_park_or_moves_are_of_is_told(words: list[str], told: str) -> None:
    said = run("game", str(BOTH), *words)
    assert (said.code, said.out) == (2, "")
    assert told.format(events=len(read(BOTH)["events"])) in " ".join(said.err.split())


def test_a_phase_that_has_not_come_says_what_must_be_done_first() -> None:
    document = read(BOTH)
    welcome = next(number for number, event in enumerate(document["events"]) if event["do"] == "welcome")
    record = load_record({**document, "events": document["events"][:welcome]})
    why = park_to_operate(record, games_of(record), record.table.players[0], 1)
    assert isinstance(why, str)
    assert "must take a monorail" in why
    both = load_record({**document, "events": document["events"][: welcome + 2]})
    park = park_to_operate(both, games_of(both), both.table.players[0], 1)
    assert isinstance(park, Position)
    assert (park.round, len(park.guests), len(park.staff)) == (1, 3, 2)
