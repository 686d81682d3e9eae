"""The engines of one search side by side: layered passes, the relaxation's limits, and CP-SAT."""

import math
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from models.theme_park.operate.position import Position
from solver.theme_park.operate.layered.on_demand import layered_engine
from solver.theme_park.operate.layered.pass_widths import PRESSING_AFTER
from solver.theme_park.operate.messages import Candidate, Message
from solver.theme_park.operate.rolls.rolled_plans import RolledPlans
from solver.theme_park.operate.settings import STAGES, Engine, Settings
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.supported import weighed_by_cpsat
from solver.theme_park.operate.tables import Tables

if TYPE_CHECKING:
    from solver.theme_park.operate.layered.conclusion import Conclusion
    from solver.theme_park.operate.layered.engine import LayeredEngine
    from solver.theme_park.operate.layered.scout import Scout
    from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions
    from solver.theme_park.operate.rolls.best_policies import BestPolicies
    from solver.theme_park.operate.rolls.relaxed_chance import RelaxedChance

WARMING = 4_000
"""Width of the last pass of the layered search before CP-SAT joins: on most parks no wider one is needed."""

PATIENCE = 2.0
"""Seconds after which CP-SAT joins in any case; in parks of which the layered search knows all moves only while that is being compiled for
the first time."""

SCOUTING = 0.1
"""Seconds after which a second layered search, with other guidance weights, looks for what the first one's ranking leaves
out. Many easy parks are nearly done by then, and it would hold them up (fourteen, medians of five: 3.25 instead of 3.53 s with 0.05)."""

FEW_GUESTS, LATE_SCOUTING = 5, 0.3
"""Guests up to which parks of which the layered search knows all are mostly done a moment later, and the seconds for them: the two threads hold
each other up, as they spend most of a short search in Python (24 parks, the median of medians of six: 0.32 s with 0.4, 0.36 with 0.1; ten of more
than a second: 17.7 and 17.3 in all)."""

PRIORITY = 10
"""Of CP-SAT's threads, from 0 (as all others) to 19, the last: they are many and would starve the layered search."""

LOOKING, GRACE = 0.05, 0.1
"""Seconds between two looks at what there is and whether time is up, and what CP-SAT gets to come to its end then: making its model
takes longer in large parks."""


def search(position: Position, settings: Settings, tell: Callable[[Message], None]) -> SharedBounds:
    """Search until all is proven or time is up; gives what is known then.

    ``tell`` is called from several threads and must be quick. Raises what went wrong in any of them.
    """
    ends = math.inf if settings.time_limit is None or settings.reproducible else time.monotonic() + settings.time_limit
    run = _Run(position, settings, tell, ends)
    beside = [] if _opened.is_set() else run.beside()
    try:
        run.open()
        _opened.set()
        if run.done():
            return run.shared_bounds
        beside = beside or run.beside()
        run.go_on()
    finally:
        run.joining.set()
        run.ended.set()
    while any(each.is_alive() for each in beside) and not run.over():
        beside[-1].join(LOOKING)
    for each in beside:
        each.join(GRACE)
        if each.error is not None:
            raise each.error
    run.conclude()
    run.look_further()
    return run.shared_bounds


_opened = threading.Event()
"""Set once this process has opened a search: all is compiled then, and the small parks' ones need nobody beside them."""


