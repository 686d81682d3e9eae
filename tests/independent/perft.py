"""Counts legal sequences by brute force over position documents, written from the rulebook alone.

Plain dicts and lists, default rulings, introductory rules; it shares no code with the models.
Sections of the rulebook are named where their sentence is applied.
"""

from itertools import combinations, permutations

COLOURS = ("blue", "green", "yellow")
ALL = (1, 2, 3, 4, 5, 6)
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def count_sequences(document, depth):
    """How many sequences of exactly ``depth`` moves are legal in the park of ``document`` (attractions inline)."""
    return _count(_set_up(document), depth)


def _count(game, depth):
    if depth == 0:
        return 1
    return sum(_count(after, depth - 1) for after in _next(game))


def _set_up(document):
    tiles = {}
    for tile in document["park"]["tiles"]:
        wanted = tile["attraction"]["requirement"]
        tiles[tile["id"]] = {
            "at": tuple(tile["hex"]),
            "icons": 2 if "generator" in tile.get("upgrades", []) else 1,
            "dice": [(die.get("colour"), tuple(die.get("values", ALL))) for die in wanted["dice"]],
            "relation": wanted.get("relation", "any"),
        }
    for tile in tiles.values():
        around = {(tile["at"][0] + q, tile["at"][1] + r) for q, r in SIDES}
        tile["next"] = [name for name, other in tiles.items() if other["at"] in around]
    staff = document.get("staff", [])
    cubes = {name: document.get("cubes", {}).get(name, 0) for name in tiles}
    beyond = sum(max(0, cubes[name] - tile["icons"]) for name, tile in tiles.items())
    return {
        "tiles": tiles,
        "dice": {
            guest["id"]: {
                "colour": guest["colour"],
                "seen": guest["colour"],
                "value": guest["value"],
                "at": guest["at"],
            }
            for guest in document["park"]["guests"]
        },
        "cubes": cubes,
        "maps": document.get("maps", 0),
        "mascots": list(range(len(document.get("mascots", [])))),
        "guides": staff.count("guide"),
        "managers": max(0, staff.count("manager") - beyond),
        "adjustments": 1 + staff.count("mascot"),
    }


def _changed(game, guest=None, die=None, **parts):
    """A copy of ``game`` with parts replaced, and one die replaced or (None) discarded."""
    after = {**game, **parts}
    if guest is not None:
        after["dice"] = {name: old for name, old in after["dice"].items() if name != guest}
        if die is not None:
            after["dice"][guest] = die
    return after


def _next(game):
    yield from _maps(game)
    yield from _guides(game)
    yield from _mascots(game)
    yield from _operations(game)


def _maps(game):
    # Maps: each ready map moves one die to an adjacent attraction.
    if game["maps"]:
        for guest, die in game["dice"].items():
            for to in game["tiles"][die["at"]]["next"]:
                yield _changed(game, guest, {**die, "at": to}, maps=game["maps"] - 1)


def _guides(game):
    # Staff, Guide: any die from anywhere to any other attraction.
    if game["guides"]:
        for guest, die in game["dice"].items():
            for to in game["tiles"]:
                if to != die["at"]:
                    yield _changed(game, guest, {**die, "at": to}, guides=game["guides"] - 1)


def _mascots(game):
    # Mascots: adjust one die on its attraction; Staff, Mascot: one die (or the same) more for each card.
    for mascot in game["mascots"]:
        left = [other for other in game["mascots"] if other != mascot]
        for tile in game["tiles"]:
            reached = [game]
            for _ in range(game["adjustments"]):
                reached = [after for before in reached for after in _adjusted(before, tile)]
                for after in reached:
                    yield {**after, "mascots": left}


def _adjusted(game, tile):
    for guest, die in game["dice"].items():
        if die["at"] == tile:
            for value in (die["value"] - 1, die["value"] + 1):
                if value in ALL:
                    yield _changed(game, guest, {**die, "value": value})
            for colour in COLOURS:
                if colour != die["seen"]:
                    yield _changed(game, guest, {**die, "seen": colour})


def _operations(game):
    if sum(game["cubes"].values()) >= 17:  # Components: 17 operate cubes a player
        return
    for name, tile in game["tiles"].items():
        free = game["cubes"][name] < tile["icons"]  # Place Cube; Staff, Manager: none may be free
        if not free and not game["managers"]:
            continue
        here = [guest for guest, die in game["dice"].items() if die["at"] == name]
        for party in combinations(here, len(tile["dice"])):
            if _fits(tile, [game["dice"][guest] for guest in party]):
                cubes = {**game["cubes"], name: game["cubes"][name] + 1}
                paid = _changed(game, cubes=cubes, managers=game["managers"] - (not free))
                yield from _finished(paid, name, party)


def _finished(game, tile, party):
    # Pip Down: each die of the party loses one, a die at 1 is discarded; an adjusted colour ends here.
    for guest in party:
        die = game["dice"][guest]
        lower = {**die, "seen": die["colour"], "value": die["value"] - 1}
        game = _changed(game, guest, lower if die["value"] > 1 else None)
    left = [guest for guest in party if guest in game["dice"]]
    if not left:
        yield game
    for guest in left:  # Move Die: exactly one of them, to an adjacent attraction
        for to in game["tiles"][tile]["next"]:
            yield _changed(game, guest, {**game["dice"][guest], "at": to})


def _fits(tile, party):
    # Operation Requirements: one die for each element printed, colours and values as printed.
    for order in permutations(party):
        values = [die["value"] for die in order]
        printed = all(
            colour in (None, die["seen"]) and die["value"] in accepted
            for die, (colour, accepted) in zip(order, tile["dice"], strict=True)
        )
        if (
            printed
            and {
                "any": True,
                "equal": min(values) == max(values),
                "consecutive": len(set(values)) == len(values) == max(values) - min(values) + 1,
                "higher": len(values) > 1 and values[0] > values[1],
                "lower": len(values) > 1 and values[0] < values[1],
            }[tile["relation"]]
        ):
            return True
    return False
