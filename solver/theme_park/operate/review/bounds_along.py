"""What is known of every state of a played sequence: everything known of one tightens what is known of the others.

What can be had after a move could be had before it, so least stars hold for all earlier states and limits for all later
ones, as far as no die is rolled between them.
"""

from collections.abc import Sequence
from fractions import Fraction

from models.shared.rulebook import Broken
from models.theme_park.operate.chance import FACES, before_chance, results
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.mascots import extras_allowed
from models.theme_park.operate.moves import Move, OperateMove
from models.theme_park.operate.phase import transition
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateVerdict
from models.theme_park.operate.state import State, start
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.incumbent import Disagreement
from solver.theme_park.operate.policies import Policy, expected, fork, tails
from solver.theme_park.operate.review.losses import NO_LOSS, NOTHING, Loss, Reach, Stars, loss
from solver.theme_park.operate.settings import Stage, Weights
from solver.theme_park.operate.trivial_bounds import upper_limit


class Reaches:
    """A ``Reach`` for the state before each move of a played sequence, and for the last: the states are counted from 0."""

    def __init__(self, position: Position, verdict: OperateVerdict) -> None:
        """At first is known what was played, and the limit that needs no search."""
        self.position = position
        self.moves: tuple[Move, ...] = tuple(step.move for step in verdict.steps)
        self.states: tuple[State, ...] = (start(position), *(step.after for step in verdict.steps))
        self.limit = upper_limit(position, Stage.STARS, Weights())
        self._reaches = [Reach(self.earned(state), self.limit) for state in self.states]
        for index in (0, *(index + 1 for index in range(len(self.moves)) if self.rolls(index))):
            self.learn(index, (until_chance(self.moves[index:]),))

    def __getitem__(self, index: int) -> Reach:
        return self._reaches[index]

    def __len__(self) -> int:
        return len(self._reaches)

    def earned(self, state: State) -> int:
        """The stars of the phase when it ends in ``state``."""
        return earnings(self.position, state).stars

    def rolls(self, index: int) -> bool:
        """Whether move ``index`` rolls a die."""
        return bool(rolled_by(self.moves[index]))

    def learn(self, index: int, plan: Policy, most: Stars | None = None) -> None:
        """A plan from state ``index``, replayed here, and a limit on the stars from there.

        Every later state that the plan comes through has what is left of it. Raises Disagreement where the rules refuse a
        move of the plan, or it brings more than a limit.
        """
        paths = [self._path(index, moves) for moves in plan]
        if any(len(path) <= len(moves) for path, moves in zip(paths, plan, strict=True)):
            raise Disagreement(f"the rules refuse a proposed sequence: {plan}")
        if most is not None:
            self._limit(index, most)
        self._offer(index, plan, self._worth(plan, paths))
        for later in range(index + 1, len(self.states)):
            for path, moves in zip(paths, plan, strict=True):
                if self.states[later] in path:
                    begun = moves[: path.index(self.states[later])]
                    ends = [each for each, way in zip(paths, plan, strict=True) if way[: len(begun)] == begun]
                    rest = tails(plan, begun)
                    self._offer(later, rest, self._worth(rest, ends))
        self._tighten()

    def legal_part(self, index: int, moves: Sequence[Move]) -> tuple[Move, ...]:
        """``moves`` from state ``index`` as far as they are legal."""
        return tuple(moves[: len(self._path(index, moves)) - 1])

    def loss(self, index: int) -> Loss:
        """What move ``index`` gave away; where it rolls dice, what its choices did and not what the dice showed."""
        before, after = self._reaches[index], self._reaches[index + 1]
        return self._loss_with_chance(index) if self.rolls(index) else loss(before, after)

    def lost(self, *, by_stopping: bool) -> Loss:
        """What all moves gave away together, and with ``by_stopping`` what stopping after them did; closer than the sum."""
        total, since, last = NO_LOSS, 0, len(self.moves)
        for index in range(last):
            if self.rolls(index):
                total += self._between(since, index) + self.loss(index)
                since = index + 1
        return total + (self._left(since) if by_stopping else self._between(since, last))

    def left(self) -> Loss:
        """What stopping gives away where the sequence stops."""
        return self._left(len(self.moves))

    def _left(self, index: int) -> Loss:
        """Stars given away from state ``index`` on, in a sequence that rolls no dice from there and stops where it does."""
        earned, reach = self.earned(self.states[-1]), self._reaches[index]
        return Loss(reach.least - earned, reach.most - earned)

    def _between(self, index: int, later: int) -> Loss:
        return NO_LOSS if index == later else loss(self._reaches[index], self._reaches[later])

    def _path(self, index: int, moves: Sequence[Move]) -> list[State]:
        """The states from state ``index``, itself included, along ``moves`` up to the first illegal one."""
        path = [self.states[index]]
        for move in moves:
            outcome = transition(self.position, path[-1], move)
            if isinstance(outcome, Broken):
                break
            path.append(outcome.after)
        return path

    def _worth(self, plan: Policy, paths: Sequence[Sequence[State]]) -> Stars:
        return expected(plan, [self.earned(path[-1]) for path in paths])

    def _offer(self, index: int, plan: Policy, least: Stars) -> None:
        """Keep a plan if it is better, or the first that does as much."""
        reach = self._reaches[index]
        if least > reach.least or (least == reach.least and reach.plan == NOTHING):
            self._reaches[index] = Reach(least, reach.most, plan)

    def _limit(self, index: int, most: Stars) -> None:
        reach = self._reaches[index]
        if most < reach.most:
            self._reaches[index] = Reach(reach.least, most, reach.plan)

    def _tighten(self) -> None:
        for index in reversed(range(len(self.moves))):
            after = self._reaches[index + 1]
            if not self.rolls(index) and after.least > self._reaches[index].least:
                self._offer(index, tuple((self.moves[index], *moves) for moves in after.plan), after.least)
        for index in range(len(self.moves)):
            if not self.rolls(index):
                self._limit(index + 1, self._reaches[index].most)

    def _loss_with_chance(self, index: int) -> Loss:
        """First it is decided to roll, then what is done with the result; each may give something away.

        The decision's worth is the average over the faces; of those that did not show at least what is earned is known. A
        plan that decides alike tells what the decision brings on average, and the most that its face allows if proven.
        """
        before, after, move = self._reaches[index], self._reaches[index + 1], self.moves[index]
        ways = FACES ** len(rolled_by(move))
        decided: Stars = Fraction(after.least + (ways - 1) * self.earned(self.states[index + 1]), ways)
        shown = Reach(after.least, self.limit if self._decides_after(index) else after.most)
        first = fork(before.plan)
        if first is not None and first.at == 0 and _alike(before.plan[0][0], move):
            decided = max(decided, before.least)
            branch = tuple(moves for moves in before.plan if rolled_by(moves[0]) == rolled_by(move))
            worth = self._worth(tails(branch, branch[0][:1]), [self._path(index, moves) for moves in branch])
            shown = Reach(max(shown.least, worth), worth if before.proven else max(shown.most, worth))
        by_deciding = Loss(0, max(0, before.most - decided))
        return by_deciding + Loss(max(0, shown.least - after.most), max(0, shown.most - after.least))

    def _decides_after(self, index: int) -> bool:
        """Whether anything could be chosen otherwise once the dice of move ``index`` are rolled."""
        move, position = self.moves[index], self.position
        if not isinstance(move, OperateMove):
            return extras_allowed(position, with_skill=True) > 0
        any_step = position.rulings.says(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ANY_STEP)
        return move.mover is not None or any_step


def until_chance(moves: Sequence[Move]) -> tuple[Move, ...]:
    """``moves`` before the first that rolls a die: what comes after cannot be counted on."""
    return tuple(moves[: next((index for index, move in enumerate(moves) if rolled_by(move)), len(moves))])


def rolled_by(move: Move) -> tuple[int, ...]:
    """What the dice rolled by ``move`` show, also in the midst of an operation."""
    midst = (*move.assembled, *move.pipped) if isinstance(move, OperateMove) else ()
    return (*results(move), *(result for each in midst for result in results(each)))


def _alike(one: Move, other: Move) -> bool:
    return bool(rolled_by(one)) and before_chance(one) == before_chance(other)
