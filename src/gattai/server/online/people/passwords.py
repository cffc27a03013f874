"""Passwords, stored as argon2id hashes. Only a few are hashed at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from argon2 import Parameters, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from gattai.server.online.people.naming import folded
from gattai.server.online.store.pool import Database, SqlConnection
from gattai.server.web.examining import Busy

T = TypeVar("T")
P = ParamSpec("P")
LEAST, MOST = 8, 200
"""Length of a password in characters. There are no other rules: long is better than strange."""
AT_ONCE = 2
"""Each hash takes 64 MiB and a core for a moment."""
MAX_WAITING = 32
"""Maximum number of waiting log-ins. Later ones are refused, so that nobody waits more than a few seconds."""

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
    """A password that is not allowed, with the reason."""


def checked(password: str, name: str) -> str:
    """Return a password that is allowed for this name. `WrongPassword` gives the reason."""
    if not LEAST <= len(password) <= MOST:
        raise WrongPassword(f"a password has {LEAST} to {MOST} characters")
    if password.casefold() in COMMON or len({*password}) < 3:
        raise WrongPassword("this password is too common")
    if name and folded(password) == folded(name):
        raise WrongPassword("your name cannot be your password")
    return password


class Passwords:
    """The passwords of all accounts that have one."""

    def __init__(
        self,
        database: Database,
        parameters: Parameters = RFC_9106_LOW_MEMORY,
        *,
        at_once: int = AT_ONCE,
        most_waiting: int = MAX_WAITING,
    ) -> None:
        self._database = database
        self._hasher = PasswordHasher.from_parameters(parameters)
        self._threads = ThreadPoolExecutor(at_once, "password")
        self._most = at_once + most_waiting
        self._under_way = 0
        self._nobodys: str | None = None

    def close(self) -> None:
        """Stop the threads that compute hashes."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hashed(self, password: str) -> str:
        """Return the hash of a password. Raises `Busy` if too many are waiting."""
        return await self._work(self._hasher.hash, _same(password))

    async def set(self, person: str, hashed: str, connection: SqlConnection | None = None) -> None:
        """Set the password of a person."""
        if connection is None:
            await self._database.row(SET, person, hashed)
        else:
            await connection.execute(SET, person, hashed)

    async def whose(self, name: str, password: str) -> str | None:
        """Return the account of this name if the password is right.

        A name that does not exist takes as long as one that does: a dummy password is checked instead.
        """
        line = await self._database.row(FIND, folded(name))
        stored = line[1] if line is not None else await self._nobodys_hash()
        fits = await self._fits(stored, password)
        if line is None or not fits:
            return None
        if self._hasher.check_needs_rehash(stored):
            await self.set(line[0], await self.hashed(password))
        return str(line[0])

    async def is_of(self, person: str, password: str) -> bool:
        """Whether this is the password of this account."""
        line = await self._database.row("SELECT hash FROM password WHERE person = $1", person)
        stored = line[0] if line is not None else await self._nobodys_hash()
        return await self._fits(stored, password) and line is not None

    async def has(self, person: str) -> bool:
        """Whether this account has a password; it may have passkeys only."""
        line = await self._database.row("SELECT 1 FROM password WHERE person = $1", person)
        return line is not None

    async def _fits(self, stored: str, password: str) -> bool:
        def fits() -> bool:
            try:
                return self._hasher.verify(stored, _same(password))
            except (VerificationError, InvalidHashError):
                return False

        return await self._work(fits)

    async def _nobodys_hash(self) -> str:
        if self._nobodys is None:
            self._nobodys = await self.hashed("nobody's password")
        return self._nobodys

    async def _work(self, act: Callable[P, T], *values: P.args, **more: P.kwargs) -> T:
        if self._under_way >= self._most:
            raise Busy("too many people are logging in; try again in a moment")
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, partial(act, *values, **more)
            )
        finally:
            self._under_way -= 1


def _same(password: str) -> str:
    """Return a password normalized, however the keyboard composed its characters."""
    return unicodedata.normalize("NFKC", password[:MOST])
