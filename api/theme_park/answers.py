"""Answers as documents (api/theme_park/README.md)."""

import platform
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from api.theme_park.matching_moves import continuations
from api.theme_park.schemas.dumping import (
    Document,
    dump_choice,
    dump_guest,
    dump_move,
    dump_position,
    dump_tile,
    rules_in_force,
)
from api.version import DISTRIBUTION, installed
from models.shared.deadline import Patience, TimeOver, within
from models.theme_park.guests import GUEST_COLOURS, Guest
from models.theme_park.operate.disputes import Comparison, Judgement, difference
from models.theme_park.operate.end_of_phase import constant_stars
from models.theme_park.operate.next_round import GAME_OVER, next_round
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, OperateVerdict, step
from models.theme_park.operate.skills.colours import in_bag
from models.theme_park.operate.state import State, start

if TYPE_CHECKING:
    from solver.theme_park.operate.result import Advice
    from solver.theme_park.operate.what_if import Gains, WhatIf

MOST_MOVES_LISTED = 5000
"""Next moves that a list holds at most: more than any park of a real game has."""
LISTING = Patience(work=1.0, seconds=5.0)
"""How long a list of next moves may take over HTTP; the command line has more."""
DISPUTING = Patience(work=1.0, seconds=5.0)
"""How long each half of what a dispute needs may take over HTTP."""


def solve_document(advice: "Advice") -> Document:
    """The answer to a solve request; stars and money are those of the replayed verdict."""
    settings, verdict = advice.settings, advice.verdict
    return {
        "status": advice.status.value,
        "stars": verdict.stars,
        "bound": advice.bound,
        "bound_by": None if advice.bound_by is None else advice.bound_by.value,
        "money": verdict.money,
        "objective": settings.objective.value,
        **_sequence(verdict),
        "alternatives": [
            {
                "stars": other.stars,
                "money": other.money,
                "difference": asdict(difference(advice.position, verdict, other)),
                **_sequence(other),
            }
            for other in advice.alternatives
        ],
        "breakdown": dict(verdict.breakdown),
        "upkeep": constant_stars(advice.position),
        "chance": _chance(advice),
        "score": number(advice.stages[0].value) if advice.stages else None,
        "stages": [
            {
                "name": stage.stage.value,
                "value": number(stage.value),
                "bound": None if stage.bound is None else number(stage.bound),
                "bound_by": None if stage.bound_by is None else stage.bound_by.value,
                "proven": stage.proven,
            }
            for stage in advice.stages
        ],
        **_end(advice.position, verdict.reached),
        "notes": [*advice.position.notes, *advice.notes],
        "seconds": round(advice.seconds, 3),
        "settings": asdict(settings) | {"objective": settings.objective.value, "engines": sorted(settings.engines)},
        "rules": rules_in_force(advice.position),
        "versions": dict(versions()),
    }


def _chance(advice: "Advice") -> Document | None:
    """Where a plan rerolls a die: at which step, what is expected, and how to go on for each result."""
    if advice.rolls_at is None:
        return None
    return {
        "rolls_at": advice.rolls_at,
        "expected": {stage.stage.value: number(stage.value) for stage in advice.stages},
        "branches": [
            {"result": result, "stars": branch.stars, "money": branch.money, **_sequence(branch)}
            for result, branch in enumerate(advice.branches, 1)
        ],
    }


def number(value: int | Fraction) -> int | float:
    """A number as JSON has it; expected values may be fractions."""
    return int(value) if value == int(value) else float(value)


def _sequence(verdict: OperateVerdict) -> Document:
    return {"moves": [dump_move(each.move) for each in verdict.steps], "texts": [each.text for each in verdict.steps]}


def check_document(judgement: Judgement) -> Document:
    """The referee's answer; ``park`` and what is left stand as after the last legal move, ``next`` as after Upkeep.

    After the last round ``next`` is null, ``over`` is true, and a note says that the game is over.
    """
    position, verdict = judgement.position, judgement.verdict
    follows = next_round(position, verdict.reached)
    violation = verdict.violation
    return {
        "legal": verdict.legal,
        "stars": verdict.stars,
        "money": verdict.money,
        "breakdown": dict(verdict.breakdown),
        "upkeep": constant_stars(position),
        "steps": [{**_step(each), "after": _now(position, each.after)} for each in verdict.steps],
        "violation": None if violation is None else asdict(violation),
        **_dispute(judgement),
        **_end(position, verdict.reached),
        "next": None if follows is None else dump_position(follows),
        "over": follows is None,
        "notes": [*position.notes, *([GAME_OVER] if follows is None else ())],
        "rules": rules_in_force(position),
    }


