"""A disk that refuses now and then, and a match played on it by a person who says everything twice if need be."""

from __future__ import annotations

import asyncio
import errno
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from gattai.server.local import disk
from gattai.server.local.keys import Keys
from gattai.server.local.room import Room
from gattai.server.local.store import MatchStore
from gattai.server.messages import AskUndo, GiveAnswer, NewMatch, Rejected, SceneUpdate
from gattai.server.table import thinking
from gattai.server.table.inbox import recorder
from gattai.server.table.match import TableMatch

HOW = ("nothing", "half", "unsynced")
STUCK = 60.0


class FailingDisk:
    """Refuses to write whenever `wanted` says so: at once, half way, or when it should be synced."""

    def __init__(self, patch: pytest.MonkeyPatch, wanted: Callable[[int], bool]) -> None:
        self.writes = 0
        self.refused = 0
        self._wanted = wanted
        self._put = disk.put
        patch.setattr(disk, "put", self.put)
        patch.setattr(recorder, "FIRST_WAIT", 0.001)
        patch.setattr(recorder, "LONGEST_WAIT", 0.01)

    def put(self, handle: int, content: bytes) -> None:
        self.writes += 1
        if not self._wanted(self.writes):
            self._put(handle, content)
            return
        how = HOW[self.refused % len(HOW)]
        self.refused += 1
        if how == "half":
            os.write(handle, content[: len(content) // 2])
        elif how == "unsynced":
            os.write(handle, content)
        raise OSError(errno.ENOSPC, "No space left on device")


class Player:
    """A person on the first seat who answers by the number of the question alone, and tries again."""

    def __init__(self, found: TableMatch, seed: str, *, takes_back: bool = False) -> None:
        self.match = found
        self.page = found.viewers.join(0)
        self.seed = seed
        self.takes_back = takes_back
        self.taken_back: set[int] = set()
        self.told: list[str] = []
        self.epoch = 0

    def hears(self) -> None:
        for letter in self.page.take():
            if isinstance(letter, SceneUpdate):
                self.epoch = letter.epoch
            elif isinstance(letter, Rejected):
                self.told += [reason.text for reason in letter.reasons]

    async def plays(self, most: int) -> None:
        """Until the match is over, or has so many answers. AssertionError if it stands still."""
        loop = asyncio.get_running_loop()
        said, moved = (-1, -1), loop.time()
        while not self.match.is_over and len(self.match.record.entries) < most:
            self.hears()
            now = (self.match.revision, len(self.told))
            if now != said:
                said, moved = now, loop.time()
                self.says()
            assert loop.time() - moved < STUCK, f"stuck at {self.match.waiting}: {self.told[-3:]}"
            await asyncio.sleep(0 if self.match.waiting == (0,) else 0.0005)

    def says(self) -> None:
        if self.match.waiting != (0,):  # asked with others, the last: so nobody is ever quicker
            return
        ask = self.match.history.scene(self.match.waiting[0]).ask
        assert ask is not None
        rng = random.Random(f"{self.seed}/{ask.number}")
        if self.takes_back and ask.number not in self.taken_back and rng.random() < 0.1:
            if self.match.requests.undo.price(self.page.hands) == "free":
                self.taken_back.add(ask.number)
                self.match.inbox.say(self.page, AskUndo(ask.number))
                return
        text = rng.choice(ask.options).text
        self.match.inbox.say(self.page, GiveAnswer(ask.number, text, self.epoch))


def options_for(game: str) -> dict[str, str]:
    return {"seats": "2"} if game == "robot-empire" else {}


async def played(
    folder: Path, game: str, seed: str, most: int, *, takes_back: bool = False
) -> tuple[str, str, list[str]]:
    """A match of a person against a bot: as it stands in memory, in its file, and what was told."""
    room = Room(MatchStore(folder), Keys(b"k" * 32))
    found: TableMatch | None = None
    while found is None:
        try:
            wanted = NewMatch(game, ("person", "random"), options_for(game), seed)
            found = await room.make(wanted)
        except OSError:
            continue  # a disk that refuses a new match is asked again
    player = Player(found, seed, takes_back=takes_back)
    pause, thinking.PAUSE = thinking.PAUSE, 0.0
    try:
        await player.plays(most)
    finally:
        thinking.PAUSE = pause
        await room.close()
    return found.record.transcript().text(), room.store.text(found.id), player.told
