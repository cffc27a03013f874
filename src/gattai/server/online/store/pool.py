"""Connections to PostgreSQL, with retries at growing intervals while it is not available."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from time import monotonic
from typing import Any, Protocol, TypeVar

import asyncpg

from gattai.server.table.journal import InDoubt, NotSaved

T = TypeVar("T")


class SqlRow(Protocol):
    """A row of a result, as asyncpg returns it: columns by index or name."""

    def __getitem__(self, column: int | str | slice) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def items(self) -> Iterable[tuple[str, object]]: ...


class SqlConnection(Protocol):
    """The part of asyncpg's connection that we use; asyncpg has no type hints of its own."""

    async def execute(self, statement: str, *values: object) -> str: ...

    async def fetch(self, statement: str, *values: object) -> list[SqlRow]: ...

    async def fetchrow(self, statement: str, *values: object) -> SqlRow | None: ...

    async def fetchval(self, statement: str, *values: object) -> Any: ...

    def transaction(self) -> AbstractAsyncContextManager[object]: ...

    def get_server_version(self) -> tuple[object, ...]: ...

    def is_closed(self) -> bool: ...

    def is_in_transaction(self) -> bool: ...

    def terminate(self) -> None: ...

    async def close(self, *, timeout: float | None = None) -> None: ...


FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5

LOST: tuple[type[Exception], ...] = (
    OSError,  # and TimeoutError
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the connection was closed while idle
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shutdown, startup, crash, terminated connection
)
"""After these errors it is unknown whether the statement was executed."""

REFUSED: tuple[type[Exception], ...] = (
    asyncpg.InsufficientResourcesError,  # no disk, no memory, too many connections
    asyncpg.TransactionRollbackError,  # a deadlock
    asyncpg.ReadOnlySQLTransactionError,  # it has become a replica
    asyncpg.PostgresSystemError,
    asyncpg.InternalServerError,
)
"""After these errors nothing was done, and the statement may be tried again."""

KNOWN: tuple[type[Exception], ...] = (ValueError, NotSaved, InDoubt)
"""These are the caller's errors: an invalid value or a duplicate key."""


MISHAPS = (*LOST, *REFUSED)


