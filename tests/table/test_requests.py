"""Resignations and draws, on a local server and on several servers with one journal."""

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from gattai.server.messages import Abort, AnswerDraw, AskUndo, Consent, OfferDraw, Resign
from gattai.server.table import opening
from gattai.server.table.journal import Aborted, TimedOut
from gattai.server.web.reading import read_match
from tests.server.silence import Sitting
from tests.table.book import Book, BookJournal, Player, a_record, a_table, at_rest, played_out


def at_home(folder: Path, *players: str, game: str = "attack-chart") -> Any:
    """A table at home with a few answers, and what to do there."""

    def run(visit: Any) -> Any:
        async def sits() -> Any:
            # Dice of a seed, as in matches with guests that older versions began: no secret is told at the end.
            with patch.object(opening, "_dice", lambda *_: ("seeded 7", "")):
                sitting = await Sitting(folder).begins(*players, game=game)
            persons = [seat for seat, who in enumerate(players) if who in ("person", "guest")]
            await sitting.comes(*persons)
            for number in range(4):
                seat = sitting.match.waiting[0]
                options = sitting.ask(seat).options
                await sitting.answers(seat, options[number % len(options)].text)
            try:
                return await visit(sitting)
            finally:
                await sitting.room.close()

        return asyncio.run(sits())

    return run


async def said(sitting: Sitting, seat: int, message: Any) -> None:
    sitting.match.inbox.say(sitting.pages[seat], message)
    await sitting.settles()


def test_who_resigns_has_lost_and_the_file_says_so(tmp_path: Path) -> None:
    async def visit(sitting: Sitting) -> None:
        assert sitting.shown(0).can_resign
        count, loser = sitting.match.record.count, sitting.match.record.rules.seats[1]
        await said(sitting, 1, Resign())
        assert sitting.match.is_over and not sitting.match.waiting
        assert sitting.lines[-1] == f"end blue wins: {loser} resigned ; by resignation"
        ending = sitting.shown(0).scene.ending
        assert ending is not None and ending.winners == (0,) and not sitting.shown(0).can_resign
        assert ending.reason == f"{loser} resigned" and ending.cites.rule == ""
        await said(sitting, 0, Resign())
        assert "over" in sitting.refusal(0)
        text = sitting.room.store.text(sitting.match.id)
        found = read_match(text.encode())
        assert not found.shut and not found.notice and found.record.transcript().text() == text
        analysis = await sitting.match.aftermath.analysis()
        assert analysis.players == ("person", "person")
        # Given up too soon: if the other agrees it goes on.
        await said(sitting, 1, AskUndo(count + 1))
        assert sitting.match.is_over, "nobody takes that back for nothing"
        await said(sitting, 0, Consent(True))
        assert not sitting.lines[-1].startswith("end ") and sitting.shown(0).scene.ending is None

    at_home(tmp_path, "guest", "guest")(visit)


def test_a_draw_is_one_when_the_other_agrees(tmp_path: Path) -> None:
    async def visit(sitting: Sitting) -> None:
        assert sitting.shown(0).can_draw
        await said(sitting, 0, AnswerDraw(True))
        assert "there is no draw offer" in sitting.refusal(0)
        await said(sitting, 0, OfferDraw())
        offer = sitting.shown(1).draw
        assert offer is not None and (offer.seat, offer.open) == (0, (1,))
        await said(sitting, 0, AnswerDraw(True))
        assert "not asked" in sitting.refusal(0)
        await said(sitting, 1, AnswerDraw(False))
        assert "declined" in sitting.refusal(0) and sitting.shown(1).draw is None
        await said(sitting, 0, OfferDraw())
        assert "moved on" in sitting.refusal(0), "nobody is asked again and again"
        await said(sitting, 1, OfferDraw())
        await said(sitting, 0, AnswerDraw(True))
        assert sitting.lines[-1] == "end drawn: all agreed ; by agreement"
        assert sitting.match.is_over

    at_home(tmp_path, "guest", "guest")(visit)


def test_an_offer_is_gone_when_the_game_has_gone_on(tmp_path: Path) -> None:
    async def visit(sitting: Sitting) -> None:
        await said(sitting, 0, OfferDraw())
        assert sitting.shown(1).draw is not None
        seat = sitting.match.waiting[0]
        await sitting.answers(seat, sitting.ask(seat).options[0].text)
        assert sitting.shown(1).draw is None
        await said(sitting, 1, AnswerDraw(True))
        assert "there is no draw offer" in sitting.refusal(1)

    at_home(tmp_path, "guest", "guest")(visit)


