"""Who is at the table: whose page is open, how they are called, and on whose seat its keeper has sat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from gattai.kernel.question import Seat
from gattai.server.messages import SeatHere
from gattai.server.table.clock import Clocks
from gattai.server.table.played import Looking
from gattai.server.table.seating import proper


class Visited(Protocol):
    """What has to be known of a match to say who is there."""

    guests: tuple[int, ...]
    clocks: Clocks

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that persons take."""
        ...

    @property
    def pages(self) -> Sequence[Looking]:
        """Everybody who looks on."""
        ...


async def _unknown() -> Mapping[int, float]:
    """Nobody keeps it."""
    return {}


class Presence:
    """The people of one match."""

    def __init__(self, match: Visited) -> None:
        self._match = match
        self.kept: frozenset[Seat] = frozenset()
        """The seats of guests on which the keeper of the table has sat."""
        self.names: dict[Seat, str] = {}
        """How persons want to be called."""
        self.elsewhere: frozenset[Seat] = frozenset()
        """The seats of which a page is open at another node."""
        self.gone: dict[Seat, float] = {}
        """Since when nobody looks from a seat whose person has come once, by the clock of the journal."""
        self.absent: Callable[[], Awaitable[Mapping[int, float]]] = _unknown
        """The same, as whoever keeps the journal knows it."""
        self.stirred: Callable[[], None] = lambda: None
        """Who is to be told that a page has come or gone."""
        self.changed: Callable[[], None] = lambda: None
        """What is to be done when names or keepers are no longer as they were."""

    def keeper_sits(self, seat: int) -> None:
        """The key of the table's keeper was used; on a guest's seat everybody is told, for good."""
        if seat in self._match.guests and seat not in self.kept:
            self.kept |= {Seat(seat)}
            self.changed()

    def call(self, page: Looking, name: str) -> bool:
        """The player at a page wants to be called so; whether that is new.

        Several at one screen are called after their seats.
        """
        told = proper(name)
        if len(page.hands) != 1 or told == self.names.get(page.hands[0], ""):
            return False
        self.names[page.hands[0]] = told
        self.changed()
        return True

    def names_of(self, seats: int) -> tuple[str, ...]:
        """A name for each of so many seats, empty where nobody has said one."""
        return tuple(self.names.get(Seat(seat), "") for seat in range(seats))

    def is_here(self, seat: int) -> bool:
        """Whether a page is open that plays for this seat, at whichever node."""
        return seat in self.elsewhere or any(seat in page.hands for page in self._match.pages)

    def here(self) -> tuple[SeatHere, ...]:
        """Where guests play: which persons are there, as everybody may see it."""
        match = self._match
        for seat in match.persons:
            if self.is_here(seat):
                self.gone.pop(seat, None)
            elif match.clocks.has_come(seat):
                self.gone.setdefault(seat, match.clocks.now())
        return tuple(
            SeatHere(
                seat,
                self.is_here(seat),
                seat in self.kept,
                is_guest=seat in match.guests,
                has_come=match.clocks.has_come(seat),
                name=self.names.get(seat, ""),
            )
            for seat in (match.persons if match.guests else ())
        )
