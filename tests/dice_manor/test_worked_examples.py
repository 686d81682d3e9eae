"""The examples worked out by hand from the rulebook, each with the ruling that it depends on where there is one."""

from fractions import Fraction

import pytest

from models.dice_manor.bids import advertising_order, blueprint_order, raised
from models.dice_manor.manor import Place, Room, RoomType
from models.dice_manor.replay import replay
from models.dice_manor.rules import Rule
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.scoring import EndOfGame, Finisher, colour_counts, majority, scores, winners
from models.dice_manor.turn import Bid, Board, Seat, Turn
from solver.dice_manor.grand_opening import solve
from tests.dice_manor.manors import LINE, manor, room

ENTRANCE, A, B = Place("entrance", 0), Place("a", 0), Place("b", 0)
DEFAULT = ManorRulings()


def broken(seat, *turns):
    violation = replay(seat, turns).violation
    return violation and violation.rule


def test_1_all_dice_of_the_number_are_placed_and_it_must_show():
    seat = Seat(LINE, 7, player="orange", board=Board())
    rolled = (1, 1, 4, 4, 4, 5, 6)
    assert broken(seat, Turn(rolled, 4, blueprint=2)) == Rule.BID_ALL_PLACED
    assert broken(seat, Turn(rolled, 2, blueprint=1)) == Rule.NUMBER_SHOWN


def test_2_a_bid_climbs_past_fewer_dice_and_not_past_as_many():
    bids = raised(raised((), "teal", 2, 3), "orange", 2, 3)
    order = [[bid.player for bid in blueprint_order(bids)]]
    for player, dice in (("orange", 1), ("teal", 1), ("teal", 1)):
        bids = raised(bids, player, dice, 3)
        order.append([bid.player for bid in blueprint_order(bids)])
    assert order == [["teal", "orange"], ["orange", "teal"], ["orange", "teal"], ["teal", "orange"]]


def test_3_a_die_goes_under_the_blueprint_of_its_number_only():
    seat = Seat(LINE, 1, player="teal", board=Board())
    reached = replay(seat, [Turn((4,), 4, blueprint=1)]).reached
    assert dict(reached.board.blueprints) == {4: (Bid("teal", 1, 4),)}


def test_4_advertising_is_led_by_more_dice_and_grows_by_its_own_number():
    steps, bids = [], ()
    for player, dice, number in (("beige", 1, 2), ("black", 2, 3), ("beige", 2, 2)):
        bids = raised(bids, player, dice, number)
        steps.append([bid.player for bid in advertising_order(bids, DEFAULT)])
    assert steps == [["beige"], ["black", "beige"], ["beige", "black"]]
    seat = Seat(LINE, 3, player="beige", board=Board(advertising=(Bid("beige", 1, 2),)))
    assert broken(seat, Turn((5, 5, 1), 5, advertising=2)) == Rule.ADVERTISING_NUMBER


def test_5_of_equal_counts_on_advertising_the_higher_number_is_ahead_by_ruling():
    bids = (Bid("ann", 3, 1), Bid("bob", 3, 6), Bid("cid", 3, 6))
    assert [bid.player for bid in advertising_order(bids, DEFAULT)] == ["bob", "cid", "ann"]
    earlier = ManorRulings.of({Ruling.ADVERTISING_EQUAL_COUNTS: Choice.EARLIER_AHEAD})
    assert [bid.player for bid in advertising_order(bids, earlier)] == ["ann", "bob", "cid"]


def test_6_the_first_tour_takes_the_entrance():
    seat = Seat(LINE, 3)
    assert broken(seat, Turn((4, 4, 1), 4, ((A, B),))) == Rule.TOUR_ENTRANCE
    assert broken(seat, Turn((4, 4, 4), 4, ((ENTRANCE, A, B),))) is None


def test_7_three_of_four_fours_tour_and_a_later_single_die_earns_a_token():
    home = manor(room("a", 4, doors=["entrance"]), room("b", 4, doors=["a"]), room("c", 3, doors=["b"]))
    seat = Seat(home, 6, player="teal", board=Board())
    first = Turn((4, 4, 4, 4, 3, 3), 4, ((ENTRANCE, A, B),), blueprint=1)
    verdict = replay(seat, [first, Turn((3, 3), 3, ((Place("c", 0),),), advertising=1)])
    assert [(step.prestige, step.after.tokens) for step in verdict.steps] == [(5, 0), (0, 1)]
    assert len(verdict.reached.dice) == 4


def test_8_the_reward_is_by_path():
    line = manor(
        *(room(id, 4, doors=[before]) for id, before in (("a", "entrance"), ("b", "a"), ("c", "b"), ("d", "c")))
    )
    along = tuple(Place(id, 0) for id in ("entrance", "a", "b", "c", "d"))
    assert replay(Seat(line, 5), [Turn((4,) * 5, 4, (along,))]).prestige == 11
    fork = manor(
        room("a", 4, doors=["entrance"]),
        room("b", 4, doors=["a"]),
        room("c", 4, doors=["entrance"]),
        room("d", 4, doors=["c"]),
    )
    split = (tuple(Place(id, 0) for id in ("entrance", "a", "b")), tuple(Place(id, 0) for id in ("c", "d")))
    assert replay(Seat(fork, 5), [Turn((4,) * 5, 4, split)]).prestige == 7


REWARDS = {
    0: (0, 0),
    1: (0, 1),
    2: (2, 0),
    3: (5, 0),
    4: (9, 0),
    5: (11, 0),
    6: (13, 0),
    7: (15, 0),
    8: (17, 0),
    9: (19, 0),
}


