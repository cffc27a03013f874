"""Where people look at a match: here, and at other nodes as far as those have said so lately.

A node says it when a page comes or goes, and again every few seconds: who dies says nothing more, and what the
bus loses is said again. A node that opens a match has heard nobody yet. Until it has, those are taken to be
somewhere who have come once and of whom the database does not say that they have gone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from gattai.kernel.question import Seat
from gattai.server.messages import RematchMade
from gattai.server.online.bus.bus import Word
from gattai.server.table.match import Match

BEAT = 3.0
"""Seconds between two times that a node says it."""
STALE = 10.0
"""Seconds after which it does not count any more."""


class Attendance:
    """The people of one match, for one node."""

    def __init__(self, node: str) -> None:
        self._node = node
        self._match: Match | None = None
        self._said: frozenset[int] = frozenset()
        """What was said from here the last time."""
        self._heard: dict[str, tuple[frozenset[int], float]] = {}
        """What other nodes have said, and until when it counts."""
        self._taken: tuple[frozenset[int], float] = frozenset(), 0.0
        """Those who are taken to be somewhere."""
        self._rematch: dict[int, str] = {}

    def begin(self, match: Match, somewhere: Iterable[int]) -> None:
        """The match is open from now on, and these are taken to be somewhere; words may have come before."""
        self._match = match
        known = frozenset[int]().union(*(seats for seats, _ in self._heard.values()))
        self._taken = frozenset(somewhere) - known, time.monotonic() + STALE
        self._tell()

    @property
    def _here(self) -> frozenset[int]:
        pages = self._match.pages if self._match else ()
        return frozenset(seat for page in pages for seat in page.hands)

    def news(self) -> Word | None:
        """What is to be said now that a page has come or gone; nothing, if the same seats are here."""
        here = self._here
        if here == self._said:
            return None
        self._taken = self._taken[0] - here, self._taken[1]
        return self._word(here)

    def again(self) -> Word | None:
        """What is to be said again; nothing, if there is nobody."""
        here = self._here
        return self._word(here) if here or self._said or self._rematch else None

    def farewell(self) -> Word | None:
        """What is to be said when the match is let go here."""
        return self._word(frozenset()) if self._said else None

    def _word(self, here: frozenset[int]) -> Word:
        left, self._said = self._said - here, here
        rematch = tuple(self._rematch.items())
        return Word(self._node, tuple(sorted(here)), tuple(sorted(left)), rematch)

    def hear(self, word: Word) -> None:
        """Another node has said something."""
        if word.node == self._node:
            return
        seats = frozenset(word.seats)
        self._taken = self._taken[0] - seats - {*word.left}, self._taken[1]
        self._heard[word.node] = seats, time.monotonic() + STALE
        if not seats:
            del self._heard[word.node]
        self._tell()
        if word.rematch:
            self.calls(dict(word.rematch))

    def lapse(self) -> frozenset[int]:
        """Forget what does not count any more; the seats whose node fell silent and that are nowhere now."""
        now, silent = time.monotonic(), frozenset[int]()
        for node in [node for node, (_, until) in self._heard.items() if until < now]:
            silent |= self._heard.pop(node)[0]
        if self._taken[1] < now:
            self._taken = frozenset(), 0.0
        self._tell()
        presence = self._match.presence if self._match else None
        return frozenset(seat for seat in silent if presence and not presence.is_here(seat))

    def _tell(self) -> None:
        """Those who look at it here see who is there."""
        match = self._match
        if match is None:
            return
        heard = (seats for seats, _ in self._heard.values())
        found = frozenset(Seat(seat) for seat in self._taken[0].union(*heard))
        if found != match.presence.elsewhere:
            match.presence.elsewhere = found
            if match.guests:
                match.show()

    def calls(self, links: Mapping[int, str]) -> None:
        """There is a rematch: everybody here who played is told where they sit in it, once."""
        if self._match is None or self._rematch == links:
            return
        self._rematch = dict(links)
        for page in self._match.pages:
            link = links.get(page.hands[0]) if page.hands else None
            if link is not None:
                page.send(RematchMade(link))
