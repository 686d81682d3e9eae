"""How long something has not stirred, by this process's own clock: whatever other machines and the calendar say."""

import time
from collections.abc import Iterable, Mapping


class Unchanged:
    """Since when each of some values has been seen as it is."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._seen: Mapping[str, tuple[object, float]] = {}

    def seconds(self, name: str, value: object) -> float:
        """How long ``value`` has stood there, as far as it was looked at; 0 at the first look."""
        now = time.monotonic()
        before = self._seen.get(name)
        if before is not None and before[0] == value:
            return now - before[1]
        self._seen = {**self._seen, name: (value, now)}
        return 0.0

    def only(self, names: Iterable[str]) -> None:
        """Forget all but ``names``."""
        self._seen = {name: self._seen[name] for name in names if name in self._seen}

    def forget(self) -> None:
        """Forget everything: what comes counts from its next look."""
        self._seen = {}
