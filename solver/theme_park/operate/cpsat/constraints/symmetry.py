"""Looking at one order only of steps that do not touch each other's guests."""

from itertools import pairwise

from ortools.sat.python import cp_model

from solver.theme_park.operate.cpsat.variables import Vars
from solver.theme_park.operate.tables import Tables

ENCODES = ()


def order_independent_steps(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Neighbouring steps without a common guest stand in the order of their tiles.

    Such steps commute, for all they share are sums (maps, mascots, icons). Of the orders that differ
    by such exchanges, the least one has every independent neighbouring pair sorted. Where a tile's
    operation may end the colour of a guest it does not touch, or where the bag must hold the die
    wanted, steps do not commute so simply; what comes before a roll may not be put behind it, nor
    anything between extras and the skill they come with.
    """
    if tables.tiles_end_colours or tables.skills_that_swap or tables.chance or tables.extras_before_skill:
        return
    for before, after in pairwise(variables.steps):
        shares = model.new_bool_var("")
        common = []
        for earlier, later in zip(before.guests, after.guests, strict=True):
            both = model.new_bool_var("")
            model.add_implication(both, earlier.touched)
            model.add_implication(both, later.touched)
            common.append(both)
        model.add_bool_or([*common, shares.negated()])
        for index, tile in enumerate(tables.position.tiles):
            for earlier_tile in tables.position.tiles[:index]:
                model.add_bool_or([before.at[tile.id].negated(), after.at[earlier_tile.id].negated(), shares])
