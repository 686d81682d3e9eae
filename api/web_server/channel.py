"""A connection: everything it does has its time, and what it does slowly holds no thread."""

import json
import socket
import time
from typing import Any
from uuid import uuid4

import structlog
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from api.http.clients import client_of
from api.http.logs import HEADER
from api.http.security import HEADERS
from api.problems.kinds import ABOUT, OF_STATUS, Kind

log = structlog.get_logger(__name__)

IDLE = 20.0
"""Seconds that a connection may stay without a request."""
SENDING = 30.0
"""Seconds that a client has for a request from its first byte to its last."""
HEADER_SENDING = 15.0
"""Seconds of these for its header."""
READING, READING_RATE = 30.0, 16 * 1024
"""Seconds, and bytes a second besides, within which a client must have taken in what was sent."""
LINGERING = 2.0
"""Seconds that a client has to hear the last answer before its connection is cut, so that none is lost."""
MOST_UNSENT = 64 * 1024
"""Bytes that wait for a client beyond which its next request waits too."""


class ProblemTask(ErrorTask):  # type: ignore[misc]
    """What is wrong with the HTTP itself, in the form of all other problems."""

    def execute(self) -> None:
        """Answer, and leave a line in the log."""
        code = self.request.error.code
        request_id = uuid4().hex
        body = problem_bytes(code, self.request.error.body, request_id)
        self.status = f"{code} {self.request.error.reason}"
        self.response_headers.extend(problem_headers(request_id))
        self.set_close_on_finish()
        self.content_length = len(body)
        log.info("refused", client=self.channel.client, status=code, request_id=request_id)
        self.write(body)


def problem_bytes(code: int, detail: str, request_id: str) -> bytes:
    """A problem document for a request that never came to the application."""
    kind = OF_STATUS.get(code, Kind.BAD_REQUEST if code < 500 else Kind.INTERNAL)
    about = ABOUT[kind]
    document = {
        "type": f"/problems/{kind.value}",
        "title": about.title,
        "status": code,
        "detail": about.explained if code == about.status else detail,
        "instance": "",
        "request_id": request_id,
        "errors": [],
    }
    return json.dumps(document, separators=(",", ":")).encode()


def problem_headers(request_id: str) -> list[tuple[str, str]]:
    """The header fields of such a document."""
    return [*HEADERS.items(), ("Content-Type", "application/problem+json"), (HEADER, request_id)]


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection of waitress with deadlines; ``tend`` is called about once a second by the thread that reads and sends.

    ``since``: when it opened, a request was there, or the last answer was.

    ``left``: the client sends no more and has perhaps gone; what costs much ends, and is answered as far as it came.
    """

    error_task_class = ProblemTask
    will_close = False

    def __init__(self, server: Any, sock: socket.socket, addr: tuple[Any, ...], adj: Any, map: Any = None) -> None:
        """As waitress makes it."""
        self.client = client_of(addr[0])
        self.left = self.lingers = self.parked = False
        self.since = time.monotonic()
        self._sending: float | None = None
        self._unsent: tuple[float, int] | None = None
        super().__init__(server, sock, addr, adj, map=map)

    def check_client_disconnected(self) -> bool:
        """What the application asks (``waitress.client_disconnected``)."""
        return self.left or not self.connected

    def readable(self) -> bool:
        """Whether bytes are wanted; those of a connection that lingers are thrown away."""
        return not self.left and (self.lingers or bool(super().readable()))

    def writable(self) -> bool:
        """Whether there is something to send, or the connection is at its end."""
        if self.lingers:
            return bool(self.will_close)
        if self.left and not self.requests and not self.total_outbufs_len:
            self.will_close = True
        return bool(super().writable())

    def handle_read(self) -> None:
        """Take in bytes; their end tells only that no more will be sent."""
        try:
            data = self.socket.recv(self.adj.recv_bytes)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.handle_close()
            return
        now = time.monotonic()
        if data and not self.lingers:
            self.received(data)
            if self.requests:  # nothing less than a request keeps a connection
                self.since = now
            if self.request is None:
                self._sending = None
            elif self._sending is None:
                self._sending = now
        elif not data and self.requests and not self.lingers:
            self.left = True
        elif not data:
            self.handle_close()

    def handle_write(self) -> None:
        """Send; a parked request goes on, and a last answer is given time to arrive."""
        if self.close_when_flushed and not self.total_outbufs_len and not self.left:
            self._linger()
            return
        super().handle_write()
        if self.parked and self.connected and self.total_outbufs_len <= MOST_UNSENT:
            self.parked = False
            self.server.add_task(self)

    def _linger(self) -> None:
        self.close_when_flushed = False
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.handle_close()
            return
        self.lingers, self.since = True, time.monotonic()

    def service(self) -> None:
        """Answer a request in a thread; not before most of the last answer was taken in, so that no thread waits."""
        if self.total_outbufs_len > MOST_UNSENT and self.connected:
            self.parked = True
            self.server.pull_trigger()
            return
        super().service()
        self.since = time.monotonic()

    def tend(self, now: float) -> None:
        """Hold the client to its times."""
        if self.lingers:
            if now - self.since > LINGERING:
                self.handle_close()
        elif self.total_outbufs_len:
            self._unsent = self._unsent or (now, self.total_outbufs_len)
            began, length = self._unsent
            if now - began > READING + length / READING_RATE:
                self._cut("reads too slowly")
        else:
            self._unsent = None
            if self._sending is not None and now - self._sending > self._allowed():
                self._refuse_slow_sender()
            elif self._sending is None and not self.requests and now - self.since > IDLE:
                self.handle_close()

    def _allowed(self) -> float:
        whole = self.request is not None and self.request.headers_finished
        return SENDING if whole else HEADER_SENDING

    def _refuse_slow_sender(self) -> None:
        if self.requests:
            return  # an earlier request is being answered; nothing may come between
        request_id = uuid4().hex
        body = problem_bytes(408, "The request did not arrive within its time.", request_id)
        head = [*problem_headers(request_id), ("Content-Length", str(len(body))), ("Connection", "close")]
        lines = ["HTTP/1.1 408 Request Timeout", *(f"{name}: {value}" for name, value in head), "", ""]
        log.info("refused", client=self.client, status=408, request_id=request_id)
        self._sending, self.request, self.since = None, None, time.monotonic()
        with self.outbuf_lock:
            answer = "\r\n".join(lines).encode() + body
            self.outbufs[-1].append(answer)
            self.total_outbufs_len += len(answer)
            self.close_when_flushed = True

    def _cut(self, why: str) -> None:
        """Close at once: to a client that takes nothing in, the socket never becomes writable, so nothing else closes it."""
        log.info("connection cut", client=self.client, reason=why)
        self.handle_close()  # a thread that writes to it gives up
