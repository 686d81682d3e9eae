"""A line on standard error while searches run, on terminals only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from api.schemas.describing import Document
from solver.theme_park.operate.result import Progress

if TYPE_CHECKING:
    from rich.text import Text

    from solver.theme_park.operate.review.records import ReviewProgress

N = TypeVar("N")
Tell = Callable[[Progress], None]
TellReview = Callable[["ReviewProgress"], None]
TellGameReview = Callable[[Document], None]


class _Line(Generic[N]):
    """The latest news as one line; the seconds run on between news."""

    def __init__(self, says: Callable[[N], str]) -> None:
        self.began = monotonic()
        self.says = says
        self.news: N | None = None

    def __str__(self) -> str:
        seconds = f"{monotonic() - self.began:.0f} s; Ctrl-C stops"
        return f"{'Searching' if self.news is None else self.says(self.news)}, {seconds}"

    def __rich__(self) -> "Text":
        from rich.text import Text  # noqa: PLC0415  only a terminal needs it

        return Text(str(self), no_wrap=True, overflow="ellipsis")

    def hear(self, news: N) -> None:
        """Keeps the latest message of the search for the live line."""
        self.news = news


def live_line() -> AbstractContextManager[Tell]:
    """What a search tells while this is open is shown and wiped at the end; nothing without a terminal."""
    return _shown(_Line(_of_search))


def live_review() -> AbstractContextManager[TellReview]:
    """Shows the progress of a review on a live line."""
    return _shown(_Line(_of_review))


def live_game_review() -> AbstractContextManager[TellGameReview]:
    """Shows the progress of the review of a whole game on a live line."""
    return _shown(_Line(_of_game_review))


def _of_search(news: Progress) -> str:
    bound = "unknown" if news.bound is None else news.bound
    return f"Most {news.stage}: best {'at least ' if news.rolls else ''}{news.stars} stars, limit {bound}"


def _of_review(news: "ReviewProgress") -> str:
    state = f"State {min(news.searched + 1, news.states)} of {news.states}"
    lost = f"lost at least {float(news.lost.at_least):g}, at most {float(news.lost.at_most):g}"
    return f"{state}: best {float(news.best.least):g} stars, limit {float(news.best.most):g}, {lost}"


def _of_game_review(news: Document) -> str:
    state = f"state {min(news['searched'] + 1, news['states'])} of {news['states']}"
    return f"Round {news['round']}, {news['player']}: {state}, {news['reviewed']} of {news['phases']} Operate phases reviewed"


@contextmanager
def _shown(line: _Line[N]) -> Iterator[Callable[[N], None]]:
    if not sys.stderr.isatty():
        yield line.hear
        return
    from rich.console import Console  # noqa: PLC0415  only a terminal needs it
    from rich.live import Live  # noqa: PLC0415

    with Live(line, console=Console(stderr=True), transient=True, refresh_per_second=4):
        yield line.hear
