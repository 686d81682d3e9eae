"""First answers to requests with an Idempotency-Key, for those that repeat them: within a day, each client its own."""

import hmac
from dataclasses import dataclass
from hashlib import sha256

from flask import current_app
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from api.problems.kinds import Kind, Problem
from api.schemas.describing import Document
from api.storage import Database
from api.storage.database import now
from api.storage.tables import replies

KEPT_SECONDS = 86_400.0
MOST_KEPT = 5_000
"""Answers; beyond them the oldest are forgotten sooner."""
UNDER_WAY = 60.0
"""Seconds that a first request may take before it counts as lost."""
STORE = "park-advisor replies"
"""Where the application keeps its ``ReplyStore``."""
SECRET = "edit_token"
"""A field of answers that is kept only under seal: whoever has the database and not the key cannot read it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that was given."""

    status: int
    document: Document
    location: str | None


class ReplyStore:
    """The answers in ``database``; every method raises StorageUnavailable when it cannot be used."""

    def __init__(self, database: Database) -> None:
        """Nothing is read yet."""
        self._database = database

    def claim(self, scope: str, key: str, request_digest: str) -> Reply | None:
        """The first answer to this request, or None: then it is to be answered, and ``keep`` or ``release`` called.

        Raises Problem when the key stands for another request, or for one that is just being answered.
        """
        name = _name(scope, key)
        try:
            with self._database.write() as connection:
                moment = now(connection)
                connection.execute(delete(replies).where(replies.c.created < moment - KEPT_SECONDS))
                lost = replies.c.status.is_(None) & (replies.c.created < moment - UNDER_WAY)
                connection.execute(delete(replies).where(replies.c.key == name, lost))
                row = connection.execute(select(replies).where(replies.c.key == name)).one_or_none()
                if row is None:
                    fresh = insert(replies).values(key=name, request_digest=request_digest, created=moment)
                    connection.execute(fresh)
                    beyond = select(replies.c.key).order_by(replies.c.created.desc()).offset(MOST_KEPT)
                    connection.execute(delete(replies).where(replies.c.key.in_(beyond)))
                    return None
        except IntegrityError:  # another server was faster
            raise _under_way() from None
        if row.request_digest != request_digest:
            detail = "This Idempotency-Key came before with another request; accepted: a new key, or that request."
            raise Problem(Kind.CONFLICT, detail)
        if row.status is None:
            raise _under_way()
        document = row.document if row.sealed is None else row.document | {SECRET: _sealed(key, name, row.sealed)}
        return Reply(row.status, document, row.location)

    def keep(self, scope: str, key: str, reply: Reply) -> None:
        """The first answer was given."""
        name, document = _name(scope, key), dict(reply.document)
        secret = document.pop(SECRET, None)
        sealed = None if secret is None else _sealed(key, name, secret.encode().hex(), opens=False)
        values = {"status": reply.status, "document": document, "location": reply.location, "sealed": sealed}
        with self._database.write() as connection:
            connection.execute(update(replies).where(replies.c.key == name).values(values))

    def release(self, scope: str, key: str) -> None:
        """Nothing was created: the next request under the key is the first."""
        with self._database.write() as connection:
            connection.execute(delete(replies).where(replies.c.key == _name(scope, key)))


def _name(scope: str, key: str) -> str:
    return sha256(f"{scope}\n{key}".encode()).hexdigest()


def _sealed(key: str, name: str, value: str, *, opens: bool = True) -> str:
    """``value`` (hexadecimal, 64 bytes at most) under a seal that only the key itself gives, or opened again."""
    given = bytes.fromhex(value)
    pad = hmac.digest(key.encode(), name.encode(), "sha512")
    turned = bytes(one ^ other for one, other in zip(given, pad[: len(given)], strict=True))
    return turned.decode() if opens else turned.hex()


def _under_way() -> Problem:
    return Problem(Kind.CONFLICT, "The first request under this Idempotency-Key is just being answered.", retry=1)


def reply_store() -> ReplyStore:
    """The answers kept by the running application."""
    store: ReplyStore = current_app.extensions[STORE]
    return store
