"""The park as a phase begins, and the legal next moves, as text."""

from collections import Counter
from collections.abc import Iterable, Iterator

from api.theme_park.text.answers import wrapped
from api.theme_park.text.board import board
from api.theme_park.text.cell import legend
from models.shared.phrases import count, listing
from models.theme_park.operate.phrases import card_name, game_name, mascot_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep
from models.theme_park.operate.state import start


def park(position: Position, width: int) -> str:
    """The park as the phase begins, a key to the picture, what is at hand, and what to know of the round."""
    return "\n".join(
        [board(position, start(position), width), "", *wrapped(legend(position), width), *_at_hand(position, width)]
    )


def _at_hand(position: Position, width: int) -> list[str]:
    staff = [f"{card.replace('-', ' ')}{f' x {n}' if n > 1 else ''}" for card, n in Counter(position.staff).items()]
    parts = [
        f"{game_name(position).capitalize()} game, round {position.round}{' (the last)' if position.in_last_round else ''}",
        f"{count(position.maps, 'map')} and {count(len(position.mascots), 'mascot')} ready",
        *_used(position),
        f"staff played: {listing(staff) or 'none'}",
        f"${position.money}",
    ]
    return [line for part in ("; ".join(parts), *_cards(position)) for line in wrapped(f"{part}.", width)]


def _used(position: Position) -> Iterator[str]:
    if position.used_maps or position.used_mascots:
        yield f"{count(position.used_maps, 'map')} and {count(len(position.used_mascots), 'mascot')} used"


def _cards(position: Position) -> Iterator[str]:
    """What the full game and its expansions add to what is at hand."""
    if position.administrator is not None:
        yield f"Administrator: {card_name(position.administrator).replace('-', ' ')}"
    skills = [
        f"{mascot_name(number)} {card_name(skill).replace('-', ' ')}"
        for number, skill in enumerate(position.mascots)
        if skill
    ]
    if skills:
        yield f"Skills: {', '.join(skills)}"
    if position.expansions:
        yield f"Expansions: {listing(sorted(position.expansions))}"
    if position.bag is not None:
        yield f"In the bag: {listing(f'{number} {colour}' for colour, number in position.bag)}"


def moves_text(position: Position, steps: Iterable[OperateStep], width: int) -> Iterator[str]:
    """The park, the ids that moves name, and the legal next moves, numbered; chunk by chunk."""
    yield park(position, width)
    yield ""
    yield from wrapped("Tiles: " + ", ".join(f"{tile.id} {tile.name}" for tile in position.tiles), width)
    guests = [
        f"{guest.id} {guest.colour} {guest.value}{' VIP' if guest.vip else ''} on {guest.at}"
        for guest in position.guests
    ]
    yield from wrapped("Guests: " + (", ".join(guests) or "none"), width)
    for note in position.notes:
        yield from wrapped(note, width)
    yield ""
    number = 0
    for number, step in enumerate(steps, 1):
        yield from wrapped(step.text, width, f"{number:>3}. ")
    if not number:
        yield "No move is legal: the phase ends here."
