"""What fails in the background reaches the log, with the place where it failed."""

from __future__ import annotations

import asyncio
import logging

import pytest

from gattai import games
from gattai.server.failures import Gone, ended
from gattai.server.messages import NewMatch
from gattai.server.table.journal import WholeJournal
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewer import Viewer
from gattai.server.web.connection import Connection


async def _fails(problem: Exception) -> None:
    raise problem


async def _waits() -> None:
    await asyncio.Event().wait()


def test_a_task_that_failed_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        failed = asyncio.create_task(_fails(ArithmeticError("a mistake of ours")))
        await asyncio.wait({failed})
        await ended(failed, None, what="counting")

    asyncio.run(run())
    assert "counting failed" in caplog.text
    assert "in _fails" in caplog.text
    assert "a mistake of ours" in caplog.text


def test_a_task_that_was_cancelled_or_whose_page_has_gone_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        waits, gone = asyncio.create_task(_waits()), asyncio.create_task(_fails(Gone("1006")))
        await asyncio.wait({gone})
        await ended(waits, gone, what="a page", expected=(Gone,))
        assert waits.cancelled()

    asyncio.run(run())
    assert not caplog.records


class _Silent:
    """The other end of a connection that never says anything."""

    async def receive(self) -> str:
        await _waits()
        return ""

    async def send(self, text: str) -> None: ...

    async def close(self, code: int, reason: str) -> None: ...


def test_a_scene_that_cannot_be_drawn_is_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumbles(_: Viewer) -> None:
        raise ArithmeticError("no such piece")

    async def run() -> None:
        record, _ = opened(NewMatch("attack-chart", ("person", "random"), seed="7"))
        maker = games.scene_maker("attack-chart")
        journal = WholeJournal(record, lambda text: None)
        match = TableMatch("here", record, maker, Thinkers(), journal)
        page = match.viewers.join(0)
        monkeypatch.setattr(Viewer, "take", stumbles)
        async with asyncio.timeout(5):
            await Connection(_Silent(), match, page).run()
        await match.stop()

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    assert "match here: a page failed" in caplog.text
    assert "in stumbles" in caplog.text
