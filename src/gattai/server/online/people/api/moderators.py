"""What moderators see and do; the host makes moderators."""

from __future__ import annotations

from gattai.server.online.caller import Person, Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.people.api.messages import Done, Mute, NewRank, Settled, Warn, Why, there
from gattai.server.online.people.api.text import legible
from gattai.server.online.people.moderation import Deed, Report, Watched
from gattai.server.online.people.people import People
from gattai.server.online.site import Site

STATES = ("open", "upheld", "dismissed")


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """The addresses. Nothing is done without a reason, and to nobody of one's own rank."""
    moderation = people.moderation

    async def reports(site: Site, call: Call) -> tuple[Report, ...]:
        state = call.query.get("state", "open")
        if state not in STATES:
            raise ValueError(f"a report is {', '.join(STATES)}")
        return await moderation.reports(state)

    async def settle(site: Site, call: Call) -> Done:
        sent = call.sent(Settled)
        by, id = call.caller.id, call.params["id"]
        return there(await moderation.settle(id, sent.verdict, by, _why(sent.why)), "open report")

    async def log(site: Site, call: Call) -> tuple[Deed, ...]:
        before = call.query.get("before", "")
        number = (
            int(before) if before.isascii() and before.isdecimal() and len(before) < 18 else 2**62
        )
        return await moderation.log(call.query.get("about", ""), number)

    async def look(site: Site, call: Call) -> Watched:
        found = await moderation.watched(call.params["id"])
        if found is None:
            raise LookupError("there is no such person")
        return found

    async def warn(site: Site, call: Call) -> Done:
        text = legible(call.sent(Warn).text)
        if not text:
            raise ValueError("say what they shall read")
        done = await moderation.warn(call.params["id"], text, _by(call))
        return there(done, "person of a lower rank who reads pages")

    async def mute(site: Site, call: Call) -> Done:
        sent = call.sent(Mute)
        done = await moderation.mute(call.params["id"], sent.hours, _by(call), _why(sent.why))
        return there(done, "person of a lower rank")

    async def close(site: Site, call: Call) -> Done:
        why = _why(call.sent(Why).why)
        return there(await moderation.close(call.params["id"], _by(call), why), "open account")

    async def reopen(site: Site, call: Call) -> Done:
        why = _why(call.sent(Why).why)
        return there(await moderation.reopen(call.params["id"], _by(call), why), "closed account")

    async def set_rank(site: Site, call: Call) -> Done:
        sent = call.sent(NewRank)
        if call.params["id"] == call.caller.id:
            raise ValueError("not of oneself: a site keeps its host")
        rank, why = Rank[sent.rank.upper()], _why(sent.why)
        return there(
            await moderation.set_rank(call.params["id"], rank, call.caller.id, why), "account"
        )

    may, all_reports, all_deeds = Rank.MODERATOR, tuple[Report, ...], tuple[Deed, ...]
    path, one = "/api/moderation", "/api/moderation/people/{id}"
    return (
        Endpoint(
            "GET", f"{path}/reports", "Reports (`?state=open`).", may, reports, None, all_reports
        ),
        Endpoint(
            "POST", f"{path}/reports/{{id}}", "Settle a report.", may, settle, Settled, Done
        ),
        Endpoint(
            "GET", f"{path}/log", "What was done (`?about=`, `?before=`).",
            may, log, None, all_deeds,
        ),
        Endpoint(
            "GET", one, "Somebody: their talk of late, reports about them, warnings, whether they are muted or closed.",
            may, look, None, Watched,
        ),
        Endpoint(
            "POST", f"{one}/warn", "Have somebody read a warning before anything else.",
            may, warn, Warn, Done,
        ),
        Endpoint("POST", f"{one}/mute", "Let somebody be silent.", may, mute, Mute, Done),
        Endpoint("POST", f"{one}/close", "Close an account.", may, close, Why, Done),
        Endpoint("POST", f"{one}/reopen", "Open it again.", may, reopen, Why, Done),
        Endpoint(
            "POST", f"{one}/rank", "Make a moderator, or an account.",
            Rank.HOST, set_rank, NewRank, Done,
        ),
    )  # fmt: skip


def _by(call: Call) -> Person:
    assert call.caller.person is not None
    return call.caller.person


def _why(text: str) -> str:
    why = legible(text)
    if not why:
        raise ValueError("say why: it is written in the log")
    return why
