"""Everyone who plays at the site, and who the caller of a request is."""

from __future__ import annotations

from collections.abc import Sequence

from argon2 import Parameters
from argon2.profiles import RFC_9106_LOW_MEMORY
from starlette.requests import HTTPConnection

from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, Person, UnknownCaller
from gattai.server.online.endpoint import Rate
from gattai.server.online.limits import RateLimits
from gattai.server.online.mail import postman_of
from gattai.server.online.people.attempts import Attempts
from gattai.server.online.people.blocks import Blocks
from gattai.server.online.people.cookie import Cookie
from gattai.server.online.people.leaving import Leaving
from gattai.server.online.people.moderation import Moderation
from gattai.server.online.people.outbox import Outbox
from gattai.server.online.people.passkeys import Passkeys
from gattai.server.online.people.passwords import Passwords
from gattai.server.online.people.persons import Persons
from gattai.server.online.people.sessions import Sessions, device_of
from gattai.server.online.people.tokens import TokenStore
from gattai.server.online.people.warnings import Warnings
from gattai.server.online.settings import Settings
from gattai.server.online.store.pool import Database

NEW_GUESTS = Rate(60, 3600)
"""Guests that one address may create."""
PROOFS = Rate(10, 15 * 60)
"""Wrong passwords by someone who is already logged in."""


class People:
    """Stores people and identifies callers."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        limits: RateLimits,
        parameters: Parameters = RFC_9106_LOW_MEMORY,
    ) -> None:
        self.database = database
        self.settings = settings
        self.limits = limits
        self.cookie = Cookie(settings)
        self.persons = Persons(database)
        self.sessions = Sessions(database)
        self.tokens = TokenStore(database)
        self.passwords = Passwords(database, parameters)
        self.passkeys = Passkeys(database, settings)
        self.attempts = Attempts(database, settings.rates)
        self.blocks = Blocks(database)
        self.moderation = Moderation(database)
        self.warnings = Warnings(database)
        self.leaving = Leaving(database, self.persons)
        self.outbox = Outbox(database, settings, postman_of(settings))

    async def caller_of(self, connection: HTTPConnection) -> Caller:
        """Identify the caller. Raises `UnknownCaller` for an invalid token; an expired cookie means a stranger.

        A token overrides the cookie: requests with that header skip the check of the page's origin (CSRF), so the
        cookie must not count.
        """
        address = address_of(connection, self.settings.proxies)
        device = device_of(connection.headers.get("user-agent", ""))
        header = connection.headers.get("authorization")
        if header is not None:
            scheme, _, secret = header.partition(" ")
            known = await self.tokens.find(secret.strip()) if scheme.lower() == "bearer" else None
            if known is None:
                raise UnknownCaller("no such token, or it was revoked")
            person, scopes, token = known
            return Caller(person, scopes=scopes, address=address, token=token, device=device)
        found = await self.sessions.find(connection.cookies.get(self.cookie.name, ""))
        if found is None:
            return Caller(address=address, device=device)
        return Caller(found[0], found[1], address=address, device=device)

    async def standing(self, callers: Sequence[Caller]) -> frozenset[str]:
        """Return those of the callers' sessions and tokens that are still valid."""
        sessions = await self.sessions.standing([each.session for each in callers if each.session])
        tokens = await self.tokens.standing([each.token for each in callers if each.token])
        return sessions | tokens

    async def welcome(self, caller: Caller, word: str = "") -> tuple[Caller, str]:
        """Turn a stranger into a guest; also return the cookie to set.

        The same word, sent again shortly after, returns the same guest: the first cookie was lost.
        """
        if not self.settings.guests:
            raise UnknownCaller("log in first: this site has no guests")
        secret, known = await self.sessions.again(word) if word else ("", None)
        if known is None:
            self.limits.take(("guests", caller.address), NEW_GUESTS)
            secret, known = await self._guest(caller.device, word, secret)
        found = Caller(*known, address=caller.address, device=caller.device)
        return found, self.cookie.set(secret)

    async def _guest(self, device: str, word: str, secret: str) -> tuple[str, tuple[Person, str]]:
        """Create a guest, or return the one who already has this secret."""
        guest = await self.persons.make_guest()
        if word:
            session = await self.sessions.begin_with(secret, guest, device)
            if session is not None:
                return secret, (guest, session)
            secret, known = await self.sessions.again(word)
            if known is not None:  # two requests with this word came at once
                return secret, known
        # A word that arrives too late belongs to a new guest.
        secret, session = await self.sessions.begin(guest, device)
        return secret, (guest, session)

    async def let_in(self, person: Person, caller: Caller) -> str:
        """Log in a person who has proved who they are; returns the cookie to set.

        The browser's previous session ends, so a stolen cookie becomes useless.
        """
        if caller.session:
            await self.sessions.end(caller.id, caller.session)
        secret, _ = await self.sessions.begin(person, caller.device)
        return self.cookie.set(secret)

    async def has_just_proved(self, caller: Caller, password: str) -> bool:
        """Whether the person has just proved their identity, as irreversible actions require.

        By password; an account without one must have logged in within the last minutes.
        """
        if await self.passwords.has(caller.id):
            key = await self.attempts.count("proof", caller.id, PROOFS)
            if not await self.passwords.is_of(caller.id, password):
                return False
            await self.attempts.was_right(key)
            return True
        return await self.sessions.is_fresh(caller.session)

    async def sweep(self) -> None:
        """Delete what has expired."""
        for each in (self.sessions, self.passkeys, self.attempts, self.outbox, self.persons):
            await each.sweep()
