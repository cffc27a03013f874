"""Letters that the site sends, if the host says by whom. Nothing of a site depends on it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import unquote, urlsplit

from gattai.server.online.duty.logs import log
from gattai.server.online.settings import Settings

PATIENCE = 15.0
"""Seconds in which whoever takes letters has to answer."""
AT_ONCE = 2
MOST_WAITING = 100
"""Letters that wait to be handed in; more are not written at all."""
_ADDRESS = re.compile(r"[^\s@<>\",;:\\\[\]()]{1,64}@[A-Za-z0-9.-]{1,180}\.[A-Za-z0-9-]{2,60}")


class Postman(Protocol):
    """Takes letters."""

    async def send(self, to: str, subject: str, text: str) -> None:
        """Hand in a letter; whatever goes wrong is told to the host, not to whoever asked for it."""
        ...


def is_address(text: str) -> bool:
    r"""Whether letters could be sent there.

    >>> is_address("anna@example.org"), is_address("anna@example.org\nBcc: bea@example.org")
    (True, False)
    """
    return _ADDRESS.fullmatch(text) is not None


class Smtp:
    """Hands letters in by SMTP, in threads: nobody waits for it."""

    def __init__(self, settings: Settings) -> None:
        self._url = urlsplit(settings.mail)
        self._from = settings.mail_from or f"gattai@{settings.host}"
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def send(self, to: str, subject: str, text: str) -> None:
        """Hand in a letter."""
        if self._waiting >= MOST_WAITING:
            log().warning("a letter was not sent: too many wait")
            return
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self._from, to, subject
        letter.set_content(text)
        self._waiting += 1
        try:
            async with self._turn:
                await asyncio.to_thread(self._hand_in, letter)
        except (OSError, smtplib.SMTPException) as problem:
            # Not what it says: a server may repeat to whom the letter was.
            log().error("a letter was not sent", problem=type(problem).__name__)
        finally:
            self._waiting -= 1

    def _hand_in(self, letter: EmailMessage) -> None:
        place, safe = self._url, ssl.create_default_context()
        host, is_tls = place.hostname or "localhost", place.scheme == "smtps"
        port = place.port or (465 if is_tls else 25)
        connection = (
            smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=safe)
            if is_tls
            else smtplib.SMTP(host, port, timeout=PATIENCE)
        )
        with connection as one:
            if not is_tls and one.has_extn("starttls"):
                one.starttls(context=safe)
            if place.username:
                one.login(unquote(place.username), unquote(place.password or ""))
            one.send_message(letter)


def postman_of(settings: Settings) -> Postman | None:
    """Who takes letters of this site; None if nobody does."""
    return Smtp(settings) if settings.mail else None
