"""A rival for the benchmark: Monte-Carlo tree search (UCT) over decisions, with greedy play to the end."""

import math
import time

from solver.dice_manor.dice_rolls import counts_of
from solver.dice_manor.estimate import LEAST_GAMES as LEAST
from solver.dice_manor.estimate import Estimate

EXPLORE = 8.0
"""Prestige that an untried decision is thought to be better by; the scale of rewards."""


class TreeSearch(Estimate):
    """Nodes are states with a roll; each remembers how often each decision was tried and what came of it."""

    def decide(self, seconds):
        """The decision tried most often, and the number of games played."""
        seat, ends, games = self.seat, time.process_time() + seconds, 0
        root = self.start
        self.nodes = {}
        while games < LEAST or time.process_time() < ends:
            self._descend(root, seat.rolled)
            games += 1
        ways, tried, _ = self.nodes[root, counts_of(seat.rolled)]
        return ways[max(range(len(ways)), key=tried.__getitem__)].decision, games

    def _descend(self, state, rolled):
        trail = []
        while state.left:
            key = state, counts_of(rolled)
            if key not in self.nodes:
                ways = self.ways(state, rolled)
                self.nodes[key] = ways, [0] * len(ways), [0.0] * len(ways)
                trail.append((key, 0))
                worth = self._game(ways[0].then, ways[0].kept)
                break
            number = self._selected(*self.nodes[key])
            trail.append((key, number))
            way = self.nodes[key][0][number]
            state = way.then
            counts = self._rolled(state.left, way.kept or counts_of(()))
            rolled = tuple(face + 1 for face, many in enumerate(counts) for _ in range(many))
        else:
            worth = self.final(state)
        for key, way in trail:
            _, tried, earned = self.nodes[key]
            tried[way] += 1
            earned[way] += worth

    @staticmethod
    def _selected(ways, tried, earned):
        total = math.log(sum(tried) + 1)
        return max(
            range(len(ways)),
            key=lambda way: (
                math.inf if not tried[way] else earned[way] / tried[way] + EXPLORE * math.sqrt(total / tried[way])
            ),
        )
