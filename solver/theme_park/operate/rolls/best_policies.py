"""The search for the best plan of a park in which dice are rerolled, where it can be proven: who asks it, and when."""

import threading
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from models.theme_park.operate.chance import FACES
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from solver.theme_park.operate.layered.chance.chance_levels import TooMany
from solver.theme_park.operate.layered.chance.expectimax import BestPlan, Expectimax
from solver.theme_park.operate.layered.plans.pass_result import Stopped
from solver.theme_park.operate.messages import Candidate, Limit, Message
from solver.theme_park.operate.policies import MOST_ROLLED, Policy, expected_values, foresight
from solver.theme_park.operate.rolls.by_rules import best_by_rules
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Engine, Settings
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.unfolding import unfold

MOST, FEW = 200_000, 10_000
"""Ways looked at at most: with what is left out of them they take up to 300 MB and about four seconds; and briefly, before
anything else is tried: a few hundredths of one."""


class BestPolicies:
    """Looks for the best plan of one position; ``known``: what sequences that reroll no die bring, and limits."""

    def __init__(
        self, position: Position, settings: Settings, known: SharedBounds, tell: Callable[[Message], None]
    ) -> None:
        """Nothing searched yet."""
        self._position, self._settings, self._known, self._tell = position, settings, known, tell
        self._expectimax = Expectimax(position, settings)
        self._best: tuple[Fraction, ...] = (Fraction(-1),) * len(known.stages)
        self._tried: tuple[Fraction, float] | None = None
        self._proven = self._over = self._by_rules = False
        self._searching = threading.Lock()

    @property
    def settled(self) -> bool:
        """Whether all stages are proven: by a search for the best plan, or as a plan brings all that the limits allow."""
        if self._proven:
            return True
        best, known = self._best_known, self._known
        return all(
            best[stage] >= known.bound(stage) and best[:stage] == known.values[:stage] for stage in range(len(best))
        )

    @property
    def _best_known(self) -> tuple[Fraction, ...]:
        return max(self._best, tuple(map(Fraction, self._known.values)))

    def found(self, plan: Policy) -> None:
        """Note a plan that was told: better ones are wanted."""
        values = [score(self._position, replay(self._position, moves).reached, self._settings) for moves in plan]
        self._best = max(self._best, tuple(map(Fraction, expected_values(plan, values))))

    def search(self, limit: float, stop: Callable[[], bool], *, briefly: bool = False) -> None:
        """Look for the best plan unless all is proven, or was tried with as much known of the first stage.

        ``limit``: of the first stage, whatever dice show. ``briefly``: at few ways, without a linear program.
        """
        with self._searching:
            best, exact = self._best_known, self._expectimax.exact
            if not exact or self._over or self._tried == (best[0], limit) or self._known.proven(exact):
                return
            with suppress(TooMany, Stopped):
                self._look_beyond(best, limit, lambda: stop() or self.settled, briefly=briefly)
            self._tried = best[0], limit

    def search_by_rules(self, stop: Callable[[], bool]) -> None:
        """Look at every state of the rules, once, where the park is small and that alone proves all stages."""
        with self._searching:
            if self._by_rules or self._proven or self._expectimax.rerolls > MOST_ROLLED:
                return
            self._by_rules = True
            found = best_by_rules(self._position, self._settings, stop)
            if found is not None:
                self._tell_best(found[0], found[1], len(self._known.stages))

    def _look_beyond(
        self, best: tuple[Fraction, ...], limit: float, stop: Callable[[], bool], *, briefly: bool
    ) -> None:
        found = self._expectimax.search(best, limit, FEW if briefly else MOST, stop, priced=not briefly)
        plan = self._plan_of(found)
        if plan is None:
            self._tell(Limit(0, self._known.stages[0], found.values[0] * FACES, Engine.LAYERED))
        else:
            self._tell_best(found.values, plan, self._expectimax.exact)

    def _plan_of(self, found: BestPlan) -> Policy | None:
        """The plan as moves; None where it decides late what a player must decide earlier, so that its values are limits."""
        try:
            plan = tuple(unfold(self._position, (each,))[0] for each in found.plans)
        except ValueError:
            if self._expectimax.in_time:
                raise
            return None
        if self._expectimax.in_time or not plan:
            return plan
        legal = all(replay(self._position, moves).violation is None for moves in plan)
        return plan if legal and foresight(plan) is None else None

    def _tell_best(self, values: tuple[Fraction, ...], plan: Policy, proven: int) -> None:
        """Tell the best plan, if it was not known, and the limits on the stages in which it is proven."""
        self._over = True
        if plan:
            self._tell(Candidate(0, plan, Engine.LAYERED))
        for stage, value in zip(self._known.stages[:proven], values, strict=False):
            self._tell(Limit(0, stage, value * FACES, Engine.LAYERED))
        self._proven = proven == len(self._known.stages)
