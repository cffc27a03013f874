"""A node as `gattai host` starts it, with clocks around what the bench asks for.

    python -m bench.sockets.node FIGURES host --database ADDRESS ...

At SIGUSR1 it writes what it has counted so far into the file FIGURES.
"""

from __future__ import annotations

import signal
import sys
from asyncio import selector_events
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from bench.sockets.watches import Watches
from gattai.kernel.position import Step
from gattai.kernel.record import Record
from gattai.odds.reckoning import Reckoning
from gattai.server.online.bus.nats import Nats
from gattai.server.online.bus.near import Near
from gattai.server.online.node import Node
from gattai.server.online.workers.clocks import RowClocks
from gattai.server.online.workers.journal import SharedJournal
from gattai.server.online.workers.opening import Opener
from gattai.server.table import match as table_match
from gattai.server.table.history import History
from gattai.server.table.inbox.answers import Answers
from gattai.server.table.viewer import Viewer
from gattai.server.web import connection
from gattai.server.web.asgi import SocketWire
from gattai.terminal.main import main as gattai


def watched() -> Watches:
    """Clocks around the parts of an answer's way."""
    watches = Watches()
    sync: tuple[tuple[Any, str, str], ...] = (
        (connection, "decoded", "read"),
        (Answers, "read", "judge"),
        (Answers, "_drafted", "judge"),
        (table_match, "redrafted", "judge"),
        (Record, "enter", "judge"),
        (table_match, "hides", "view"),
        (Step, "seen", "view"),
        (History, "log", "tell"),
        (History, "scene", "scene"),
        (Viewer, "take", "page"),
        (connection, "encoded", "encode"),
        (RowClocks, "look", "clocks"),
        (RowClocks, "deadline", "clocks"),
        (RowClocks, "entered", "clocks"),
        (Reckoning, "next", "luck"),
        (Reckoning, "find", "luck"),
        (Reckoning, "enter", "luck"),
        (Reckoning, "lines", "luck"),
        (Node, "_noticed", "snapshot"),
    )
    for owner, name, part in sync:
        watches.around(owner, name, part)
    steps: tuple[tuple[Any, str, str], ...] = (
        (SharedJournal, "append", "append"),
        (SocketWire, "send", "send"),
        (Opener, "load", "open"),
        (Node, "_put", "snapshot"),
    )
    for owner, name, part in steps:
        watches.around_steps(owner, name, part)
    transport = vars(selector_events)["_SelectorSocketTransport"]
    watches.around_reading(transport, {"asyncpg": "append", "uvicorn": "receive", "nats": "bus"})
    watches.around_garbage()
    return watches


class Post:
    """Counts what goes to other nodes."""

    def __init__(self) -> None:
        self.messages = self.bytes = 0

    def around(self, bus: Any) -> None:
        """Count what this kind of bus is given."""
        plain = bus.publish

        async def publish(self_: Any, match: str, rows: Any) -> None:
            self.messages += 1
            self.bytes += len(msgspec.msgpack.encode(rows))
            await plain(self_, match, rows)

        bus.publish = publish


def main() -> None:
    """Run a node until it is stopped."""
    path = Path(sys.argv.pop(1))
    watches, post = watched(), Post()
    for bus in (Near, Nats):
        post.around(bus)

    def tell(*_: object) -> None:
        figures = {
            "cpu": process_time(),
            "spent": dict(watches.spent),
            "calls": dict(watches.calls),
            "bus": [post.messages, post.bytes],
        }
        made = path.with_suffix(".new")
        made.write_bytes(msgspec.json.encode(figures))
        made.replace(path)

    signal.signal(signal.SIGUSR1, tell)
    gattai()


if __name__ == "__main__":
    main()
