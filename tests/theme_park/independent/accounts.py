"""What everybody has in a game, and what follows from it: prices, incomes, orders, stars (see ``whole_game``)."""

import json
from collections import Counter
from itertools import groupby
from pathlib import Path

CATALOGUE = Path(__file__).parents[3] / "fixtures" / "theme_park" / "catalogue"
COLOURS = ("blue", "green", "yellow")
DICE = {1: 9, 2: 11, 3: 16, 4: 21}
VALUES = {
    "consultant": 0,
    "ticket-agent": 1,
    "concierge": 2,
    "guide": 3,
    "mascot": 4,
    "builder": 5,
    "innovator": 5,
    "manager": 6,
    "chaperone": 7,
}
AWARDS = {1: [4], 2: [4, 0], 3: [6, 3, 0], 4: [8, 4, 2, 0]}


def box_data():
    """The made-up box as its file has it."""
    raw = json.loads((CATALOGUE / "made_up_box.json").read_text(encoding="utf-8"))
    return raw | {"tiles": {tile["id"]: tile for tile in raw["tiles"]}}


def flat(tile):
    """A starting attraction of a record with its facts beside its place, as the box's file has them."""
    return {**tile["attraction"], **{name: each for name, each in tile.items() if name != "attraction"}}


class Accounts:
    """Everybody's belongings at one moment of a record, and what an event must say there."""

    def __init__(self, document):
        head = document["game"]
        self.box = box_data()
        self.solo = head["variant"] == "solo"
        self.players = list(head["players"])
        self.rulings = head.get("rulings", {})
        self.rounds = 5 if head["variant"] in ("full", "solo") else 4
        self.full = head["variant"] != "introductory"
        expansions = head.get("expansions", [])
        number = DICE[1 if self.solo else len(self.players)]
        self.bag = Counter(dict.fromkeys(COLOURS, number))
        self.area: Counter[str] = Counter()
        self.monorail_values = self.box["monorails"][str(2 if self.solo else len(self.players))]
        self.monorails, self.taken = {}, {}
        self.round, self.order = 0, list(self.players)
        self.display, self.skills, self.pile = [], [], []
        cards = ["ticket-agent", "concierge", "guide", "mascot", "manager"]
        cards += ["innovator" if "innovations" in expansions else "builder"]
        cards += ["consultant", "chaperone"] if "promo" in expansions else []
        self.target = self.box["overlays"][head.get("overlay", "normal")]["target"] if self.solo else None
        rides = "cable-car" if "innovations" in expansions else None
        self.has = {name: self._player(Counter(cards * (2 if self.solo else 1)), rides) for name in self.players}
        self.boards = self.box["start_boards"]
        if not isinstance(document["printed"], str):  # facts given in the record: a board for everyone, or several
            self.target = document["printed"]["overlay"]["target"] if self.solo else None
            entered = document["printed"].get("start_boards", {})
            self.boards = {name: {"tiles": [flat(tile) for tile in board["tiles"]]} for name, board in entered.items()}
            for tile in document["printed"].get("start_board", {"tiles": []})["tiles"]:
                for name in self.players:
                    self.start(name, flat(tile))
        self.objectives, self.goals, self.settled, self.earned = [], {}, True, True
        self.begins, self.tried, self.red, self.failed = False, {}, {}, 0
        self.side_target = self.target

    def start(self, name, tile):
        """A starting attraction lies in a park from the first."""
        self.has[name]["tiles"][tile["id"]] = {**tile, "upgrades": set(tile["upgrades"]), "innovation": None}

    @staticmethod
    def _player(hand, rides):
        entrance = {"hex": [0, 0], "colour": "grey", "stars": 1, "income": 1, "amenity": None, "spaces": [2]}
        return {
            "money": 6,
            "stars": 0,
            "hand": hand,
            "played": [],
            "lowered": 0,
            "dice": {},
            "arrived": 0,
            "tiles": {"entrance": entrance | {"upgrades": {"generator", "merch-kiosk"}, "innovation": rides}},
            "installed": {},
            "maps": 3,
            "mascots": 1,
            "skills": [],
            "administrator": {"kind": None},
            "cubes": Counter(),
            "at_once": (0, 0, 0),
            "gone": [],
            "round_stars": 0,
        }

    def total(self, name):
        """The sum of the die values played."""
        total = sum(VALUES[card] for card in self.has[name]["played"]) - self.has[name]["lowered"]
        return max(0, total) if self.rulings.get("turn-sum.below-zero") == "floor-at-zero" else total

    def turn_order(self):
        """Lowest sum, fewest stars, reverse of before."""
        left = list(self.players)
        order = []
        while left:
            best = left[0]
            for other in left[1:]:
                mine, theirs = (
                    (self.total(best), self.has[best]["stars"]),
                    (self.total(other), self.has[other]["stars"]),
                )
                if theirs < mine or (theirs == mine and self.order.index(other) > self.order.index(best)):
                    best = other
            order.append(best)
            left.remove(best)
        return order

    def income(self, name):
        """Cards and tiles."""
        me = self.has[name]
        cards = sum(self.box["staff_money"][card] for card in me["played"])
        return cards + sum(tile["income"] for tile in me["tiles"].values())

    def price(self, event):  # noqa: PLR0911  one answer for each kind of event
        """What the event costs; None when it costs nothing by its kind."""
        me = self.has[event["by"]]
        administrator, played = me["administrator"]["kind"], Counter(me["played"])
        match event["do"]:
            case "build":
                return self.box["tiles"][event["tile"]]["cost"]
            case "recruit":
                return max(0, 5 - 2 * played["mascot"] - (2 if administrator == "cheaper-mascots" else 0))
            case "buy-map":
                return 1 if administrator == "cheaper-maps" else 3
            case "install":
                return max(0, me["tiles"][event["tile"]]["spaces"][event["space"]] - played["builder"])
            case "move-upgrade":
                there = me["tiles"][event["to"]]["spaces"][event["to_space"]]
                return there - me["tiles"][event["tile"]]["spaces"][event["space"]]
            case "innovate":
                spaces = me["tiles"][event["tile"]]["spaces"]
                dearest = self.rulings.get("innovation.cost") == "highest-space"
                more = {"statue-2": 1, "statue-3": 2}.get(event["innovation"], 0)
                return ((max if dearest else min)(spaces) if spaces else 0) + more
        return None

    def upkeep(self, name):
        """Stars and dollars of the round."""
        me = self.has[name]
        stars, money, _ = me["at_once"]
        operated, administrator = set(me["cubes"]), me["administrator"]
        for tile, cubes in me["cubes"].items():
            lying = me["tiles"][tile]
            stars += cubes * (lying["stars"] + (2 if "special-effect" in lying["upgrades"] else 0))
            money += cubes * (2 if "merch-kiosk" in lying["upgrades"] else 0)
        stars += sum(
            int(tile["innovation"][-1]) for tile in me["tiles"].values() if "statue" in (tile["innovation"] or "")
        )
        stars += me["at_once"][2]
        match administrator["kind"]:
            case "attractions":
                stars += sum(len(operated) >= number for number in (6, 7, 8))
            case "attractions-of-colour":
                colour = [tile for tile in operated if me["tiles"][tile]["colour"] == administrator["colour"]]
                stars += sum(len(colour) >= number for number in (3, 4, 5))
            case "mascots":
                stars += sum(me["mascots"] >= number for number in (2, 4, 5))
        return stars, money

    def objective(self):
        """The card of this round, or None."""
        if self.round < 3 or (self.solo and self.rulings.get("solo.objectives") != "goals-and-objectives"):
            return None
        return self.box["objectives"][self.objectives[self.round - 3]]

    def amount(self, name, measure):
        """How much of a quantity a player has."""
        me, colour = self.has[name], measure.get("colour")
        dice = [die for die in me["dice"].values() if colour in (None, die["colour"])]
        lying = {key: tile for key, tile in me["tiles"].items() if colour in (None, tile["colour"])}
        cubes = [me["cubes"][tile] for tile in lying]
        table = {
            "money": me["money"],
            "guests": len(dice),
            "pips": sum(die["value"] for die in dice),
            "stars-this-round": me["round_stars"],
            "stars": me["stars"],
            "operations": sum(cubes),
            "attractions-operated": sum(number > 0 for number in cubes),
            "operations-of-one": max(cubes, default=0),
            "attractions": len(lying),
            "upgrades": len(me["installed"]),
            "maps": me["maps"],
            "mascots": me["mascots"],
            "discarded": sum(colour in (None, gone) for gone in me["gone"]),
        }
        return table.get(measure["quantity"])

    def achieved(self, name):
        """Whether the solo player has achieved a goal; None where only the player can say."""
        goal = self.box["goals"][name]
        measure = goal["measure"]
        number = self.amount(self.players[0], measure)
        if measure["quantity"] == "discarded":  # Solo Rules, Discarding Dice: the whole discard area
            number = sum(dice for colour, dice in self.area.items() if measure.get("colour") in (None, colour))
        return None if number is None else goal.get("least", 0) <= number <= goal.get("most", number)

    def shares(self, amounts):
        """The stars of an objective."""
        card = self.objective()
        nothing = self.rulings.get("objective.nothing", "yes") == "yes"
        awards, stars, place = AWARDS[len(amounts)], {}, 0
        ranked = sorted(amounts, key=amounts.get, reverse=not card.get("fewest"))
        for number, group in groupby(ranked, key=amounts.get):
            tied = list(group)
            pot = sum(awards[place : place + len(tied)])
            place += len(tied)
            share = (pot + len(tied) - 1) // len(tied)
            for name in tied:
                stars[name] = share if number or nothing or card.get("fewest") else 0
        return stars

    def final(self, name):
        """Stars with those of the money."""
        me = self.has[name]
        return me["stars"] + me["money"] // (2 if me["administrator"]["kind"] == "money-worth-more" else 3)

    def winners(self):
        """Stars, guests, money."""
        if self.solo:
            return [name for name in self.players if self.final(name) > self.target]
        worth = {
            name: (self.final(name), len(self.has[name]["dice"]), self.has[name]["money"]) for name in self.players
        }
        return [name for name in self.players if worth[name] == max(worth.values())]

    def dice(self):
        """All dice by colour, wherever they are."""
        everywhere = Counter(self.bag) + self.area
        for me in self.has.values():
            everywhere.update(die["colour"] for die in me["dice"].values())
        for name, dice in self.monorails.items():
            if name not in self.taken:
                everywhere.update(colour for colour, _ in filter(None, dice))
        return everywhere
