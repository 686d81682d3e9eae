"""What a pass is to find: a start, what is known to limit it, and how many stages count."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.theme_park.operate.arrays import Array
from solver.theme_park.operate.flow.prices import Prices
from solver.theme_park.operate.layered.encoding.codes import MASCOTS, SKILLS, STARS
from solver.theme_park.operate.layered.encoding.fares import NO_FARES
from solver.theme_park.operate.layered.encoding.park import ParkArrays, first_row
from solver.theme_park.operate.layered.encoding.potentials import Potentials, no_potentials, set_potential
from solver.theme_park.operate.layered.encoding.skills import SkillArrays
from solver.theme_park.operate.layered.limits.bound_pool import BoundPool
from solver.theme_park.operate.layered.limits.path_pool import PoolOfPark
from solver.theme_park.operate.layered.limits.reaching import Reaching
from solver.theme_park.operate.layered.limits.state_paths import LaterGoal
from solver.theme_park.operate.plan import Begun
from solver.theme_park.operate.tables import Tables


@dataclass(frozen=True)
class PassProblem:
    """What a pass is to find: a start, what is known to limit it, and how many stages count.

    ``adds_bounds``: whether limits may be made for the states it meets. ``uses``: the most uses of
    mascots between two operations besides the adjustments of a party, none of them with Mascot cards' extras, and no parties larger
    than printed; None for all that there are, which are many ways more. A pass that leaves some out proves nothing. ``others``: rows and stars of other starts,
    where more than one is relaxed to. ``complete_only``: whether a pass ends as soon as it leaves something out.
    ``sets_idle_apart``: whether states count as equal that differ in guests who can serve no more, which is for the first stage
    where pips do not count there. ``records``: whether all ways are recorded, for ``Beam.recorded``. ``reaching``: of a park in which no
    less is allowed, what states of this one may still use up all their icons. ``enough``: children with which the pass ends, 0 for any
    number. ``begun``: what led to its start, where that is not the position's. ``collects``: whether ends are collected, which are told apart by what they bring in every stage.
    ``drops_dominated``: whether states are dropped of which another can do all that they can, which leaves one of many sequences worth as much: not
    where ways are recorded, as those to what is dropped are ways to something else. ``children_a_layer``: children of a layer after which the states
    of it that are left, the least promising ones, are left out, 0 for any number.
    """

    tables: Tables
    park: ParkArrays
    skills: SkillArrays
    row: Array
    stars: int
    money: int
    prices: Sequence[tuple[int, Prices]]
    bound_pool: BoundPool
    depth: int
    adds_bounds: bool = True
    uses: int | None = None
    path_pool: PoolOfPark | None = None
    later: LaterGoal | None = None
    others: Sequence[tuple[Array, int]] = ()
    complete_only: bool = False
    sets_idle_apart: bool = False
    records: bool = False
    reaching: Reaching | None = None
    enough: int = 0
    begun: Begun | None = None
    collects: bool = False
    drops_dominated: bool = False
    children_a_layer: int = 0

    @property
    def leaves_out(self) -> bool:
        """Whether there are uses of mascots, or larger parties, that the pass leaves out."""
        mascots = int(self.row[self.park.kinds.size + self.park.icons.size + MASCOTS])
        extras = self.skills.extras > 0 or self.skills.skill_extras > 0
        if self.uses is None:
            return False
        return self.park.larger or (mascots > 0 and (extras or (len(self.skills.cards) > 0 and self.uses < mascots)))

    @property
    def played(self) -> tuple[ParkArrays, SkillArrays]:
        """The park and its skills as the pass plays them."""
        dollars_count = self.park.objective != STARS or self.depth > 1 or self.collects
        fares = self.park.fares if dollars_count else NO_FARES
        skills = self.skills._replace(dollars_count=dollars_count, fares=fares)
        park = self.park._replace(fares=fares)
        if not self.leaves_out:
            return park, skills
        few = skills._replace(extras=0, skill_extras=0, most_uses=self.uses or 0)
        return park._replace(most_credits=0, larger=False), few

    @property
    def turns_one_die(self) -> bool:
        """Whether a mascot, if not for a skill, turns one die and no other, wherever that is."""
        return self.skills.extras == 0 and self.park.per_mascot == 1

    @property
    def prepares(self) -> bool:
        """Whether uses of mascots, guests who join a party, or rides prepare operations."""
        park, skills = self.played
        if park.larger or skills.fares.size:
            return True
        cards = park.kinds.size + park.icons.size
        several = self.row[cards + SKILLS] > 0 or (self.row[cards + MASCOTS] > 0 and skills.extras > 0)
        return bool(several and skills.most_uses)


def potentials_of(problem: PassProblem, places: int) -> Potentials:
    """The prices of a problem as the kernel takes them, with so many ``places`` in all."""
    position = problem.tables.position
    potentials = no_potentials(position, places)
    for index, (stage, each) in enumerate(problem.prices):
        set_potential(potentials, index, position, stage, each)
    return potentials


def problem_from_start(
    tables: Tables,
    park: ParkArrays,
    skills: SkillArrays,
    prices: Sequence[tuple[int, Prices]],
    bound_pool: BoundPool,
    depth: int,
    *,
    adds_bounds: bool,
    uses: int | None = None,
    sets_idle_apart: bool = False,
    drops_dominated: bool = False,
) -> PassProblem:
    """What a pass is to find from the start of the position."""
    row, stars, money = first_row(tables, park)
    return PassProblem(
        tables,
        park,
        skills,
        row,
        stars,
        money,
        prices,
        bound_pool,
        depth,
        adds_bounds,
        uses,
        sets_idle_apart=sets_idle_apart,
        drops_dominated=drops_dominated,
    )
