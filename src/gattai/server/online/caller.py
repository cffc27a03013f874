"""The caller of a request: a stranger, or a person with a session or a token."""

from __future__ import annotations

from enum import IntEnum

import msgspec


class UnknownCaller(Exception):
    """The request needs a known caller."""


class Rank(IntEnum):
    """The rank an endpoint requires. Each rank includes all lower ones."""

    STRANGER = 0
    """Anyone, without a cookie."""
    GUEST = 1
    """Someone with our cookie, who can play but has no reserved name."""
    ACCOUNT = 2
    MODERATOR = 3
    HOST = 4


class Person(msgspec.Struct, frozen=True):
    """A player: a guest, an account, or a bot that belongs to an account."""

    id: str
    name: str
    rank: Rank = Rank.GUEST
    is_bot: bool = False
    owner: str = ""
    """For a bot: the account that owns it."""
    is_muted: bool = False
    """Whether a moderator has muted them: nobody receives their messages."""


class Caller(msgspec.Struct, frozen=True):
    """The caller of a request."""

    person: Person | None = None
    session: str = ""
    """The session that identifies them; empty for a token or a stranger."""
    scopes: tuple[str, ...] | None = None
    """For a token: what it allows. None for a session, which allows everything the person may do."""
    address: str = ""
    """The network address; counted for limits, never stored."""
    token: str = ""
    """The id of the token that identifies them."""
    device: str = ""
    """The program in words: `Firefox on Linux`."""

    @property
    def proof(self) -> str:
        """The id of the session or token that identifies them; empty for a stranger."""
        return self.session or self.token

    @property
    def rank(self) -> Rank:
        """The rank of the caller."""
        return Rank.STRANGER if self.person is None else self.person.rank

    @property
    def id(self) -> str:
        """The id of the person; empty for a stranger."""
        return "" if self.person is None else self.person.id


STRANGER = Caller()


def reading(caller: Caller) -> Caller:
    """Return the caller for reading; a token without read access counts as a stranger."""
    if caller.scopes is None or "read" in caller.scopes:
        return caller
    return Caller(address=caller.address, device=caller.device)
