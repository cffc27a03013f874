"""The caller's own account: sessions, password, name, data, deletion."""

from __future__ import annotations

import msgspec

from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.people.api.entry import COSTLY
from gattai.server.online.people.api.messages import (
    Acknowledged,
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
    """Return the endpoints for the caller's own account."""

    async def sessions(site: Site, call: Call) -> tuple[Session, ...]:
        return await people.sessions.of(call.caller.id, call.caller.session)

    async def end(site: Site, call: Call) -> Acknowledged:
        return there(await people.sessions.end(call.caller.id, call.params["id"]), "session")

    async def end_others(site: Site, call: Call) -> Acknowledged:
        await people.sessions.end_all(call.caller.id, but=call.caller.session)
        return Acknowledged()

    async def set_password(site: Site, call: Call) -> Acknowledged:
        sent, person = call.sent(NewPassword), call.caller.person
        assert person is not None
        new = checked(sent.new, person.name)
        if not await people.has_just_proved(call.caller, sent.old):
            raise Forbidden("the password is wrong, or you logged in too long ago")
        hashed = await people.passwords.hashed(new)
        async with people.database.connection() as one, one.transaction():
            await people.passwords.set(person.id, hashed, one)
            await people.sessions.end_all(person.id, but=call.caller.session, connection=one)
        return Acknowledged()

    async def rename(site: Site, call: Call) -> Somebody:
        return somebody(await people.persons.rename(call.caller.id, named(call.sent(Name).name)))

    async def export(site: Site, call: Call) -> Reply:
        everything = await people.leaving.export(call.caller.id)
        saved = ("content-disposition", 'attachment; filename="gattai.json"')
        content = msgspec.json.format(msgspec.json.encode(everything), indent=2)
        return Reply(content=content, headers=(saved, ("cache-control", "no-store")))

    async def has_read(site: Site, call: Call) -> Acknowledged:
        done = await people.warnings.confirm(call.caller.id, call.params["id"])
        return there(done, "warning for you")

    async def leave(site: Site, call: Call) -> Reply:
        is_guest = (
            call.caller.rank == Rank.GUEST
        )  # a guest has only the cookie to prove who they are
        password = call.sent(Password).password
        if not is_guest and not await people.has_just_proved(call.caller, password):
            raise Forbidden("confirm your password first, or log in again")
        await people.leaving.leave(call.caller.id)
        return Reply(Me(), headers=(("set-cookie", people.cookie.end()),))

    account, own = Rank.ACCOUNT, "/api/me"
    return (
        Endpoint(
            "GET", f"{own}/sessions", "My sessions.",
            account, sessions, None, tuple[Session, ...],
        ),
        Endpoint("DELETE", f"{own}/sessions/{{id}}", "End a session.", account, end, None, Acknowledged),
        Endpoint(
            "DELETE", f"{own}/sessions", "Log out everywhere else.", account, end_others, None, Acknowledged
        ),
        Endpoint(
            "POST", f"{own}/password", "Change my password and end all my other sessions.",
            account, set_password, NewPassword, Acknowledged, rate=COSTLY,
        ),
        Endpoint("POST", f"{own}/name", "Change my name.", account, rename, Name, Somebody, rate=RARELY),
        Endpoint(
            "GET", f"{own}/export", "Export all data about me.", Rank.GUEST, export, rate=RARELY
        ),
        Endpoint(
            "POST", f"{own}/warnings/{{id}}", "Confirm that I have read a warning.",
            Rank.GUEST, has_read, None, Acknowledged,
        ),
        Endpoint("DELETE", own, "Delete my account.", Rank.GUEST, leave, Password, Me, rate=RARELY),
    )  # fmt: skip
