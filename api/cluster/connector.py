"""Procrastinate's way to the database, made patient: while the database is away its workers wait and end nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

import psycopg
from procrastinate import PsycopgConnector
from procrastinate.connector import Notify
from procrastinate.exceptions import ConnectorException

from api.storage.database import SERVER_LIVELINESS, is_away

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds after which a statement without an answer is sent again, over another connection."""
PAUSE = 0.5


class PatientConnector(PsycopgConnector):
    """Repeats what failed because the database could not be reached, or changed, until it can."""

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        """As the parent, without end."""
        call = super().execute_query_async
        await _patiently(lambda: call(query, **arguments))

    async def execute_query_one_async(self, query: Any, **arguments: Any) -> dict[str, Any]:
        """As the parent, without end."""
        call = super().execute_query_one_async
        return await _patiently(lambda: call(query, **arguments))

    async def execute_query_all_async(self, query: Any, **arguments: Any) -> list[dict[str, Any]]:
        """As the parent, without end."""
        call = super().execute_query_all_async
        return await _patiently(lambda: call(query, **arguments))

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """As the parent, and again after every break."""
        names = tuple(channels)
        while True:
            try:
                await super().listen_notify(on_notification, names)
            except ConnectorException:
                await asyncio.sleep(PAUSE)


async def watch(connection: psycopg.AsyncConnection[Any]) -> None:
    """Let the server notice when this end of a new connection is gone."""
    await connection.execute(SERVER_LIVELINESS)
    await connection.commit()


async def _patiently(call: Callable[[], Awaitable[T]]) -> T:
    while True:
        try:
            return await asyncio.wait_for(call(), PATIENCE)
        except ConnectorException as error:
            cause = error.__cause__
            if not isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError) and not is_away(cause):
                raise
        except TimeoutError:
            pass
        await asyncio.sleep(PAUSE)
