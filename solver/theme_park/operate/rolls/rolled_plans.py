"""Plans that reroll a die, one after the other, by what the other engines of a search have found."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from solver.theme_park.operate.layered.on_demand import layered_engine
from solver.theme_park.operate.plan import Plan
from solver.theme_park.operate.policies import Policy
from solver.theme_park.operate.rolls.rerolled import plan_of_first_roll, plans_with_a_reroll
from solver.theme_park.operate.settings import STAGES, Settings
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.unfolding import unfold

if TYPE_CHECKING:
    from solver.theme_park.operate.rolls.relaxed_chance import RelaxedChance


class RolledPlans:
    """The plans of one search. None is given twice."""

    def __init__(
        self,
        position: Position,
        settings: Settings,
        known: SharedBounds,
        relaxed: "RelaxedChance | None",
        over: Callable[[], bool],
    ) -> None:
        """``known``: the best sequence that rerolls no die; ``relaxed``: the search of the park without chance."""
        self._position, self._settings, self._known = position, settings, known
        self._relaxed, self._over = relaxed, over
        self._followed: Plan | None = None

    def new_ones(self, *, along_the_best: bool) -> Iterator[Policy]:
        """A plan by what was found last where chance is relaxed; also those along the best sequence that rerolls no die."""
        moves = None if self._relaxed is None else self._relaxed.guide()
        policy = moves and plan_of_first_roll(self._position, self._settings, moves, self._go_on)
        if policy:
            yield policy
        plan = self._known.plan
        if along_the_best and plan is not None and plan is not self._followed:
            self._followed = plan
            moves = unfold(self._position, (plan,))[0]
            yield from plans_with_a_reroll(self._position, self._settings, moves, self._go_on)

    def _go_on(self, position: Position, *, briefly: bool) -> Sequence[Move]:
        """What a short search finds in a position after a roll; nothing when time is over."""
        if self._over():
            return ()
        known = SharedBounds(STAGES[self._settings.objective])
        engine = layered_engine(position, self._settings, known, lambda _: None)
        if engine is not None:
            engine.open(self._over, briefly=briefly)
        return () if known.plan is None else unfold(position, (known.plan,))[0]
