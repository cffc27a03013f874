"""How many matches in progress a person and an address may have, whoever plays them.

A match counts for the person who made it and for those who play it, and for the address from which it was made or offered.
"""

from __future__ import annotations

from gattai.server.online.caller import Caller, Rank
from gattai.server.online.limits import SHARED, TooOften
from gattai.server.online.lobby.messages import A_DAY
from gattai.server.online.people.attempts import Attempts
from gattai.server.online.settings import Settings
from gattai.server.online.store.pool import Database, SqlConnection

WAIT = 60
"""Seconds after which a refused request may be repeated: nobody knows when a match ends."""

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
GOES_ON = """
(EXISTS (SELECT 1 FROM match WHERE match.id = open_match.match AND match.over = '')
 OR made > clock_timestamp() - interval '1 minute'
    AND NOT EXISTS (SELECT 1 FROM match WHERE match.id = open_match.match))
"""
"""A row without a match is one that is about to begin, or that did not."""
OWN = f"""
SELECT (SELECT count(*) FROM (
            SELECT match FROM open_match WHERE person = $1 AND slow = $2 AND {GOES_ON}
            UNION
            SELECT seat.match FROM seat JOIN match ON match.id = seat.match AND match.over = ''
              LEFT JOIN sitting ON sitting.match = seat.match
             WHERE seat.person = $1 AND (coalesce(sitting.days, 0) > 0) = $2
        ) AS own)
     + (SELECT count(*) FROM seek WHERE $2 AND person = $1 AND turn >= {A_DAY} AND match IS NULL)
"""
FROM_ADDRESS = f"SELECT count(*) FROM open_match WHERE address = $1 AND slow = $2 AND {GOES_ON}"
OPEN = """
INSERT INTO open_match (match, person, address, slow) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
"""
SWEEP = f"DELETE FROM open_match WHERE NOT {GOES_ON}"


class Quota:
    """Counts matches in progress."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._attempts = Attempts(database)

    async def open(
        self, settings: Settings, caller: Caller, match: str, *, slow: bool = False
    ) -> None:
        """Count a match that this caller makes now. Raises `TooOften` with advice above the maximum."""
        address = await self.key(caller.address)
        async with self._database.connection() as one, one.transaction():
            if (
                settings.rates
            ):  # one after the other: who asks twice at the same moment gets no more
                await one.execute(LOCK, f"open {caller.id}")
                await one.execute(LOCK, f"open {address}")
                await self._check(one, settings, caller, address, slow=slow)
            await one.execute(OPEN, match, caller.id, address, slow)

    async def check(self, settings: Settings, caller: Caller, *, slow: bool, makes: bool) -> None:
        """Raise `TooOften` with advice if this caller may not have another match; `makes` if it is to be their own."""
        if not settings.rates:
            return
        address = await self.key(caller.address) if makes else ""
        async with self._database.connection() as one:
            await self._check(one, settings, caller, address, slow=slow)

    async def _check(
        self, one: SqlConnection, settings: Settings, caller: Caller, address: str, *, slow: bool
    ) -> None:
        whole = settings.open_correspondence if slow else settings.open_matches
        is_guest = caller.rank < Rank.ACCOUNT
        most = max(1, whole // 2) if is_guest else whole
        what = "correspondence matches and offers" if slow else "matches in progress"
        if await one.fetchval(OWN, caller.id, slow) >= most:
            ways = (
                "finish or resign one, or withdraw an offer"
                if slow
                else "finish, resign or abort one"
            )
            more = f"; an account may have {whole}" if is_guest and whole > most else ""
            raise TooOften(WAIT, f"you have {most} {what}, which is the maximum: {ways}{more}")
        shared = whole * SHARED
        if address and await one.fetchval(FROM_ADDRESS, address, slow) >= shared:
            what = "correspondence matches" if slow else "matches"
            raise TooOften(
                WAIT,
                f"{shared} {what} from your address are in progress, which is the maximum: "
                "finish one, or accept somebody's offer",
            )

    async def key(self, address: str) -> str:
        """Return the keyed hash of an address, as offers contain it."""
        return (await self._attempts.key("offer", address)).hex()

    async def sweep(self) -> None:
        """Forget matches that are over, or that have not begun."""
        await self._database.row(SWEEP)
