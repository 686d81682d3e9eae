"""Mascots: adjusting dice where they are placed, or using the skill of their card."""

from tests.theme_park.independent.game import COLOURS, on, seen, turned, with_die
from tests.theme_park.independent.skills import uses


def mascots(game):
    """Mascots: each once, on any attraction; Staff, Mascot: each card adds one adjustment to every use."""
    for mascot in game["mascots"]:
        left = [other for other in game["mascots"] if other != mascot]
        for tile in game["tiles"]:
            for parts, after in [*_adjusting(game, tile), *_with_skill(game, tile, game["cards"][mascot])]:
                yield {"do": "mascot", "mascot": mascot, "tile": tile, **parts}, {**after, "mascots": left}


def _adjusting(game, tile):
    for number in range(1, game["extras"] + 2):
        for adjust, after in _adjusted(game, tile, number):
            if _colours_allowed(game, adjust[1:]):
                yield {"adjust": adjust}, after


def _with_skill(game, tile, card):
    # Mascots, Use skill; the ruling says whether Mascot cards add to it, and when.
    if card is None:
        return
    extras = game["extras"] if game["rulings"]["mascot.extra-with-skill"] == "yes" else 0
    any_order = game["rulings"]["mascot.extra-order"] == "any"
    for number in range(extras + 1):
        for first in range(number + 1 if any_order else 1):
            for before, ready in _adjusted(game, tile, first):
                for skill, done in uses(ready, tile, card):
                    for behind, after in _adjusted(done, tile, number - first):
                        parts = {"skill": skill, "adjust": before + behind}
                        if _colours_allowed(game, before + behind):
                            yield parts | ({"skill_after": first} if first else {}), after


def _colours_allowed(game, extras):
    colours = [adjustment["guest"] for adjustment in extras if "as" in adjustment]
    if len(colours) > 1 and game["rulings"]["mascot.two-cards-colour"] == "no":
        return False
    shared = len({adjustment["guest"] for adjustment in extras}) < len(extras)
    return not (shared and colours and game["rulings"]["mascot.two-cards-one-die"] == "no")


def _adjusted(game, tile, number):
    """Every ``number`` adjustments of dice on ``tile`` one after the other, and the park after them."""
    if number == 0:
        yield [], game
        return
    for adjustment, after in _one_adjustment(game, tile):
        for rest, end in _adjusted(after, tile, number - 1):
            yield [adjustment, *rest], end


def _one_adjustment(game, tile):
    for guest in on(game, tile):
        die = game["dice"][guest]
        for by in (1, -1):
            for value in turned(game, die["value"], by):
                yield {"guest": guest, "by": by}, with_die(game, guest, value=value)
        for colour in COLOURS:  # no sentence asks that it be another colour
            if colour != seen(die) or game["rulings"]["mascot.same-colour"] == "allow":
                treated = None if colour == die["colour"] else (colour, tile)
                yield {"guest": guest, "as": colour}, with_die(game, guest, treated=treated)
