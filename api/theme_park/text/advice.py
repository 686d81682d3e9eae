"""Advice as text: the park, the best sequence found, and what is proven of it."""

from collections.abc import Iterator, Mapping, Sequence

from api.theme_park.text.answers import amounts, sequence, summary, worth, wrapped
from api.theme_park.text.averages import exactly
from api.theme_park.text.park import park
from models.shared.phrases import count, listing
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateVerdict
from solver.theme_park.operate.policies import Fork, Moves, fork, moves_of, rolled
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.settings import Engine


def advice_text(advice: Advice, width: int) -> str:
    """The whole answer to a solve request."""
    verdict = advice.verdict
    parts = [
        park(advice.position, width),
        sequence(advice.position, verdict, width, last=advice.rolls_at),
        *_branches(advice, width),
        "\n".join(
            [
                *wrapped(_headline(advice), width),
                *wrapped(_which_way(advice), width),
                *summary(advice.position, verdict, width),
                *(line for note in (*advice.position.notes, *advice.notes) for line in wrapped(note, width)),
            ]
        ),
    ]
    for number, other in enumerate(advice.alternatives, 1):
        less = amounts(advice.difference(other))
        title = f"Alternative {number}: {worth(other)} ({less})"
        parts.append(f"{title}\n{sequence(advice.position, other, width)}")
    return "\n\n".join(parts)


def _branches(advice: Advice, width: int) -> Iterator[str]:
    """How to go on for each result of the dice that the plan rerolls."""
    if advice.rolls_at is None:
        return
    expected = ", ".join(f"{exactly(stage.value)} {stage.stage}" for stage in advice.stages)
    yield "\n".join(wrapped(f"Then a die is rolled; expected: {expected}. If it shows", width))
    verdicts = dict(zip(moves_of(advice.branches), advice.branches, strict=True))
    yield from _ways_on(advice.position, verdicts, fork(tuple(verdicts)), (), width)


def _ways_on(
    position: Position,
    verdicts: Mapping[Moves, OperateVerdict],
    rolling: Fork | None,
    before: tuple[int, ...],
    width: int,
) -> Iterator[str]:
    """The ways on from a roll, after results ``before``; where a die is rolled again, the ways on from there follow each."""
    if rolling is None:
        return
    for shown, plan in rolling.ways:
        results, again = (*before, *shown), fork(plan, rolling.at + 1)
        told, branch = ", then ".join(map(str, results)), verdicts[plan[0]]
        if again is None:
            yield f"{told} ({worth(branch)}):\n{sequence(position, branch, width, first=rolling.at)}"
            continue
        steps = sequence(position, branch, width, first=rolling.at, last=again.at)
        yield f"{told}:\n{steps}\n" + "\n".join(wrapped("Then a die is rolled again. If they show", width))
        yield from _ways_on(position, verdicts, again, results, width)


PROVERS = {
    Engine.GREEDY: "a greedy player",
    Engine.COUNTING: "counting",
    Engine.RELAXATION: "the relaxation",
    Engine.LAYERED: "the layered search",
    Engine.CPSAT: "CP-SAT",
}
"""Engines in words."""


def _headline(advice: Advice) -> str:
    stars, bound = advice.verdict.stars, advice.bound
    seconds = f"{advice.seconds:.1f} s"
    if advice.bound_by is not None:
        seconds += f", bound by {PROVERS[advice.bound_by]}"
    told = _sure(advice.branches) if advice.branches else worth(advice.verdict)
    if advice.branches and advice.status is Status.OPTIMAL:
        return f"{told}; on average proven best for the objective {advice.settings.objective} ({seconds})."
    if advice.status is Status.OPTIMAL:
        return f"{told}: proven best for the objective {advice.settings.objective} ({seconds})."
    stopped = "stopped" if advice.status is Status.CANCELLED else "not proven best"
    if bound is None:
        limit = "no limit on the stars is known yet"
    elif advice.may_roll:
        limit = f"no plan brings more than {count(bound, 'star')} on average"
    elif bound == stars:
        limit = "no sequence brings more stars"
    else:
        limit = f"no sequence brings more than {count(bound, 'star')}"
    unproven = [stage.stage.value for stage in advice.stages if not stage.proven]
    open_ = f"; still open: {listing(unproven)}" if unproven else ""
    return f"{told}: best found, {stopped} ({seconds}); {limit}{open_}."


def _which_way(advice: Advice) -> str:
    """Of a plan that rolls dice: which of its ways the stars, guests and pips below are of."""
    if not advice.branches:
        return ""
    shown = listing(map(str, rolled([step.move for step in advice.verdict.steps])))
    return f"What follows is of the way that brings least, where the dice show {shown}."


def _sure(branches: Sequence[OperateVerdict]) -> str:
    """Stars and dollars that a plan brings whatever the dice show; the two leasts may be of different branches."""
    stars, money = (min(getattr(branch, what) for branch in branches) for what in ("stars", "money"))
    return f"At least {count(stars, 'star')} and ${money}"
