"""Counts log-ins and new accounts in the database, so that limits hold on all nodes and after a restart.

No name or address is stored: each key is hashed with the site's secret and deleted when its period is over.
"""

from __future__ import annotations

import hashlib
import math

from gattai.server.online.endpoint import Rate
from gattai.server.online.limits import TooOften
from gattai.server.online.store.pool import Database
from gattai.server.online.store.site_secret import SiteSecret

BY_NAME_AND_ADDRESS = Rate(10, 15 * 60)
"""Failed log-ins to one account from one address."""
BY_NAME = Rate(100, 60 * 60)
"""Failed log-ins to one account from anywhere. The limit is high, so that nobody can lock others out."""
BY_ADDRESS = Rate(100, 60 * 60)
"""Failed log-ins from one address to any account."""
NEW_ACCOUNTS = Rate(20, 24 * 60 * 60)
"""Accounts created from one address; high enough for a club evening."""
LETTERS = Rate(5, 60 * 60)
"""Mails to one account, and mails requested from one address."""
REPORTS = Rate(20, 24 * 60 * 60)
"""Reports by one person."""
BROKEN_OFF = Rate(5, 24 * 60 * 60)
"""Matches with others that one person may abort or resign early: nobody leaves until they get a good hand."""

COUNT = """
INSERT INTO attempt (key, count, until) VALUES ($1, 1, clock_timestamp() + make_interval(secs => $2))
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN attempt.until <= clock_timestamp() THEN 1 ELSE attempt.count + 1 END,
    until = CASE WHEN attempt.until <= clock_timestamp() THEN excluded.until ELSE attempt.until END
RETURNING count, extract(epoch FROM until - clock_timestamp())::float8
"""

REACHED = """
SELECT extract(epoch FROM until - clock_timestamp())::float8 FROM attempt
 WHERE key = $1 AND count >= $2 AND until > clock_timestamp()
"""


def hours(seconds: float) -> int:
    """Return a waiting time in whole hours, for people.

    >>> hours(3601)
    2
    """
    return math.ceil(seconds / 3600)


class Attempts:
    """Counts attempts by kind and key."""

    def __init__(self, database: Database, rates: float = 1.0) -> None:
        self._database = database
        self._rates = rates
        self._secret = SiteSecret(database, "attempts")

    async def count(self, what: str, who: str, rate: Rate) -> bytes:
        """Count one attempt before it is made and return its key. Raises `TooOften` above the limit."""
        key = await self.key(what, who)
        if self._rates <= 0:
            return key
        line = await self._database.once(COUNT, key, rate.seconds)
        assert line is not None
        if line[0] > max(1, rate.times * self._rates):
            raise TooOften(line[1])
        return key

    async def reached(self, what: str, who: str, rate: Rate) -> float | None:
        """Return the seconds until more is allowed; None if the limit is not reached. Counts nothing."""
        if self._rates <= 0:
            return None
        most = max(1, int(rate.times * self._rates))
        line = await self._database.row(REACHED, await self.key(what, who), most)
        return None if line is None else float(line[0])

    async def was_right(self, *keys: bytes) -> None:
        """Stop counting the latest attempt for these keys; earlier failures still count."""
        await self._database.once(
            "UPDATE attempt SET count = greatest(count - 1, 0) WHERE key = ANY ($1)", list(keys)
        )

    async def sweep(self) -> None:
        """Delete counters whose period is over."""
        await self._database.row("DELETE FROM attempt WHERE until <= clock_timestamp()")

    async def key(self, what: str, who: str) -> bytes:
        """Return the key of a name or address, from which nobody can tell it."""
        secret = await self._secret.value()
        return hashlib.blake2b(f"{what}\n{who}".encode(), key=secret, digest_size=16).digest()