def test_bots_agree_to_nothing_and_two_at_one_screen_agree_at_once(tmp_path: Path) -> None:
    async def against_a_bot(sitting: Sitting) -> None:
        assert not sitting.shown(0).can_draw and sitting.shown(0).can_resign
        await said(sitting, 0, OfferDraw())
        assert "no other person" in sitting.refusal(0)
        await said(sitting, 0, Resign())
        assert sitting.match.is_over

    async def at_one_screen(sitting: Sitting) -> None:
        await said(sitting, 0, OfferDraw())
        assert sitting.match.is_over and sitting.lines[-1].startswith("end drawn")

    at_home(tmp_path / "bot", "guest", "random")(against_a_bot)
    at_home(tmp_path / "screen", "person", "person")(at_one_screen)


def test_it_can_be_broken_off_until_everybody_has_played(tmp_path: Path) -> None:
    async def visit(sitting: Sitting) -> None:
        played = {past.seat for past in sitting.match.record.past}
        assert played >= {0, 1}, "so it is too late"
        assert not sitting.shown(0).can_abort
        await said(sitting, 0, Abort())
        assert "everyone has played" in sitting.refusal(0) and not sitting.match.is_over

    async def at_once() -> None:
        sitting = await Sitting(tmp_path / "new").begins("guest", "guest", game="attack-chart")
        await sitting.comes(0, 1)
        assert sitting.shown(0).can_abort and sitting.shown(1).can_abort
        await said(sitting, 1, Abort())
        assert sitting.match.is_over
        assert sitting.lines[-2] == "end nobody wins: red broke it off ; broken off"
        await sitting.room.close()

    at_home(tmp_path / "old", "guest", "guest")(visit)
    asyncio.run(at_once())


def test_where_more_than_two_play_nobody_wins_by_it(tmp_path: Path) -> None:
    async def visit(sitting: Sitting) -> None:
        assert not sitting.shown(0).can_resign
        await said(sitting, 0, Resign())
        assert "more than two" in sitting.refusal(0) and not sitting.match.is_over

    at_home(tmp_path, "guest", "guest", "guest", game="robot-empire")(visit)


@pytest.mark.parametrize(
    ("row", "end"),
    [
        (Aborted("nobody\ncame"), "nobody wins: nobody came ; broken off"),
        (TimedOut(0), "red wins: blue ran out of time ; on time"),
    ],
    ids=["broken off", "on time"],
)
def test_anyone_who_keeps_the_table_can_end_it(tmp_path: Path, row: Any, end: str) -> None:
    async def visit(sitting: Sitting) -> None:
        for _ in range(2):
            sitting.match.inbox.end(row)
            await sitting.settles()
        assert sitting.lines[-1] == f"end {end}" and sitting.lines[-2][0] != "e"

    at_home(tmp_path, "guest", "guest")(visit)


def test_wherever_a_crash_cuts_off_such_an_end_the_file_opens(tmp_path: Path) -> None:
    async def visit(sitting: Sitting) -> str:
        await said(sitting, 0, Resign())
        return sitting.room.store.text(sitting.match.id)

    text = at_home(tmp_path, "guest", "guest")(visit).encode()
    for cut in range(text.index(b"\nend ") + 1, len(text)):
        found = read_match(text[:cut])
        assert not found.shut, text[:cut][-20:]
        assert bool(found.record.ending) == (cut >= len(text) - 1)


def test_at_several_tables_all_see_the_offer_and_the_end() -> None:
    async def at_the_tables() -> None:
        book = Book()
        tables = [a_table(a_record("attack-chart"), BookJournal(book)) for _ in range(2)]
        players = [Player(table, seat, "draw") for seat, table in enumerate(tables)]
        for table in tables:
            table.start()
        await played_out(players, 12)
        await at_rest(*tables)
        tables[0].inbox.say(players[0].page, OfferDraw())
        await at_rest(*tables)
        assert tables[1].requests.draw_offer == tables[0].requests.draw_offer is not None
        tables[1].inbox.say(players[1].page, AnswerDraw(True))
        await at_rest(*tables)
        assert all(table.is_over for table in tables)
        assert book.aims[-1].over == "drawn: all agreed ; by agreement"
        for table in tables:
            await table.stop()

    asyncio.run(at_the_tables())
