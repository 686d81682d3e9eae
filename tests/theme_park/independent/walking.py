"""Moving dice: on foot, by cable car, with maps and guides."""

from tests.theme_park.independent.game import with_die


def walks(game, origin):
    """Where a die may be moved from ``origin`` when the rule says: to an adjacent attraction."""
    return [to for to in _in_reach(game, origin, game["tiles"][origin]["next"]) if not _shut(game, to)]


def within_two(game, origin):
    """Where it may be moved when the rule says: up to two attractions away."""
    tiles = game["tiles"]
    if game["rulings"]["skill.up-to-two-away"] == "yes":
        near = {far for step in tiles[origin]["next"] for far in (step, *tiles[step]["next"])}
    else:
        near = {name for name in tiles if _hexes_between(tiles[origin]["at"], tiles[name]["at"]) <= 2}
    return [to for to in _in_reach(game, origin, near) if not _shut(game, to)]


def _hexes_between(one, other):
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def _in_reach(game, origin, near):
    # Innovations, Cable car: by any means, instead to any other attraction with a cable car.
    cars = {name for name, tile in game["tiles"].items() if tile["cable"]}
    return sorted((set(near) | (cars if origin in cars else set())) - {origin})


def _shut(game, to):
    return game["rulings"]["move.to-entrance"] == "no" and game["tiles"][to]["entrance"]


def gone(game, guest, to):
    """The park after a die was moved; from one cable car to another gains $1 at once."""
    origin = game["dice"][guest]["at"]
    ride = game["tiles"][origin]["cable"] and game["tiles"][to]["cable"]
    # Adjust colour: for the operation of the attraction it was given on, by one ruling.
    left_behind = {"treated": None} if game["rulings"]["mascot.colour-lasts"] == "only-on-its-tile" else {}
    return {**with_die(game, guest, at=to, **left_behind), "money": game["money"] + ride}


def maps(game):
    """Maps: each ready map moves one die to an adjacent attraction."""
    if game["maps"]:
        for guest, die in game["dice"].items():
            for to in walks(game, die["at"]):
                after = gone({**game, "maps": game["maps"] - 1}, guest, to)
                yield {"do": "map", "guest": guest, "to": to}, after


def guides(game):
    """Staff, Guide: any die from anywhere to any other attraction."""
    if game["guides"]:
        for guest, die in game["dice"].items():
            for to in game["tiles"]:
                if to != die["at"] and not _closed_to_guides(game, die["at"], to):
                    after = gone({**game, "guides": game["guides"] - 1}, guest, to)
                    yield {"do": "guide", "guest": guest, "to": to}, after


def _closed_to_guides(game, origin, to):
    return game["rulings"]["guide.entrance"] == "no" and (
        game["tiles"][origin]["entrance"] or game["tiles"][to]["entrance"]
    )
