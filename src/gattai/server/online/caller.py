"""Who calls: nobody we know, or a person with a session or a token, and what they may do."""

from __future__ import annotations

from enum import IntEnum

import msgspec


class Unknown(Exception):
    """Nobody is known to have asked, and somebody has to be."""


class Rank(IntEnum):
    """What one has to be at least; each may all that those before it may."""

    STRANGER = 0
    """Anybody at all, with nothing to show."""
    GUEST = 1
    """Somebody with a cookie of ours: plays, but has no name to keep."""
    ACCOUNT = 2
    MODERATOR = 3
    HOST = 4


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays: a guest, an account, or a bot that belongs to an account."""

    id: str
    name: str
    rank: Rank = Rank.GUEST
    is_bot: bool = False
    owner: str = ""
    """Of a bot: the account that it belongs to."""
    is_muted: bool = False
    """Whether a moderator has told them to be silent for a while: nobody gets their chat."""


class Caller(msgspec.Struct, frozen=True):
    """Somebody who asks for something."""

    person: Person | None = None
    session: str = ""
    """The session by which they are known; empty for those who came with a token, or with nothing."""
    scopes: tuple[str, ...] | None = None
    """Of a token: what it allows. None for a session, which allows all that its person may."""
    address: str = ""
    """From where; only ever counted, never kept."""
    token: str = ""
    """The token by which they are known, by its id."""
    device: str = ""
    """With what kind of program, in words: `Firefox on Linux`."""

    @property
    def proof(self) -> str:
        """The id of the session or token by which they are known; empty for a stranger."""
        return self.session or self.token

    @property
    def rank(self) -> Rank:
        """What they may be taken for."""
        return Rank.STRANGER if self.person is None else self.person.rank

    @property
    def id(self) -> str:
        """Their person's id; empty for a stranger."""
        return "" if self.person is None else self.person.id


STRANGER = Caller()


def reading(caller: Caller) -> Caller:
    """The same; but a token that does not allow to read is told what a stranger is told."""
    if caller.scopes is None or "read" in caller.scopes:
        return caller
    return Caller(address=caller.address, device=caller.device)
