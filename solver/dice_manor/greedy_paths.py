"""Paths for the dice of one number, laid greedily: quick, legal, and seldom the best."""

from dataclasses import dataclass

from models.dice_manor.rewards import REWARDS
from solver.dice_manor.path_outcomes import SlotPath
from solver.dice_manor.slot_graph import SlotGraph, bits


@dataclass(frozen=True, slots=True)
class GreedyPaths:
    """Dice of a number, as many as fit of them on greedy paths, and what those earn."""

    dice: int
    paths: tuple[SlotPath, ...]
    filled: int
    prestige: int
    tokens: int


def greedily(graph: SlotGraph, reached: int, starts: int, dice: int) -> GreedyPaths:
    """As many of ``dice`` dice as fit, by long paths: each goes on while it can, to the slot with the fewest ways onward."""
    free, laid = reached, list[SlotPath]()
    fit, starts_before = min(dice, reached.bit_count()), starts
    while fit:
        open_slots = starts & free
        path = max((_walk(graph, start, free, fit) for start in bits(open_slots)), key=len)
        _lay(graph, laid, path, starts_before)
        fit -= len(path)
        for slot in path:
            free &= ~(1 << slot)
        for slot in path if graph.last_opens else path[:-1]:
            starts |= graph.opens[slot]
    earned = [REWARDS[len(path)] for path in laid]
    prestige, tokens = sum(each.prestige for each in earned), sum(each.tokens for each in earned)
    return GreedyPaths(dice, tuple(laid), reached & ~free, prestige, tokens)


def _lay(graph: SlotGraph, laid: list[SlotPath], path: SlotPath, starts: int) -> None:
    """``laid`` with ``path``; by ruling a branch that is the longer way on changes places with the rest of its path."""
    if graph.by_length and not starts >> path[0] & 1:
        forks = [
            (number, at)
            for number, other in enumerate(laid)
            for at in range(len(other))
            if graph.opens[other[at]] >> path[0] & 1
        ]
        number, at = max(forks, key=lambda fork: len(laid[fork[0]]) - fork[1])
        trunk, rest = laid[number][: at + 1], laid[number][at + 1 :]
        if rest and len(rest) < len(path):
            laid[number], path = (*trunk, *path), rest
    laid.append(path)


def _walk(graph: SlotGraph, start: int, free: int, most: int) -> SlotPath:
    path, mask, left = [start], 1 << start, 0
    while len(path) < most:
        last = path[-1]
        inside = graph.same[last] & graph.follows[last] & free & ~mask
        onward = inside or graph.beside[last] & free & ~mask & ~left
        if not onward:
            break
        if not inside:
            left |= 1 << last | graph.same[last]
        slot = min(bits(onward), key=lambda each: (graph.beside[each] & free & ~mask & ~left).bit_count() or 99)
        path.append(slot)
        mask |= 1 << slot
    return tuple(path)
