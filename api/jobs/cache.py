"""Finished answers, kept so that a repeat is answered at once and a better one replaces a worse one."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from api.jobs.request import KeptRequest
from api.schemas.describing import Document
from api.storage.database import SHORTLY, Database, StorageUnavailable
from api.storage.tables import answers

SELDOM = 3600.0
"""Seconds between two notes of when an answer was last given."""
MOST_KEPT = 20_000
"""Answers; beyond them those that were not asked for longest go."""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A stored answer and the search that it came from."""

    document: Document
    proven: bool
    seed: int
    time_limit: float
    used: float

    def serves(self, request: KeptRequest) -> bool:
        """Whether a search for ``request`` could hardly find more: all is proven, or this very search for as long."""
        return self.proven or (self.seed == request.seed and self.time_limit >= request.seconds)


class AnswerCache:
    """Answers by ``KeptRequest.cache_key``; every method raises StorageUnavailable."""

    def __init__(self, database: Database, most: int = MOST_KEPT) -> None:
        """Answers in ``database``, at most about ``most``."""
        self._database, self._most = database, most

    def answer(self, request: KeptRequest) -> Document | None:
        """An answer that serves the request, with ``cached`` true."""
        key = request.cache_key()
        known = self._known(key)
        if known is None or not known.serves(request):
            return None
        if known.used < time.time() - SELDOM:
            with suppress(StorageUnavailable), self._database.write(busy_seconds=SHORTLY) as connection:
                connection.execute(update(answers).where(answers.c.key == key).values(used=time.time()))
        return known.document | {"cached": True}

    def keep(self, request: KeptRequest, document: Document) -> Document:
        """Store an answer, or give the better one that is there, marked as ``cached``; of equals the longer search
        is kept."""
        key, now = request.cache_key(), time.time()
        row = {
            "document": {name: value for name, value in document.items() if name != "cached"},
            "proven": request.settled(document),
            "seed": request.seed,
            "time_limit": request.seconds,
            "used": now,
        }
        try:
            stored = self._put(request, key, row)
        except IntegrityError:  # another machine kept the first answer at the same moment
            stored = self._put(request, key, row)
        if stored is not None and request.worth(stored) > request.worth(document):
            return stored | {"cached": True}
        return document

    def _put(self, request: KeptRequest, key: str, row: Document) -> Document | None:
        """Store an answer unless the one that is there is better; gives that one. Raises IntegrityError when another came between."""
        with self._database.write(busy_seconds=SHORTLY) as connection:
            there = select(answers).where(answers.c.key == key).with_for_update()
            old = connection.execute(there).one_or_none()
            if old is None:
                connection.execute(insert(answers).values(key=key, **row))
                self._shrink(connection)
                return None
            worth, document = request.worth, row["document"]
            if worth(document) > worth(old.document) or (
                worth(document) == worth(old.document) and row["time_limit"] >= old.time_limit
            ):
                connection.execute(update(answers).where(answers.c.key == key).values(row))
            stored: Document = old.document
        return stored

    def with_keys(self, keys: Sequence[str]) -> Sequence[Document]:
        """The answers under any of ``keys``, whatever they serve."""
        with self._database.read() as connection:
            return connection.execute(select(answers.c.document).where(answers.c.key.in_(keys))).scalars().all()

    def _known(self, key: str) -> StoredAnswer | None:
        with self._database.read() as connection:
            row = connection.execute(select(answers).where(answers.c.key == key)).one_or_none()
        return None if row is None else StoredAnswer(row.document, row.proven, row.seed, row.time_limit, row.used)

    def _shrink(self, connection: Connection) -> None:
        """Forget a tenth when there are too many, so that it happens seldom."""
        count = connection.execute(select(func.count()).select_from(answers)).scalar_one()
        if count > self._most:
            oldest = select(answers.c.key).order_by(answers.c.used).limit(max(1, self._most // 10))
            connection.execute(delete(answers).where(answers.c.key.in_(oldest)))
