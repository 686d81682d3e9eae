"""Advice, verdicts and lists of moves as text."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from api.text_layout import TOGETHER, held_together
from api.theme_park.text.board import board
from api.theme_park.text.cell import legend
from models.shared.phrases import count, listing, plural
from models.theme_park.guests import TileId
from models.theme_park.operate.disputes import Difference, difference
from models.theme_park.operate.earnings import earnings
from models.theme_park.operate.end_of_phase import constant_stars, guests_left, pips_left
from models.theme_park.operate.phrases import card_name, die, game_name, mascot_name, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, OperateVerdict
from models.theme_park.operate.state import GuestNow, State, start
from solver.theme_park.operate.policies import Fork, Moves, fork, moves_of
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.settings import Engine


def park(position: Position, width: int) -> str:
    """The park as the phase begins, a key to the picture, what is at hand, and what to know of the round."""
    return "\n".join(
        [board(position, start(position), width), "", *wrapped(legend(position), width), *_at_hand(position, width)]
    )


def _at_hand(position: Position, width: int) -> list[str]:
    staff = [f"{card.replace('-', ' ')}{f' x {n}' if n > 1 else ''}" for card, n in Counter(position.staff).items()]
    parts = [
        f"{game_name(position).capitalize()} game, round {position.round}{' (the last)' if position.in_last_round else ''}",
        f"{count(position.maps, 'map')} and {count(len(position.mascots), 'mascot')} ready",
        f"staff played: {listing(staff) or 'none'}",
        f"${position.money}",
    ]
    return [line for part in ("; ".join(parts), *_cards(position)) for line in wrapped(f"{part}.", width)]


def _cards(position: Position) -> Iterator[str]:
    """What the full game and its expansions add to what is at hand."""
    if position.administrator is not None:
        yield f"Administrator: {card_name(position.administrator).replace('-', ' ')}"
    skills = [
        f"{mascot_name(number)} {card_name(skill).replace('-', ' ')}"
        for number, skill in enumerate(position.mascots)
        if skill
    ]
    if skills:
        yield f"Skills: {', '.join(skills)}"
    if position.expansions:
        yield f"Expansions: {listing(sorted(position.expansions))}"
    if position.bag is not None:
        yield f"In the bag: {listing(f'{number} {colour}' for colour, number in position.bag)}"


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
                *summary(advice.position, verdict, width),
                *(line for note in (*advice.position.notes, *advice.notes) for line in wrapped(note, width)),
            ]
        ),
    ]
    for number, other in enumerate(advice.alternatives, 1):
        less = amounts(difference(advice.position, verdict, other))
        title = f"Alternative {number}: {worth(other)} ({less})"
        parts.append(f"{title}\n{sequence(advice.position, other, width)}")
    return "\n\n".join(parts)


def _branches(advice: Advice, width: int) -> Iterator[str]:
    """How to go on for each result of the dice that the plan rerolls."""
    if advice.rolls_at is None:
        return
    expected = ", ".join(f"{float(stage.value):.2f} {stage.stage}" for stage in advice.stages)
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
    if advice.branches and advice.status is Status.OPTIMAL:
        return f"At least {worth(advice.verdict)}; on average proven best for the objective {advice.settings.objective} ({seconds})."
    if advice.status is Status.OPTIMAL:
        return f"{worth(advice.verdict)}: proven best for the objective {advice.settings.objective} ({seconds})."
    stopped = "stopped" if advice.status is Status.CANCELLED else "not proven best"
    if bound is None:
        limit = "no limit on the stars is known yet"
    elif bound == stars:
        limit = "no sequence brings more stars"
    else:
        limit = f"no sequence brings more than {count(bound, 'star')}"
    unproven = [stage.stage.value for stage in advice.stages if not stage.proven]
    open_ = f"; still open: {listing(unproven)}" if unproven else ""
    return f"{worth(advice.verdict)}: best found, {stopped} ({seconds}); {limit}{open_}."


def worth(verdict: OperateVerdict) -> str:
    """Writes the stars and dollars that a sequence brings."""
    return f"{count(verdict.stars, 'star')} and ${verdict.money}"


def amounts(difference: Difference) -> str:
    """A difference in words, with signs."""
    each = (("star", difference.stars), ("guest", difference.guests), ("pip", difference.pips))
    parts = [f"{_signed(number)}{TOGETHER}{plural(number, noun)}" for noun, number in each]
    parts.insert(1, f"{'-' if difference.money < 0 else '+' if difference.money else ''}${abs(difference.money)}")
    return ", ".join(parts)


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def sequence(position: Position, verdict: OperateVerdict, width: int, first: int = 0, last: int | None = None) -> str:
    """The moves from step ``first`` up to ``last`` (from 0), numbered, with running totals where one earns something."""
    before = earnings(position, start(position))
    stars, money = before.stars, before.money
    lines: list[str] = []
    if (stars or money) and not first:
        lines.append(f"    Cubes placed before: {count(stars, 'star')} and ${money}")
    for number, step in enumerate(verdict.steps[:last], 1):
        stars, money = stars + step.stars, money + step.money
        if number <= first:
            continue
        total = f"  [{stars}★{TOGETHER}${money}]" if step.stars or step.money else ""
        lines += wrapped(step.text + total, width, f"{number:>3}. ")
    return "\n".join(lines) or "    No move."


def summary(position: Position, verdict: OperateVerdict, width: int) -> list[str]:
    """Where the stars come from, the guests at the end, and the rulings in force."""
    from_where = [f"{stars} from {name.replace('_', ' ')}" for name, stars in verdict.breakdown.items() if stars]
    stay, pips = guests_left(position, verdict.reached), pips_left(position, verdict.reached)
    return [
        f"Stars: {listing(from_where) or 'none'}.",
        *wrapped(_upkeep(position), width),
        *wrapped(_guests(position, verdict.reached), width),
        f"After Upkeep {count(stay, 'guest')} stay{'s' if stay == 1 else ''}, with {count(pips, 'pip')}.",
        *wrapped(_rulings(position), width),
    ]


def _guests(position: Position, state: State) -> str:
    here: dict[TileId, list[GuestNow]] = {}
    for now in state.guests:
        if now is not None:
            here.setdefault(now.at, []).append(now)
    places = [
        f"{listing(die(now) for now in sorted(guests, key=lambda now: (now.colour, -now.value)))} "
        f"on {tile_name(position, tile)}"
        for tile, guests in sorted(here.items())
    ]
    gone = sum(now is None for now in state.guests)
    left = f" Left the park: {count(gone, 'guest')}." if gone else ""
    return f"Guests at the end: {'; '.join(places) or 'none'}.{left}"


def _upkeep(position: Position) -> str:
    from_where = [f"{stars} from {name}" for name, stars in constant_stars(position).items() if stars]
    return f"Upkeep brings more that is not counted here: {listing(from_where)}." if from_where else ""


def _rulings(position: Position) -> str:
    rulings = position.rulings
    changed = [f"{ruling} = {choice}" for ruling, choice in rulings.changed]
    if rulings.outline is not None:
        changed.append(f"board.boundary = {len(rulings.outline)} listed hexes")
    return f"Rulings that differ from the defaults: {', '.join(changed) or 'none'}."


def moves_text(position: Position, steps: Iterable[OperateStep], width: int) -> Iterator[str]:
    """The park, the ids that moves name, and the legal next moves, numbered; chunk by chunk."""
    yield park(position, width)
    yield ""
    yield from wrapped("Tiles: " + ", ".join(f"{tile.id} {tile.name}" for tile in position.tiles), width)
    guests = [
        f"{guest.id} {guest.colour} {guest.value}{' VIP' if guest.vip else ''} on {guest.at}"
        for guest in position.guests
    ]
    yield from wrapped("Guests: " + (", ".join(guests) or "none"), width)
    for note in position.notes:
        yield from wrapped(note, width)
    yield ""
    number = 0
    for number, step in enumerate(steps, 1):
        yield from wrapped(step.text, width, f"{number:>3}. ")
    if not number:
        yield "No move is legal: the phase ends here."


def wrapped(text: str, width: int, lead: str = "") -> list[str]:
    """``text`` in lines of at most ``width``; the first begins with ``lead``, the others are as far in; none for "".

    No line is broken within an id or within a die treated as another colour.
    """
    if not text:
        return []
    further = " " * len(lead)
    lines = textwrap.wrap(
        held_together(text), width, initial_indent=lead, subsequent_indent=further, break_on_hyphens=False
    )
    return [line.replace(TOGETHER, " ") for line in lines]
