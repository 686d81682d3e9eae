"""The events that may come next: each is legal as listed, and whatever a legal game does next is among them."""

import json
from dataclasses import replace
from random import Random

import pytest

from api import check_game_document, dump_record, load_record
from api.theme_park.schemas.answers.games import NextEvent
from models.theme_park.cards import Administrator, AdministratorKind
from models.theme_park.game import events as done
from models.theme_park.game.events import DO
from models.theme_park.game.judging import after
from models.theme_park.game.next_events.candidates import OF_PLAYER, OF_TABLE
from models.theme_park.game.next_events.next_event import next_events
from models.theme_park.game.next_events.templates import TEMPLATES
from models.theme_park.game.parks import games_of
from models.theme_park.game.record.fields import FIELDS
from models.theme_park.game.rules import GameBroken
from models.theme_park.game.state import Game
from tests.api.documents import run
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.asking import SET_UP, SOLO_SET_UP
from tests.theme_park.game.games import random_game

CLAIMS = {"paid", "order", "income", "stars", "money", "amounts", "winners", "achieved"}
"""Fields that a table may leave out."""
GOLDEN = sorted((FIXTURES / "games").glob("*.json"))


def is_covered(event, entry) -> bool:
    """Whether an event is one of those that an entry lists, or fills in what it leaves open."""
    if type(event) is not entry.kind or getattr(event, "by", None) != entry.by:
        return False
    for name in FIELDS[entry.kind]:
        value = getattr(event, name)
        open_ = name in entry.fill or name in entry.may
        absent = value == type(event).__dataclass_fields__[name].default
        if name in entry.choose and not open_:
            if _plain(value) not in [_plain(each) for each in entry.choose[name]]:
                return False
        elif name in entry.given:
            if _plain(value) != _plain(entry.given[name]) and not (absent and name in CLAIMS):
                return False
        elif not open_ and not absent and name not in CLAIMS:
            return False
    return True


def _plain(value):
    return sorted(value) if isinstance(value, tuple) and value and isinstance(value[0], str) else value


def singly(event):
    """Guests put back together, one by one: the list has them so."""
    if isinstance(event, done.PutGuestsBack):
        return [replace(event, guests=(each,)) for each in event.guests]
    return [event]


@pytest.mark.parametrize("seed", range(6))
def test_what_a_legal_game_does_next_is_among_them(seed: int) -> None:
    record = random_game(seed)
    games = games_of(record)
    for number in Random(seed).sample(range(len(record.events)), min(30, len(record.events))):
        entries = next_events(games[number])
        for event in singly(record.events[number]):
            assert any(is_covered(event, entry) for entry in entries), (number, event)
    assert next_events(games[-1]) == ()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_what_is_listed_is_legal_as_an_event_of_the_document(path) -> None:
    document, rng = read(path), Random(path.stem)
    games = games_of(load_record(document))
    for game in rng.sample(games[:-1], 4):
        entries = [NextEvent.write(entry) for entry in next_events(game) if not entry.fill]
        for entry in rng.sample(entries, min(12, len(entries))):
            chosen = {name: rng.choice(values) for name, values in entry["choose"].items()}
            event = entry["event"] | {name: value for name, value in chosen.items() if value is not None}
            (read_back,) = load_record({**document, "events": [event]}).events
            result = after(game, read_back)
            assert not isinstance(result, GameBroken), (event, result)


@pytest.mark.parametrize("seed", [1])
def test_what_is_not_listed_of_monorails_and_tiles_is_refused(seed: int) -> None:
    record = random_game(seed)
    for game, event in zip(games_of(record), record.events, strict=False):
        listed = next_events(game)
        if isinstance(event, done.Welcome):
            free = {(each.by, name) for each in listed if each.kind is done.Welcome for name in each.choose["monorail"]}
            for player in game.players:
                for carriage in game.monorails:
                    refused = isinstance(after(game, done.Welcome(player.id, carriage.id)), GameBroken)
                    assert refused == ((player.id, carriage.id) not in free)
        if isinstance(event, done.Build):
            built = {(each.by, each.given["tile"]) for each in listed if each.kind is done.Build}
            assert (event.by, event.tile) in built
            assert {tile for _, tile in built} <= set(game.attractions)


def test_every_kind_of_event_is_listed_one_way() -> None:
    ways = [set(OF_TABLE), set(OF_PLAYER), set(TEMPLATES)]
    assert set().union(*ways) == set(DO.values())
    assert sum(map(len, ways)) == len(DO)


