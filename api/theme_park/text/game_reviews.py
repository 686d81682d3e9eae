"""Reviews of whole games as text: what each player lost, then each Operate phase with the moves that lost something."""

from collections.abc import Iterator
from fractions import Fraction

from api.schemas.describing import Document
from api.theme_park.text.answers import wrapped
from api.theme_park.text.averages import stars
from api.theme_park.text.reviews import INDENT, between, losing
from models.shared.phrases import count
from solver.theme_park.operate.review.losses import Loss, Reach


def game_review_text(answer: Document, width: int) -> str:
    """Writes the answer of a review of a whole game."""
    parts = ["\n".join(line for sentence in _summary(answer) for line in wrapped(sentence, width))]
    parts += ["\n".join(_phase(each, width)) for each in answer["phases"]]
    return "\n\n".join(part for part in parts if part)


def _summary(answer: Document) -> Iterator[str]:
    reviewed = [each for each in answer["phases"] if each["review"] is not None]
    yield f"{count(len(reviewed), 'Operate phase')} reviewed, {answer['searched']} of {answer['states']} states looked at."
    for each in answer["players"]:
        of = f"{each['player']}: {stars(each['stars'])} in {count(each['phases'], 'Operate phase')}"
        yield f"{of}, {losing(_lost(each))}, luck apart."
    if answer["violation"] is not None:
        yield f"Illegal after {count(answer['events'], 'event')}: {answer['violation']} What follows is not reviewed."
    if answer["status"] == "cancelled":
        yield "Stopped; what is told here holds all the same."


def _phase(phase: Document, width: int) -> Iterator[str]:
    title, review = f"Round {phase['round']}, {phase['player']}", phase["review"]
    if review is None:
        yield from wrapped(f"{title}: not reviewed. {phase['why_not']}", width)
        return
    yield from wrapped(f"{title}: {_held(review)}.", width)
    for number, step in enumerate(review["steps"], 1):
        lost = _lost(step)
        if lost.at_most:
            by = " by the choice" if step["rolls"] else ""
            yield from wrapped(f"{step['text']} [{losing(lost)}{by}]", width, f"{INDENT}{number}. ")
            yield from _instead(step, "better", lost, width)
        together = step["together"]
        if together is not None and _lost(together).at_most:
            first = number - together["moves"] + 1
            yield from wrapped(f"Moves {first} to {number} together: {losing(_lost(together))}.", width, INDENT)
    if review["left_at_most"]:
        left = _lost(review, "left")
        yield from wrapped(f"Stopping there: {losing(left)}.", width, INDENT)
        yield from _instead(review, "better_at_end", left, width)


def _held(review: Document) -> str:
    """The stars of a phase against the most there was; where dice were rolled, that is an average."""
    most = Reach(Fraction(review["best"]), Fraction(review["bound"]))
    known = "the most there is" if most.proven else "not proven"
    brought, lost = stars(review["stars"]), losing(_lost(review))
    if any(step["rolls"] for step in review["steps"]):
        return f"{brought}, {between(most)} were to be expected ({known}), {lost}, luck apart"
    return f"{brought}{'' if review['complete'] else ' so far'} of {between(most)} ({known}), {lost}"


def _instead(of: Document, name: str, lost: Loss, width: int) -> Iterator[str]:
    """What would have brought more than a move, or than stopping; where it rolls dice, on average."""
    texts, most = of[f"{name}_texts"], of[f"{name}_stars"]
    if texts is None or most is None:
        return
    sure = "Better" if lost.at_least else "Perhaps better, as nothing is proven"
    expected = " expected" if of[f"{name}_chance"] else ""
    yield from wrapped(f"{sure} ({stars(Fraction(most))}{expected}):", width, INDENT * 2)
    for text in texts or ["Stop there."]:
        yield from wrapped(text, width, f"{INDENT * 2}- ")


def _lost(told: Document, name: str = "lost") -> Loss:
    return Loss(Fraction(told[f"{name}_at_least"]), Fraction(told[f"{name}_at_most"]))
