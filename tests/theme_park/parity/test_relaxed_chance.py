"""Dice that are rerolled, against the oracle: what is told of parks with any number of rerolls, cable cars or none, is true."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest

from models.theme_park.attraction import Innovation
from models.theme_park.cards import Skill, SkillKind
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.chance import FACES, before_chance, results
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from solver import Objective, Settings
from solver.theme_park.operate.layered.park import exact_stages, fits
from solver.theme_park.operate.messages import Candidate, Found, Limit, Message
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.relaxed_chance import RelaxedChance, relaxes
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES, Engine, Stage
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.tables import VALUES, Tables
from solver.theme_park.operate.unfolding import unfold
from tests.theme_park.oracle import Exhaustive
from tests.theme_park.parity.solving import FULL_SWITCHES, random_rulings, small_parks, tiny_park
from tests.thorough import sampled

MOST_REROLLS = 3
MOST_STATES = 1_500
PARKS_A_BATCH = 8
LAYERED = frozenset({Engine.LAYERED, Engine.RELAXATION})


def park_with_rerolls(rng: Random) -> Position:
    """A small park of the full game where up to three dice may be rerolled, now and then with cable cars."""
    while True:
        position = tiny_park(
            rng, mascots=rng.choice((0, 1, 1, 2)), rulings=random_rulings(rng, FULL_SWITCHES), full=True
        )
        if rng.random() < 0.3 and position.mascots:
            skill = Skill(SkillKind.REROLL, rng.choice(GUEST_COLOURS))
            position = replace(position, mascots=(skill, *position.mascots[1:]))
        if rng.random() < 0.7:
            position = with_a_symbol(rng, position)
        if rng.random() < 0.3:
            tiles = [replace(tile, innovation=Innovation.CABLE_CAR) for tile in position.tiles[:2]]
            position = replace(position, tiles=(*tiles, *position.tiles[2:]))
        if not unsolved(position) and 0 < Tables(position).rerolls <= MOST_REROLLS and fits(position):
            return position


def with_a_symbol(rng: Random, position: Position) -> Position:
    """The park with the reroll symbol in a slot of a tile."""
    number = rng.randrange(len(position.tiles))
    tile = position.tiles[number]
    slots = list(tile.attraction.requirement.slots)
    place = rng.randrange(len(slots))
    slots[place] = replace(slots[place], reroll=True)
    requirement = replace(tile.attraction.requirement, slots=tuple(slots))
    changed = replace(tile, attraction=replace(tile.attraction, requirement=requirement))
    return replace(position, tiles=(*position.tiles[:number], changed, *position.tiles[number + 1 :]))


@dataclass
class Told:
    """What a search told: the best expected score of a plan, and the least limit on each stage, expected values."""

    best: tuple[Fraction, ...]
    limits: dict[Stage, Fraction]


def told(position: Position, settings: Settings) -> Told:
    """What the layered search alone tells of a park."""
    heard: list[Message] = []
    search(position, replace(settings, engines=LAYERED), heard.append)
    worths = [worth_of(position, settings, sequences) for sequences in plans_in(position, heard)]
    limits: dict[Stage, Fraction] = {}
    for message in heard:
        if isinstance(message, Limit):
            bound = Fraction(message.bound, FACES)
            limits[message.stage] = min(bound, limits.get(message.stage, bound))
    return Told(max(worths), limits)


def plans_in(position: Position, heard: list[Message]) -> Iterator[tuple[tuple[Move, ...], ...]]:
    for message in heard:
        if isinstance(message, Candidate):
            yield message.sequences
        elif isinstance(message, Found):
            yield unfold(position, message.plans)


def worth_of(position: Position, settings: Settings, sequences: tuple[tuple[Move, ...], ...]) -> tuple[Fraction, ...]:
    verdicts = [replay(position, moves) for moves in sequences]
    assert all(verdict.violation is None for verdict in verdicts)
    columns = zip(*(score(position, verdict.reached, settings) for verdict in verdicts), strict=True)
    return tuple(Fraction(sum(column), len(verdicts)) for column in columns)


def holds(seed: int, position: Position, settings: Settings, truth: Exhaustive) -> int:
    """Hold what is told against the oracle; gives the number of stages that are proven."""
    found = told(position, settings)
    assert found.best <= truth.score, f"park {seed}: better than the best: {position}"
    proven = 0
    for number, stage in enumerate(STAGES[settings.objective]):
        limit = found.limits.get(stage)
        if limit is None:
            break
        assert limit >= truth.score[number], f"park {seed}, {stage}: {limit} below {truth.score}: {position}"
        if limit > found.best[number]:
            break
        proven += 1
    return proven


@pytest.mark.parametrize("batch", sampled(range(24), thorough=4))
def test_limits_hold_and_plans_are_worth_no_more_than_the_best(batch: int) -> None:
    first = 640_000 + batch * PARKS_A_BATCH
    parks = small_parks(first, PARKS_A_BATCH, most_states=MOST_STATES, park=park_with_rerolls)
    proven = [holds(*each) for each in parks]
    assert any(proven), "some of them are proven"


def test_chance_is_relaxed_where_each_operation_rerolls_one_die_at_most() -> None:
    for seed in range(60):
        position = park_with_rerolls(Random(seed))
        settings = Settings()
        tables = Tables(position, faces=VALUES)
        assert relaxes(position, settings) == (exact_stages(tables, settings.objective) > 0)
        if any(tables.symbols(tile) > 1 for tile in position.tiles) or tables.rerolls_anywhere:
            assert not relaxes(position, settings)


def test_faces_are_told_apart_unless_a_skill_may_be_used_before_another_die_is_rolled() -> None:
    seen = set()
    for seed in range(200):
        tables = Tables(park_with_rerolls(Random(seed)))
        skill = SkillKind.REROLL in tables.skills
        seen.add((skill, tables.rerolls > 1))
        assert tables.rolls_told_apart == (not skill or tables.rerolls == 1)
        given = tables.with_first(3)
        assert (given.faces, given.first) == (((3,), None) if tables.rerolls == 1 else (tables.faces, 3))
    assert len(seen) == 4


def test_a_guide_begins_otherwise_than_those_before_it_up_to_the_roll() -> None:
    for seed in range(40):
        position = park_with_rerolls(Random(seed))
        if not relaxes(position, Settings()):
            continue
        relaxed = RelaxedChance(position, Settings(), SharedBounds(STAGES[Objective.STARS]), lambda _: None)
        relaxed.search(lambda: False)
        guides = []
        while (guide := relaxed.guide()) is not None:
            guides.append(until_roll(guide))
        if guides:
            assert len(guides) == len(set(guides))
            return
    pytest.fail("no park has a guide")


def until_roll(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    first = next(number for number, move in enumerate(moves) if results(move))
    return (*moves[:first], before_chance(moves[first]))
