"""A match is played against a journal: what is not written has not happened, and what is was done once."""

import asyncio
import random
from typing import Any

import pytest

from gattai import games
from gattai.kernel.question import Seat
from gattai.server.messages import AskUndo, Consent, GiveAnswer, Rejected, SceneUpdate
from gattai.server.table.inbox import recorder
from gattai.server.table.journal import Answered, TakenBack
from gattai.server.table.match import TableMatch
from tests.table.book import (
    Book,
    BookJournal,
    Player,
    a_record,
    a_table,
    at_rest,
    played_out,
    replayed,
)

FAULTS = {
    "none": [""],
    "refused": ["", "", "refused"],
    "lost": ["", "", "lost"],
    "gone": ["", "", "gone"],
    "all": ["", "", "", "refused", "lost", "gone"],
}


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("faults", ["none", "all"])
def test_two_tables_on_one_journal_play_one_match(
    game: str, faults: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "FIRST_WAIT", 0.001)
    rng = random.Random(f"{game}/{faults}")

    async def at_the_tables() -> None:
        book = Book()
        journals = [
            BookJournal(book, lambda: rng.choice(FAULTS[faults]), lambda: rng.random() * 0.002)
            for _ in range(2)
        ]
        tables = [a_table(a_record(game), journal) for journal in journals]
        players = [Player(table, seat, game) for seat, table in enumerate(tables)]
        for table in tables:
            table.start()
        await played_out(players, 80)
        for journal in journals:
            journal.fault = str
        await at_rest(*tables)
        for table in tables:
            await table.stop()
        first, second = (table.record for table in tables)
        assert first.transcript() == second.transcript() and first.count >= 20
        assert replayed(first).transcript() == first.transcript()
        lines = [line for written in book.rows for line in written.row.lines]  # type: ignore[union-attr]
        assert lines == [entry.line(number) for number, entry in enumerate(first.entries, 1)]
        assert [written.number for written in book.rows] == [*range(1, len(book.rows) + 1)]
        assert book.aims[-1].answers == first.count
        assert faults == "none" or sum(journal.faults for journal in journals) > 5
        for seat in (0, 1, None):
            seen = [table.history.scene(None if seat is None else Seat(seat)) for table in tables]
            assert seen[0] == seen[1]

    asyncio.run(at_the_tables())


def test_while_a_row_is_being_written_nobody_sees_anything_of_it() -> None:
    async def at_the_table() -> None:
        journal = BookJournal(Book())
        match = a_table(a_record("attack-chart"), journal)
        pages = [match.viewers.join(0), match.viewers.join(1), match.viewers.join(None)]
        match.start()
        await asyncio.sleep(0.02)
        journal.gate = asyncio.Event()
        for page in pages:
            page.take()
        before = match.record.transcript().text(), match.revision, match.record.step
        seat = match.waiting[0]
        scene = match.history.scene(seat)
        assert scene.ask is not None
        match.inbox.say(pages[seat], GiveAnswer(scene.ask.number, scene.ask.options[0].text))
        match.inbox.say(pages[seat], GiveAnswer(scene.ask.number, scene.ask.options[1].text))
        await asyncio.sleep(0.05)
        assert (match.record.transcript().text(), match.revision, match.record.step) == before
        assert not any(page.take() for page in pages), "somebody was shown something"
        assert match.viewers.join(None).take(), "who comes meanwhile sees the table as it was"
        journal.gate.set()
        await asyncio.sleep(0.05)
        assert match.record.count > 1 and any(
            isinstance(one, SceneUpdate) for one in pages[2].take()
        )
        told = [one for one in pages[seat].take() if isinstance(one, Rejected)]
        assert told, "the second answer waited, and then its question was an old one"
        await match.stop()

    asyncio.run(at_the_table())


def test_an_answer_and_the_dice_that_follow_are_one_row() -> None:
    async def at_the_table() -> None:
        book = Book()
        match = a_table(a_record("aegis"), BookJournal(book))
        players = [Player(match, seat, "dice") for seat in (0, 1)]
        match.start()
        await played_out(players, 120)
        await match.stop()
        rows = [written.row for written in book.rows]
        assert all(isinstance(row, Answered) for row in rows)
        assert any(len(row.lines) > 1 for row in rows)  # type: ignore[union-attr]
        for row in rows[1:]:
            first, *rest = (line.split()[1] for line in row.lines)  # type: ignore[union-attr]
            assert first != "dice" and all(who == "dice" for who in rest)

    asyncio.run(at_the_table())


