"""Which events may come next, by whom, and with what: for forms, and for who writes a record by hand.

Nothing is decided here: what is listed was put before the judge as if it were the next event of the record.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from models.theme_park.game.events import DO, Build, Event, ScoreObjective
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.judging import judge, reach, untimely
from models.theme_park.game.next_events.candidates import AXES, candidates
from models.theme_park.game.next_events.templates import TEMPLATES, bonus_of, more_of
from models.theme_park.game.record.fields import FIELDS
from models.theme_park.game.record.fields import given as is_given
from models.theme_park.game.rules import GameBroken, GameRule
from models.theme_park.game.state import Game
from models.theme_park.game.steps import STEP_OF
from models.theme_park.game.variant import STEPS, Phase, Step


@dataclass(frozen=True, slots=True)
class NextEvent:
    """An event that may come next: its ``given`` fields, with any one value of each of ``choose``.

    ``fill``: fields to add, with what is accepted in words; ``may``: fields that may be added. Without ``fill`` every
    such event is legal.
    """

    kind: type[Event]
    by: PlayerId | None
    phase: Phase
    step: Step
    given: Mapping[str, Any] = field(default_factory=dict)
    choose: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    fill: Mapping[str, str] = field(default_factory=dict)
    may: Mapping[str, str] = field(default_factory=dict)


def next_events(game: Game) -> tuple[NextEvent, ...]:
    """Every event that may come next, in the order of the phases; steps that may end unsaid are passed over."""
    found: list[NextEvent] = []
    there = game
    for kind in sorted(DO.values(), key=lambda kind: _soonest(game, kind)):
        reached = reach(there, object.__new__(kind))  # where an event happens depends on its kind alone
        if not isinstance(reached, GameBroken):
            there = reached  # what comes later is reached from here too
            found += _filled(there, kind) if kind in TEMPLATES else _listed(there, kind)
    return tuple(found)


def _soonest(game: Game, kind: type[Event]) -> int:
    here = STEPS.index(game.step)
    return min((at for at in map(STEPS.index, STEP_OF[kind]) if at >= here), default=len(STEPS))


def _filled(game: Game, kind: type[Event]) -> Iterator[NextEvent]:
    """Events that chance or a whole sequence decides."""
    for template in TEMPLATES[kind](game):
        by = None if template.by is None else template.by.id
        if untimely(game, kind, by) is None:
            given = {} if by is None else {"by": by}
            yield NextEvent(kind, by, game.phase, game.step, given, template.choose, template.fill)


def _listed(game: Game, kind: type[Event]) -> Iterator[NextEvent]:
    """Events that can be listed, those alike but for one field together."""
    axis = AXES.get(kind)
    together: dict[tuple[Any, ...], tuple[NextEvent, list[Any]]] = {}
    for event in candidates(game, kind):
        broken = judge(game, event)
        must: dict[str, str] = {}
        if isinstance(broken, GameBroken):
            if broken.rule != GameRule.AMENITY_TAKEN or not isinstance(event, Build):
                continue
            must = bonus_of(game, event)  # by ruling it must be taken
        fixed = {
            name: getattr(event, name)
            for name, each in FIELDS[kind].items()
            if name != axis and is_given(event, name, each)
        }
        by = getattr(event, "by", None)
        may = {} if must else more_of(game, event)
        shown = NextEvent(kind, by, game.phase, game.step, fixed, {}, must, may)
        _, values = together.setdefault((*fixed.items(), *must.items(), *may.items()), (shown, []))
        values.append(None if axis is None else getattr(event, axis))
    for shown, values in together.values():
        choose = {} if axis is None or values == [None] else {axis: tuple(values)}
        yield NextEvent(shown.kind, shown.by, shown.phase, shown.step, shown.given, choose, shown.fill, shown.may)
    if kind is ScoreObjective and not together and untimely(game, kind, None) is None:
        told = "of each player what the objective counts, which is counted by hand"
        yield NextEvent(kind, None, game.phase, game.step, fill={"amounts": told})
