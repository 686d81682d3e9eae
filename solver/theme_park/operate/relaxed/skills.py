"""Skills relaxed: a mascot gives up its adjustment for maps, adjustments or stars that are worth as much as its skill.

A skill touches dice on one tile, which come there, in very many ways. What it does to them two maps do as well, or two
adjustments, anywhere and at any time: in a park in which mascots with such skills are plain ones that may be given up so, before
the first operation, nothing less can be had.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

from models.theme_park.cards import Skill, SkillKind
from models.theme_park.operate.skills.rewards import MOST_STARS
from models.theme_park.operate.skills.walks import WALKS, within_two
from solver.theme_park.operate.tables import DICE_TURNED, FAR, Tables


@dataclass(frozen=True)
class Worth:
    """What may be had in place of mascots: so many are given up for it."""

    mascots: int = 0
    maps: int = 0
    adjustments: int = 0
    stars: int = 0

    def __add__(self, other: "Worth") -> "Worth":
        """Both."""
        return Worth(
            self.mascots + other.mascots,
            self.maps + other.maps,
            self.adjustments + other.adjustments,
            self.stars + other.stars,
        )


NOTHING_MORE = Worth()


@dataclass(frozen=True)
class RelaxedSkills:
    """The park that has all that skills are worth besides its mascots, and how much of it each way to use skills leaves.

    ``starts``: what is given up and had; of the rest nothing is there. ``kept``: the numbers that the skills still there have among all of
    the park.
    """

    tables: Tables
    starts: tuple[Worth, ...]
    most: Worth
    kept: tuple[int, ...]


def _turns(tables: Tables, skill: Skill) -> Worth:
    turns = max(tables.turns[value][to] for value, ways in tables.turns_by(skill.kind).items() for to in ways)
    return Worth(1, adjustments=DICE_TURNED[skill.kind] * turns)


def _walks(_tables: Tables, _skill: Skill) -> Worth:
    return Worth(1, maps=WALKS)


def _walks_up_to_two(tables: Tables, _skill: Skill) -> Worth | None:
    position = tables.position
    walks = [tables.walks[tile.id][to] for tile in position.tiles for to in within_two(position, tile.id)]
    maps = max(walks, default=0)
    return None if maps >= FAR else Worth(1, maps=maps)


def _stars(_tables: Tables, _skill: Skill) -> Worth:
    return Worth(1, stars=MOST_STARS)


def _dollars(_tables: Tables, _skill: Skill) -> Worth:
    """Nothing that counts where vectors are asked for."""
    return NOTHING_MORE


def _as_it_is(_tables: Tables, _skill: Skill) -> None:
    """It touches one die where it stands: there are few ways to do that, or no cards that are worth as much."""


WORTH: dict[SkillKind, Callable[[Tables, Skill], Worth | None]] = {
    SkillKind.VALUE_BY_TWO: _as_it_is,
    SkillKind.TWO_FIVE: _as_it_is,
    SkillKind.REROLL: _as_it_is,
    SkillKind.SWAP_COLOUR: _as_it_is,
    SkillKind.TWO_BY_ONE: _turns,
    SkillKind.MOVE_OUT: _walks,
    SkillKind.MOVE_IN: _walks,
    SkillKind.MOVE_TWO: _walks_up_to_two,
    SkillKind.MONEY_PER_GUEST: _dollars,
    SkillKind.STARS_PER_GUEST: _stars,
}
"""Of every skill what it is worth at most, None where it is played as it is."""


def with_skills_apart(tables: Tables) -> RelaxedSkills | None:
    """The park in which skills are relaxed, to be asked where no Mascot card is played; None where none of them is.

    What skills pay in dollars is not had there: it holds for stages that count none.
    """
    position = tables.position
    worth = [None if skill is None else WORTH[skill.kind](tables, skill) for skill in position.mascots]
    of_skills = [each for skill, each in zip(position.mascots, worth, strict=True) if skill is not None]
    relaxed = [each for each in worth if each is not None]
    if not relaxed:
        return None
    most = sum(relaxed, NOTHING_MORE)
    mascots = [skill if each is None else None for skill, each in zip(position.mascots, worth, strict=True)]
    ways = product(*({NOTHING_MORE: None, each: None} for each in relaxed))
    return RelaxedSkills(
        replace(
            tables,
            position=replace(position, maps=position.maps + most.maps, mascots=(*mascots, *(None,) * most.adjustments)),
        ),
        tuple(dict.fromkeys(sum(way, NOTHING_MORE) for way in ways)),
        most,
        tuple(number for number, each in enumerate(of_skills) if each is None),
    )
