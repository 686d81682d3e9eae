"""The rival under clingo: a purely Boolean encoding, one operation a step, stars maximised by branch and bound."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import clingo

from models.theme_park.operate.position import Position
from tests.bench.baselines.facts import Facts, facts
from tests.bench.baselines.plan import PlanStep, moves
from tests.bench.outcome import Outcome, Watch

HERE = Path(__file__).parent
OPTIONS = ("-t2", "--configuration=handy")
"""Two threads; of clasp's presets "handy" was the fastest on the bench parks tried."""
SYMMETRIC = ("any", "equal", "consecutive")


def solve(position: Position, time_limit: float, options: Sequence[str] = OPTIONS) -> Outcome:
    """The most stars of ``position`` within ``time_limit`` seconds of grounding and solving."""
    watch = Watch()
    known = facts(position)
    control = clingo.Control(list(options), logger=_undefined_only)
    control.load(str(HERE / "operate.lp"))
    control.load(str(HERE / ("shared_adjustments.lp" if known.extras else "own_adjustments.lp")))
    control.add("base", [], "\n".join(_instance(known)))
    control.ground([("base", [])])
    shown: list[clingo.Symbol] = []

    def improved(model: clingo.Model) -> None:
        shown[:] = model.symbols(shown=True)
        watch.found(known.stars_placed - sum(model.cost))

    solved: Callable[..., Any] = control.solve
    with solved(async_=True, on_model=improved) as running:
        if not running.wait(max(0.0, time_limit - watch.seconds())):
            running.cancel()
        exhausted = running.get().exhausted
    if exhausted or not control.statistics["summary"]["costs"]:  # nothing to maximise: any model is a best one
        watch.proven()
    if watch.stars is None:
        watch.found(known.stars_placed)  # nothing found: stopping at once is always legal
    return watch.outcome(moves(known, _plan(known, shown)), nodes=_choices(control.statistics))


def _undefined_only(code: clingo.MessageCode, message: str) -> None:
    """Parks without coloured slots have no such facts; anything else clingo says is a fault of the encoding."""
    if code is not clingo.MessageCode.AtomUndefined:
        raise RuntimeError(f"clingo: {message}")


def _choices(statistics: dict[str, Any]) -> int:
    return int(statistics["solving"]["solvers"]["choices"])


def _instance(known: Facts) -> Iterator[str]:
    yield from (f"step({number})." for number in range(1, known.steps + 1))
    for tile, ride in enumerate(known.rides):
        yield f"ride({tile}). free({tile},{ride.free}). stars({tile},{ride.stars}). relation({tile},{ride.relation})."
        yield f"seats({tile},{len(ride.slots)})."
        for seat, (colour, values) in enumerate(ride.slots, start=1):
            if colour:
                yield f"wants({tile},{seat},{colour})."
            if ride.relation in SYMMETRIC and ride.slots[seat : seat + 1] == ((colour, values),):
                yield f"alike({tile},{seat})."
            yield from (f"accepts({tile},{seat},{value})." for value in values)
        for to, (there, from_next_to) in enumerate(zip(known.distance[tile], known.from_next_to[tile], strict=True)):
            if there <= known.maps:
                yield f"cost(on({tile}),{to},{there})."
            if from_next_to <= known.maps:
                yield f"cost(next_to({tile}),{to},{from_next_to})."
    for number, die in enumerate(known.dice):
        yield f"die({number}). colour({number},{die.colour})."
        yield f"first_at({number},{die.at}). first_value({number},{die.value})."
    yield f"maps({known.maps}). mascots({known.mascots}). guides({known.guides}). managers({known.managers})."
    yield f"extras({known.extras}). adjustments({known.adjustments}). operations({known.operations})."


def _plan(known: Facts, shown: list[clingo.Symbol]) -> list[PlanStep]:
    atoms: dict[int, dict[str, list[clingo.Symbol]]] = defaultdict(lambda: defaultdict(list))
    for atom in shown:
        atoms[atom.arguments[-1].number][atom.name].append(atom)
    return [_step(atoms[number]) for number in range(1, known.steps + 1)]


def _step(atoms: dict[str, list[clingo.Symbol]]) -> PlanStep:
    def numbers(name: str) -> list[int]:
        return [atom.arguments[0].number for atom in atoms[name]]

    def pairs(name: str) -> dict[int, int]:
        return {atom.arguments[0].number: atom.arguments[1].number for atom in atoms[name]}

    return PlanStep(
        goes=pairs("go"),
        guided=frozenset(numbers("guided")),
        shows=pairs("shows"),
        recoloured={atom.arguments[0].number: atom.arguments[1].name for atom in atoms["recoloured"]},
        operated=next(iter(numbers("op")), None),
        party=tuple(numbers("in")),
        mover=next(iter(numbers("mover")), None),
    )
