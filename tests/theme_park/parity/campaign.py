"""Hold the engines against each other on many parks: ``python -m tests.theme_park.parity.campaign [PARKS] [FIRST_SEED] [--keep]``.

Prints every disagreement, and how often each card, innovation and choice of a ruling took part. ``--keep`` keeps the
figures and writes tests/trust/README.md.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from models.theme_park.operate.notation import print_position
from models.theme_park.operate.position import Position
from tests.commands import reader
from tests.theme_park.parity.solving import (
    full_park,
    introductory_park,
    park_operated_in_any_step,
    park_with_a_reroll,
    park_with_extras_in_any_order,
    park_with_rerolls,
    small_parks,
    solved,
)
from tests.theme_park.parity.wild_parks import park_of_larger_parties, wild_park
from tests.trust.keeping import keep

MIX: tuple[tuple[Callable[[Random], Position], float], ...] = (
    (introductory_park, 0.15),
    (full_park, 0.40),
    (wild_park, 0.15),
    (park_of_larger_parties, 0.05),
    (park_with_a_reroll, 0.08),
    (park_with_rerolls, 0.05),
    (park_operated_in_any_step, 0.05),
    (park_with_extras_in_any_order, 0.07),
)
MOST_STATES = 1_500
COMMAND = "python -m tests.theme_park.parity.campaign"
KINDS = ("skill", "administrator", "ruling")
"""Of what is told how often the rarest took part."""


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


def main(parks: int, first: int, *, keeping: bool) -> int:
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
    if keeping:
        keep(COMMAND, told(done, first, disagreements, seen), {"parks": done, "seen": dict(sorted(seen.items()))})
    return int(disagreements > 0)


def told(parks: int, first: int, disagreements: int, seen: Counter[str]) -> str:
    """The figures in a sentence."""
    rarest = {kind: [often for what, often in seen.items() if what.startswith(f"{kind} ")] for kind in KINDS}
    shares = ", ".join(f"{len(often)} {kind}s in {min(often)} or more" for kind, often in rarest.items() if often)
    return f"{parks:,} parks (seeds from {first}): {disagreements} disagreements; of what took part, {shares}"


if __name__ == "__main__":
    parser = reader("tests.theme_park.parity.campaign", __doc__)
    parser.add_argument("parks", type=int, nargs="?", default=2_000)
    parser.add_argument("first", type=int, nargs="?", default=0, metavar="first-seed")
    parser.add_argument("--keep", action="store_true", help="keep the figures and write tests/trust/README.md")
    asked = parser.parse_args()
    sys.exit(main(asked.parks, asked.first, keeping=asked.keep))
