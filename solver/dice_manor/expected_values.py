"""The value of every filling with every number of dice and tokens left, from the last roll back to the first.

Expected prestige, or the chance to reach a target; in floating-point numbers, or exactly in whole numbers over a common
power of 6. Floating-point values are wrong by less than 1e-9: each level of keeping dice adds six numbers and divides,
which errs by at most seven times 1.2e-16 of a value below 110; there are no more levels than dice times tokens in hand
summed over the turns, below 5,000 with nine dice and 99 tokens; and the maxima between them add no error.
"""

from dataclasses import dataclass

import numpy as np

from models.dice_manor.scoring import PER_DIE, TOKENS_PER_PRESTIGE
from models.shared.deadline import spend
from solver.dice_manor.dice_rolls import FACES, level
from solver.dice_manor.fillings import Fillings, Turns
from solver.dice_manor.heard import Heard, Stage, nobody
from solver.dice_manor.lattice import Lattice, Numbers, look_ahead

CHUNK = 300_000
"""Values in the largest array of a chunk."""
NEVER = -1
"""The value of a number that no die shows: below every other."""


@dataclass(frozen=True)
class Question:
    """What is asked of a Grand Opening.

    ``target``: None for expected prestige, or the prestige of which the chance is asked. ``choosy``: whether dice may
    stay out on purpose (ruling). ``exact``: in whole numbers.
    """

    dice: int
    tokens: int
    lying: int
    target: int | None = None
    choosy: bool = False
    exact: bool = False

    @property
    def needs(self) -> int:
        """How many amounts of prestige still needed are told apart: 0 up to the target; one where there is none."""
        return 1 if self.target is None else self.target + 1

    def most_tokens(self, left: int) -> int:
        """Tokens in hand at most with so many dice left: each die earns at most one."""
        return self.tokens + self.dice - left


class Values:
    """Values before the roll; ``before[n]``: (fillings, tokens, needs), times ``6**scale[n]`` where exact."""

    def __init__(self, fillings: Fillings, question: Question, heard: Heard = nobody) -> None:
        self.fillings, self.question = fillings, question
        self.before: list[Numbers] = [np.zeros((0, 0, 0))]
        self.scale: list[int] = [0]
        for left in range(1, question.dice + 1):
            self._add(left, heard)

    def _add(self, left: int, heard: Heard) -> None:
        asked, fillings = self.question, self.fillings
        tokens = asked.most_tokens(left) + 1
        states = fillings.upto[asked.dice - left]
        made = np.empty((states, tokens, asked.needs), dtype=object if asked.exact else np.float64)
        step = max(1, CHUNK // (len(level(left).counts) * tokens * asked.needs))
        for low in range(0, states, step):
            spend()
            heard(Stage.VALUES, asked.dice - left, low, states)
            high = min(states, low + step)
            made[low:high] = self.turn(left, low, high, None)
        self.before.append(made)
        self.scale.append(self.scale[left - 1] + left * tokens if asked.exact else 0)

    def turn(self, left: int, low: int, high: int, keep: list[Lattice] | None, need: int | None = None) -> Numbers:
        """Values of fillings ``low`` to ``high`` before a roll of ``left`` dice; ``keep`` gets those after it, of one filling.

        ``need``: the only amount still needed that is asked about.
        """
        tokens, states = self.question.most_tokens(left) + 1, high - low
        placed = self._placed(left, low, high)
        placed = placed if need is None else placed[..., need : need + 1]
        needs = placed.shape[-1]
        before = look_ahead(placed.reshape(left + 1, FACES, tokens, states * needs), left, keep)
        return before.reshape(tokens, states, needs).transpose(1, 0, 2)

    def _placed(self, left: int, low: int, high: int) -> Numbers:
        """(dice of the number, number, tokens, fillings, needs): the best turn with so many dice of each number."""
        asked, rows_of = self.question, self.fillings.row_of[low:high]
        tokens, first = asked.most_tokens(left) + 1, int(rows_of[0, 0])
        rows = int(rows_of.max()) - first + 1
        made = np.full(
            (left + 1, FACES, tokens, high - low, asked.needs), NEVER, dtype=object if asked.exact else np.float64
        )
        for dice in range(1, left + 1):
            best = self._best(left, dice, first, rows)
            for face in range(FACES):
                made[dice, face] = best[rows_of[:, face] - first].transpose(1, 0, 2)
        return made

    def _best(self, left: int, dice: int, first: int, rows: int) -> Numbers:
        """(rows, tokens, needs): the best of each row with ``dice`` dice of its number."""
        takes = self.fillings.takes[first : first + rows]
        after = left - dice
        made = np.full(
            (rows, self.question.most_tokens(left) + 1, self.question.needs),
            NEVER,
            dtype=object if self.question.exact else np.float64,
        )
        for placed in range(dice + 1):
            at_most = self.question.choosy or placed == dice
            chosen = takes >= placed if at_most else takes == placed
            if not chosen.any():
                continue
            turns = (
                self._none(first, rows, after)
                if not placed
                else (self.fillings.last if not after else self.fillings.onward)[placed]
            )
            turns = _between(turns, first, rows).where(chosen)
            found = self._worth(turns, left, after, placed, first)
            begins = np.flatnonzero(np.r_[True, turns.row[1:] != turns.row[:-1]])
            best = np.maximum.reduceat(found, begins, axis=0)
            at = turns.row[begins]
            made[at] = np.maximum(made[at], best)
        return made

    def _none(self, first: int, rows: int, after: int) -> Turns:
        """The turns of rows that place nothing."""
        row = np.arange(first, first + rows)
        here = np.searchsorted(self.fillings.row_of[:, 0], row, side="right") - 1
        zero = np.zeros(rows, dtype=np.int64)
        return Turns(row, here, zero, zero)

    def _worth(self, turns: Turns, left: int, after: int, placed: int, first: int) -> Numbers:
        """(turns, tokens, needs): what each earns now and later."""
        asked = self.question
        tokens = np.arange(asked.most_tokens(left) + 1)[None, :, None] + turns.tokens[:, None, None]
        needs = np.arange(asked.needs)[None, None, :]
        scale = FACES ** self.scale[left - 1] if asked.exact else 1
        if not after:
            manor = asked.lying + self.fillings.added[turns.row + first] + placed
            final = PER_DIE * manor[:, None, None] + tokens // TOKENS_PER_PRESTIGE + turns.prestige[:, None, None]
            told: Numbers = final if asked.target is None else final >= needs
            return told.astype(object) * scale if asked.exact else told.astype(np.float64)
        later, width = self.before[after], asked.most_tokens(after) + 1
        begin = (turns.then[:, None, None] * width + tokens) * asked.needs
        if asked.target is not None:
            begin = begin + np.maximum(needs - turns.prestige[:, None, None], 0)
        found: Numbers = later.reshape(-1)[begin]
        if asked.exact:
            found = found * FACES ** (self.scale[left - 1] - self.scale[after])
        if asked.target is not None:
            return found
        earned: Numbers = turns.prestige[:, None, None]
        found += earned.astype(object) * scale if asked.exact else earned
        return found


def _between(turns: Turns, first: int, rows: int) -> Turns:
    """The turns of rows ``first`` and on, with their rows counted from there."""
    low, high = np.searchsorted(turns.row, (first, first + rows))
    then = turns.then[low:high] if len(turns.then) else turns.then
    return Turns(turns.row[low:high] - first, then, turns.prestige[low:high], turns.tokens[low:high])
