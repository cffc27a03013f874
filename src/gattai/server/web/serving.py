"""Serves an application on a socket until a signal comes."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from gattai.server.messages import MAX_BYTES


class HttpProtocol(H11Protocol):
    """uvicorn's HTTP protocol, with one response at most for an invalid request.

    A request may become invalid in its body while the response is already under way: a second
    response would follow and end in a traceback.
    """

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP; just close the connection if a response is already under way."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()


class Server(uvicorn.Server):
    """uvicorn's server, which can listen on further sockets while it runs."""

    async def listen(self, listening: socket.socket) -> socket.socket:
        """Serve on a bound socket too. Its messages are compressed, as they go over a network."""
        config = copy.copy(self.config)
        config.ws_per_message_deflate = True
        made = await asyncio.get_running_loop().create_server(
            lambda: HttpProtocol(config, self.server_state, self.lifespan.state),
            sock=listening,
            backlog=config.backlog,
        )
        self.servers.append(made)
        return listening

    def leave(self, listening: socket.socket) -> None:
        """Serve on this socket no longer, and end the connections made through it."""
        address = listening.getsockname()
        for made in [*self.servers]:
            if any(each.getsockname() == address for each in made.sockets):
                made.close()
                self.servers.remove(made)
        for connection in [*self.server_state.connections]:
            if connection.transport.get_extra_info("sockname") == address:
                connection.shutdown()


def serve(
    app: ASGIApp,
    listening: socket.socket,
    *,
    backlog: int,
    ready: Callable[[Server], None] = lambda _: None,
    **more: Any,
) -> None:
    """Serve until a signal comes; `more` contains further settings of uvicorn."""
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        lifespan="on",
        http=HttpProtocol,
        ws="websockets-sansio",
        ws_max_size=MAX_BYTES,
        backlog=backlog,
        server_header=False,
        date_header=False,
        **more,
    )
    with contextlib.suppress(KeyboardInterrupt), _told_to_stop():
        server = Server(config)
        ready(server)
        server.run(sockets=[listening])


@contextlib.contextmanager
def _told_to_stop() -> Iterator[None]:
    """Let SIGTERM end the server as Ctrl-C does.

    The server closes everything and then sends itself the signal again. The default handler
    would kill the process at once and leave the shared memory of the bots' workers behind.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
