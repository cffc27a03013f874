"""Other people: finding, blocking and reporting them."""

from __future__ import annotations

from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.people.api.account import RARELY
from gattai.server.online.people.api.messages import (
    Acknowledged,
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
    """Return the endpoints for finding, blocking and reporting people."""

    async def who(site: Site, call: Call) -> Somebody:
        found = await people.persons.find(call.params["id"])
        if found is None:
            raise LookupError("no such person")
        return somebody(found)

    async def called(site: Site, call: Call) -> Somebody:
        found = await people.persons.called(call.query.get("name", ""))
        if found is None:
            raise LookupError("nobody has this name")
        return somebody(found)

    async def blocks(site: Site, call: Call) -> tuple[Somebody, ...]:
        return tuple(somebody(other) for other in await people.blocks.of(call.caller.id))

    async def block(site: Site, call: Call) -> Acknowledged:
        return there(await people.blocks.put(call.caller.id, call.params["id"]), "person")

    async def unblock(site: Site, call: Call) -> Acknowledged:
        await people.blocks.take_away(call.caller.id, call.params["id"])
        return Acknowledged()

    async def report(site: Site, call: Call) -> Made:
        sent = call.sent(NewReport)
        what = legible(sent.what)
        if not what:
            raise ValueError("describe what happened")
        await people.attempts.count("report", call.caller.id, REPORTS)
        id = await people.moderation.file(call.caller.id, sent.about, sent.match, what)
        if id is None:
            raise LookupError("no such person")
        return Made(id)

    guest, own = Rank.GUEST, "/api/me/blocks"
    return (
        Endpoint(
            "GET", "/api/people/{id}", "A person by id.", Rank.STRANGER, who, None, Somebody, "read"
        ),
        Endpoint(
            "GET", "/api/people", "A person by name (`?name=`).", Rank.STRANGER,
            called, None, Somebody, "read",
        ),
        Endpoint("GET", own, "The people I have blocked.", guest, blocks, None, tuple[Somebody, ...]),
        Endpoint("PUT", f"{own}/{{id}}", "Block a person.", guest, block, None, Acknowledged),
        Endpoint("DELETE", f"{own}/{{id}}", "Unblock a person.", guest, unblock, None, Acknowledged),
        Endpoint(
            "POST", "/api/reports", "Report a person to the moderators.",
            guest, report, NewReport, Made, rate=RARELY,
        ),
    )  # fmt: skip
