"""Every legal turn on a roll without tokens: the rules judge each, so none is listed that they refuse."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from models.dice_manor.manor import Place
from models.dice_manor.replay import Played, transition
from models.dice_manor.tours import goes_on_inside, reachable, ways
from models.dice_manor.turn import Path, Seat, Turn
from models.shared.deadline import spend


def next_turns(seat: Seat, rolled: tuple[int, ...]) -> Iterator[Played]:
    """The legal turns on ``rolled``; paths that differ in their order alone are one turn.

    Raises TimeOver (``models.shared.deadline``).
    """
    for number in sorted(set(rolled)):
        yield from turns_with(seat, rolled, number)


def turns_with(seat: Seat, rolled: tuple[int, ...], number: int) -> Iterator[Played]:
    """Those with one number that is shown; raises TimeOver (``models.shared.deadline``)."""
    dice = rolled.count(number)
    fit = min(dice, len(reachable(seat.manor, seat.dice, number, seat.rulings)))
    sizes = range(dice + 1) if not seat.opening else range(fit + 1)
    told: set[frozenset[Path]] = set()
    for paths in chain(((),), _laid(seat, number, fit, ())):
        toured = sum(map(len, paths))
        if toured not in sizes or frozenset(paths) in told:
            continue
        told.add(frozenset(paths))
        left = dice - toured
        for blueprint in range(left + 1) if not seat.opening else (0,):
            advertising = 0 if seat.opening else left - blueprint
            played = transition(seat, Turn(rolled, number, paths, (), blueprint, advertising))
            if isinstance(played, Played):
                yield played


def _laid(seat: Seat, number: int, most: int, paths: tuple[Path, ...]) -> Iterator[tuple[Path, ...]]:
    """Every list of paths of at most ``most`` dice that goes on from ``paths``."""
    used = {place for path in paths for place in path}
    for place in sorted(reachable(seat.manor, seat.dice, number, seat.rulings) - used):
        for path in _paths(seat, number, most - len(used), (place,), used):
            spend()
            longer = (*paths, path)
            if _may_start(seat, number, longer):
                yield longer
                yield from _laid(seat, number, most, longer)


def _may_start(seat: Seat, number: int, paths: tuple[Path, ...]) -> bool:
    """Whether the rules refuse these paths for nothing but dice that are still to come."""
    played = transition(replace(seat, rolled=None, board=None), Turn((number,) * seat.unplaced, number, paths))
    return isinstance(played, Played) or not played.rule.value.startswith("tour.")


def _paths(seat: Seat, number: int, most: int, path: Path, used: set[Place]) -> Iterator[Path]:
    if len(path) > most:
        return
    yield path
    rooms, last = {place.room for place in path[:-1]}, path[-1].room
    for place in sorted(reachable(seat.manor, seat.dice, number, seat.rulings) - used - set(path)):
        inside = place.room == last and goes_on_inside(seat.rulings)
        if inside or (place.room in ways(seat.manor, seat.rulings)[last] and place.room not in rooms):
            yield from _paths(seat, number, most, (*path, place), used)
