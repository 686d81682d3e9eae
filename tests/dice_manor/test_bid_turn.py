"""Turns of the Bid phase ranked: the parts of their worth, and exactness for the last player with dice."""

import json
import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

from api.cli.root import run
from models.dice_manor.bids import advertising_order, blueprint_order
from models.dice_manor.manor import Place
from models.dice_manor.next_turns import next_turns
from models.dice_manor.replay import replay
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.turn import Bid, Board, Seat
from solver.dice_manor.bid_turn import Depth, rank, rank_in_time
from solver.dice_manor.bid_values import Part, Weights, parts_of
from solver.dice_manor.path_outcomes import TooLarge
from tests.dice_manor.documents import example
from tests.dice_manor.manors import LINE, manor, room
from tests.dice_manor.test_faces import client, post
from tests.thorough import sampled

__all__ = ["client"]
WEIGHTS = Weights(token=0.5, tile=6, space=3, step=1, die=1.5)
BOARD = Board({3: (Bid("orange", 2, 3),)}, (Bid("orange", 2, 5),))


def seat(rolled, **more):
    return Seat(LINE, len(rolled), rolled=rolled, player="teal", board=BOARD, **more)


def test_every_ranked_turn_is_legal_and_the_best_comes_first():
    here = seat((3, 3, 3, 5), tokens=2)
    options = rank(here, WEIGHTS, last=False).options
    worths = [option.worth for option in options]
    assert worths == sorted(worths, reverse=True)
    for option in (each for each in options if each.turn):
        assert replay(here, [option.turn]).legal
        assert option.worth == pytest.approx(sum(option.parts.values()))
        assert ("token" in option.played.text.partition(";")[0]) == bool(option.turn.tokens)


def test_dice_rolled_again_are_worth_the_mean_of_the_best_turns_on_what_they_may_show():
    here = seat((3, 1, 5), tokens=1)
    again = {option.reroll: option.worth for option in rank(here, WEIGHTS, last=False).options if option.reroll}
    assert set(again) == {(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)}
    after = [rank(seat((3, one, two)), WEIGHTS, last=False).options[0] for one, two in product(range(1, 7), repeat=2)]
    assert again[1, 2] == pytest.approx(sum(option.worth for option in after) / 36)


def test_the_parts_say_what_a_turn_would_bring_if_nobody_bid_further():
    after = Seat(
        LINE,
        1,
        {Place("entrance", 0): 4},
        tokens=2,
        player="teal",
        board=Board(
            {3: (Bid("orange", 2, 3), Bid("teal", 3, 3)), 5: (Bid("orange", 2, 5), Bid("teal", 1, 5))},
            (*BOARD.advertising, Bid("teal", 1, 2)),
        ),
    )
    assert dict(parts_of(after, WEIGHTS)) == {
        Part.MANOR: 1,
        Part.TOKENS: 1.5,
        Part.TILES: 6,
        Part.PRESTIGE: 3,
        Part.BONUS_DICE: 1,
        Part.DICE_LEFT: 1.5,
    }


def plainly(here, rolled, weights):
    """The worth of the best decision of a player alone, by plain recursion."""
    found = []
    for played in next_turns(here, rolled):
        left = played.after
        found.append(played.prestige + (mean_of(left, weights) if left.unplaced else ended(left, weights)))
    if here.tokens:
        poorer = Seat(here.manor, here.unplaced, here.dice, None, here.tokens - 1, player="teal", board=here.board)
        for die, shown in enumerate(rolled):
            for turned in ((shown % 6) + 1, (shown - 2) % 6 + 1):
                found.append(plainly(poorer, (*rolled[:die], turned, *rolled[die + 1 :]), weights))
        for many in range(1, len(rolled) + 1):
            for again in combinations(range(len(rolled)), many):
                results = list(product(range(1, 7), repeat=many))
                worths = []
                for result in results:
                    new = list(rolled)
                    for die, shown in zip(again, result, strict=True):
                        new[die] = shown
                    worths.append(plainly(poorer, tuple(new), weights))
                found.append(sum(worths) / len(worths))
    return max(found)


