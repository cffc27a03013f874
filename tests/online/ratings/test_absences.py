"""Since when nobody looks from a seat."""

import asyncio
import secrets
import time

from gattai.server.online.ratings.absences import Absences
from gattai.server.online.store.pool import Database


def test_who_goes_is_away_until_they_come_back(database: str) -> None:
    async def whole() -> None:
        match = secrets.token_hex(5)
        async with Database(database) as store:
            absences = Absences(store)
            await absences.goes(match, 0)
            first = (await absences.since(match))[0]
            assert abs(first - time.time()) < 60
            await absences.goes(match, 0)
            await absences.goes(match, 1)
            again = await absences.since(match)
            assert [*sorted(again)] == [0, 1] and again[0] >= first
            await absences.comes(match, 0)
            await absences.comes(match, 0)
            assert [*await absences.since(match)] == [1]
            assert await absences.since("another") == {}

    asyncio.run(whole())
