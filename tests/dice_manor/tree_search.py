"""A rival for the benchmark: Monte-Carlo tree search (UCT) over decisions, with greedy play to the end."""

import math
import time

from solver.dice_manor.estimate import LEAST_GAMES as LEAST
from solver.dice_manor.estimate import Estimate, _State

EXPLORE = 8.0
"""Prestige that an untried decision is thought to be better by; the scale of rewards."""


class TreeSearch(Estimate):
    """Nodes are states with a roll; each remembers how often each decision was tried and what came of it."""

    def decide(self, seconds):
        """The decision tried most often, and the number of games played."""
        seat, ends, games = self.seat, time.process_time() + seconds, 0
        root = _State(0, seat.unplaced, seat.tokens, 0)
        self.nodes = {}
        while games < LEAST or time.process_time() < ends:
            self._descend(root, seat.rolled)
            games += 1
        ways, tried, _ = self.nodes[root, tuple(sorted(seat.rolled))]
        return ways[max(range(len(ways)), key=tried.__getitem__)].decision, games

    def _descend(self, state, rolled):
        trail = []
        while state.left:
            key = state, tuple(sorted(rolled))
            if key not in self.nodes:
                ways = self.choices(state, rolled)
                self.nodes[key] = ways, [0] * len(ways), [0.0] * len(ways)
                way = max(range(len(ways)), key=lambda each: ways[each].looks)
                trail.append((key, way))
                worth = self._rest(ways[way].then)
                break
            way = self._selected(*self.nodes[key])
            trail.append((key, way))
            then = self.nodes[key][0][way].then
            state = then
            rolled = tuple(self.random.randint(1, 6) for _ in range(then.left))
        else:
            worth = self._final(state)
        for key, way in trail:
            _, tried, earned = self.nodes[key]
            tried[way] += 1
            earned[way] += worth

    def choices(self, state, rolled):
        """The decisions of a node: a number with as many dice as the tokens allow."""
        return list(self._ways(state, rolled))

    def _rest(self, state):
        return self._game(state)

    @staticmethod
    def _selected(ways, tried, earned):
        total = math.log(sum(tried) + 1)
        return max(
            range(len(ways)),
            key=lambda way: (
                math.inf if not tried[way] else earned[way] / tried[way] + EXPLORE * math.sqrt(total / tried[way])
            ),
        )