LONGER = [((2, 4), 1, seed) for seed in range(4, 24)] + [((1, 3, 3), 0, seed) for seed in (24, 25)]


def boards(draw):
    """Bids of two others, and perhaps own ones that lead, tie or trail."""
    under = {}
    for number in draw.sample(range(1, 7), 3):
        bids = [Bid(name, draw.randint(1, 3), number) for name in ("orange", "teal", "black") if draw.random() < 0.6]
        under[number] = tuple(bids)
    names = [name for name in ("orange", "teal", "black") if draw.random() < 0.6]
    return Board(under, tuple(Bid(name, draw.randint(1, 3), draw.randint(1, 6)) for name in names))


def mean_of(here, weights):
    rolls = list(product(range(1, 7), repeat=here.unplaced))
    return sum(plainly(here, roll, weights) for roll in rolls) / len(rolls)


def ended(here, weights):
    """Worth at Collect, counted by hand."""
    won = sum(blueprint_order(bids)[0].player == "teal" for bids in here.board.blueprints.values() if bids)
    lost = sum(any(bid.player == "teal" for bid in bids) for bids in here.board.blueprints.values()) - won
    order = [bid.player for bid in advertising_order(here.board.advertising, here.rulings)]
    dice = sum(bid.dice for bid in here.board.advertising if bid.player == "teal")
    spaces = {0: 2, 1: 1}.get(order.index("teal"), 0) if dice else 0
    lost += dice > 0 and spaces == 0
    tokens = Fraction(here.tokens + lost) / 2
    return len(here.dice) + tokens + 6 * won + 3 * spaces + dice


@pytest.mark.parametrize(
    ("rolled", "tokens", "seed"),
    sampled([((3,), 0, 0), ((4,), 1, 1), ((3, 5), 0, 2), ((2, 4), 0, 3), *LONGER], first=4),
)
def test_the_last_player_with_dice_gets_the_exact_worth_of_playing_on(rolled, tokens, seed):
    here = replace(seat(rolled, tokens=tokens), board=boards(random.Random(seed)))
    answer = rank(here, WEIGHTS, last=True)
    assert answer.exact
    assert answer.options[0].worth == pytest.approx(float(plainly(here, rolled, WEIGHTS)))


def test_dice_that_must_go_under_a_closed_blueprint_are_played_out_too():
    closed = ManorRulings.of({Ruling.EMPTY_BLUEPRINT: Choice.CLOSED})
    board = Board(advertising=(Bid("teal", 2, 3),), empty=frozenset({1, 2}))
    here = Seat(LINE, 2, {Place("entrance", 0): 3}, (3, 1), player="teal", board=board, rulings=closed)
    answer = rank(here, WEIGHTS, last=True)
    assert answer.options[0].worth == pytest.approx(plainly_closed(here, (3, 1)))


def plainly_closed(here, rolled):
    """The worth of the best turn, the die that is left then played likewise."""
    worths = []
    for played in next_turns(here, rolled):
        left, faces = played.after, [(face,) for face in range(1, 7)]
        later = (
            sum(plainly_closed(left, face) for face in faces) / 6
            if left.unplaced
            else sum(parts_of(left, WEIGHTS).values())
        )
        worths.append(played.prestige + later)
    return max(worths)


def test_the_last_player_is_played_out_with_five_dice():
    answer = rank(seat((1, 2, 3, 3, 5)), WEIGHTS, last=True)
    assert answer.exact
    assert answer.options[0].worth > rank(seat((1, 2, 3, 3, 5)), WEIGHTS, last=False).options[0].worth


def test_what_is_too_large_to_be_played_out_is_no_longer_exact():
    answer = rank(seat((1, 2, 3, 3, 4, 5)), WEIGHTS, last=True, steps=2000)
    assert not answer.exact
    assert answer.options


OPEN = manor(*(room(f"r{at}", "*", doors=["entrance", *(f"r{other}" for other in range(at))]) for at in range(6)))


