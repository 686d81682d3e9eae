"""How long a connection may take for what: its deadlines by a clock of the test's own, and who makes room for others."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs
from waitress import wasyncore
from waitress.adjustments import Adjustments

from api.web_server import channel as channels
from api.web_server.channel import HEADER_SENDING, IDLE, LINGERING, READING, READING_RATE, SENDING, Channel
from api.web_server.worker import Listener

HEAD = b"POST /v1/operate/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
BIG = b"x" * (4 << 20)
"""More than the system takes in for a client that does not read."""


class Bench:
    """A server of connections without threads, whose clock stands still unless told."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.adj = Adjustments(channel_request_lookahead=1)
        self.active_channels: dict[int, Channel] = {}
        self.tasks: list[Channel] = []
        self.map: dict[int, Any] = {}
        self.clients: list[socket.socket] = []

    def monotonic(self) -> float:
        return self.now

    def add_task(self, channel: Channel) -> None:
        self.tasks.append(channel)

    def pull_trigger(self) -> None:
        """Nobody sleeps here."""

    def connect(self, address: str = "192.0.2.1") -> tuple[Channel, socket.socket]:
        ours, theirs = socket.socketpair()
        theirs.settimeout(5)
        self.clients.append(theirs)
        return Channel(self, ours, (address, 1), self.adj, map=self.map), theirs

    def turn(self, times: int = 3) -> None:
        """Read and send what can be."""
        for _ in range(times):
            wasyncore.loop(timeout=0.01, use_poll=True, map=self.map, count=1)

    def after(self, seconds: float) -> None:
        """Let so much time pass, then look at the deadlines."""
        self.now += seconds
        for channel in list(self.active_channels.values()):
            channel.tend(self.now)
        self.turn()

    def open(self, channel: Channel) -> bool:
        return channel in self.active_channels.values()


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    made = Bench()
    monkeypatch.setattr(channels, "time", made)
    yield made
    for each in [*made.active_channels.values(), *made.clients]:
        each.close()


def test_a_connection_without_a_request_is_closed(bench: Bench) -> None:
    channel, _ = bench.connect()
    bench.after(IDLE - 1)
    assert bench.open(channel)
    bench.after(2)
    assert not bench.open(channel)


@pytest.mark.parametrize("sent", [[b"\r\n"], [b"\r", b"\n"]], ids=["blank lines", "halves of blank lines"])
def test_what_is_no_request_keeps_no_connection(bench: Bench, sent: list[bytes]) -> None:
    channel, client = bench.connect()
    for number in range(12):
        if not bench.open(channel):
            break
        client.sendall(sent[number % len(sent)])
        bench.turn()
        bench.after(4)
    assert not bench.open(channel)
    assert bench.now - 1000 <= IDLE + HEADER_SENDING


def test_each_request_keeps_a_connection_as_long_as_the_first(bench: Bench) -> None:
    channel, client = bench.connect()
    for _ in range(4):
        bench.after(IDLE - 1)
        client.sendall(WHOLE)
        bench.turn()
        channel.requests.clear()  # as if it were answered
    assert bench.open(channel)


@pytest.mark.parametrize(
    ("at_once", "allowed"), [(b"", HEADER_SENDING), (HEAD + b"\r\n", SENDING)], ids=["header", "body"]
)
def test_who_sends_slowly_is_refused(bench: Bench, at_once: bytes, allowed: float) -> None:
    channel, client = bench.connect()
    bench.after(IDLE - 1)  # what was idle before does not count
    client.sendall(at_once + b"P")
    bench.turn()
    for byte in b"OST /v1":  # that something comes now and then does not help
        client.sendall(bytes([byte]))
        bench.turn(1)
        bench.after((allowed - 1) / 7)
    assert bench.open(channel)
    with capture_logs() as logged:
        bench.after(2)
        bench.after(IDLE + 1)
    told = b"".join(iter(lambda: client.recv(65536), b""))
    assert told.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert b"application/problem+json" in told
    assert [(line["event"], line["status"]) for line in logged] == [("refused", 408)]
    bench.after(LINGERING + 1)
    assert not bench.open(channel)


def test_a_slow_request_behind_one_that_is_being_answered_is_not_refused_in_its_midst(bench: Bench) -> None:
    channel, client = bench.connect()
    client.sendall(WHOLE + HEAD)
    bench.turn()
    assert bench.tasks == [channel]
    bench.after(SENDING + 1)
    assert not channel.total_outbufs_len
    assert bench.open(channel)


@pytest.mark.parametrize("parked", [False, True], ids=["", "with a request that waits"])
def test_who_reads_nothing_is_cut_once_and_for_all(bench: Bench, parked: bool) -> None:
    channel, client = bench.connect()
    if parked:
        client.sendall(WHOLE)
        bench.turn()
    channel.write_soon(BIG)
    if parked:
        channel.service()
        assert channel.parked
    bench.turn()
    unsent = channel.total_outbufs_len
    assert unsent
    bench.after(0)  # from now on it counts
    with capture_logs() as logged:
        bench.after(READING + unsent / READING_RATE - 1)
        assert bench.open(channel)
        for _ in range(5):
            bench.after(2)
    assert not bench.open(channel)
    assert [(line["event"], line["client"]) for line in logged] == [("connection cut", "192.0.2.1")]


def test_who_takes_in_all_in_time_is_not_cut(bench: Bench) -> None:
    channel, client = bench.connect()
    channel.write_soon(BIG)
    left = len(BIG)
    while left:
        bench.turn(1)
        left -= len(client.recv(1 << 20))
    bench.after(READING + 1)
    assert not channel.total_outbufs_len
    assert bench.open(channel) is (READING + 1 <= IDLE)


def test_an_answer_that_lies_with_the_system_unread_keeps_no_connection(bench: Bench) -> None:
    channel, _ = bench.connect()
    with suppress(BlockingIOError):
        while True:
            channel.socket.send(BIG)  # until the system takes no more
    bench.turn()
    bench.after(IDLE + 1)
    assert not bench.open(channel)


def room(bench: Bench, *connected: Channel) -> list[Channel]:
    """Who is still open once room was made for another."""
    Listener._make_room(SimpleNamespace(active_channels=bench.active_channels))
    return [each for each in connected if bench.open(each)]


def test_room_is_made_by_the_client_with_most_connections_and_of_these_by_the_most_silent(bench: Bench) -> None:
    honest, _ = bench.connect("192.0.2.9")
    bench.now += 5
    first, _ = bench.connect()
    bench.now += 5
    second, _ = bench.connect()
    assert room(bench, honest, first, second) == [honest, second]


def test_who_waits_for_an_answer_keeps_its_place_unless_it_does_not_take_in_the_last(bench: Bench) -> None:
    greedy, greedy_end = bench.connect()
    idle, _ = bench.connect()
    greedy_end.sendall(WHOLE)
    bench.turn()
    assert room(bench, greedy, idle) == [greedy]
    honest, _ = bench.connect("192.0.2.9")
    parked, _ = bench.connect()
    greedy.write_soon(BIG)
    greedy.service()
    assert greedy.parked
    assert room(bench, honest, greedy, parked) == [honest, parked]
