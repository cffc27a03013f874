"""The connection of a page: reads its messages and sends what it should see when it can receive."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

import msgspec

from gattai import games
from gattai.bots.coach.coach import Coach
from gattai.kernel.question import Roll, Seat
from gattai.kernel.rulebook import Refused
from gattai.kernel.secrecy import NotYours
from gattai.scene.advice import Clock, NoAdvice, about_of, odds_of, preview_of
from gattai.scene.reaction import Reaction, reaction_of
from gattai.scene.stage import reasons_of
from gattai.server.failures import Gone, ended
from gattai.server.messages import (
    MAX_BYTES,
    CallMe,
    FromPage,
    Rejected,
    ToPage,
)
from gattai.server.queries import (
    AboutShown,
    AskAbout,
    AskCoach,
    AskLog,
    AskPreview,
    AskReaction,
    CoachShown,
    OddsShown,
    PreviewShown,
    Query,
    QueryAnswer,
    ReactionShown,
)
from gattai.server.table.inbox.incoming import Command
from gattai.server.table.match import TableMatch
from gattai.server.table.obvious import reveals_nothing
from gattai.server.table.viewer import Viewer, rejected

log = logging.getLogger(__name__)

A_SECOND = 200
"""Average number of messages per second that a page may send; twice as many in a burst."""
MAX_REFUSED = 1_000
"""Number of excess messages after which the connection is closed."""
MAX_QUESTIONS = 8
"""Odds and similar requests that one page may wait for at once."""
TOO_MUCH = f"at most {A_SECOND} messages a second, please"
FAR_TOO_MUCH = 1008
"""The close code for a socket that sends far too many messages."""
COME_BACK = 1012
"""The close code that tells a page to reconnect, perhaps to another node."""
CLOCK: Clock = time.monotonic
"""Used to cancel odds and similar requests."""

EXACT_SECONDS = 0.15
"""Time limit for exact odds of a reaction, after which the most likely outcome is sent first."""

_decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)
_encoder = msgspec.json.Encoder()


class Wire(Protocol):
    """The transport of a connection."""

    async def receive(self) -> str | bytes:
        """Return the next message; raises when the connection is closed."""
        ...

    async def send(self, text: str) -> None:
        """Send one message to the page."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Close the connection with a code and a reason."""
        ...


def encoded(message: ToPage) -> str:
    """Encode a message for the wire."""
    return _encoder.encode(message).decode()


class Budget:
    """The rate limit of a socket: an average, a burst of twice as much, and a limit on excess."""

    def __init__(self, may: Callable[[], bool] = lambda: True) -> None:
        """`may` counts against a shared limit, over all sockets of the same person."""
        self._may = may
        self._allowed = 2.0 * A_SECOND
        self._counted = time.monotonic()
        self._refused = 0

    @property
    def is_spent(self) -> bool:
        """Whether the excess is so large that the connection must be closed."""
        return self._refused > MAX_REFUSED

    def takes(self) -> bool:
        """Count a message; returns whether to accept it."""
        now = time.monotonic()
        self._allowed = min(2.0 * A_SECOND, self._allowed + (now - self._counted) * A_SECOND)
        self._counted = now
        if self._allowed < 1 or not self._may():
            self._refused += 1
            return False
        self._allowed -= 1
        return True


