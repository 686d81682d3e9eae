"""What reaches a vector with mascots apart, held against the real park: it leaves out nothing that the cards bring.

And sequences with mascots apart, put together into uses of Mascot cards: the rules take them, and they bring as much.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial, reduce
from random import Random

import numpy as np
import pytest

from models.shared.hexgrid import Hex
from models.theme_park.attraction import Attraction, Tile, Upgrade
from models.theme_park.cards import Staff
from models.theme_park.guests import Colour, Guest, GuestId, TileId
from models.theme_park.operate.phase import play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import start
from models.theme_park.requirement import Relation, Requirement, Slot
from solver import Settings
from solver.theme_park.operate.flow.prices import THRIFTY
from solver.theme_park.operate.layered.beam.pass_problem import PassProblem
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.codes import CHILDREN
from solver.theme_park.operate.layered.encoding.park import Memo, exact_stages, new_memo
from solver.theme_park.operate.layered.encoding.priced_park import priced_park
from solver.theme_park.operate.layered.limits.path_questions import SharedPrices
from solver.theme_park.operate.layered.plans.decode import plan_of
from solver.theme_park.operate.layered.plans.mascots_together import put_together
from solver.theme_park.operate.layered.plans.pass_result import Best, Path, Stopped
from solver.theme_park.operate.layered.vectors.cube_vector_search import cube_vector_search_of
from solver.theme_park.operate.layered.vectors.cube_vectors import limits_first
from solver.theme_park.operate.relaxed.mascots import with_mascots_apart
from solver.theme_park.operate.score import score
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.unfolding import unfold
from tests.theme_park.parity.solving import random_rulings
from tests.theme_park.parks import entrance, random_position

FIRST_PARK, PARKS, MORE_PARKS, VECTORS = 43_000, 6, 60, 12
WIDTH, MOST_CHILDREN, MOST_PATHS = 20_000, 300_000, 12
BATCHES = [pytest.param(0, PARKS, id="some"), pytest.param(PARKS, MORE_PARKS, id="more", marks=pytest.mark.thorough)]
OTHERS = (None, None, Staff.MASCOT, Staff.GUIDE, Staff.TICKET_AGENT, Staff.MANAGER)


def park_with_mascot_cards(rng: Random) -> Position:
    """A park without skills and rerolls in which a Mascot card is played, now and then two; one in four is of the full game."""
    while True:
        other = rng.choice(OTHERS)
        mascots = rng.randint(1, 3)
        position = random_position(
            rng,
            tiles=rng.randint(3, 5),
            guests=rng.randint(3, 4),
            maps=rng.randint(0, 3),
            mascots=mascots,
            staff=(Staff.MASCOT,) if other is None else (Staff.MASCOT, other),
            rulings=random_rulings(rng),
            full=rng.random() < 0.25,
        )
        position = replace(position, mascots=(None,) * mascots)
        if unsolved(position) or Tables(position).chance or Staff.MASCOT not in position.staff:
            continue
        if exact_stages(Tables(position), Settings().objective) and limits_first(
            Tables(position), Settings().objective
        ):
            return position


class Vectors:
    """The vectors of a park, and passes for them: with mascots apart, and in the real park."""

    def __init__(self, position: Position, settings: Settings) -> None:
        self.tables = Tables(position)
        apart = with_mascots_apart(self.tables)
        assert apart is not None
        self.apart = apart
        self._known = SharedPrices()
        real = cube_vector_search_of(priced_park(self.tables, settings, THRIFTY), self._known)
        relaxed = cube_vector_search_of(priced_park(apart, settings, THRIFTY), self._known)
        assert real is not None
        assert relaxed is not None
        self.real, self.relaxed = real, relaxed
        self.memo = new_memo(priced_park(self.tables, settings, THRIFTY).park)
        self.memo_apart = new_memo(priced_park(apart, settings, THRIFTY).park)

    def drawn(self, rng: Random) -> Iterator[tuple[int, PassProblem, PassProblem]]:
        """Vectors with what is to be found for them in the real park and with mascots apart."""
        numbers = list(range(len(self.real._vectors.value)))
        for number in rng.sample(numbers, min(VECTORS, len(numbers))):
            real, apart = self.real.problems.problem(number, 1), self.relaxed.problems.problem(number, 1)
            if real is not None and apart is not None:
                yield number, real, apart

    def least(self, number: int) -> int:
        """The stars of a vector, which bring no more where guests bring none."""
        return int(self.real._vectors.value[number])


def passed(problem: PassProblem, memo: Memo, beyond: int) -> tuple[list[Path], Beam, bool]:
    """Paths to more stars than ``beyond``, and whether the pass left nothing out."""
    found = Best(np.array([beyond, 1 << 40, 1 << 40], dtype=np.int64))
    paths: list[Path] = []

    def note(best: Best) -> None:
        paths.append(best.path)
        best.values[0] = beyond
        best.values[1:] = 1 << 40

    beam = Beam(problem, memo, WIDTH, found, note, lambda: beam.record[CHILDREN] > MOST_CHILDREN)
    try:
        return paths, beam, beam.run().complete
    except Stopped:
        return paths, beam, False


def reached_whole_and_held(
    vectors: Vectors, vector: int, real: PassProblem, apart: PassProblem
) -> tuple[bool, bool, bool] | None:
    """Whether the real park reaches a vector, whether it does within what reaches it apart, and whether that takes less.

    None where it is not reached apart, or a pass leaves something out.
    """
    beyond = vectors.least(vector) - 1
    _, beam, complete = passed(replace(apart, records=True), vectors.memo_apart, beyond)
    reaching = beam.recorded(vectors.relaxed.problems.placed) if complete else None
    if reaching is None or not len(reaching.rows):
        return None
    paths, free, whole = passed(real, vectors.memo, beyond)
    held_paths, held, held_whole = passed(replace(real, reaching=reaching), vectors.memo, beyond)
    assert held_whole or not whole
    return (bool(paths), bool(held_paths), held.record[CHILDREN] < free.record[CHILDREN]) if whole else None


@pytest.mark.parametrize(("first", "number"), BATCHES)
def test_what_reaches_a_vector_apart_leaves_out_nothing_that_reaches_it_with_the_cards(first: int, number: int) -> None:
    reached = closed = fewer = 0
    for seed in range(FIRST_PARK + first, FIRST_PARK + first + number):
        rng = Random(seed)
        vectors = Vectors(park_with_mascot_cards(rng), Settings())
        for vector, real, apart in vectors.drawn(rng):
            seen = reached_whole_and_held(vectors, vector, real, apart)
            if seen is not None:
                assert seen[0] == seen[1], f"park {seed}, vector {vector}"
                reached, closed, fewer = reached + seen[0], closed + (not seen[0]), fewer + seen[2]
    assert reached
    assert closed
    assert fewer


def test_a_guest_may_have_been_brought_to_a_mascot_long_before_it_operates() -> None:
    higher = Requirement((Slot(), Slot()), Relation.HIGHER)
    blue_lower = Requirement((Slot(Colour.BLUE), Slot()), Relation.LOWER)
    tiles = (
        entrance(),
        Tile(TileId("t1"), Hex(-1, 1), Attraction("Ride 1", Colour.GREY, 2, higher)),
        Tile(TileId("t2"), Hex(1, 0), Attraction("Ride 2", Colour.GREY, 7, blue_lower), frozenset({Upgrade.GENERATOR})),
    )
    where = (("t1", 3), ("entrance", 5), ("entrance", 4))
    guests = tuple(
        Guest(GuestId(f"g{number}"), Colour.GREEN, value, TileId(at)) for number, (at, value) in enumerate(where, 1)
    )
    position = Position(
        tiles=tiles, guests=guests, round=1, maps=3, mascots=(None,), staff=(Staff.MASCOT, Staff.TICKET_AGENT)
    )
    vectors = Vectors(position, Settings())
    cubes = vectors.real._vectors.cubes.tolist()
    vector = cubes.index([2, 1, 2])
    real, apart = vectors.real.problems.problem(vector, 1), vectors.relaxed.problems.problem(vector, 1)
    assert real is not None
    assert apart is not None
    assert reached_whole_and_held(vectors, vector, real, apart) == (True, True, True)


@pytest.mark.parametrize(("first", "number"), BATCHES)
def test_what_is_put_together_is_legal_and_brings_as_much(first: int, number: int) -> None:
    together = 0
    for seed in range(FIRST_PARK + first, FIRST_PARK + first + number):
        rng = Random(seed)
        position, settings = park_with_mascot_cards(rng), Settings()
        vectors = Vectors(position, settings)
        for vector, _, apart in vectors.drawn(rng):
            stars = vectors.least(vector)
            paths, _, _ = passed(apart, vectors.memo_apart, stars - 1)
            for path in paths[:MOST_PATHS]:
                plan = put_together(vectors.tables, plan_of(vectors.apart, path, None), None)
                if plan is not None:
                    end = reduce(partial(play, position), unfold(position, (plan,))[0], start(position))
                    assert score(position, end, settings)[0] >= stars, f"park {seed}, vector {vector}"
                    together += 1
    assert together
