"""Hold the engines against each other on many parks: ``python -m tests.parity.campaign [PARKS] [FIRST_SEED]``.

Prints every disagreement, and how often each card, innovation and choice of a ruling took part.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from models.theme_park.notation import print_position
from models.theme_park.position import Position
from tests.commands import reader
from tests.parity.solving import (
    full_park,
    introductory_park,
    park_operated_in_any_step,
    park_with_a_reroll,
    park_with_extras_in_any_order,
    small_parks,
    solved,
)

MIX: tuple[tuple[Callable[[Random], Position], float], ...] = (
    (introductory_park, 0.15),
    (full_park, 0.65),
    (park_with_a_reroll, 0.08),
    (park_operated_in_any_step, 0.05),
    (park_with_extras_in_any_order, 0.07),
)
MOST_STATES = 1_500


def takes_part(position: Position) -> Iterator[str]:
    """What of the game is in ``position``."""
    yield from (f"staff {card}" for card in set(position.staff))
    yield from (f"skill {skill.kind}" for skill in position.mascots if skill)
    yield from (f"innovation {tile.innovation}" for tile in position.tiles if tile.innovation)
    yield from (f"ruling {ruling} = {choice}" for ruling, choice in position.rulings.changed)
    if position.administrator:
        yield f"administrator {position.administrator.kind}"
    if position.vips:
        yield "VIP guests"


def main(parks: int = 2_000, first: int = 0) -> int:
    """Run the campaign; 1 when anything disagrees."""
    seen: Counter[str] = Counter()
    disagreements = done = 0
    for park, share in MIX:
        for seed, position, settings, truth in small_parks(
            first, round(parks * share), most_states=MOST_STATES, park=park
        ):
            found, _, limits = solved(position, settings)
            done += 1
            seen.update(takes_part(position))
            if found != truth.score or tuple(limits.values()) != truth.score:
                disagreements += 1
                print(f"{park.__name__} {seed}: {found} {limits} {truth.score} {print_position(position)}", flush=True)
        print(f"{done} parks, {disagreements} disagreements", file=sys.stderr, flush=True)
    for what, often in sorted(seen.items()):
        print(f"{often:6} {what}")
    print(f"{done} parks, {disagreements} disagreements")
    return int(disagreements > 0)


if __name__ == "__main__":
    parser = reader("tests.parity.campaign", __doc__)
    parser.add_argument("parks", type=int, nargs="?", default=2_000)
    parser.add_argument("first", type=int, nargs="?", default=0, metavar="first-seed")
    asked = parser.parse_args()
    sys.exit(main(asked.parks, asked.first))
