"""Signs receipts and saved matches with the key of the site, and lists its keys."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Sequence

from msgspec.structs import replace

from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.transcript import SIGNED
from gattai.server.failures import ended
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate
from gattai.server.online.play.transcripts import SavedMatch
from gattai.server.online.settings import Settings
from gattai.server.online.site import Site
from gattai.server.online.store.pool import Database
from gattai.server.online.store.signing_keys import SigningKeys
from gattai.server.online.store.site_secret import SiteSecret
from gattai.server.receipts import NOTHING, Receipt, SiteKeys, line_of, seal
from gattai.server.table.match import TableMatch

log = logging.getLogger(__name__)

LOOK = 60.0
"""Seconds between two looks for rotated keys."""
LOOKS = Rate(60, 60)


class Signing:
    """The signatures of a site."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._keys = SigningKeys(database, settings.signing_key)
        self._secret = SiteSecret(database, "receipts")
        self._salts = b""
        self._task: asyncio.Task[None] | None = None
        self.endpoints: Sequence[Endpoint] = (
            Endpoint(
                "GET",
                "/.well-known/gattai.json",
                "The public keys of the site, for `gattai verify --site`.",
                Rank.STRANGER,
                self.keys,
                None,
                SiteKeys,
                "read",
                LOOKS,
            ),
        )

    async def keys(self, site: Site, _: Call) -> SiteKeys:
        await self._keys.read()
        return SiteKeys(site.settings.name, self._keys.listed)

    async def start(self) -> None:
        """Make sure that there is a key."""
        await self._keys.ready()
        self._salts = await self._secret.value()
        self._task = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Stop looking for rotated keys."""
        await ended(self._task, what="looking for rotated keys")

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self._keys.read()
            except (OSError, ValueError) as problem:
                log.warning("the signing keys cannot be read: %s", problem)

    def receipt(self, match: TableMatch, now: float) -> Receipt:
        """Return the receipt of the last row of a match that is open here."""
        record, row = match.record, match.recorder.entered
        question = record.question
        end = end_text(record.rules, question) if isinstance(question, Outcome) else ""
        sealed = seal(self._salt(match.id), row, record.check)
        receipt = Receipt(
            match.id, row, record.count, int(now), sealed, self._keys.current, end=end
        )
        return self._signed(receipt)

    def line(self, match: TableMatch, saved: SavedMatch, now: float) -> str:
        """Return the line of the head with which a saved match is signed."""
        undone = " ".join(f"{row}>{answers}" for row, answers in saved.undone) or NOTHING
        receipt = self._signed(replace(self.receipt(match, now), undone=undone))
        return f"game {SIGNED}{line_of(receipt, self._salt(match.id))}"

    def _signed(self, receipt: Receipt) -> Receipt:
        return replace(receipt, signature=self._keys.sign(receipt.text().encode()))

    def _salt(self, match: str) -> bytes:
        return hmac.digest(self._salts, match.encode(), "sha256")
