"""What people send about themselves, and what they are told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from gattai.server.online.caller import Caller, Person, Rank
from gattai.server.online.people.api.text import Key, Word, Words
from gattai.server.online.people.moderation import LONGEST_MUTE
from gattai.server.online.people.tokens import Scope
from gattai.server.online.people.warnings import Warned


class Somebody(msgspec.Struct, frozen=True):
    """A person as others see them."""

    id: str
    name: str
    kind: str
    """`guest`, `account` or `bot`."""
    rank: str = "account"
    """`moderator` and `host` are marked, so that nobody can pretend to be one."""


class Me(msgspec.Struct, frozen=True):
    """Who the site takes the caller for."""

    person: Somebody | None = None
    """None for a stranger."""
    is_muted: bool = False
    scopes: tuple[str, ...] | None = None
    """Of a token: what it allows."""
    warnings: tuple[Warned, ...] = ()
    """What a moderator wants to be read first, until it is confirmed."""


class NameAndPassword(msgspec.Struct, frozen=True):
    """For a new account, or to log in."""

    name: Word
    password: Word


class Name(msgspec.Struct, frozen=True):
    """What somebody, or something, shall be called."""

    name: Word


class Password(msgspec.Struct, frozen=True):
    """To prove that it is oneself; empty for an account that has none."""

    password: Word = ""


class NewPassword(msgspec.Struct, frozen=True):
    """Another password; `old` is empty for an account that had none."""

    new: Word
    old: Word = ""


class NewMail(msgspec.Struct, frozen=True):
    """Where letters shall be sent; the password proves that it is oneself."""

    mail: Word
    password: Word = ""


class Secret(msgspec.Struct, frozen=True):
    """What stood in a letter."""

    secret: Key


class Reset(msgspec.Struct, frozen=True):
    """What stood in a letter, and the password that was chosen."""

    secret: Key
    new: Word


class Answer(msgspec.Struct, frozen=True):
    """What a browser answered to a challenge."""

    ceremony: Key
    credential: dict[str, Any]
    """`PublicKeyCredential.toJSON()`."""
    label: Word = ""


class NewToken(msgspec.Struct, frozen=True):
    """A token that somebody wants."""

    label: Word
    scopes: tuple[Scope, ...]


class MadeToken(msgspec.Struct, frozen=True):
    """A token, told this one time."""

    id: str
    token: str


class NewReport(msgspec.Struct, frozen=True):
    """What somebody wants moderators to know of somebody."""

    about: Key
    what: Words
    match: Key = ""


class Made(msgspec.Struct, frozen=True):
    """Something was made, and is known by this."""

    id: str


class Settled(msgspec.Struct, frozen=True):
    """What a moderator makes of a report."""

    verdict: Literal["upheld", "dismissed"]
    why: Words


class Why(msgspec.Struct, frozen=True):
    """Why a moderator does something."""

    why: Words


class Warn(msgspec.Struct, frozen=True):
    """What somebody shall read; it stands in the log as well."""

    text: Words


class Mute(msgspec.Struct, frozen=True):
    """For how many hours nobody gets what somebody writes; 0 ends it."""

    hours: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_MUTE)]
    why: Words


class NewRank(msgspec.Struct, frozen=True):
    """What the host makes of an account."""

    rank: Literal["account", "moderator"]
    why: Words


class Done(msgspec.Struct, frozen=True):
    """It was done."""

    done: bool = True


def somebody(person: Person) -> Somebody:
    """A person as others see them."""
    kind = "bot" if person.is_bot else "guest" if person.rank == Rank.GUEST else "account"
    return Somebody(person.id, person.name, kind, person.rank.name.lower())


def me(caller: Caller, warnings: tuple[Warned, ...] = ()) -> Me:
    """Who the site takes this caller for."""
    if caller.person is None:
        return Me()
    return Me(somebody(caller.person), caller.person.is_muted, caller.scopes, warnings)


def there(is_there: bool, what: str) -> Done:
    """It was done; LookupError if there was nothing that it could be done to."""
    if not is_there:
        raise LookupError(f"there is no such {what}")
    return Done()
