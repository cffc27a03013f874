"""Passkeys: a device proves its identity by a signature. The site stores nothing worth stealing."""

from __future__ import annotations

import base64
import secrets
from typing import Literal

import asyncpg
import msgspec
import webauthn
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRequestOptions,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from gattai.server.online.people.persons import new_id
from gattai.server.online.settings import Settings
from gattai.server.online.store.pool import Database, SqlConnection

SECONDS = 300
"""Seconds a browser may take to answer a challenge."""
MOST = 20
"""Maximum number of passkeys per account."""

Purpose = Literal["register", "add", "login"]

BEGIN = """
INSERT INTO ceremony (id, purpose, person, name, challenge, until)
VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))
ON CONFLICT (id) DO NOTHING
"""
# Reading a challenge deletes it: it works once, whatever the outcome.
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
    """A passkey in a list. Times are seconds since 1970; `used` is rounded to the hour."""

    id: str
    label: str
    created: float
    used: float | None = None


class Ceremony(msgspec.Struct, frozen=True):
    """A challenge for `navigator.credentials`, and the id under which the answer is sent."""

    ceremony: str
    options: msgspec.Raw


class Proved(msgspec.Struct, frozen=True):
    """A new passkey that has been verified."""

    id: bytes
    public: bytes
    count: int
    person: str
    """The id of the account it will belong to."""
    name: str
    """The name, for a new account."""


def text_of(id: bytes) -> str:
    """Return the id of a passkey as browsers write it."""
    return base64.urlsafe_b64encode(id).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """Return the bytes of an id as browsers write it; empty for an invalid one."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""


class Passkeys:
    """The passkeys of all accounts."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._origin, self._host, self._name = settings.origin, settings.host, settings.name

    async def begin_adding(self, purpose: Purpose, person: str, name: str) -> Ceremony:
        """Return a challenge to create a passkey for this person."""
        existing = [
            PublicKeyCredentialDescriptor(bytes_of(each.id)) for each in await self.of(person)
        ]
        options = webauthn.generate_registration_options(
            rp_id=self._host,
            rp_name=self._name,
            user_name=name,
            user_display_name=name,
            user_id=person.encode(),
            exclude_credentials=existing,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
        return await self._begun(purpose, options, person, name)

    async def begin_login(self) -> Ceremony:
        """Return a challenge to log in with any passkey of this site."""
        options = webauthn.generate_authentication_options(
            rp_id=self._host, user_verification=UserVerificationRequirement.REQUIRED
        )
        return await self._begun("login", options)

    async def proved(
        self, purpose: Purpose, ceremony: str, credential: dict[str, object]
    ) -> Proved:
        """Verify a new passkey. Raises `WrongPasskey` if it does not answer the challenge."""
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
            raise WrongPasskey("the passkey could not be verified") from problem
        key, public = found.credential_id, found.credential_public_key
        return Proved(key, public, found.sign_count, person, name)

    async def add(self, made: Proved, person: str, label: str, connection: SqlConnection) -> None:
        """Add a verified passkey to an account."""
        values = (made.id, person, made.public, made.count, label, MOST)
        try:
            line = await connection.fetchrow(ADD, *values)
        except asyncpg.UniqueViolationError:
            raise WrongPasskey("this passkey is already registered") from None
        if line is None:
            raise WrongPasskey(f"at most {MOST} passkeys: remove one of them first")

    async def whose(self, ceremony: str, credential: dict[str, object]) -> str:
        """Return the account whose passkey answered. Raises `WrongPasskey`."""
        _, _, challenge = await self._taken(ceremony, "login")
        credential_id = credential.get("id")
        id = bytes_of(credential_id) if isinstance(credential_id, str) else b""
        line = await self._database.row(FIND, id)
        if line is None:
            raise WrongPasskey("this passkey is unknown")
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
            raise WrongPasskey("the passkey could not be verified") from problem
        if await self._database.once(USED, id, count, found.new_sign_count) is None:
            raise WrongPasskey("this passkey was used elsewhere at the same moment")
        return str(person)

    async def of(self, person: str) -> tuple[Passkey, ...]:
        """Return the passkeys of an account, oldest first."""
        lines = await self._database.rows(OF, person)
        return tuple(Passkey(text_of(line[0]), *line[1:4]) for line in lines)

    async def call(self, person: str, id: str, label: str) -> bool:
        """Rename a passkey; returns whether it existed."""
        line = await self._database.row(
            "UPDATE passkey SET label = $3 WHERE person = $1 AND id = $2 RETURNING id",
            person,
            bytes_of(id),
            label,
        )
        return line is not None

    async def remove(self, person: str, id: str) -> bool:
        """Remove a passkey; returns whether it existed."""
        line = await self._database.row(
            "DELETE FROM passkey WHERE person = $1 AND id = $2 RETURNING id", person, bytes_of(id)
        )
        return line is not None

    async def sweep(self) -> None:
        """Delete challenges that were not answered in time."""
        await self._database.row("DELETE FROM ceremony WHERE until <= clock_timestamp()")

    async def _begun(
        self,
        purpose: Purpose,
        options: PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions,
        person: str = "",
        name: str = "",
    ) -> Ceremony:
        id = new_id() + secrets.token_hex(8)
        values = (id, purpose, person, name, options.challenge, SECONDS)
        await self._database.row(BEGIN, *values)
        return Ceremony(id, msgspec.Raw(webauthn.options_to_json(options).encode()))

    async def _taken(self, ceremony: str, purpose: Purpose) -> tuple[str, str, bytes]:
        line = await self._database.once(TAKE, ceremony, purpose)
        if line is None or not line[3]:
            raise WrongPasskey("this took too long, or was already answered: start again")
        return line[0], line[1], line[2]


# The library parses whatever a browser sends; any error means that nothing was proved.
_WRONG = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError, IndexError)
