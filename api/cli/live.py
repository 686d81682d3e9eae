"""A line on standard error while a search runs, on terminals only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from solver.operate.advice import Progress

if TYPE_CHECKING:
    from rich.text import Text

Tell = Callable[[Progress], None]


class _Line:
    """The latest news as one line; the seconds run on between news."""

    def __init__(self) -> None:
        self.began = monotonic()
        self.news: Progress | None = None

    def __str__(self) -> str:
        seconds = f"{monotonic() - self.began:.0f} s; Ctrl-C stops"
        if self.news is None:
            return f"Searching, {seconds}"
        bound = "unknown" if self.news.bound is None else self.news.bound
        return f"Most {self.news.stage}: best {self.news.stars} stars, limit {bound}, {seconds}"

    def __rich__(self) -> "Text":
        from rich.text import Text  # noqa: PLC0415  only a terminal needs it

        return Text(str(self), no_wrap=True, overflow="ellipsis")

    def hear(self, news: Progress) -> None:
        """Keep the latest news."""
        self.news = news


@contextmanager
def live_line() -> Iterator[Tell]:
    """What a search tells while this is open is shown and wiped at the end; nothing without a terminal."""
    line = _Line()
    if not sys.stderr.isatty():
        yield line.hear
        return
    from rich.console import Console  # noqa: PLC0415  only a terminal needs it
    from rich.live import Live  # noqa: PLC0415

    with Live(line, console=Console(stderr=True), transient=True, refresh_per_second=4):
        yield line.hear
