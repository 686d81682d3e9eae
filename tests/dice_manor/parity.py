"""Random small manors solved twice, by the solver and by plain recursion, and every value compared."""

import random
from dataclasses import replace

from models.dice_manor.manor import Place
from models.dice_manor.replay import Played, transition
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.turn import Seat, Turn
from solver.dice_manor.grand_opening import solve
from tests.commands import reader
from tests.dice_manor.manors import random_manor
from tests.dice_manor.naive import Naive

MANORS = 2000


RULED = {
    "path-continued": "own-path",
    "pass-without-die": "yes",
    "start-in-occupied-room": "always",
    "unhappy-on-purpose": "yes",
    "trunk-of-branches": "longest-branch",
    "second-slot-on-path": "not-on-the-path",
}
"""Rulings that the values depend on, with their other choices."""


def compare(seed, *, ruled=False):
    """Raises AssertionError where the two differ: before the roll, after one, option by option, and for a target.

    ``ruled``: under rulings drawn at random.
    """
    rng = random.Random(f"ruled {seed}" if ruled else seed)
    drawn = {ruling: choice for ruling, choice in RULED.items() if ruled and rng.random() < 0.4}
    rulings = ManorRulings.of({Ruling(ruling): Choice(choice) for ruling, choice in drawn.items()})
    rooms = rng.randint(0, 5)
    manor = random_manor(rng, rooms, rng.randint(0, 2), rng.randint(0, 2), rng.choice([0.1, 0.6]))
    dice, tokens = rng.choice([(1, 0), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (3, 0), (3, 1)])
    seat = _begun(rng, Seat(manor, dice, tokens=tokens, rulings=rulings))
    naive, lying = Naive(manor, drawn), tuple(sorted(tuple(place) for place in seat.dice))
    told = solve(seat)
    assert told.worth == naive.before(lying, seat.unplaced, seat.tokens, None), seed
    roll = tuple(sorted(rng.randint(1, 6) for _ in range(seat.unplaced)))
    rolled = replace(seat, rolled=roll, supply=None)
    answer = solve(rolled)
    worths = naive.worths(lying, roll, seat.tokens, None)
    assert answer.worth == max(worths), seed
    assert {option.worth for option in answer.options} <= worths, seed
    target = rng.randint(0, 18)
    chance = solve(seat, target).worth
    assert chance == naive.before(lying, seat.unplaced, seat.tokens, target), seed


def compare_verdicts(seed, *, ruled=False):
    """Raises AssertionError where the rules and the second reading differ on paths laid at random, legal ones and others."""
    rng = random.Random(f"ruled {seed}" if ruled else seed)
    drawn = {ruling: choice for ruling, choice in RULED.items() if ruled and rng.random() < 0.4}
    rulings = ManorRulings.of({Ruling(ruling): Choice(choice) for ruling, choice in drawn.items()})
    manor = random_manor(rng, rng.randint(1, 5), rng.randint(0, 2), rng.randint(0, 2), 0.6)
    seat = _begun(rng, Seat(manor, rng.randint(1, 4), rulings=rulings))
    naive, number, dice = Naive(manor, drawn), rng.randint(1, 6), rng.randint(1, seat.unplaced)
    legal = naive.legal_paths(tuple(sorted(tuple(place) for place in seat.dice)), number, dice)
    told = [tuple(map(tuple, paths)) for paths in rng.sample(sorted(legal), min(10, len(legal)))]
    told += [_scattered(rng, manor, dice) for _ in range(20)] + [_shuffled(rng, paths) for paths in told]
    rolled = (number,) * dice + (number % 6 + 1,) * (seat.unplaced - dice)
    for paths in told:
        turn = Turn(rolled, number, tuple(tuple(Place(*place) for place in path) for path in paths))
        assert isinstance(transition(seat, turn), Played) == (paths in legal), (seed, paths)


def _scattered(rng, manor, dice):
    """Paths over slots drawn at random, most of them illegal."""
    slots = [tuple(place) for place in manor.places]
    drawn = rng.sample(slots, min(len(slots), rng.randint(1, dice)))
    cut = rng.randint(0, len(drawn))
    return tuple(path for path in (tuple(drawn[:cut]), tuple(drawn[cut:])) if path)


def _shuffled(rng, paths):
    """Legal paths in another order, or with one turned around."""
    made = [list(path) for path in paths]
    rng.shuffle(made)
    if made and rng.random() < 0.5:
        made[0].reverse()
    return tuple(map(tuple, made))


def _begun(rng, seat):
    """The seat, or what a turn of it leaves, so that dice lie in the manor."""
    if rng.random() < 0.5:
        return seat
    number = rng.randint(1, 6)
    more = replace(seat, unplaced=seat.unplaced + 1)
    first = Turn((number,) * more.unplaced, number, ((Place("entrance", 0),),), ())
    played = transition(more, Turn((number, *(number % 6 + 1 for _ in range(seat.unplaced))), number, first.paths))
    assert isinstance(played, Played)
    return played.after


def main():
    """Compare as many manors as the argument says."""
    words = reader("tests.dice_manor.parity", __doc__)
    words.add_argument("manors", type=int, nargs="?", default=MANORS, help="how many manors to compare")
    manors = words.parse_args().manors
    for seed in range(manors):
        compare(seed)
        compare_verdicts(seed)
        compare(seed, ruled=True)
        compare_verdicts(seed, ruled=True)
    print(f"{manors} manors agree.")


if __name__ == "__main__":
    main()