class Connection:
    """Reads and writes for one page until it disconnects."""

    def __init__(
        self,
        wire: Wire,
        match: TableMatch,
        page: Viewer,
        *,
        named: bool = False,
        budget: Budget | None = None,
    ) -> None:
        """`named`: the site sets the player's name, and the page cannot change it."""
        self._named = named
        self._budget = budget or Budget()
        self._wire = wire
        self._page = page
        self._match = match
        self._asking: set[asyncio.Task[None]] = set()
        self._odds: dict[tuple[int, Seat, str], OddsShown] = {}
        self._reactions: dict[tuple[int, Seat], ReactionShown] = {}

    async def run(self) -> None:
        """Serve until the page disconnects or sends too much."""
        writing = asyncio.create_task(self._write())
        reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._match.viewers.leave(self._page)
            tasks = (writing, reading, *self._asking)
            await ended(*tasks, what=f"match {self._match.id}: a page", expected=(Gone,))

    async def _write(self) -> None:
        page = self._page
        while True:
            await page.wake.wait()
            page.wake.clear()
            for message in page.take():
                await self._wire.send(encoded(message))
            if page.is_dismissed:
                await self._wire.close(COME_BACK, "the match was closed here; reconnect")
                return

    async def _read(self) -> None:
        while True:
            text = await self._wire.receive()
            if not self._budget.takes():
                if self._budget.is_spent:
                    await self._wire.close(FAR_TOO_MUCH, "far too many messages")
                    return
                self._page.send(rejected(TOO_MUCH))
                continue
            message = decoded(text)
            self._match.viewers.stirs(self._page)
            if isinstance(message, Rejected):
                self._page.send(message)
            elif isinstance(message, CallMe):
                if not self._named:
                    self._match.viewers.call(self._page, message.name)
            elif isinstance(message, Command):
                self._match.inbox.say(self._page, message)
            else:
                self._ask(message)

    def _ask(self, message: Query | AskReaction) -> None:
        if len(self._asking) >= MAX_QUESTIONS:
            self._page.send(rejected("too many requests at once; wait for an answer"))
            return
        answering = (
            self._react(message.number)
            if isinstance(message, AskReaction)
            else self._answer(message)
        )
        task = asyncio.create_task(answering)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _answer(self, message: Query) -> None:
        text: str = getattr(message, "text", "")
        try:
            self._page.send(await self._reply(message))
        except Refused as refused:
            self._page.send(Rejected(reasons_of(self._match.record.rules, refused.refusals), text))
        except (NotYours, ValueError, RecursionError) as problem:
            self._page.send(rejected(str(problem), text=text))
        except asyncio.CancelledError:
            raise
        except Exception:  # the rules may fail on input that is no option
            log.exception("match %s: no answer to %s", self._match.id, type(message).__name__)
            self._page.send(rejected("this cannot be answered", text=text))

    async def _react(self, number: int) -> None:
        """Send what each choice leads to; nothing counted if it depends on what is hidden, or fails."""
        try:
            shown = await self._reaction(number)
        except (NoAdvice, NotYours) as problem:
            log.debug("match %s: no consequences: %s", self._match.id, problem)
            shown = ReactionShown(number, Reaction((), ""))
        except Exception:  # the rules may fail on a view
            log.exception("match %s: no consequences", self._match.id)
            shown = ReactionShown(number, Reaction((), ""))
        self._page.send(shown)

    async def _reply(self, message: Query) -> QueryAnswer | Rejected:
        match = self._match
        if isinstance(message, AskLog):
            viewer = self._page.looks()
            if isinstance(viewer, str) or self._page.behind is not None:
                return rejected("the screen is hidden: confirm first that you are the player")
            return await match.aftermath.earlier(viewer, message.before)
        if not match.is_current(message.number):
            return rejected("the game has moved on", text=getattr(message, "text", ""))
        seat = self._page.acts_as()
        if isinstance(seat, Rejected):
            return seat
        if isinstance(match.record.question, Roll):
            return rejected("the dice are thrown first", text=getattr(message, "text", ""))
        number = message.number
        if isinstance(message, AskCoach):
            page = self._page

            def first(advice: Coach) -> None:
                page.send(CoachShown(number, advice, is_whole=False))

            return CoachShown(number, await match.requests.coaching.ask(seat, first))
        rules, maker, seen = match.record.rules, match.maker, match.history.seen(seat)
        if isinstance(message, AskAbout):
            found = await match.thinkers.aside(
                about_of, rules, maker, seen, message.actor, message.cell, message.target, CLOCK
            )
            return AboutShown(number, match.guide.not_now(found) if match.guide else found)
        text = message.text
        action = match.answers.read(seat, text)
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

    async def _reaction(self, number: int) -> ReactionShown:
        """Return what each choice leads to; if that takes long, send the most likely outcome first."""
        match, revision = self._match, self._match.revision
        seat = self._page.acts_as()
        thrown = isinstance(match.record.question, Roll)
        if thrown or isinstance(seat, Rejected) or not match.is_current(number):
            raise NoAdvice("the game has moved on")
        known = (revision, seat)
        if known in self._reactions:
            return self._reactions[known]
        rules, maker, seen = match.record.rules, match.maker, match.history.seen(seat)
        find = partial(reaction_of, rules, maker, seen, games.measures(rules.name), CLOCK)
        exact = asyncio.create_task(match.thinkers.aside(find))
        likely: ReactionShown | None = None
        try:
            await asyncio.wait((exact,), timeout=EXACT_SECONDS)
            if not exact.done():
                about = await match.thinkers.aside(partial(find, likely=True))
                likely = ReactionShown(number, about)
                self._page.send(likely)
            found = await exact
        except NoAdvice:
            if likely is None:
                raise
            return likely
        finally:
            exact.cancel()
        passes = False
        plays = not match.guide and match.analysis is None
        if found.idle and found.nothing and match.revision == revision and plays:
            nothing = match.answers.read(seat, found.nothing)
            persons = match.viewers.persons
            passes = reveals_nothing(match.record, persons, seat, nothing)
        shown = ReactionShown(number, found, passes)
        self._reactions = {known: shown}
        return shown


def decoded(text: str | bytes) -> FromPage | Rejected:
    """Decode a page's message, or return a refusal."""
    if len(text) > MAX_BYTES:
        return rejected(f"a message has at most {MAX_BYTES} bytes")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as problem:
        return rejected(f"invalid message: {problem}")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return rejected("this is not JSON")
