"""Mascots: each adjusts a die where it is placed, or uses its skill; Mascot cards add to every use."""

from collections.abc import Iterator
from itertools import product

from models.shared.phrases import count
from models.shared.rulebook import Broken, first_broken, rule
from models.theme_park.cards import Skill, Staff
from models.theme_park.guests import TileId
from models.theme_park.operate.adjustments import ADJUSTMENT_CHECKS, Adjusting, adjust, adjustment_candidates
from models.theme_park.operate.moves import AdjustColour, Adjustment, MascotMove
from models.theme_park.operate.phrases import guest_name, mascot_name, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.rules import OperateCheck, Rule
from models.theme_park.operate.skills import SKILL_CARDS, SKILL_CHECKS
from models.theme_park.operate.skills.card import Using
from models.theme_park.operate.state import State
from models.theme_park.operate.transition import Outcome, Played, by_checks
from models.theme_park.rulings import Choice, Ruling


def extras_allowed(position: Position, *, with_skill: bool = False) -> int:
    """Extra adjustments a use brings: one a Mascot card played (ruling ``mascot.extra-with-skill``)."""
    if with_skill and position.rulings.says(Ruling.MASCOT_EXTRA_WITH_SKILL, Choice.NO):
        return 0
    return position.played[Staff.MASCOT]


def adjustments_allowed(position: Position) -> int:
    """Adjustments a use without its skill brings: the mascot's own and the extras."""
    return 1 + extras_allowed(position)


def _name(move: MascotMove) -> str:
    return mascot_name(move.mascot).capitalize()


@rule(Rule.MASCOT_READY)
def the_mascot_is_ready(position: Position, state: State, move: MascotMove) -> str | None:
    """Each mascot is used once a round."""
    if not 0 <= move.mascot < len(state.mascots):
        has = count(len(state.mascots), "mascot") if state.mascots else "no mascot ready"
        return f"There is no {mascot_name(move.mascot)}: the park has {has}."
    if state.mascots[move.mascot]:
        return None
    return f"{_name(move)} has already been used this round."


@rule(Rule.MASCOT_USE)
def the_mascot_does_something(position: Position, state: State, move: MascotMove) -> str | None:
    """A mascot is placed to adjust a die or to use its skill."""
    if move.adjust or move.skill is not None:
        return None
    return f"{_name(move)} is placed on {tile_name(position, move.tile)} but adjusts nothing."


@rule(Rule.SKILL_CARD)
def the_mascot_stands_on_a_skill(position: Position, state: State, move: MascotMove) -> str | None:
    """Only a mascot on a skill card has a skill."""
    if move.skill is None or position.mascots[move.mascot] is not None:
        return None
    return f"{_name(move)} stands on no skill card and can only adjust a die."


@rule(Rule.MASCOT_EXTRA)
def extras_come_from_mascot_cards(position: Position, state: State, move: MascotMove) -> str | None:
    """Beyond the mascot's own adjustment or skill, each Mascot card played allows one adjustment."""
    own = move.skill is None
    allowed = own + extras_allowed(position)
    if len(move.adjust) <= allowed:
        return None
    cards = count(position.played[Staff.MASCOT], "Mascot card")
    with_skill = "" if own else " with its skill"
    return f"{_name(move)} makes {count(len(move.adjust), 'adjustment')}{with_skill}; with {cards} played it may make {allowed}."


@rule(Rule.MASCOT_EXTRA_WITH_SKILL)
def extras_join_a_skill(position: Position, state: State, move: MascotMove) -> str | None:
    """Only under the ruling ``mascot.extra-with-skill`` = no does a skill exclude extra adjustments."""
    if move.skill is None or len(move.adjust) <= extras_allowed(position, with_skill=True):
        return None
    return f"{_name(move)} used its skill, which leaves no extra adjustment under the ruling {Ruling.MASCOT_EXTRA_WITH_SKILL}."


@rule(Rule.MASCOT_EXTRA_ORDER)
def extras_come_after_the_skill(position: Position, state: State, move: MascotMove) -> str | None:
    """Extra adjustments follow the mascot's own use (ruling ``mascot.extra-order``)."""
    if move.skill_after == 0:
        return None
    if not 0 <= move.skill_after <= len(move.adjust) or move.skill is None:
        return (
            f"{_name(move)} cannot use its skill after {move.skill_after} of {count(len(move.adjust), 'adjustment')}."
        )
    if position.rulings.says(Ruling.MASCOT_EXTRA_ORDER, Choice.ANY):
        return None
    return f"{_name(move)} uses its skill first; extra adjustments come after it under the ruling {Ruling.MASCOT_EXTRA_ORDER}."


