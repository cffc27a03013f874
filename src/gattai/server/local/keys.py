"""Tokens: one for the host and one for each seat, all derived from one secret."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode

import msgspec


class KeyHolder(msgspec.Struct, frozen=True):
    """The holder of a token: the host, or a guest on one seat of one match."""

    match: str | None = None
    seat: int | None = None
    is_here: bool = False
    """Whether they are at the machine of the server."""

    @property
    def is_host(self) -> bool:
        """Whether this is the host, who may do everything."""
        return self.match is None

    def may_see(self, match: str) -> bool:
        """Whether they may see this match."""
        return self.is_host or self.match == match

    def may_sit(self, match: str, seat: int | None) -> bool:
        """Whether they may take this seat, or watch if it is None."""
        return self.is_host or (self.match == match and self.seat == seat)


HOST = KeyHolder()


class Keys:
    """Makes and checks tokens."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.host = self._sign("host")

    def seat(self, match: str, seat: int) -> str:
        """Return the token of an invitation: match and seat, signed."""
        return f"{match}.{seat}.{self._sign(f'{match}.{seat}')}"

    def replay(self, match: str) -> str:
        """Return the public name of a match's replay. Everyone who has it may see the replay and nothing else."""
        return f"{match}.{self._sign(f'replay {match}')}"

    def shared(self, name: str) -> str | None:
        """Return the match whose replay has this name; None if there is none."""
        match, _, signed = name.rpartition(".")
        if not name.isascii() or not hmac.compare_digest(signed, self._sign(f"replay {match}")):
            return None
        return match

    def caller(self, token: str) -> KeyHolder | None:
        """Return the holder of this token; None if it is invalid."""
        if not token.isascii():
            return None
        if hmac.compare_digest(token, self.host):
            return HOST
        match, _, rest = token.partition(".")
        seat, _, signed = rest.partition(".")
        if not seat.isdigit() or len(seat) > 2:
            return None
        if not hmac.compare_digest(signed, self._sign(f"{match}.{int(seat)}")):
            return None
        return KeyHolder(match, int(seat))

    def _sign(self, what: str) -> str:
        digest = hmac.new(self._secret, what.encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest[:18]).decode()
