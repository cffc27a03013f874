"""Connections to PostgreSQL, and what is done while it is away: wait, a little longer each time."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from time import monotonic
from typing import Any, TypeAlias, TypeVar

import asyncpg

from gattai.server.table.journal import InDoubt, NotSaved

T = TypeVar("T")
Line: TypeAlias = Any
"""A line of a table as asyncpg gives it: by place, or by name."""

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5

LOST: tuple[type[Exception], ...] = (
    OSError,  # and TimeoutError
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # it was ended while nothing was asked of it
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shut down, started up, crashed, a connection ended
)
"""After these nobody knows what became of a statement that was sent."""

REFUSED: tuple[type[Exception], ...] = (
    asyncpg.InsufficientResourcesError,  # no disk, no memory, too many connections
    asyncpg.TransactionRollbackError,  # a deadlock
    asyncpg.ReadOnlySQLTransactionError,  # it follows another one now
    asyncpg.PostgresSystemError,
    asyncpg.InternalServerError,
)
"""After these nothing was done, and it may be tried again."""

KNOWN: tuple[type[Exception], ...] = (ValueError, NotSaved, InDoubt)
"""These are nobody's loss: a value that fits no column, or what has been told already."""


MISHAPS = (*LOST, *REFUSED)


class Database:
    """A PostgreSQL database and the connections to it.

    The connections are kept here, not by asyncpg's own pool: to take one and give it back costs a
    microsecond instead of forty, and an append has no more than a hundred in all.
    """

    def __init__(
        self, url: str, *, size: int = 10, patience: float = 10.0, reply: float = 5.0
    ) -> None:
        self.url = url
        self._size = size
        self._patience = patience
        """How many seconds a caller waits for a database that is away."""
        self._reply = reply
        """How many seconds a statement may take."""
        self._is_open = False
        self._all: set[Any] = set()
        self._free: list[Any] = []
        """The last one that was given back is the first to be taken: what it has in mind is warm."""
        self._being_made = 0
        self._queue: deque[asyncio.Future[Any]] = deque()
        """Who waits until one is given back."""

    async def __aenter__(self) -> Database:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect. `NotSaved` if nobody answers for as long as patience lasts."""
        self._is_open = True
        await self.again(_nothing)

    async def close(self) -> None:
        """Let all connections go; what they are doing is waited for, but not for long."""
        self._is_open = False
        every, self._all, self._free = self._all, set(), []
        while self._queue:
            self._hand_on(None)
        await asyncio.gather(*(self._part(connection) for connection in every))

    async def rows(self, statement: str, *values: object) -> list[Line]:
        """What a statement gives that may be sent twice. `NotSaved` or `InDoubt` if the database is away."""
        lines: list[Line] = await self.again(lambda one: one.fetch(statement, *values))
        return lines

    async def row(self, statement: str, *values: object) -> Line | None:
        """The first line of what a statement gives that may be sent twice."""
        return await self.again(lambda one: one.fetchrow(statement, *values))

    async def once(self, statement: str, *values: object) -> Line | None:
        """The first line of what a statement gives that is sent at most once."""
        async with self.connection() as connection:
            return await connection.fetchrow(statement, *values)

    async def again(self, act: Callable[[Any], Awaitable[T]]) -> T:
        """Do what may be done twice with a connection, with another one when it gets lost.

        When patience is at its end: `NotSaved` if it was certainly not done, `InDoubt` if perhaps.
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
                    told = InDoubt if sent else NotSaved
                    raise told(str(error) or type(error).__name__) from error
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(2 * pause, LONGEST_PAUSE)

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """A connection to oneself, for a transaction.

        `NotSaved` if there is none to be had, or if the database refused; `InDoubt` if it got lost.
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

    async def _live(self) -> Any:
        """A connection, as soon as there is one to be had."""
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

    async def _acquire(self) -> Any:
        """A free connection, a new one, or the next that is given back."""
        while self._is_open:
            while self._free:
                connection = self._free.pop()
                if not connection.is_closed():
                    return connection
                self._all.discard(connection)
            if len(self._all) + self._being_made < self._size:
                return await self._connect()
            turn: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self._queue.append(turn)
            try:
                async with asyncio.timeout(self._reply):
                    connection = await turn
            except BaseException:
                if turn.done() and not turn.cancelled():  # it was our turn, and we are gone
                    self._hand_on(turn.result())
                raise
            if connection is not None:
                return connection
        raise NotSaved("the database is not open")

    async def _connect(self) -> Any:
        self._being_made += 1
        try:
            connection = await asyncpg.connect(
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

    def _release(self, connection: Any) -> None:
        """Give it back; one that is broken, or in the midst of something, is thrown away."""
        if connection in self._all:
            if connection.is_closed() or connection.is_in_transaction():
                self._all.discard(connection)
                connection.terminate()
                connection = None
        else:
            connection = None
        self._hand_on(connection)

    def _hand_on(self, connection: Any) -> None:
        """To whoever has waited longest: a connection, or the word that there is room for a new one."""
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(connection)
                return
        if connection is not None:
            self._free.append(connection)

    def _loses(self, connection: Any, error: BaseException) -> bool:
        """Whether after this error nobody knows what was done; the connection is then of no more use."""
        lost = isinstance(error, (*LOST, asyncio.CancelledError)) and not isinstance(error, KNOWN)
        if lost:
            connection.terminate()
        return lost

    async def _part(self, connection: Any) -> None:
        try:
            await connection.close(timeout=self._reply)
        except LOST:
            connection.terminate()


async def _nothing(connection: Any) -> None:
    """What is done with the first connection."""
