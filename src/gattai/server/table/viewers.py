"""All pages that show a match: those of its players and of spectators."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gattai.bots.registry import PERSON
from gattai.kernel.question import Seat
from gattai.server.table.viewer import Viewed, Viewer

MAX_PAGES = 16
"""Maximum number of pages per seat."""
MAX_WATCHERS = 200
"""Maximum number of spectators' pages."""


class Viewers:
    """The pages of one match."""

    def __init__(self, match: Viewed, guests: Sequence[int], shown: Callable[[], None]) -> None:
        """`shown` is called when there is something new to show, or a new viewer."""
        self._match = match
        self._shown = shown
        self.guests = tuple(guests)
        """The seats of guests."""
        self.pages: list[Viewer] = []

    @property
    def persons(self) -> tuple[Seat, ...]:
        """Return the seats of persons."""
        players = enumerate(self._match.record.header.players)
        return tuple(Seat(seat) for seat, player in players if player == PERSON)

    def hands_of(self, seat: int) -> tuple[Seat, ...]:
        """Return the seats played from the same place as this one: those at one screen share a page."""
        if seat not in self.persons:
            return ()
        if seat in self.guests:
            return (Seat(seat),)
        return self.hands_here if self._match.by_link is None or seat in self.hands_here else ()

    @property
    def hands_here(self) -> tuple[Seat, ...]:
        """Return the seats played at the host's screen."""
        if self._match.by_link is not None:
            return (self._match.by_link.seat,)
        return tuple(person for person in self.persons if person not in self.guests)

    def join(self, seat: int | None, *, by_keeper: bool = False) -> Viewer:
        """Add a page for a seat, or for a spectator. Raises `ValueError` with the reason.

        With the host's token any seat can be opened; if it is a guest's seat, everyone can see that.
        """
        hands = () if seat is None else self.hands_of(seat)
        if self._match.by_link is not None and seat is not None and not hands:
            raise LookupError(f"seat {seat} is played elsewhere: its answers come in links")
        if seat is not None and not hands:
            raise LookupError(f"seat {seat} of this match has no human player")
        most = MAX_PAGES if hands else MAX_WATCHERS
        if sum(page.hands == hands for page in self.pages) >= most:
            raise ValueError(f"{most} pages are already open for this seat; close one of them")
        if by_keeper and seat is not None:
            self._match.presence.keeper_sits(seat)
        page = Viewer(self._match, hands)
        self.pages.append(page)
        self.stirs(page)
        self._came_or_went(page)
        self._shown()
        return page

    def leave(self, page: Viewer) -> None:
        """Remove a closed page."""
        if page in self.pages:
            self.pages.remove(page)
            self.stirs()
            self._came_or_went(page)

    def _came_or_went(self, page: Viewer) -> None:
        page.wake.set()
        self._match.presence.stirred()
        if self.guests:
            self.show()

    def call(self, page: Viewer, name: str) -> None:
        """Set the name of the player at a page."""
        if self._match.presence.call(page, name):
            self.show()

    def stirs(self, page: Viewer | None = None) -> None:
        """Note activity of a page: clocks run only while someone waits."""
        clocks = self._match.clocks
        before = clocks.version
        clocks.stirs(page.hands if page else ())
        clocks.look()
        if clocks.version != before:
            self.show()

    def show(self) -> None:
        """Wake all pages so that they send what is new."""
        for page in self.pages:
            page.wake.set()
        self._shown()
