"""What moderators see and do. Only the host appoints moderators."""

from __future__ import annotations

from gattai.server.online.caller import Person, Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.people.api.messages import (
    Acknowledged,
    Mute,
    NewRank,
    Settled,
    Warn,
    Why,
    there,
)
from gattai.server.online.people.api.text import legible
from gattai.server.online.people.moderation import ModeratedPerson, ModeratorAction, Report
from gattai.server.online.people.people import People
from gattai.server.online.site import Site

STATES = ("open", "upheld", "dismissed")


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """Return the endpoints for moderators. Every measure needs a reason and a target of a lower rank."""
    moderation = people.moderation

    async def reports(site: Site, call: Call) -> tuple[Report, ...]:
        state = call.query.get("state", "open")
        if state not in STATES:
            raise ValueError(f"the state of a report is one of: {', '.join(STATES)}")
        return await moderation.reports(state)

    async def settle(site: Site, call: Call) -> Acknowledged:
        sent = call.sent(Settled)
        by, id = call.caller.id, call.params["id"]
        return there(await moderation.settle(id, sent.verdict, by, _why(sent.why)), "open report")

    async def log(site: Site, call: Call) -> tuple[ModeratorAction, ...]:
        before = call.query.get("before", "")
        number = (
            int(before) if before.isascii() and before.isdecimal() and len(before) < 18 else 2**62
        )
        return await moderation.log(call.query.get("about", ""), number)

    async def look(site: Site, call: Call) -> ModeratedPerson:
        found = await moderation.watched(call.params["id"])
        if found is None:
            raise LookupError("no such person")
        return found

    async def warn(site: Site, call: Call) -> Acknowledged:
        text = legible(call.sent(Warn).text)
        if not text:
            raise ValueError("the warning has no text")
        done = await moderation.warn(call.params["id"], text, _by(call))
        return there(done, "person of a lower rank who can be warned")

    async def mute(site: Site, call: Call) -> Acknowledged:
        sent = call.sent(Mute)
        done = await moderation.mute(call.params["id"], sent.hours, _by(call), _why(sent.why))
        return there(done, "person of a lower rank")

    async def close(site: Site, call: Call) -> Acknowledged:
        why = _why(call.sent(Why).why)
        return there(await moderation.close(call.params["id"], _by(call), why), "open account")

    async def reopen(site: Site, call: Call) -> Acknowledged:
        why = _why(call.sent(Why).why)
        return there(await moderation.reopen(call.params["id"], _by(call), why), "closed account")

    async def set_rank(site: Site, call: Call) -> Acknowledged:
        sent = call.sent(NewRank)
        if call.params["id"] == call.caller.id:
            raise ValueError("the host cannot change their own rank")
        rank, why = Rank[sent.rank.upper()], _why(sent.why)
        return there(
            await moderation.set_rank(call.params["id"], rank, call.caller.id, why), "account"
        )

    may, all_reports, all_actions = Rank.MODERATOR, tuple[Report, ...], tuple[ModeratorAction, ...]
    path, one = "/api/moderation", "/api/moderation/people/{id}"
    return (
        Endpoint(
            "GET", f"{path}/reports", "Reports (`?state=open`).", may, reports, None, all_reports
        ),
        Endpoint(
            "POST", f"{path}/reports/{{id}}", "Settle a report.", may, settle, Settled, Acknowledged
        ),
        Endpoint(
            "GET", f"{path}/log", "The moderation log (`?about=`, `?before=`).",
            may, log, None, all_actions,
        ),
        Endpoint(
            "GET", one, "A person: recent messages, reports, warnings, and whether they are muted or closed.",
            may, look, None, ModeratedPerson,
        ),
        Endpoint(
            "POST", f"{one}/warn", "Warn a person; they must confirm it.",
            may, warn, Warn, Acknowledged,
        ),
        Endpoint("POST", f"{one}/mute", "Mute a person.", may, mute, Mute, Acknowledged),
        Endpoint("POST", f"{one}/close", "Close an account.", may, close, Why, Acknowledged),
        Endpoint("POST", f"{one}/reopen", "Reopen an account.", may, reopen, Why, Acknowledged),
        Endpoint(
            "POST", f"{one}/rank", "Set the rank of an account.",
            Rank.HOST, set_rank, NewRank, Acknowledged,
        ),
    )  # fmt: skip


def _by(call: Call) -> Person:
    assert call.caller.person is not None
    return call.caller.person


def _why(text: str) -> str:
    why = legible(text)
    if not why:
        raise ValueError("give a reason: it is written to the log")
    return why
