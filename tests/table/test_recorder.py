"""The recorder of a match: what is written is entered, in order, once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from gattai import games
from gattai.kernel.position import Diverged
from gattai.server.messages import NewMatch
from gattai.server.table.clock import NO_LIMITS, Clocks
from gattai.server.table.inbox import recorder as module
from gattai.server.table.inbox.recorder import LONGEST_WAIT, Recorder
from gattai.server.table.journal import Behind, NotSaved, Row, Ruled, SeatNamed, Written
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.thinking import Thinkers
from tests.table.book import Book, BookJournal


class Desk:
    """A recorder, its journal and what it has made true."""

    def __init__(self, fault: Callable[[], str] = str, book: Book | None = None) -> None:
        record, _ = opened(NewMatch("attack-chart", ("person", "person"), seed="7"))
        maker = games.scene_maker("attack-chart")
        self.journal = BookJournal(book or Book(), fault)
        match = TableMatch("here", record, maker, Thinkers(), self.journal)
        clocks = Clocks(match, NO_LIMITS, None, lambda silence: None)
        self.applied: list[Row] = []
        self.recorder = Recorder("here", record, self.journal, clocks, self._apply)
        self.recorder.renew_key()

    def _apply(self, row: Row, draft: Any) -> None:
        self.applied.append(row)

    def writes(self, *rows: Row) -> None:
        async def work() -> None:
            for row in rows:
                await self.recorder.write(row)

        asyncio.run(work())


ANNA, BELL = SeatNamed(0, "Anna"), SeatNamed(1, "Bell")


def rows(*named: Row, first: int = 1) -> Sequence[Written]:
    return [Written(first + at, f"key {first + at}", 0.0, row) for at, row in enumerate(named)]


def test_what_is_written_is_entered_and_noticed() -> None:
    desk, noticed = Desk(), list[int]()
    desk.recorder.noticed = lambda written: noticed.append(written.number)
    desk.writes(ANNA, BELL)
    assert desk.applied == [ANNA, BELL]
    assert noticed == [1, 2]
    assert desk.recorder.entered == 2


def test_what_is_not_saved_has_not_happened() -> None:
    desk = Desk(lambda: "refused")
    with pytest.raises(NotSaved):
        desk.writes(ANNA)
    assert desk.applied == []
    assert desk.recorder.entered == 0


def test_a_row_in_doubt_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_WAIT", 0.001)
    faults = iter(["gone", "gone", ""])
    desk = Desk(lambda: next(faults))
    desk.writes(ANNA)
    assert [each.row for each in desk.journal.book.rows] == desk.applied == [ANNA]


def test_every_row_has_a_key_of_its_own_and_is_known_by_it() -> None:
    desk = Desk()
    desk.recorder.key = "said once"
    desk.writes(ANNA)
    assert desk.recorder.key != "said once"
    assert not desk.recorder.has_key
    desk.recorder.key = "said once"
    assert desk.recorder.has_key


def test_rows_of_others_are_entered_once_and_without_a_gap() -> None:
    desk = Desk()
    desk.recorder.enter_all(rows(ANNA))
    desk.recorder.enter_all(rows(ANNA, BELL))
    desk.recorder.enter_all(rows(ANNA, first=4))
    assert desk.applied == [ANNA, BELL]


def test_a_gap_is_read_from_the_journal() -> None:
    book = Book()
    Desk(book=book).writes(ANNA, BELL)
    desk = Desk(book=book)
    assert asyncio.run(desk.recorder.read_on(rows(BELL, first=2)))
    assert desk.applied == [ANNA, BELL]
    assert not asyncio.run(desk.recorder.read_on(rows(BELL, first=2)))


def test_a_writer_that_is_behind_gets_an_error_and_writes_nothing() -> None:
    book = Book()
    Desk(book=book).writes(ANNA)
    desk = Desk(book=book)
    with pytest.raises(Behind):
        desk.writes(BELL)
    assert desk.applied == []


def test_a_row_of_other_rules_diverges() -> None:
    desk = Desk()
    desk.recorder.rules = "ours"
    desk.recorder.enter_all(rows(Ruled("ours")))
    with pytest.raises(Diverged):
        desk.recorder.enter_all(rows(Ruled("theirs"), first=2))


def test_it_waits_longer_and_longer_until_something_is_written() -> None:
    desk = Desk()
    waits = [desk.recorder.next_wait() for _ in range(20)]
    assert waits == sorted(waits)
    assert waits[0] < waits[1]
    assert waits[-1] == LONGEST_WAIT
    desk.writes(ANNA)
    assert desk.recorder.next_wait() == waits[0]
