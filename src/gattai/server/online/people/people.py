"""Everybody who plays at the site, and who of them calls."""

from __future__ import annotations

from collections.abc import Sequence

from argon2 import Parameters
from argon2.profiles import RFC_9106_LOW_MEMORY
from starlette.requests import HTTPConnection

from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, Person, Unknown
from gattai.server.online.endpoint import Rate
from gattai.server.online.limits import Limits
from gattai.server.online.mail import postman_of
from gattai.server.online.people.attempts import Attempts
from gattai.server.online.people.blocks import Blocks
from gattai.server.online.people.cookie import Cookie
from gattai.server.online.people.leaving import Leaving
from gattai.server.online.people.letters import Letters
from gattai.server.online.people.moderation import Moderation
from gattai.server.online.people.passkeys import Passkeys
from gattai.server.online.people.passwords import Passwords
from gattai.server.online.people.persons import Persons
from gattai.server.online.people.sessions import Sessions, device_of
from gattai.server.online.people.tokens import Tokens
from gattai.server.online.people.warnings import Warnings
from gattai.server.online.settings import Settings
from gattai.server.online.store.pool import Database

NEW_GUESTS = Rate(60, 3600)
"""Guests that one address makes."""
PROOFS = Rate(10, 15 * 60)
"""Wrong passwords of somebody who is logged in already."""


class People:
    """All that is kept of people, and how they are recognised."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        limits: Limits,
        parameters: Parameters = RFC_9106_LOW_MEMORY,
    ) -> None:
        self.database = database
        self.settings = settings
        self.limits = limits
        self.cookie = Cookie(settings)
        self.persons = Persons(database)
        self.sessions = Sessions(database)
        self.tokens = Tokens(database)
        self.passwords = Passwords(database, parameters)
        self.passkeys = Passkeys(database, settings)
        self.attempts = Attempts(database, settings.rates)
        self.blocks = Blocks(database)
        self.moderation = Moderation(database)
        self.warnings = Warnings(database)
        self.leaving = Leaving(database, self.persons)
        self.letters = Letters(database, settings, postman_of(settings))

    async def caller_of(self, connection: HTTPConnection) -> Caller:
        """Who calls. `Unknown` for a token that is none; an old cookie is simply nobody's.

        Whoever brings a token is known by it alone: the door asks of a browser that it comes from a page
        of ours, and lets pass whatever has such a header, so no cookie may count beside it.
        """
        address = address_of(connection, self.settings.proxies)
        device = device_of(connection.headers.get("user-agent", ""))
        said = connection.headers.get("authorization")
        if said is not None:
            scheme, _, secret = said.partition(" ")
            known = await self.tokens.find(secret.strip()) if scheme.lower() == "bearer" else None
            if known is None:
                raise Unknown("no such token, or it was revoked")
            person, scopes, token = known
            return Caller(person, scopes=scopes, address=address, token=token, device=device)
        found = await self.sessions.find(connection.cookies.get(self.cookie.name, ""))
        if found is None:
            return Caller(address=address, device=device)
        return Caller(found[0], found[1], address=address, device=device)

    async def standing(self, callers: Sequence[Caller]) -> frozenset[str]:
        """Of those by which these callers were known, the sessions and tokens that still hold."""
        sessions = await self.sessions.standing([each.session for each in callers if each.session])
        tokens = await self.tokens.standing([each.token for each in callers if each.token])
        return sessions | tokens

    async def welcome(self, caller: Caller, word: str = "") -> tuple[Caller, str]:
        """Make a guest of a stranger; also the cookie by which they are known from now on.

        Whoever has brought the same word only just now is the same guest: the cookie got lost on its way.
        """
        if not self.settings.guests:
            raise Unknown("sign in first: this site has no guests")
        secret, known = await self.sessions.again(word) if word else ("", None)
        if known is None:
            self.limits.take(("guests", caller.address), NEW_GUESTS)
            secret, known = await self._guest(caller.device, word, secret)
        found = Caller(*known, address=caller.address, device=caller.device)
        return found, self.cookie.set(secret)

    async def _guest(self, device: str, word: str, secret: str) -> tuple[str, tuple[Person, str]]:
        """A new guest, known by this secret if a word was brought and nobody is known by it."""
        guest = await self.persons.make_guest()
        if word:
            session = await self.sessions.begin_with(secret, guest, device)
            if session is not None:
                return secret, (guest, session)
            secret, known = await self.sessions.again(word)
            if known is not None:  # it was brought twice at once
                return secret, known
        # Who comes too late with a word is somebody else.
        secret, session = await self.sessions.begin(guest, device)
        return secret, (guest, session)

    async def let_in(self, person: Person, caller: Caller) -> str:
        """Begin a session for somebody who has proved who they are; returns the cookie to be set.

        The session by which the browser was known before ends: whoever else knows its secret has
        nothing of it.
        """
        if caller.session:
            await self.sessions.end(caller.id, caller.session)
        secret, _ = await self.sessions.begin(person, caller.device)
        return self.cookie.set(secret)

    async def has_just_proved(self, caller: Caller, password: str) -> bool:
        """Whether it is certain that the person themselves wants something that cannot be undone.

        By their password; whoever has none has to have logged in within the last minutes.
        """
        if await self.passwords.has(caller.id):
            key = await self.attempts.count("proof", caller.id, PROOFS)
            if not await self.passwords.is_of(caller.id, password):
                return False
            await self.attempts.was_right(key)
            return True
        return await self.sessions.is_fresh(caller.session)

    async def sweep(self) -> None:
        """Throw away what has had its time."""
        for each in (self.sessions, self.passkeys, self.attempts, self.letters, self.persons):
            await each.sweep()
