"""Values as documents: what is loaded from the outcome equals the value dumped."""

from collections.abc import Iterable

from api.schemas.describing import Document
from api.theme_park.schemas.attraction import dump_attraction
from api.theme_park.schemas.cards import dump_card
from api.theme_park.schemas.moves import Do
from api.theme_park.schemas.position import VERSION
from api.theme_park.schemas.rules import dump_rulings
from models.theme_park.attraction import Tile
from models.theme_park.guests import Guest
from models.theme_park.operate.moves import (
    AdjustColour,
    Adjustment,
    GuideMove,
    MapMove,
    MascotMove,
    Move,
    OperateMove,
    SkillUse,
)
from models.theme_park.operate.position import Position


def dump_position(position: Position) -> Document:
    """The position document, with every optional field and attractions inline."""
    document: Document = {
        "version": VERSION,
        "rules": {**_game(position), "rulings": dump_rulings(position.rulings)},
        "park": dump_park(position.tiles, position.guests),
        "maps": position.maps,
        "mascots": [{"skill": dump_card(skill)} for skill in position.mascots],
        "staff": [card.value for card in position.staff],
        "administrator": dump_card(position.administrator),
        "money": position.money,
        "cubes": {str(tile): number for tile, number in position.cubes},
    }
    if position.bag is not None:
        document["bag"] = {colour.value: number for colour, number in position.bag}
    return document


def _game(position: Position) -> Document:
    return {
        "game": position.game.value,
        "round": position.round,
        "last_round": position.last_round,
        **({"solo": True} if position.solo else {}),
        **({"short": True} if position.short else {}),
        "expansions": sorted(expansion.value for expansion in position.expansions),
    }


def dump_park(tiles: Iterable[Tile], guests: Iterable[Guest]) -> Document:
    """The park of the position document."""
    return {"tiles": [dump_tile(tile) for tile in tiles], "guests": [dump_guest(guest) for guest in guests]}


def dump_tile(tile: Tile) -> Document:
    """A tile of the position document."""
    document: Document = {
        "id": tile.id,
        "hex": [tile.hex.q, tile.hex.r],
        "attraction": dump_attraction(tile.attraction),
        "upgrades": sorted(upgrade.value for upgrade in tile.upgrades),
    }
    if tile.innovation is not None:
        document["innovation"] = tile.innovation.value
    if tile.installed is not None:
        document["installed"] = sorted(upgrade.value for upgrade in tile.installed)
    return document


def dump_guest(guest: Guest) -> Document:
    """A guest of the position document."""
    document: Document = {"id": guest.id, "colour": guest.colour.value, "value": guest.value, "at": guest.at}
    return document | ({"vip": True} if guest.vip else {})


def dump_move(move: Move) -> Document:
    """A move document (models/theme_park/README.md, Moves)."""
    match move:
        case MapMove():
            return {"do": Do.MAP.value, "guest": move.guest, "to": move.to}
        case GuideMove():
            return {"do": Do.GUIDE.value, "guest": move.guest, "to": move.to}
        case MascotMove():
            return _mascot(move)
        case OperateMove():
            return _operate(move)


def _mascot(move: MascotMove) -> Document:
    document: Document = {"do": Do.MASCOT.value, "mascot": move.mascot, "tile": move.tile}
    if move.skill is not None:
        document["skill"] = _skill(move.skill)
    if move.skill_after:
        document["skill_after"] = move.skill_after
    return document | {"adjust": [_adjustment(adjustment) for adjustment in move.adjust]}


def _skill(use: SkillUse) -> Document:
    chosen = {"guest": use.guest, "by": use.by, "to": use.to, "to_colour": use.to_colour, "result": use.result}
    document: Document = {name: value for name, value in chosen.items() if value is not None}
    if use.to_colour is not None:
        document["to_colour"] = use.to_colour.value
    if use.guests:
        document["guests"] = [_adjustment(turn) for turn in use.guests]
    if use.moves:
        document["moves"] = [{"guest": walk.guest, "to": walk.to} for walk in use.moves]
    return document


def _operate(move: OperateMove) -> Document:
    document: Document = {
        "do": Do.OPERATE.value,
        "tile": move.tile,
        "party": list(move.party),
        "mover": move.mover,
        "to": move.to,
    }
    if move.manager:
        document["manager"] = True
    if move.keep is not None:
        document["keep"] = move.keep
    if move.rerolls:
        document["reroll"] = {str(guest): result for guest, result in move.rerolls}
    for name, asides in (("assembled", move.assembled), ("pipped", move.pipped)):
        if asides:
            document[name] = [dump_move(aside) for aside in asides]
    return document


def _adjustment(adjustment: Adjustment) -> Document:
    if isinstance(adjustment, AdjustColour):
        return {"guest": adjustment.guest, "as": adjustment.colour.value}
    return {"guest": adjustment.guest, "by": adjustment.by}
