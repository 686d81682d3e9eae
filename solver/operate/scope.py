"""What the solver does not optimise over yet: refused by name, never left out in silence."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.theme_park.cards import AdministratorKind, SkillKind, Staff
from models.theme_park.position import Position
from models.theme_park.rulings import Choice, Ruling


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A part of a position, by JSON pointer into the document, that the solver cannot weigh."""

    pointer: str
    detail: str


class NotSolvedYet(Exception):
    """The position holds what the solver does not optimise over; ``parts`` names all of it."""

    def __init__(self, parts: tuple[Unsolved, ...]) -> None:
        """Refuse because of ``parts``."""
        super().__init__("; ".join(part.detail for part in parts))
        self.parts = parts


def unsolved(position: Position) -> tuple[Unsolved, ...]:
    """Everything in ``position`` that the solver does not optimise over yet."""
    return (*_rulings(position), *_rerolls(position))


def _rulings(position: Position) -> Iterator[Unsolved]:
    says = position.rulings.says
    if says(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ANY_STEP):
        yield _ruling(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ONLY_BETWEEN)
    extras_meet_skills = Staff.MASCOT in position.played and any(position.mascots)
    if extras_meet_skills and says(Ruling.MASCOT_EXTRA_ORDER, Choice.ANY):
        yield _ruling(Ruling.MASCOT_EXTRA_ORDER, Choice.AFTER)


def _ruling(ruling: Ruling, choice: Choice) -> Unsolved:
    return Unsolved(
        f"/rules/rulings/{ruling}", f"The solver knows the ruling {ruling} only as {choice}; solve accepts that."
    )


def _rerolls(position: Position) -> Iterator[Unsolved]:
    by_chance = "is decided by chance, which the solver does not weigh yet; check and moves accept it"
    for number, skill in enumerate(position.mascots):
        if skill is not None and skill.kind is SkillKind.REROLL:
            yield Unsolved(f"/mascots/{number}/skill", f"The skill {skill.kind} {by_chance}.")
    if position.administrator is not None and position.administrator.kind is AdministratorKind.REROLL:
        yield Unsolved("/administrator", f"The administrator {position.administrator.kind} {by_chance}.")
    for tile in position.tiles:
        if any(slot.reroll for slot in tile.attraction.requirement.slots):
            yield Unsolved("/park/tiles", f"The reroll symbol of {tile.name} ({tile.id}) {by_chance}.")
