"""Random small manors solved twice, by the solver and by plain recursion, and every value compared."""

import random

from models.dice_manor.manor import Place
from models.dice_manor.replay import Played, transition
from models.dice_manor.turn import Seat, Turn
from solver.dice_manor.grand_opening import solve
from tests.commands import reader
from tests.dice_manor.manors import random_manor
from tests.dice_manor.naive import Naive

MANORS = 2000


def compare(seed):
    """Raises AssertionError where the two differ: before the roll, after one, option by option, and for a target."""
    rng = random.Random(seed)
    rooms = rng.randint(0, 5)
    manor = random_manor(rng, rooms, rng.randint(0, 2), rng.randint(0, 2), rng.choice([0.1, 0.6]))
    dice, tokens = rng.choice([(1, 0), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (3, 0), (3, 1)])
    seat = _begun(rng, Seat(manor, dice, tokens=tokens))
    naive, lying = Naive(manor), tuple(sorted(tuple(place) for place in seat.dice))
    told = solve(seat)
    assert told.worth == naive.before(lying, seat.unplaced, seat.tokens, None), seed
    roll = tuple(sorted(rng.randint(1, 6) for _ in range(seat.unplaced)))
    rolled = Seat(manor, seat.unplaced, seat.dice, roll, seat.tokens)
    answer = solve(rolled)
    worths = naive.worths(lying, roll, seat.tokens, None)
    assert answer.worth == max(worths), seed
    assert {option.worth for option in answer.options} <= worths, seed
    target = rng.randint(0, 18)
    chance = solve(seat, target).worth
    assert abs(chance - naive.before(lying, seat.unplaced, seat.tokens, target)) < 1e-9, seed


def _begun(rng, seat):
    """The seat, or what a turn of it leaves, so that dice lie in the manor."""
    if rng.random() < 0.5:
        return seat
    number = rng.randint(1, 6)
    more = Seat(seat.manor, seat.unplaced + 1, tokens=seat.tokens)
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
    print(f"{manors} manors agree.")


if __name__ == "__main__":
    main()
