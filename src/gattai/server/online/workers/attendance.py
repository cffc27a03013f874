"""Who has a match open: here, and on other nodes according to their recent reports.

A node reports when a page comes or goes, and every few seconds: a dead node falls silent, and a lost
message is repeated. A node that has just opened a match has heard nothing yet. Until it has, it assumes that
everyone who came once is somewhere, unless the database says that they left.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from gattai.kernel.question import Seat
from gattai.server.messages import RematchMade
from gattai.server.online.bus.bus import NodeNotice
from gattai.server.table.match import TableMatch

HEARTBEAT = 3.0
"""Seconds between two reports of a node."""
STALE = 10.0
"""Seconds after which a report expires."""


class Attendance:
    """The people of one match, as one node knows them."""

    def __init__(self, node: str) -> None:
        self._node = node
        self._match: TableMatch | None = None
        self._announced: frozenset[int] = frozenset()
        """The last report from here."""
        self._heard: dict[str, tuple[frozenset[int], float]] = {}
        """The reports of other nodes, and when they expire."""
        self._taken: tuple[frozenset[int], float] = frozenset(), 0.0
        """Seats assumed to be somewhere."""
        self._rematch: dict[int, str] = {}

    def begin(self, match: TableMatch, somewhere: Iterable[int]) -> None:
        """Start with an open match and these seats assumed to be somewhere; reports may have arrived before."""
        self._match = match
        known = frozenset[int]().union(*(seats for seats, _ in self._heard.values()))
        self._taken = frozenset(somewhere) - known, time.monotonic() + STALE
        self._announce()

    @property
    def _here(self) -> frozenset[int]:
        pages = self._match.viewers.pages if self._match else ()
        return frozenset(seat for page in pages for seat in page.hands)

    def news(self) -> NodeNotice | None:
        """Return the report after a page has come or gone; None if the same seats are here."""
        here = self._here
        if here == self._announced:
            return None
        self._taken = self._taken[0] - here, self._taken[1]
        return self._word(here)

    def again(self) -> NodeNotice | None:
        """Return the report to repeat; None if there is nobody."""
        here = self._here
        return self._word(here) if here or self._announced or self._rematch else None

    def farewell(self) -> NodeNotice | None:
        """Return the report when the match is closed here."""
        return self._word(frozenset()) if self._announced else None

    def _word(self, here: frozenset[int]) -> NodeNotice:
        left, self._announced = self._announced - here, here
        rematch = tuple(self._rematch.items())
        return NodeNotice(self._node, tuple(sorted(here)), tuple(sorted(left)), rematch)

    def hear(self, word: NodeNotice) -> None:
        """Receive another node's report."""
        if word.node == self._node:
            return
        seats = frozenset(word.seats)
        self._taken = self._taken[0] - seats - {*word.left}, self._taken[1]
        self._heard[word.node] = seats, time.monotonic() + STALE
        if not seats:
            del self._heard[word.node]
        self._announce()
        if word.rematch:
            self.calls(dict(word.rematch))

    def lapse(self) -> frozenset[int]:
        """Drop expired reports; returns the seats that are nowhere any more."""
        now, silent = time.monotonic(), frozenset[int]()
        for node in [node for node, (_, until) in self._heard.items() if until < now]:
            silent |= self._heard.pop(node)[0]
        if self._taken[1] < now:
            self._taken = frozenset(), 0.0
        self._announce()
        presence = self._match.presence if self._match else None
        return frozenset(seat for seat in silent if presence and not presence.is_here(seat))

    def _announce(self) -> None:
        """Update the pages here."""
        match = self._match
        if match is None:
            return
        heard = (seats for seats, _ in self._heard.values())
        found = frozenset(Seat(seat) for seat in self._taken[0].union(*heard))
        if found != match.presence.elsewhere:
            match.presence.elsewhere = found
            if match.viewers.guests:
                match.viewers.show()

    def calls(self, links: Mapping[int, str]) -> None:
        """Send all players here the link to their seat in the rematch, once."""
        if self._match is None or self._rematch == links:
            return
        self._rematch = dict(links)
        for page in self._match.viewers.pages:
            link = links.get(page.hands[0]) if page.hands else None
            if link is not None:
                page.send(RematchMade(link))
