"""A proxy in front of a database, which can hold what passes through it, or cut every connection."""

import select
import socket
import struct
import threading
from contextlib import suppress

PIECE = 65_536


class Proxy:
    """Passes bytes on to a port of this machine, from ``port``."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._flowing, self._closing = threading.Event(), threading.Event()
        self._flowing.set()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def pause(self) -> None:
        """Hold everything; connections stay open."""
        self._flowing.clear()

    def go_on(self) -> None:
        self._flowing.set()

    def reset(self) -> None:
        """Cut every connection."""
        for each in self._open:
            with suppress(OSError):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                each.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def close(self) -> None:
        self._closing.set()
        self._flowing.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.reset()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                continue
            self._open += [near, far]
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, suppress(OSError, ValueError):
            while not self._closing.is_set():
                ready, _, _ = select.select([near, far], [], [], 0.5)
                for each in ready:
                    self._flowing.wait()
                    piece = each.recv(PIECE)
                    if not piece:
                        return
                    (far if each is near else near).sendall(piece)
