"""Mascot cards relaxed: each adjustment of a use is made by a mascot of its own, anywhere and at any time.

A use with Mascot cards makes several adjustments on one tile at once, of which some wait for their die's next operation. So what
a state has been given is part of it, and there are very many states. Where every adjustment stands alone there is nothing
to wait for. All that the cards allow is allowed then too: what cannot be brought there cannot be brought at all.
"""

from dataclasses import replace

from models.theme_park.cards import Staff
from models.theme_park.operate.mascots import extras_allowed
from solver.theme_park.operate.tables import Tables


def with_mascots_apart(tables: Tables) -> Tables | None:
    """The tables of the park without Mascot cards in which each mascot stands as often as it may adjust; None without the cards."""
    position = tables.position
    extras = extras_allowed(position) * len(position.mascots)
    if not extras:
        return None
    staff = tuple(card for card in position.staff if card is not Staff.MASCOT)
    apart = replace(position, staff=staff, mascots=(*position.mascots, *(None,) * extras))
    return replace(tables, position=apart)
