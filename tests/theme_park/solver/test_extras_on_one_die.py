"""Two Mascot cards beside a skill: whether their extras may be value and colour of one die changes what is best."""

from dataclasses import replace

import pytest

from api import load_position
from models.theme_park.cards import Skill, SkillKind, Staff
from models.theme_park.guests import Colour
from solver import Settings
from solver.theme_park.operate.layered.beam import search as passes
from solver.theme_park.operate.layered.kernel.prepared import Prepared, new_prepared
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import Engine
from solver.theme_park.operate.supported import unsolved
from tests.theme_park.oracle import exhaust
from tests.theme_park.parity.solving import solved

ANY = Settings(time_limit=None, workers=1)
LAYERED_ALONE = replace(ANY, reproducible=True, engines=frozenset({Engine.LAYERED, Engine.RELAXATION}))


def park(choice: str, *, more: tuple[dict[str, object], ...] = (), mascots: int = 1, **rulings: str):
    """A yellow 4 on a ride that asks for a blue 5, and a mascot whose skill brings a star for each yellow guest there."""
    ride = {"name": "Made-up ride", "colour": "blue", "stars": 4, "income": 0, "amenity": None}
    ride["requirement"] = {"dice": [{"colour": "blue", "values": [5]}]}
    return load_position(
        {
            "version": 1,
            "rules": {"game": "full", "rulings": {"mascot.two-cards-one-die": choice, **rulings}},
            "park": {
                "tiles": [
                    {"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"},
                    {"id": "ride", "hex": [1, 0], "attraction": ride},
                ],
                "guests": [{"id": "g1", "colour": "yellow", "value": 4, "at": "ride"}, *more],
            },
            "cubes": {"entrance": 2},
            "mascots": [{"skill": {"kind": "stars-per-guest", "colour": "yellow"}}] * mascots,
            "staff": ["mascot", "mascot"],
        }
    )


@pytest.mark.parametrize(("choice", "stars"), [("yes", 5), ("no", 4)])
def test_beside_a_skill_value_and_colour_of_one_die_are_extras_only_by_ruling(choice: str, stars: int) -> None:
    position = park(choice)
    worth, moves, limits = solved(position, ANY)
    printed = 2  # the cubes that lie on the Entrance
    assert worth[0] == stars + printed
    assert tuple(limits.values()) == worth == exhaust(position, ANY).score
    assert moves


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_another_mascot_gives_its_own_adjustment_for_the_colour(choice: str) -> None:
    position = park(choice, mascots=2)
    worth, _, limits = solved(position, ANY)
    assert tuple(limits.values()) == worth == exhaust(position, ANY).score


def test_extras_before_their_skill_are_refused_with_the_ruling_by_name() -> None:
    (fault,) = unsolved(park("no", **{"mascot.extra-order": "any"}))
    assert fault.pointer == "/rules/rulings/mascot.two-cards-one-die"
    assert unsolved(park("yes", **{"mascot.extra-order": "any"})) == ()


def test_what_stood_in_memory_before_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One mascot turns a yellow 1 to a 2 and, by its extra, treats it as blue; the skill of another makes the 2 a 5."""
    four = park("yes")
    mascots = (Skill(SkillKind.TWO_FIVE, Colour.YELLOW), None)
    one = replace(
        four, guests=(replace(four.guests[0], value=1),), mascots=mascots, staff=(Staff.MASCOT, Staff.MANAGER)
    )
    seen = set()
    for left_in_memory in (0, 1, 90):

        def filled(cells: int, prices: int, room: int, left: int = left_in_memory) -> Prepared:
            prepared = new_prepared(cells, prices, room)
            prepared.facts.fill(left)
            return prepared

        monkeypatch.setattr(passes, "new_prepared", filled)
        known = search(one, LAYERED_ALONE, lambda _: None)
        seen.add((known.values, known.nodes))
    ((values, _),) = seen
    assert values == exhaust(one, ANY).score
