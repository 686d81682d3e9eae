"""Both readings side by side: the same legal moves, and the same park after each of them."""

import json

from api.theme_park.schemas.moves import dump_move
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.phase import legal_moves, play
from models.theme_park.operate.skills.colours import in_bag
from models.theme_park.operate.state import GuestNow
from tests.theme_park.independent.earnings import earned
from tests.theme_park.independent.game import seen


def written(move):
    """A move document as text that is equal for equal moves."""
    return json.dumps(move, sort_keys=True)


def both_lists(position, state, reading):
    """The legal moves by their text as the models and as the other reading list them, each with what follows."""
    ours = [(written(dump_move(move)), move) for move in legal_moves(position, state)]
    theirs = [(written(move), after) for move, after in reading]
    assert len(dict(ours)) == len(ours), "the models list a move twice"
    assert len(dict(theirs)) == len(theirs), "the other reading lists a move twice"
    return dict(ours), dict(theirs)


def difference(ours, theirs):
    """A few moves that only one of the readings lists; empty when they agree."""
    return {
        side: sorted(only)[:5]
        for side, only in (("models only", ours.keys() - theirs.keys()), ("reading only", theirs.keys() - ours.keys()))
        if only
    }


def after_move(position, state, move):
    """The state that follows in the models, told in the words of the other reading."""
    return told(position, play(position, state, move))


def told(position, state):
    """A state of the models as the facts both readings know."""
    has = earnings(position, state)
    return {
        "dice": {
            guest.id: (now.colour.value, now.counts_as.value, now.value, now.at)
            for guest, now in zip(position.guests, state.guests, strict=True)
            if isinstance(now, GuestNow)
        },
        "bag": position.bag and {colour.value: in_bag(position, state, colour) for colour in GUEST_COLOURS},
        "cubes": {tile.id: number for tile, number in zip(position.tiles, state.cubes, strict=True)},
        "maps": state.maps,
        "mascots": [index for index, ready in enumerate(state.mascots) if ready],
        "guides": state.guides,
        "managers": state.managers,
        "earned": {
            "cubes": has.attractions + has.special_effects,
            "skills": has.skills,
            "vip": has.vip,
            "administrator": has.administrator,
            "money": has.money,
        },
    }


def told_by_reading(game):
    """A park of the other reading as the same facts."""
    at_hand = {name: game[name] for name in ("bag", "cubes", "maps", "mascots", "guides", "managers")}
    dice = {guest: (die["colour"], seen(die), die["value"], die["at"]) for guest, die in game["dice"].items()}
    return {"dice": dice, **at_hand, "earned": earned(game)}
