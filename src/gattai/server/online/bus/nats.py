"""A bus by NATS, for a site of several nodes. While NATS is away nodes are slower to hear, and nothing else."""

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

from gattai.server.online.bus.bus import Hear, HearWord, Word
from gattai.server.table.journal import Written

log = logging.getLogger(__name__)

ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
SIGNATURE = "Gattai-Signature"
"""The header in which it stands: nodes that know of none pass over it."""
MOST = 500_000
"""Bytes of one message; NATS refuses more than a million."""

_write = msgspec.msgpack.Encoder().encode
_read: Callable[[bytes], tuple[Written, ...] | Word] = msgspec.msgpack.Decoder(
    tuple[Written, ...] | Word
).decode


class Nats:
    """Tells all nodes that are connected to the same NATS, and hears them."""

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
        """In front of all subjects, so that several sites can share one NATS."""
        self._back = back
        """Called when NATS was away and is there again: whatever was said meanwhile was missed."""
        self._secret = secret
        """Where the key is read with which the nodes of a site sign what they say; without one anybody is believed."""
        self._key = b""
        self._client: Client | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._early: list[Voice] = []
        self.dropped = 0
        """How often something could not be told."""

    @property
    def is_connected(self) -> bool:
        """Whether NATS is there now."""
        return self._client is not None and self._client.is_connected

    async def open(self, patience: float = 2.0) -> None:
        """Connect; if NATS does not answer soon, go on without it and connect as soon as it does."""
        if self._secret is not None:
            self._key = await self._secret()
        self._connecting = asyncio.create_task(self._connect())
        await asyncio.wait({self._connecting}, timeout=patience)

    async def publish(self, match: str, rows: tuple[Written, ...]) -> None:
        """Tell all who listen to this match, as far as they can be reached."""
        message = _write(rows)
        if len(message) > MOST and len(rows) > 1:
            for row in rows:
                await self.publish(match, (row,))
            return
        await self._send(match, message)

    async def tell(self, match: str, word: Word) -> None:
        """Say a word to all who listen to this match; a node of a version that has none does not understand it."""
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
            log.debug("nobody was told of %s: %s", match, error)

    async def subscribe(self, match: str, hear: Hear, word: HearWord | None = None) -> Voice:
        """Be told of this match from now on, or from when NATS is there."""
        voice = Voice(self._subject(match), hear, word, self._key)
        if self._client is None:
            self._early.append(voice)
        else:
            await voice.begin(self._client)
        return voice

    async def close(self) -> None:
        """Tell and hear no more."""
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
                async with asyncio.timeout(3):  # left to itself it would never give up
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
        if ID.fullmatch(match) is None:  # a star would hear what is not meant for it
            raise ValueError(f"{match!r} is no name of a match")
        return f"{self._site}.match.{match}"


def _signature(key: bytes, subject: str, message: bytes) -> str:
    """Of a message about a match, by whoever has the key of the site."""
    return hmac.new(key, subject.encode() + b"\n" + message, hashlib.sha256).hexdigest()


class Voice:
    """That somebody is told of a match by NATS."""

    def __init__(self, subject: str, hear: Hear, word: HearWord | None, key: bytes = b"") -> None:
        self._subject, self._hear, self._word, self._key = subject, hear, word, key
        self._subscription: NatsSubscription | None = None
        self._is_over = False

    async def begin(self, client: Client) -> None:
        """Ask NATS for it, unless it has ended already."""
        if not self._is_over:
            self._subscription = await client.subscribe(self._subject, cb=self._told)

    async def end(self) -> None:
        """Be told no more."""
        self._is_over = True
        if self._subscription is not None:
            with contextlib.suppress(nats.errors.Error):
                await self._subscription.unsubscribe()

    async def _told(self, message: Msg) -> None:
        if self._key and not self._is_signed(message):
            # A node of the version before: its row is in the journal. Or somebody else who has got at NATS.
            log.warning("what was said of %s is not signed by this site; ignored", self._subject)
            return
        try:
            told = _read(message.data)
        except msgspec.DecodeError as error:  # a node of another version: its row is in the journal
            log.debug("not understood: %s", error)
            return
        if self._is_over:
            return
        if not isinstance(told, Word):
            self._hear(told)
        elif self._word is not None:
            self._word(told)

    def _is_signed(self, message: Msg) -> bool:
        """Whether a node of this site said it, of this match."""
        said = (message.headers or {}).get(SIGNATURE, "")
        return hmac.compare_digest(said, _signature(self._key, self._subject, message.data))
