"""How often one may ask. Counted in the memory of this node: a site of n nodes lets through n times as much.

What must hold over all nodes (attempts to log in, new accounts) is counted in the database besides.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from gattai.server.online.endpoint import Endpoint, Rate

SHARED = 8
"""Many may share an address: a club, a school. Together they may ask so many times as often as one."""
MOST_KEPT = 100_000
"""Counters at once; the one that was not used for longest goes first."""

WHOLE = Rate(1_200, 60)
"""All addresses of the site together, for one address that calls."""

SAID = Rate(400, 10)
"""Messages that one may send over all the sockets one has open at a node."""
OPENED = Rate(60, 60)
"""Sockets that one may open; those who share an address together so many times as often."""
MOST_OPEN = 64
"""Sockets that one may have open at once, at one node; those who share an address so many times as many."""
MOST_AT_ONE = 40
"""Of those, at one match."""


class TooOften(Exception):
    """Somebody asked more often than one may; after so many seconds they may again."""

    def __init__(self, seconds: float, why: str = "") -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(why or f"too often: again in {self.seconds} s")


class Limits:
    """A bucket for each who asks for each thing: it holds so many times, and fills again with time."""

    def __init__(self, rates: float = 1.0, *, clock: Callable[[], float] = monotonic) -> None:
        self._rates = rates
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, ...], tuple[float, float]] = OrderedDict()
        """What is left in each, and when it was so."""

    def __len__(self) -> int:
        return len(self._buckets)

    def at_door(self, endpoint: Endpoint, address: str) -> None:
        """Count a request before anything is known of who sent it. `TooOften`."""
        self.take(("whole", address), WHOLE)
        self.take(("address", endpoint.method, endpoint.path, address), endpoint.rate, SHARED)

    def inside(self, endpoint: Endpoint, address: str, person: str) -> None:
        """Count it for the person; those whom nobody knows are counted by their address. `TooOften`."""
        who = ("person", person) if person else ("stranger", address)
        self.take((*who, endpoint.method, endpoint.path), endpoint.rate)

    def hears(self, address: str, person: str) -> bool:
        """One message more over any socket of this person, or of strangers at this address: whether it is heard."""
        try:
            self.take(("says", person or address), SAID)
        except TooOften:
            return False
        return True

    def take(self, key: tuple[str, ...], rate: Rate, times: float = 1) -> None:
        """Take one from a bucket that holds so many times a rate. `TooOften` if it is empty."""
        if self._rates <= 0:
            return
        now = self._clock()
        most = max(1.0, rate.times * times * self._rates)
        a_second = most / rate.seconds
        left, then = self._buckets.pop(key, (most, now))
        left = min(most, left + (now - then) * a_second)
        if left < 1:
            self._buckets[key] = (left, now)
            raise TooOften((1 - left) / a_second)
        self._buckets[key] = (left - 1, now)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)


class Places:
    """The sockets that are open at this node, by the address they come from: nobody takes all of them."""

    def __init__(self, limits: Limits, rates: float = 1.0) -> None:
        self._limits = limits
        self._rates = rates
        self._open: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def one(self, address: str, match: str = "") -> Iterator[None]:
        """A place as long as the context lasts. `TooOften` if this address has as many as it may."""
        if self._rates > 0:
            self._limits.take(("socket", address), OPENED, SHARED)
            self._bound((address, ""), MOST_OPEN * SHARED)
            if match:
                self._bound((address, match), MOST_AT_ONE)
        keys = {(address, ""), (address, match)}
        self._open.update(keys)
        try:
            yield
        finally:
            self._open.subtract(keys)
            for key in keys:
                if not self._open[key]:
                    del self._open[key]

    def _bound(self, key: tuple[str, str], most: int) -> None:
        if self._open[key] >= max(1.0, most * self._rates):
            raise TooOften(30)
