"""An application answering on a socket until a signal comes, as any site of ours does."""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
from collections.abc import Iterator
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from gattai.server.messages import MOST_BYTES


def serve(app: ASGIApp, listening: socket.socket, *, backlog: int, **more: Any) -> None:
    """Answer until a signal comes; `more` is what sites differ in, as uvicorn calls it."""
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        lifespan="on",
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
