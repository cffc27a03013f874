"""How long a seat has had no open page."""

import asyncio
import secrets
import time

from gattai.server.online.ratings.leavers import Leavers
from gattai.server.online.store.pool import Database


def test_who_goes_is_away_until_they_come_back(database: str) -> None:
    async def whole() -> None:
        match = secrets.token_hex(5)
        async with Database(database) as store:
            leavers = Leavers(store)
            await leavers.goes(match, 0)
            first = (await leavers.since(match))[0]
            assert abs(first - time.time()) < 60
            await leavers.goes(match, 0)
            await leavers.goes(match, 1)
            again = await leavers.since(match)
            assert [*sorted(again)] == [0, 1] and again[0] >= first
            await leavers.comes(match, 0)
            await leavers.comes(match, 0)
            assert [*await leavers.since(match)] == [1]
            assert await leavers.since("another") == {}

    asyncio.run(whole())
