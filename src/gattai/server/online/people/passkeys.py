"""Passkeys: a device proves who it is by a signature. There is nothing to be guessed, and nothing to be stolen here."""

from __future__ import annotations

import base64
import secrets
from typing import Any, Literal

import asyncpg
import msgspec
import webauthn
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from gattai.server.online.people.persons import new_id
from gattai.server.online.settings import Settings
from gattai.server.online.store.pool import Database

SECONDS = 300
"""For so long a browser may take to answer a challenge."""
MOST = 20
"""Passkeys of one account."""

Purpose = Literal["register", "add", "login"]

BEGIN = """
INSERT INTO ceremony (id, purpose, person, name, challenge, until)
VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))
ON CONFLICT (id) DO NOTHING
"""
# Whoever takes a challenge takes it away: it serves once, whatever comes of it.
TAKE = """
DELETE FROM ceremony WHERE id = $1 AND purpose = $2
RETURNING person, name, challenge, until > clock_timestamp()
"""
ADD = """
INSERT INTO passkey (id, person, public, count, label)
SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM passkey WHERE person = $2) < $6
RETURNING id
"""
FIND = """
SELECT passkey.person, public, count FROM passkey JOIN person ON person.id = passkey.person
 WHERE passkey.id = $1 AND closed IS NULL AND gone IS NULL
"""
USED = """
UPDATE passkey SET count = $3, used = date_trunc('hour', clock_timestamp())
 WHERE id = $1 AND count = $2 RETURNING id
"""
OF = """
SELECT id, label, extract(epoch FROM created)::float8, extract(epoch FROM used)::float8
  FROM passkey WHERE person = $1 ORDER BY created
"""


class WrongPasskey(ValueError):
    """What a browser sent proves nothing."""


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as it is listed. Times are seconds since 1970; `used` is told by the hour."""

    id: str
    label: str
    created: float
    used: float | None = None


class Ceremony(msgspec.Struct, frozen=True):
    """What a browser is asked, as `navigator.credentials` wants it, and by what name the answer is known."""

    ceremony: str
    options: msgspec.Raw


class Proved(msgspec.Struct, frozen=True):
    """A new passkey that has shown that it works."""

    id: bytes
    public: bytes
    count: int
    person: str
    """Whose it shall be."""
    name: str
    """Of a new account: what it shall be called."""


def text_of(id: bytes) -> str:
    """The id of a passkey as browsers write it."""
    return base64.urlsafe_b64encode(id).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The other way round; nothing at all for what is no such text."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""


class Passkeys:
    """The passkeys of all accounts that have any."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._origin, self._host, self._name = settings.origin, settings.host, settings.name

    async def begin_adding(self, purpose: Purpose, person: str, name: str) -> Ceremony:
        """Ask a browser to make a passkey for this person, called so."""
        kept = [PublicKeyCredentialDescriptor(bytes_of(each.id)) for each in await self.of(person)]
        options = webauthn.generate_registration_options(
            rp_id=self._host,
            rp_name=self._name,
            user_name=name,
            user_display_name=name,
            user_id=person.encode(),
            exclude_credentials=kept,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
        return await self._begun(purpose, options, person, name)

    async def begin_login(self) -> Ceremony:
        """Ask a browser for any passkey of this site that it has."""
        options = webauthn.generate_authentication_options(
            rp_id=self._host, user_verification=UserVerificationRequirement.REQUIRED
        )
        return await self._begun("login", options)

    async def proved(self, purpose: Purpose, ceremony: str, credential: dict[str, Any]) -> Proved:
        """A new passkey that a browser has made. `WrongPasskey` if it does not prove what was asked."""
        person, name, challenge = await self._taken(ceremony, purpose)
        try:
            found = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                require_user_verification=True,
            )
        except _WRONG as problem:
            raise WrongPasskey("that passkey does not prove what was asked") from problem
        key, public = found.credential_id, found.credential_public_key
        return Proved(key, public, found.sign_count, person, name)

    async def add(self, made: Proved, person: str, label: str, connection: Any) -> None:
        """Let a passkey open an account from now on."""
        values = (made.id, person, made.public, made.count, label, MOST)
        try:
            line = await connection.fetchrow(ADD, *values)
        except asyncpg.UniqueViolationError:
            raise WrongPasskey("that passkey is known already") from None
        if line is None:
            raise WrongPasskey(f"at most {MOST} passkeys: remove one of them first")

    async def whose(self, ceremony: str, credential: dict[str, Any]) -> str:
        """Whose passkey has answered. `WrongPasskey`."""
        _, _, challenge = await self._taken(ceremony, "login")
        said = credential.get("id")
        id = bytes_of(said) if isinstance(said, str) else b""
        line = await self._database.row(FIND, id)
        if line is None:
            raise WrongPasskey("nobody has that passkey")
        person, public, count = line
        try:
            found = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                credential_public_key=public,
                credential_current_sign_count=count,
                require_user_verification=True,
            )
        except _WRONG as problem:
            raise WrongPasskey("that passkey does not prove what was asked") from problem
        if await self._database.once(USED, id, count, found.new_sign_count) is None:
            raise WrongPasskey("that passkey was used elsewhere in the same moment")
        return str(person)

    async def of(self, person: str) -> tuple[Passkey, ...]:
        """The passkeys of an account, the oldest first."""
        lines = await self._database.rows(OF, person)
        return tuple(Passkey(text_of(line[0]), *line[1:4]) for line in lines)

    async def call(self, person: str, id: str, label: str) -> bool:
        """Call a passkey something else; whether there was such a one."""
        line = await self._database.row(
            "UPDATE passkey SET label = $3 WHERE person = $1 AND id = $2 RETURNING id",
            person,
            bytes_of(id),
            label,
        )
        return line is not None

    async def remove(self, person: str, id: str) -> bool:
        """Let a passkey open nothing any more; whether there was such a one."""
        line = await self._database.row(
            "DELETE FROM passkey WHERE person = $1 AND id = $2 RETURNING id", person, bytes_of(id)
        )
        return line is not None

    async def sweep(self) -> None:
        """Throw away challenges that nobody answered."""
        await self._database.row("DELETE FROM ceremony WHERE until <= clock_timestamp()")

    async def _begun(
        self, purpose: Purpose, options: Any, person: str = "", name: str = ""
    ) -> Ceremony:
        id = new_id() + secrets.token_hex(8)
        values = (id, purpose, person, name, options.challenge, SECONDS)
        await self._database.row(BEGIN, *values)
        return Ceremony(id, msgspec.Raw(webauthn.options_to_json(options).encode()))

    async def _taken(self, ceremony: str, purpose: Purpose) -> tuple[str, str, bytes]:
        line = await self._database.once(TAKE, ceremony, purpose)
        if line is None or not line[3]:
            raise WrongPasskey("that took too long, or was answered before: begin again")
        return line[0], line[1], line[2]


# Whatever a browser sends is read by the library: what it does not foresee is no proof either.
_WRONG = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError, IndexError)
