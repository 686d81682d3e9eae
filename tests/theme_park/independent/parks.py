"""What happens to the guests of a park: they come, walk, operate, are turned, and leave (see ``whole_game``)."""

from tests.theme_park.independent.accounts import Accounts


class Parks(Accounts):
    """The accounts with what an Operate phase does to them; ``at_once``: stars, dollars and VIPs taken in it."""

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

    def ones_leave(self):
        """Value-1 dice leave, but for those put back in this Upkeep."""
        for name, me in self.has.items():
            for guest in [guest for guest, die in me["dice"].items() if die["value"] == 1 and not die.get("back")]:
                self.leave(name, guest)

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