@pytest.mark.parametrize("fault", ["", "lost"])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_the_same_answer_said_again_is_given_once(
    fault: str, elsewhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a page that has lost its connection and does not know whether it was heard."""
    monkeypatch.setattr(recorder, "FIRST_WAIT", 0.001)

    async def at_the_tables() -> None:
        book = Book()
        faults = [""]
        tables = [
            a_table(
                a_record("attack-chart"), BookJournal(book, lambda: faults.pop() if faults else "")
            )
            for _ in range(2)
        ]
        for table in tables:
            table.start()
            await asyncio.sleep(0.02)
        await at_rest(*tables)
        faults.append(fault)
        seat = tables[0].waiting[0]
        ask = tables[0].history.scene(seat).ask
        assert ask is not None
        answer = GiveAnswer(ask.number, ask.options[0].text, 0, "my own")
        tables[0].inbox.say(tables[0].viewers.join(seat), answer)
        await asyncio.sleep(0.03)
        again = tables[1] if elsewhere else tables[0]
        page = again.viewers.join(seat)
        again.inbox.say(page, answer)
        await asyncio.sleep(0.03)
        assert not [one for one in page.take() if isinstance(one, Rejected)]
        await at_rest(*tables)
        given = [written for written in book.rows if written.key == f"{seat}/my own"]
        assert len(given) == 1 and tables[0].record.count == tables[1].record.count
        for table in tables:
            await table.stop()

    asyncio.run(at_the_tables())


def test_the_second_answer_is_refused_because_the_question_is_old() -> None:
    async def at_the_tables() -> None:
        book = Book()
        tables = [a_table(a_record("attack-chart"), BookJournal(book)) for _ in range(2)]
        for table in tables:
            table.start()
        await at_rest(*tables)
        seat = tables[0].waiting[0]
        pages = [table.viewers.join(seat) for table in tables]
        ask = tables[0].history.scene(seat).ask
        assert ask is not None
        for table, page, option in zip(tables, pages, ask.options, strict=False):
            table.inbox.say(page, GiveAnswer(ask.number, option.text))
        await at_rest(*tables)
        (told,) = (one for one in pages[1].take() if isinstance(one, Rejected))
        assert f"question {ask.number} is not open" in told.reasons[0].text
        assert tables[0].record.transcript() == tables[1].record.transcript()
        for table in tables:
            await table.stop()

    asyncio.run(at_the_tables())


def test_taking_back_is_a_row_and_needs_the_others_at_whatever_table() -> None:
    async def at_the_tables() -> None:
        book = Book()
        tables = [a_table(a_record("attack-chart"), BookJournal(book)) for _ in range(2)]
        players = [Player(table, seat, "back") for seat, table in enumerate(tables)]
        for table in tables:
            table.start()
        await played_out(players, 24)
        await at_rest(*tables)
        count, epochs = tables[0].record.count, [table.epoch for table in tables]
        seat = next(
            seat for seat in (0, 1) if tables[seat].requests.undo.price((Seat(seat),)) == "consent"
        )
        other = 1 - seat
        tables[seat].inbox.say(players[seat].page, AskUndo(count + 1))
        await at_rest(*tables)
        assert tables[0].record.count == count
        tables[other].inbox.say(players[other].page, Consent(False))
        await at_rest(*tables)
        players[seat].hears()
        assert "was declined" in players[seat].told[-1] and tables[seat].record.count == count
        tables[seat].inbox.say(players[seat].page, AskUndo(count + 1))
        await at_rest(*tables)
        tables[other].inbox.say(players[other].page, Consent(True))
        await at_rest(*tables)
        assert tables[0].record.count == tables[1].record.count < count
        assert [table.epoch for table in tables] == [epoch + 1 for epoch in epochs]
        assert isinstance(book.rows[-1].row, TakenBack)
        for table in tables:
            await table.stop()

    asyncio.run(at_the_tables())


def test_a_table_with_other_rules_looks_on_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    async def at_the_tables() -> Any:
        book = Book()
        tables: list[TableMatch] = [
            a_table(a_record("attack-chart"), BookJournal(book)),
            a_table(a_record("attack-chart", seed="6"), BookJournal(book)),
        ]
        player = Player(tables[0], 0, "x")
        tables[0].start()
        await asyncio.sleep(0.02)
        player.plays()
        await asyncio.sleep(0.02)
        page = tables[1].viewers.join(1)
        tables[1].start()
        await asyncio.sleep(0.02)
        shown = [one for one in page.take() if isinstance(one, SceneUpdate)]
        for table in tables:
            await table.stop()
        return shown[-1], tables[1].shut

    shown, shut = asyncio.run(at_the_tables())
    assert shut and "other rules" in shown.notice
    assert "answer 1" in caplog.text