@pytest.mark.parametrize(("dice", "earned"), REWARDS.items())
def test_a_path_earns_what_the_table_of_the_rulebook_says_for_its_dice(dice, earned):
    rooms = (room(f"r{at}", 4, doors=[f"r{at - 1}" if at else "entrance"]) for at in range(9))
    path = tuple(Place(f"r{at}", 0) for at in range(dice))
    seat = Seat(manor(*rooms), 9, {ENTRANCE: 1}, tokens=5)
    rolled = (4,) * dice + (3,) * (9 - dice)
    [step] = replay(seat, [Turn(rolled, 4 if dice else 3, (path,) if dice else ())]).steps
    assert (step.prestige, step.after.tokens - 5) == earned


def test_14_four_fours_of_which_three_fit():
    verdict = replay(Seat(LINE, 4), [Turn((4, 4, 4, 4), 4, ((ENTRANCE, A, B),))])
    assert (verdict.prestige, verdict.reached.unhappy, 3 * len(verdict.reached.dice)) == (5, 1, 9)


def test_15_two_twos_of_which_one_fits_the_entrance():
    verdict = replay(Seat(LINE, 2), [Turn((2, 2), 2, ((ENTRANCE,),))])
    assert (verdict.reached.tokens, verdict.reached.unhappy) == (1, 1)


@pytest.mark.parametrize(
    ("counts", "points"),
    [((3, 3, 1), (8, 8, 0)), ((4, 2, 2), (12, 4, 4)), ((4, 2, 1), (12, 6, 0)), ((2, 2, 2), (8, 8, 8))],
)
def test_16_majorities(counts, points):
    assert majority(counts) == points


def test_17_a_magic_room_is_one_room_of_each_colour_beside_it():
    rooms = [
        Room("m", RoomType.LIBRARY, colours=("magic",), doors=("a", "b", "c")),
        Room("a", RoomType.OFFICE, colours=("red",)),
        Room("b", RoomType.OFFICE, colours=("red",)),
        Room("c", RoomType.OFFICE, colours=("green",)),
    ]
    assert colour_counts(rooms, DEFAULT) == {"red": 3, "green": 2}


def test_a_magic_room_takes_no_colour_from_the_entrance_which_is_no_room():
    rooms = [
        Room("entrance", RoomType.ENTRANCE, colours=("teal",), doors=("m",)),
        Room("m", RoomType.LIBRARY, colours=("magic",), doors=("a",)),
        Room("a", RoomType.OFFICE, colours=("red",)),
    ]
    assert colour_counts(rooms, DEFAULT) == {"red": 2}


def finisher(id, *, prestige=0, tokens=0, unhappy=0, rooms=()):
    return Finisher(id, prestige, tokens, unhappy, 0, tuple(rooms))


def rooms(**colours):
    types = [RoomType.OFFICE, RoomType.BATHROOM, RoomType.LIBRARY, RoomType.SMALL_BEDROOM]
    return [
        Room(f"{colour}{number}", types[number % 4], colours=(colour,))
        for colour, many in colours.items()
        for number in range(many)
    ]


def test_18_the_bonuses_of_the_rulebooks_example():
    beige = finisher("beige", tokens=3, rooms=rooms(blue=4, red=2))
    black = finisher("black", rooms=rooms(red=3, blue=1, green=4))
    score = scores(EndOfGame((beige, black), {4: 4}, DEFAULT))[0]
    assert (score.colours, score.diversity, score.tokens) == (18, 4, 1)
    assert score.colours + score.diversity + score.tokens == 23


def test_19_ties_go_to_more_rooms_then_to_fewer_unhappy_guests():
    def won(*players):
        return winners(EndOfGame(players, {}, DEFAULT))

    seven, six = finisher("ann", rooms=rooms(red=7)), finisher("bob", prestige=12, rooms=rooms(red=6))
    assert [score.total for score in scores(EndOfGame((seven, six), {}, DEFAULT))] == [24, 24]
    assert won(seven, six) == ("ann",)
    happy, unhappy = finisher("ann", rooms=rooms(red=6)), finisher("bob", unhappy=1, rooms=rooms(red=6))
    assert won(unhappy, happy) == ("ann",)
    assert won(happy, finisher("cid", rooms=rooms(red=6))) == ("ann", "cid")


ONE = manor(room("a", 4, doors=["entrance"]))
LIBRARY = manor(room("a", "*", doors=["entrance"]))
SIDE = manor(room("a", 4, doors=["entrance"]), room("b", 4, doors=["a"]), room("c", "2/5", doors=["entrance"]))


@pytest.mark.parametrize(
    ("home", "dice", "tokens", "value"),
    [
        (manor(), 2, 0, "3"),
        (ONE, 2, 0, "341/72"),
        (ONE, 2, 1, "515/81"),
        (LIBRARY, 2, 0, "43/6"),
        (LIBRARY, 2, 1, "91/12"),
        (LINE, 3, 0, "1453481/186624"),
        (SIDE, 4, 1, "1631808764123/117546246144"),
    ],
)
def test_20_to_25_expected_prestige_as_fractions(home, dice, tokens, value):
    assert solve(Seat(home, dice, tokens=tokens)).worth == Fraction(value)


def test_24_would_be_worth_more_if_a_line_might_be_cut_in_two():
    cut = ManorRulings.of({Ruling.PATH_CONTINUED: Choice.OWN_PATH})
    assert solve(Seat(LINE, 3, rulings=cut)).worth == Fraction(1464101, 186624)
