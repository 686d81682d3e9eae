"""Input that cannot be used, and the problem document that says why (RFC 9457)."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from models.fault import Fault

MOST_TOLD = 100

UNUSABLE, NOT_JSON, TOO_LARGE, NOT_FOUND = 422, 400, 413, 404

TITLES = {
    UNUSABLE: "The input cannot be used",
    NOT_JSON: "The input is not JSON",
    TOO_LARGE: "The input is too large",
    NOT_FOUND: "There is no such entry",
}


class BadInput(Exception):
    """Raised where a document is read; carries every fault at once and an HTTP status."""

    def __init__(self, faults: Iterable[Fault], status: int = UNUSABLE) -> None:
        self.faults = tuple(faults)
        self.status = status
        self.where: str | None = None
        super().__init__(f"{TITLES[status]}: {count_faults(self.faults)}")


@contextmanager
def located(source: str) -> Iterator[None]:
    """Faults found within are of the file ``source``, or of standard input for "-"."""
    try:
        yield
    except BadInput as bad:
        bad.where = "standard input" if source == "-" else source
        raise


def count_faults(faults: Sequence[Fault]) -> str:
    """The number of faults in words."""
    return f"{len(faults)} fault{'' if len(faults) == 1 else 's'}"


def told(faults: Sequence[Fault]) -> tuple[Sequence[Fault], str]:
    """The faults worth telling, and a remark on those left out ("" when none are)."""
    more = len(faults) - MOST_TOLD
    return faults[:MOST_TOLD], f" The first {MOST_TOLD} of them are told." if more > 0 else ""


def problem(bad: BadInput) -> dict[str, Any]:
    """The problem document of unusable input."""
    faults, remark = told(bad.faults)
    where = f"{bad.where}: " if bad.where else ""
    return {
        "type": "about:blank",
        "title": TITLES[bad.status],
        "status": bad.status,
        "detail": f"{where}{count_faults(bad.faults)}.{remark}",
        "errors": [{"pointer": fault.pointer, "detail": fault.detail, "code": fault.code} for fault in faults],
    }
