"""Skills relaxed, held against the oracle: with skills apart nothing less can be had, and more where a skill is bound to dice."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from models.theme_park.cards import Skill, SkillKind
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.position import Position
from solver import Objective, Settings
from solver.theme_park.operate.layered.encoding.skills import plays_uses
from solver.theme_park.operate.relaxed.skills import NOTHING_MORE, WORTH, RelaxedSkills, with_skills_apart
from solver.theme_park.operate.tables import Tables
from tests.theme_park.oracle import TooManyStates, exhaust
from tests.theme_park.parity.solving import full_park, reaches_more
from tests.theme_park.parks import skill_of

FIRST_PARK, PARKS_A_SKILL, MOST_STATES = 43_000, 6, 1_500
RELAXED = [
    SkillKind.TWO_BY_ONE,
    SkillKind.MOVE_OUT,
    SkillKind.MOVE_IN,
    SkillKind.MOVE_TWO,
    SkillKind.STARS_PER_GUEST,
    SkillKind.MONEY_PER_GUEST,
]
SETTINGS = Settings(objective=Objective.STARS, time_limit=None)


def parks_with(kind: SkillKind) -> Iterator[tuple[int, Position]]:
    """Small parks of the full game with a mascot that has the skill, and no Mascot cards."""
    seed = FIRST_PARK
    while True:
        seed += 1
        rng = Random(seed)
        position = full_park(rng)
        position = replace(position, staff=(), mascots=(skill_of(rng, kind), *(None,) * (seed % 2)))
        if plays_uses(Tables(position)):
            yield seed, position


def starts_of(apart: RelaxedSkills) -> Iterator[tuple[Position, int]]:
    """The parks that the starts are, each with the stars had before."""
    position, most = apart.tables.position, apart.most
    for start in apart.starts:
        gone = most.adjustments - start.adjustments + start.mascots
        skilled = tuple(skill for skill in position.mascots if skill is not None)
        plain = (None,) * (len(position.mascots) - len(skilled) - gone)
        maps = position.maps - most.maps + start.maps
        yield replace(position, maps=maps, mascots=(*skilled, *plain)), start.stars


@pytest.mark.parametrize("kind", RELAXED)
def test_with_skills_apart_no_less_is_had(kind: SkillKind) -> None:
    seen = more = 0
    for seed, position in parks_with(kind):
        apart = with_skills_apart(Tables(position))
        assert apart is not None
        if reaches_more(position, MOST_STATES):
            continue
        try:
            truth = exhaust(position, SETTINGS, most_states=MOST_STATES).score
            found = [
                (scored := exhaust(park, SETTINGS, most_states=20 * MOST_STATES).score, scored[0] + stars)
                for park, stars in starts_of(apart)
            ]
        except TooManyStates:
            continue
        best = max(stars for _, stars in found)
        assert best >= truth[0], f"park {seed}: {position}"
        if kind not in (SkillKind.MONEY_PER_GUEST, SkillKind.STARS_PER_GUEST) and not Tables(position).fares_matter:
            assert max(scored for scored, _ in found) >= truth, f"park {seed}: {position}"
        seen, more = seen + 1, more + (best > truth[0])
        if seen == PARKS_A_SKILL:
            break
    if kind is SkillKind.MONEY_PER_GUEST:
        assert not more, "dollars are no stars"


def test_a_skill_that_touches_one_die_where_it_stands_is_played_as_it_is() -> None:
    position = replace(
        full_park(Random(FIRST_PARK)), staff=(), mascots=(Skill(SkillKind.VALUE_BY_TWO, GUEST_COLOURS[0]), None)
    )
    assert with_skills_apart(Tables(position)) is None


def test_each_way_to_use_skills_is_a_start() -> None:
    skills = (Skill(SkillKind.MOVE_OUT, None), Skill(SkillKind.TWO_BY_ONE, None), Skill(SkillKind.MOVE_OUT, None))
    apart = with_skills_apart(Tables(replace(full_park(Random(FIRST_PARK)), staff=(), mascots=skills)))
    assert apart is not None
    told = {(start.mascots, start.maps, start.adjustments) for start in apart.starts}
    assert told == {(0, 0, 0), (1, 2, 0), (2, 4, 0), (1, 0, 2), (2, 2, 2), (3, 4, 2)}
    assert NOTHING_MORE in apart.starts


def test_every_skill_is_relaxed_or_named_as_played_as_it_is() -> None:
    assert set(WORTH) == set(SkillKind)
