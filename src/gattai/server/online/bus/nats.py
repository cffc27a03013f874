"""A bus over NATS, for a site with several nodes. Without NATS, nodes learn of rows later; nothing else changes."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import re
from collections.abc import Awaitable, Callable

import msgspec
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription as NatsSubscription

from gattai.server.online.bus.bus import Hear, HearWord, NodeNotice
from gattai.server.table.journal import Written

log = logging.getLogger(__name__)

ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
SIGNATURE = "Gattai-Signature"
"""The header of the signature; nodes that do not know it ignore it."""
MOST = 500_000
"""Maximum size of one message in bytes; NATS refuses more than a million."""

_write = msgspec.msgpack.Encoder().encode
_read: Callable[[bytes], tuple[Written, ...] | NodeNotice] = msgspec.msgpack.Decoder(
    tuple[Written, ...] | NodeNotice
).decode


class Nats:
    """Sends messages to and receives them from all nodes connected to the same NATS."""

    def __init__(
        self,
        address: str,
        *,
        site: str = "gattai",
        back: Callable[[], None] | None = None,
        secret: Callable[[], Awaitable[bytes]] | None = None,
    ) -> None:
        self._address = address
        self._site = site
        """Prefix of all subjects, so that several sites can share one NATS."""
        self._back = back
        """Called after NATS was away: messages in between were missed."""
        self._secret = secret
        """Where the key for signing messages between nodes is read; without it every message is accepted."""
        self._key = b""
        self._client: Client | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._early: list[Voice] = []
        self.dropped = 0
        """The number of messages that could not be sent."""

    @property
    def is_connected(self) -> bool:
        """Whether NATS is connected."""
        return self._client is not None and self._client.is_connected

    async def open(self, patience: float = 2.0) -> None:
        """Connect; if NATS does not answer soon, continue without it and connect when it does."""
        if self._secret is not None:
            self._key = await self._secret()
        self._connecting = asyncio.create_task(self._connect())
        await asyncio.wait({self._connecting}, timeout=patience)

    async def publish(self, match: str, rows: tuple[Written, ...]) -> None:
        """Send rows to all reachable subscribers of this match."""
        message = _write(rows)
        if len(message) > MOST and len(rows) > 1:
            for row in rows:
                await self.publish(match, (row,))
            return
        await self._send(match, message)

    async def tell(self, match: str, word: NodeNotice) -> None:
        """Send a notice to all subscribers of this match; nodes of older versions ignore it."""
        await self._send(match, _write(word))

    async def _send(self, match: str, message: bytes) -> None:
        subject = self._subject(match)
        try:
            if self._client is None:
                raise nats.errors.NoServersError
            signed = {SIGNATURE: _signature(self._key, subject, message)} if self._key else None
            await self._client.publish(subject, message, headers=signed)
        except nats.errors.Error as error:
            self.dropped += 1
            log.debug("a message about %s was not sent: %s", match, error)

    async def subscribe(self, match: str, hear: Hear, word: HearWord | None = None) -> Voice:
        """Subscribe to this match now, or when NATS is back."""
        voice = Voice(self._subject(match), hear, word, self._key)
        if self._client is None:
            self._early.append(voice)
        else:
            await voice.begin(self._client)
        return voice

    async def close(self) -> None:
        """Close the connection to NATS."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.wait({self._connecting})
        if self._client is not None:
            with contextlib.suppress(nats.errors.Error, OSError):
                await self._client.close()

    async def _connect(self) -> None:
        while self._client is None:
            client = Client()
            try:
                async with asyncio.timeout(3):  # without a limit it would never give up
                    await client.connect(
                        self._address.split(","),
                        name=self._site,
                        max_reconnect_attempts=-1,
                        reconnect_time_wait=1,
                        connect_timeout=2,
                        ping_interval=5,
                        max_outstanding_pings=2,
                        error_cb=self._complain,
                        reconnected_cb=self._return,
                    )
                self._client = client
            except (nats.errors.Error, OSError) as error:
                await self._complain(error)
                await asyncio.sleep(0.2)
        early, self._early = self._early, []
        for voice in early:
            await voice.begin(self._client)
        if early and self._back is not None:
            self._back()

    async def _complain(self, error: Exception) -> None:
        log.debug("NATS: %s", str(error) or type(error).__name__)

    async def _return(self) -> None:
        if self._back is not None:
            self._back()

    def _subject(self, match: str) -> str:
        if ID.fullmatch(match) is None:  # a wildcard would receive other matches
            raise ValueError(f"{match!r} is not the name of a match")
        return f"{self._site}.match.{match}"


def _signature(key: bytes, subject: str, message: bytes) -> str:
    """Return the signature of a message about a match, made with the site's key."""
    return hmac.new(key, subject.encode() + b"\n" + message, hashlib.sha256).hexdigest()


class Voice:
    """A NATS subscription to a match."""

    def __init__(self, subject: str, hear: Hear, word: HearWord | None, key: bytes = b"") -> None:
        self._subject, self._hear, self._word, self._key = subject, hear, word, key
        self._subscription: NatsSubscription | None = None
        self._is_over = False

    async def begin(self, client: Client) -> None:
        """Subscribe, unless the subscription has ended already."""
        if not self._is_over:
            self._subscription = await client.subscribe(self._subject, cb=self._received)

    async def end(self) -> None:
        """Stop receiving rows and notices."""
        self._is_over = True
        if self._subscription is not None:
            with contextlib.suppress(nats.errors.Error):
                await self._subscription.unsubscribe()

    async def _received(self, message: Msg) -> None:
        if self._key and not self._is_signed(message):
            # An old node, whose row is in the journal, or an intruder on NATS.
            log.warning("ignored a message about %s that this site did not sign", self._subject)
            return
        try:
            content = _read(message.data)
        except msgspec.DecodeError as error:  # sent by another version; its row is in the journal
            log.debug("ignored an invalid message: %s", error)
            return
        if self._is_over:
            return
        if not isinstance(content, NodeNotice):
            self._hear(content)
        elif self._word is not None:
            self._word(content)

    def _is_signed(self, message: Msg) -> bool:
        """Whether a node of this site sent it, about this match."""
        signature = (message.headers or {}).get(SIGNATURE, "")
        return hmac.compare_digest(signature, _signature(self._key, self._subject, message.data))
