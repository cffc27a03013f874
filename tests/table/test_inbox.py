"""The inbox of a match: everything that arrives is handled in order, and nothing stops it."""

from __future__ import annotations

import asyncio

import pytest

from gattai.kernel.question import Seat
from gattai.server.messages import Rejected, Resign, ToPage
from gattai.server.table.inbox.inbox import Inbox
from gattai.server.table.inbox.incoming import Incoming, NamesSeat, PageCommand, Retry
from gattai.server.table.viewer import Viewer


class Page(Viewer):
    """A page that looks at nothing and keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[ToPage] = []

    def send(self, letter: ToPage) -> None:
        self.sent.append(letter)


async def handled(inbox: Inbox) -> None:
    """Until everything that has arrived was handled."""
    inbox.start()
    while not inbox.is_empty:
        await asyncio.sleep(0)
    await asyncio.sleep(0.001)
    await inbox.stop()


def test_what_arrives_is_handled_in_order_after_what_was_left_over() -> None:
    async def run() -> list[Incoming]:
        heard: list[Incoming] = []

        async def handle(incoming: Incoming) -> None:
            await asyncio.sleep(0)
            heard.append(incoming)

        inbox = Inbox("here", handle)
        inbox.name(Seat(0), "Anna")
        inbox.name(Seat(1), "Bell")
        await handled(inbox)
        return heard

    assert asyncio.run(run()) == [Retry(), NamesSeat(Seat(0), "Anna"), NamesSeat(Seat(1), "Bell")]


def test_a_mistake_is_logged_and_refused_and_the_next_message_is_handled(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> tuple[list[ToPage], list[Incoming]]:
        heard: list[Incoming] = []

        async def handle(incoming: Incoming) -> None:
            if isinstance(incoming, PageCommand):
                raise ArithmeticError("a mistake of ours")
            heard.append(incoming)

        inbox, page = Inbox("here", handle), Page()
        inbox.say(page, Resign())
        inbox.ring()
        await handled(inbox)
        return page.sent, heard

    sent, heard = asyncio.run(run())
    assert [type(each) for each in sent] == [Rejected]
    assert heard == [Retry(), Retry()]
    assert "a mistake of ours" in caplog.text


def test_what_could_not_be_written_is_tried_again_once_however_often_that_is_said() -> None:
    async def run() -> int:
        heard: list[Incoming] = []

        async def handle(incoming: Incoming) -> None:
            heard.append(incoming)

        inbox = Inbox("here", handle)
        inbox.start()
        for _ in range(3):
            inbox.retry_after(lambda: 0.001)
        await asyncio.sleep(0.05)
        await inbox.stop()
        return len(heard) - 1

    assert asyncio.run(run()) == 1


def test_an_inbox_that_was_stopped_handles_nothing_more() -> None:
    async def run() -> list[Incoming]:
        heard: list[Incoming] = []

        async def handle(incoming: Incoming) -> None:
            heard.append(incoming)

        inbox = Inbox("here", handle)
        inbox.start()
        inbox.retry_after(lambda: 0.001)
        await inbox.stop()
        inbox.ring()
        await asyncio.sleep(0.01)
        return heard

    assert asyncio.run(run()) == []
