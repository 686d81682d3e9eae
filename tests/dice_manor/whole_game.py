"""A second reading of whole games of Dice Manor: the books of a table, kept by the words of the rulebook.

It judges no event and takes nothing from the rules but the events, the box and the records of tiles: bids are laid one by one
as players lay them, markers and bonus dice are moved space by space, doors are looked up side by side.
"""

from models.dice_manor.game.events import BuildTile, Collect, End, PlayerTurn, Reset, Reveal

PRESTIGE = {2: 2, 3: 5, 4: 9, 5: 11, 6: 13, 7: 15, 8: 17, 9: 19}
CLOCKWISE = "NESW"
BEYOND = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Books:
    """What everybody has, by the usual rulings; ``do`` takes the events of a legal game in their order."""

    def __init__(self, box, names):
        self.box, self.names = box, names
        self.has = {name: self._begins() for name in names}
        self.shown, self.blueprints, self.advertising = {}, {number: [] for number in range(1, 7)}, []
        self.totals, self.winners = {}, set()

    def _begins(self):
        last = len(self.box.track)
        return {
            "tokens": 2,
            "prestige": 0,
            "dice": 7,
            "left": 7,
            "marker": 0,
            "bonus": [last - 1, last],
            "manor": 0,
            "unhappy": 0,
            "won": [],
            "tiles": [(self.box.entrance, (0, 0), 0)],
        }

    def do(self, event):
        """Everything that an event does."""
        match event:
            case Reveal():
                self.shown = event.tiles
            case PlayerTurn():
                self._turn(self.has[event.player], event.player, event.turn)
            case Collect():
                self._collect()
            case BuildTile():
                me, build = self.has[event.player], event.build
                me["won"].remove(build.tile)
                me["tiles"].append((self.box.by_id[build.tile], build.at, build.turn))
            case Reset():
                for me in self.has.values():
                    me["won"] = []
            case End():
                self._end()

    def _turn(self, me, name, turn):
        me["tokens"] += sum(len(path) == 1 for path in turn.paths) - len(turn.tokens)
        me["prestige"] += sum(PRESTIGE.get(len(path), 0) for path in turn.paths)
        toured, dice = sum(map(len, turn.paths)), turn.shown.count(turn.number)
        me["manor"] += toured
        me["left"] -= dice
        if turn.blueprint:
            _bid(self.blueprints[turn.number], [name, turn.blueprint, 0])
        if turn.advertising:
            _bid(self.advertising, [name, turn.advertising, turn.number])
        me["unhappy"] += dice - toured - turn.blueprint - turn.advertising

    def _collect(self):
        for number, bids in self.blueprints.items():
            if bids and number in self.shown:
                self.has[bids[0][0]]["won"].append(self.shown[number])
            for name, *_ in bids[1:]:
                self.has[name]["tokens"] += 1
        for place, (name, *_) in enumerate(self.advertising):
            for _ in range(max(0, 2 - place)):
                self._advance(self.has[name])
            self.has[name]["tokens"] += place >= 2
        for name, dice, _ in self.advertising:
            for _ in range(dice):
                self._approach(self.has[name])
        for me in self.has.values():
            me |= {"prestige": me["prestige"] + me["manor"], "manor": 0, "left": me["dice"]}
        self.blueprints, self.advertising = {number: [] for number in range(1, 7)}, []

    def _advance(self, me):
        if me["marker"] < len(self.box.track):
            me["prestige"] += self.box.track[me["marker"]]
            me["marker"] += 1
            _claim(me)

    @staticmethod
    def _approach(me):
        if me["bonus"]:
            nearest = min(range(len(me["bonus"])), key=lambda die: abs(me["bonus"][die] - me["marker"]))
            me["bonus"][nearest] += 1 if me["bonus"][nearest] < me["marker"] else -1
            _claim(me)

    def _end(self):
        rooms, colours = {}, {}
        for name, me in self.has.items():
            built = [room for tile, _, _ in me["tiles"][1:] for room in tile.rooms]
            rooms[name], colours[name] = len(built), self._colours(me, built)
            types = len({each.room.type for each in built})
            more = 3 * me["manor"] + me["tokens"] // 2 + self.box.diversity.get(types, 0)
            self.totals[name] = me["prestige"] + more
        counted = [rooms]
        for colour in {colour for each in colours.values() for colour in each}:
            counted.append({name: each.count(colour) for name, each in colours.items() if colour in each})
        for counts in counted:
            for name, bonus in _majority(counts).items():
                self.totals[name] += bonus
        worth = {name: (self.totals[name], rooms[name], -self.has[name]["unhappy"]) for name in self.names}
        self.winners = {name for name in self.names if worth[name] == max(worth.values())}

    def _colours(self, me, built):
        """The colours of all rooms, one each time; a Magic Room is one of each different colour of the rooms beside it."""
        doors = {side: room for tile in me["tiles"] for side, room in _doors(tile)}
        printed = {each.room.id: each.room.colours for each in built}
        beside = {id: set() for id in printed}
        for (x, y, side), room in doors.items():
            across, down = BEYOND[side]
            other = doors.get((x + across, y + down, CLOCKWISE[CLOCKWISE.index(side) - 2]))
            if room in beside and other in beside and other != room:
                beside[room].add(other)
        found = []
        for id, colours in printed.items():
            if "magic" in colours:
                colours = {colour for other in beside[id] for colour in printed[other]}  # noqa: PLW2901
            found += [colour for colour in colours if colour != "magic"]
        return found


def _bid(bids, bid):
    """Lays ``bid`` on those that lie, the first ahead, or adds it to the player's own."""
    mine = next((each for each in bids if each[0] == bid[0]), None)
    if mine is not None:
        bids.remove(mine)
        place, bid = len(bids), [bid[0], mine[1] + bid[1], bid[2]]
    place = next((place for place, other in enumerate(bids) if bid[1:] > other[1:]), len(bids))
    bids.insert(place, bid)


def _claim(me):
    """Bonus dice in the space of the marker are the player's."""
    me["dice"] += me["bonus"].count(me["marker"])
    me["bonus"] = [space for space in me["bonus"] if space != me["marker"]]


def _doors(placed):
    """Each door of a tile that lies, as the side of a cell, with its room."""
    tile, (across, down), turns = placed
    for each in tile.rooms:
        for x, y, side in each.doors:
            for _ in range(turns):
                x, y, side = -y, x, CLOCKWISE[(CLOCKWISE.index(side) + 1) % 4]  # noqa: PLW2901
            yield (x + across, y + down, str(side)), each.room.id


def _majority(counts):
    """12 for the most and 6 for the second; 8 or 4 each where tied, and no second beside a tie for the most."""
    ranks = sorted(set(counts.values()), reverse=True)
    ranked = [[name for name, number in counts.items() if number == rank] for rank in ranks]
    if len(ranked[0]) > 1:
        return dict.fromkeys(ranked[0], 8)
    second = ranked[1] if len(ranked) > 1 else []
    return {ranked[0][0]: 12} | dict.fromkeys(second, 6 if len(second) == 1 else 4)
