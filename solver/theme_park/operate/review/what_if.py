"""What one more map, mascot or pip would bring in stars, whatever else counts: what to buy before operating."""

import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from models.theme_park.guests import HIGHEST, GuestId
from models.theme_park.operate.end_of_phase import constant_stars
from models.theme_park.operate.phrases import die
from models.theme_park.operate.position import MOST_MAPS, MOST_MASCOTS, Position
from models.theme_park.operate.state import GuestNow
from solver.runtime.process import WarmProcess, lent_or_own
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.review.elsewhere import Elsewhere, Nobody
from solver.theme_park.operate.review.losses import Stars
from solver.theme_park.operate.search_process import PRELOAD
from solver.theme_park.operate.settings import Objective, Settings, Stage
from solver.theme_park.operate.supported import unsolved
from solver.theme_park.operate.trivial_bounds import upper_limit

SHARES = 3
"""The first of so many equal shares of the time is for the position as it is."""


class Thing(StrEnum):
    """What there may be one more of."""

    MAP = "map"
    MASCOT = "mascot"
    PIP = "pip"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One thing more, and the stars it brings by the sequences found; a pip is one on ``guest``.

    ``proven`` when the limits of both searches leave but that; otherwise what it truly brings lies from ``at_least`` to
    ``at_most``, None where nothing limits it. A pip that does harm brings 0, as one would rather not have it.
    """

    name: str
    gain: int
    proven: bool
    thing: Thing
    guest: GuestId | None
    at_least: int
    at_most: int | None


@dataclass(frozen=True, slots=True)
class Gains:
    """Things weighed so far, of ``things``; ``stopped``: by whoever asked, before all were."""

    found: tuple[WhatIf, ...]
    things: int
    stopped: bool = False


def what_if(
    advice: Advice,
    settings: Settings,
    child: WarmProcess | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[WhatIf, ...]:
    """Collects all that ``each_what_if`` yields."""
    return tuple(each_what_if(advice, settings, child, cancelled))


def weigh(
    position: Position,
    settings: Settings,
    child: WarmProcess,
    cancelled: Callable[[], bool] | None = None,
    on_progress: Callable[[Gains], None] = lambda _: None,
    known: Sequence[WhatIf] = (),
    elsewhere: Elsewhere | None = None,
) -> Gains:
    """The best of ``position`` as it is, then what each thing more brings, all within the time limit of ``settings``.

    ``on_progress`` hears of each thing that was weighed; ``known`` were before and are not weighed again.
    ``elsewhere``: others who search some of them meanwhile.
    """
    settings = replace(settings, objective=Objective.STARS)
    things, seconds = len(tuple(_one_more(position))), settings.time_limit
    share = None if seconds is None else seconds / SHARES
    rest = None if seconds is None or share is None else seconds - share
    others, names = elsewhere or Nobody(), frozenset(each.name for each in known)
    within = replace(settings, time_limit=rest)
    others.offer([(each, _shared(position, within, names)) for _, _, _, each in _changed(position, names)])
    as_it_is = advise(position, replace(settings, time_limit=share), child=child, cancelled=cancelled)
    found = list(known)
    on_progress(Gains(tuple(found), things))
    if as_it_is.status is not Status.CANCELLED:
        for gain in each_what_if(as_it_is, within, child, cancelled, names, others):
            found.append(gain)
            on_progress(Gains(tuple(found), things))
    return Gains(tuple(found), things, stopped=len(found) < things)


def each_what_if(
    advice: Advice,
    settings: Settings,
    child: WarmProcess | None = None,
    cancelled: Callable[[], bool] | None = None,
    but: Container[str] = (),
    elsewhere: Elsewhere | None = None,
) -> Iterator[WhatIf]:
    """What each thing more ``but`` those of these names brings over ``advice``; the time limit of ``settings`` is shared among the searches.

    Where that is no answer for the most stars, there is a search for it first. A thing that makes the park one that the solver does not
    weigh is limited without a search: what could be had without it can be had with it.

    They run in ``child``, or in one process of their own, until ``cancelled`` says so; those that others have begun
    ``elsewhere`` come last. Raises KeyboardInterrupt when Ctrl-C ends one of them.
    """
    others, is_known = elsewhere or Nobody(), advice.settings.objective is Objective.STARS
    share = _shared(advice.position, settings, but, more=0 if is_known else 1)

    def ends() -> bool:
        return cancelled is not None and cancelled()

    def searched(position: Position) -> _Stars | None:
        found = advise(position, share, child=warm, cancelled=cancelled)
        if found.status is not Status.CANCELLED:
            return _within(found.stages[0].value, found.stages[0].bound)
        if not ends():
            raise KeyboardInterrupt
        return None

    def with_more(position: Position, before: _Stars) -> _Stars | None:
        if unsolved(position):
            return before[0], upper_limit(position, Stage.STARS, settings.weights)
        return searched(position)

    with lent_or_own(child, PRELOAD) as warm:
        first = advice.stages[0]
        before = _within(first.value, first.bound) if is_known else searched(advice.position)
        begun = list[tuple[int, _Change]]()
        for place, change in enumerate(_changed(advice.position, but)):
            if before is None or ends():
                return
            if not others.take_back(place):
                begun.append((place, change))
                continue
            after = with_more(change[3], before)
            if after is None:
                return
            yield _gain(advice.position, before, change, after)
        for place, change in begun:
            found = others.wait(place, ends)
            if before is None or ends():
                return
            after = with_more(change[3], before) if found is None else _within(found.stars, found.most)
            if after is None or ends():
                return
            yield _gain(advice.position, before, change, after)


_Change: TypeAlias = tuple[str, Thing, GuestId | None, Position]

_Stars: TypeAlias = tuple[int, int | None]
"""The stars found and their upper bound; where dice may be rerolled they are expected ones, rounded outward to whole stars."""


def _within(found: Stars, most: Stars | None) -> _Stars:
    """In whole stars."""
    return math.floor(found), None if most is None else math.ceil(most)


def _changed(position: Position, but: Container[str]) -> tuple[_Change, ...]:
    return tuple(each for each in _one_more(position) if each[0] not in but)


def _shared(position: Position, settings: Settings, but: Container[str], more: int = 0) -> Settings:
    """The settings of each search for stars, of ``more`` besides those of things, so that all end within the time limit."""
    number, limit = len(_changed(position, but)) + more, settings.time_limit
    seconds = None if limit is None else limit / max(1, number)
    return replace(settings, objective=Objective.STARS, alternatives=0, time_limit=seconds)


def _gain(position: Position, before: _Stars, change: _Change, after: _Stars) -> WhatIf:
    """What a change of ``position`` brings, with the stars of Upkeep that nothing in the phase changes: an administrator pays for mascots owned."""
    name, thing, guest, changed = change
    (had, most_before), (found, most) = before, after
    in_any_case = sum(constant_stars(changed).values()) - sum(constant_stars(position).values())
    at_least = in_any_case + (0 if most_before is None else max(0, found - most_before))
    at_most = None if most is None else in_any_case + max(0, most - had)
    gain = in_any_case + max(0, found - had)
    return WhatIf(name, gain, at_least == at_most, thing, guest, at_least, at_most)


def _one_more(position: Position) -> Iterator[tuple[str, Thing, GuestId | None, Position]]:
    if position.maps_owned < MOST_MAPS:
        yield "one more map", Thing.MAP, None, replace(position, maps=position.maps + 1)
    if position.mascots_owned < MOST_MASCOTS:
        yield "one more mascot", Thing.MASCOT, None, replace(position, mascots=(*position.mascots, None))
    for guest in position.guests:
        if guest.value < HIGHEST:
            name = die(GuestNow(guest.at, guest.value, guest.colour))
            guests = tuple(
                replace(other, value=other.value + 1) if other.id == guest.id else other for other in position.guests
            )
            yield f"one more pip on {guest.id} ({name})", Thing.PIP, guest.id, replace(position, guests=guests)
