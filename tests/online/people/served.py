"""A whole site behind a real port, in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import uvicorn

from tests.online.people.town import Town, said


@contextlib.contextmanager
def served(address: str, **settings: Any) -> Iterator[tuple[str, Town]]:
    """The address of a site, and the site; it is called by name, for browsers make no passkeys for a number."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        origin = f"http://localhost:{port}"
        made = Town.of_everything(said(address, public=origin, **settings))
        server = uvicorn.Server(uvicorn.Config(made.app, log_level="error", lifespan="on"))
        serving = threading.Thread(
            target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True
        )
        serving.start()
        until = monotonic() + 20
        while not server.started and monotonic() < until:
            sleep(0.02)
        assert server.started
        try:
            yield origin, made
        finally:
            server.should_exit = True
            serving.join(20)
