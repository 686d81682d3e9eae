"""Saved parks: a position under an unguessable id, changed only with the edit token that its creation gave."""

import hmac
import secrets
import time
from hashlib import sha256

from flask import current_app
from sqlalchemy import delete, func, insert, select, update

from api.problems import RETRY_SECONDS, Kind, Problem
from api.schemas.dumping import Document
from api.storage import Database
from api.storage.tables import parks

BYTES = 16
MOST_PARKS = 50_000
STORE = "park-advisor parks"
"""Where the application keeps its ``ParkStore``."""


class ParkStore:
    """The parks of ``database``; every method raises StorageUnavailable when it cannot be used."""

    def __init__(self, database: Database) -> None:
        """Nothing is read yet."""
        self._database = database

    def create(self, position: Document) -> tuple[Document, str]:
        """A new park and its edit token, of which only a digest is kept; raises Problem beyond ``MOST_PARKS``."""
        token, now = secrets.token_urlsafe(BYTES), time.time()
        row = {"id": secrets.token_urlsafe(BYTES), "position": position, "created": now, "updated": now}
        with self._database.write() as connection:
            if connection.execute(select(func.count()).select_from(parks)).scalar_one() >= MOST_PARKS:
                raise Problem(
                    Kind.STORAGE, f"There are {MOST_PARKS} parks already; no more can be saved.", retry=RETRY_SECONDS
                )
            connection.execute(insert(parks).values(**row, token_digest=_digest(token)))
        return row, token

    def get(self, name: str) -> Document:
        """A park; raises Problem when there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(parks).where(parks.c.id == name)).one_or_none()
        if row is None:
            raise _none()
        return {"id": row.id, "position": row.position, "created": row.created, "updated": row.updated}

    def change(self, name: str, token: str, position: Document) -> Document:
        """Another position in the place of a park's; raises Problem without the right token."""
        with self._database.write() as connection:
            row = connection.execute(select(parks).where(parks.c.id == name)).one_or_none()
            _open(row.token_digest if row else None, token)
            now = time.time()
            connection.execute(update(parks).where(parks.c.id == name).values(position=position, updated=now))
        assert row is not None
        return {"id": name, "position": position, "created": row.created, "updated": now}

    def remove(self, name: str, token: str) -> None:
        """Forget a park; raises Problem without the right token."""
        with self._database.write() as connection:
            row = connection.execute(select(parks.c.token_digest).where(parks.c.id == name)).one_or_none()
            _open(row.token_digest if row else None, token)
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
