"""What one more map, mascot or pip would bring: what to buy before operating."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.theme_park.guests import HIGHEST
from models.theme_park.operate.state import GuestNow
from models.theme_park.position import MOST_MAPS, MOST_MASCOTS, Position
from models.theme_park.wording import die
from solver.operate.advice import Advice, Settings, Status
from solver.operate.advisor import advise
from solver.operate.child import WarmChild, lent_or_own


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One thing more, and the stars it brings; ``proven`` when both searches proved their stars."""

    name: str
    gain: int
    proven: bool


def what_if(advice: Advice, settings: Settings, child: WarmChild | None = None) -> tuple[WhatIf, ...]:
    """All of ``each_what_if``."""
    return tuple(each_what_if(advice, settings, child))


def each_what_if(advice: Advice, settings: Settings, child: WarmChild | None = None) -> Iterator[WhatIf]:
    """What each thing more brings over ``advice``; the time limit of ``settings`` is shared among the searches.

    They run in ``child``, or in one process of their own. Raises KeyboardInterrupt when Ctrl-C ends one of them.
    """
    changed = tuple(_one_more(advice.position))
    limit = settings.time_limit
    share = replace(settings, alternatives=0, time_limit=None if limit is None else limit / max(1, len(changed)))
    with lent_or_own(child) as warm:
        for name, position in changed:
            other = advise(position, share, child=warm)
            if other.status is Status.CANCELLED:
                raise KeyboardInterrupt
            proven = _proven(advice) and _proven(other)
            yield WhatIf(name, max(0, other.verdict.stars - advice.verdict.stars), proven)


def _proven(advice: Advice) -> bool:
    return advice.verdict.stars == advice.bound


def _one_more(position: Position) -> Iterator[tuple[str, Position]]:
    if position.maps < MOST_MAPS:
        yield "one more map", replace(position, maps=position.maps + 1)
    if len(position.mascots) < MOST_MASCOTS:
        yield "one more mascot", replace(position, mascots=(*position.mascots, None))
    for guest in position.guests:
        if guest.value < HIGHEST:
            name = die(GuestNow(guest.at, guest.value, guest.colour))
            guests = tuple(
                replace(other, value=other.value + 1) if other.id == guest.id else other for other in position.guests
            )
            yield f"one more pip on {guest.id} ({name})", replace(position, guests=guests)
