"""A match as its parts see it: what viewers, clocks and taking back may ask of it.

The match is made of these parts, so they cannot know its class.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.odds.reckoning import Reckoning
from gattai.server.messages import Course, SeatHere, TakeBack, ToPage
from gattai.server.table.clock import Clocks
from gattai.server.table.history import History
from gattai.server.table.lessons import Guide


class Looking(Protocol):
    """Somebody who looks at a match."""

    hands: tuple[Seat, ...]
    """The seats it plays for; none if it only watches."""

    def send(self, letter: ToPage) -> None:
        """Have something sent."""
        ...


class Played(Protocol):
    """A match that is being played."""

    record: Record[Any]
    history: History
    luck: Reckoning
    clocks: Clocks
    guide: Guide | None
    notice: str
    shut: bool
    revision: int
    epoch: int
    is_over: bool
    waiting: tuple[Seat, ...]
    asked_since: int
    hides: bool

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that persons take."""
        ...

    @property
    def pages(self) -> Sequence[Looking]:
        """Everybody who looks on."""
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

    def undone_by(self, hands: Sequence[Seat]) -> TakeBack | None:
        """What these hands would take back."""
        ...

    def go_back(self, number: int, by: Seat | None = None) -> None:
        """Take back all answers but so many."""
        ...
