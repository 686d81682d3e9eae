"""Words of messages and of told turns."""

from collections.abc import Sequence

from models.dice_manor.manor import Manor, Place


def these(items: Sequence[object], word: str) -> str:
    """``items`` in a row, the last after ``word``; "nothing" when there are none."""
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return texts[0] if texts else "nothing"
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def room_text(room: str) -> str:
    """A room as messages name it."""
    return f'"{room}"'


def place_text(manor: Manor, place: Place) -> str:
    """A place as messages name it; its slot is told where the room has two."""
    if len(manor.by_id[place.room].slots) == 1:
        return room_text(place.room)
    return f"slot {place.slot} of {room_text(place.room)}"


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"
