"""Names of things in sentences for players."""

from collections.abc import Iterable

from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.state import GuestNow, State, guest_now
from models.theme_park.position import Position


def tile_name(position: Position, tile: TileId) -> str:
    """The printed name; with the id where two tiles share a name."""
    name = position.tile[tile].name
    shared = sum(other.name == name for other in position.tiles) > 1
    return f"{name} ({tile})" if shared else name


def die(now: GuestNow) -> str:
    """A guest as players call it, such as "blue 4"."""
    return f"{now.counts_as} {now.value}"


def guest_name(position: Position, state: State, guest: GuestId) -> str:
    """A guest with its id, such as "blue 4 (g2)"."""
    now = guest_now(position, state, guest)
    if now is None:
        return f"{position.guests[position.guest_index[guest]].colour} guest {guest}"
    treated = f", treated as {now.treated_as}" if now.treated_as else ""
    return f"{now.colour} {now.value} ({guest}{treated})"


def mascot_name(index: int) -> str:
    """A mascot as players count them, from 1; documents count from 0."""
    return f"mascot {index + 1}"


def listing(words: Iterable[str], joiner: str = "and") -> str:
    """Words joined for a sentence: "a, b and c"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joiner} {items[-1]}"


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 die", "2 dice"."""
    plural = {"die": "dice"}.get(noun, f"{noun}s")
    return f"{number} {noun if number == 1 else plural}"
