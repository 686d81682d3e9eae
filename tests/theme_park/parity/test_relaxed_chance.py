"""Dice that are rerolled, against the oracle: what is told of parks with any number of rerolls, cable cars or none, is true."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest

from models.theme_park.cards import SkillKind
from models.theme_park.operate.chance import FACES, before_chance, results
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from solver import Objective, Settings
from solver.theme_park.operate.layered.encoding.park import exact_stages
from solver.theme_park.operate.messages import Candidate, Found, Limit, Message
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.rolls.relaxed_chance import RelaxedChance, relaxes
from solver.theme_park.operate.settings import STAGES, Engine, Stage
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import VALUES, Tables
from solver.theme_park.operate.unfolding import unfold
from tests.theme_park.oracle import Exhaustive
from tests.theme_park.parity.solving import park_with_rerolls, small_parks, worth_of
from tests.thorough import sampled

MOST_STATES = 1_500
PARKS_A_BATCH = 4
LAYERED = frozenset({Engine.LAYERED, Engine.RELAXATION})


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


@pytest.mark.parametrize("batch", sampled(range(48), thorough=8))
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
