"""Reviews as documents, for the command, the service and jobs."""

from api.schemas.describing import Document
from api.theme_park.schemas.answers.reviews import ReviewAnswer, Reviewed
from solver.theme_park.operate.review.records import Review


def review_document(review: Review) -> Document:
    """What each move gave away against the best: a number where it is proven, else null beside the least and the most."""
    return ReviewAnswer.write(Reviewed.of(review))
