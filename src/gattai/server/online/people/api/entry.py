"""Guests, registration, log-in with a password, and log-out."""

from __future__ import annotations

from gattai.server.online.caller import Caller, Person, Rank, UnknownCaller
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.people.api.messages import Me, NameAndPassword, me, somebody
from gattai.server.online.people.attempts import (
    BY_ADDRESS,
    BY_NAME,
    BY_NAME_AND_ADDRESS,
    NEW_ACCOUNTS,
)
from gattai.server.online.people.naming import TakenName, folded, named
from gattai.server.online.people.passwords import checked
from gattai.server.online.people.people import People
from gattai.server.online.site import Site
from gattai.server.web.answering import Forbidden

COSTLY = Rate(20, 60)
"""Rate limit for requests that keep a core busy."""


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """Return the endpoints for registration and log-in."""

    async def whoami(site: Site, call: Call) -> Me:
        return me(call.caller, await people.warnings.unread(call.caller.id))

    async def as_guest(site: Site, call: Call) -> Me:
        # The middleware has already made the stranger a guest.
        return me(call.caller, await people.warnings.unread(call.caller.id))

    async def register(site: Site, call: Call) -> Reply:
        sent = call.sent(NameAndPassword)
        may_register(people, call.caller)
        name, password = named(sent.name), checked(sent.password, sent.name)
        if await people.persons.called(name) is not None:
            raise TakenName
        await people.attempts.count("account", call.caller.address, NEW_ACCOUNTS)
        hashed = await people.passwords.hashed(password)
        async with people.database.connection() as one, one.transaction():
            person = await people.persons.make_account(name, one, guest=call.caller.id)
            await people.passwords.set(person.id, hashed, one)
            await people.sessions.end_all(person.id, connection=one)
        return await come_in(people, person, call.caller)

    async def log_in(site: Site, call: Call) -> Reply:
        sent, address = call.sent(NameAndPassword), call.caller.address
        common = folded(sent.name)
        keys = [
            await people.attempts.count("both", f"{common}\n{address}", BY_NAME_AND_ADDRESS),
            await people.attempts.count("name", common, BY_NAME),
            await people.attempts.count("address", address, BY_ADDRESS),
        ]
        id = await people.passwords.whose(sent.name, sent.password)
        person = await people.persons.find(id) if id is not None else None
        if person is None:
            raise UnknownCaller("the name or the password is wrong")
        await people.attempts.was_right(*keys)
        return await come_in(people, person, call.caller)

    async def log_out(site: Site, call: Call) -> Reply:
        await people.sessions.end(call.caller.id, call.caller.session)
        return Reply(Me(), headers=(("set-cookie", people.cookie.end()),))

    sends = NameAndPassword
    return (
        Endpoint("GET", "/api/me", "Whom the site recognizes me as.", Rank.STRANGER, whoami, None, Me),
        Endpoint("POST", "/api/guest", "Play as a guest.", Rank.GUEST, as_guest, None, Me),
        Endpoint(
            "POST", "/api/account", "Create an account; a guest keeps their games.", Rank.STRANGER,
            register, sends, Me, rate=COSTLY,
        ),
        Endpoint(
            "POST", "/api/session", "Log in with a password.", Rank.STRANGER,
            log_in, sends, Me, rate=COSTLY,
        ),
        Endpoint("DELETE", "/api/session", "Log out.", Rank.GUEST, log_out, None, Me),
    )  # fmt: skip


def may_register(people: People, caller: Caller) -> None:
    """Return if this caller may create an account; otherwise raise an error with the reason."""
    if not people.settings.registration:
        raise Forbidden("only the host creates accounts on this site")
    if caller.rank > Rank.GUEST:
        raise ValueError("you already have an account: log out first")


async def come_in(people: People, person: Person, caller: Caller) -> Reply:
    """Log in a person who has proved who they are, with a new cookie."""
    cookie = await people.let_in(person, caller)
    warnings = await people.warnings.unread(person.id)
    me = Me(somebody(person), person.is_muted, warnings=warnings)
    return Reply(me, headers=(("set-cookie", cookie),))
