"""What a process runs to search: the engines, and the thread that turns their plans into moves."""

import queue
import threading
from typing import Any

from models.theme_park.operate.position import Position
from solver.runtime.messages import Finished, Tell
from solver.theme_park.operate.canonical import in_order
from solver.theme_park.operate.flow.network import forget_networks
from solver.theme_park.operate.messages import Candidate, Effort, Found, Message
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import Engine, Settings
from solver.theme_park.operate.unfolding import unfold


def search_and_tell(asked: tuple[Position, Settings], tell: Tell) -> Effort:
    """Search and tell candidates and limits as they come; raises what went wrong in any engine."""
    outbox = Outbox(tell)
    try:
        known = search(*asked, outbox.put)
    finally:
        outbox.close()
        forget_networks()
    return Effort(known.nodes, known.first_proven)


class Outbox:
    """Takes messages at once and sends them on in order from a thread of its own, plans unfolded to moves.

    Of layered plans of one rank that wait together it sends only the last, unless that is worth less: two threads tell them, and the better one
    may be told first. A plan that cannot be unfolded ends the task.
    """

    def __init__(self, tell: Tell) -> None:
        """Ready to take messages."""
        self._tell = tell
        self._waiting: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._send, daemon=True)
        self._thread.start()

    def put(self, message: Message) -> None:
        """Take one message; quick, and safe to call from several threads."""
        self._waiting.put(message)

    def close(self) -> None:
        """Return when all that was taken is sent; what comes later reaches nobody."""
        self._waiting.put(None)
        self._thread.join()

    def _send(self) -> None:
        following: list[Message | None] = []
        while (message := following.pop() if following else self._waiting.get()) is not None:
            while _layered(message) and not following and not self._waiting.empty():
                following = [self._waiting.get()]
                if _supersedes(following[0], message):
                    message = following.pop()
            try:
                self._tell(_candidate(message) if isinstance(message, Found) else message)
            except Exception as error:
                self._tell(Finished(f"a plan cannot be unfolded: {error}"))


def _candidate(found: Found) -> Candidate:
    sequences = unfold(found.position, found.plans)
    if found.canonical and len(sequences) == 1:
        sequences = (in_order(found.position, sequences[0]),)
    return Candidate(found.rank, sequences, found.engine, found.canonical)


def _supersedes(later: Message | None, earlier: Any) -> bool:
    return (
        isinstance(later, Found) and _layered(later) and later.rank == earlier.rank and later.values >= earlier.values
    )


def _layered(message: Message | None) -> bool:
    return isinstance(message, Found) and message.engine is Engine.LAYERED
