"""Fares: dollars for every move from one cable car to another, on ways between steps and after the last."""

from ortools.sat.python import cp_model

from models.theme_park.guests import TileId
from solver.theme_park.operate.cpsat.variables import Bool, EndVars, GuestVars, Place, Spot, TouchVars, Vars
from solver.theme_park.operate.tables import Tables

ENCODES = ()
"""Riding is part of walking (``movement``); no rule of its own can be broken."""


def fares_of_ways(model: cp_model.CpModel, tables: Tables, variables: Vars) -> list[cp_model.IntVar]:
    """One variable a way, at most the dollars that the best such way brings for its maps and guides."""
    if not tables.fares_matter:
        return []
    paid_paths: list[cp_model.IntVar] = []
    for number, step in enumerate(variables.steps):
        for before, touch in zip(variables.guests[number], step.guests, strict=True):
            earned = _new_fare(model, tables)
            model.add(earned == 0).only_enforce_if(touch.touched.negated())
            for tile, comes in touch.comes.items():
                _limit(model, tables, before, touch, earned, tile, [comes])
            paid_paths.append(earned)
    for last, end in zip(variables.guests[-1], variables.ends, strict=True):
        earned = _new_fare(model, tables)
        model.add(earned == 0).only_enforce_if(last.gone)
        _limit(model, tables, last, end, earned, None, [])
        paid_paths.append(earned)
    return paid_paths


def _new_fare(model: cp_model.CpModel, tables: Tables) -> cp_model.IntVar:
    return model.new_int_var(0, tables.position.maps + tables.guides + 1, "")


def _limit(
    model: cp_model.CpModel,
    tables: Tables,
    before: GuestVars,
    way: TouchVars | EndVars,
    earned: cp_model.IntVar,
    to: TileId | None,
    when: list[Bool],
) -> None:
    """``earned`` is at most what the way from each place to ``to`` (None: anywhere) can bring."""
    for place, stood in before.place.items():
        for maps in range(len(way.maps) + 1):
            for guides in range(len(way.led) + 1):
                most = _most(tables, place, to, maps, guides)
                spent: list[cp_model.LiteralT] = [*when, stood]
                spent += [way.maps[maps].negated()] if maps < len(way.maps) else []
                spent += [way.led[guides].negated()] if guides < len(way.led) else []
                if most is None:
                    model.add_bool_and([False]).only_enforce_if(spent)
                else:
                    model.add(earned <= most).only_enforce_if(spent)


def _most(tables: Tables, place: Place, to: TileId | None, maps: int, guides: int) -> int | None:
    """Dollars on the best way with at most so many maps and guides; None when there is no such way."""
    if place.spot is Spot.NEXT_TO:
        return tables.paid_paths.best_after_move(place.tile, to, maps, guides)
    found = tables.paid_paths.best(place.tile, to, maps, guides)
    return None if found is None else found[0]
