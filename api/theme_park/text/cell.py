"""What a tile says in a few short lines of text."""

from api.text_layout import cut, packed
from models.theme_park.attraction import Innovation, Tile
from models.theme_park.guests import Colour, GuestId
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import GuestNow, State, cubes_on, guest_now, guests_on
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot

JOINERS = {
    Relation.ANY: "+",
    Relation.EQUAL: "=",
    Relation.CONSECUTIVE: "~",
    Relation.HIGHER: ">",
    Relation.LOWER: "<",
}
REROLL = "↻"
SYMBOL = "◆"
MARKS: dict[Innovation, str] = {
    Innovation.CABLE_CAR: "C",
    Innovation.PHOTO_BOOTH: "P",
    Innovation.STATUE_1: "S1",
    Innovation.STATUE_2: "S2",
    Innovation.STATUE_3: "S3",
}
"""What stands before the icons of a tile with an innovation."""


def legend(position: Position) -> str:
    """The key to the picture of this park; what only the full game has is told where it is there."""
    slots = [slot for tile in position.tiles for slot in tile.attraction.requirement.slots]
    keys = {
        "3★ stars a cube, +2★ with a special effect, $2 with a merch kiosk": True,
        "■ cube, □ free icon, two with a generator": True,
        "C cable car, P photo booth, S1 S2 S3 statue": any(tile.innovation for tile in position.tiles),
        "b4 a blue guest of value 4, y5>b a yellow 5 (as blue) for one operation": True,
        "v a VIP": bool(position.vips),
        "Y yellow; = equal, ~ consecutive, > higher, < lower": True,
        f"{REROLL} may be rerolled instead of pipped down": any(slot.reroll for slot in slots),
        f"{SYMBOL} a symbol of an administrator": any(slot.symbol for slot in slots),
    }
    return "; ".join(key for key, wanted in keys.items() if wanted)


def cell(position: Position, state: State, tile: Tile, width: int) -> list[str]:
    """The lines of one tile, none longer than ``width``."""
    return [
        title(tile, width),
        cut(requirement(tile.attraction.requirement, width), width),
        spread(yields(tile), icons(position, state, tile), width),
        *packed(guests(position, state, tile), width),
    ]


def title(tile: Tile, width: int) -> str:
    """The name, and the colour of the attraction as far as there is room; a bare name is a grey one."""
    colour = tile.attraction.colour
    if len(tile.name) + 1 + len(colour) <= width:
        return spread(tile.name, colour, width)
    return cut(tile.name, width) if colour is Colour.GREY else spread(tile.name, colour[0].upper(), width)


def spread(left: str, right: str, width: int) -> str:
    """``left`` and ``right`` at the two ends of a line; ``left`` is shortened."""
    room = max(1, width - len(right) - 1)
    return cut(f"{cut(left, room):<{room}} {right}", width)


def requirement(printed: Requirement, width: int) -> str:
    """The requirement: in words where they fit, else with letters for colours."""
    for long in (True, False):
        slots = [slot(each, long=long) for each in printed.slots]
        joiner = JOINERS[printed.relation]
        # "higher" and "lower" compare the first two dice only.
        joiners = [joiner, "+"] if printed.relation.ordered else [joiner] * len(slots)
        text = slots[0] + "".join(f" {between} {each}" for between, each in zip(joiners, slots[1:], strict=False))
        if len(text) <= width:
            return text
    return text.replace(" ", "")


def slot(printed: Slot, *, long: bool) -> str:
    """One die, such as "odd yellow" or "odd Y"."""
    names = {values: name for name, values in NAMED_VALUES.items()}
    colour = "" if printed.colour is None else printed.colour if long else printed.colour[0].upper()
    values = (
        "" if printed.values == ANY_VALUE else names.get(printed.values) or "/".join(map(str, sorted(printed.values)))
    )
    return (
        (" ".join(filter(None, (values, colour))) or "any")
        + REROLL * printed.reroll
        + SYMBOL * (printed.symbol is not None)
    )


def yields(tile: Tile) -> str:
    """Writes what a cube on the tile earns."""
    printed, effect = tile.stars_per_cube
    parts = [f"{printed}★", f"+{effect}★" if effect else "", f"${tile.money_per_cube}" if tile.money_per_cube else ""]
    return " ".join(filter(None, parts))


def icons(position: Position, state: State, tile: Tile) -> str:
    """The innovation's mark, cubes lying on the tile and icons still free."""
    cubes = cubes_on(position, state, tile.id)
    mark = "" if tile.innovation is None else f"{MARKS[tile.innovation]} "
    return mark + "■" * cubes + "□" * max(0, tile.icons - cubes)


def guests(position: Position, state: State, tile: Tile) -> list[str]:
    """The guests on the tile, in order of colour and value, the strongest first."""
    here = [(guest, guest_now(position, state, guest)) for guest in guests_on(position, state, tile.id)]
    inside = [(guest, now) for guest, now in here if now is not None]
    inside.sort(key=lambda pair: (pair[1].colour, -pair[1].value, pair[0]))
    return [die(position, guest, now) for guest, now in inside]


def die(position: Position, guest: GuestId, now: GuestNow) -> str:
    """A guest in two letters or a few more."""
    vip = position.guests[position.guest_index[guest]].vip
    return f"{now.colour[0]}{now.value}" + "v" * vip + (f">{now.treated_as[0]}" if now.treated_as else "")
