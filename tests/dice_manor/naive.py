"""A second reading of the Grand Opening: plain recursion over what may happen, in fractions.

It takes nothing from the rules or the solver of the project but the room records; paths are tried one by one, as a
player would lay them, and judged by the words of the rulebook.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

PRESTIGE = {2: 2, 3: 5, 4: 9, 5: 11, 6: 13, 7: 15, 8: 17, 9: 19}


class Naive:
    """One manor; a state is (dice lying as sorted places, dice left, tokens, prestige still needed or None).

    ``rulings``: the choices that differ from the usual ones, by the names of the questions.
    """

    def __init__(self, manor, rulings=None):
        self.rulings = rulings or {}
        self.slots = [(room.id, index, numbers) for room in manor.rooms for index, numbers in enumerate(room.slots)]
        self.entrance = manor.rooms[0].id
        self.doors = {room.id: set() for room in manor.rooms}
        for room in manor.rooms:
            for other in room.doors:
                self.doors[room.id].add(other)
                self.doors[other].add(room.id)
        if self.rulings.get("pass-without-die") == "yes":
            for _ in manor.rooms:
                for id, others in self.doors.items():
                    self.doors[id] = others | {far for other in others for far in self.doors[other]} - {id}
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
        if self.rulings.get("unhappy-on-purpose") == "yes":
            return (*set(found.values()), (frozenset(), 0, 0))
        most = max((len(filled) for filled, _, _ in found.values()), default=0)
        return tuple({each for each in found.values() if len(each[0]) == most}) or ((frozenset(), 0, 0),)

    def legal_paths(self, lying, number, dice):
        """Every list of paths that places as many of the dice as any does."""
        found = {(): (frozenset(), 0, 0)}
        self._lay(frozenset(lying), number, dice, (), found)
        most = max(len(filled) for filled, _, _ in found.values())
        if self.rulings.get("unhappy-on-purpose") == "yes":
            return set(found)
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
                    if not self._branches_well(path, old, paths):
                        continue
                    self._lay(old, number, dice, (*paths, path), found)

    def _may_start(self, room, old, paths):
        if not old and not paths:
            return room == self.entrance
        own = self.rulings.get("path-continued") == "own-path"
        beside = {place[0] for place in old} | {place[0] for path in paths for place in (path if own else path[:-1])}
        return self._beside(room, beside)

    def _beside(self, room, others):
        return bool(self.doors[room] & others) or (
            self.rulings.get("start-in-occupied-room") == "always" and room in others
        )

    def _branches_well(self, path, old, paths):
        """Whether a branch is no longer than what some path that it leaves goes on with, where that is asked."""
        start = path[0][0]
        if self.rulings.get("trunk-of-branches") != "longest-branch" or not paths:
            return True
        if self._beside(start, {place[0] for place in old}):
            return True
        onward = [
            len(other) - 1 - at for other in paths for at, place in enumerate(other) if self._beside(start, {place[0]})
        ]
        own = self.rulings.get("path-continued") == "own-path"
        return len(path) <= max(onward) or (own and 0 in onward)

    def _fits(self, slot, number, taken):
        return slot[:2] not in taken and number in slot[2]

    def _paths(self, path, taken, number, most):
        if not path or len(path) > most:
            return
        yield path
        rooms = [place[0] for place in path]
        for slot in self.slots:
            next_door = slot[0] in self.doors[rooms[-1]] and slot[0] not in rooms
            inside = slot[0] == rooms[-1] and self.rulings.get("second-slot-on-path") != "not-on-the-path"
            if (next_door or inside) and slot[:2] not in path and self._fits(slot, number, taken):
                yield from self._paths((*path, slot[:2]), taken, number, most)
