"""What adjustments turned out to be for that mascots made in earlier steps of a plan."""

from collections.abc import Iterator
from dataclasses import replace

from models.theme_park.guests import GUEST_COLOURS, LOWEST
from models.theme_park.operate.adjustments import turned
from solver.theme_park.operate.layered.encoding.codes import VALUES
from solver.theme_park.operate.layered.plans.decode_uses import Slot
from solver.theme_park.operate.plan import StepPlan
from solver.theme_park.operate.tables import Tables


def adjustments(tables: Tables, guest: Slot, die: int) -> int:
    """Adjustments that make ``guest`` show ``die``, packed as the kernel does: six times the colour, and the value from 0."""
    assert guest.value is not None
    colour, value = divmod(die, VALUES)
    recolours = GUEST_COLOURS[colour] is not guest.shown
    return tables.turns[guest.value + LOWEST][value + LOWEST] + recolours


def settle(tables: Tables, steps: list[StepPlan], guest: Slot, die: int) -> None:
    """Let the credits of ``guest`` make it show ``die``, as far as they go; the steps that gave them tell it from then on."""
    for (colour, value), step in zip(list(_ways_to(tables, guest, die)), tuple(guest.credits), strict=False):
        guest.credits.remove(step)
        guest.show(colour, value)
        for number in range(step, len(steps)):
            touches = steps[number].touches
            steps[number] = replace(
                steps[number],
                touches=tuple(
                    replace(touch, value=value + LOWEST, late=value + LOWEST, colour=guest.shown)
                    if touch.guest == guest.name
                    else touch
                    for touch in touches
                ),
            )


def _ways_to(tables: Tables, guest: Slot, die: int) -> Iterator[tuple[int, int]]:
    """What the guest shows after one adjustment and the next: the number of its colour, and the value from 0."""
    assert guest.value is not None
    colour, value = divmod(die, VALUES)
    if GUEST_COLOURS[colour] is not guest.shown:
        yield colour, guest.value
    now = guest.value + LOWEST
    while now != value + LOWEST:
        ways = (turned(tables.position, now, by) for by in (1, -1))
        now = min((way for way in ways if way is not None), key=lambda way: tables.turns[way][value + LOWEST])
        yield colour, now - LOWEST
