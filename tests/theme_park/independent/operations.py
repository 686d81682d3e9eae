"""Operating an attraction: place a cube, assemble a party, pip down, move one die."""

from itertools import combinations, permutations, product

from tests.theme_park.independent.game import ALL, on, seen
from tests.theme_park.independent.walking import gone, walks


def nothing(game):
    """What is used in the midst of an operation when nothing is: a list of moves and the park after them."""
    yield [], game


def operations(game, midst=nothing):
    """Every operation; ``midst`` says what may be used between its steps (ruling timing.between-operations)."""
    if sum(game["cubes"].values()) >= 17 and game["rulings"]["cubes.limit"] == "yes":
        return  # Components: 17 operate cubes a player
    for name in game["tiles"]:
        manager = game["cubes"][name] >= game["tiles"][name]["icons"]  # Place Cube
        if not manager or _managed(game, name):
            for party, fits in parties(game, name):
                for keep, reroll in _spared(game, name, party, fits):
                    move = {"do": "operate", "tile": name, "party": list(party)}
                    move |= {"manager": True} if manager else {}
                    move |= {"keep": keep} if keep else {}
                    move |= {"reroll": reroll} if reroll else {}
                    yield from _steps(game, move, midst)


def _managed(game, name):
    # Staff, Manager: an attraction with no available icon, each card once.
    again = game["cubes"][name] > game["tiles"][name]["icons"]
    return game["managers"] > 0 and not (again and game["rulings"]["manager.twice-same-tile"] == "no")


def parties(game, name):
    """Parties that fulfil the requirement, each with every way to do so: for each element its die."""
    size, here = len(game["tiles"][name]["dice"]), on(game, name)
    most = len(here) if game["rulings"]["party.size"] == "superset" else size
    for number in range(size, most + 1):
        for party in combinations(here, number):
            fits = [order for order in permutations(party, size) if _fits(game, name, order)]
            if fits:
                yield party, fits


def _fits(game, name, order):
    # Operation Requirements: one die for each element printed, colours and values as printed.
    tile, dice = game["tiles"][name], [game["dice"][guest] for guest in order]
    values = [die["value"] for die in dice]
    strange = sum(slot["colour"] not in (None, seen(die)) for slot, die in zip(tile["dice"], dice, strict=True))
    return (
        strange <= tile["booth"]  # Innovations, Photo Booth: one element that asks for a colour takes any
        and all(value in slot["values"] for slot, value in zip(tile["dice"], values, strict=True))
        and {
            "any": True,
            "equal": min(values) == max(values),
            "consecutive": len(set(values)) == len(values) == max(values) - min(values) + 1,
            "higher": len(values) > 1 and values[0] > values[1],
            "lower": len(values) > 1 and values[0] < values[1],
        }[tile["relation"]]
    )


def _spared(game, name, party, fits):
    """Which die keeps its pips and what the dice rerolled instead of pipped down show, in every way."""
    for keep in [None, *_keepable(game, name, party)]:
        free = [guest for guest in party if guest != keep and not game["dice"][guest]["vip"]]
        for number in range(len(free) + 1):
            for rerolled in combinations(free, number):
                if _symbols_suffice(game, name, fits, rerolled):
                    for results in product(ALL, repeat=number):
                        yield keep, dict(zip(rerolled, results, strict=True))


def _keepable(game, name, party):
    # Administrators, Operate: on attractions of its colour, one die of that colour.
    card = game["administrator"]
    if card["kind"] != "keep-pips" or game["tiles"][name]["colour"] != card["colour"]:
        return []
    printed = game["rulings"]["administrator.colour-of-die"] == "printed"
    dice = game["dice"]
    return [guest for guest in party if (dice[guest]["colour"] if printed else seen(dice[guest])) == card["colour"]]


def _symbols_suffice(game, name, fits, rerolled):
    # Surprises: the die of an element with the symbol of the attraction, or with that of the administrator.
    card = game["administrator"]
    ours = card["kind"] == "reroll"
    more = ours and game["rulings"]["administrator.reroll"] == "any-die"
    for order in fits:
        marked = {
            guest
            for slot, guest in zip(game["tiles"][name]["dice"], order, strict=True)
            if slot["reroll"] or (ours and slot["symbol"] and slot["symbol"] == card.get("symbol"))
        }
        if len(set(rerolled) - marked) <= more:
            return True
    return False


def _steps(game, move, midst):
    for assembled, ready in midst(game):
        for pipped, after in midst(_pipped_down(ready, move)):
            cubes = {**game["cubes"], move["tile"]: game["cubes"][move["tile"]] + 1}
            paid = {**after, "cubes": cubes, "managers": game["managers"] - move.get("manager", False)}
            added = ({"assembled": assembled} if assembled else {}) | ({"pipped": pipped} if pipped else {})
            left = _movers(paid, move)
            if not left:
                yield {**move, **added, "mover": None, "to": None}, paid
            for guest in left:  # Move Die: exactly one of them, to an adjacent attraction
                for to in walks(paid, paid["dice"][guest]["at"]):
                    yield {**move, **added, "mover": guest, "to": to}, gone(paid, guest, to)


def _pipped_down(game, move):
    """Pip Down: each die of the party loses one unless kept or rerolled; a die at 1 goes back to the bag, but in a solo game."""
    dice, bag, stars = {}, game["bag"], 0
    for guest, die in game["dice"].items():
        if guest in move["party"]:
            dice[guest] = {**die, "treated": None, "value": _value_after(guest, die, move)}
            if dice[guest]["value"] == 0:
                del dice[guest]
                bag = bag if game["solo"] else bag and {**bag, die["colour"]: bag[die["colour"]] + 1}
            # Promo Pack, VIP guest: a star each time it is used.
            stars += die["vip"] and (guest in dice or game["rulings"]["vip.star"] == "yes")
        else:
            dice[guest] = _left_out(game, die, move["tile"])
    return {**game, "dice": dice, "bag": bag, "vip_stars": game["vip_stars"] + stars}


def _value_after(guest, die, move):
    return die["value"] if guest == move.get("keep") else move.get("reroll", {}).get(guest, die["value"] - 1)


def _left_out(game, die, tile):
    ends = game["rulings"]["mascot.colour-lasts"] != "next-operation-of-die"
    return {**die, "treated": None} if ends and die["treated"] and die["treated"][1] == tile else die


def _movers(game, move):
    # Move Die: one of the dice pipped down; a single die must move, unless it was removed.
    rulings, left = game["rulings"], [guest for guest in move["party"] if guest in game["dice"]]
    kept, rerolled = move.get("keep"), move.get("reroll", {})
    if len(move["party"]) == 1:
        spared = kept in left or (rulings["move.rerolled-die"] == "no" and any(guest in rerolled for guest in left))
        return [] if spared and rulings["move.sole-kept-die"] == "stays" else left
    return [
        guest
        for guest in left
        if not (guest == kept and rulings["move.kept-die"] == "no")
        and not (guest in rerolled and rulings["move.rerolled-die"] == "no")
    ]
