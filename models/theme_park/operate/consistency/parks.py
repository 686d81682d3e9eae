"""What makes a position inconsistent: of its tiles, guests, dice and cubes.

Each check looks at one thing and yields every fault of it; what is not known has none.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from models.shared.fault import named, shown
from models.shared.hexgrid import adjacency, hang_together
from models.shared.phrases import count
from models.theme_park.attraction import ENTRANCE_NAME, SPACES, STARTING, UPGRADES_OWNED, Upgrade, overprinted
from models.theme_park.catalogue import entrance
from models.theme_park.guests import GUEST_COLOURS, dice_of_each_colour
from models.theme_park.operate.consistency.cards import CARD_CHECKS
from models.theme_park.operate.consistency.inconsistency import Inconsistency, Inconsistent, InconsistentPosition, Place
from models.theme_park.operate.consistency.partial import PartialPosition, PartialTile, partial
from models.theme_park.operate.position import MOST_CUBES, Position
from models.theme_park.requirement import relation_fault


def inconsistencies(position: Position | PartialPosition) -> tuple[Inconsistency, ...]:
    """Every inconsistency of a position, or of what is known of one; none when it can be."""
    known = partial(position) if isinstance(position, Position) else position
    return tuple(found for check in CHECKS for found in check(known))


def require_consistent(position: Position) -> None:
    """Raises InconsistentPosition where a position cannot be."""
    found = inconsistencies(position)
    if found:
        raise InconsistentPosition(found)


def tile_ids_differ(park: PartialPosition) -> Iterator[Inconsistency]:
    """No two tiles share an id."""
    yield from _twice("tile", [(tile.index, tile.id) for tile in park.tiles], Inconsistent.TILE_ID_TWICE)


def guest_ids_differ(park: PartialPosition) -> Iterator[Inconsistency]:
    """No two guests share an id."""
    yield from _twice("guest", [(guest.index, guest.id) for guest in park.guests], Inconsistent.GUEST_ID_TWICE)


def _twice(kind: str, ids: list[tuple[int, str | None]], code: Inconsistent) -> Iterator[Inconsistency]:
    first: dict[str, int] = {}
    for index, name in ids:
        if name is None:
            continue
        if name in first:
            detail = (
                f"Found {shown(name)}, which is already the id of {kind} number {first[name]} (from 0); "
                f"accepted: an id that no other {kind} has."
            )
            yield Inconsistency((f"{kind}s", index, "id"), detail, code)
        first.setdefault(name, index)


def hexes_differ(park: PartialPosition) -> Iterator[Inconsistency]:
    """No two tiles lie on the same hex."""
    first: dict[tuple[int, int], PartialTile] = {}
    for tile in park.tiles:
        if tile.hex is None:
            continue
        if tile.hex in first:
            detail = (
                f"Found [{tile.hex.q}, {tile.hex.r}], the hex of tile {first[tile.hex].label}; "
                "accepted: a hex that no other tile lies on."
            )
            yield Inconsistency(_hex_of(tile), detail, Inconsistent.TILE_HEX_TAKEN)
        first.setdefault(tile.hex, tile)


def tiles_hang_together(park: PartialPosition) -> Iterator[Inconsistency]:
    """Every tile is reached from every other over shared edges (rulebook, Expand Park)."""
    places = {tile.index: tile.hex for tile in park.tiles if tile.hex is not None}
    if len(places) < max(2, len(park.tiles)):
        return  # a tile whose hex cannot be read may be the missing link
    if hang_together(places.values()):
        return
    import networkx as nx  # noqa: PLC0415 - a tenth of a second, which parks in order do without

    by_hex: dict[object, set[int]] = defaultdict(set)
    for index, place in places.items():
        by_hex[place].add(index)
    graph = adjacency({place: place for place in places.values()})
    parts = [{index for place in part for index in by_hex[place]} for part in nx.connected_components(graph)]
    entrances = {tile.index for tile in park.tiles if tile.is_entrance}
    main = max(parts, key=lambda part: (bool(part & entrances), len(part), -min(part)))
    here = named(tile.label for tile in park.tiles if tile.index in main)
    for part in sorted((part for part in parts if part is not main), key=min):
        cut_off = [tile for tile in park.tiles if tile.index in part]
        detail = (
            f"Found {'a tile' if len(cut_off) == 1 else 'tiles'} cut off from the rest of the park: "
            f"{named(tile.label for tile in cut_off)}; accepted: hexes that share an edge with the rest ({here})."
        )
        yield Inconsistency(_hex_of(cut_off[0]), detail, Inconsistent.PARK_CUT_OFF)


def tiles_keep_inside_the_outline(park: PartialPosition) -> Iterator[Inconsistency]:
    """Where the ruling ``board.boundary`` lists hexes, tiles lie on those."""
    for tile in park.tiles:
        if park.outline is not None and tile.hex is not None and tile.hex not in park.outline:
            listed = named(f"[{place.q}, {place.r}]" for place in sorted(park.outline))
            detail = (
                f"Found [{tile.hex.q}, {tile.hex.r}], which is outside the outline of the ruling board.boundary; "
                f"accepted: {listed}."
            )
            yield Inconsistency(_hex_of(tile), detail, Inconsistent.TILE_OUTSIDE)


def one_entrance(park: PartialPosition) -> Iterator[Inconsistency]:
    """A park has one Park Entrance, which lies on every park board."""
    entrances = [tile for tile in park.tiles if tile.is_entrance]
    for tile in entrances[1:]:
        detail = f"Found a second Park Entrance; accepted: one, and tile {entrances[0].label} already is it."
        yield Inconsistency(("tiles", tile.index, "attraction"), detail, Inconsistent.ENTRANCE_TWICE)
    if park.tiles and not entrances and all(tile.name is not None for tile in park.tiles):
        detail = (
            "Found no Park Entrance; accepted: one tile that is it, "
            f'the attraction "{entrance().slug}" or one inline with the name "{ENTRANCE_NAME}".'
        )
        yield Inconsistency(("tiles",), detail, Inconsistent.ENTRANCE_MISSING)


def upgrades_differ(park: PartialPosition) -> Iterator[Inconsistency]:
    """Each kind of upgrade lies at most once on a tile (rulebook, Install Upgrades)."""
    for tile in park.tiles:
        seen: set[str] = set()
        for index, upgrade in tile.upgrades:
            if upgrade in seen:
                detail = (
                    f"Found {shown(upgrade)} again on tile {tile.label}; accepted: each upgrade at most once on a tile."
                )
                yield Inconsistency(_upgrade_of(tile, index), detail, Inconsistent.UPGRADE_TWICE)
            seen.add(upgrade)


def upgrades_have_spaces(park: PartialPosition) -> Iterator[Inconsistency]:
    """An attraction has up to two spaces in which upgrades are installed (rulebook, Build Attraction)."""
    for tile in park.tiles:
        installed = {upgrade for _, upgrade in _installed(tile)}
        if len(installed) > SPACES:
            detail = (
                f"Found {len(installed)} upgrades on tile {tile.label}; "
                f"accepted: at most {SPACES}, as an attraction has up to {SPACES} spaces for them."
            )
            yield Inconsistency(("tiles", tile.index, "upgrades"), detail, Inconsistent.UPGRADES_ON_TILE)


def printed_upgrades_are_few(park: PartialPosition) -> Iterator[Inconsistency]:
    """Beside the Entrance upgrades are printed on starting attractions alone, and never more than there are spaces."""
    printed = {tile: _printed(tile) for tile in park.tiles}
    crowded, beyond = overprinted(printed)
    for tile in crowded:
        detail = (
            f"Found {len(printed[tile])} upgrades of tile {tile.label} that are not installed; "
            f"accepted: at most {SPACES} that are printed on it, the others among those installed."
        )
        yield Inconsistency(("tiles", tile.index, "installed"), detail, Inconsistent.PRINTED_UPGRADES)
    for tile in beyond:
        detail = (
            f"Found upgrades that are not installed on {STARTING + len(beyond)} tiles beside the Park Entrance; accepted: "
            f"printed ones on at most {STARTING}, as many as start there."
        )
        yield Inconsistency(("tiles", tile.index, "installed"), detail, Inconsistent.PRINTED_UPGRADES)


def _printed(tile: PartialTile) -> set[str]:
    """The upgrades printed on a tile that is not the Entrance."""
    if tile.installed is None or tile.is_entrance:
        return set()
    return {upgrade for _, upgrade in tile.upgrades} & set(Upgrade) - tile.installed


def installed_upgrades_lie_there(park: PartialPosition) -> Iterator[Inconsistency]:
    """What is said to be installed is among the upgrades of the tile."""
    for tile in park.tiles:
        lying = {upgrade for _, upgrade in tile.upgrades}
        for upgrade in sorted((tile.installed or frozenset()) & set(Upgrade) - lying):
            detail = f"Found {shown(upgrade)}, which is not among the upgrades of tile {tile.label}; accepted: {named(sorted(lying))}."
            yield Inconsistency(("tiles", tile.index, "installed"), detail, Inconsistent.UPGRADE_UNKNOWN)


def the_entrance_has_what_is_printed(park: PartialPosition) -> Iterator[Inconsistency]:
    """A generator and a merch kiosk are printed on the Park Entrance; a special effect is not."""
    for tile in park.tiles:
        for index, upgrade in tile.upgrades if tile.is_entrance and tile.installed is None else ():
            if upgrade == Upgrade.SPECIAL_EFFECT:
                printed = named(sorted(entrance().printed_upgrades))
                detail = (
                    f"Found {shown(upgrade)} on the Park Entrance; accepted: {printed}, which are printed on it, or "
                    '"installed" beside "upgrades", which says what of them is installed where a box prints more there.'
                )
                yield Inconsistency(_upgrade_of(tile, index), detail, Inconsistent.ENTRANCE_EFFECT)


def upgrades_suffice(park: PartialPosition) -> Iterator[Inconsistency]:
    """A player has three of each upgrade to install (rulebook, Setup, Improvements)."""
    placed: dict[str, list[tuple[PartialTile, int]]] = defaultdict(list)
    for tile in park.tiles:
        for index, upgrade in _installed(tile):
            placed[upgrade].append((tile, index))
    for upgrade, places in placed.items():
        for tile, index in places[UPGRADES_OWNED:]:
            detail = (
                f"Found {shown(upgrade)} on {len(places)} tiles, what is printed on the Park Entrance not counted; "
                f"accepted: on at most {UPGRADES_OWNED}, as many as a player has."
            )
            yield Inconsistency(_upgrade_of(tile, index), detail, Inconsistent.UPGRADES_IN_ALL)


def _installed(tile: PartialTile) -> Iterator[tuple[int, str]]:
    """The upgrades that lie on spaces of the tile, each once with its place in the list of upgrades."""
    for upgrade, index in {upgrade: index for index, upgrade in tile.upgrades}.items():
        if upgrade in set(Upgrade) and (
            upgrade in tile.installed if tile.installed is not None else not tile.is_entrance
        ):
            yield index, upgrade


def relations_have_their_slots(park: PartialPosition) -> Iterator[Inconsistency]:
    """``higher`` and ``lower`` compare the first slot with the second."""
    for tile in park.tiles:
        detail = None if tile.slots is None else relation_fault(tile.relation, tile.slots)
        if detail is not None:
            at = ("tiles", tile.index, "attraction", "requirement", "relation")
            yield Inconsistency(at, detail, Inconsistent.REQUIREMENT_RELATION)


def guests_stand_on_tiles(park: PartialPosition) -> Iterator[Inconsistency]:
    """Every guest is on a tile of the park."""
    tiles = dict.fromkeys(tile.id for tile in park.tiles if tile.id is not None)
    for guest in park.guests:
        if guest.at is not None and guest.at not in tiles:
            detail = f"Found {shown(guest.at)}, which is no tile of this park; accepted: {named(tiles)}."
            yield Inconsistency(("guests", guest.index, "at"), detail, Inconsistent.TILE_UNKNOWN)


def dice_suffice(park: PartialPosition) -> Iterator[Inconsistency]:
    """There are 21 dice of each colour, and nine in a solo game (rulebook, Components; Solo Rules, Set Up)."""
    number, most = Counter(guest.colour for guest in park.guests), dice_of_each_colour(solo=park.solo)
    whose = "a solo game" if park.solo else "the box"
    for colour in GUEST_COLOURS:
        if number[colour] > most:
            detail = f"Found {number[colour]} {colour} guests; accepted: at most {most}, {whose}'s {colour} dice."
            yield Inconsistency(("guests",), detail, Inconsistent.GUESTS_OF_COLOUR)
        elif number[colour] + park.bag.get(colour, 0) > most:
            detail = (
                f"Found {count(park.bag[colour], 'die')} beside {number[colour]} {colour} guests in the park; "
                f"accepted: 0 to {most - number[colour]}, as {whose} has {most} {colour} dice."
            )
            yield Inconsistency(("bag", colour), detail, Inconsistent.BAG_OF_COLOUR)


def cubes_lie_on_icons(park: PartialPosition) -> Iterator[Inconsistency]:
    """Cubes cover the icons of their tile; each Manager played may have brought one more."""
    tiles = {tile.id: tile for tile in reversed(park.tiles) if tile.id is not None}
    beyond = 0
    for tile, number in park.cubes.items():
        if tile not in tiles:
            detail = f"Found cubes on {shown(tile)}, which is no tile of this park; accepted: {named(sorted(tiles))}."
            yield Inconsistency(("cubes", tile), detail, Inconsistent.TILE_UNKNOWN)
            continue
        icons = tiles[tile].icons
        if icons is None:
            continue
        most = icons + park.managers
        beyond += max(0, number - icons)
        if number > most:
            why = f"{count(icons, 'operate icon')} and {count(park.managers, 'Manager')} played"
            detail = f"Found {count(number, 'cube')} on tile {tile}; accepted: 0 to {most} ({why})."
            yield Inconsistency(("cubes", tile), detail, Inconsistent.CUBES_ON_TILE)
            beyond -= number - most
    if beyond > park.managers:
        most_beyond = f"at most {park.managers}, one for each Manager played"
        detail = f"Found {count(beyond, 'cube')} beyond the operate icons; accepted: {most_beyond}."
        yield Inconsistency(("cubes",), detail, Inconsistent.CUBES_ON_TILE)


def cubes_suffice(park: PartialPosition) -> Iterator[Inconsistency]:
    """A player has 17 operate cubes (ruling ``cubes.limit``)."""
    placed = sum(park.cubes.values())
    if park.cubes_limited and placed > MOST_CUBES:
        detail = f'Found {placed} cubes in all; accepted: at most {MOST_CUBES}, unless the ruling cubes.limit is "no".'
        yield Inconsistency(("cubes",), detail, Inconsistent.CUBES_IN_ALL)


def _upgrade_of(tile: PartialTile, index: int) -> Place:
    return ("tiles", tile.index, "upgrades", index)


def _hex_of(tile: PartialTile) -> Place:
    return ("tiles", tile.index, "hex")


CHECKS: tuple[Callable[[PartialPosition], Iterator[Inconsistency]], ...] = (
    tile_ids_differ,
    hexes_differ,
    tiles_hang_together,
    tiles_keep_inside_the_outline,
    one_entrance,
    upgrades_differ,
    upgrades_have_spaces,
    printed_upgrades_are_few,
    installed_upgrades_lie_there,
    the_entrance_has_what_is_printed,
    upgrades_suffice,
    relations_have_their_slots,
    guest_ids_differ,
    guests_stand_on_tiles,
    dice_suffice,
    cubes_lie_on_icons,
    cubes_suffice,
    *CARD_CHECKS,
)
