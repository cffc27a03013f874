"""Tokens for the caller's own programs, and bots with their own tokens."""

from __future__ import annotations

from gattai.server.online.caller import Person, Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.people.api.account import RARELY
from gattai.server.online.people.api.messages import (
    Acknowledged,
    MadeToken,
    Name,
    NewToken,
    Somebody,
    somebody,
    there,
)
from gattai.server.online.people.api.text import legible
from gattai.server.online.people.naming import named
from gattai.server.online.people.people import People
from gattai.server.online.people.tokens import ApiToken
from gattai.server.online.site import Site

MAX_LABEL = 60


def endpoints(people: People) -> tuple[Endpoint, ...]:
    """Return the endpoints for tokens and bots."""

    async def bot_of(call: Call) -> Person:
        for bot in await people.persons.bots(call.caller.id):
            if bot.id == call.params["bot"]:
                return bot
        raise LookupError("no such bot")

    async def made(person: str, sent: NewToken) -> MadeToken:
        if not sent.scopes:
            raise ValueError("a token needs at least one scope: read, play or challenge")
        label = legible(sent.label, MAX_LABEL) or "a program"
        return MadeToken(*await people.tokens.make(person, label, sent.scopes))

    async def tokens(site: Site, call: Call) -> tuple[ApiToken, ...]:
        return await people.tokens.of(call.caller.id)

    async def make(site: Site, call: Call) -> MadeToken:
        return await made(call.caller.id, call.sent(NewToken))

    async def revoke(site: Site, call: Call) -> Acknowledged:
        return there(await people.tokens.revoke(call.caller.id, call.params["id"]), "token")

    async def bots(site: Site, call: Call) -> tuple[Somebody, ...]:
        return tuple(somebody(bot) for bot in await people.persons.bots(call.caller.id))

    async def make_bot(site: Site, call: Call) -> Somebody:
        name = named(call.sent(Name).name)
        return somebody(await people.persons.make_bot(name, call.caller.id))

    async def put_away(site: Site, call: Call) -> Acknowledged:
        await people.leaving.leave((await bot_of(call)).id)
        return Acknowledged()

    async def its_tokens(site: Site, call: Call) -> tuple[ApiToken, ...]:
        return await people.tokens.of((await bot_of(call)).id)

    async def make_its(site: Site, call: Call) -> MadeToken:
        return await made((await bot_of(call)).id, call.sent(NewToken))

    async def revoke_its(site: Site, call: Call) -> Acknowledged:
        bot = await bot_of(call)
        return there(await people.tokens.revoke(bot.id, call.params["id"]), "token")

    may, listed = Rank.ACCOUNT, tuple[ApiToken, ...]
    own, bot = "/api/me/tokens", "/api/me/bots/{bot}"
    return (
        Endpoint("GET", own, "My tokens.", may, tokens, None, listed),
        Endpoint("POST", own, "Create a token.", may, make, NewToken, MadeToken, rate=RARELY),
        Endpoint("DELETE", f"{own}/{{id}}", "Revoke a token.", may, revoke, None, Acknowledged),
        Endpoint("GET", "/api/me/bots", "My bots.", may, bots, None, tuple[Somebody, ...]),
        Endpoint("POST", "/api/me/bots", "Create a bot.", may, make_bot, Name, Somebody, rate=RARELY),
        Endpoint("DELETE", bot, "Delete a bot.", may, put_away, None, Acknowledged),
        Endpoint("GET", f"{bot}/tokens", "The tokens of my bot.", may, its_tokens, None, listed),
        Endpoint(
            "POST", f"{bot}/tokens", "Create a token for my bot.",
            may, make_its, NewToken, MadeToken, rate=RARELY,
        ),
        Endpoint(
            "DELETE", f"{bot}/tokens/{{id}}", "Revoke a token of my bot.", may, revoke_its, None, Acknowledged
        ),
    )  # fmt: skip
