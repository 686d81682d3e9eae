"""From the picks of a skill in a solution to the choices a player makes."""

from collections.abc import Callable

from models.theme_park.cards import SkillKind
from models.theme_park.operate.adjustments import turned
from models.theme_park.operate.moves import AdjustValue, SkillUse, Walk
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, guest_now
from solver.theme_park.operate.plan import Pick


def _by(position: Position, state: State, pick: Pick, pips: int) -> int:
    """Which way the die is turned."""
    now = guest_now(position, state, pick.guest)
    assert now is not None
    return pips if turned(position, now.value, pips) == pick.value else -pips


def _one_by_two(position: Position, state: State, picks: tuple[Pick, ...]) -> SkillUse:
    return SkillUse(guest=picks[0].guest, by=_by(position, state, picks[0], 2))


def _two_by_one(position: Position, state: State, picks: tuple[Pick, ...]) -> SkillUse:
    return SkillUse(guests=tuple(AdjustValue(pick.guest, _by(position, state, pick, 1)) for pick in picks))


def _walks(position: Position, state: State, picks: tuple[Pick, ...]) -> SkillUse:
    return SkillUse(moves=tuple(Walk(pick.guest, tile) for pick in picks for tile in pick.route))


USES: dict[SkillKind, Callable[[Position, State, tuple[Pick, ...]], SkillUse]] = {
    SkillKind.VALUE_BY_TWO: _one_by_two,
    SkillKind.TWO_FIVE: lambda position, state, picks: SkillUse(guest=picks[0].guest),
    SkillKind.TWO_BY_ONE: _two_by_one,
    SkillKind.REROLL: lambda position, state, picks: SkillUse(guest=picks[0].guest, result=picks[0].value),
    SkillKind.MONEY_PER_GUEST: lambda position, state, picks: SkillUse(),
    SkillKind.STARS_PER_GUEST: lambda position, state, picks: SkillUse(),
    SkillKind.MOVE_OUT: _walks,
    SkillKind.MOVE_IN: _walks,
    SkillKind.MOVE_TWO: lambda position, state, picks: SkillUse(guest=picks[0].guest, to=picks[0].route[-1]),
    SkillKind.SWAP_COLOUR: lambda position, state, picks: SkillUse(guest=picks[0].guest, to_colour=picks[0].colour),
}


def skill_use(position: Position, state: State, kind: SkillKind, picks: tuple[Pick, ...]) -> SkillUse:
    """The choices that do to the guests what ``picks`` say, in ``state``."""
    return USES[kind](position, state, picks)
