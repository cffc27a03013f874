"""Mail that the site sends by SMTP, if the host has configured it. Everything else works without it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import unquote, urlsplit

from gattai.server.online.ops.logs import log
from gattai.server.online.settings import Settings

PATIENCE = 15.0
"""Seconds to wait for the mail server."""
AT_ONCE = 2
MAX_WAITING = 100
"""Maximum number of mails waiting to be sent. Further mails are dropped."""
_ADDRESS = re.compile(r"[^\s@<>\",;:\\\[\]()]{1,64}@[A-Za-z0-9.-]{1,180}\.[A-Za-z0-9-]{2,60}")


class Postman(Protocol):
    """Sends mail without blocking the caller."""

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send a mail. Errors are logged for the host and not reported to the caller."""
        ...


def is_address(text: str) -> bool:
    r"""Whether the text looks like a mail address.

    >>> is_address("anna@example.org"), is_address("anna@example.org\nBcc: bea@example.org")
    (True, False)
    """
    return _ADDRESS.fullmatch(text) is not None


class Smtp:
    """Sends mail by SMTP in background threads."""

    def __init__(self, settings: Settings) -> None:
        self._url = urlsplit(settings.mail)
        self._from = settings.mail_from or f"gattai@{settings.host}"
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def send(self, to: str, subject: str, text: str) -> None:
        """Queue a mail for sending."""
        if self._waiting >= MAX_WAITING:
            log().warning("a mail was dropped: too many are waiting")
            return
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self._from, to, subject
        mail.set_content(text)
        self._waiting += 1
        try:
            async with self._turn:
                await asyncio.to_thread(self._hand_in, mail)
        except (OSError, smtplib.SMTPException) as problem:
            # Log only the type of the error: the server's message may contain the recipient's address.
            log().error("a mail was not sent", problem=type(problem).__name__)
        finally:
            self._waiting -= 1

    def _hand_in(self, mail: EmailMessage) -> None:
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
            one.send_message(mail)


def postman_of(settings: Settings) -> Postman | None:
    """The mail sender of this site, or None if no mail server is configured."""
    return Smtp(settings) if settings.mail else None
