"""What paths of a manor tour earn (Rulebook, Location: Manor Tours)."""

from collections.abc import Collection
from typing import NamedTuple

from models.dice_manor.turn import Path


class Reward(NamedTuple):
    """What a path of some length earns: prestige and tokens."""

    prestige: int
    tokens: int


REWARDS = (
    Reward(0, 0),
    Reward(0, 1),
    Reward(2, 0),
    Reward(5, 0),
    Reward(9, 0),
    Reward(11, 0),
    Reward(13, 0),
    Reward(15, 0),
    Reward(17, 0),
    Reward(19, 0),
)
"""By the number of dice of a path (Manor Tour Rewards)."""


def reward(paths: Collection[Path]) -> Reward:
    """What ``paths`` earn together."""
    each = [REWARDS[len(path)] for path in paths]
    return Reward(sum(one.prestige for one in each), sum(one.tokens for one in each))
