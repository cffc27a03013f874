"""Passwords: kept as argon2id, worked out a few at a time, so that guessing costs the guesser and nobody else."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from argon2 import Parameters, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from gattai.server.online.people.naming import folded
from gattai.server.online.store.pool import Database
from gattai.server.web.examining import Busy

T = TypeVar("T")
LEAST, MOST = 8, 200
"""Letters of a password. Nothing is asked of what they are: long is better than strange."""
AT_ONCE = 2
"""Each takes 64 MiB and a core for a while."""
MOST_WAITING = 32
"""More than so many at once are told to come again: nobody waits for longer than a few seconds."""

COMMON = frozenset(
    "password passwort password1 password123 passw0rd 12345678 123456789 1234567890 qwertyui qwerty123 "
    "qwertyuiop 11111111 00000000 87654321 abcd1234 abc12345 iloveyou sunshine princess football "
    "baseball superman trustno1 starwars letmein1 welcome1 administrator asdfghjk 1q2w3e4r zaq12wsx".split()
)

SET = """
INSERT INTO password (person, hash) VALUES ($1, $2)
ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, changed = clock_timestamp()
"""
FIND = """
SELECT person.id, password.hash FROM person JOIN password ON password.person = person.id
 WHERE folded = $1 AND closed IS NULL AND gone IS NULL
"""


class WrongPassword(ValueError):
    """A password that nobody should have, and why."""


def checked(password: str, name: str) -> str:
    """A password that somebody of this name may have. `WrongPassword` with the reason."""
    if not LEAST <= len(password) <= MOST:
        raise WrongPassword(f"a password has {LEAST} to {MOST} letters")
    if password.casefold() in COMMON or len({*password}) < 3:
        raise WrongPassword("that password is the first that anybody would try")
    if name and folded(password) == folded(name):
        raise WrongPassword("a password is not one's name")
    return password


class Passwords:
    """The passwords of all accounts that have one."""

    def __init__(
        self,
        database: Database,
        parameters: Parameters = RFC_9106_LOW_MEMORY,
        *,
        at_once: int = AT_ONCE,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._database = database
        self._hasher = PasswordHasher.from_parameters(parameters)
        self._threads = ThreadPoolExecutor(at_once, "password")
        self._most = at_once + most_waiting
        self._under_way = 0
        self._nobodys: str | None = None

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hashed(self, password: str) -> str:
        """A password as it is kept. `Busy` if too many want that at once."""
        return await self._work(self._hasher.hash, _same(password))

    async def set(self, person: str, hashed: str, connection: Any = None) -> None:
        """Let this be somebody's password from now on."""
        if connection is None:
            await self._database.row(SET, person, hashed)
        else:
            await connection.execute(SET, person, hashed)

    async def whose(self, name: str, password: str) -> str | None:
        """The account of this name, if this is its password.

        A name that nobody has takes as long as one that somebody has: the hash of nobody's password is
        worked out instead.
        """
        line = await self._database.row(FIND, folded(name))
        kept = line[1] if line is not None else await self._nobodys_hash()
        fits = await self._fits(kept, password)
        if line is None or not fits:
            return None
        if self._hasher.check_needs_rehash(kept):
            await self.set(line[0], await self.hashed(password))
        return str(line[0])

    async def is_of(self, person: str, password: str) -> bool:
        """Whether this is the password of this account."""
        line = await self._database.row("SELECT hash FROM password WHERE person = $1", person)
        kept = line[0] if line is not None else await self._nobodys_hash()
        return await self._fits(kept, password) and line is not None

    async def has(self, person: str) -> bool:
        """Whether this account has a password at all: it may have passkeys only."""
        line = await self._database.row("SELECT 1 FROM password WHERE person = $1", person)
        return line is not None

    async def _fits(self, kept: str, password: str) -> bool:
        def fits() -> bool:
            try:
                return self._hasher.verify(kept, _same(password))
            except (VerificationError, InvalidHashError):
                return False

        return await self._work(fits)

    async def _nobodys_hash(self) -> str:
        if self._nobodys is None:
            self._nobodys = await self.hashed("nobody's password")
        return self._nobodys

    async def _work(self, act: Callable[..., T], *values: Any) -> T:
        if self._under_way >= self._most:
            raise Busy("too many log in at once; try again in a moment")
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, act, *values)
        finally:
            self._under_way -= 1


def _same(password: str) -> str:
    """A password however its letters were put together by a keyboard."""
    return unicodedata.normalize("NFKC", password[:MOST])
