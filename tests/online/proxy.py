"""What stands before the nodes of a site: carries each connection to the first node that takes it."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit


class Proxy:
    """A proxy of one's own, at a port that does not change when nodes come and go."""

    def __init__(self, nodes: Sequence[str]) -> None:
        self.nodes = [*nodes]
        """Addresses, in the order in which they are tried."""
        self.is_deaf = False
        """Whether what a node says gets lost on its way; the node hears everything."""
        self.in_turns = False
        """Whether each connection is for another node than the one before it."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._ends: set[socket.socket] = set()
        threading.Thread(target=self._meet, daemon=True).start()

    def close(self) -> None:
        """End everything."""
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for end in [*self._ends]:
            _hang_up(end)

    def _meet(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                there = self._node()
                if there is None:
                    here.close()
                    continue
                for source, drain, back in ((here, there, False), (there, here, True)):
                    self._ends.add(source)
                    carry = threading.Thread(
                        target=self._carry, args=(source, drain, back), daemon=True
                    )
                    carry.start()

    def _node(self) -> socket.socket | None:
        if self.in_turns:
            self.nodes.append(self.nodes.pop(0))
        for node in [*self.nodes]:
            place = urlsplit(node)
            with contextlib.suppress(OSError):
                return socket.create_connection((place.hostname or "", place.port or 80), timeout=5)
        return None

    def _carry(self, source: socket.socket, drain: socket.socket, back: bool) -> None:
        source.settimeout(None)
        with contextlib.suppress(OSError):
            while words := source.recv(65536):
                if not (back and self.is_deaf):
                    drain.sendall(words)
        self._ends.discard(source)
        for end in (source, drain):
            _hang_up(end)


def _hang_up(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def proxied(*nodes: str) -> Iterator[Proxy]:
    """A proxy before these nodes, as long as it is needed."""
    proxy = Proxy(nodes)
    try:
        yield proxy
    finally:
        proxy.close()
