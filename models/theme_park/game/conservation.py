"""Nothing is gained or lost: every component is somewhere, once."""

from models.theme_park.cards import Staff
from models.theme_park.game.dice import in_parks, on_monorails
from models.theme_park.game.state import MAP_TOKENS, Game
from models.theme_park.game.table import HAND_OF_SOLO
from models.theme_park.game.variant import Step
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.position import MOST_MASCOTS


class NotConserved(Exception):
    """Our own bookkeeping lost or made a component: a fault of this program, never of a record."""


def check_conserved(game: Game) -> None:
    """Raise NotConserved when any component is not where it must be."""
    wrong = [what for what, is_right in _accounts(game).items() if not is_right]
    if wrong:
        raise NotConserved(f"round {game.round}, {game.step}: {', '.join(wrong)}")


def _accounts(game: Game) -> dict[str, bool]:
    return {
        "dice": _dice(game),
        "tiles": _tiles(game),
        "staff cards": _staff(game),
        "skill cards": _skills(game),
        "maps": sum(player.maps for player in game.players) <= MAP_TOKENS,
        "mascots": all(player.mascots <= MOST_MASCOTS for player in game.players),
        "upgrades": all(player.left(each.upgrade) >= 0 for player in game.players for each in player.installed),
        "guests": all(len({guest.id for guest in player.guests}) == len(player.guests) for player in game.players),
        "money": all(player.money >= 0 for player in game.players),
    }


def _dice(game: Game) -> bool:
    piles = (game.bag, in_parks(game), on_monorails(game), game.discarded)
    must = game.table.dice_of_each_colour
    if min(map(min, piles)) < 0:
        return False
    return all(sum(pile.of(colour) for pile in piles) == must for colour in GUEST_COLOURS)


def _tiles(game: Game) -> bool:
    """Tiles of the stacks: what a park board shows is no part of them."""
    box = game.table.box
    built = [tile.id for player in game.players for tile in player.tiles if tile.id in box.tiles]
    lying = [*game.attractions, *game.discard_pile, *built]
    return len(set(lying)) == len(lying) and set(lying) == game.seen


def _staff(game: Game) -> bool:
    cards: list[Staff] = [*game.out_of_game]
    for player in game.players:
        cards += [*player.hand, *player.played]
    if game.table.chooses_hand:
        return game.step is Step.MAIN_BOARD or not game.players[0].hand or len(cards) == HAND_OF_SOLO
    return sorted(cards) == sorted(game.table.staff_set * game.table.sets_a_player * len(game.players))


def _skills(game: Game) -> bool:
    out = sum(len(player.skills) for player in game.players) + len(game.skills) + len(game.skill_discards)
    return out <= game.table.skill_deck
