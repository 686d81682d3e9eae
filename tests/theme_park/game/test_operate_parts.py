"""All players run their parks simultaneously: a phase told move by move, one player's beside another's, is the same."""

from dataclasses import replace
from itertools import chain, zip_longest

import pytest

from api import load_record
from models.theme_park.game.events import OperatePark
from models.theme_park.game.validate import check_game
from tests.theme_park.examples import FIXTURES, read

NAMES = ("full-4-all-random", "full-4-promo-sensible", "solo-promo-random")


def apart(events):
    """Every Operate phase as single moves, the players taking turns."""
    phase = []
    for event in events:
        if isinstance(event, OperatePark):
            phase.append([OperatePark(event.by, (move,)) for move in event.moves])
            continue
        yield from filter(None, chain.from_iterable(zip_longest(*phase)))
        phase = []
        yield event


@pytest.mark.parametrize("name", NAMES)
def test_a_phase_told_move_by_move_between_those_of_others_comes_out_the_same(name):
    record = load_record(read(FIXTURES / "games" / f"{name}.json"))
    whole = check_game(record)
    parts = check_game(replace(record, events=tuple(apart(record.events))))
    assert parts.violation is None
    assert parts.played > whole.played
    assert parts.sheet == whole.sheet
    assert (parts.reached.bag, parts.reached.discarded) == (whole.reached.bag, whole.reached.discarded)
    for one, other in zip(parts.reached.players, whole.reached.players, strict=True):
        assert (one.guests, one.hand, one.operated.steps) == (other.guests, other.hand, other.operated.steps)


def test_cubes_maps_and_mascots_of_earlier_parts_are_used():
    record = load_record(read(FIXTURES / "games" / f"{NAMES[0]}.json"))
    number, event = next((at, each) for at, each in enumerate(record.events) if isinstance(each, OperatePark))
    again = (*record.events[: number + 1], OperatePark(event.by, event.moves))
    violation = check_game(replace(record, events=again)).violation
    assert (violation.step, violation.rule.partition(".")[0]) == (number + 1, "operate")
