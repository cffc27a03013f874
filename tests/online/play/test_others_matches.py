"""A match that others play: whoever does not sit there is told what a stranger is told, whatever their rank."""

from __future__ import annotations

import asyncio
import re

import httpx

from gattai.server.online.caller import Rank
from tests.online.people.town import Town, Visitor, whole_town

UNDER_WAY = {
    "GET /api/matches/{match}": 200,
    "GET /api/matches/{match}/glance": 200,
    "GET /api/matches/{match}/players": 200,
    "GET /dice/{match}": 200,
    "POST /api/matches/{match}/rematch": 403,
    "GET /api/matches/{match}/transcript": 403,
    "GET /api/matches/{match}/position": 403,
    "GET /api/matches/{match}/events": 403,
    "GET /replay/{match}": 403,
}
"""What is said of a match with hidden hands to whoever does not sit there."""


async def crowd(here: Town) -> dict[str, Visitor]:
    """Everybody who does not sit there."""
    account = await here.account("Only Looks On")
    return {
        "stranger": here.visitor(),
        "guest": await here.guest(),
        "account": account,
        "program": await here.program(account, "read", "play", "challenge"),
        "moderator": await here.of_rank("Looks After It", Rank.MODERATOR),
        "host": await here.of_rank("Has It All", Rank.HOST),
    }


async def ask(visitor: Visitor, address: str, match: str) -> httpx.Response:
    method, path = address.split(" ")
    said = {"swap": False} if method == "POST" else None
    return await visitor.request(method, path.replace("{match}", match), json=said)


def without_the_time(answer: httpx.Response) -> bytes:
    """What was told but for how many seconds ago the last answer was: these pass from visitor to visitor."""
    return re.sub(rb'"ago":\d+', b'"ago":0', answer.content)


def test_no_rank_sees_more_of_a_match_than_a_stranger(database: str) -> None:
    async def whole() -> None:
        async with whole_town(database) as here:
            there = [each for each in here.site.endpoints if "{match}" in each.path]
            assert {f"{each.method} {each.path}" for each in there} == {*UNDER_WAY}
            player, other = await here.guest(), await here.guest()
            wanted = {"game": "aristeia", "players": ["person", "guest"]}
            made = await player.post("/api/matches", json=wanted)
            assert made.status_code == 201, made.text
            match = made.json()["id"]
            tokens = await here.tell("SELECT token FROM invitation WHERE match = $1", match)
            assert tokens and tokens[0][0] in (await ask(player, next(iter(UNDER_WAY)), match)).text
            everybody = await crowd(here)
            for address, status in UNDER_WAY.items():
                told = {who: await ask(each, address, match) for who, each in everybody.items()}
                assert {who: answer.status_code for who, answer in told.items()} == dict.fromkeys(
                    everybody, status
                ), (address, {who: answer.text[:200] for who, answer in told.items()})
                assert len({without_the_time(answer) for answer in told.values()}) == 1, address
                assert not [one for one in tokens if one[0] in told["host"].text]
            # Whoever sits there may not look into the other's hand either, nor end what goes on.
            [seats] = await here.tell("SELECT count(*) FROM seat WHERE match = $1", match)
            await here.tell(
                "INSERT INTO seat VALUES ($1, $2, $3)", match, seats[0], await other.id()
            )
            for address in [address for address, status in UNDER_WAY.items() if status == 403]:
                for each in (player, other):
                    assert (await ask(each, address, match)).status_code == 403, address

    asyncio.run(whole())


def test_a_player_alone_against_bots_does_not_see_their_hands(database: str) -> None:
    async def whole() -> None:
        async with whole_town(database) as here:
            for game, status in (("aristeia", 403), ("attack-chart", 200)):
                player = await here.guest()
                wanted = {"game": game, "players": ["person", "random"], "seed": "alone"}
                match = (await player.post("/api/matches", json=wanted)).json()["id"]
                for what in ("transcript", "position"):
                    address = f"GET /api/matches/{{match}}/{what}"
                    assert (await ask(player, address, match)).status_code == status, address

    asyncio.run(whole())
