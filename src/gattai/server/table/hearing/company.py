"""Who sits at a match and who looks on: pages come and go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from gattai.bots.registry import PERSON
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.server.messages import SeatHere
from gattai.server.table.clock import Clocks
from gattai.server.table.presence import Presence
from gattai.server.table.viewer import Viewer

MOST_PAGES = 16
"""Pages that may look through the eyes of one seat at once."""
MOST_WATCHERS = 200
"""Pages that may look on at one table."""


class Company(ABC):
    """The people of a match."""

    record: Record[Any]
    clocks: Clocks
    presence: Presence
    guests: tuple[int, ...]
    """The seats of those who play from a place of their own."""
    pages: list[Viewer]

    @abstractmethod
    def show(self) -> None:
        """Wake all pages."""

    @abstractmethod
    def _page(self, hands: Sequence[Seat]) -> Viewer:
        """A page that plays for these seats."""

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that persons take."""
        players = enumerate(self.record.setting.players)
        return tuple(Seat(seat) for seat, player in players if player == PERSON)

    def hands_of(self, seat: int) -> tuple[Seat, ...]:
        """The seats that are played from where this one is: those at one screen share a page."""
        if seat not in self.persons:
            return ()
        if seat in self.guests:
            return (Seat(seat),)
        return self.hands_here

    @property
    def hands_here(self) -> tuple[Seat, ...]:
        """The seats of those who play at the screen of whoever keeps the table."""
        return tuple(person for person in self.persons if person not in self.guests)

    def join(self, seat: int | None, *, by_keeper: bool = False) -> Viewer:
        """A new page for a seat, or for a watcher. `ValueError` says why not.

        With the key of the table's keeper any seat can be had; on a guest's that is told everybody.
        """
        hands = () if seat is None else self.hands_of(seat)
        if seat is not None and not hands:
            raise LookupError(f"no person sits on seat {seat} of this match")
        most = MOST_PAGES if hands else MOST_WATCHERS
        if sum(page.hands == hands for page in self.pages) >= most:
            raise ValueError(f"{most} pages look at this seat already; close one of them")
        if by_keeper and seat is not None:
            self.presence.keeper_sits(seat)
        page = self._page(hands)
        self.pages.append(page)
        self.stirs(page)
        self._came_or_went(page)
        return page

    def leave(self, page: Viewer) -> None:
        """The page was closed."""
        if page in self.pages:
            self.pages.remove(page)
            self.stirs()
            self._came_or_went(page)

    def _came_or_went(self, page: Viewer) -> None:
        page.wake.set()
        self.presence.stirred()
        if self.guests:
            self.show()

    def here(self) -> tuple[SeatHere, ...]:
        """Where guests play: who is there."""
        return self.presence.here()

    def call(self, page: Viewer, name: str) -> None:
        """The player at a page wants to be called so."""
        if self.presence.call(page, name):
            self.show()

    def stirs(self, page: Viewer | None = None) -> None:
        """Somebody came, went, or said whatever: clocks run while somebody waits, and show it."""
        before = self.clocks.version
        self.clocks.stirs(page.hands if page else ())
        self.clocks.look()
        if self.clocks.version != before:
            self.show()
