"""A match as its parts see it: what viewers, clocks and taking back may ask of it.

The match is made of these parts, so they cannot know its class.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.odds.reckoning import Reckoning
from gattai.server.messages import Course, DrawOffer, SeatHere, TakeBack, ToPage
from gattai.server.table.clock import Clocks
from gattai.server.table.history import History
from gattai.server.table.journal import Row
from gattai.server.table.lessons import Guide


class Looking(Protocol):
    """Somebody who looks at a match."""

    hands: tuple[Seat, ...]
    """The seats it plays for; none if it only watches."""
    wake: asyncio.Event
    """Set when there is something to be shown."""

    def send(self, letter: ToPage) -> None:
        """Have something sent."""
        ...


class Played(Protocol):
    """A match that is being played."""

    record: Record[Any]
    history: History
    clocks: Clocks
    guide: Guide | None
    notice: str
    bot_notice: str
    shut: bool
    revision: int
    epoch: int
    is_over: bool
    waiting: tuple[Seat, ...]
    asked_since: int
    guests: tuple[int, ...]
    may_break_off: Callable[[Seat], Awaitable[str]]

    @property
    def hides(self) -> bool:
        """Whether there is anything to hide just now."""
        ...

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that persons take."""
        ...

    @property
    def pages(self) -> Sequence[Looking]:
        """Everybody who looks on."""
        ...

    @property
    def luck(self) -> Reckoning:
        """The luck of what is over."""
        ...

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is at it."""
        ...

    @property
    def known_course(self) -> Course | None:
        """How it went, once it is over and that has been found."""
        ...

    def here(self) -> tuple[SeatHere, ...]:
        """Who is there."""
        ...

    def is_current(self, number: int) -> bool:
        """Whether this question is open."""
        ...

    def can_undo(self, hands: Sequence[Seat]) -> str:
        """What these hands may take back, in a word."""
        ...

    @property
    def draw_offer(self) -> DrawOffer | None:
        """The draw that is offered now."""
        ...

    def can_draw(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may offer one."""
        ...

    def can_resign(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may give the match up."""
        ...

    def can_abort(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may break it off."""
        ...

    def claim_in(self, hands: Sequence[Seat]) -> float | None:
        """Seconds until these hands may claim the win; None where they may not."""
        ...

    def can_hint(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may ask what a bot would answer."""
        ...

    def undone_by(self, hands: Sequence[Seat]) -> TakeBack | None:
        """What these hands would take back."""
        ...

    async def write(self, row: Row, after: float | None = None) -> None:
        """Have something written down that was done; only then it has happened."""
        ...
