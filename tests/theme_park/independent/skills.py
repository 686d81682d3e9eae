"""Skills: what a mascot may do with its card on an attraction, as (the choices, the park after)."""

from itertools import combinations, product

from tests.theme_park.independent.game import ALL, COLOURS, on, turned, with_die
from tests.theme_park.independent.walking import gone, walks, within_two


def uses(game, tile, card):
    """Every use of ``card`` by a mascot on ``tile``."""
    yield from SKILLS[card["kind"]](game, tile, card.get("colour"))


def _of_colour(game, tile, colour):
    # The die itself has the colour; being treated as another is for an attraction's requirement only.
    return [guest for guest in on(game, tile) if game["dice"][guest]["colour"] == colour]


def _value_by_two(game, tile, colour):
    for guest, by in product(_of_colour(game, tile, colour), (2, -2)):
        for value in turned(game, game["dice"][guest]["value"], by):
            yield {"guest": guest, "by": by}, with_die(game, guest, value=value)


def _two_five(game, tile, colour):
    for guest in _of_colour(game, tile, colour):
        if game["dice"][guest]["value"] in (2, 5):
            yield {"guest": guest}, with_die(game, guest, value=7 - game["dice"][guest]["value"])


def _money(game, tile, colour):
    yield {}, {**game, "money": game["money"] + min(6, 2 * len(_of_colour(game, tile, colour)))}


def _stars(game, tile, colour):
    yield {}, {**game, "skill_stars": game["skill_stars"] + min(3, len(_of_colour(game, tile, colour)))}


def _two_by_one(game, tile, _):
    signs = [(1, 1), (-1, -1)]
    if game["rulings"]["skill.two-by-one-signs"] == "independent":
        signs += [(1, -1), (-1, 1)]
    for (one, other), (up, too) in product(combinations(on(game, tile), 2), signs):
        for first in turned(game, game["dice"][one]["value"], up):
            for second in turned(game, game["dice"][other]["value"], too):
                after = with_die(with_die(game, one, value=first), other, value=second)
                yield {"guests": [{"guest": one, "by": up}, {"guest": other, "by": too}]}, after


def _swap_colour(game, tile, _):
    for guest, to in product(on(game, tile), COLOURS):
        die, bag = game["dice"][guest], game["bag"]
        given = bag[to] > 0 if bag else game["rulings"]["skill.swap-from-bag"] == "allow"
        if to != die["colour"] and given:
            treated = None if die["treated"] and die["treated"][0] == to else die["treated"]
            after = with_die(game, guest, colour=to, treated=treated)
            if bag:
                after["bag"] = {**bag, to: bag[to] - 1, die["colour"]: bag[die["colour"]] + 1}
            yield {"guest": guest, "to_colour": to}, after


def _reroll(game, tile, colour):
    # Promo Pack: a VIP is not rerolled.
    for guest, result in product(_of_colour(game, tile, colour), ALL):
        if not game["dice"][guest]["vip"]:
            yield {"guest": guest, "result": result}, with_die(game, guest, value=result)


def _move_two(game, tile, _):
    for guest in on(game, tile):
        for to in within_two(game, tile):
            yield {"guest": guest, "to": to}, gone(game, guest, to)


def _move_out(game, tile, _):
    # A die of this attraction to an adjacent one; a second time from here, or by ruling the same die onward.
    for guest in on(game, tile):
        for to in walks(game, tile):
            first, after = {"guest": guest, "to": to}, gone(game, guest, to)
            yield {"moves": [first]}, after
            for other in [guest, *on(after, tile)]:
                if _may_be_second(game, guest, other):
                    for on_to in walks(after, after["dice"][other]["at"]):
                        yield {"moves": [first, {"guest": other, "to": on_to}]}, gone(after, other, on_to)


def _move_in(game, tile, _):
    # A die of an adjacent attraction to this one, or by cable car elsewhere; a second time, too.
    for first, after in _coming_in(game, tile):
        yield {"moves": [first]}, after
        for second, end in _coming_in(after, tile):
            both = game["rulings"]["skill.twice-same-die"] != "same-die"
            if both or first["guest"] == second["guest"]:
                yield {"moves": [first, second]}, end
    if game["rulings"]["skill.twice-same-die"] == "each-step-here":
        return
    # By the other rulings one die may also come in from two away: to an adjacent attraction and then here.
    for guest, die in game["dice"].items():
        for to in walks(game, die["at"]):
            first, after = {"guest": guest, "to": to}, gone(game, guest, to)
            here = {"guest": guest, "to": tile}
            by_the_way = first not in [move for move, _ in _coming_in(game, tile)]
            if die["at"] != tile and by_the_way and here in [move for move, _ in _coming_in(after, tile)]:
                yield {"moves": [first, here]}, gone(after, guest, tile)


def _coming_in(game, tile):
    for guest, die in game["dice"].items():
        origin = die["at"]
        if tile in game["tiles"][origin]["next"] and tile in walks(game, origin):
            for to in walks(game, origin):
                if to == tile or (game["tiles"][origin]["cable"] and game["tiles"][to]["cable"]):
                    yield {"guest": guest, "to": to}, gone(game, guest, to)


def _may_be_second(game, first, second):
    return {"each-step-here": first != second, "either": True, "same-die": first == second}[
        game["rulings"]["skill.twice-same-die"]
    ]


SKILLS = {
    "value-by-two": _value_by_two,
    "two-five": _two_five,
    "money-per-guest": _money,
    "stars-per-guest": _stars,
    "two-by-one": _two_by_one,
    "swap-colour": _swap_colour,
    "reroll": _reroll,
    "move-two": _move_two,
    "move-out": _move_out,
    "move-in": _move_in,
}
