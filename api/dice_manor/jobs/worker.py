"""What a search process runs for a job of Dice Manor."""

import time
from collections.abc import Callable

from api.dice_manor.answers import opening_document
from api.dice_manor.bid_answers import cut_short, ranking_document, tiles_weighed
from api.dice_manor.building import ranked_document
from api.dice_manor.jobs.described import ManorProgress, ManorProgressAnswer
from api.dice_manor.questions import Question, read_question
from api.dice_manor.schemas.bids import BidTable
from api.dice_manor.schemas.building import Site
from api.jobs.tasks import Order, SoFar
from api.schemas.describing import Document
from models.dice_manor.turn import Seat
from models.shared.deadline import Patience, within
from solver.dice_manor.bid_turn import BidAnswer, rank_in_time
from solver.dice_manor.grand_opening import Answer
from solver.dice_manor.heard import Stage
from solver.dice_manor.layouts import Layouts, best_layouts
from solver.dice_manor.long_search import solve_long
from solver.runtime.memory import beyond
from solver.runtime.messages import Tell

SELDOM = 1.0
"""Seconds between two words on how far a search is."""
ROOM = 0.6
"""Share of the memory of a process within which an exact search stays."""
LONG_STEPS = 10_000_000_000
"""Ways to place dice of the Bid phase, more than an hour's."""
LONG_GRIDS = 1_000_000
"""Grids of layouts, a gibibyte of them."""
GOES_ON = "The turns to come are still being played out."


def solve_and_tell(order: Order, tell: Tell) -> Document:
    """The answer document on the position of ``order``; tells ``SoFar``."""
    question = read_question({name: value for name, value in order.request.items() if name != "kind"})
    teller = _Teller(tell)
    full = beyond(ROOM * order.memory)
    match question.about:
        case BidTable() as table:
            return _bid(table, question, order.seconds, teller, full)
        case Site() as site:
            return _site(site, order.seconds, teller, full)
        case Seat() as seat:
            return _opening(seat, question, order.seconds, teller, full)


class _Teller:
    """Says how far the search is, now and then, and each better answer at once."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._began, self._last = tell, time.monotonic(), 0.0
        self._progress = ManorProgress()

    def heard(self, stage: Stage, dice: int | None, done: int, of: int) -> None:
        """Tells how far the search is, unless it did so just now."""
        now = time.monotonic()
        if now - self._last > SELDOM:
            self._progress = self._progress._replace(stage=stage, dice=dice, done=done, of=of)
            self._say(None)

    def answered(self, answer: Document) -> None:
        """Tells the best answer so far."""
        expected, error, bound = (answer.get(name) for name in ("expected", "error", "bound"))
        self._progress = self._progress._replace(expected=expected, error=error, bound=bound)
        self._say(answer)

    def _say(self, answer: Document | None) -> None:
        self._last = time.monotonic()
        progress = self._progress._replace(seconds=self._last - self._began)
        self._tell(SoFar(ManorProgressAnswer.write(progress), answer))


def _opening(seat: Seat, question: Question, seconds: float, teller: _Teller, full: Callable[[], bool]) -> Document:
    """The expected prestige, then the chance of a target, each in its share of the time."""
    target = question.target
    share = seconds if target is None else seconds / 2

    def told(answer: Answer) -> None:
        teller.answered(opening_document(seat, answer))

    expected = solve_long(seat, None, share, question.seed, heard=teller.heard, found=told, full=full)
    if target is None:
        return opening_document(seat, expected)

    def told_of_target(chance: Answer) -> None:
        teller.answered(opening_document(seat, expected, target, chance))

    teller.answered(opening_document(seat, expected))
    left = max(share, seconds - expected.seconds)
    chance = solve_long(seat, target, left, question.seed, heard=teller.heard, found=told_of_target, full=full)
    return opening_document(seat, expected, target, chance)


def _bid(table: BidTable, question: Question, seconds: float, teller: _Teller, full: Callable[[], bool]) -> Document:
    """The turns by what they bring at once, then, for the last player with dice, played out."""
    began = time.perf_counter()
    weights, late = tiles_weighed(table, question.weights, seconds / 2)
    left = max(0.0, seconds - (time.perf_counter() - began))

    def found(answer: BidAnswer) -> None:
        teller.answered(ranking_document(table, answer, began, (*late, GOES_ON)))

    answer = rank_in_time(
        table.seat,
        weights,
        last=table.last,
        seconds=left,
        steps=LONG_STEPS,
        heard=teller.heard,
        found=found,
        full=full,
    )
    return ranking_document(table, answer, began, (*late, *cut_short(table, answer)))


def _site(site: Site, seconds: float, teller: _Teller, full: Callable[[], bool]) -> Document:
    """Layouts, those that promise most first."""
    began, said = time.perf_counter(), time.monotonic()

    def weighed(of: int, so_far: Callable[[], Layouts]) -> None:
        nonlocal said
        if time.monotonic() - said > SELDOM:
            layouts = so_far()
            teller.heard(Stage.LAYOUTS, None, len(layouts.found), of)
            teller.answered(ranked_document(site, layouts, began))
            said = time.monotonic()

    with within(Patience(work=seconds, seconds=seconds, left=full)):
        layouts = best_layouts(site.grid, site.tiles, site.goal, LONG_GRIDS, weighed)
    return ranked_document(site, layouts, began)
