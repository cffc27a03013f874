"""Builds of the site that tell something they should not: `python -m tests.online.secrecy.leaky` is `gattai`.

Which of them it is stands in the environment. Each has to be caught.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from typing import Any
from zlib import crc32

from gattai.kernel.question import Seat
from gattai.server.online.play.play import PlayPart
from gattai.server.online.play.reading import Reader
from gattai.server.table import thinking
from gattai.server.table.history import History
from gattai.server.table.match import TableMatch
from gattai.terminal.main import main
from tests.online.secrecy import same_dice

WHICH = "GATTAI_TEST_LEAK"


def scenes_for_watchers() -> None:
    """Whoever watches looks over the shoulder of the first seat."""
    scene = History.scene
    History.scene = lambda self, seat: scene(self, seat or Seat(0))  # type: ignore[method-assign]


def one_message_more() -> None:
    """Every page is shown the same once more if the hidden cards are of one kind, and not if of another."""
    settle = TableMatch._settle

    def again(match: TableMatch) -> None:
        match.clocks.version += 1
        match.viewers.show()

    def tells(self: TableMatch) -> None:
        settle(self)
        if crc32(repr(self.record.position.state).encode()) % 2:
            # Once the pages have taken the first: who is woken twice before is shown it once.
            asyncio.get_running_loop().call_soon(again, self)

    TableMatch._settle = tells  # type: ignore[method-assign]


def glances_for_strangers() -> None:
    """The small picture of a match is the one that the first seat sees."""

    async def viewer(self: PlayPart, match: TableMatch, caller: Any) -> Seat:
        return Seat(0)

    PlayPart._viewer_of = viewer  # type: ignore[method-assign]


def transcripts_for_who_plays_alone() -> None:
    """What bots hold stands in the transcript, and who plays against them alone may have it."""

    async def alone(self: Reader, listed: Any, caller: Any) -> bool:
        return caller.id in listed.seats.values()

    Reader.is_alone = alone  # type: ignore[method-assign]


def bots_in_a_hurry() -> None:
    """A bot answers as soon as it has thought."""
    thinking.PAUSE = 0.0


LEAKS: Mapping[Callable[[], None], str] = {
    scenes_for_watchers: r"^watcher \d+ can tell",
    one_message_more: r'can tell the two apart: only one hears {"type":"scene"',
    glances_for_strangers: r"^who asks by addresses can tell .*/glance",
    transcripts_for_who_plays_alone: r"^who asks by addresses can tell .*/transcript",
    bots_in_a_hurry: r"^a bot has answered after 0\.[0-4]",
}
"""Each of them, and how it has to be found out."""

if __name__ == "__main__":
    next(leak for leak in LEAKS if leak.__name__ == os.environ[WHICH])()
    same_dice.load()
    main()
