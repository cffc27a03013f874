"""A bare room of sockets, by the same libraries as a node: what comes from one goes out to all.

    python -m bench.sockets.echo SAMPLES

Whatever anybody says in a room, everybody there is sent the next of the texts in SAMPLES (JSON).
No game, no database, nothing is made: this is what sockets alone cost.
"""

from __future__ import annotations

import itertools
import socket
import sys
from collections import defaultdict
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.web.serving import serve


def app(samples: list[str]) -> Starlette:
    """Return the app with the rooms."""
    texts = itertools.cycle(samples)
    rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)

    async def sit(one: WebSocket) -> None:
        await one.accept()
        room = rooms[one.path_params["room"]]
        room.append(one)
        try:
            while True:
                said = await one.receive_text()
                for each in [*room]:
                    await each.send_text(f"{said} {next(texts)}")
        except (WebSocketDisconnect, RuntimeError):
            room.remove(one)

    return Starlette(routes=[WebSocketRoute("/{room}", sit)])


def main() -> None:
    """Serve until a signal comes."""
    samples = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=list[str])
    listening = socket.create_server(("127.0.0.1", 0))
    print(f"the echo is open: http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    serve(app(samples), listening, backlog=2_048)


if __name__ == "__main__":
    main()
