"""What the solver cannot weigh is refused by name and place; everything else is solved."""

from dataclasses import replace

import pytest

from models.theme_park.attraction import Innovation
from models.theme_park.cards import Skill, SkillKind, Staff
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.operate.position import Position, RuleSet
from models.theme_park.rulings import Choice, Ruling, Rulings
from solver import NotSolvedYet, Settings, advise
from solver.theme_park.operate.supported import unsolved
from tests.theme_park.solver.test_bench_positions import bench_position

ANY_STEP = {Ruling.TIMING_BETWEEN_OPERATIONS: Choice.ANY_STEP}
PLAIN = replace(bench_position("round1-01"), staff=())
REROLL = Skill(SkillKind.REROLL, Colour.BLUE)


SOLO = replace(PLAIN, game=RuleSet.FULL, solo=True, mascots=(Skill(SkillKind.SWAP_COLOUR),))


def with_cable_cars(position: Position) -> Position:
    tiles = [replace(tile, innovation=Innovation.CABLE_CAR) for tile in position.tiles[:2]]
    return replace(position, tiles=(*tiles, *position.tiles[2:]))


REFUSED = {
    "/rules/rulings/timing.between-operations": [
        replace(PLAIN, rulings=Rulings.of(ANY_STEP), staff=(Staff.MASCOT,)),
        replace(PLAIN, rulings=Rulings.of(ANY_STEP), game=RuleSet.FULL, mascots=(Skill(SkillKind.MOVE_OUT),)),
        replace(PLAIN, rulings=Rulings.of({**ANY_STEP, Ruling.GUIDE_ENTRANCE: Choice.NO}), staff=(Staff.GUIDE,)),
        replace(PLAIN, rulings=Rulings.of({**ANY_STEP, Ruling.MOVE_TO_ENTRANCE: Choice.NO}), staff=(Staff.GUIDE,)),
        replace(with_cable_cars(PLAIN), rulings=Rulings.of(ANY_STEP), maps=0, staff=(Staff.GUIDE,)),
        replace(with_cable_cars(PLAIN), rulings=Rulings.of(ANY_STEP), maps=1),
    ],
    "/bag": [replace(SOLO, bag=((Colour.BLUE, 1), (Colour.GREEN, 1)))],
}
SOLVED = [
    SOLO,
    replace(SOLO, bag=tuple((colour, 1) for colour in GUEST_COLOURS)),
    PLAIN,
    replace(PLAIN, rulings=Rulings.of(ANY_STEP)),
    replace(PLAIN, rulings=Rulings.of(ANY_STEP), staff=(Staff.GUIDE,)),
    replace(PLAIN, game=RuleSet.FULL, mascots=(REROLL,)),
    replace(with_cable_cars(PLAIN), game=RuleSet.FULL, mascots=(REROLL,)),
    with_cable_cars(PLAIN),
    replace(with_cable_cars(PLAIN), rulings=Rulings.of(ANY_STEP), maps=0),
]


@pytest.mark.parametrize(("place", "position"), [(place, each) for place, parks in REFUSED.items() for each in parks])
def test_what_cannot_be_weighed_is_refused_at_its_place(place: str, position: Position) -> None:
    with pytest.raises(NotSolvedYet) as refused:
        advise(position, Settings(time_limit=1))
    assert [part.pointer for part in refused.value.parts] == [place]


@pytest.mark.parametrize("position", SOLVED)
def test_everything_else_is_in_scope(position: Position) -> None:
    assert unsolved(position) == ()
