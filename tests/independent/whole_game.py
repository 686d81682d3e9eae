"""A separate reading of the game around the Operate phase: what is where, what is paid, what is earned.

Walks the document of a legal record and keeps its own books from the rulebook and the box's data file; it shares
no code with the models. It judges no move: it counts. ``books`` yields, before each event, what the event must say.
"""

import json
from collections import Counter
from itertools import groupby
from pathlib import Path

CATALOGUE = Path(__file__).parent.parent.parent / "fixtures" / "catalogue"
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
AWARDS = {2: [4, 0], 3: [6, 3, 0], 4: [8, 4, 2, 0]}


def box_data():
    """The made-up box as its file has it."""
    raw = json.loads((CATALOGUE / "made_up_box.json").read_text(encoding="utf-8"))
    return raw | {"tiles": {tile["id"]: tile for tile in raw["tiles"]}}


class Books:
    """Everybody's belongings at one moment of a record."""

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
        self.area = Counter()
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
        self.objectives, self.goals, self.settled, self.earned = [], {}, True, True

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

    # What an event must say.

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

    def price(self, event):  # noqa: PLR0911  one answer a kind of event  # noqa: PLR0911 - one answer for each kind of event
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
        if self.round < 3 or self.solo:
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

    # What an event does.

    def arrive(self, name, colour, value, vip=False):
        """A die comes to the Entrance."""
        me = self.has[name]
        me["arrived"] += 1
        me["dice"][f"g{me['arrived']}"] = {"colour": colour, "value": value, "at": "entrance", "vip": vip}

    def leave(self, name, guest):
        """A die leaves the park."""
        die = self.has[name]["dice"].pop(guest)
        self.has[name]["gone"].append(die["colour"])
        (self.area if self.solo else self.bag)[die["colour"]] += 1

    def settle(self):
        """Order and income, once the plans are announced."""
        if self.settled:
            return
        order = self.turn_order()
        for name in self.players:
            self.has[name]["money"] += self.income(name)
        self.order, self.settled = order, True

    def take(self):
        """Stars and money of Upkeep."""
        if self.earned:
            return
        for name, me in self.has.items():
            stars, money = self.upkeep(name)
            me["stars"] += stars
            me["money"] += money
            me["round_stars"] = stars
        self.earned = True

    def next_round(self):
        """Value-1 dice leave, cards are passed."""
        for name, me in self.has.items():
            for guest in [guest for guest, die in me["dice"].items() if die["value"] == 1 and not die.get("back")]:
                self.leave(name, guest)
        passed = {}
        for index, name in enumerate(self.players):
            left = self.players[(index + 1) % len(self.players)]
            passed[left] = [card for card in self.has[name]["played"] if card != "consultant" and not self.solo]
        for name, me in self.has.items():
            me["hand"] += Counter(passed[name])
            me |= {"played": [], "lowered": 0, "cubes": Counter(), "at_once": (0, 0, 0), "gone": [], "round_stars": 0}
            for die in me["dice"].values():
                die.pop("back", None)

    def operate(self, event):
        """Dice, cubes and what is earned at once."""
        me = self.has[event["by"]]
        for move in event["moves"]:
            self._move(event["by"], me, move)

    def _fare(self, me, origin, to):
        both = all(me["tiles"][tile]["innovation"] == "cable-car" for tile in (origin, to))
        if both and origin != to:
            stars, money, vips = me["at_once"]
            me["at_once"] = (stars, money + 1, vips)

    def _walk(self, me, guest, to):
        self._fare(me, me["dice"][guest]["at"], to)
        me["dice"][guest]["at"] = to

    def _move(self, name, me, move):
        match move["do"]:
            case "map" | "guide":
                self._walk(me, move["guest"], move["to"])
            case "mascot":
                self._skill(me, me["skills"][move["mascot"]] if move.get("skill") is not None else None, move)
                for change in move.get("adjust", []):
                    if "by" in change:
                        me["dice"][change["guest"]]["value"] += change["by"]
            case "operate":
                me["cubes"][move["tile"]] += 1
                stars, money, vips = me["at_once"]
                me["at_once"] = (stars, money, vips + sum(me["dice"][guest]["vip"] for guest in move["party"]))
                for guest in move["party"]:
                    die = me["dice"][guest]
                    if guest in move.get("reroll", {}):
                        die["value"] = move["reroll"][guest]
                    elif guest != move.get("keep"):
                        die["value"] -= 1
                if move.get("mover"):
                    self._walk(me, move["mover"], move["to"])
                for guest in [guest for guest in move["party"] if me["dice"][guest]["value"] == 0]:
                    self.leave(name, guest)

    def _skill(self, me, card, move):
        if card is None:
            return
        use, dice = move["skill"], me["dice"]
        here = sum(die["at"] == move["tile"] and die["colour"] == card.get("colour") for die in dice.values())
        stars, money, vips = me["at_once"]
        match card["kind"]:
            case "value-by-two":
                dice[use["guest"]]["value"] += use["by"]
            case "two-five":
                dice[use["guest"]]["value"] = 7 - dice[use["guest"]]["value"]
            case "money-per-guest":
                me["at_once"] = (stars, money + min(6, 2 * here), vips)
            case "stars-per-guest":
                me["at_once"] = (stars + min(3, here), money, vips)
            case "two-by-one":
                for turn in use["guests"]:
                    dice[turn["guest"]]["value"] += turn["by"]
            case "move-out" | "move-in":
                for walk in use["moves"]:
                    self._walk(me, walk["guest"], walk["to"])
            case "move-two":
                self._walk(me, use["guest"], use["to"])
            case "swap-colour":
                self.bag[use["to_colour"]] -= 1
                self.bag[dice[use["guest"]]["colour"]] += 1
                dice[use["guest"]]["colour"] = use["to_colour"]
            case "reroll":
                dice[use["guest"]]["value"] = use["result"]

    def do(self, event):
        """Everything that an event of a legal record does."""
        getattr(self, "_do_" + event["do"].replace("-", "_"), lambda event: None)(event)

    def _do_objectives(self, event):
        self.objectives = event["placed"]

    def _do_goals(self, event):
        self.goals = event["placed"]

    def _do_fill(self, event):
        if self.round:
            self.take()
            self.next_round()
        for name, dice in self.monorails.items():
            if name not in self.taken:
                self.bag.update(colour for colour, _ in filter(None, dice))
        self.monorails, self.taken = {}, {}
        for name, dice in zip(self.monorail_values, event["dice"], strict=True):
            self.monorails[name] = [(die.split("-")[0], int(die.split("-")[1])) for die in dice]
            self.bag.subtract(colour for colour, _ in self.monorails[name])

    def _do_start_order(self, event):
        self.order = list(event["order"])

    def _do_hand(self, event):
        self.has[event["by"]]["hand"] = Counter(event["staff"])

    def _do_administrator(self, event):
        self.has[event["by"]]["administrator"] = event["keep"]

    def _do_skill(self, event):
        self.has[event["by"]]["skills"] = [event["keep"]]

    def _lay(self, name, tile, place):
        printed = self.box["tiles"][tile]
        self.has[name]["tiles"][tile] = {**printed, "hex": place, "upgrades": set(), "innovation": None}

    def _do_first_attraction(self, event):
        self._lay(event["by"], event["keep"], event["hex"])

    def _do_display(self, event):
        self.pile += self.display
        self.display, self.skills = list(event["attractions"]), list(event.get("skills", []))
        self.round += 1

    def _do_plan(self, event):
        me = self.has[event["by"]]
        me["hand"] -= Counter(event["staff"])
        me["played"] = list(event["staff"])
        self.settled = False

    def _do_lower(self, event):
        self.has[event["by"]]["lowered"] = event["pips"]

    def _do_welcome(self, event):
        self.settle()
        self.earned = False
        dice = [list(die) for die in self.monorails[event["monorail"]]]
        for use in event.get("concierge", []):
            for boost in use:
                dice[boost["die"]][1] += boost["by"]
        for place, (colour, value) in enumerate(dice):
            self.arrive(event["by"], colour, value, place in event.get("vips", []))
        self.taken[event["monorail"]] = event["by"]

    def _do_extra_guest(self, event):
        self.arrive(event["by"], *self.monorails[event["monorail"]][event["die"]])
        self.monorails[event["monorail"]][event["die"]] = None

    def _pay(self, event):
        self.has[event["by"]]["money"] -= self.price(event)

    def _do_build(self, event):
        self._pay(event)
        self._lay(event["by"], event["tile"], event["hex"])
        self.display.remove(event["tile"])
        if "guest" in event:
            self.has[event["by"]]["dice"][event["guest"]]["value"] = event["value"]
        if "draw" in event:
            self.bag[event["draw"]] -= 1
            self.arrive(event["by"], event["draw"], 4)
        if "free" in event:
            self.pile.remove(event["free"])
            self._lay(event["by"], event["free"], event["free_hex"])

    def _do_recruit(self, event):
        self._pay(event)
        self.has[event["by"]]["mascots"] += 1
        if event.get("skill"):
            self.has[event["by"]]["skills"].append(event["skill"])
            self.skills.remove(event["skill"])

    def _do_buy_map(self, event):
        self._pay(event)
        self.has[event["by"]]["maps"] += 1

    def _do_install(self, event):
        self._pay(event)
        me = self.has[event["by"]]
        me["installed"][event["tile"], event["space"]] = event["upgrade"]
        me["tiles"][event["tile"]]["upgrades"].add(event["upgrade"])

    def _do_remove(self, event):
        me = self.has[event["by"]]
        me["tiles"][event["tile"]]["upgrades"].remove(me["installed"].pop((event["tile"], event["space"])))

    def _do_move_upgrade(self, event):
        self._pay(event)
        me = self.has[event["by"]]
        kind = me["installed"].pop((event["tile"], event["space"]))
        me["tiles"][event["tile"]]["upgrades"].remove(kind)
        me["installed"][event["to"], event["to_space"]] = kind
        me["tiles"][event["to"]]["upgrades"].add(kind)

    def _do_innovate(self, event):
        self._pay(event)
        self.has[event["by"]]["tiles"][event["tile"]]["innovation"] = event["innovation"]

    def _do_operate(self, event):
        self.operate(event)

    def _do_earn(self, event):
        self.take()

    def _do_objective(self, event):
        self.take()
        counted = {name: self.amount(name, self.objective()["measure"]) for name in self.players}
        amounts = event["amounts"] if None in counted.values() else counted
        for name, stars in self.shares(amounts).items():
            self.has[name]["stars"] += stars

    def _do_put_back(self, event):
        keeps = self.rulings.get("vip.put-back") != "loses-token"
        for each in event["guests"]:
            die = self.has[event["by"]]["dice"][each["guest"]]
            die |= {"value": each["value"], "at": "entrance", "vip": die["vip"] and keeps, "back": True}

    def _do_swap_staff(self, event):
        me = self.has[event["by"]]
        me["played"].remove(event["give"])
        me["played"].append(event["take"])
        me["hand"] = me["hand"] - Counter([event["take"]]) + Counter([event["give"]])
        me["administrator"] = {"kind": None}

    def _do_goal(self, event):
        if not event["achieved"]:
            goal = self.box["goals"][event["goal"]]
            self.target += goal["stars"] + self.box["overlays"]["normal"]["spaces"][str(self.round)]["stars"]

    def close(self):
        """Value-1 dice leave before the end is scored; in the solo game nothing is left to do then."""
        if self.solo and self.round == self.rounds and self.rulings.get("solo.last-value-one") != "yes":
            return
        for name, me in self.has.items():
            for guest in [guest for guest, die in me["dice"].items() if die["value"] == 1 and not die.get("back")]:
                self.leave(name, guest)

    def dice(self):
        """All dice by colour, wherever they are."""
        everywhere = Counter(self.bag) + self.area
        for me in self.has.values():
            everywhere.update(die["colour"] for die in me["dice"].values())
        for name, dice in self.monorails.items():
            if name not in self.taken:
                everywhere.update(colour for colour, _ in filter(None, dice))
        return everywhere


def books(document):
    """The books just before each event, and the event."""
    account = Books(document)
    for event in document["events"]:
        if event["do"] == "announce":
            pass
        elif event["do"] in ("welcome", "build"):
            account.settle()
        elif event["do"] in ("objective", "put-back", "swap-staff"):
            account.take()
        elif event["do"] == "goal" or event["do"] == "end":
            account.take()
            account.close()
        yield account, event
        account.do(event)


def overdrawn(document):
    """Whether a colour of dice is ever taken from a bag that does not hold it, as far as the books can be kept."""
    account = None
    for account, _ in books(document):
        if min(account.bag.values()) < 0:
            return True
    return account is not None and min(account.bag.values()) < 0