@rule(Rule.MASCOT_EXTRA_COLOUR)
def extras_may_change_colours(position: Position, state: State, move: MascotMove) -> str | None:
    """Only under the ruling ``mascot.two-cards-colour`` = no is one colour the most for the extras."""
    extras = move.adjust[1:] if move.skill is None else move.adjust
    colours = sum(isinstance(adjustment, AdjustColour) for adjustment in extras)
    if colours <= 1 or position.rulings.says(Ruling.MASCOT_TWO_CARDS_COLOUR, Choice.YES):
        return None
    return f"The extra adjustments of {mascot_name(move.mascot)} change {colours} colours; the ruling {Ruling.MASCOT_TWO_CARDS_COLOUR} allows one."


@rule(Rule.MASCOT_EXTRA_ONE_DIE)
def extras_may_share_a_die(position: Position, state: State, move: MascotMove) -> str | None:
    """Only under the ruling ``mascot.two-cards-one-die`` = no do extras on one die turn its value alone."""
    extras = move.adjust[1:] if move.skill is None else move.adjust
    for extra in extras:
        shared = isinstance(extra, AdjustColour) and sum(each.guest == extra.guest for each in extras) > 1
        if shared and position.rulings.says(Ruling.MASCOT_TWO_CARDS_ONE_DIE, Choice.NO):
            name = guest_name(position, state, extra.guest)
            return f"Both extra adjustments of {mascot_name(move.mascot)} are of {name} and one is its colour; the ruling {Ruling.MASCOT_TWO_CARDS_ONE_DIE} allows two dice, or the value of one die twice."
    return None


MASCOT_CHECKS: tuple[OperateCheck[MascotMove], ...] = (
    the_mascot_is_ready,
    the_mascot_does_something,
    the_mascot_stands_on_a_skill,
    extras_come_from_mascot_cards,
    extras_join_a_skill,
    extras_come_after_the_skill,
    extras_may_change_colours,
    extras_may_share_a_die,
)

Part = Adjusting | Using
"""One thing a mascot does; a use of a mascot is a few of them in order."""


def parts(position: Position, move: MascotMove) -> list[Part]:
    """What the mascot does, in order."""
    found: list[Part] = [Adjusting(move.tile, adjustment) for adjustment in move.adjust]
    if move.skill is not None:
        skill = position.mascots[move.mascot]
        assert skill is not None
        found.insert(move.skill_after, Using(skill, move.tile, move.skill))
    return found


def part_transition(position: Position, state: State, part: Part) -> Outcome:
    """What becomes of one part of a use."""
    if isinstance(part, Using):
        return by_checks(SKILL_CHECKS, SKILL_CARDS[part.skill.kind].use)(position, state, part)
    return ADJUSTING(position, state, part)


ADJUSTING = by_checks(ADJUSTMENT_CHECKS, adjust)


def mascot_transition(position: Position, state: State, move: MascotMove) -> Outcome:
    """What becomes of the use of a mascot, its parts taken in order."""
    broken = first_broken(MASCOT_CHECKS, position, state, move)
    if broken is not None:
        return broken
    done: list[Played] = []
    after = state
    for part in parts(position, move):
        outcome = part_transition(position, after, part)
        if isinstance(outcome, Broken):
            return outcome
        done.append(outcome)
        after = outcome.after
    ready = tuple(is_ready and index != move.mascot for index, is_ready in enumerate(after.mascots))
    return Played(state, move, after._replace(mascots=ready), tuple(done))


def mascot_candidates(position: Position, state: State) -> Iterator[MascotMove]:
    """Every use of a mascot worth checking."""
    for mascot, ready in enumerate(state.mascots):
        for tile in position.tiles if ready else ():
            single = list(adjustment_candidates(position, state, tile.id))
            for number in range(1, adjustments_allowed(position) + 1):
                for adjust_ in product(single, repeat=number):
                    yield MascotMove(mascot, tile.id, adjust_)
            skill = position.mascots[mascot]
            if skill is not None:
                yield from _skill_candidates(position, state, mascot, tile.id, skill)


def _skill_candidates(
    position: Position, state: State, mascot: int, tile: TileId, skill: Skill
) -> Iterator[MascotMove]:
    any_order = position.rulings.says(Ruling.MASCOT_EXTRA_ORDER, Choice.ANY)
    most = extras_allowed(position, with_skill=True)
    for use in SKILL_CARDS[skill.kind].candidates(position, state, tile):
        yield MascotMove(mascot, tile, (), use)
        extras = _extras(position, state, Using(skill, tile, use)) if most else []
        for number in range(1, most + 1):
            for adjust_ in product(extras, repeat=number):
                for before in range(number + 1) if any_order else (0,):
                    yield MascotMove(mascot, tile, adjust_, use, before)


def _extras(position: Position, state: State, item: Using) -> list[Adjustment]:
    """Adjustments worth checking before or after the skill."""
    found = dict.fromkeys(adjustment_candidates(position, state, item.tile))
    outcome = part_transition(position, state, item)
    if isinstance(outcome, Played):
        found |= dict.fromkeys(adjustment_candidates(position, outcome.after, item.tile))
    return list(found)
