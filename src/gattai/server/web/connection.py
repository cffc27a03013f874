"""One page's connection: what it says is read with care, what it is to see is sent when it can read."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec.structs import replace

from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refused
from gattai.kernel.secrecy import NotYours
from gattai.scene.advice import Clock, about_of, odds_of, preview_of
from gattai.scene.stage import reasons_of
from gattai.server.messages import (
    MOST_BYTES,
    AboutShown,
    AskAbout,
    AskHint,
    AskLog,
    AskOdds,
    AskPreview,
    CallMe,
    FromPage,
    NotSo,
    OddsShown,
    PreviewShown,
    ToPage,
)
from gattai.server.table.hearing.said import Said
from gattai.server.table.match import Match
from gattai.server.table.viewer import Viewer, not_so

log = logging.getLogger(__name__)

A_SECOND = 200
"""Messages that a page may send in a second, on average; twice as many at once."""
MOST_REFUSED = 1_000
"""After so many that were too many, the connection is closed."""
MOST_QUESTIONS = 8
"""Odds and the like that one page may wait for at once."""
TOO_MUCH = f"at most {A_SECOND} messages a second, please"
FAR_TOO_MUCH = 1008
"""The code by which a socket is closed that says far too much."""
COME_BACK = 1012
"""The code by which a page is told to connect again, perhaps to another node."""
CLOCK: Clock = time.monotonic
"""By which odds and the like are cut short."""

Asking = AskOdds | AskPreview | AskAbout | AskHint | AskLog
"""What only asks: it changes nothing."""

_decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)
_encoder = msgspec.json.Encoder()


class Wire(Protocol):
    """What a connection is spoken through."""

    async def receive(self) -> str | bytes:
        """The next message; raises when there is none any more."""
        ...

    async def send(self, text: str) -> None:
        """Send one message."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """End it."""
        ...


def encoded(message: ToPage) -> str:
    """A message as it goes over the wire."""
    return _encoder.encode(message).decode()


class Budget:
    """How much a socket may say: so much a second, twice as much at once, and only so long far too much."""

    def __init__(self, may: Callable[[], bool] = lambda: True) -> None:
        """`may` counts what counts beside the single socket: all that the same person has open."""
        self._may = may
        self._allowed = 2.0 * A_SECOND
        self._counted = time.monotonic()
        self._refused = 0

    @property
    def is_spent(self) -> bool:
        """Whether so much more was said than may be that nobody listens any longer."""
        return self._refused > MOST_REFUSED

    def takes(self) -> bool:
        """One message more: whether it is heard."""
        now = time.monotonic()
        self._allowed = min(2.0 * A_SECOND, self._allowed + (now - self._counted) * A_SECOND)
        self._counted = now
        if self._allowed < 1 or not self._may():
            self._refused += 1
            return False
        self._allowed -= 1
        return True


class Connection:
    """Reads and writes for one page until it goes."""

    def __init__(
        self,
        wire: Wire,
        match: Match,
        page: Viewer,
        *,
        named: bool = False,
        budget: Budget | None = None,
    ) -> None:
        """`named`: who plays here is called as the site knows them, whatever the page says."""
        self._named = named
        self._budget = budget or Budget()
        self._wire = wire
        self._page = page
        self._match = match
        self._asking: set[asyncio.Task[None]] = set()
        self._odds: dict[tuple[int, Seat, str], ToPage] = {}

    async def run(self) -> None:
        """Until the page goes, or says too much."""
        writing = asyncio.create_task(self._write())
        reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._match.leave(self._page)
            tasks = (writing, reading, *self._asking)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self) -> None:
        page = self._page
        while True:
            await page.wake.wait()
            page.wake.clear()
            for message in page.take():
                await self._wire.send(encoded(message))
            if page.is_dismissed:
                await self._wire.close(COME_BACK, "this table lets the match go; come back")
                return

    async def _read(self) -> None:
        while True:
            said = await self._wire.receive()
            if not self._budget.takes():
                if self._budget.is_spent:
                    await self._wire.close(FAR_TOO_MUCH, "far too many messages")
                    return
                self._page.send(not_so(TOO_MUCH))
                continue
            message = decoded(said)
            self._match.stirs(self._page)
            if isinstance(message, NotSo):
                self._page.send(message)
            elif isinstance(message, CallMe):
                if not self._named:
                    self._match.call(self._page, message.name)
            elif isinstance(message, Said):
                self._match.say(self._page, message)
            else:
                self._ask(message)

    def _ask(self, message: Asking) -> None:
        if len(self._asking) >= MOST_QUESTIONS:
            self._page.send(not_so("too many questions at once; wait for an answer"))
            return
        task = asyncio.create_task(self._answer(message))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _answer(self, message: Asking) -> None:
        text = "" if isinstance(message, AskAbout | AskHint | AskLog) else message.text
        try:
            self._page.send(await self._told(message))
        except Refused as refused:
            self._page.send(NotSo(reasons_of(self._match.record.rules, refused.refusals), text))
        except (NotYours, ValueError, RecursionError) as problem:
            self._page.send(not_so(str(problem), text=text))
        except asyncio.CancelledError:
            raise
        except Exception:  # the rules may stumble over what no option says
            log.exception("match %s: no answer to %s", self._match.id, type(message).__name__)
            self._page.send(not_so("that cannot be told", text=text))

    async def _told(self, message: Asking) -> ToPage:
        match = self._match
        if isinstance(message, AskLog):
            eyes = self._page.looks()
            if isinstance(eyes, str) or self._page.behind is not None:
                return not_so("the curtain is drawn: say first who has sat down")
            return await match.earlier(eyes, message.before)
        if not match.is_current(message.number):
            return not_so("the game has gone on since", text=getattr(message, "text", ""))
        seat = self._page.acts_as()
        if isinstance(seat, NotSo):
            return seat
        number = message.number
        if isinstance(message, AskHint):
            return replace(await match.hints.ask(seat), number=number)
        rules, maker, seen = match.record.rules, match.maker, match.history.seen(seat)
        if isinstance(message, AskAbout):
            found = await match.thinkers.aside(
                about_of, rules, maker, seen, message.actor, message.cell, message.target, CLOCK
            )
            return AboutShown(number, match.guide.not_now(found) if match.guide else found)
        text = message.text
        action = match.read(seat, text)
        if isinstance(message, AskPreview):
            preview = await match.thinkers.aside(
                preview_of, rules, maker, seen, text, action, CLOCK
            )
            return PreviewShown(number, preview)
        known = (match.revision, seat, text)
        if known not in self._odds:
            odds = await match.thinkers.aside(odds_of, rules, maker, seen, text, action, CLOCK)
            self._odds = {k: v for k, v in self._odds.items() if k[0] == match.revision}
            self._odds[known] = OddsShown(number, odds)
        return self._odds[known]


def decoded(said: str | bytes) -> FromPage | NotSo:
    """What a page said, or why it cannot be understood."""
    if len(said) > MOST_BYTES:
        return not_so(f"a message has at most {MOST_BYTES} bytes")
    try:
        return _decoder.decode(said)
    except msgspec.ValidationError as problem:
        return not_so(f"this is no message of ours: {problem}")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return not_so("this is not JSON")
