"""Ratings in PostgreSQL: once per match however often it is told, and all or nothing."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.server.online.ratings.judging import LOST_LINE, Finished, RatedSide
from gattai.server.online.ratings.ratings import Entered, RatingChange, Ratings
from gattai.server.online.store.pool import Database

NOW = 1_800_000_000.0


def match(*persons: str, winner: int | None = 0, **more: object) -> Finished:
    sides = tuple(RatedSide(person, answers=5) for person in persons)
    won = () if winner is None else (winner,)
    name = f"aegis-{secrets.token_hex(5)}"
    return replace(Finished(name, "aegis", NOW, True, sides, won), **more)


def with_ratings(address: str, work: Callable[[Ratings], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with Database(address) as database:
            await work(Ratings(database))

    asyncio.run(whole())


def people(count: int) -> list[str]:
    """Persons that no other test has."""
    return [secrets.token_hex(5) for _ in range(count)]


def test_a_match_changes_both_ratings_and_is_in_both_histories(database: str) -> None:
    ann, bob = people(2)

    async def work(ratings: Ratings) -> None:
        first = match(ann, bob)
        entered = await ratings.enter(first)
        assert {c.person: (c.rating, c.change) for c in entered.changes} == {
            ann: (1662, 162),
            bob: (1338, -162),
        }
        assert await ratings.these([ann, bob, "nobody"], "aegis") == {ann: 1662, bob: 1338}
        assert await ratings.these([ann], "aristeia") == {}
        again = await ratings.enter(match(ann, bob, winner=1, at=NOW + 3600))
        assert len(again.changes) == 2
        history = await ratings.history(ann, "aegis")
        assert [point.at for point in history] == [NOW, NOW + 3600]
        assert history[0].match == first.match and history[0].change == 162
        assert history[1].change < 0
        (standing,) = await ratings.of(ann)
        assert standing.games == 2 and standing.is_provisional and standing.game == "aegis"

    with_ratings(database, work)


def test_a_match_reported_again_changes_nothing_and_gives_the_same_result(database: str) -> None:
    ann, bob = people(2)

    async def work(ratings: Ratings) -> None:
        one = match(ann, bob)
        first = await ratings.enter(one)
        for _ in range(3):
            assert await ratings.enter(one) == first
        assert await ratings.enter(replace(one, winners=(1,))) == first
        assert await ratings.enter(replace(one, wanted=False)) == first
        assert [point.change for point in await ratings.history(ann, "aegis")] == [162]

    with_ratings(database, work)


def test_a_match_reported_by_many_at_once_counts_once(database: str) -> None:
    ann, bob = people(2)

    async def whole() -> None:
        one = match(ann, bob)
        async with Database(database, size=8) as first, Database(database, size=8) as second:
            nodes = [Ratings(first), Ratings(second)]
            told = await asyncio.gather(*(nodes[n % 2].enter(one) for n in range(16)))
        assert len({msg.changes for msg in told}) == 1 and len(told[0].changes) == 2

    asyncio.run(whole())

    async def look(ratings: Ratings) -> None:
        (standing,) = await ratings.of(ann)
        assert standing.games == 1

    with_ratings(database, look)


def test_many_matches_of_the_same_people_at_once_all_count(database: str) -> None:
    """Three persons, forty matches in all pairings, by two nodes and in any order: none lost, nobody stuck."""
    trio = people(3)

    async def whole() -> None:
        pairs = [(trio[n % 3], trio[(n + 1 + n // 3 % 2) % 3]) for n in range(40)]
        matches = [match(*pair, winner=n % 2) for n, pair in enumerate(pairs)]
        async with Database(database, size=8) as first, Database(database, size=8) as second:
            nodes = [Ratings(first), Ratings(second)]
            told = await asyncio.gather(
                *(nodes[n % 2].enter(one) for n, one in enumerate([*matches, *matches]))
            )
        assert all(len(entered.changes) == 2 for entered in told)
        async with Database(database) as one:
            ratings = Ratings(one)
            games = [(await ratings.of(person))[0].games for person in trio]
            assert sum(games) == 80
            for person, count in zip(trio, games, strict=True):
                history = await ratings.history(person, "aegis")
                assert len(history) == count
                (standing,) = await ratings.of(person)
                assert standing.rating == history[-1].rating
                # Each change began where the one before it ended: no update was lost.
                assert abs(1500 + sum(p.change for p in history) - standing.rating) <= count

    asyncio.run(whole())


def test_what_is_not_rated_is_noted_with_its_reason_and_stays_so(database: str) -> None:
    ann, bob = people(2)

    async def work(ratings: Ratings) -> None:
        casual = match(ann, bob, wanted=False)
        assert await ratings.entered(casual.match) is None
        assert await ratings.enter(casual) == Entered(why="it was a casual game")
        assert await ratings.enter(replace(casual, wanted=True)) == Entered(
            why="it was a casual game"
        )
        assert await ratings.entered(casual.match) == Entered(why="it was a casual game")
        assert await ratings.of(ann) == () and await ratings.these([ann], "aegis") == {}

    with_ratings(database, work)


def test_the_first_lost_line_is_forgiven_and_the_second_is_a_loss(database: str) -> None:
    ann, bob = people(2)

    async def work(ratings: Ratings) -> None:
        lost: dict[str, Any] = {"how": "timed-out", "leaver": 1, "was_away": True}
        first = match(ann, bob, **lost)
        assert await ratings.enter(first) == Entered(why=LOST_LINE) == await ratings.enter(first)
        entered = await ratings.enter(match(ann, bob, at=NOW + 86_400, **lost))
        assert [c.change < 0 for c in entered.changes if c.person == bob] == [True]
        later = match(ann, bob, at=NOW + 40 * 86_400, **lost)
        assert (await ratings.enter(later)).why == LOST_LINE

    with_ratings(database, work)


def test_two_lines_lost_at_once_are_not_both_forgiven(database: str) -> None:
    ann, bob, cat = people(3)

    async def work(ratings: Ratings) -> None:
        lost: dict[str, Any] = {"how": "timed-out", "leaver": 1, "was_away": True}
        told = await asyncio.gather(
            *(ratings.enter(match(other, bob, **lost)) for other in (ann, cat))
        )
        assert sorted(entered.why for entered in told) == ["", LOST_LINE]

    with_ratings(database, work)


def test_who_ran_out_of_time_at_the_board_has_lost(database: str) -> None:
    ann, bob = people(2)

    async def work(ratings: Ratings) -> None:
        entered = await ratings.enter(match(ann, bob, how="timed-out", leaver=1))
        assert entered.changes and not entered.why

    with_ratings(database, work)


def test_three_have_ratings_of_their_own(database: str) -> None:
    ann, bob, cat = people(3)

    async def work(ratings: Ratings) -> None:
        entered = await ratings.enter(match(ann, bob, cat, winner=2))
        changes = {change.person: change.change for change in entered.changes}
        assert changes[cat] > 0 > changes[ann] == changes[bob]
        assert await ratings.these([cat], "aegis") == {}
        assert (await ratings.these([cat], "aegis", "more"))[cat] > 1500
        await ratings.enter(match(ann, cat))
        assert [(s.kind, s.games) for s in await ratings.of(cat)] == [("two", 1), ("more", 1)]

    with_ratings(database, work)


def test_a_rating_is_provisional_until_enough_is_known(database: str) -> None:
    ann, *others = people(26)

    async def work(ratings: Ratings) -> None:
        seen = []
        async with Database(database) as one:
            ((now,),) = await one.rows("SELECT extract(epoch FROM clock_timestamp())::float8")
        for number, other in enumerate(others):
            await ratings.enter(match(ann, other, winner=number % 2, at=now - 1000 + number))
            (standing,) = await ratings.of(ann)
            seen.append(standing.is_provisional)
        assert seen[0] and not seen[-1]
        assert seen == sorted(seen, reverse=True)

    with_ratings(database, work)


def test_who_leaves_the_site_is_forgotten_and_others_keep_theirs(database: str) -> None:
    ann, bob = people(2)

    async def work(ratings: Ratings) -> None:
        await ratings.enter(match(ann, bob))
        await ratings.forget(ann)
        assert await ratings.of(ann) == () and await ratings.history(ann, "aegis") == ()
        (standing,) = await ratings.of(bob)
        assert standing.games == 1

    with_ratings(database, work)


def test_a_match_reported_late_does_not_turn_the_clock_back(database: str) -> None:
    ann, bob = people(2)

    async def work(ratings: Ratings) -> None:
        await ratings.enter(match(ann, bob, at=NOW))
        await ratings.enter(match(ann, bob, at=NOW - 50 * 86_400))
        assert len(await ratings.history(ann, "aegis")) == 2
        assert isinstance((await ratings.enter(match(ann, bob))).changes[0], RatingChange)

    with_ratings(database, work)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_the_order_in_which_matches_are_reported_hardly_matters(
    database: str, order: tuple[int, ...]
) -> None:
    ann, *others = people(5)

    async def work(ratings: Ratings) -> None:
        for number in range(30):  # until something is known
            await ratings.enter(match(ann, f"{others[0]}-{number}", winner=number % 2))
        known = (await ratings.these([ann], "aegis"))[ann]
        matches = [match(ann, other, winner=n % 2) for n, other in enumerate(others)]
        for at in order:
            await ratings.enter(matches[at])
        assert abs((await ratings.these([ann], "aegis"))[ann] - known) <= 4

    with_ratings(database, work)
