"""Mails that carry a secret. It proves that someone reads the account's mail, works once, and expires after an hour."""

from __future__ import annotations

import asyncio
import secrets
from typing import Literal

from gattai.server.online.mail import Postman
from gattai.server.online.people.sessions import hash_of
from gattai.server.online.settings import Settings
from gattai.server.online.store.pool import Database

HOURS = 1
Purpose = Literal["mail", "password"]

PUT = """
INSERT INTO letter (hash, person, purpose, mail, until)
VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(hours => $5)) ON CONFLICT (hash) DO NOTHING
"""
TAKE = """
DELETE FROM letter WHERE hash = $1 AND purpose = $2
RETURNING person, mail, until > clock_timestamp()
"""
KEEP = """
UPDATE person SET mail = nullif($2, '') WHERE id = $1 AND kind = 'account' AND gone IS NULL RETURNING id
"""
WHOSE = """
SELECT id, name, mail FROM person
 WHERE folded = $1 AND kind = 'account' AND mail IS NOT NULL AND closed IS NULL AND gone IS NULL
"""

SUBJECTS: dict[Purpose, str] = {"mail": "Is this your address?", "password": "A new password"}
TEXTS: dict[Purpose, str] = {
    "mail": "Hello {name},\n\nto have this address at {site} open\n\n{link}\n\nwithin the hour. "
    "If you did not ask for this, do nothing.\n",
    "password": "Hello {name},\n\nto choose a new password at {site} open\n\n{link}\n\nwithin the hour. "
    "If you did not ask for this, do nothing: nobody else has this link.\n",
}


class Outbox:
    """Sends secrets by mail and redeems them."""

    def __init__(self, database: Database, settings: Settings, postman: Postman | None) -> None:
        self._database = database
        self._settings = settings
        self.postman = postman
        self._under_way: set[asyncio.Task[None]] = set()

    async def write(self, purpose: Purpose, person: str, name: str, mail: str) -> None:
        """Send a secret to an address. The caller neither waits for the mail nor learns whether it was sent."""
        if self.postman is None:
            return
        secret = secrets.token_urlsafe(32)
        await self._database.row(PUT, hash_of(secret), person, purpose, mail, HOURS)
        # A browser never sends the part after # to a server, so no log contains the secret.
        link = f"{self._settings.origin}/account#{purpose}={secret}"
        text = TEXTS[purpose].format(name=name, site=self._settings.name, link=link)
        subject = f"{self._settings.name}: {SUBJECTS[purpose]}"
        sending = asyncio.create_task(self.postman.send(mail, subject, text))
        self._under_way.add(sending)
        sending.add_done_callback(self._under_way.discard)

    async def take(self, purpose: Purpose, secret: str) -> tuple[str, str] | None:
        """Redeem a secret: return the person and the address it was sent to. It works once."""
        line = await self._database.once(TAKE, hash_of(secret), purpose)
        return None if line is None or not line[2] else (line[0], line[1])

    async def whose(self, common: str) -> tuple[str, str, str] | None:
        """Return id, name and address of the account with this folded name, if it has an address."""
        line = await self._database.row(WHOSE, common)
        return None if line is None else (line[0], line[1], line[2])

    async def keep(self, person: str, mail: str) -> None:
        """Store this mail address for a person; an empty one removes it."""
        await self._database.row(KEEP, person, mail)

    async def sent(self) -> None:
        """Wait for mails that are being sent."""
        await asyncio.gather(*self._under_way)

    async def sweep(self) -> None:
        """Delete secrets that nobody used."""
        await self._database.row("DELETE FROM letter WHERE until <= clock_timestamp()")
