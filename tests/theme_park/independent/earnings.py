"""What the phase has earned: stars by where they come from, and dollars."""


def earned(game):
    """Upkeep, Earn Stars & Money; Administrators; what skills, VIPs and cable cars brought at once."""
    tiles, cubes = game["tiles"], game["cubes"]
    return {
        "cubes": sum(number * tiles[name]["stars"] for name, number in cubes.items()),
        "skills": game["skill_stars"],
        "vip": game["vip_stars"],
        "administrator": _administrator(game),
        "money": game["money"] + sum(number * tiles[name]["money"] for name, number in cubes.items()),
    }


def _administrator(game):
    # 1, 2 or 3 stars for 3, 4 or 5 different attractions of its colour, or for 6, 7 or 8 of any.
    card = game["administrator"]
    first = {"attractions-of-colour": 3, "attractions": 6}.get(card["kind"])
    if first is None:
        return 0
    entrance_too = game["rulings"]["administrator.counts-entrance"] == "yes"
    different = [
        name
        for name, tile in game["tiles"].items()
        if game["cubes"][name]
        and tile["colour"] == card.get("colour", tile["colour"])
        and (entrance_too or not tile["entrance"])
    ]
    return min(3, max(0, len(different) - first + 1))
