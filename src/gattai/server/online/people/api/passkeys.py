"""Registration and log-in with a passkey, and the passkeys of an account."""

from __future__ import annotations

from gattai.server.online.caller import Rank, UnknownCaller
from gattai.server.online.endpoint import Call, Endpoint, Reply
from gattai.server.online.people.api.entry import COSTLY, come_in, may_register
from gattai.server.online.people.api.messages import (
    Acknowledged,
    Me,
    Name,
    PasskeyAnswer,
    Password,
    there,
)
from gattai.server.online.people.api.text import legible
from gattai.server.online.people.attempts import NEW_ACCOUNTS
from gattai.server.online.people.naming import TakenName, named
from gattai.server.online.people.passkeys import Ceremony, Passkey, WrongPasskey
from gattai.server.online.people.people import People
from gattai.server.online.people.persons import new_id
from gattai.server.online.site import Site
from gattai.server.web.answering import Forbidden

MAX_LABEL = 60


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """Return the endpoints of passkeys."""
    return (*_entry(people), *_own(people))


def _entry(people: People) -> tuple[Endpoint, ...]:
    """Registration and log-in with a passkey."""

    async def begin_account(site: Site, call: Call) -> Ceremony:
        may_register(people, call.caller)
        name = named(call.sent(Name).name)
        if await people.persons.called(name) is not None:
            raise TakenName
        return await people.passkeys.begin_adding("register", call.caller.id or new_id(), name)

    async def register(site: Site, call: Call) -> Reply:
        sent = call.sent(PasskeyAnswer)
        may_register(people, call.caller)
        await people.attempts.count("account", call.caller.address, NEW_ACCOUNTS)
        made = await people.passkeys.proved("register", sent.ceremony, sent.credential)
        if call.caller.id not in ("", made.person):
            raise WrongPasskey("this was started by someone else: start again")
        guest = call.caller.id
        async with people.database.connection() as one, one.transaction():
            person = await people.persons.make_account(made.name, one, guest=guest, id=made.person)
            await people.passkeys.add(made, person.id, _label(call), one)
            await people.sessions.end_all(person.id, connection=one)
        return await come_in(people, person, call.caller)

    async def begin_login(site: Site, call: Call) -> Ceremony:
        return await people.passkeys.begin_login()

    async def log_in(site: Site, call: Call) -> Reply:
        sent = call.sent(PasskeyAnswer)
        try:
            id = await people.passkeys.whose(sent.ceremony, sent.credential)
        except WrongPasskey as problem:
            raise UnknownCaller(str(problem)) from problem
        person = await people.persons.find(id)
        if person is None:
            raise UnknownCaller("this passkey is unknown")
        return await come_in(people, person, call.caller)

    anybody = Rank.STRANGER
    return (
        Endpoint(
            "POST", "/api/passkeys/register/begin", "Start to create an account with a passkey.",
            anybody, begin_account, Name, Ceremony, rate=COSTLY,
        ),
        Endpoint(
            "POST", "/api/passkeys/register", "Create an account with a passkey.",
            anybody, register, PasskeyAnswer, Me, rate=COSTLY,
        ),
        Endpoint(
            "POST", "/api/passkeys/login/begin", "Start to log in with a passkey.",
            anybody, begin_login, None, Ceremony, rate=COSTLY,
        ),
        Endpoint(
            "POST", "/api/passkeys/login", "Log in with a passkey.",
            anybody, log_in, PasskeyAnswer, Me, rate=COSTLY,
        ),
    )  # fmt: skip


def _own(people: People) -> tuple[Endpoint, ...]:
    """The passkeys of one's own account."""

    async def mine(site: Site, call: Call) -> tuple[Passkey, ...]:
        return await people.passkeys.of(call.caller.id)

    async def begin_adding(site: Site, call: Call) -> Ceremony:
        assert call.caller.person is not None
        if not await people.has_just_proved(call.caller, call.sent(Password).password):
            raise Forbidden("confirm your password first, or log in again")
        name = call.caller.person.name
        return await people.passkeys.begin_adding("add", call.caller.id, name)

    async def add(site: Site, call: Call) -> Acknowledged:
        sent = call.sent(PasskeyAnswer)
        made = await people.passkeys.proved("add", sent.ceremony, sent.credential)
        if made.person != call.caller.id:
            raise WrongPasskey("this was started by someone else: start again")
        async with people.database.connection() as one:
            await people.passkeys.add(made, call.caller.id, _label(call), one)
        return Acknowledged()

    async def call_it(site: Site, call: Call) -> Acknowledged:
        label = legible(call.sent(Name).name, MAX_LABEL)
        if not label:
            raise ValueError("the passkey needs a name")
        return there(
            await people.passkeys.call(call.caller.id, call.params["id"], label), "passkey"
        )

    async def remove(site: Site, call: Call) -> Acknowledged:
        mine = call.caller.id
        is_last = len(await people.passkeys.of(mine)) == 1
        if is_last and not await people.passwords.has(mine):
            raise ValueError("this is the only way to log in to this account: set a password first")
        return there(await people.passkeys.remove(mine, call.params["id"]), "passkey")

    account, listed, own = Rank.ACCOUNT, tuple[Passkey, ...], "/api/me/passkeys"
    return (
        Endpoint("GET", own, "My passkeys.", account, mine, None, listed),
        Endpoint(
            "POST", f"{own}/begin", "Start to add a passkey.",
            account, begin_adding, Password, Ceremony, rate=COSTLY,
        ),
        Endpoint("POST", own, "Add a passkey.", account, add, PasskeyAnswer, Acknowledged, rate=COSTLY),
        Endpoint("PUT", f"{own}/{{id}}", "Rename a passkey.", account, call_it, Name, Acknowledged),
        Endpoint("DELETE", f"{own}/{{id}}", "Remove a passkey.", account, remove, None, Acknowledged),
    )  # fmt: skip


def _label(call: Call) -> str:
    """Return the label of a new passkey: the name given, or the device it was made with."""
    return legible(call.sent(PasskeyAnswer).label, MAX_LABEL) or call.caller.device
