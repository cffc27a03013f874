"""Everything that a node imports sooner or later: loaded once, before nodes are forked from it."""

import contextlib
import importlib

from gattai.server.online import host as host
from gattai.server.web import library
from gattai.terminal import main as main
from tests.online.nemesis import broken as broken

LATER = (
    "sqlalchemy.dialects.postgresql.asyncpg", "uvicorn.loops.asyncio", "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl", "websockets.server", "typer._adapters",
    "gattai.terminal.commands.app", "tests.online.nemesis.run",
)  # fmt: skip

for name in LATER:
    with contextlib.suppress(
        ImportError
    ):  # what is called otherwise by now is loaded when it is used
        importlib.import_module(name)
library.warm_up()
