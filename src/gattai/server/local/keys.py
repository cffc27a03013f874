"""Who may come in: a token for the host and one for each seat, all made from one secret."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode

import msgspec


class Caller(msgspec.Struct, frozen=True):
    """Somebody with a token: the host, or a guest on one seat of one match."""

    match: str | None = None
    seat: int | None = None

    @property
    def is_host(self) -> bool:
        """Whether it is whoever started the table: everything is open to them."""
        return self.match is None

    def may_see(self, match: str) -> bool:
        """Whether this match is any business of theirs."""
        return self.is_host or self.match == match

    def may_sit(self, match: str, seat: int | None) -> bool:
        """Whether they may take this seat, or watch where it is None."""
        return self.is_host or (self.match == match and self.seat == seat)


HOST = Caller()


class Keys:
    """Makes tokens, and tells whose they are."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.host = self._sign("host")

    def seat(self, match: str, seat: int) -> str:
        """The token of an invitation: it names match and seat, and is signed."""
        return f"{match}.{seat}.{self._sign(f'{match}.{seat}')}"

    def replay(self, match: str) -> str:
        """The name under which anybody who has it may see the replay of a match; it opens nothing else."""
        return f"{match}.{self._sign(f'replay {match}')}"

    def shared(self, name: str) -> str | None:
        """The match whose replay has this name; None if none has."""
        match, _, signed = name.rpartition(".")
        if not name.isascii() or not hmac.compare_digest(signed, self._sign(f"replay {match}")):
            return None
        return match

    def caller(self, token: str) -> Caller | None:
        """Whose token this is; None if it is nobody's."""
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
        return Caller(match, int(seat))

    def _sign(self, what: str) -> str:
        digest = hmac.new(self._secret, what.encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest[:18]).decode()
