"""The endpoints of the lobby."""

from __future__ import annotations

from gattai.kernel.running.committed import NO_SEED
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate
from gattai.server.online.lobby.archive import wanted_of
from gattai.server.online.lobby.lobby import Lobby
from gattai.server.online.lobby.messages import (
    Archive,
    ChatMessage,
    Hall,
    HiddenByModerator,
    LiveMatch,
    Profile,
    Say,
    Seated,
    SeekResult,
    SeekWanted,
    Talk,
    Turns,
)
from gattai.server.online.site import Site

SEEKING = Rate(30, 60)
TALKING = Rate(10, 20)
LOOKING = Rate(600, 60)


def endpoints(lobby: Lobby) -> tuple[Endpoint, ...]:
    """Return all endpoints of the lobby."""

    async def hall(_: Site, call: Call) -> Hall:
        return await lobby.hall(call.caller)

    async def turns(_: Site, call: Call) -> Turns:
        return Turns(tuple(await lobby.turns(call.caller)))

    async def seek(_: Site, call: Call) -> SeekResult:
        return await lobby.seek(call.caller, call.sent(SeekWanted))

    async def accept(_: Site, call: Call) -> SeekResult:
        seed = call.query.get("seed", NO_SEED)
        digest = call.query.get("digest", "")
        return await lobby.accept(call.caller, call.params["seek"], seed, digest)

    async def seed(_: Site, call: Call) -> SeekResult:
        given = call.query.get("seed", NO_SEED)
        digest = call.query.get("digest", "")
        return await lobby.seed(call.caller, call.params["seek"], given, digest)

    async def cancel(_: Site, call: Call) -> SeekResult:
        return await lobby.cancel(call.caller, call.params["seek"])

    async def live(_: Site, call: Call) -> list[LiveMatch]:
        return await lobby.playing(50)

    async def archive(_: Site, call: Call) -> Archive:
        return await lobby.archive(wanted_of(call.query))

    async def seated(_: Site, call: Call) -> Seated:
        return await lobby.seated(call.params["match"])

    async def profile(_: Site, call: Call) -> Profile:
        return await lobby.profiles.of(call.params["name"], call.caller)

    async def talk(_: Site, call: Call) -> Talk:
        return await lobby.talk(call.params["room"], call.caller)

    async def say(_: Site, call: Call) -> ChatMessage:
        return await lobby.say(call.caller, call.params["room"], call.sent(Say))

    async def hide(_: Site, call: Call) -> HiddenByModerator:
        number = call.params["number"]
        if not (number.isascii() and number.isdigit() and len(number) < 18):
            raise LookupError("no such message")
        return await lobby.hide(call.caller, int(number))

    anybody, guest, read, play = Rank.STRANGER, Rank.GUEST, "read", "play"
    one, room = "/api/seeks/{seek}", "/api/rooms/{room}"
    return (
        Endpoint("GET", "/api/lobby", "The current lobby.", anybody, hall, None, Hall, read),
        Endpoint("GET", "/api/turns", "My matches in progress.", anybody, turns, None, Turns, read),
        Endpoint(
            "POST",
            "/api/seeks",
            "Look for an opponent: returns a match, or a seek that waits.",
            guest,
            seek,
            SeekWanted,
            SeekResult,
            play,
            SEEKING,
        ),
        Endpoint(
            "POST",
            f"{one}/accept",
            "Accept an offer; with more than two players, join it (`?digest=`, or `?seed=` by correspondence).",
            guest,
            accept,
            None,
            SeekResult,
            play,
            SEEKING,
        ),
        Endpoint(
            "POST",
            f"{one}/seed",
            "Commit to a seed for its dice (`?digest=`); reveal it when all have committed (`?seed=`).",
            guest,
            seed,
            None,
            SeekResult,
            play,
            SEEKING,
        ),
        Endpoint(
            "DELETE",
            one,
            "Cancel my offer, or leave one. Moderators: remove an offer.",
            guest,
            cancel,
            None,
            SeekResult,
            play,
        ),
        Endpoint(
            "GET", "/api/live", "Matches in progress.", anybody, live, None, list[LiveMatch], read
        ),
        Endpoint(
            "GET",
            "/api/archive",
            "Completed matches: `game`, `player` (an id), `result`, `rated`, `before`.",
            anybody,
            archive,
            None,
            Archive,
            read,
        ),
        Endpoint(
            "GET",
            "/api/profiles/{name}",
            "A player by name, a guest by id: ratings and their history.",
            anybody,
            profile,
            None,
            Profile,
            read,
        ),
        Endpoint(
            "GET",
            "/api/matches/{match}/players",
            "The players of a match: names, ratings, who is away.",
            anybody,
            seated,
            None,
            Seated,
            read,
            LOOKING,
        ),
        Endpoint(
            "GET",
            room,
            "Recent messages in a room: `lobby`, a match, or `MATCH~watch` for its spectators.",
            anybody,
            talk,
            None,
            Talk,
            read,
        ),
        Endpoint("POST", room, "Post a message.", guest, say, Say, ChatMessage, play, TALKING),
        Endpoint(
            "DELETE",
            f"{room}/{{number}}",
            "Remove a message.",
            Rank.MODERATOR,
            hide,
            None,
            HiddenByModerator,
        ),
    )
