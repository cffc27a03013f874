"""Rate limits, counted in the memory of this node: a site of n nodes allows n times as much.

Limits that must hold across nodes (log-ins, new accounts) are also counted in the database.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from gattai.server.online.endpoint import Endpoint, Rate

SHARED = 8
"""People who share an address, such as a club or a school, may together ask this many times as often."""
MAX_KEPT = 100_000
"""Maximum number of counters; the least recently used one is dropped."""

WHOLE = Rate(1_200, 60)
"""The limit of one address over all endpoints."""

SAID = Rate(400, 10)
"""Messages over all sockets of one person on a node."""
OPENED = Rate(60, 60)
"""Sockets that one person may open; people who share an address, together this many times as often."""
MAX_OPEN = 64
"""Sockets one person may have open at once on a node; people who share an address, this many times as many."""
MAX_AT_ONE = 40
"""Of those, sockets at one match."""


class TooOften(Exception):
    """A limit was exceeded; `seconds` says when to try again."""

    def __init__(self, seconds: float, why: str = "") -> None:
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(why or f"too many requests: try again in {self.seconds} s")


class RateLimits:
    """Token buckets, one for each caller and endpoint."""

    def __init__(self, rates: float = 1.0, *, clock: Callable[[], float] = monotonic) -> None:
        self._rates = rates
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, ...], tuple[float, float]] = OrderedDict()
        """The tokens left in each bucket, and the time of that count."""

    def __len__(self) -> int:
        return len(self._buckets)

    def at_door(self, endpoint: Endpoint, address: str) -> None:
        """Count a request before its sender is known. Raises `TooOften`."""
        self.take(("whole", address), WHOLE)
        self.take(("address", endpoint.method, endpoint.path, address), endpoint.rate, SHARED)

    def inside(self, endpoint: Endpoint, address: str, person: str) -> None:
        """Count a request for its person; strangers count by address. Raises `TooOften`."""
        who = ("person", person) if person else ("stranger", address)
        self.take((*who, endpoint.method, endpoint.path), endpoint.rate)

    def hears(self, address: str, person: str) -> bool:
        """Count a message over the sockets of this person or address; returns whether to accept it."""
        try:
            self.take(("says", person or address), SAID)
        except TooOften:
            return False
        return True

    def take(self, key: tuple[str, ...], rate: Rate, times: float = 1) -> None:
        """Take one token from a bucket of this many times a rate. Raises `TooOften` if it is empty."""
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
        if len(self._buckets) > MAX_KEPT:
            self._buckets.popitem(last=False)


class Places:
    """The open sockets on this node by address, so that nobody takes all of them."""

    def __init__(self, limits: RateLimits, rates: float = 1.0) -> None:
        self._limits = limits
        self._rates = rates
        self._open: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def one(self, address: str, match: str = "") -> Iterator[None]:
        """Count a socket while the context lasts. Raises `TooOften` above the limit."""
        if self._rates > 0:
            self._limits.take(("socket", address), OPENED, SHARED)
            self._bound((address, ""), MAX_OPEN * SHARED)
            if match:
                self._bound((address, match), MAX_AT_ONE)
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
