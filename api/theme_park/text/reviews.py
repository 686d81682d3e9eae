"""Reviews as text for people: a line a move, then what was lost."""

from collections.abc import Iterator
from fractions import Fraction

from api.theme_park.text.answers import wrapped
from api.theme_park.text.averages import at_least, at_most, exactly, noun, stars
from models.theme_park.operate.moves import Move
from solver.theme_park.operate.review.continuation import better, better_at_end, continuation, luck
from solver.theme_park.operate.review.losses import Loss, Reach
from solver.theme_park.operate.review.records import Review, ReviewedStep

INDENT = "   "


def review_text(review: Review, width: int) -> str:
    """A line for each move, the better moves where more was to be had, and what was lost in all."""
    lines: list[str] = []
    played: list[Move] = []
    for count, each in enumerate(review.steps, 1):
        lines += wrapped(f"{each.step.text} [{_judged(each)}]", width, f"{count}. ")
        if each.moves_together > 1 and each.together.at_most > 0:
            first = count - each.moves_together + 1
            joined = "and" if each.moves_together == 2 else "to"
            lines += wrapped(f"Moves {first} {joined} {count} together: {losing(each.together)}.", width, INDENT)
        lines += _instead(review, played, better(each), each.lost, width)
        played.append(each.step.move)
    if review.verdict.violation is not None:
        lines += wrapped(f"Illegal: {review.verdict.violation.message}", width)
    if review.left is not None and review.left.at_most > 0:
        lines += wrapped(f"Stopping here: {losing(review.left)}.", width)
        lines += _instead(review, played, better_at_end(review), review.left, width)
    lines += [line for sentence in (*_summary(review), *review.position.notes) for line in wrapped(sentence, width)]
    return "\n".join(lines)


def losing(lost: Loss) -> str:
    """What was lost, as far as it is proven: "3 stars lost", "at least 2 and at most 5 stars lost"."""
    if lost.proven is not None:
        return f"{stars(lost.proven)} lost" if lost.proven else "nothing lost"
    most = f"{at_most(lost.at_most)} {noun(lost.at_most)} lost"
    return f"{at_least(lost.at_least)} and {most}" if lost.at_least else most


def between(reach: Reach) -> str:
    """The most stars there are: "53", or "at least 49 and at most 60"."""
    return exactly(reach.least) if reach.proven else f"{at_least(reach.least)} and {at_most(reach.most)}"


def _judged(each: ReviewedStep) -> str:
    judged = losing(each.lost) if each.lost.at_most else "keeps the best in reach"
    lucky = luck(each)
    if not each.rolls:
        return judged
    if lucky is None:
        return f"{judged} by the choice; what the roll brought is not known"
    size, more = Fraction(lucky), lucky >= 0
    told = stars(size if more else -size)
    return f"{judged} by the choice; the roll brought {told} {'more' if more else 'less'} than expected"


def _instead(review: Review, played: list[Move], reach: Reach | None, lost: Loss, width: int) -> Iterator[str]:
    if reach is None:
        return
    follows = continuation(review.position, played, reach)
    expected = " expected" if follows.branches else ""
    sure = "Better" if lost.at_least else "Perhaps better, as nothing is proven"
    yield from wrapped(f"{sure} ({stars(reach.least)}{expected}):", width, INDENT)
    for text in [step.text for step in follows.steps()] or ["Stop here."]:
        yield from wrapped(text, width, f"{INDENT}- ")


def _summary(review: Review) -> Iterator[str]:
    verdict, best = review.verdict, review.best
    known = "the most there is" if best.proven else "not proven"
    if any(each.rolls for each in review.steps):
        yield f"{stars(verdict.stars)}; {between(best)} were to be expected from the best play ({known})."
        yield f"{losing(review.lost).capitalize()}, luck apart."
    elif not review.complete:
        yield f"{stars(verdict.stars)} so far; the best sequence brings {between(best)} ({known})."
        yield f"{losing(review.lost).capitalize()} so far; {between(review.at_end)} can still be reached."
    else:
        yield f"{stars(verdict.stars)} of {between(best)} ({known}): {losing(review.lost)}."
    if review.stopped:
        yield f"Stopped after {review.searched} of {review.states} states; what is told here holds all the same."
    yield from review.notes
