"""Administrators: the die that keeps its pips, and stars for different attractions operated."""

from ortools.sat.python import cp_model

from models.theme_park.operate.earnings import counts_as_operated, operated_thresholds
from models.theme_park.operate.rules import Rule
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.cpsat.variables import Bool, Vars
from solver.theme_park.operate.tables import Tables

ENCODES = (Rule.KEEP_ADMINISTRATOR, Rule.KEEP_DIE)


def constrain_kept_dice(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """At most one die of the party is kept, on attractions and of dice of the administrator's colour."""
    administrator = tables.position.administrator
    if not tables.keeps_pips or administrator is None or administrator.colour is None:
        model.add(sum(touch.kept for touch in variables.touches) == 0)
        return
    adjusted = tables.position.rulings.says(Ruling.ADMINISTRATOR_COLOUR_OF_DIE, Choice.ADJUSTED)
    tiles = [tile.id for tile in tables.position.tiles if tile.attraction.colour is administrator.colour]
    for step in variables.steps:
        model.add_at_most_one(touch.kept for touch in step.guests)
        for touch in step.guests:
            model.add_implication(touch.kept, touch.party)
            model.add_bool_or([touch.kept.negated(), *(step.operates[tile] for tile in tiles)])
            model.add_implication(touch.kept, (touch.colour if adjusted else touch.die)[administrator.colour])


def administrator_stars(model: cp_model.CpModel, tables: Tables, variables: Vars) -> list[Bool]:
    """One literal for each star the administrator gives for different attractions operated."""
    placed = dict(tables.position.cubes)
    different: list[Bool] = []
    already = 0
    for tile in tables.position.tiles:
        if not counts_as_operated(tables.position, tile):
            continue
        if placed.get(tile.id):
            already += 1
            continue
        operated = model.new_bool_var("")
        model.add_bool_or([operated.negated(), *(step.operates[tile.id] for step in variables.steps)])
        different.append(operated)
    stars: list[Bool] = []
    for threshold in operated_thresholds(tables.position.administrator):
        star = model.new_bool_var("")
        model.add(sum(different) + already >= threshold).only_enforce_if(star)
        stars.append(star)
    return stars
