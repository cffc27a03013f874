"""Presence: whose page is open, the players' names, and the seats opened with the host's token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from gattai.kernel.question import Seat
from gattai.server.messages import SeatHere
from gattai.server.table.clock import Clocks
from gattai.server.table.played import Company, Looking
from gattai.server.table.seating import proper


class Visited(Protocol):
    """What presence needs to know about a match."""

    clocks: Clocks

    @property
    def viewers(self) -> Company: ...


async def _unknown() -> Mapping[int, float]:
    """Return nothing, because nothing is recorded."""
    return {}


class Presence:
    """The people of one match."""

    def __init__(self, match: Visited) -> None:
        self._match = match
        self.opened_by_host: frozenset[Seat] = frozenset()
        """The guests' seats that the host has opened."""
        self.names: dict[Seat, str] = {}
        """The names of persons."""
        self.elsewhere: frozenset[Seat] = frozenset()
        """The seats with an open page on another node."""
        self.gone: dict[Seat, float] = {}
        """Since when seats have had no open page after their person's first visit, by the journal's clock."""
        self.absent: Callable[[], Awaitable[Mapping[int, float]]] = _unknown
        """The same, as recorded next to the journal."""
        self.stirred: Callable[[], None] = lambda: None
        """Called when a page has come or gone."""
        self.changed: Callable[[], None] = lambda: None
        """Called when names or the host's seats have changed."""

    def keeper_sits(self, seat: int) -> None:
        """Record that the host's token opened this seat. If it is a guest's seat, everyone can see that from now on."""
        if seat in self._match.viewers.guests and seat not in self.opened_by_host:
            self.opened_by_host |= {Seat(seat)}
            self.changed()

    def call(self, page: Looking, name: str) -> bool:
        """Set the name of the player at a page; returns whether it is new.

        Several players at one screen keep the names of their seats.
        """
        proper_name = proper(name)
        if len(page.hands) != 1 or proper_name == self.names.get(page.hands[0], ""):
            return False
        self.names[page.hands[0]] = proper_name
        self.changed()
        return True

    def names_of(self, seats: int) -> tuple[str, ...]:
        """Return a name for each seat, empty if there is none."""
        return tuple(self.names.get(Seat(seat), "") for seat in range(seats))

    def is_here(self, seat: int) -> bool:
        """Whether a page that plays this seat is open on any node."""
        return seat in self.elsewhere or any(
            seat in page.hands for page in self._match.viewers.pages
        )

    def here(self) -> tuple[SeatHere, ...]:
        """Return the public presence of persons in a match with guests."""
        clocks, viewers = self._match.clocks, self._match.viewers
        for seat in viewers.persons:
            if self.is_here(seat):
                self.gone.pop(seat, None)
            elif clocks.has_come(seat):
                self.gone.setdefault(seat, clocks.now())
        return tuple(
            SeatHere(
                seat,
                self.is_here(seat),
                seat in self.opened_by_host,
                is_guest=seat in viewers.guests,
                has_come=clocks.has_come(seat),
                name=self.names.get(seat, ""),
            )
            for seat in (viewers.persons if viewers.guests else ())
        )
