"""One's own: sessions, password, name, data, and going."""

from __future__ import annotations

import msgspec

from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.people.api.entry import COSTLY
from gattai.server.online.people.api.messages import (
    Done,
    Me,
    Name,
    NewPassword,
    Password,
    Somebody,
    somebody,
    there,
)
from gattai.server.online.people.naming import named
from gattai.server.online.people.passwords import checked
from gattai.server.online.people.people import People
from gattai.server.online.people.sessions import Session
from gattai.server.online.site import Site
from gattai.server.web.answering import Forbidden

RARELY = Rate(10, 600)


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """The addresses."""

    async def sessions(site: Site, call: Call) -> tuple[Session, ...]:
        return await people.sessions.of(call.caller.id, call.caller.session)

    async def end(site: Site, call: Call) -> Done:
        return there(await people.sessions.end(call.caller.id, call.params["id"]), "session")

    async def end_others(site: Site, call: Call) -> Done:
        await people.sessions.end_all(call.caller.id, but=call.caller.session)
        return Done()

    async def set_password(site: Site, call: Call) -> Done:
        sent, person = call.sent(NewPassword), call.caller.person
        assert person is not None
        new = checked(sent.new, person.name)
        if not await people.has_just_proved(call.caller, sent.old):
            raise Forbidden("that is not your password, or you logged in too long ago")
        hashed = await people.passwords.hashed(new)
        async with people.database.connection() as one, one.transaction():
            await people.passwords.set(person.id, hashed, one)
            await people.sessions.end_all(person.id, but=call.caller.session, connection=one)
        return Done()

    async def rename(site: Site, call: Call) -> Somebody:
        return somebody(await people.persons.rename(call.caller.id, named(call.sent(Name).name)))

    async def export(site: Site, call: Call) -> Reply:
        told = await people.leaving.told(call.caller.id)
        saved = ("content-disposition", 'attachment; filename="gattai.json"')
        content = msgspec.json.format(msgspec.json.encode(told), indent=2)
        return Reply(content=content, headers=(saved, ("cache-control", "no-store")))

    async def has_read(site: Site, call: Call) -> Done:
        done = await people.warnings.confirm(call.caller.id, call.params["id"])
        return there(done, "warning of yours")

    async def leave(site: Site, call: Call) -> Reply:
        is_guest = (
            call.caller.rank == Rank.GUEST
        )  # who has nothing but the cookie proves it by that
        password = call.sent(Password).password
        if not is_guest and not await people.has_just_proved(call.caller, password):
            raise Forbidden("prove first that it is you: the password, or log in again")
        await people.leaving.leave(call.caller.id)
        return Reply(Me(), headers=(("set-cookie", people.cookie.end()),))

    account, own = Rank.ACCOUNT, "/api/me"
    return (
        Endpoint(
            "GET", f"{own}/sessions", "Where I am logged in.",
            account, sessions, None, tuple[Session, ...],
        ),
        Endpoint("DELETE", f"{own}/sessions/{{id}}", "Log out there.", account, end, None, Done),
        Endpoint(
            "DELETE", f"{own}/sessions", "Log out everywhere else.", account, end_others, None, Done
        ),
        Endpoint(
            "POST", f"{own}/password", "Change my password; I am logged out everywhere else.",
            account, set_password, NewPassword, Done, rate=COSTLY,
        ),
        Endpoint("POST", f"{own}/name", "Call me so.", account, rename, Name, Somebody, rate=RARELY),
        Endpoint(
            "GET", f"{own}/export", "All that the site knows of me.", Rank.GUEST, export, rate=RARELY
        ),
        Endpoint(
            "POST", f"{own}/warnings/{{id}}", "I have read that warning.",
            Rank.GUEST, has_read, None, Done,
        ),
        Endpoint("DELETE", own, "Forget me.", Rank.GUEST, leave, Password, Me, rate=RARELY),
    )  # fmt: skip