class Database:
    """A PostgreSQL database with its connection pool.

    We do not use asyncpg's own pool: taking and returning a connection here costs one
    microsecond instead of forty, and an append takes only a hundred.
    """

    def __init__(
        self, url: str, *, size: int = 10, patience: float = 10.0, reply: float = 5.0
    ) -> None:
        self.url = url
        self._size = size
        self._patience = patience
        """Seconds a caller waits while the database is not available."""
        self._reply = reply
        """Seconds a statement may take."""
        self._is_open = False
        self._all: set[SqlConnection] = set()
        self._free: list[SqlConnection] = []
        """Idle connections; the last one returned is taken first, because its caches are warm."""
        self._being_made = 0
        self._queue: deque[asyncio.Future[SqlConnection | None]] = deque()
        """Callers waiting for a connection."""

    async def __aenter__(self) -> Database:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect. Raises `NotSaved` if the database does not answer in time."""
        self._is_open = True
        await self.again(_nothing)

    async def close(self) -> None:
        """Close all connections; running statements get a little time to finish."""
        self._is_open = False
        every, self._all, self._free = self._all, set(), []
        while self._queue:
            self._hand_on(None)
        await asyncio.gather(*(self._part(connection) for connection in every))

    async def rows(self, statement: str, *values: object) -> list[SqlRow]:
        """Return the rows of a statement that may safely be executed twice. Raises `NotSaved` or `InDoubt` if the database is not available."""
        lines: list[SqlRow] = await self.again(lambda one: one.fetch(statement, *values))
        return lines

    async def row(self, statement: str, *values: object) -> SqlRow | None:
        """Return the first row of a statement that may safely be executed twice."""
        return await self.again(lambda one: one.fetchrow(statement, *values))

    async def once(self, statement: str, *values: object) -> SqlRow | None:
        """Return the first row of a statement that is sent at most once."""
        async with self.connection() as connection:
            return await connection.fetchrow(statement, *values)

    async def again(self, act: Callable[[SqlConnection], Awaitable[T]]) -> T:
        """Run something that may safely be done twice, on another connection if one gets lost.

        Finally raises `NotSaved` if it was certainly not done, `InDoubt` if perhaps.
        """
        began, pause, sent = monotonic(), FIRST_PAUSE, False
        while True:
            try:
                connection = await self._acquire()
                try:
                    return await act(connection)
                except BaseException as error:
                    sent |= self._loses(connection, error)
                    raise
                finally:
                    self._release(connection)
            except MISHAPS as error:
                if isinstance(error, KNOWN):
                    raise
                if monotonic() + pause > began + self._patience:
                    raised = InDoubt if sent else NotSaved
                    raise raised(str(error) or type(error).__name__) from error
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(2 * pause, LONGEST_PAUSE)

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[SqlConnection]:
        """A connection for a transaction.

        Raises `NotSaved` if there is none or the database refused; `InDoubt` if the connection was lost.
        """
        connection = await self._live()
        try:
            yield connection
        except BaseException as error:
            if self._loses(connection, error) and isinstance(error, Exception):
                raise InDoubt(str(error)) from error
            if isinstance(error, REFUSED):
                raise NotSaved(str(error)) from error
            raise
        finally:
            self._release(connection)

    async def _live(self) -> SqlConnection:
        """Return a connection as soon as there is one."""
        began, pause = monotonic(), FIRST_PAUSE
        while True:
            try:
                return await self._acquire()
            except MISHAPS as error:
                if isinstance(error, KNOWN):
                    raise
                if monotonic() + pause > began + self._patience:
                    raise NotSaved(str(error) or type(error).__name__) from error
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _acquire(self) -> SqlConnection:
        """Return an idle connection, a new one, or the next one returned."""
        while self._is_open:
            while self._free:
                connection = self._free.pop()
                if not connection.is_closed():
                    return connection
                self._all.discard(connection)
            if len(self._all) + self._being_made < self._size:
                return await self._connect()
            turn: asyncio.Future[SqlConnection | None] = asyncio.get_running_loop().create_future()
            self._queue.append(turn)
            try:
                async with asyncio.timeout(self._reply):
                    handed = await turn
            except BaseException:
                if (
                    turn.done() and not turn.cancelled()
                ):  # we were cancelled after our turn had come
                    self._hand_on(turn.result())
                raise
            if handed is not None:
                return handed
        raise NotSaved("the database is not open")

    async def _connect(self) -> SqlConnection:
        self._being_made += 1
        try:
            connection: SqlConnection = await asyncpg.connect(
                self.url,
                timeout=self._reply,
                command_timeout=self._reply,
                server_settings={"application_name": "gattai", "jit": "off"},
            )
        except BaseException:
            self._hand_on(None)
            raise
        finally:
            self._being_made -= 1
        if not self._is_open:
            connection.terminate()
            raise NotSaved("the database is not open")
        self._all.add(connection)
        return connection

    def _release(self, connection: SqlConnection) -> None:
        """Return a connection to the pool; a broken or busy one is discarded."""
        is_ours = connection in self._all
        if is_ours and (connection.is_closed() or connection.is_in_transaction()):
            self._all.discard(connection)
            connection.terminate()
            is_ours = False
        self._hand_on(connection if is_ours else None)

    def _hand_on(self, connection: SqlConnection | None) -> None:
        """Give the caller who has waited longest a connection, or None as permission to open one."""
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(connection)
                return
        if connection is not None:
            self._free.append(connection)

    def _loses(self, connection: SqlConnection, error: BaseException) -> bool:
        """Whether the outcome is unknown after this error; the connection is then unusable."""
        lost = isinstance(error, (*LOST, asyncio.CancelledError)) and not isinstance(error, KNOWN)
        if lost:
            connection.terminate()
        return lost

    async def _part(self, connection: SqlConnection) -> None:
        try:
            await connection.close(timeout=self._reply)
        except LOST:
            connection.terminate()


async def _nothing(connection: SqlConnection) -> None:
    """Do nothing with the first connection."""
