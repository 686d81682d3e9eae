"""A second reading of the Grand Opening: plain recursion over what may happen, in fractions.

It takes nothing from the rules or the solver of the project but the room records; paths are tried one by one, as a
player would lay them, and judged by the words of the rulebook.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

PRESTIGE = {2: 2, 3: 5, 4: 9, 5: 11, 6: 13, 7: 15, 8: 17, 9: 19}


class Naive:
    """One manor; a state is (dice lying as sorted places, dice left, tokens, prestige still needed or None)."""

    def __init__(self, manor):
        self.slots = [(room.id, index, numbers) for room in manor.rooms for index, numbers in enumerate(room.slots)]
        self.entrance = manor.rooms[0].id
        self.doors = {room.id: set() for room in manor.rooms}
        for room in manor.rooms:
            for other in room.doors:
                self.doors[room.id].add(other)
                self.doors[other].add(room.id)
        self.before = cache(self._before)
        self.after = cache(self._after)
        self.turns = cache(self._turns)

    def _before(self, lying, left, tokens, need):
        """The worth before the roll."""
        if not left:
            total = 3 * len(lying) + tokens // 2
            return Fraction(total) if need is None else Fraction(total >= need)
        rolls = list(product(range(1, 7), repeat=left))
        return sum((self.after(lying, tuple(sorted(roll)), tokens, need) for roll in rolls), Fraction(0)) / len(rolls)

    def _after(self, lying, roll, tokens, need):
        """The worth of the best decision on a roll."""
        return max(worth for _, worth in self.decisions(lying, roll, tokens, need))

    def decisions(self, lying, roll, tokens, need):
        """Every decision with its worth: a token's use, or a number with its paths."""
        for number in set(roll):
            dice = roll.count(number)
            for filled, prestige, earned in self.turns(lying, number, dice):
                later = None if need is None else max(0, need - prestige)
                worth = self.before(tuple(sorted({*lying, *filled})), len(roll) - dice, tokens + earned, later)
                yield ("place", number, filled, prestige, earned), worth + (prestige if need is None else 0)
        if tokens:
            for turned in self._turned(roll):
                yield ("turn", turned), self.after(lying, turned, tokens - 1, need)
            for many in range(1, len(roll) + 1):
                for again in combinations(range(len(roll)), many):
                    kept = [shown for die, shown in enumerate(roll) if die not in again]
                    results = list(product(range(1, 7), repeat=many))
                    total = sum(
                        (self.after(lying, tuple(sorted((*kept, *result))), tokens - 1, need) for result in results),
                        Fraction(0),
                    )
                    yield ("again", again), total / len(results)

    def worths(self, lying, roll, tokens, need):
        """The worth of every plan on a roll: dice turned by tokens, then placed or rolled again."""
        found = {worth for what, worth in self.decisions(lying, roll, tokens, need) if what[0] != "turn"}
        for turned in self._turned(roll) if tokens else ():
            found |= self.worths(lying, turned, tokens - 1, need)
        return found

    def _turned(self, roll):
        for die, shown in enumerate(roll):
            for by in (1, -1):
                yield tuple(sorted((*roll[:die], (shown + by - 1) % 6 + 1, *roll[die + 1 :])))

    def _turns(self, lying, number, dice):
        """What one turn with so many dice of ``number`` can fill and earn; as many dice go in as any turn gets in."""
        found = {}
        self._lay(frozenset(lying), number, dice, (), found)
        most = max((len(filled) for filled, _, _ in found.values()), default=0)
        return tuple({each for each in found.values() if len(each[0]) == most}) or ((frozenset(), 0, 0),)

    def legal_paths(self, lying, number, dice):
        """Every list of paths that places as many of the dice as any does."""
        found = {(): (frozenset(), 0, 0)}
        self._lay(frozenset(lying), number, dice, (), found)
        most = max(len(filled) for filled, _, _ in found.values())
        return {paths for paths, (filled, _, _) in found.items() if len(filled) == most}

    def _lay(self, old, number, dice, paths, found):
        """Every list of paths that follows ``paths``, written into ``found``."""
        used = {place for path in paths for place in path}
        if paths:
            prestige = sum(PRESTIGE.get(len(path), 0) for path in paths)
            found[paths] = (frozenset(used), prestige, sum(len(path) == 1 for path in paths))
        for start in self.slots:
            if self._may_start(start[0], old, paths):
                for path in self._paths(
                    (start[:2],) if self._fits(start, number, old | used) else (), old | used, number, dice - len(used)
                ):
                    self._lay(old, number, dice, (*paths, path), found)

    def _may_start(self, room, old, paths):
        if not old and not paths:
            return room == self.entrance
        beside = {place[0] for place in old} | {place[0] for path in paths for place in path[:-1]}
        return bool(self.doors[room] & beside)

    def _fits(self, slot, number, taken):
        return slot[:2] not in taken and number in slot[2]

    def _paths(self, path, taken, number, most):
        if not path or len(path) > most:
            return
        yield path
        rooms = [place[0] for place in path]
        for slot in self.slots:
            next_door = slot[0] in self.doors[rooms[-1]] and slot[0] not in rooms
            if (next_door or slot[0] == rooms[-1]) and slot[:2] not in path and self._fits(slot, number, taken):
                yield from self._paths((*path, slot[:2]), taken, number, most)
