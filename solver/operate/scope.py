"""What the solver does not optimise over yet: refused by name, never left out in silence."""

from collections.abc import Iterator

from models.fault import Fault, FaultCode, pointer
from models.theme_park.cards import AdministratorKind, SkillKind, Staff
from models.theme_park.position import Position
from models.theme_park.rulings import Choice, Ruling


class NotSolvedYet(Exception):
    """The position holds what the solver does not optimise over; ``parts`` names all of it."""

    def __init__(self, parts: tuple[Fault, ...]) -> None:
        """Refuse because of ``parts``."""
        super().__init__("; ".join(part.detail for part in parts))
        self.parts = parts


def unsolved(position: Position) -> tuple[Fault, ...]:
    """Everything in ``position`` that the solver does not optimise over yet."""
    return (*_rulings(position), *_rerolls(position))


def _rulings(position: Position) -> Iterator[Fault]:
    says = position.rulings.says
    if says(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ANY_STEP):
        yield _ruling(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ONLY_BETWEEN)
    extras_meet_skills = Staff.MASCOT in position.played and any(position.mascots)
    if extras_meet_skills and says(Ruling.MASCOT_EXTRA_ORDER, Choice.ANY):
        yield _ruling(Ruling.MASCOT_EXTRA_ORDER, Choice.AFTER)


def _ruling(ruling: Ruling, choice: Choice) -> Fault:
    detail = f"The solver knows the ruling {ruling} only as {choice}; check accepts both."
    return Fault(pointer("rules", "rulings", ruling), detail, FaultCode.NOT_SOLVED)


def _rerolls(position: Position) -> Iterator[Fault]:
    for number, skill in enumerate(position.mascots):
        if skill is not None and skill.kind is SkillKind.REROLL:
            yield _chance(f"The skill {skill.kind}", "mascots", number, "skill")
    if position.administrator is not None and position.administrator.kind is AdministratorKind.REROLL:
        yield _chance(f"The administrator {position.administrator.kind}", "administrator")
    for tile in position.tiles:
        if any(slot.reroll for slot in tile.attraction.requirement.slots):
            yield _chance(f"The reroll symbol of {tile.name} ({tile.id})", "park", "tiles")


def _chance(what: str, *place: str | int) -> Fault:
    detail = f"{what} is decided by chance, which the solver does not weigh yet; check and moves accept it."
    return Fault(pointer(*place), detail, FaultCode.NOT_SOLVED)