def test_every_kind_of_event_is_seen_and_every_field_is_decided_chosen_filled_or_free_to_add() -> None:
    seen, occurring = set(), set()
    for path in GOLDEN:
        record = load_record(read(path))
        games = games_of(record)
        occurring |= set(map(type, record.events))
        first = {type(event): game for game, event in zip(reversed(games[:-1]), reversed(record.events), strict=True)}
        for kind, game in first.items():
            if kind in seen:
                continue
            for entry in next_events(game):
                seen.add(entry.kind)
                assert not set(entry.choose) & (set(entry.fill) | set(entry.given))
                for name, field in FIELDS[entry.kind].items():
                    assert not field.needed or name in {**entry.given, **entry.choose, **entry.fill}, (entry, name)
    assert seen >= occurring


def test_an_administrator_that_lowers_the_sum_is_listed_with_its_pips() -> None:
    record = load_record(read(FIXTURES / "games" / "full-4-promo-sensible.json"))
    games = games_of(record)
    number = next(at for at, event in enumerate(record.events) if isinstance(event, done.Announce))
    lowers = Administrator(AdministratorKind.LOWER_TURN_SUM)
    ready = games[number].change(record.table.players[1], administrator=lowers)
    (entry,) = (each for each in next_events(ready) if each.kind is done.LowerSum)
    assert (entry.by, dict(entry.choose)) == (record.table.players[1], {"pips": (1, 2)})
    announced = after(ready, done.Announce())
    assert isinstance(announced, Game)
    assert done.LowerSum not in {each.kind for each in next_events(announced)}


def test_the_answer_to_a_record_just_begun_tells_how_to_set_up() -> None:
    head = {"variant": "introductory", "players": ["ann", "bob"]}
    answer = check_game_document({"version": 1, "game": head, "printed": "made-up-box", "events": []})
    by_kind = {entry["do"]: entry for entry in answer["next"]}
    assert {"objectives", "fill", "start-order"} <= set(by_kind)
    assert by_kind["start-order"]["choose"] == {"order": [["ann", "bob"], ["bob", "ann"]]}
    assert "11 blue, 11 green and 11 yellow" in by_kind["fill"]["fill"]["dice"]
    assert by_kind["objectives"]["fill"].keys() == {"placed"}


def test_tiles_are_listed_with_their_price_and_hexes_and_only_those_that_can_be_paid() -> None:
    document = read(FIXTURES / "games" / "introductory-4-sensible.json")
    record = load_record(document)
    number = next(at for at, event in enumerate(record.events) if isinstance(event, done.Build))
    game = games_of(record)[number]
    for player in game.players:
        told = [each for each in next_events(game) if each.kind is done.Build and each.by == player.id]
        costs = {tile: game.table.box.tiles[tile].cost for tile in game.attractions}
        assert {each.given["tile"]: each.given["paid"] for each in told} == {
            tile: cost for tile, cost in costs.items() if cost <= player.money
        }


def test_an_illegal_record_tells_what_could_have_come_instead() -> None:
    document = json.loads(json.dumps(read(FIXTURES / "games" / "introductory-2-random.json")))
    number = next(at for at, event in enumerate(document["events"]) if event["do"] == "welcome")
    before = check_game_document({**document, "events": document["events"][:number]})
    first, second = (document["events"][number + at]["by"] for at in (0, 1))
    document["events"][number]["by"] = second
    answer = check_game_document(document)
    assert not answer["legal"]
    assert answer["next"] == before["next"]
    assert {entry["by"] for entry in answer["next"] if entry["do"] == "welcome"} == {first}


def test_text_for_people_shows_them_as_lines_of_the_text_form() -> None:
    document = read(FIXTURES / "games" / "introductory-2-random.json")
    number = next(at for at, event in enumerate(document["events"]) if event["do"] == "welcome")
    told = run("game", "-", stdin={**document, "events": document["events"][:number]})
    by = document["events"][number]["by"]
    assert f"welcome {by} monorail=m1|m2|m3" in " ".join(told.out.split())
    whole = run("game", str(FIXTURES / "games" / "introductory-2-random.json"))
    assert "Next" not in whole.out


def test_what_a_template_asks_for_makes_a_legal_event() -> None:
    record = random_game(9)
    filled = set()
    for game, event in zip(games_of(record), record.events, strict=False):
        for entry in next_events(game):
            if entry.fill and is_covered(event, entry):
                named = {name: getattr(event, name) for name in {**entry.fill, **entry.choose}}
                made = entry.kind(**{**entry.given, **named})
                assert not isinstance(after(game, made), GameBroken)
                filled.add(entry.kind)
    assert filled >= set(TEMPLATES) - {done.PlaceGoals, done.ChooseHand, done.PlaceObjectives}
    assert dump_record(record)["events"]


def test_a_solo_game_is_not_asked_for_a_turn_order():
    assert done.StartOrder in {entry.kind for entry in next_events(SET_UP)}
    assert done.StartOrder not in {entry.kind for entry in next_events(SOLO_SET_UP)}
