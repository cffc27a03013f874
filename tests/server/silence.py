"""A table in this process with a clock that a test moves, for what happens when nobody says anything."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gattai.kernel.question import Seat
from gattai.kernel.running.committed import NO_SEED, Committed
from gattai.scene.parts import Ask
from gattai.server.local.keys import Keys
from gattai.server.local.network import Network
from gattai.server.local.room import Room
from gattai.server.local.store import MatchStore
from gattai.server.messages import AskUndo, Consent, GiveAnswer, NewMatch, Rejected, SceneUpdate
from gattai.server.table import opening
from gattai.server.table.match import TableMatch
from gattai.server.table.viewer import Viewer


class Alarm:
    def __init__(self, when: float, ring: Callable[[], None]) -> None:
        self.when = when
        self.ring = ring
        self.is_off = False

    def cancel(self) -> None:
        self.is_off = True


class HandClock:
    """A clock whose hands are moved by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.alarms: list[Alarm] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Callable[..., Any], *args: Any) -> Alarm:
        alarm = Alarm(when, lambda: callback(*args))
        self.alarms.append(alarm)
        return alarm

    def moves(self, seconds: float) -> None:
        """So much later."""
        self.now += seconds
        due = [alarm for alarm in self.alarms if alarm.when <= self.now]
        self.alarms = [alarm for alarm in self.alarms if alarm.when > self.now]
        for alarm in due:
            if not alarm.is_off:
                alarm.ring()


def same_dice(seed: str, seats: int) -> Committed:
    """Dice that a table commits to, the same for the same seed."""
    return Committed(hashlib.sha256(seed.encode()).hexdigest(), (NO_SEED,) * seats)


class Sitting:
    """A match, its clock, and a page for each player who has come."""

    def __init__(self, folder: Path, clock: HandClock | None = None) -> None:
        self.clock = clock or HandClock()
        store = MatchStore(folder)
        self.room = Room(
            store, Keys(store.secret()), network=Network(is_open=True), clock=self.clock
        )
        self.match: TableMatch
        self.pages: dict[int, Viewer] = {}
        self.told: dict[int, list[Any]] = {}

    async def begins(self, *players: str, game: str = "robot-empire", **more: Any) -> Sitting:
        options = {"seats": str(len(players))} if game == "robot-empire" else {}
        seed = more.pop("seed", "7")
        if "guest" not in players or not seed:
            self.match = await self.room.make(NewMatch(game, players, options, seed, **more))
        else:  # nobody may choose those dice, so the table is made to draw these
            with patch.object(opening, "committed", partial(same_dice, seed)):
                self.match = await self.room.make(NewMatch(game, players, options, **more))
        await self.settles()
        return self

    async def goes_on(self, match: str) -> Sitting:
        self.match = await self.room.find(match)
        await self.settles()
        return self

    async def comes(self, *seats: int) -> None:
        for seat in seats:
            self.pages[seat] = self.match.viewers.join(seat)
        await self.settles()

    def goes(self, seat: int) -> None:
        self.match.viewers.leave(self.pages.pop(seat))

    async def settles(self) -> None:
        """Until everything that was said has been heard, bots included."""
        for _ in range(2_000):
            await asyncio.sleep(0)
            if self.match.inbox.is_empty and not self.match.thoughts.is_any:
                break
            if self.match.thoughts.is_any:
                await asyncio.sleep(0.002)
        await asyncio.sleep(0)
        for seat, page in self.pages.items():
            self.told.setdefault(seat, []).extend(page.take())

    async def waits(self, seconds: float) -> None:
        self.clock.moves(seconds)
        await self.settles()

    def ask(self, seat: int) -> Ask:
        ask = self.match.history.scene(Seat(seat)).ask
        assert ask is not None
        return ask

    def says(self, seat: int, text: str, number: int | None = None) -> None:
        self.match.viewers.stirs(self.pages[seat])
        answer = GiveAnswer(number or self.ask(seat).number, text, self.match.epoch)
        self.match.inbox.say(self.pages[seat], answer)

    async def answers(self, seat: int, text: str) -> None:
        self.says(seat, text)
        await self.settles()

    async def undoes(self, seat: int, *, agreed_by: int | None = None) -> None:
        self.match.viewers.stirs(self.pages[seat])
        self.match.inbox.say(self.pages[seat], AskUndo(self.ask(seat).number))
        if agreed_by is not None:
            self.match.inbox.say(self.pages[agreed_by], Consent(True))
        await self.settles()

    def refusal(self, seat: int) -> str:
        """What this page was refused last."""
        letters = [said for said in self.told[seat] if isinstance(said, Rejected)]
        return letters[-1].reasons[0].text if letters else ""

    def shown(self, seat: int) -> SceneUpdate:
        scenes = [said for said in self.told[seat] if isinstance(said, SceneUpdate)]
        return scenes[-1]

    @property
    def clocks(self) -> dict[int, tuple[float, int]]:
        """For each seat that is waited for: seconds left, and how many there were."""
        return {c.seat: (c.left, c.limit) for c in self.match.clocks.shown()}

    @property
    def lines(self) -> list[str]:
        """The answers as they stand in the file."""
        text = self.room.store.text(self.match.id)
        return text.partition("begin\n")[2].splitlines()

    def log(self, seat: int | None) -> list[str]:
        eyes = None if seat is None else Seat(seat)
        return [line.text for line in self.match.history.log(eyes)]

    async def to_a_reaction(self, seat: int) -> Ask:
        """Play, quickly and without much sense, until this seat may react in another's turn."""
        for number in range(600):
            ask = self.ask(seat)
            if ask.kind == "react" and ask.is_mine:
                return ask
            for other in self.match.waiting:
                await self.answers(other, _lively(self.ask(other), number))
        raise AssertionError("nobody was ever asked to react")


def _lively(ask: Ask, number: int) -> str:
    """Something that leads to fights: attack if you can, bring somebody out, wish to be asked."""
    texts = [option.text for option in ask.options]
    for wanted in ("ask-me always", "attack", "bring-out", "next", "pass"):
        found = [text for text in texts if text.startswith(wanted)]
        if found and not (wanted.startswith("ask-me") and ask.kind == "react"):
            return found[number % len(found)]
    return texts[number % len(texts)]
