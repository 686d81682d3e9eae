"""Where the guests that stay are turned at the end by the mascots left over."""

from collections.abc import Sequence
from functools import cache

from models.theme_park.cards import Staff
from models.theme_park.guests import HIGHEST, Colour
from models.theme_park.operate.end_of_phase import returned_colour, staying_value
from solver.theme_park.operate.settings import Objective, Settings, Stage
from solver.theme_park.operate.tables import VALUES, Tables

Die = tuple[Colour, int]
Way = tuple[int, int, int, tuple[int, ...]]


def goal_at_the_end(settings: Settings) -> Stage | None:
    """What adjustments at the end are for: pips left, guests left, or nothing that counts."""
    if settings.objective is Objective.FINAL:
        return Stage.GUESTS
    return Stage.PIPS if settings.objective is Objective.STARS or settings.weights.pips else None


def settled_values(
    tables: Tables, dice: Sequence[Die], credits: Sequence[int], mascots: int, goal: Stage | None
) -> tuple[int, ...]:
    """Values to turn ``dice`` to with at most ``mascots``, each on one die, so that ``goal`` is greatest; fewest mascots
    among the best. ``credits`` are adjustments that each die has in any case.

    Pips left and guests left are both greatest at once, as a guest that stays has pips.
    """
    returner = returned_colour(tables.position)

    def rank(way: Way) -> tuple[int | tuple[int, ...], ...]:
        pips, saved, guests, values = way
        if goal is None:
            return saved, values
        return pips if goal is Stage.PIPS else guests, saved, pips, values

    @cache
    def best(index: int, left: int, agents: int, put: bool) -> Way:
        if index == len(dice):
            return 0, 0, 0, ()
        colour, value = dice[index]
        ways = []
        for to in VALUES:
            spent = tables.mascots_to_turn(value, to, credits[index])
            if spent > left:
                continue
            choices = [(staying_value(to), agents, put)]
            if not staying_value(to):
                choices += [(HIGHEST, agents - 1, put)] if agents else []
                choices += [(HIGHEST, agents, False)] if put and colour is returner else []
            for gain, agents_left, put_left in choices:
                pips, saved, guests, values = best(index + 1, left - spent, agents_left, put_left)
                ways.append((pips + gain, saved - spent, guests + (gain > 0), (to, *values)))
        return max(ways, key=rank)

    return best(0, mascots, tables.position.played[Staff.TICKET_AGENT], returner is not None)[3]
