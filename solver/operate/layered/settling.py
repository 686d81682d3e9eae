"""Where the guests that stay are turned at the end by the mascots left over."""

from collections.abc import Sequence
from functools import cache

from models.theme_park.cards import Staff
from models.theme_park.guests import HIGHEST, Colour
from models.theme_park.operate.upkeep import returned_colour, staying_value
from solver.operate.tables import VALUES, Tables

Die = tuple[Colour, int]


def settled_values(tables: Tables, dice: Sequence[Die], turns: int) -> tuple[int, ...]:
    """Values to turn ``dice`` to with at most ``turns`` adjustments so that most guests stay with most pips.

    Fewest adjustments among the best: pips left and guests left are both greatest at once, as a guest
    that stays has pips.
    """
    returner = returned_colour(tables.position)

    @cache
    def best(index: int, left: int, agents: int, put: bool) -> tuple[int, int, int, tuple[int, ...]]:
        if index == len(dice):
            return 0, 0, 0, ()
        colour, value = dice[index]
        ways = []
        for to in VALUES:
            spent = tables.turns[value].get(to, left + 1)
            if spent > left:
                continue
            choices = [(staying_value(to), agents, put)]
            if not staying_value(to):
                choices += [(HIGHEST, agents - 1, put)] if agents else []
                choices += [(HIGHEST, agents, False)] if put and colour is returner else []
            for gain, agents_left, put_left in choices:
                pips, saved, guests, values = best(index + 1, left - spent, agents_left, put_left)
                ways.append((pips + gain, saved - spent, guests + (gain > 0), (to, *values)))
        return max(ways)

    return best(0, turns, tables.position.played[Staff.TICKET_AGENT], returner is not None)[3]