class _Run:
    """One search: what its threads share, and what each of them does."""

    def __init__(self, position: Position, settings: Settings, tell: Callable[[Message], None], ends: float) -> None:
        """Nothing known yet."""
        self._position, self._settings, self._tell, self._ends = position, settings, tell, ends
        self._tables = Tables(position)
        self._stages = len(STAGES[settings.objective])
        self._engine: LayeredEngine | None = None
        self._concluded = self._others_told = False
        self.shared_bounds = SharedBounds(STAGES[settings.objective])
        self.joining, self.ended = threading.Event(), threading.Event()

    def over(self) -> bool:
        """Whether the time of the search is over."""
        return time.monotonic() >= self._ends

    def done(self) -> bool:
        """Whether there is nothing left to find or prove."""
        settled = self._policies is not None and self._policies.settled
        if settled and self._several_rerolls:
            return True  # nobody knows the next best plans
        proven = settled or self.shared_bounds.proven(self._stages)
        return proven and (self._others_told or not self._settings.alternatives)

    def _idle(self) -> bool:
        """Whether nothing more is wanted of the layered search."""
        return self.over() or (self._policies is not None and self._policies.settled)

    def beside(self) -> "list[_Beside]":
        """What runs beside the layered search: a scout where an answer need not be repeatable, and CP-SAT."""
        engines = self._settings.engines
        scouting = Engine.LAYERED in engines and not self._settings.reproducible
        works = [self._scout] if scouting else []
        by_cpsat = Engine.CPSAT in engines and weighed_by_cpsat(self._tables)
        works += [self._by_cpsat] if by_cpsat else []
        return [_Beside(work) for work in works]

    def open(self) -> None:
        """What the layered search comes to without a linear program."""
        self._engine = layered_engine(self._position, self._settings, self.shared_bounds, self._tell, self._questions)
        if self._engine is not None:
            self._engine.open(self.over)
            if self._policies is not None:
                self._policies.search(math.inf, self.over, briefly=True)
            self.conclude()

    def go_on(self) -> None:
        """Passes of growing width; CP-SAT joins after the first few."""
        if self._engine is None:
            return
        self._without_chance()
        self._engine.bound()
        passes = self._engine.widths()
        self._engine.run([width for width in passes if width <= WARMING], self._idle)
        self.conclude()
        if not self._cpsat_comes_last:
            self.joining.set()
        self._engine.run([width for width in passes if width > WARMING], self._idle)
        self.conclude()
        if self._policies is not None:
            self._policies.search_by_rules(self.over)

    def _without_chance(self) -> None:
        """Limits by the park without chance; then the best plan, where they leave little to look at."""
        if self._relaxed is None:
            return
        self._relaxed.search(lambda: self._idle() or self.done())
        self._look_for_policies()

    def _look_for_policies(self) -> None:
        """The best plan, once it is known what dice bring that show what one wants."""
        most = None if self._relaxed is None else self._relaxed.most
        if self._policies is not None and most is not None:
            self._policies.search(most, self.over)

    def conclude(self) -> None:
        """Once all is proven: the one answer among equals and the alternatives, where the layered search is sure of them.

        Otherwise they are left to CP-SAT. An engine of their own finds them: what the search's has gathered depends on how
        it went.
        """
        if self._engine is None or self._concluded or not self._layered_knows_all:
            return
        if self.shared_bounds.proven(self._stages):
            self._concluded = True
            conclusion = self._conclusion
            conclusion.first_of_equals(self.over)
            if self._settings.alternatives:
                self._others_told = conclusion.alternatives(self._settings.alternatives, self.over)

    @cached_property
    def _conclusion(self) -> "Conclusion":
        """What the layered search concludes with, where it knows all the moves."""
        from solver.theme_park.operate.layered.conclusion import Conclusion  # noqa: PLC0415 - as in ``layered_engine``
        from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions  # noqa: PLC0415 - as above

        assert self._engine is not None
        questions, start_prices = VectorQuestions(self.shared_bounds), self._engine.start_prices
        return Conclusion(
            Tables(self._position), self._settings, self.shared_bounds, self._tell, questions, start_prices
        )

    def look_further(self) -> None:
        """Alternatives by CP-SAT where the layered search, sure of the answer, was not sure of them."""
        if self._concluded and not self.done() and not self.over() and Engine.CPSAT in self._settings.engines:
            self._solve(self._settings)

    @cached_property
    def _layered_knows_all(self) -> bool:
        """Whether the layered search knows all the moves there are, and so which of all best sequences is the first."""
        if not self._layered_plays:
            return False
        from solver.theme_park.operate.layered.encoding.park import exact_stages  # noqa: PLC0415 - numba is imported in the child only

        return exact_stages(self._tables, self._settings.objective) >= self._stages

    @property
    def _several_rerolls(self) -> bool:
        """Whether there may be better plans than CP-SAT knows, which weighs one reroll."""
        return self._tables.rerolls > 1

    @property
    def _layered_plays(self) -> bool:
        """Whether the layered search gives sequences of this park."""
        if Engine.LAYERED not in self._settings.engines:
            return False
        from solver.theme_park.operate.layered.encoding.park import fits  # noqa: PLC0415 - numba is imported in the child only

        return fits(self._position)

    def _helper(self) -> "Scout | None":
        """A second layered search, which takes part in what the first one asks."""
        if self._questions is None:
            return None
        from solver.theme_park.operate.layered.scout import Scout  # noqa: PLC0415 - numba is imported in the child only

        tables, start_prices = Tables(self._position), None if self._engine is None else self._engine.start_prices
        return Scout(tables, self._settings, self.shared_bounds, self._tell, self._questions, start_prices)

    @cached_property
    def _relaxed(self) -> "RelaxedChance | None":
        """The search of the park without chance, where the layered search plays all of it."""
        if not (self._tables.chance and self._layered_plays):
            return None
        from solver.theme_park.operate.rolls.relaxed_chance import RelaxedChance, relaxes  # noqa: PLC0415 - as above

        if not relaxes(self._position, self._settings):
            return None
        return RelaxedChance(self._position, self._settings, self.shared_bounds, self._tell)

    @cached_property
    def _policies(self) -> "BestPolicies | None":
        """The search for the best plan with rerolls, where the layered search plays all of it."""
        if not (self._tables.chance and self._layered_plays):
            return None
        from solver.theme_park.operate.rolls.best_policies import BestPolicies  # noqa: PLC0415 - as above

        return BestPolicies(self._position, self._settings, self.shared_bounds, self._tell)

    @cached_property
    def _rolled_plans(self) -> RolledPlans:
        return RolledPlans(self._position, self._settings, self.shared_bounds, self._relaxed, self.over)

    @cached_property
    def _questions(self) -> "VectorQuestions | None":
        """The cube vectors that the engines of this search ask for together."""
        if not self._layered_plays:
            return None
        from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions  # noqa: PLC0415

        return VectorQuestions(self.shared_bounds)

    def _scout(self) -> None:
        small = len(self._position.guests) <= FEW_GUESTS and self._layered_knows_all and not self._tables.chance
        if self._looks_ahead() if small else self.ended.wait(SCOUTING):
            return
        if self._tables.chance:
            self._scout_for_rolls()
            return
        engine = self._helper()
        if engine is not None and engine.exact:
            engine.scout(self._wanted_no_more)

    def _looks_ahead(self) -> bool:
        """Look for equals of the best whenever it has stayed the same for a moment; whether the search has ended meanwhile."""
        ends, before = time.monotonic() + LATE_SCOUTING, self.shared_bounds.values
        while (left := ends - time.monotonic()) > 0:
            if self.ended.wait(min(left, LOOKING)):
                return True
            best = self.shared_bounds.values
            if best == before and self._engine is not None and not self._concluded:
                self._conclusion.look_ahead(self.over)
            before = best
        return self.ended.is_set()

    def _scout_for_rolls(self) -> None:
        """By turns: a plan that rerolls a die, help for the search of the park without chance, and sequences that reroll none."""
        engine, soon = self._helper(), time.monotonic() + PRESSING_AFTER
        left = deque() if engine is None else engine.scouted()
        while not self._nothing_left():
            for policy in self._rolled_plans.new_ones(along_the_best=not left):
                self._tell(Candidate(0, policy, Engine.LAYERED))
                if self._policies is not None:
                    self._policies.found(policy)
                if self._idle():
                    return
            if self.shared_bounds.proven(1):  # until then the search of the park without chance wants help
                self._look_for_policies()
            if engine is not None and engine.press_on(left, soon, self._nothing_left):
                continue
            if self._relaxed is not None:
                self._relaxed.help(self._wanted_no_more, waits=not left, until=soon)
            elif not left:
                self.ended.wait(LOOKING)
            if engine is not None and left:
                engine.look(left, self._wanted_elsewhere)

    def _wanted_no_more(self) -> bool:
        """Whether nothing is wanted any more of what runs beside the layered search."""
        return self.over() or self.ended.is_set()

    def _nothing_left(self) -> bool:
        """Whether that is so or nothing is left to do."""
        return self._wanted_no_more() or self.done()

    def _wanted_elsewhere(self) -> bool:
        """Whether there is more to do than to look for sequences that reroll no die."""
        return self._nothing_left() or (self._relaxed is not None and self._relaxed.waiting)

    @property
    def _cpsat_comes_last(self) -> bool:
        """Whether CP-SAT waits for the end of the layered search, which proves more where it knows all moves.

        Of ten parks proven beside it, one run each, seven were sooner without (board-full4-08 in 4.3 instead of 6.1 s), one later and one not.
        Its model takes up to 200 MB, which the widest passes can use.
        """
        return self._settings.reproducible or self._layered_knows_all

    def _by_cpsat(self) -> None:
        if not self._cpsat_comes_last:
            self.joining.wait(PATIENCE)
        elif self._settings.reproducible or _opened.wait(PATIENCE):  # else all is being compiled
            self.joining.wait()
        if self.over() or self.done():
            return
        _yield_to_others(PRIORITY)
        self._solve(replace(self._settings, alternatives=0) if self._layered_knows_all else self._settings)

    def _solve(self, settings: Settings) -> None:
        from solver.theme_park.operate.cpsat.search import search as solve  # noqa: PLC0415 - half a second; most parks do without

        solve(
            self._position,
            settings,
            self._tell,
            self.shared_bounds,
            self._ends,
            self.done,
            names_the_answer=not (self._layered_knows_all or self._several_rerolls),
            may_stand_aside=self._layered_plays,
        )


class _Beside(threading.Thread):
    """A thread that may be left to its end: what it tells then reaches nobody."""

    def __init__(self, work: Callable[[], None]) -> None:
        """Start at once."""
        super().__init__(daemon=True)
        self._work = work
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        """Do the work; what it raises is kept."""
        try:
            self._work()
        except BaseException as error:
            self.error = error


def _yield_to_others(priority: int) -> None:
    """Let this thread, and those it starts, run behind the others."""
    if sys.platform == "linux":  # elsewhere priorities belong to processes
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), priority)
