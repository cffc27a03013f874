"""The addresses of the lobby: who may, what goes in and out, how often."""

from __future__ import annotations

from gattai.kernel.running.committed import NO_SEED
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate
from gattai.server.online.lobby.archive import wanted_of
from gattai.server.online.lobby.lobby import Lobby
from gattai.server.online.lobby.messages import (
    Archive,
    Found,
    Hall,
    Hidden,
    LiveMatch,
    Profile,
    Said,
    Say,
    Seated,
    SeekWanted,
    Talk,
    Turns,
)
from gattai.server.online.site import Site

SEEKING = Rate(30, 60)
TALKING = Rate(10, 20)
LOOKING = Rate(600, 60)


def endpoints(lobby: Lobby) -> tuple[Endpoint, ...]:
    """All of them."""

    async def hall(_: Site, call: Call) -> Hall:
        return await lobby.hall(call.caller)

    async def turns(_: Site, call: Call) -> Turns:
        return Turns(tuple(await lobby.turns(call.caller)))

    async def seek(_: Site, call: Call) -> Found:
        return await lobby.seek(call.caller, call.sent(SeekWanted))

    async def accept(_: Site, call: Call) -> Found:
        seed = call.query.get("seed", NO_SEED)
        return await lobby.accept(call.caller, call.params["seek"], seed)

    async def seed(_: Site, call: Call) -> Found:
        given = call.query.get("seed", NO_SEED)
        return await lobby.seed(call.caller, call.params["seek"], given)

    async def cancel(_: Site, call: Call) -> Found:
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

    async def say(_: Site, call: Call) -> Said:
        return await lobby.say(call.caller, call.params["room"], call.sent(Say))

    async def hide(_: Site, call: Call) -> Hidden:
        number = call.params["number"]
        if not (number.isascii() and number.isdigit() and len(number) < 18):
            raise LookupError("nobody said that")
        return await lobby.hide(call.caller, int(number))

    anybody, guest, read, play = Rank.STRANGER, Rank.GUEST, "read", "play"
    one, room = "/api/seeks/{seek}", "/api/rooms/{room}"
    return (
        Endpoint("GET", "/api/lobby", "The lobby now.", anybody, hall, None, Hall, read),
        Endpoint("GET", "/api/turns", "My matches under way.", anybody, turns, None, Turns, read),
        Endpoint(
            "POST",
            "/api/seeks",
            "Look for an opponent: a match at once, or a seek that waits.",
            guest,
            seek,
            SeekWanted,
            Found,
            play,
            SEEKING,
        ),
        Endpoint(
            "POST",
            f"{one}/accept",
            "Play with whoever looks for somebody; with several, once all have come (`?seed=`).",
            guest,
            accept,
            None,
            Found,
            play,
            SEEKING,
        ),
        Endpoint(
            "POST",
            f"{one}/seed",
            "Add a seed to its dice, knowing what they are committed to (`?seed=`).",
            guest,
            seed,
            None,
            Found,
            play,
            SEEKING,
        ),
        Endpoint(
            "DELETE",
            one,
            "Look for nobody any more, or leave. Moderators: take an offer away.",
            guest,
            cancel,
            None,
            Found,
            play,
        ),
        Endpoint(
            "GET", "/api/live", "What is played now.", anybody, live, None, list[LiveMatch], read
        ),
        Endpoint(
            "GET",
            "/api/archive",
            "What was played: `game`, `player` (an id), `result`, `rated`, `before`.",
            anybody,
            archive,
            None,
            Archive,
            read,
        ),
        Endpoint(
            "GET",
            "/api/profiles/{name}",
            "Somebody, by their name: ratings and their history. A guest by their id.",
            anybody,
            profile,
            None,
            Profile,
            read,
        ),
        Endpoint(
            "GET",
            "/api/matches/{match}/players",
            "Who sits at a match: names, ratings, who is away.",
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
            "What was said there: `lobby`, a match, or `MATCH~watch` for those who watch it.",
            anybody,
            talk,
            None,
            Talk,
            read,
        ),
        Endpoint("POST", room, "Say something.", guest, say, Say, Said, play, TALKING),
        Endpoint(
            "DELETE",
            f"{room}/{{number}}",
            "Take away what somebody said.",
            Rank.MODERATOR,
            hide,
            None,
            Hidden,
        ),
    )
