"""Somebody at the full screen: presses keys, reads what is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from gattai import games
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.scene.maker import PlainMaker
from gattai.scene.parts import ListedOption
from gattai.terminal.client.match import Client
from gattai.terminal.fullscreen.app import TableApp
from gattai.terminal.fullscreen.board import BoardView

PATIENCE = 90.0
SMALL, WIDE = (80, 24), (140, 45)


class Sitter:
    """A person, and the screen before them."""

    def __init__(self, app: TableApp, pilot: Pilot[None], saved: list[str]) -> None:
        self.app = app
        self.pilot = pilot
        self.saved = saved
        """What was written into the file, answer by answer."""

    @property
    def text(self) -> str:
        """The whole screen, without its colours."""
        strips = self.app.screen._compositor.render_strips(self.app.size)
        return "\n".join(strip.text.rstrip() for strip in strips)

    @property
    def words(self) -> str:
        """The same with single blanks, for what is broken into lines."""
        return " ".join(self.text.split())

    @property
    def record(self) -> Record[Any]:
        return self.app.client.record

    @property
    def number(self) -> int:
        """How many answers were given."""
        return len(self.record.entries)

    @property
    def is_over(self) -> bool:
        return isinstance(self.record.question, Outcome)

    @property
    def is_asked(self) -> bool:
        scene = self.app.scene
        return scene is not None and scene.ask is not None and scene.ask.is_mine

    @property
    def seat(self) -> int | None:
        """Whose eyes it is seen through."""
        return self.app.scene.seat if self.app.scene else None

    @property
    def is_on_board(self) -> bool:
        return isinstance(self.app.focused, BoardView)

    def lies_over(self, kind: type[Screen[Any]]) -> bool:
        """Whether such a page lies over the table."""
        return isinstance(self.app.screen, kind)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, found: Callable[[], bool]) -> None:
        """Wait for something to be seen."""
        deadline = time.monotonic() + PATIENCE
        while not found():
            assert time.monotonic() < deadline, f"it did not come about:\n{self.text}"
            await self.pilot.pause(0.02)
        await self.pilot.pause()

    async def asked(self) -> None:
        """Wait until it is this person's turn, or everything is over."""
        await self.until(lambda: self.is_over or self.is_asked)

    async def finds(self, *wanted: str) -> None:
        """Type words after a slash, and choose the first that has them all."""
        before = self.number
        await self.press(
            "slash", *("space" if letter == " " else letter for letter in " ".join(wanted))
        )
        await self.press("enter")
        await self.until(lambda: self.number > before)
        await self.asked()

    async def answers(self, option: ListedOption) -> None:
        """Choose an option, whichever way leads to it."""
        before = self.number
        assert self.app.client.answer(option)
        await self.until(lambda: self.number > before)
        await self.asked()

    def option(self, wanted: Callable[[ListedOption], bool]) -> ListedOption | None:
        return next(filter(wanted, self.app.plan.options), None)


Visit = Callable[[Sitter], Awaitable[None]]


def new_record(
    game: str | AnyRuleset, *players: str, seed: str = "3", **options: str
) -> Record[Any]:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    rules = (games.load(game) if isinstance(game, str) else game).seated(named)
    sitting = players or ("person", *("random" for _ in rules.seats[1:]))
    return Record(rules, options=named, players=sitting, dice=f"seeded {seed}")


def sit_down(
    record: Record[Any], visit: Visit, *, size: tuple[int, int] = SMALL, light: bool = False
) -> Sitter:
    """Open the screen for a record, and do what the visit does."""
    known = record.rules.name in games.names()
    maker = games.scene_maker(record.rules.name) if known else PlainMaker()

    async def stay() -> Sitter:
        saved: list[str] = []
        app = TableApp(Client(record, maker, saved.append), light=light)
        async with app.run_test(size=size) as pilot:
            sitter = Sitter(app, pilot, saved)
            await sitter.until(lambda: app.scene is not None or app.client.curtain is not None)
            await visit(sitter)
        return sitter

    return asyncio.run(stay())
