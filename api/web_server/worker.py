"""The web process: gunicorn starts, watches and ends it; one thread reads and sends, others answer."""

import gc
import os
import resource
import sys
import time
from collections import Counter
from typing import Any

from flask import Flask
from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from api.app import close, start_closing, start_searching
from api.input_limits import LARGEST_BODY
from api.web_server.channel import Channel
from api.web_server.dispatcher import FairDispatcher, Shares

CONNECTIONS = 800
"""Connections that may be open; beyond them idle ones make room, those of the client with most of them first."""
FILES = 4096
"""Open files that are asked of the system."""
LONGEST_HEADER = 32 * 1024
"""Bytes of a request line and header."""
TICK = 0.5
"""Seconds between two looks at deadlines."""
GRACE = 2.0
"""Seconds that requests under way get to end after SIGTERM."""
SWITCHING = 0.001
"""Seconds after which Python's threads take turns: many who compute must not keep the one that reads waiting."""


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """An address that is listened on."""

    channel_class = Channel

    def handle_accept(self) -> None:
        """A new connection, for which an idle one may have to go."""
        if len(self._map) >= CONNECTIONS:
            self._make_room()
        super().handle_accept()

    def _make_room(self) -> None:
        """Close the connection that was silent longest, of the client that has most; rather one that asks nothing now.

        A request that waits because its client does not take in the last answer counts as none.
        """
        of_client = Counter(each.client for each in self.active_channels.values())
        victim = min(
            self.active_channels.values(),
            key=lambda each: (bool(each.requests) and not each.parked, -of_client[each.client], each.since),
        )
        victim.handle_close()

    def maintenance(self, now: float) -> None:
        """Deadlines are the worker's, which trusts no wall clock."""

    def tend(self, now: float) -> None:
        """Hold every client to its times."""
        for channel in list(self.active_channels.values()):
            channel.tend(now)


class WebWorker(Worker):  # type: ignore[misc]
    """A process of gunicorn in which waitress speaks HTTP."""

    wsgi: Flask | None = None

    def __init__(self, *given: Any) -> None:
        """As gunicorn makes it."""
        super().__init__(*given)
        self._listeners: list[Listener] = []
        self._map: dict[int, Any] = {}
        self._looked = 0.0

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: take no more requests, end streams and searches, and let what is under way end."""
        self.alive = False
        if self.wsgi is not None:
            start_closing(self.wsgi)
        for each in self._listeners:
            each.pull_trigger()

    def handle_quit(self, sig: int, frame: Any) -> None:
        """SIGINT and SIGQUIT: the same, as it takes a moment only."""
        self.handle_exit(sig, frame)

    def run(self) -> None:
        """Serve until told to end, or until the master is gone."""
        app = self.wsgi
        assert app is not None
        sys.setswitchinterval(SWITCHING)
        _allow_files()
        threads = self.cfg.threads
        dispatcher = FairDispatcher(threads, Shares(own_threads=threads * 3 // 4))
        self._listeners = [_listener(app, each.sock, self._map, dispatcher) for each in self.sockets]
        start_searching(app)
        _keep_what_is_loaded()
        while self.alive and self.ppid == os.getppid():
            self._turn(dispatcher)
        self._finish(app, dispatcher)

    def _turn(self, dispatcher: FairDispatcher) -> None:
        wasyncore.loop(timeout=TICK, use_poll=True, map=self._map, count=1)
        now = time.monotonic()
        if now - self._looked >= TICK:
            self._looked = now
            self.notify()
            dispatcher.tend()
            for each in self._listeners:
                each.tend(now)

    def _finish(self, app: Flask, dispatcher: FairDispatcher) -> None:
        """Answer what is under way, then end what searches."""
        start_closing(app)
        for each in self._listeners:
            each.accepting = False
            each.del_channel()  # no longer waited for; the master holds the socket
        until = time.monotonic() + GRACE
        while time.monotonic() < until and not (dispatcher.idle() and not self._unsent()):
            wasyncore.loop(timeout=0.05, use_poll=True, map=self._map, count=1)
        dispatcher.shutdown()
        close(app)

    def _unsent(self) -> bool:
        return any(each.total_outbufs_len for server in self._listeners for each in server.active_channels.values())


def _listener(app: Flask, sock: Any, sockets: dict[int, Any], dispatcher: FairDispatcher) -> Listener:
    adjustments = Adjustments(
        threads=1,  # those of the dispatcher serve
        connection_limit=1_000_000,  # ``CONNECTIONS`` is what holds
        channel_request_lookahead=1,  # so that it is seen when a client leaves
        max_request_body_size=4 * LARGEST_BODY,  # beyond; what is near the limit is told by the application
        max_request_header_size=LONGEST_HEADER,
        recv_bytes=LARGEST_BODY,  # each piece costs the thread that reads a turn among those that compute
        inbuf_overflow=4 * LARGEST_BODY,
        clear_untrusted_proxy_headers=False,  # ``ProxyFix`` knows which to trust
        asyncore_use_poll=True,
        ident=None,
    )
    info = (sock.family, sock.type, sock.proto, sock.getsockname())
    return Listener(app, sockets, True, sock, dispatcher=dispatcher, adj=adjustments, sockinfo=info, bind_socket=False)


def _keep_what_is_loaded() -> None:
    """Never look through it for garbage again: that takes a tenth of a second, all threads stand still meanwhile, and a
    request that makes thousands of values sets it off several times a second."""
    gc.collect()
    gc.freeze()


def _allow_files() -> None:
    """Room for connections, search processes and the database, where the system grants it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
