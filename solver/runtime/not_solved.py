"""The refusal of a position that a solver does not weigh: of every game, so that whoever tells errors needs know none."""

from models.shared.fault import Fault


class NotSolvedYet(Exception):
    """The position holds what its solver does not optimise over; ``parts`` names all of it."""

    def __init__(self, parts: tuple[Fault, ...]) -> None:
        """Refuse because of ``parts``."""
        super().__init__("; ".join(part.detail for part in parts))
        self.parts = parts
