"""Reviews, and news of running ones, as documents."""

from api.schemas.describing import Document, json_number
from api.theme_park.schemas.answers.reviews import ReviewAnswer, Reviewed
from solver.theme_park.operate.review import Review, ReviewProgress


def review_document(review: Review) -> Document:
    """What each move gave away against the best: a number where it is proven, else null beside the least and the most."""
    return ReviewAnswer.write(Reviewed.of(review))


def review_progress(news: ReviewProgress) -> Document:
    """News of a running review, as an event tells them."""
    return {
        "searched": news.searched,
        "states": news.states,
        "stars": json_number(news.best.least),
        "bound": json_number(news.best.most),
        "lost_at_least": json_number(news.lost.at_least),
        "lost_at_most": json_number(news.lost.at_most),
        "seconds": round(news.seconds, 3),
    }
