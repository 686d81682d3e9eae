"""Reviews as documents and as text."""

from dataclasses import asdict

from api.schemas.dumping import Document, dump_move
from api.text.answers import wrapped
from models.theme_park.moves import Move
from models.theme_park.replay import replay
from models.theme_park.wording import count
from solver.operate.review import Reach, Review


def review_document(review: Review) -> Document:
    """Stars lost at each step against the best, with better moves where some were lost."""
    verdict = review.verdict
    return {
        "legal": verdict.legal,
        "stars": verdict.stars,
        "best": review.best.stars,
        "bound": review.best.bound,
        "lost": max(0, review.best.stars - verdict.stars),
        "left_at_end": review.left,
        "moves": _moves(review.best),
        "steps": [
            {
                "move": dump_move(each.step.move),
                "text": each.step.text,
                "best_before": each.before.stars,
                "best_after": None if each.after is None else each.after.stars,
                "proven": each.before.proven and (each.after is None or each.after.proven),
                "lost": each.lost,
                "better": _moves(each.before) if each.lost else None,
            }
            for each in review.steps
        ],
        "violation": None if verdict.violation is None else asdict(verdict.violation),
    }


def _moves(reach: Reach) -> list[Document]:
    return [dump_move(move) for move in reach.moves]


def review_text(review: Review, width: int) -> str:
    """The same for people: a line for each move, and the better move where stars were lost."""
    verdict, lines = review.verdict, []
    played: list[Move] = []
    for number, each in enumerate(review.steps, 1):
        verdict_on = f"loses {count(each.lost, 'star')}" if each.lost else "keeps the best in reach"
        lines += wrapped(f"{number}. {each.step.text} [{verdict_on}]", width)
        if each.lost:
            better = replay(review.position, (*played, each.before.moves[0])).steps[-1]
            lines += wrapped(f"   Better: {better.text}", width)
        played.append(each.step.move)
    if verdict.violation is not None:
        lines += wrapped(f"Illegal: {verdict.violation.message}", width)
    elif review.left:
        lines += wrapped(f"Stopping here leaves {count(review.left, 'star')}.", width)
    best = "the most there is" if review.best.proven else f"at most {review.best.bound} are possible"
    lines += wrapped(f"{count(verdict.stars, 'star')} of {review.best.stars} ({best}).", width)
    return "\n".join(lines)
