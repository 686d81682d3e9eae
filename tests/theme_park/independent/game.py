"""A park of the Operate phase as plain dicts, set up from a position document (attractions inline).

Written from the rulebook, the README of the game and the list of rulings; it shares no code with the
models. Sections of the rulebook are named where their sentence is applied.
"""

COLOURS = ("blue", "green", "yellow")
ALL = (1, 2, 3, 4, 5, 6)
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
DEFAULTS = {
    "party.size": "exact",
    "move.sole-kept-die": "must-move",
    "move.kept-die": "no",
    "move.rerolled-die": "yes",
    "value.bounds": "refuse",
    "mascot.colour-lasts": "next-operation-of-die",
    "mascot.same-colour": "allow",
    "mascot.extra-with-skill": "yes",
    "mascot.extra-order": "after",
    "mascot.two-cards-colour": "yes",
    "mascot.two-cards-one-die": "yes",
    "manager.twice-same-tile": "yes",
    "guide.entrance": "yes",
    "move.to-entrance": "yes",
    "cubes.limit": "yes",
    "administrator.counts-entrance": "yes",
    "administrator.colour-of-die": "printed",
    "administrator.reroll": "printed-symbol",
    "skill.twice-same-die": "each-step-here",
    "skill.up-to-two-away": "yes",
    "skill.two-by-one-signs": "independent",
    "skill.swap-from-bag": "allow",
    "vip.star": "yes",
}
"""Rulings that the Operate phase asks, with what holds unless a document says otherwise."""


def set_up(document):
    """The park as the phase begins: what is printed, what is at hand, what has been earned at once."""
    tiles = {tile["id"]: _tile(tile) for tile in document["park"]["tiles"]}
    for tile in tiles.values():
        around = {(tile["at"][0] + q, tile["at"][1] + r) for q, r in SIDES}
        tile["next"] = sorted(name for name, other in tiles.items() if other["at"] in around)
    staff = document.get("staff", [])
    cubes = {name: document.get("cubes", {}).get(name, 0) for name in tiles}
    beyond = sum(max(0, cubes[name] - tile["icons"]) for name, tile in tiles.items())
    bag = document.get("bag")
    return {
        "tiles": tiles,
        "rulings": DEFAULTS | document.get("rules", {}).get("rulings", {}),
        "administrator": document.get("administrator") or {"kind": None},
        "cards": [mascot["skill"] for mascot in document.get("mascots", [])],
        "extras": staff.count("mascot"),
        "dice": {guest["id"]: _die(guest) for guest in sorted(document["park"]["guests"], key=lambda each: each["id"])},
        "solo": document.get("rules", {}).get("solo", False),
        "bag": None if bag is None else {colour: bag.get(colour, 0) for colour in COLOURS},
        "cubes": cubes,
        "maps": document.get("maps", 0),
        "mascots": list(range(len(document.get("mascots", [])))),
        "guides": staff.count("guide"),
        "managers": max(0, staff.count("manager") - beyond),
        "money": 0,
        "skill_stars": 0,
        "vip_stars": 0,
    }


def _tile(tile):
    printed, upgrades = tile["attraction"], tile.get("upgrades", [])
    wanted = printed["requirement"]
    return {
        "at": tuple(tile["hex"]),
        "entrance": printed["name"] == "Park Entrance",
        "colour": printed["colour"],
        "stars": printed["stars"] + (2 if "special-effect" in upgrades else 0),
        "money": 2 if "merch-kiosk" in upgrades else 0,
        "icons": 2 if "generator" in upgrades else 1,
        "dice": [
            {
                "colour": die.get("colour"),
                "values": die.get("values", ALL),
                "reroll": die.get("reroll", False),
                "symbol": die.get("symbol"),
            }
            for die in wanted["dice"]
        ],
        "relation": wanted.get("relation", "any"),
        "cable": tile.get("innovation") == "cable-car",
        "booth": tile.get("innovation") == "photo-booth",
    }


def _die(guest):
    # treated: the colour a mascot lets the die count as, and the attraction that was done on.
    return {
        "colour": guest["colour"],
        "value": guest["value"],
        "at": guest["at"],
        "vip": guest.get("vip", False),
        "treated": None,
    }


def seen(die):
    """The colour that requirements see."""
    return die["treated"][0] if die["treated"] else die["colour"]


def with_die(game, guest, **parts):
    """A copy of ``game`` with one die changed."""
    return {**game, "dice": {**game["dice"], guest: {**game["dice"][guest], **parts}}}


def on(game, tile):
    """The guests on an attraction."""
    return [guest for guest, die in game["dice"].items() if die["at"] == tile]


def turned(game, value, by):
    """The value after turning, in a list that is empty when the die cannot be turned so far."""
    if value + by in ALL:
        return [value + by]
    return [(value + by - 1) % 6 + 1] if game["rulings"]["value.bounds"] == "wrap" else []
