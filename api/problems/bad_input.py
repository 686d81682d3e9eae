"""Input that cannot be used."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from api.problems.kinds import ABOUT, Kind
from models.shared.fault import Fault
from models.shared.phrases import count

MOST_TOLD = 100


class BadInput(Exception):
    """Raised where a document is read; carries every fault at once, the kind of problem, and where it was read."""

    def __init__(self, faults: Iterable[Fault], kind: Kind = Kind.UNUSABLE) -> None:
        self.faults, self.kind = tuple(faults), kind
        self.where: str | None = None
        super().__init__(f"{self.title}: {count(len(self.faults), 'fault')}")

    @property
    def title(self) -> str:
        """The kind of problem in words."""
        return ABOUT[self.kind].title

    @property
    def status(self) -> int:
        """The HTTP status of the kind of problem."""
        return ABOUT[self.kind].status


@contextmanager
def located(source: str) -> Iterator[None]:
    """Faults found within are of the file ``source``, or of standard input for "-"."""
    try:
        yield
    except BadInput as bad:
        bad.where = "standard input" if source == "-" else source
        raise


def told_faults(faults: Sequence[Fault]) -> tuple[Sequence[Fault], str]:
    """The faults worth telling, and a remark on those left out ("" when none are)."""
    more = len(faults) - MOST_TOLD
    return faults[:MOST_TOLD], f" The first {MOST_TOLD} of them are told." if more > 0 else ""


def faults_counted(bad: BadInput) -> str:
    """How many faults unusable input has, and where it was read."""
    _, remark = told_faults(bad.faults)
    where = f"{bad.where}: " if bad.where else ""
    return f"{where}{count(len(bad.faults), 'fault')}.{remark}"
