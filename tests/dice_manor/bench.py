"""Times of exact values, and what plain recursion and tree search make of the same questions; writes ``bench.json``."""

import json
import random
import resource
import time
from pathlib import Path

from models.dice_manor.replay import replay
from models.dice_manor.turn import Seat
from solver.dice_manor import tables
from solver.dice_manor.grand_opening import solve
from tests.commands import reader
from tests.dice_manor.manors import random_manor
from tests.dice_manor.naive import Naive
from tests.dice_manor.tree_search import TreeSearch

RESULTS = Path(__file__).parent / "bench.json"
SIZES = ((12, 0, 0, 9, 4), (12, 1, 2, 9, 4), (16, 3, 4, 9, 6))
MANORS = 10
DECISIONS = 20
RECURSION = ((4, 3, 1), (6, 4, 1), (6, 5, 0), (6, 5, 1))
"""Rooms, dice and tokens that plain recursion is asked for."""


def afresh(seat):
    """The answer without tables made before, and its seconds."""
    tables._kept.clear()
    began = time.process_time()
    return solve(seat), time.process_time() - began


def later(seat, draw):
    """The longest seconds of a later decision of the same tour, played as the solver says."""
    longest = 0.0
    while seat.unplaced:
        rolled = tuple(draw.randint(1, 6) for _ in range(seat.unplaced))
        while True:
            here = Seat(seat.manor, seat.unplaced, seat.dice, rolled, seat.tokens, seat.unhappy)
            began = time.process_time()
            best = solve(here).options[0].decision
            longest = max(longest, time.process_time() - began)
            if best.number is not None:
                break
            rolled = tuple(draw.randint(1, 6) if die in best.reroll else shown for die, shown in enumerate(rolled))
            seat = Seat(seat.manor, seat.unplaced, seat.dice, None, seat.tokens - 1, seat.unhappy)
        seat = replay(here, [best.turn(rolled)]).reached
    return longest


def sizes():
    """Seconds of values before the roll and of later decisions."""
    rows = []
    for rooms, loops, doubles, dice, tokens in SIZES:
        first, after = [], []
        for seed in range(MANORS):
            seat = Seat(random_manor(random.Random(seed), rooms, loops, doubles, 0.1), dice, tokens=tokens)
            answer, seconds = afresh(seat)
            assert answer.status == "optimal"
            first.append(seconds)
            after.append(later(seat, random.Random(seed)))
        rows.append(
            {
                "rooms": rooms,
                "loops": loops,
                "double": doubles,
                "dice": dice,
                "tokens": tokens,
                "first": max(first),
                "later": max(after),
            }
        )
    return rows


def recursion():
    """Seconds of plain memoised recursion and of the solver."""
    rows = []
    for rooms, dice, tokens in RECURSION:
        seat = Seat(random_manor(random.Random(1), rooms, 1, 1), dice, tokens=tokens)
        answer, ours = afresh(seat)
        began = time.process_time()
        value = Naive(seat.manor).before((), dice, tokens, None)
        assert value == answer.worth
        rows.append(
            {"rooms": rooms, "dice": dice, "tokens": tokens, "solver": ours, "recursion": time.process_time() - began}
        )
    return rows


def worth_of(seat, answer, decision):
    """What a decision is worth: of dice rolled again what the solver says, of a turn what it earns and leaves."""
    if decision.reroll:
        kept = shown_but(seat.rolled, decision.reroll)
        rerolls = (option for option in answer.options if option.decision.reroll)
        return float(next(each.worth for each in rerolls if shown_but(seat.rolled, each.decision.reroll) == kept))
    verdict = replay(seat, [decision.turn(seat.rolled)])
    return verdict.prestige + float(solve(verdict.reached).worth)


def shown_but(rolled, again):
    """What the dice show that are not rolled again."""
    return sorted(number for die, number in enumerate(rolled) if die not in again)


def tree_search():
    """How often tree search in the solver's own time, and in ten times it, finds a decision that loses nothing; the mean loss."""
    rows = []
    for times in (1, 10):
        right, lost = 0, 0.0
        for seed in range(DECISIONS):
            draw = random.Random(seed)
            rolled = tuple(draw.randint(1, 6) for _ in range(7))
            seat = Seat(random_manor(draw, 12, 1, 2), 7, rolled=rolled, tokens=2)
            answer, seconds = afresh(seat)
            decision, _ = TreeSearch(seat, None, seed).decide(seconds * times)
            loss = float(answer.worth) - worth_of(seat, answer, decision)
            right += loss < 1e-9
            lost += loss
        rows.append({"times": times, "right": right / DECISIONS, "lost": lost / DECISIONS})
    return rows


def shown(results=None):
    """The table of the README."""
    found = results or json.loads(RESULTS.read_text(encoding="utf-8"))
    lines = ["| manor | dice, tokens | before the roll | later decision |", "|---|---|---|---|"]
    lines += [
        f"| {row['rooms']} rooms, {row['loops']} loops, {row['double']} double | {row['dice']}, {row['tokens']} | {row['first']:.2f} s | {row['later']:.2f} s |"
        for row in found["sizes"]
    ]
    lines += ["", "| manor | dice, tokens | solver | plain recursion |", "|---|---|---|---|"]
    lines += [
        f"| {row['rooms']} rooms | {row['dice']}, {row['tokens']} | {row['solver']:.3f} s | {row['recursion']:.1f} s |"
        for row in found["recursion"]
    ]
    lines += ["", "| tree search with | decisions that lose nothing | prestige lost on average |", "|---|---|---|"]
    lines += [
        f"| {row['times']} times the solver's time | {row['right']:.0%} | {row['lost']:.2f} |"
        for row in found["tree_search"]
    ]
    return "\n".join([*lines, "", f"Memory at most {found['memory']} MB."])


def main():
    """Measure, write the results and print the table."""
    reader("tests.dice_manor.bench", __doc__).parse_args()
    solve(Seat(random_manor(random.Random(0), 4), 9, tokens=2))  # what every later question finds ready
    results = {"sizes": sizes(), "recursion": recursion(), "tree_search": tree_search()}
    results["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(shown(results))


if __name__ == "__main__":
    main()
