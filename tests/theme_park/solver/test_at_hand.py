"""The smallest parks are proven by the rules alone, with the answer that the search gives."""

from contextlib import closing
from dataclasses import replace
from random import Random

from api import load_position
from models.shared.data import read_json
from models.theme_park.cards import Staff
from solver import Settings, Status, advise, search_process
from solver.theme_park.operate.at_hand import only_operates, settled_at_hand
from solver.theme_park.operate.incumbent import Incumbent
from tests.theme_park.parks import random_position

PARKS = 60
SETTINGS = Settings(time_limit=30)


def at_hand(position):
    """The answer without a search, None where there is none."""
    incumbent = Incumbent(position, SETTINGS, None)
    return incumbent.advice(None) if settled_at_hand(incumbent, position, SETTINGS) else None


def drawn(seed):
    """A park in which nothing is left but to operate."""
    rng = Random(seed)
    park = random_position(rng, tiles=rng.randint(2, 4), guests=rng.randint(2, 4), maps=0)
    return replace(park, mascots=(), staff=tuple(set(park.staff) - {Staff.GUIDE, Staff.MANAGER}))


def test_what_is_settled_at_hand_is_what_the_search_proves_move_for_move() -> None:
    settled = 0
    with closing(search_process()) as process:
        for position in map(drawn, range(PARKS)):
            answer = at_hand(position)
            if answer is None:
                continue
            settled += 1
            searched = advise(position, SETTINGS, child=process)
            assert answer.status is searched.status is Status.OPTIMAL
            assert [each.value for each in answer.stages] == [each.value for each in searched.stages]
            assert answer.verdict == searched.verdict
    assert settled > PARKS / 4


def test_the_worked_example_is_settled_at_hand_and_a_map_more_leaves_it_to_the_search() -> None:
    position = load_position(read_json("theme_park/positions/log-flume.json"))
    answer = at_hand(position)
    assert answer is not None
    assert answer.verdict.stars == answer.bound == 12
    assert not only_operates(replace(position, maps=1))
    assert at_hand(replace(position, maps=1)) is None
