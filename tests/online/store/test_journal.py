"""The journal in PostgreSQL: whoever is quicker is first, nothing is written twice, nothing is lost."""

import asyncio
import subprocess
import sys
import time
from collections import Counter

import pytest

from gattai.server.online.store.journal import MatchJournal, NoSuchMatch
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.snapshots import Snapshot, Snapshots
from gattai.server.table.journal import AlreadyWritten, Awaited, Behind, TakenBack, TooLate, TooSoon
from tests.online.services import same_path
from tests.online.store.matches import NOTHING, begun, is_sound, said, stands
from tests.online.store.writers import write


def test_rows_are_numbered_and_read_as_they_were_written(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            journal = MatchJournal(store, await begun(store))
            first = await journal.append(said("one"), NOTHING, "a")
            second = await journal.append(TakenBack(0, by=1), NOTHING, "b")
            assert (first.number, second.number, journal.head) == (1, 2, 2)
            assert first.at < second.at
            again = MatchJournal(store, journal.match)
            assert await again.since(0) == (first, second)
            assert again.head == 2
            assert await again.since(1) == (second,)

    asyncio.run(whole())


def test_a_writer_that_is_behind_gets_what_others_wrote(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            match = await begun(store)
            ours, theirs = MatchJournal(store, match), MatchJournal(store, match)
            wrote = [await theirs.append(said(str(n)), NOTHING, f"k{n}") for n in range(3)]
            with pytest.raises(Behind) as behind:
                await ours.append(said("late"), NOTHING, "late")
            assert [*behind.value.rows] == wrote
            assert ours.head == 3
            assert (await ours.append(said("late"), NOTHING, "late")).number == 4

    asyncio.run(whole())


def test_the_same_key_is_written_once(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            match = await begun(store)
            ours, theirs = MatchJournal(store, match), MatchJournal(store, match)
            first = await ours.append(said("one"), NOTHING, "a")
            # from another node, which has not read it: it is among what was written meanwhile
            with pytest.raises(Behind) as behind:
                await theirs.append(said("another body"), NOTHING, "a")
            assert behind.value.rows == (first,)
            # from a node that has
            with pytest.raises(AlreadyWritten) as written:
                await theirs.append(said("one"), NOTHING, "a")
            assert written.value.number == 1
            # sent twice by one and the same: as if it had been sent once
            assert await MatchJournal(store, match).append(said("one"), NOTHING, "a") == first
            assert is_sound(*await stands(database, match))

    asyncio.run(whole())


def test_what_comes_before_its_time_is_not_written(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            match = await begun(store)
            journal, gone, later = MatchJournal(store, match), time.time() - 5, time.time() + 600
            with pytest.raises(TooSoon) as soon:
                await journal.append(said("one"), Awaited(after=later), "a")
            assert abs(soon.value.now - time.time()) < 60, "it says what time it is there"
            assert (journal.head, await stands(database, match)) == (0, (0, []))
            first = await journal.append(said("one"), Awaited(after=gone), "a")
            again = await MatchJournal(store, match).append(said("one"), Awaited(after=later), "a")
            assert again == first
            with pytest.raises(Behind):
                await MatchJournal(store, match).append(said("other"), Awaited(after=later), "b")

    asyncio.run(whole())


def test_what_comes_after_its_time_is_not_written(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            match = await begun(store)
            journal, gone, later = MatchJournal(store, match), time.time() - 5, time.time() + 600
            with pytest.raises(TooLate):
                await journal.append(said("one"), Awaited(until=gone), "a")
            assert (journal.head, await stands(database, match)) == (0, (0, []))
            first = await journal.append(said("one"), Awaited(until=later), "a")
            # said again when its time is over, for the first word of it was lost: it was in time
            again = await MatchJournal(store, match).append(said("one"), Awaited(until=gone), "a")
            assert again == first
            with pytest.raises(Behind):
                await MatchJournal(store, match).append(said("other"), Awaited(until=gone), "b")
            with pytest.raises(NoSuchMatch):
                await MatchJournal(store, "nowhere").append(said("one"), Awaited(until=gone), "c")

    asyncio.run(whole())


def test_a_key_is_a_matchs_own(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            for _ in range(2):
                journal = MatchJournal(store, await begun(store))
                assert (await journal.append(said("one"), NOTHING, "a")).number == 1

    asyncio.run(whole())


def test_what_it_waits_for_is_set_with_the_row(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            matches = Matches(store)
            journal = MatchJournal(store, await begun(store))
            written = await journal.append(said("one"), Awaited(7, (0, 2), (), 60.0), "a")
            standing = await matches.standing(journal.match)
            assert standing is not None and standing.deadline is not None
            assert (standing.number, standing.answers, standing.waiting) == (1, 7, (0, 2))
            assert standing.deadline - written.at == pytest.approx(60, abs=1)
            await journal.append(said("two"), Awaited(8, over="blue wins", winners=(1,)), "b")
            standing = await matches.standing(journal.match)
            assert standing is not None and standing.deadline is None
            assert (standing.over, standing.winners) == ("blue wins", (1,))

    asyncio.run(whole())


def test_no_match_no_row(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            with pytest.raises(NoSuchMatch):
                await MatchJournal(store, "nowhere").append(said("one"), NOTHING, "a")
            with pytest.raises(NoSuchMatch):  # a head that the journal has not reached
                await MatchJournal(store, await begun(store), 5).append(said("one"), NOTHING, "a")

    asyncio.run(whole())


def test_of_many_at_once_one_wins_each_number(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=8) as store:
            match = await begun(store)
            diaries = await asyncio.gather(*(write(store, match, f"w{n}", 20) for n in range(16)))
        number, rows = await stands(database, match)
        assert number == 16 * 20 and is_sound(number, rows)
        assert {row[:2] for row in rows} == {told for diary in diaries for told in diary.items()}

    asyncio.run(whole())


def test_of_many_with_the_same_key_one_writes(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=8) as store:
            match = await begun(store)
            diaries = await asyncio.gather(*(write(store, match, "same", 10) for _ in range(8)))
        number, rows = await stands(database, match)
        assert number == 10 and is_sound(number, rows)
        assert all(diary == diaries[0] for diary in diaries)

    asyncio.run(whole())


def test_several_processes_write_in_one_journal(database: str) -> None:
    async def make() -> str:
        async with Database(database) as store:
            return await begun(store)

    match = asyncio.run(make())
    command = [sys.executable, "-m", "tests.online.store.writers", database, match]
    running = [
        subprocess.Popen(
            [*command, f"p{n}", "40"], stdout=subprocess.PIPE, text=True, env=same_path()
        )
        for n in range(3)
    ]
    diaries = [process.communicate(timeout=60)[0].split() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    number, rows = asyncio.run(stands(database, match))
    assert number == 3 * 40 and is_sound(number, rows)
    told = Counter(word for diary in diaries for word in diary)
    assert told == Counter(f"{row[0]}={row[1]}" for row in rows)


def test_a_snapshot_is_found_at_or_before_a_row(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            match, snapshots = await begun(store), Snapshots(store)
            assert await snapshots.last(match) is None
            for number in (50, 100):
                await snapshots.put(match, Snapshot(number, "rules", f"at {number}"))
            await snapshots.put(match, Snapshot(100, "rules", "again"))
            assert await snapshots.last(match) == Snapshot(100, "rules", "at 100")
            assert await snapshots.last(match, 99) == Snapshot(50, "rules", "at 50")
            assert await snapshots.last(match, 49) is None

    asyncio.run(whole())