def _dispute(judgement: Judgement) -> Document:
    """What else could be; lists are empty where nothing is."""
    return {
        "instead": [{"move": dump_move(each.move), "text": each.text} for each in judgement.instead],
        "legal_under": [dump_choice(other.ruling, other.choice) for other in judgement.under if other.legal],
        "further_under": [
            {**dump_choice(other.ruling, other.choice), "step": other.step}
            for other in judgement.under
            if not other.legal
        ],
        "relies_on": [dump_choice(ruling, choice) for ruling, choice in judgement.relies_on],
        "more": judgement.cut,
    }


def comparison_document(comparison: Comparison) -> Document:
    """Two answers of the referee; differences are the second sequence's less the first's."""
    return {
        "sequences": [check_document(judgement) for judgement in comparison.judgements],
        "differ_at": comparison.differ_at,
        "difference": asdict(comparison.difference),
    }


def moves_document(
    position: Position,
    state: State | None = None,
    like: Document | None = None,
    most: int = MOST_MOVES_LISTED,
    patience: Patience | None = LISTING,
) -> Document:
    """Legal next moves with what they bring: at most ``most``, of those that continue ``like`` if that is given.

    ``more``: there may be others, as there were too many or the time was over.
    """
    before = start(position) if state is None else state
    listed: list[Document] = []
    more = False
    try:
        with within(patience):
            for move in continuations(position, before, like or {}):
                if len(listed) == most:
                    more = True
                    break
                listed.append(_step(step(position, before, move)))
    except TimeOver:
        more = True
    return {"moves": listed, "more": more, "notes": list(position.notes)}


def _step(each: OperateStep) -> Document:
    return {"move": dump_move(each.move), "stars": each.stars, "money": each.money, "text": each.text}


def _end(position: Position, state: State) -> Document:
    """The park in the position document's form, and everything else that changed."""
    now = _now(position, state)
    return {"park": {"tiles": [dump_tile(tile) for tile in position.tiles], "guests": now.pop("guests")}, **now}


def _now(position: Position, state: State) -> Document:
    """What changes in the phase: guests, what is left to use, cubes, the bag where it is known."""
    pairs = list(zip(position.guests, state.guests, strict=True))
    bag = (
        {}
        if position.bag is None
        else {"bag": {colour.value: in_bag(position, state, colour) for colour in GUEST_COLOURS}}
    )
    return {
        "guests": [
            dump_guest(Guest(guest.id, now.colour, now.value, now.at, guest.vip)) for guest, now in pairs if now
        ],
        "left": {
            "maps": state.maps,
            "mascots": [index for index, ready in enumerate(state.mascots) if ready],
            "guides": state.guides,
            "managers": state.managers,
        },
        "cubes": {tile.id: cubes for tile, cubes in zip(position.tiles, state.cubes, strict=True) if cubes},
        **bag,
        "discarded": [guest.id for guest, now in pairs if now is None],
        "treated_as": {guest.id: now.treated_as.value for guest, now in pairs if now and now.treated_as},
    }


@cache
def versions() -> Document:
    """What answered: this program, the solver behind it, Python."""
    return {**{name: installed(name) for name in (DISTRIBUTION, "ortools")}, "python": platform.python_version()}


def what_if_document(gains: "Gains") -> Document:
    """What one thing more brings, as far as it was weighed."""
    return {"what_if": [asdict(gain) for gain in gains.found]}


def weighed(document: Document) -> "tuple[WhatIf, ...]":
    """The things that such a document tells of."""
    from solver.theme_park.operate.what_if import Thing, WhatIf  # noqa: PLC0415  the search is loaded only where it is used

    return tuple(WhatIf(**{**each, "thing": Thing(each["thing"])}) for each in document.get("what_if", ()))
