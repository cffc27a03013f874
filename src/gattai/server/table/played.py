"""Interfaces of a match for its parts: viewers, clocks and requests.

The match is composed of these parts, so they cannot import its class.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from gattai.kernel.dice import Face
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.server.messages import LinkToSend, ToPage
from gattai.server.table.clock import Clocks
from gattai.server.table.history import History
from gattai.server.table.journal import Row
from gattai.server.table.lessons import Guide
from gattai.server.table.puzzles.posed import PosedPuzzle
from gattai.server.variations import VariationsShown


class Looking(Protocol):
    """A viewer of a match."""

    hands: tuple[Seat, ...]
    """The seats it plays; none for a spectator."""
    wake: asyncio.Event
    """Set when there is something to show."""

    def send(self, letter: ToPage) -> None:
        """Queue a message to the page."""
        ...


class Company(Protocol):
    """All viewers of a match."""

    guests: tuple[int, ...]
    """The seats of guests."""

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of persons."""
        ...

    @property
    def hands_here(self) -> tuple[Seat, ...]:
        """The seats played at the host's screen."""
        ...

    def hands_of(self, seat: int) -> tuple[Seat, ...]:
        """The seats played from the same place as this one."""
        ...

    @property
    def pages(self) -> Sequence[Looking]: ...


class ByLink(Protocol):
    """A match by link at its table: one seat is played here, the answers of the other come in links."""

    seat: Seat
    """The seat that is played here."""

    @property
    def link(self) -> LinkToSend | None:
        """What to send now; None while this side has to answer."""
        ...

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats of the other side, unless this side has to answer."""
        ...

    def throws(self) -> bool:
        """Show the own value for the dice that are asked for; returns whether their faces are known now.

        Raises `NotSaved`.
        """
        ...

    def faces(self) -> tuple[Face, ...]:
        """Return the faces of these dice."""
        ...


class Branching(Protocol):
    """An analysis: what was taken back stays as a variation."""

    def shown(self) -> VariationsShown:
        """Return the list of steps."""
        ...


class PlayedMatch(Protocol):
    """A match that is being played."""

    id: str
    record: Record[Struct]
    history: History
    clocks: Clocks
    guide: Guide | None
    puzzle: PosedPuzzle | None
    by_link: ByLink | None
    notice: str
    bot_notice: str
    shut: bool
    revision: int
    epoch: int
    is_over: bool
    waiting: tuple[Seat, ...]
    asked_since: int

    @property
    def analysis(self) -> Branching | None: ...

    @property
    def viewers(self) -> Company: ...

    @property
    def hides(self) -> bool:
        """Whether anything is hidden now."""
        ...

    def is_current(self, number: int) -> bool:
        """Whether this question is open."""
        ...

    async def write(self, row: Row, after: float | None = None) -> None:
        """Write a row; only then it has happened."""
        ...
