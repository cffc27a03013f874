"""The archive: found by game, player and result, a page at a time, nothing twice and nothing left out."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Mapping

import pytest

from gattai.server.online.caller import Person
from gattai.server.online.lobby.archive import ArchiveQuery, Archives, asked
from gattai.server.online.play.sitting import MatchSitting, Sittings
from gattai.server.online.play.telling import MatchListing
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import Awaited
from gattai.server.table.seating import Seating

HEAD = "gattai transcript 1\ngame {game} 1\nplayer red person\nplayer blue person\ndice seeded 1\n"


class _Nobody:
    async def these(self, ids: Iterable[str]) -> Mapping[str, Person]:
        return {id: Person(id, id.upper()) for id in ids}


async def _played(
    store: Database, game: str, winners: list[int], *seats: str, listed: bool = True
) -> str:
    match = f"{game}-{secrets.token_hex(5)}"
    people = dict(enumerate(seats))
    await Matches(store).begin(match, game, HEAD.format(game=game), "1", Awaited(), people)
    await Sittings(store).put(MatchSitting(match, seats[0], Seating(), is_listed=listed))
    await store.row(
        "UPDATE match SET over = 'it is over', winners = $2, ended = clock_timestamp() WHERE id = $1",
        match,
        winners,
    )
    return match


def test_pages_follow_each_other_without_a_gap(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            game = f"g{secrets.token_hex(4)}"
            made = [await _played(store, game, [0], "anna", "bert") for _ in range(11)]
            await store.row(  # of the same microsecond
                "UPDATE match SET ended = now() WHERE id = ANY ($1)", made[:6]
            )
            archives = Archives(store, MatchListing(store, _Nobody()))
            found: list[str] = []
            before = ""
            while True:
                page, before = await archives.page(ArchiveQuery(game, before=before), 4)
                found += [each.listed.id for each in page]
                if not before:
                    break
                assert len(page) == 4
            assert sorted(found) == sorted(made) and len({*found}) == len(made)

    asyncio.run(whole())


def test_by_player_and_result(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            anna, bert = f"anna{secrets.token_hex(3)}", f"bert{secrets.token_hex(3)}"
            won = await _played(store, "aegis", [0], anna, bert)
            lost = await _played(store, "aegis", [0], bert, anna)
            drawn = await _played(store, "aristeia", [0, 1], anna, bert)
            await _played(store, "aegis", [0], bert, "carla")
            await _played(store, "aegis", [0], anna, bert, listed=False)
            archives = Archives(store, MatchListing(store, _Nobody()))

            async def ids(game: str = "", result: str = "") -> list[str]:
                page, _ = await archives.page(ArchiveQuery(game, anna, result))
                return [each.listed.id for each in page]

            assert await ids() == [drawn, lost, won]
            assert await ids(result="won") == [won]
            assert await ids(result="lost") == [lost]
            assert await ids(result="drawn") == [drawn]
            assert await ids(game="aristeia") == [drawn]
            page, _ = await archives.page(ArchiveQuery(person=anna))
            assert page[0].listed.names == (anna.upper(), bert.upper())

    asyncio.run(whole())


@pytest.mark.parametrize("before", ["x", "1", "-5~a", "9" * 30 + "~a", "1.5~a"])
def test_a_place_that_is_none_is_refused(before: str) -> None:
    if before == "1":
        assert asked(ArchiveQuery(before=before), 5)  # a time without a name is a place too
    else:
        with pytest.raises(ValueError, match="not a position"):
            asked(ArchiveQuery(before=before), 5)


def test_no_other_result_is_known() -> None:
    with pytest.raises(ValueError, match="result"):
        asked(ArchiveQuery(result="sometimes"), 5)
