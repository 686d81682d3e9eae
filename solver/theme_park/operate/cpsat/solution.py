"""From the literals of a solution to the plan they spell."""

from collections.abc import Callable

from ortools.sat.python import cp_model

from models.theme_park.guests import GUEST_COLOURS, TileId
from solver.theme_park.operate.cpsat.model import OperateModel
from solver.theme_park.operate.cpsat.variables import Spot
from solver.theme_park.operate.plan import EndPlan, Plan, StepPlan, TouchPlan
from solver.theme_park.operate.tables import VALUES


def read_plan(model: OperateModel, true: Callable[[cp_model.LiteralT], bool]) -> Plan:
    """The plan that the literals of a solution spell."""
    guests = model.tables.position.guests
    steps = []
    for number, step in enumerate(model.variables.steps):
        tile = next((tile for tile, here in step.at.items() if true(here)), None)
        if tile is None:
            break
        plain = tuple(mascot for mascot, used in step.plain.items() if true(used))
        first = (sum(map(true, step.first)), int(true(step.first_colour)))
        touches = tuple(
            TouchPlan(
                guest.id,
                next(tile for tile, comes in touch.comes.items() if true(comes)),
                maps=sum(map(true, touch.maps)),
                guides=sum(map(true, touch.led)),
                present=true(touch.present),
                value=next(value for value in VALUES if true(touch.value[value])),
                late=next(value for value in VALUES if true(touch.late[value])),
                colour=next(colour for colour in GUEST_COLOURS if true(touch.colour[colour])),
                party=true(touch.party),
                mover=true(touch.mover),
                kept=true(touch.kept),
                rerolled=model.tables.result if true(touch.rerolled) else None,
                to=_settled(model, number, index, true),
            )
            for index, (guest, touch) in enumerate(zip(guests, step.guests, strict=True))
            if true(touch.touched)
        )
        steps.append(StepPlan(tile, true(step.operates[tile]), touches, model.skills.read(number, true), plain, first))
    end = tuple(
        EndPlan(guest.id, value, sum(map(true, last.maps)), sum(map(true, last.led)))
        for guest, last in zip(guests, model.variables.ends, strict=True)
        for value in VALUES
        if true(last.value[value])
    )
    return Plan(tuple(steps), end)


def _settled(model: OperateModel, number: int, guest: int, true: Callable[[cp_model.LiteralT], bool]) -> TileId | None:
    """The tile the guest stands on after the step, where that is settled with the step."""
    places = model.variables.guests[number + 1][guest].place
    return next((place.tile for place, stands in places.items() if place.spot is Spot.ON and true(stands)), None)
