"""Skills and extra adjustments in the layered search, which alone is asked: all stages against the oracle."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from models.theme_park.cards import SkillKind, Staff
from models.theme_park.operate.notation import parse_moves, parse_position
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.rulings import Rulings
from solver.theme_park.operate.layered.beam.search import Beam
from solver.theme_park.operate.layered.encoding.codes import ABSENT, CREDIT_SHIFT, MASCOTS
from solver.theme_park.operate.layered.encoding.skills import PLAYED_AS
from solver.theme_park.operate.layered.kernel.expanding import Work
from solver.theme_park.operate.layered.kernel.layers import Layer
from solver.theme_park.operate.layered.kernel.prepared import BEFORE
from solver.theme_park.operate.settings import Engine, Settings
from tests.theme_park.parity.solving import (
    any_parks,
    proves_what_the_oracle_knows,
    small_parks,
    solved,
    weighed_without_chance,
)
from tests.theme_park.parks import random_position
from tests.thorough import sampled

ALONE = frozenset({Engine.LAYERED, Engine.RELAXATION})
PARKS_A_BATCH = 8


def park_of(mascots: tuple[int, ...], cards: tuple[Staff, ...] | None) -> Callable[[Random], Position]:
    """Small parks of the full game by the rulebook's own rulings, without dice to reroll."""

    def park(rng: Random) -> Position:
        while True:
            position = random_position(
                rng,
                tiles=rng.randint(1, 4),
                guests=rng.randint(1, 3),
                maps=rng.randint(0, 2),
                mascots=rng.choice(mascots),
                staff=None if cards is None else (Staff.MASCOT, rng.choice(cards)),
                rulings=Rulings(),
                full=True,
            )
            if weighed_without_chance(position):
                return position

    return park


SKILLS = park_of((1, 1, 2, 2, 3), None)
EXTRAS = park_of((1, 1, 2), (Staff.GUIDE, Staff.MANAGER, Staff.TICKET_AGENT))
MANY_EXTRAS = park_of((1, 2, 2, 3), (Staff.GUIDE, Staff.MANAGER, Staff.TICKET_AGENT, Staff.MASCOT))
BATCHES = [
    (SKILLS, 110_000),
    (EXTRAS, 111_000),
    (MANY_EXTRAS, 900_000),
    (MANY_EXTRAS, 901_000),
    *((SKILLS if number % 2 else EXTRAS, 112_000 + 1_000 * number) for number in range(8)),
]


@pytest.mark.parametrize(("park", "first"), sampled(BATCHES, 2, thorough=2))
def test_the_layered_search_proves_what_the_oracle_knows_of_skills(
    park: Callable[[Random], Position], first: int
) -> None:
    exact = 0
    for seed, position, settings, truth in small_parks(first, PARKS_A_BATCH, most_states=1_500, park=park):
        exact += proves_what_the_oracle_knows(seed, position, replace(settings, engines=ALONE), truth) > 0
    assert exact > PARKS_A_BATCH / 2


@pytest.mark.parametrize("park", [SKILLS, EXTRAS])
def test_uses_in_another_order_prepare_no_state_twice(park: Callable[[Random], Position], monkeypatch) -> None:
    most, expanded = 0, Beam.expanded

    def looked_at(beam: Beam, by: Work, begin: int, end: int) -> int:
        nonlocal most
        done = expanded(beam, by, begin, end)
        number = int(by.prepared.number[0])
        if number > most:
            states = np.column_stack([by.prepared.rows[:number], by.prepared.facts[:number, :BEFORE]])
            assert len(np.unique(states, axis=0)) == number
            most = number
        return done

    monkeypatch.setattr(Beam, "expanded", looked_at)
    for position, settings in any_parks(903_000, PARKS_A_BATCH, park):
        solved(position, replace(settings, engines=ALONE))
    assert most > PARKS_A_BATCH


