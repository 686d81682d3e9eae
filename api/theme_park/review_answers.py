"""Reviews as documents."""

from collections.abc import Sequence
from dataclasses import asdict

from api.theme_park.answers import number
from api.theme_park.schemas.dumping import Document, dump_move
from models.theme_park.operate.moves import Move
from models.theme_park.operate.replay import OperateVerdict, replay
from solver.theme_park.operate.losses import Loss, Reach, Stars
from solver.theme_park.operate.review import Review, ReviewedStep, ReviewProgress


def review_document(review: Review) -> Document:
    """What each move gave away against the best: a number where it is proven, else null beside the least and the most."""
    verdict = review.verdict
    played = [step.move for step in verdict.steps]
    best = continuation(review, (), review.best)
    return {
        "status": review.status.value,
        "legal": verdict.legal,
        "complete": review.complete,
        "stars": verdict.stars,
        "best": number(review.best.least),
        "bound": number(review.best.most),
        "proven": review.best.proven,
        **_loss("lost", "lost", review.lost),
        **_loss("left_at_end", "left", review.left),
        **_better_at_end(review, played),
        "moves": best["moves"],
        "texts": best["texts"],
        "chance": best["chance"],
        "steps": [_step(review, played[:index], each) for index, each in enumerate(review.steps)],
        "violation": None if verdict.violation is None else asdict(verdict.violation),
        "searched": review.searched,
        "states": review.states,
        "notes": [*review.position.notes, *review.notes],
        "seconds": round(review.seconds, 3),
    }


def review_progress(news: ReviewProgress) -> Document:
    """News of a running review, as an event tells them."""
    return {
        "searched": news.searched,
        "states": news.states,
        "stars": number(news.best.least),
        "bound": number(news.best.most),
        "lost_at_least": number(news.lost.at_least),
        "lost_at_most": number(news.lost.at_most),
        "seconds": round(news.seconds, 3),
    }


def continuation(review: Review, played: Sequence[Move], reach: Reach) -> Document:
    """The plan of ``reach`` after the moves ``played``: of the faces of a rerolled die that which brings least."""
    verdicts = [_rest(review, played, moves) for moves in reach.plan]
    least = min(verdicts, key=lambda verdict: verdict.stars)
    return {
        **_sequence(least, len(played)),
        "stars": number(reach.least),
        "chance": None
        if len(verdicts) == 1
        else [
            {"result": face, "stars": verdict.stars, **_sequence(verdict, len(played))}
            for face, verdict in enumerate(verdicts, 1)
        ],
    }


def better(each: ReviewedStep) -> Reach | None:
    """What was to be had instead of a move, where more was found before it than after it."""
    return each.before if each.before.least > each.after.least else None


def luck(each: ReviewedStep) -> Stars | None:
    """Stars that dice rolled by the move brought beyond what was to be expected, where that is proven; None without a roll."""
    lost = each.lost.proven
    if not each.rolls or lost is None or not (each.before.proven and each.after.proven):
        return None
    return each.after.least - each.before.least + lost


def _rest(review: Review, played: Sequence[Move], moves: Sequence[Move]) -> OperateVerdict:
    return replay(review.position, (*played, *moves))


def _sequence(verdict: OperateVerdict, begin: int) -> Document:
    steps = verdict.steps[begin:]
    return {"moves": [dump_move(step.move) for step in steps], "texts": [step.text for step in steps]}


def _step(review: Review, played: Sequence[Move], each: ReviewedStep) -> Document:
    instead = better(each)
    told = None if instead is None else continuation(review, played, instead)
    lucky = luck(each)
    together = {"moves": each.moves_together, **_loss("lost", "lost", each.together)}
    return {
        "move": dump_move(each.step.move),
        "text": each.step.text,
        "best_before": number(each.before.least),
        "bound_before": number(each.before.most),
        "best_after": number(each.after.least),
        "bound_after": number(each.after.most),
        "proven": each.before.proven and each.after.proven,
        **_loss("lost", "lost", each.lost),
        "rolls": each.rolls,
        "luck": None if lucky is None else number(lucky),
        "together": together if each.moves_together > 1 else None,
        "better": None if told is None else told["moves"],
        "better_texts": None if told is None else told["texts"],
        "better_stars": None if told is None else told["stars"],
        "better_chance": None if told is None else told["chance"],
    }


def _better_at_end(review: Review, played: Sequence[Move]) -> Document:
    """How the moves could go on where stopping is judged and more was found than they bring."""
    more = review.left is not None and review.at_end.least > review.verdict.stars
    told = continuation(review, played, review.at_end) if more else None
    return {
        "better_at_end": told and told["moves"],
        "better_at_end_texts": told and told["texts"],
        "better_at_end_stars": told and told["stars"],
        "better_at_end_chance": told and told["chance"],
    }


def _loss(exact: str, name: str, lost: Loss | None) -> Document:
    if lost is None:
        return {exact: None, f"{name}_at_least": None, f"{name}_at_most": None}
    return {
        exact: None if lost.proven is None else number(lost.proven),
        f"{name}_at_least": number(lost.at_least),
        f"{name}_at_most": number(lost.at_most),
    }
