"""Jobs of bots and deadlines: each goes to one at a time, and comes back if that one dies."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from time import monotonic

import pytest

from gattai.server.online.store.deadlines import Deadlines
from gattai.server.online.store.jobs import Jobs
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import Awaited
from tests.online.services import ready_database
from tests.online.store.matches import NOTHING, begun, said


@pytest.fixture
def own_database() -> Iterator[str]:
    """Without other tests' jobs."""
    with ready_database() as address:
        yield address


def test_a_job_is_put_and_taken_away_by_the_rows(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            jobs, journal = Jobs(store), MatchJournal(store, await begun(store, Awaited(bots=(2,))))
            assert (await jobs.waiting())[0] == 1
            await journal.append(said("one"), Awaited(bots=(0, 1)), "a")
            claimed = await jobs.claim(60, 10)
            assert {(job.seat, job.number) for job in claimed} == {(0, 1), (1, 1)}
            # somebody answers, and seat 1 is still asked: whoever thinks for it would be refused
            await journal.append(said("two"), Awaited(bots=(1,)), "b")
            (again,) = await jobs.claim(60, 10)
            assert (again.seat, again.number) == (1, 2)
            await journal.append(said("three"), NOTHING, "c")
            assert (await jobs.waiting())[0] == 0 and await jobs.claim(60) == ()

    asyncio.run(whole())


def test_a_job_says_how_long_it_has_been_asked_for_no_matter_who_had_it_before(
    own_database: str,
) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            jobs, journal = Jobs(store), MatchJournal(store, await begun(store, Awaited(bots=(0,))))
            (first,) = await jobs.claim(60)
            assert first.waited == 0.0
            before = monotonic()
            await journal.append(said("one"), Awaited(bots=(0,)), "a")
            after = monotonic()
            (second,) = await jobs.claim(60)
            await asyncio.sleep(0.2)
            await jobs.give_back(second)
            asked = monotonic() - after
            (third,) = await jobs.claim(60)
            assert asked - 0.01 <= third.waited <= monotonic() - before + 0.01

    asyncio.run(whole())


def test_of_many_workers_one_gets_a_job(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database, size=8) as store:
            matches = [await begun(store, Awaited(bots=(0, 1))) for _ in range(30)]

            async def work() -> list[tuple[str, int]]:
                got: list[tuple[str, int]] = []
                while claimed := await Jobs(store).claim(60, 3):
                    got += [(job.match, job.seat) for job in claimed]
                return got

            shares = await asyncio.gather(*(work() for _ in range(8)))
            taken = Counter(job for share in shares for job in share)
            assert taken == Counter((match, seat) for match in matches for seat in (0, 1))
            assert sum(1 for share in shares if share) > 1

    asyncio.run(whole())


def test_a_job_comes_back_after_its_lease(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            jobs, match = Jobs(store), await begun(store, Awaited(bots=(0,)))
            (first,) = await jobs.claim(0.2)
            assert await jobs.claim(60) == ()
            await asyncio.sleep(0.25)
            (second,) = await jobs.claim(60)
            assert (second.match, second.seat) == (match, 0)
            # the first one is no more its worker's own
            assert await jobs.renew(first, 60) is None
            await jobs.done(first)
            await jobs.give_back(first)
            assert await jobs.claim(60) == ()
            third = await jobs.renew(second, 60)
            assert third is not None and third.lease > second.lease
            await jobs.give_back(third)
            (fourth,) = await jobs.claim(60)
            await jobs.done(fourth)
            assert (await jobs.waiting())[0] == 0

    asyncio.run(whole())


def test_a_deadline_goes_to_one_and_comes_back_if_that_one_dies(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database, size=6) as store:
            deadlines = Deadlines(store)
            soon = [await begun(store, Awaited(deadline=0.0)) for _ in range(12)]
            later = await begun(store, Awaited(deadline=3600.0))
            await begun(store)
            shares = await asyncio.gather(*(deadlines.claim(0.4, 3) for _ in range(6)))
            taken = [due.match for share in shares for due in share]
            assert len({*taken}) == len(taken)
            taken += [due.match for due in await deadlines.claim(0.4, 100)]
            assert Counter(taken) == Counter(soon)
            assert await deadlines.claim(60, 100) == ()
            assert 0 < (await deadlines.next(10) or 0) < 0.4
            await asyncio.sleep(0.45)
            assert {due.match for due in await deadlines.claim(60, 100)} == {*soon}
            assert later not in taken

    asyncio.run(whole())


def test_a_row_sets_another_deadline_even_while_one_is_held(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            deadlines, match = Deadlines(store), await begun(store, Awaited(deadline=0.0))
            (due,) = await deadlines.claim(60)
            assert (due.match, due.number) == (match, 0)
            journal = MatchJournal(store, match, due.number)
            await journal.append(said("time is up"), Awaited(deadline=0.0), "a")
            (due,) = await deadlines.claim(60)
            assert (due.match, due.number) == (match, 1)
            await journal.append(said("so it is"), NOTHING, "b")
            assert await deadlines.claim(60) == ()

    asyncio.run(whole())


def test_what_is_claimed_in_vain_is_claimed_less_and_less_often(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            deadlines, match = Deadlines(store), await begun(store, Awaited(deadline=0.0))
            long_ago = "UPDATE match SET held = NULL, deadline = now() - make_interval(secs => $2)"
            held = "SELECT extract(epoch FROM held - clock_timestamp())::float8 FROM match WHERE id = $1"
            for due_since, least, most in (
                (0.0, 2.0, 3.1),
                (60.0, 55.0, 70.0),
                (9e6, 590.0, 601.0),
            ):
                await store.row(f"{long_ago} WHERE id = $1", match, due_since)
                (due,) = await deadlines.claim(3.0)
                assert due.now >= due.deadline
                line = await store.row(held, match)
                assert line is not None and least < line[0] < most, (due_since, line)

    asyncio.run(whole())


def test_what_is_due_for_nobody_is_put_off_unless_something_was_written(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            deadlines, match = Deadlines(store), await begun(store, Awaited(deadline=0.0))
            (due,) = await deadlines.claim(0.0)
            await deadlines.put_off(match, due.number + 1, None)
            async with asyncio.timeout(30):  # it is let be for as long as it had been due
                while not (again := await deadlines.claim(0.0)):
                    await asyncio.sleep(0.01)
            assert [one.match for one in again] == [match]
            await deadlines.put_off(match, due.number, 30.0)
            assert await deadlines.claim(0.0) == ()
            assert 20 < (await deadlines.next(60) or 0) <= 30
            await deadlines.put_off(match, due.number, None)
            assert await deadlines.next(60) is None

    asyncio.run(whole())


def test_bots_that_somebody_waits_for_come_before_those_who_play_alone(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            jobs = Jobs(store)
            alone = [await begun(store, Awaited(bots=(0, 1))) for _ in range(5)]
            faced = await begun(store, Awaited(bots=(1,)))
            await store.row("INSERT INTO seat (match, seat, person) VALUES ($1, 0, 'ann')", faced)
            claimed = [job.match for _ in range(11) for job in await jobs.claim(60)]
            assert claimed[0] == faced, "though it has waited for the shortest time"
            assert {*claimed[1:]} == {*alone}
            waiting, seconds = await jobs.waiting()
            assert (waiting, seconds) == (0, 0.0)

    asyncio.run(whole())


def test_somebody_with_many_matches_delays_only_themselves(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            jobs = Jobs(store)
            matches = {}
            for maker, count in (("many", 6), ("few", 2), ("one", 1)):
                for _ in range(count):
                    match = await begun(store, Awaited(bots=(1,)))
                    matches[match] = maker
                    await store.row(
                        "INSERT INTO seat (match, seat, person) VALUES ($1, 0, $2)", match, maker
                    )
                    await store.row(
                        "INSERT INTO sitting (match, maker, seating) VALUES ($1, $2, '{}')",
                        match,
                        maker,
                    )
            claimed = [matches[job.match] for _ in range(9) for job in await jobs.claim(60)]
            assert claimed == ["one", "few", "few", *["many"] * 6], "though those began first"

    asyncio.run(whole())


def test_it_is_known_how_long_a_person_has_waited(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            alone, faced = [await begun(store, Awaited(bots=(1,))) for _ in range(2)]
            later = "UPDATE job SET lease = clock_timestamp() - interval '9 s' WHERE match = $1"
            await store.row(later, alone)
            assert await Jobs(store).pressed() == 0.0, "nobody waits for bots among themselves"
            await store.row("INSERT INTO seat (match, seat, person) VALUES ($1, 0, 'ann')", faced)
            await store.row(later, faced)
            assert 9 <= await Jobs(store).pressed() < 60

    asyncio.run(whole())


def test_it_is_known_how_long_the_first_job_has_waited(own_database: str) -> None:
    async def whole() -> None:
        async with Database(own_database) as store:
            await begun(store, Awaited(bots=(0, 1)))
            await store.row(
                "UPDATE job SET lease = clock_timestamp() - interval '7 s' WHERE seat = 1"
            )
            waiting, seconds = await Jobs(store).waiting()
            assert waiting == 2 and 7 <= seconds < 60

    asyncio.run(whole())
