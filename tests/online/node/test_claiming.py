"""Whoever stays when the other one has left may claim the win, and nobody is held up for longer."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest

from gattai.kernel.question import Seat
from gattai.server.messages import Abort, Claim, GiveAnswer, NewMatch, Rejected, Resign
from gattai.server.online import node as at_node
from gattai.server.online.endpoint import Rate
from gattai.server.online.people.attempts import Attempts
from gattai.server.online.ratings import judging
from gattai.server.online.ratings.leavers import Leavers
from gattai.server.online.workers import clocks
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.viewer import Viewer
from tests.online.node.nodes import Nodes, running, until

PACES: dict[str, dict[str, int]] = {
    "usual": {"reaction_seconds": 30, "turn_seconds": 300},
    "quick": {"reaction_seconds": 1, "turn_seconds": 1},
    "no limit": {"reaction_seconds": 0, "turn_seconds": 0},
    "bank": {"bank_seconds": 900},
}


class Two:
    """A match for two at a node, with a page for each."""

    def __init__(self, site: Nodes, table: TableMatch) -> None:
        self.site, self.table = site, table
        self.pages: dict[int, Viewer] = {}

    @classmethod
    async def begins(cls, site: Nodes, **how: int) -> Two:
        match = await site.begin("attack-chart", "person", "person", seed="5", **how)
        two = cls(site, await site.nodes[0].find(match))
        for seat in (0, 1):
            await two.comes(seat)
        await until(lambda: all(two.table.clocks.has_come(Seat(seat)) for seat in (0, 1)))
        return two

    async def comes(self, seat: int) -> None:
        self.pages[seat] = self.table.viewers.join(seat)
        self.table.viewers.call(self.pages[seat], f"player {seat}")
        await Leavers(self.site.databases[0]).comes(self.table.id, seat)

    async def leaves(self, seat: int) -> None:
        """As the last page of a seat is closed at a site."""
        self.table.viewers.leave(self.pages.pop(seat))
        await Leavers(self.site.databases[0]).goes(self.table.id, seat)

    async def answers(self) -> None:
        seat, number = self.table.waiting[0], self.table.record.count + 1
        option = self.table.history.scene(seat).ask.options[0].text  # type: ignore[union-attr]
        self.table.inbox.say(self.pages[seat], GiveAnswer(number, option, key=f"answer {number}"))
        await until(lambda: self.table.record.count >= number)

    async def claims(self, seat: int, *, draw: bool = False) -> str:
        """Why it was refused; empty if it was not."""
        return await self.says(seat, Claim(draw))

    async def says(self, seat: int, what: Claim | Abort | Resign) -> str:
        page = self.pages[seat]
        page.take()
        self.table.inbox.say(page, what)
        told: list[Any] = []

        def is_said() -> bool:
            told.extend(one for one in page.take() if isinstance(one, Rejected))
            return bool(told) or self.table.is_over

        await until(is_said)
        return told[0].reasons[0].text if told else ""


def at_a_site(database: str, play: Any) -> None:
    async def whole() -> None:
        async with running(database, count=1) as site:
            await play(site)

    asyncio.run(whole())


@pytest.mark.parametrize("pace", PACES)
def test_in_every_pace_anyone_who_stays_may_claim_the_win(
    pace: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "CLAIM", 1.0)
    monkeypatch.setattr(clocks, "ASKED", 0.5)

    async def play(site: Nodes) -> None:
        two = await Two.begins(site, **PACES[pace])
        gone = two.table.waiting[0]
        stays = Seat(1 - gone)
        await two.leaves(gone)
        shown = two.table.requests.allowed([stays], undo=False).claim_in
        assert shown is not None and 0 < shown <= 1, "the page counts it down"
        if pace != "quick":  # there the table may have answered and be waiting for the other one
            assert "may still return" in await two.claims(stays)
        await asyncio.sleep(1.2)
        assert two.table.requests.allowed([stays], undo=False).claim_in == 0
        assert await two.claims(stays) == ""
        assert (await site.kept(two.table.id)).endswith("ran out of time ; on time\n")
        question: Any = two.table.record.question
        assert question.winners == (stays,)

    at_a_site(database, play)


def test_the_opponent_of_a_leaver_may_claim_after_thirty_seconds() -> None:
    assert (clocks.CLAIM, clocks.ASKED) == (30, 30)
    assert clocks.CLAIM >= judging.AWAY, "a lost connection is still forgiven once"


@pytest.mark.parametrize("pace", ["usual", "bank"])
def test_anyone_who_stays_may_call_it_a_draw_and_not_earlier_than_claim_the_win(
    pace: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "CLAIM", 1.0)
    monkeypatch.setattr(clocks, "ASKED", 0.5)

    async def play(site: Nodes) -> None:
        two = await Two.begins(site, **PACES[pace])
        gone = two.table.waiting[0]
        stays = Seat(1 - gone)
        assert "after the opponent has left" in await two.claims(stays, draw=True)
        await two.leaves(gone)
        assert "may still return" in await two.claims(stays, draw=True)
        await asyncio.sleep(1.2)
        assert not two.table.is_over, "and whoever says nothing waits on"
        assert await two.claims(stays, draw=True) == ""
        left, called = (two.table.record.rules.seat_name(seat) for seat in (gone, stays))
        end = f"end drawn: {left} left and {called} called it a draw ; on time\n"
        assert (await site.kept(two.table.id)).endswith(end)
        question: Any = two.table.record.question
        assert question.winners == ()
        found = await site.databases[0].row(
            "SELECT over, winners FROM match WHERE id = $1", two.table.id
        )
        assert found is not None and (found[0], list(found[1])) == (end[4:-1], [])

    at_a_site(database, play)


def test_the_one_who_left_calls_nothing_a_draw(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "CLAIM", 0.2)
    monkeypatch.setattr(clocks, "ASKED", 0.2)

    async def play(site: Nodes) -> None:
        two = await Two.begins(site, **PACES["usual"])
        gone = two.table.waiting[0]
        await two.leaves(gone)
        await asyncio.sleep(0.5)
        await two.comes(gone)
        assert "after the opponent has left" in await two.claims(gone, draw=True)
        assert not two.table.is_over

    at_a_site(database, play)


def test_nobody_claims_who_is_not_kept_waiting(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "CLAIM", 0.3)
    monkeypatch.setattr(clocks, "ASKED", 0.3)

    async def play(site: Nodes) -> None:
        two = await Two.begins(site, **PACES["usual"])
        asked = two.table.waiting[0]
        other = Seat(1 - asked)
        assert two.table.requests.allowed([other], undo=False).claim_in is None
        assert "after the opponent has left" in await two.claims(other), "the other one is there"
        await two.leaves(other)
        await asyncio.sleep(0.5)
        assert two.table.requests.allowed([asked], undo=False).claim_in is None
        assert "match waits for" in await two.claims(asked), "it is one's own turn"
        while two.table.waiting[0] == asked:
            await two.answers()
        assert (two.table.requests.allowed([asked], undo=False).claim_in or 0) > 0
        assert "may still return" in await two.claims(asked), "just asked, and away for long"
        await two.comes(other)
        await asyncio.sleep(0.5)
        assert two.table.requests.allowed([asked], undo=False).claim_in is None
        assert "after the opponent has left" in await two.claims(asked), "the other one is back"
        assert not two.table.is_over

    at_a_site(database, play)


def test_by_correspondence_nobody_has_to_be_there(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "CLAIM", 0.1)
    monkeypatch.setattr(clocks, "ASKED", 0.1)

    async def play(site: Nodes) -> None:
        two = await Two.begins(site, days=3)
        gone = two.table.waiting[0]
        await two.leaves(gone)
        await asyncio.sleep(0.3)
        assert two.table.requests.allowed([Seat(1 - gone)], undo=False).claim_in is None
        assert "match waits for" in await two.claims(1 - gone)

    at_a_site(database, play)


def test_so_many_matches_with_others_may_be_broken_off_in_a_day(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "BROKEN_OFF", Rate(2, 86_400))

    async def play(site: Nodes) -> None:
        who = {0: f"ann {secrets.token_hex(4)}", 1: f"bob {secrets.token_hex(4)}"}
        tables = []
        for _ in range(3):
            record, seating = opened(NewMatch("attack-chart", ("person", "person")))
            match = await site.begin_with(record, seating, who)
            tables.append(Two(site, await site.nodes[0].find(match)))
            for seat in (0, 1):
                await tables[-1].comes(seat)
        ends = [await table.says(0, Abort()) for table in tables]
        assert ends[:2] == ["", ""]
        assert "play on or resign" in ends[2], "and whoever resigns has lost"
        assert await tables[2].says(1, Abort()) == "", "the other one has not broken off any"

    at_a_site(database, play)


@pytest.mark.parametrize("answers", [0, 2, 3])
def test_an_early_resignation_counts_like_an_aborted_match(database: str, answers: int) -> None:
    one = Rate(1, 86_400)

    async def play(site: Nodes) -> None:
        who = {0: f"ann {secrets.token_hex(4)}", 1: f"bob {secrets.token_hex(4)}"}
        record, seating = opened(NewMatch("attack-chart", ("person", "person")))
        two = Two(site, await site.nodes[0].find(await site.begin_with(record, seating, who)))
        for seat in (0, 1):
            await two.comes(seat)

        def given(seat: int) -> int:
            return sum(past.seat == seat for past in two.table.record.past)

        await until(lambda: bool(two.table.waiting))
        while given(leaver := two.table.waiting[0]) < answers:
            await two.answers()
            await until(lambda: bool(two.table.waiting))
        assert await two.says(leaver, Resign()) == ""
        attempts = Attempts(site.databases[0])
        if answers == 3:
            await asyncio.sleep(0.3)
        else:
            await until_true(lambda: attempts.reached("break off", who[leaver], one))
        seconds = await attempts.reached("break off", who[leaver], one)
        assert (seconds is not None) == (answers < 3)
        assert await attempts.reached("break off", who[1 - leaver], one) is None

    at_a_site(database, play)


async def until_true(found: Any) -> None:
    while await found() is None:
        await asyncio.sleep(0.02)
