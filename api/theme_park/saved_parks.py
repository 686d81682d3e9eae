"""Saved parks: a position under an unguessable id, changed only with the edit token that its creation gave."""

import hmac
import math
import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256

from flask import current_app
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from api.http.clients import NOBODY
from api.problems.kinds import Kind, Problem
from api.schemas.describing import Document
from api.storage import Database, StorageUnavailable
from api.storage.database import SHORTLY, now
from api.storage.tables import parks
from api.theme_park.schemas.answers.club import KeptPark

BYTES = 16
DAY = 86_400.0
MOST_PARKS, MOST_OF_A_CLIENT = 50_000, 2_000
USED = func.coalesce(parks.c.used, parks.c.updated)
"""When a park was last asked for or changed."""
STORE = "park-advisor parks"
"""Where the application keeps its ``ParkStore``."""


class ParkStore:
    """The parks of ``database``, each until nobody asked for it for ``days``; every method raises StorageUnavailable when
    it cannot be used."""

    def __init__(self, database: Database, days: int = 365) -> None:
        """Nothing is read yet."""
        self._database, self._kept = database, days * DAY

    def create(self, position: Document, client: str = NOBODY) -> KeptPark:
        """A new park with its edit token, of which only a digest is kept.

        Raises Problem beyond ``MOST_PARKS`` in all, and ``MOST_OF_A_CLIENT``.
        """
        token = secrets.token_urlsafe(BYTES)
        with self._database.write() as connection:
            moment = now(connection)
            park = KeptPark(secrets.token_urlsafe(BYTES), position, moment, moment, token)
            connection.execute(delete(parks).where(moment - self._kept > USED))
            if connection.execute(select(func.count()).select_from(parks)).scalar_one() >= MOST_PARKS:
                raise Problem(
                    Kind.STORAGE,
                    f"There are {MOST_PARKS} parks already; no more can be saved.",
                    retry=self._seconds_until_one_goes(connection, moment),
                )
            mine = parks.c.client == client
            if connection.execute(select(func.count()).where(mine)).scalar_one() >= MOST_OF_A_CLIENT:
                raise Problem(
                    Kind.TOO_MANY,
                    f"Accepted from one client: {MOST_OF_A_CLIENT} saved parks. DELETE forgets one.",
                    retry=self._seconds_until_one_goes(connection, moment, mine),
                )
            row = {"id": park.id, "position": position, "created": moment, "updated": moment, "used": moment}
            connection.execute(insert(parks).values(**row, token_digest=_digest(token), client=client))
        return park

    def _seconds_until_one_goes(self, connection: Connection, moment: float, *of: ColumnElement[bool]) -> int:
        oldest = connection.execute(select(func.min(USED)).where(*of)).scalar_one() or moment
        return max(1, math.ceil(oldest + self._kept - moment))

    def get(self, name: str) -> KeptPark:
        """A park; raises Problem when there is none."""
        with self._database.read() as connection:
            row, moment = connection.execute(select(parks).where(parks.c.id == name)).one_or_none(), now(connection)
        if row is None:
            raise _none()
        if (row.used or 0.0) < moment - DAY:
            with suppress(StorageUnavailable), self._database.write(busy_seconds=SHORTLY) as connection:
                connection.execute(update(parks).where(parks.c.id == name).values(used=moment))
        return KeptPark(row.id, row.position, row.created, row.updated)

    def change(self, name: str, token: str, position: Document, check: Callable[[Document], None]) -> KeptPark:
        """Another position in the place of a park's; raises Problem without the right token, and what ``check`` raises of
        the park as it is."""
        with self._database.write() as connection:
            row = connection.execute(select(parks).where(parks.c.id == name).with_for_update()).one_or_none()
            _open(row.token_digest if row else None, token)
            assert row is not None
            check({"position": row.position, "updated": row.updated})
            moment = now(connection)
            changed = {"position": position, "updated": moment, "used": moment}
            connection.execute(update(parks).where(parks.c.id == name).values(changed))
        return KeptPark(name, position, row.created, moment)

    def remove(self, name: str, token: str, check: Callable[[Document], None]) -> None:
        """Forget a park; raises as ``change``."""
        with self._database.write() as connection:
            row = connection.execute(select(parks).where(parks.c.id == name).with_for_update()).one_or_none()
            _open(row.token_digest if row else None, token)
            assert row is not None
            check({"position": row.position, "updated": row.updated})
            connection.execute(delete(parks).where(parks.c.id == name))


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _open(digest: str | None, token: str) -> None:
    if digest is None:
        raise _none()
    if not hmac.compare_digest(digest, _digest(token)):
        raise Problem(Kind.FORBIDDEN, "This is not the edit token of this park.")


def _none() -> Problem:
    return Problem(Kind.NOT_FOUND, "There is no park under this id.")


def park_store() -> ParkStore:
    """The parks of the running application."""
    store: ParkStore = current_app.extensions[STORE]
    return store