def test_a_manor_too_open_for_rerolls_is_ranked_by_what_turns_bring_at_once(monkeypatch):
    def too_large(*_, **__):
        raise TooLarge

    here = seat((3, 3, 3, 5), tokens=2)
    turns = [option for option in rank(here, WEIGHTS, last=False).options if option.turn]
    monkeypatch.setattr("solver.dice_manor.bid_turn.BidValues", too_large)
    for last in (False, True):
        answer = rank(here, WEIGHTS, last=last)
        assert (answer.depth, answer.complete) == (Depth.AT_ONCE, True)
        assert answer.options == tuple(turns)


@pytest.mark.parametrize("last", [False, True])
def test_where_the_time_is_over_likely_turns_are_ranked_and_the_answer_says_so(last):
    here = Seat(OPEN, 5, rolled=(4, 4, 4, 4, 4), tokens=1, player="teal", board=BOARD)
    answer = rank_in_time(here, WEIGHTS, last=last, seconds=0.0)
    assert (answer.depth, answer.complete) == (Depth.AT_ONCE, False)
    assert answer.options[0].played.prestige >= 5
    assert all(replay(here, [option.turn]).legal for option in answer.options)


def test_what_cannot_be_played_out_keeps_the_ranking_that_looks_one_turn_ahead():
    here, told = seat((1, 2, 3, 3, 4, 5)), []
    answer = rank_in_time(here, WEIGHTS, last=True, seconds=60.0, steps=2000, found=told.append)
    assert told == [answer]
    assert answer == rank(here, WEIGHTS, last=False)


@pytest.mark.parametrize(("tokens", "told"), [(0, False), (1, True)])
def test_dice_rolled_again_are_spoken_of_where_tokens_may_do_so(client, tokens, told):
    position = example("bid")
    position["players"] = [each | {"tokens": tokens} for each in position["players"]]
    notes = post(client, "/v1/solve", {"position": position}).json["notes"]
    assert any("rolled again" in note for note in notes) is told


@pytest.mark.parametrize(("mine", "rolled"), [(2, None), (0, None)])
def test_nothing_is_said_to_be_played_out_where_no_turn_is_ranked(client, mine, rolled):
    position = example("bid") | {"rolled": rolled, "blueprints": {}, "advertising": []}
    dice = {each["id"]: mine if each["id"] == position["active"] else 0 for each in position["players"]}
    position["players"] = [each | {"dice": dice[each["id"]]} for each in position["players"]]
    answer = post(client, "/v1/solve", {"position": position}).json
    told = "Nothing is rolled yet: tell what the dice show to get the turns." if mine else "No dice are left to place."
    assert (answer["options"], answer["notes"]) == ([], [told])


def test_weights_and_tiles_are_shown_and_may_be_set(client):
    position = example("bid")
    plain = post(client, "/v1/solve", {"position": position}).json
    assert plain["status"] == "estimate"
    assert plain["weights"]["tile"] == 6
    dear = post(client, "/v1/solve", {"position": position, "weights": {"tiles": {"3": 40}}}).json
    assert dear["decision"]["number"] == 3
    assert dear["decision"]["blueprint"] == 3
    told = {**position, "tiles": {"3": [{"id": "x", "type": "library", "slots": ["any"]}]}}
    gained = post(client, "/v1/solve", {"position": told}).json["weights"]["tiles"]["3"]
    assert gained > 0
    wrong = post(client, "/v1/solve", {"position": position, "weights": {"luck": 1, "token": -1}})
    assert {error["pointer"] for error in wrong.json["errors"]} == {"/weights/luck", "/weights/token"}


def test_weights_are_read_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "bid.json"
    path.write_text(json.dumps(example("bid")))
    assert run(["solve", str(path), "--weights", "tile=40,token=0"]) == 0
    assert "tile 40" in capsys.readouterr().out
    assert run(["solve", str(path), "--weights", "luck=1"]) == 2


def test_a_room_with_two_slots_is_ranked_like_any_other():
    home = manor(room("a", 4, 4, doors=["entrance"]))
    here = Seat(home, 3, rolled=(4, 4, 4), player="teal", board=Board())
    best = rank(here, WEIGHTS, last=False).options
    assert any(option.turn.toured == 3 for option in best)
