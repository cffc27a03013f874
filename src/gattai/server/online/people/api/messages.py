"""Requests and responses of the account API."""

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
    """`moderator` and `host` are marked, so that nobody can impersonate one."""


class Me(msgspec.Struct, frozen=True):
    """Whom the site recognizes the caller as."""

    person: Somebody | None = None
    """None for a stranger."""
    is_muted: bool = False
    scopes: tuple[str, ...] | None = None
    """For a token: what it allows."""
    warnings: tuple[Warned, ...] = ()
    """Moderators' warnings that the person has not confirmed yet."""


class NameAndPassword(msgspec.Struct, frozen=True):
    """For a new account, or to log in."""

    name: Word
    password: Word


class Name(msgspec.Struct, frozen=True):
    """A new name for a person or a thing."""

    name: Word


class Password(msgspec.Struct, frozen=True):
    """Proves the caller's identity; empty for an account without a password."""

    password: Word = ""


class NewPassword(msgspec.Struct, frozen=True):
    """A new password; `old` is empty for an account that had none."""

    new: Word
    old: Word = ""


class NewMail(msgspec.Struct, frozen=True):
    """A new mail address; the password proves the caller's identity."""

    mail: Word
    password: Word = ""


class MailSecret(msgspec.Struct, frozen=True):
    """The secret from a mail."""

    secret: Key


class Reset(msgspec.Struct, frozen=True):
    """The secret from a mail, and the new password."""

    secret: Key
    new: Word


class PasskeyAnswer(msgspec.Struct, frozen=True):
    """A browser's response to a challenge."""

    ceremony: Key
    credential: dict[str, Any]
    """The result of `PublicKeyCredential.toJSON()` in the browser."""
    label: Word = ""


class NewToken(msgspec.Struct, frozen=True):
    """A request for a new token."""

    label: Word
    scopes: tuple[Scope, ...]


class MadeToken(msgspec.Struct, frozen=True):
    """A new token; it is shown only once."""

    id: str
    token: str


class NewReport(msgspec.Struct, frozen=True):
    """A report about a person, for the moderators."""

    about: Key
    what: Words
    match: Key = ""


class Made(msgspec.Struct, frozen=True):
    """The id of something that was created."""

    id: str


class Settled(msgspec.Struct, frozen=True):
    """A moderator's decision on a report."""

    verdict: Literal["upheld", "dismissed"]
    why: Words


class Why(msgspec.Struct, frozen=True):
    """A moderator's reason for a measure."""

    why: Words


class Warn(msgspec.Struct, frozen=True):
    """A warning to a person; the log records it too."""

    text: Words


class Mute(msgspec.Struct, frozen=True):
    """Hours for which nobody receives this person's messages; 0 ends the mute."""

    hours: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_MUTE)]
    why: Words


class NewRank(msgspec.Struct, frozen=True):
    """The new rank that the host gives an account."""

    rank: Literal["account", "moderator"]
    why: Words


class Acknowledged(msgspec.Struct, frozen=True):
    """The request was carried out."""

    done: bool = True


def somebody(person: Person) -> Somebody:
    """Return a person as others see them."""
    kind = "bot" if person.is_bot else "guest" if person.rank == Rank.GUEST else "account"
    return Somebody(person.id, person.name, kind, person.rank.name.lower())


def me(caller: Caller, warnings: tuple[Warned, ...] = ()) -> Me:
    """Return whom the site recognizes this caller as."""
    if caller.person is None:
        return Me()
    return Me(somebody(caller.person), caller.person.is_muted, caller.scopes, warnings)


def there(is_there: bool, what: str) -> Acknowledged:
    """Return an acknowledgement; LookupError if there was nothing to act on."""
    if not is_there:
        raise LookupError(f"no {what} was found")
    return Acknowledged()
