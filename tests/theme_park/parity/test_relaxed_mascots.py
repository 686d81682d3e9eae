"""Mascot cards relaxed, held against the oracle: mascots apart bring no less than the cards do, and more where cards bind them."""

from dataclasses import replace
from random import Random

from models.theme_park.cards import Staff
from models.theme_park.operate.position import Position
from solver.theme_park.operate.relaxed.mascots import with_mascots_apart
from solver.theme_park.operate.tables import Tables
from tests.theme_park.oracle import exhaust
from tests.theme_park.parity.solving import full_park, small_parks

FIRST_PARK, PARKS = 41_000, 15


def park_with_mascot_cards(rng: Random) -> Position:
    """A small park of the full game in which a Mascot card is played, now and then two."""
    while True:
        position = full_park(rng)
        if position.mascots:
            cards = (Staff.MASCOT,) * rng.choice((1, 1, 2))
            return replace(position, mascots=position.mascots[:1], staff=cards)


def test_mascots_apart_bring_no_less_than_mascot_cards() -> None:
    more = 0
    for seed, position, settings, truth in small_parks(
        FIRST_PARK, PARKS, most_states=1_000, park=park_with_mascot_cards
    ):
        apart = with_mascots_apart(Tables(position))
        assert apart is not None
        best = exhaust(apart.position, settings).score
        assert best >= truth.score, f"park {seed}: {position}"
        more += best > truth.score
    assert more, "no park in which the cards bind mascots to a place and a time"


def test_without_mascot_cards_or_mascots_there_is_nothing_to_relax() -> None:
    position = park_with_mascot_cards(Random(FIRST_PARK))
    assert with_mascots_apart(Tables(replace(position, staff=()))) is None
    assert with_mascots_apart(Tables(replace(position, mascots=()))) is None
