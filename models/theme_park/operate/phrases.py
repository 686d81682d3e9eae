"""Names of things in sentences for players."""

from models.theme_park.cards import Administrator, Skill, Staff
from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import GuestNow, State, guest_now


def tile_name(position: Position, tile: TileId) -> str:
    """The printed name; with the id where two tiles share a name."""
    name = position.tile[tile].name
    shared = sum(other.name == name for other in position.tiles) > 1
    return f"{name} ({tile})" if shared else name


def die(now: GuestNow) -> str:
    """A guest as players call it, such as "blue 4"; "yellow 5 (as blue)" where it is treated as another colour."""
    treated = f" (as {now.treated_as})" if now.treated_as else ""
    return f"{now.colour} {now.value}{treated}"


def guest_name(position: Position, state: State, guest: GuestId) -> str:
    """A guest with its id, such as "blue 4 (g2)"."""
    now = guest_now(position, state, guest)
    if now is None:
        return f"{position.guests[position.guest_index[guest]].colour} guest {guest}"
    return f"{die(now)} ({guest})"


def game_name(position: Position) -> str:
    """The game played: introductory, short or full."""
    return "short" if position.short else position.game.value


def mascot_name(index: int) -> str:
    """A mascot as players count them, from 1; documents count from 0."""
    return f"mascot {index + 1}"


def card_name(card: Administrator | Skill) -> str:
    """A card with the colour or symbol it shows, such as "keep-pips (blue)"."""
    shows = card.colour or (card.symbol if isinstance(card, Administrator) else None)
    return f"{card.kind}{f' ({shows})' if shows else ''}"


def spent(position: Position, card: Staff) -> str:
    """Why no ``card`` is left: "every Guide played has been used", or "no Guide was played this round"."""
    name = card.capitalize()
    return f"every {name} played has been used" if card in position.played else f"no {name} was played this round"
