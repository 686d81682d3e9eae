"""A separate reading of the game around the Operate phase: what is where, what is paid, what is earned.

Walks the document of a legal record and keeps its own books from the rulebook and the box's data file; it shares
no code with the models. It judges no move: it counts. ``books`` yields, before each event, what the event must say.
"""

from collections import Counter

from tests.theme_park.independent.parks import Parks


class Books(Parks):
    """The accounts with what every event does to them."""

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

    def prepare(self):
        """Value-1 dice leave, cards are passed; what the round did stays known until the next one begins."""
        self.ones_leave()
        passed = {}
        for index, name in enumerate(self.players):
            left = self.players[(index + 1) % len(self.players)]
            passed[left] = [card for card in self.has[name]["played"] if card != "consultant" and not self.solo]
        for name, me in self.has.items():
            me["hand"] += Counter(passed[name])

    def next_round(self):
        """What lasts a round is over."""
        self.round, self.begins = self.round + 1, False
        for me in self.has.values():
            me |= {"played": [], "lowered": 0, "cubes": Counter(), "at_once": (0, 0, 0), "gone": [], "round_stars": 0}
            for die in me["dice"].values():
                die.pop("back", None)

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
            self.prepare()
        for name, dice in self.monorails.items():
            if name not in self.taken:
                self.bag.update(colour for colour, _ in filter(None, dice))
        self.monorails, self.taken = {}, {}
        for name, dice in zip(self.monorail_values, event["dice"], strict=True):
            self.monorails[name] = [(die.split("-")[0], int(die.split("-")[1])) for die in dice]
            self.bag.subtract(colour for colour, _ in self.monorails[name])

    def _do_start_order(self, event):
        self.order = list(event["order"])

    def _do_start_board(self, event):
        for tile in self.boards[event["board"]]["tiles"]:
            self.start(event["by"], tile)

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
        self.begins = True

    def _do_plan(self, event):
        if self.begins:
            self.next_round()
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
        done = event.get("achieved", self.achieved(event["goal"]))
        self.tried = {**self.tried, event["goal"]: done}
        here = [self.tried[goal] for goal in self.goals[str(self.round)] if goal in self.tried]
        space = self.box["overlays"]["normal"]["spaces"][str(self.round)]["stars"]
        ruling = self.rulings.get("solo.goals-of-one-space", "each-failed-goal")
        times = here.count(False) if ruling == "each-failed-goal" else min(1, here.count(False))
        if ruling == "once-unless-covered" and True in here:
            times = 0
        self.red[self.round] = times * space
        if not done:
            self.failed += self.box["goals"][event["goal"]]["stars"]
        assert self.side_target is not None
        self.target = self.side_target + self.failed + sum(self.red.values())

    def close(self):
        """Value-1 dice leave before the end is scored; in the solo game nothing is left to do then."""
        if self.solo and self.round == self.rounds and self.rulings.get("solo.last-value-one") != "yes":
            return
        self.ones_leave()


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
