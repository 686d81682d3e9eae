"""What cannot be read: where it stands, what was found, and what would be accepted there."""

from dataclasses import dataclass, replace

LONGEST_SHOWN = 30


@dataclass(frozen=True, slots=True)
class ShorthandFault:
    """One reason; ``column`` counts characters from 1, ``line`` lines from 1 where there are several.

    ``cell`` names the column of a table in its place.
    """

    found: str
    accepted: str
    column: int | None = None
    line: int | None = None
    cell: str | None = None

    def __str__(self) -> str:
        """All of it in one sentence."""
        places = [
            f"line {self.line}" if self.line is not None else "",
            f"column {self.column}" if self.column is not None and self.cell is None else "",
            f"“{self.cell}”" if self.cell is not None else "",
        ]
        where = ", ".join(place for place in places if place)
        told = f"{where}: {self.found}" if where else self.found
        return f"{told[:1].upper()}{told[1:]}; accepted: {self.accepted}."


class Unreadable(ValueError):
    """A text of which something cannot be read; ``faults`` has every reason."""

    def __init__(self, *faults: ShorthandFault) -> None:
        super().__init__(" ".join(map(str, faults)))
        self.faults = faults

    def moved(self, by: int) -> "Unreadable":
        """The same faults where the text began ``by`` characters later."""
        return Unreadable(
            *(fault if fault.column is None else replace(fault, column=fault.column + by) for fault in self.faults)
        )


def cannot_read(text: str, accepted: str, column: int | None = None) -> Unreadable:
    """The error that ``text`` is not what would be ``accepted`` there."""
    cut = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
    return Unreadable(ShorthandFault(f"“{cut}” cannot be read" if cut else "nothing is here", accepted, column))
