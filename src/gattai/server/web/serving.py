"""An application answering on a socket until a signal comes, as any site of ours does."""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
from collections.abc import Iterator
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from gattai.server.messages import MOST_BYTES


class Lines(H11Protocol):
    """HTTP as uvicorn speaks it; whoever is told that they do not is told nothing more.

    A request may go wrong in its body, when it is being answered already, or has been: one of the two
    would come after the other, and end in a traceback.
    """

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; who is being answered already is only left."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()


def serve(app: ASGIApp, listening: socket.socket, *, backlog: int, **more: Any) -> None:
    """Answer until a signal comes; `more` is what sites differ in, as uvicorn calls it."""
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        lifespan="on",
        http=Lines,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        backlog=backlog,
        server_header=False,
        date_header=False,
        **more,
    )
    with contextlib.suppress(KeyboardInterrupt), _told_to_stop():
        uvicorn.Server(config).run(sockets=[listening])


@contextlib.contextmanager
def _told_to_stop() -> Iterator[None]:
    """Let SIGTERM end the site as Ctrl-C does.

    The server closes everything and then sends itself the signal once more. Left to its default that one
    would kill the process at once, and what the workers of the bots share would be left behind.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
