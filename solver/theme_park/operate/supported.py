"""What the solver does not optimise over yet: refused by name, never left out in silence."""

from collections.abc import Iterator

from models.shared.fault import Fault, FaultCode, pointer
from models.theme_park.cards import SkillKind
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.position import Position
from models.theme_park.rulings import Choice, Ruling
from solver.runtime.not_solved import NotSolvedYet
from solver.theme_park.operate.cpsat.encoded_cards import ENCODED
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.trivial_bounds import CARD_GAINS


def unsolved(position: Position) -> tuple[Fault, ...]:
    """Everything in ``position`` that the solver does not optimise over yet."""
    return (*_cards(position), *_bags(position), *_rulings(position))


def weighed_by_cpsat(tables: Tables) -> bool:
    """Whether CP-SAT's model knows all that may happen: it has no fares of what follows a roll."""
    return not (tables.chance and tables.fares_matter)


def refuse_unsolved(position: Position) -> None:
    """Raises NotSolvedYet where there is something in ``position`` that the solver does not optimise over yet."""
    parts = unsolved(position)
    if parts:
        raise NotSolvedYet(parts)


def _cards(position: Position) -> Iterator[Fault]:
    """Cards that CP-SAT or the limits without a search do not know: nothing could be proven with them."""
    for card in dict.fromkeys((*ENCODED.missing(position), *CARD_GAINS.missing(position))):
        yield Fault(pointer("park"), f"The solver does not weigh {card} yet; check and moves do.", FaultCode.NOT_SOLVED)


def _bags(position: Position) -> Iterator[Fault]:
    """A solo game's bag that swaps may empty: dice discarded do not return to it, and engines count them as if they did."""
    swaps = sum(skill is not None and skill.kind is SkillKind.SWAP_COLOUR for skill in position.mascots)
    bag = None if position.bag is None else dict(position.bag)
    if position.solo and bag is not None and any(bag.get(colour, 0) < swaps for colour in GUEST_COLOURS):
        detail = f"A solo game's bag with fewer than {swaps} dice of a colour is not weighed beside as many swaps; check and moves know it."
        yield Fault(pointer("bag"), detail, FaultCode.NOT_SOLVED)


def _rulings(position: Position) -> Iterator[Fault]:
    says = position.rulings.says
    if says(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ANY_STEP) and _more_than_turns_matter(position):
        yield _ruling(Ruling.TIMING_BETWEEN_OPERATIONS, Choice.ONLY_BETWEEN)
    tables = Tables(position)
    if tables.extras_apart and tables.extras_before_skill:
        yield _ruling(Ruling.MASCOT_TWO_CARDS_ONE_DIE, Choice.YES)


def _more_than_turns_matter(position: Position) -> bool:
    """Whether in the midst of an operation more than turning dice differs from what comes before or after.

    A die recoloured there may keep its pip where that is asked of the colour it counts as. A Guide there may make a move possible only where
    the Entrance is closed to some. A die that is discarded may pay a fare before by a Guide or a map.
    """
    tables, says = Tables(position), position.rulings.says
    closed = says(Ruling.MOVE_TO_ENTRANCE, Choice.NO) or says(Ruling.GUIDE_ENTRANCE, Choice.NO)
    return (
        tables.visits
        or (tables.keeps_pips and says(Ruling.ADMINISTRATOR_COLOUR_OF_DIE, Choice.ADJUSTED) and bool(position.mascots))
        or (tables.guides > 0 and closed)
        or (tables.fares_matter and (tables.guides > 0 or position.maps > 0))
    )


def _ruling(ruling: Ruling, choice: Choice) -> Fault:
    detail = f"With the cards and rulings at hand the solver knows {ruling} only as {choice}; check accepts both."
    return Fault(pointer("rules", "rulings", ruling), detail, FaultCode.NOT_SOLVED)
