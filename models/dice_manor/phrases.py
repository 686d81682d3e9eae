"""Words of messages and of told turns."""

from models.dice_manor.manor import Manor, Place


def room_text(room: str) -> str:
    """A room as messages name it."""
    return f'"{room}"'


def place_text(manor: Manor, place: Place) -> str:
    """A place as messages name it; its slot is told where the room has two."""
    if len(manor.by_id[place.room].slots) == 1:
        return room_text(place.room)
    return f"slot {place.slot} of {room_text(place.room)}"
