"""Writes to the journal of a match, and applies the rows that it contains.

Nothing has happened until it is written. While it is unknown whether a row was written, nothing else is
judged or shown.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gattai.kernel.position import Diverged
from gattai.kernel.record import Draft, Record
from gattai.server.table.clock import Clocks
from gattai.server.table.inbox.rows import aim_of
from gattai.server.table.journal import Awaited, InDoubt, Journal, NotSaved, Row, Written, rules_of

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 0.25, 30.0
"""Seconds until a failed write is retried."""
KEYS = 200
"""Number of recent rows whose keys are remembered."""


class Recorder:
    """The journal of one match, and how far it has been applied here."""

    def __init__(
        self,
        match: str,
        record: Record[Struct],
        journal: Journal,
        clocks: Clocks,
        apply: Callable[[Row, Draft[Struct] | None], None],
    ) -> None:
        """`apply` applies a row to the match, with the draft it was judged in, if there is one."""
        self._match = match
        self._record = record
        self._clocks = clocks
        self._apply = apply
        self.journal = journal
        self.entered = journal.head
        """The last row of the journal that was applied here."""
        self.noticed: Callable[[Written], None] = lambda written: None
        """Called for every row that was applied."""
        self.rules = ""
        """The digest of our rules; empty if no other server plays the match."""
        self.key = ""
        """The key of the next row that is written."""
        self._keys: dict[str, int] = {}
        """The numbers of recent rows by key."""
        self._refused = 0
        """Number of consecutive failed writes."""

    def reopen(self, journal: Journal) -> None:
        """Continue with a repaired journal."""
        self.journal, self.entered = journal, journal.head

    @property
    def has_key(self) -> bool:
        """Whether the next row has already been written."""
        return self.key in self._keys

    def renew_key(self) -> None:
        """Use a new key, because the next row is a different one."""
        self.key = new_key()

    async def write(
        self,
        row: Row,
        draft: Draft[Struct] | None = None,
        *,
        until: float | None = None,
        after: float | None = None,
    ) -> None:
        """Write a row and apply it. It must be written between `after` and `until`."""
        aim = aim_of(self._record, row, draft, self._clocks.deadline)
        written = await self._appended(row, replace(aim, until=until, after=after))
        self._refused = 0
        self.renew_key()
        self._enter(written, draft)

    async def _appended(self, row: Row, aim: Awaited) -> Written:
        wait = FIRST_WAIT
        while True:
            try:
                return await self.journal.append(row, aim, self.key)
            except InDoubt as problem:
                log.warning("match %s: in doubt: %s", self._match, problem)
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    def next_wait(self) -> float:
        """Return the seconds until the next retry; they grow while writing fails."""
        wait: float = min(LONGEST_WAIT, FIRST_WAIT * 2**self._refused)
        self._refused = min(self._refused + 1, 16)
        return wait

    def _enter(self, written: Written, draft: Draft[Struct] | None = None) -> None:
        """Apply a row of the journal."""
        if self.rules and rules_of(written.row) not in ("", self.rules):
            raise Diverged("other nodes continue it with other rules")
        self._apply(written.row, draft)
        self._clocks.entered(written)
        self.entered = written.number
        self._keys[written.key] = written.number
        if len(self._keys) > KEYS:
            del self._keys[next(iter(self._keys))]
        self.noticed(written)

    def enter_all(self, rows: Sequence[Written]) -> None:
        """Apply those rows of others that are new."""
        for written in rows:
            if written.number == self.entered + 1:
                self._enter(written)

    def catch_up(self, rows: Sequence[Written]) -> None:
        """Apply the rows written before the match was opened. Raises `Diverged` if other rules wrote them."""
        self.enter_all(rows)
        self.journal.heard(self.entered)

    async def read_on(self, rows: Sequence[Written]) -> bool:
        """Apply rows that arrived another way; returns whether any was new.

        If there is a gap before them, or there are none, the journal is read.
        """
        before = self.entered
        if not rows or rows[0].number > self.entered + 1:
            try:
                rows = await self.journal.since(self.entered)
            except NotSaved:  # the next comparison of heads will retry this
                return False
        self.enter_all(rows)
        if self.entered == before:
            return False
        self.journal.heard(self.entered)
        return True


def new_key() -> str:
    return secrets.token_hex(8)