def park_without_skills(rng: Random) -> Position:
    """A small park with Mascot cards whose mascots have no skills."""
    position = MANY_EXTRAS(rng)
    return replace(position, mascots=(None,) * len(position.mascots))


def test_each_use_of_a_mascot_serves_the_next_operation(monkeypatch) -> None:
    """So of what it may adjust at least once is used up: what waits for later is less than all that the mascots used may do."""
    waited, narrow = 0, Beam._narrow

    def looked_at(beam: Beam, layer: Layer) -> None:
        nonlocal waited
        guests = len(beam.park.kinds)
        rows, mascots = layer.rows[: layer.number[0]].astype(int), guests + len(beam.park.icons) + MASCOTS
        used = int(beam.problem.row[mascots]) - rows[:, mascots]
        codes = np.where(rows[:, :guests] == ABSENT, 0, rows[:, :guests])
        credits = (codes >> CREDIT_SHIFT).sum(axis=1)
        if not beam.park.larger:
            assert (credits <= (beam.park.per_mascot - 1) * used).all()
            waited += int((credits > 0).sum())
        narrow(beam, layer)

    monkeypatch.setattr(Beam, "_narrow", looked_at)
    for position, settings in any_parks(904_100, PARKS_A_BATCH, park_without_skills):
        solved(position, replace(settings, engines=ALONE))
    assert waited > PARKS_A_BATCH


def test_every_skill_is_played_or_named_as_not_played() -> None:
    assert set(PLAYED_AS) == set(SkillKind)


def test_an_extra_may_treat_a_die_as_a_colour_that_only_an_administrator_asks_for() -> None:
    """Before the first discard the mascot treats a green die as blue, so that its pip is kept later; only then the bag holds a yellow die
    to swap it for, which the last skill turns."""
    position = parse_position(
        "p1~f~r2~j.mascot.extra-with-skill.no~j.administrator.colour-of-die.adjusted~m1~k~kswap-colour~ktwo-fiveY~s.mascot~akeep-pipsB"
        "~b.b5.g5.y0~t.entrance.0.0.Park__Entrance.x9.y1a1.i1~t.t1.1.0.One.b3.a5~t.t2.2.0.Two.x9.y5~t.t3.3.0.Three.x9.y4"
        "~gy1.x.entrance~gg2.g.entrance~gg2.w.entrance"
    )
    moves = parse_moves(
        "m1~k0.entrance.w.-1.g.b~o.entrance...w.x~k1s.entrance.gg.cy~k2s.entrance.gg~m.g.t1~ok.t1.g.t2.g.g~o.t2.g.t3.g~o.t3.g.t2.g"
    )
    verdict = replay(position, moves)
    assert verdict.violation is None
    assert verdict.stars == 30
    found, _, limits = solved(position, Settings(time_limit=None, workers=1, engines=ALONE))
    assert found[0] == limits["stars"] == verdict.stars


def test_a_die_is_adjusted_on_although_another_that_has_just_moved_looks_like_it() -> None:
    """The skill turns the blue 5 to 2, and the extra adjustment that one die to 1; a blue 2 came from the same tile, and may stand elsewhere."""
    position = parse_position(
        "p1~f~r4~ktwo-fiveB~ktwo-fiveY~s.mascot~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.t.1.0.T.x1.Eb36y36.ug"
        "~t.u.2.0.U.x6.b1g2~t.v.1.1.V.x6.b2g1~c.entrance.2~gb3.a.t~gy3.b.t~gb6.c.t~gg2.e.u"
    )
    moves = parse_moves("m1~o.t.a.v.a.b~k1s.t.gb..b.1~o.t.c.u.b.c~k0s.u.gc..c.-1~o.u.e.v.c.e~o.v.a.t.a.e")
    verdict = replay(position, moves)
    assert verdict.violation is None
    found, _, limits = solved(position, Settings(time_limit=None, workers=1, engines=ALONE))
    assert found[0] == limits["stars"] == verdict.stars
