"""Others, whom one meets: who they are, not to meet them again, to tell moderators of them."""

from __future__ import annotations

from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.people.api.account import RARELY
from gattai.server.online.people.api.messages import (
    Done,
    Made,
    NewReport,
    Somebody,
    somebody,
    there,
)
from gattai.server.online.people.api.text import legible
from gattai.server.online.people.attempts import REPORTS
from gattai.server.online.people.people import People
from gattai.server.online.site import Site


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """The addresses."""

    async def who(site: Site, call: Call) -> Somebody:
        found = await people.persons.find(call.params["id"])
        if found is None:
            raise LookupError("there is no such person")
        return somebody(found)

    async def called(site: Site, call: Call) -> Somebody:
        found = await people.persons.called(call.query.get("name", ""))
        if found is None:
            raise LookupError("nobody is called so")
        return somebody(found)

    async def blocks(site: Site, call: Call) -> tuple[Somebody, ...]:
        return tuple(somebody(other) for other in await people.blocks.of(call.caller.id))

    async def block(site: Site, call: Call) -> Done:
        return there(await people.blocks.put(call.caller.id, call.params["id"]), "person")

    async def unblock(site: Site, call: Call) -> Done:
        await people.blocks.take_away(call.caller.id, call.params["id"])
        return Done()

    async def report(site: Site, call: Call) -> Made:
        sent = call.sent(NewReport)
        what = legible(sent.what)
        if not what:
            raise ValueError("say what happened")
        await people.attempts.count("report", call.caller.id, REPORTS)
        id = await people.moderation.file(call.caller.id, sent.about, sent.match, what)
        if id is None:
            raise LookupError("there is no such person")
        return Made(id)

    guest, own = Rank.GUEST, "/api/me/blocks"
    return (
        Endpoint(
            "GET", "/api/people/{id}", "Who is that?", Rank.STRANGER, who, None, Somebody, "read"
        ),
        Endpoint(
            "GET", "/api/people", "Who is called so (`?name=`)?", Rank.STRANGER,
            called, None, Somebody, "read",
        ),
        Endpoint("GET", own, "Whom I blocked.", guest, blocks, None, tuple[Somebody, ...]),
        Endpoint("PUT", f"{own}/{{id}}", "Do not let us meet.", guest, block, None, Done),
        Endpoint("DELETE", f"{own}/{{id}}", "Let us meet again.", guest, unblock, None, Done),
        Endpoint(
            "POST", "/api/reports", "Tell moderators about somebody.",
            guest, report, NewReport, Made, rate=RARELY,
        ),
    )  # fmt: skip
