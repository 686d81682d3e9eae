"""One sentence a move, as one player would say it to another."""

from collections.abc import Iterator

from models.shared.phrases import listing, plural
from models.theme_park.guests import GuestId
from models.theme_park.operate.moves import (
    AdjustColour,
    Adjustment,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    OperateMove,
)
from models.theme_park.operate.phrases import die, mascot_name, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills import SKILL_CARDS
from models.theme_park.operate.skills.card import Using
from models.theme_park.operate.state import State, guest_now
from models.theme_park.operate.transition import Played


def narrate(position: Position, played: Played) -> str:
    """What the legal move did, without its earnings."""
    before, move, after, _ = played
    match move:
        case MapMove():
            return f"Map: {_die(position, before, move.guest)} walks {_way(position, before, after, move.guest)}"
        case GuideMove():
            return f"Guide: {_die(position, before, move.guest)} is led {_way(position, before, after, move.guest)}"
        case MascotMove():
            return _mascot(position, played)
        case OperateMove():
            return _operation(position, before, move, after, _between(position, played))
    raise TypeError(f"{move} is no move of the phase")


def earned(stars: int, money: int) -> str:
    """The earnings of a step: "+4 stars, +$2", or "" when it earns nothing."""
    parts = []
    if stars:
        parts.append(f"{stars:+d} {plural(stars, 'star')}")
    if money:
        parts.append(f"+${money}")
    return ", ".join(parts)


def _die(position: Position, state: State, guest: GuestId) -> str:
    now = guest_now(position, state, guest)
    assert now is not None
    return die(now)


def _way(position: Position, before: State, after: State, guest: GuestId) -> str:
    origin, target = guest_now(position, before, guest), guest_now(position, after, guest)
    assert origin is not None
    assert target is not None
    return f"from {tile_name(position, origin.at)} to {tile_name(position, target.at)}"


def _mascot(position: Position, played: Played) -> str:
    move = played.done
    done = []
    for before, part, after, _ in played.parts:
        if isinstance(part, Using):
            done.append(SKILL_CARDS[part.skill.kind].says(position, before, part, after))
        else:
            done.append(_adjustment(position, before, part.change, after))
    return f"{mascot_name(move.mascot).capitalize()} on {tile_name(position, move.tile)}: {'; '.join(done)}"


def _adjustment(position: Position, before: State, adjustment: Adjustment, after: State) -> str:
    die_before = _die(position, before, adjustment.guest)
    match adjustment:
        case AdjustColour():
            return f"{die_before} is treated as {adjustment.colour} for one operation"
        case AdjustValue():
            return f"{die_before} becomes {_die(position, after, adjustment.guest)}"


def _operation(position: Position, before: State, move: OperateMove, after: State, between: Iterator[str]) -> str:
    party = listing(_die(position, before, guest) for guest in move.party)
    again = " again (Manager)" if move.manager else ""
    said = [f"Operate {tile_name(position, move.tile)}{again} with {party}"]
    said += between
    if move.keep is not None:
        said.append(f"{_die(position, before, move.keep)} keeps its pips")
    said += [f"{_die(position, before, guest)} is rerolled and shows {result}" for guest, result in move.rerolls]
    gone = [_die(position, before, guest) for guest in move.party if guest_now(position, after, guest) is None]
    if move.mover is not None and move.to is not None:
        said.append(f"{_die(position, after, move.mover)} walks to {tile_name(position, move.to)}")
    if gone:
        said.append(f"{listing(gone)} leave{'s' if len(gone) == 1 else ''} the park")
    return "; ".join(said)


def _between(position: Position, played: Played) -> Iterator[str]:
    """Sentences on what was used in the midst of the operation."""
    for number, used in enumerate(played.parts):
        when = "pipping down" if number < len(played.done.assembled) else "the move"
        yield f"before {when}, {narrate(position, used)}"
