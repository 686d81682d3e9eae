"""The referee against a separate reading of the rulebook, in random parks of the full game under any rulings."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from api import dump_position
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.operate.phase import play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import start
from models.theme_park.rulings import Ruling, Rulings, questions
from tests.theme_park.independent.game import DEFAULTS, set_up
from tests.theme_park.independent.perft import next_moves
from tests.theme_park.parity.comparing import after_move, both_lists, difference, told, told_by_reading
from tests.theme_park.parks import random_position

BATCH, STEPS, SAMPLE = 20, 10, 30
MOST_ADJUSTED = 3
"""Guests beside which two Mascot cards are left out: their uses are too many to list in a moment."""


def any_rulings(rng: Random) -> Rulings:
    """One park in five plays by the defaults; in the others each open ruling is as likely as not drawn anew."""
    if rng.random() < 0.2:
        return Rulings()
    return Rulings.of(
        {Ruling(name): rng.choice(questions()[Ruling(name)].choices) for name in DEFAULTS if rng.random() < 0.5}
    )


def any_park(rng: Random) -> Position:
    """A park of the full game with all expansions."""
    position = random_position(
        rng, tiles=rng.randint(1, 6), guests=rng.randint(1, 6), rulings=any_rulings(rng), full=True
    )
    if position.played[Staff.MASCOT] > 1 and len(position.guests) > MOST_ADJUSTED:
        position = replace(position, staff=(Staff.MASCOT,))
    return position


def keepers_park(rng: Random) -> Position:
    """A crowd on few attractions of the colour whose pips the administrator keeps, and nothing else to use."""
    colour = rng.choice(GUEST_COLOURS)
    position = random_position(
        rng, tiles=rng.randint(2, 3), guests=5, maps=1, mascots=0, staff=(Staff.MANAGER,), cubes=False, full=True
    )
    administrator = Administrator(AdministratorKind.KEEP_PIPS, colour)
    mascots = (None,) if rng.random() < 0.5 else ()
    return replace(
        of_one_colour(position, colour), administrator=administrator, mascots=mascots, rulings=any_rulings(rng)
    )


def swappers_park(rng: Random) -> Position:
    """One die treated as other colours and swapped, and swapped back."""
    position = random_position(rng, tiles=2, guests=1, maps=0, mascots=0, staff=(), cubes=False, full=True)
    swap = Skill(SkillKind.SWAP_COLOUR)
    return replace(position, mascots=(swap, None, swap), rulings=any_rulings(rng))


def collectors_park(rng: Random) -> Position:
    """Many attractions of one colour, most of them operated, and a crowd that pays beside them."""
    colour, crowd = rng.choice(list(Colour)), rng.choice(GUEST_COLOURS)
    position = random_position(rng, tiles=rng.randint(4, 9), guests=6, maps=0, mascots=0, staff=(), full=True)
    kind = rng.choice((AdministratorKind.ATTRACTIONS, AdministratorKind.ATTRACTIONS_OF_COLOUR))
    of_colour = kind is AdministratorKind.ATTRACTIONS_OF_COLOUR
    place = rng.choice(position.tiles).id
    return replace(
        of_one_colour(position, colour) if of_colour else position,
        guests=tuple(replace(guest, colour=crowd, at=place) for guest in position.guests),
        cubes=tuple((tile.id, 1) for tile in position.tiles if rng.random() < 0.8),
        mascots=(Skill(SkillKind.MONEY_PER_GUEST, crowd), Skill(SkillKind.STARS_PER_GUEST, crowd)),
        administrator=Administrator(kind, colour if of_colour else None),
        bag=None,
        rulings=any_rulings(rng),
    )


def of_one_colour(position: Position, colour: Colour) -> Position:
    """The park with every attraction of ``colour``."""
    tiles = tuple(replace(tile, attraction=replace(tile.attraction, colour=colour)) for tile in position.tiles)
    return replace(position, tiles=tiles)


def playout(position: Position, rng: Random) -> Iterator[tuple[dict, dict, dict]]:
    """Both lists of legal moves along a random playout in which each kind of move is as likely as another."""
    state, game = start(position), set_up(dump_position(position))
    assert told(position, state) == told_by_reading(game)
    for _ in range(STEPS):
        ours, theirs = both_lists(position, state, next_moves(game))
        after = {
            text: after_move(position, state, ours[text])
            for text in rng.sample(sorted(ours), min(len(ours), SAMPLE))
            if text in theirs
        }
        yield ours, theirs, after
        if not ours:
            return
        kind = rng.choice(sorted({type(move).__name__ for move in ours.values()}))
        text = rng.choice(sorted(text for text, move in ours.items() if type(move).__name__ == kind))
        state, game = play(position, state, ours[text]), theirs[text]


PARK_NUMBERS = {any_park: 400, keepers_park: 80, swappers_park: 100, collectors_park: 100}
SAMPLED = 2 * BATCH
"""Parks of each kind that the test command takes; the thorough run takes all."""
BATCHES = [
    pytest.param(park, first, id=f"{park.__name__}-{first}", marks=[pytest.mark.thorough] if first >= SAMPLED else [])
    for park, number in PARK_NUMBERS.items()
    for first in range(0, number, BATCH)
]


@pytest.mark.parametrize(("park", "first"), BATCHES)
def test_both_readings_list_the_same_moves_with_the_same_outcomes(park, first):
    for seed in range(first, first + BATCH):
        rng = Random(seed)
        for ours, theirs, after in playout(park(rng), rng):
            assert not difference(ours, theirs), f"park {seed}"
            for text, facts in after.items():
                assert facts == told_by_reading(theirs[text]), f"park {seed}: {text}"
