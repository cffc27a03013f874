"""The keys of a site: one signs, and those before it stay listed for what they have signed."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from gattai.server.online.store.pool import Database
from gattai.server.receipts import SiteKey, in_base64, key_id

OVERLAP = 60 * 60
"""Seconds for which a rotated key stays valid: a node may not have noticed yet."""

ALL = "SELECT id, public, private, since, until FROM signing_key ORDER BY since DESC, id"
# The lock lets one of several starting nodes create the key; the others then find it.
LOCK = "SELECT pg_advisory_xact_lock(hashtext('signing_key'))"
PUT = "INSERT INTO signing_key (id, public, private) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id"
CURRENT = "SELECT id FROM signing_key WHERE until IS NULL AND private IS NOT NULL LIMIT 1"
RETIRE = f"""
UPDATE signing_key SET until = clock_timestamp() + interval '{OVERLAP} seconds'
 WHERE until IS NULL AND id <> $1
"""
WITHDRAW = "DELETE FROM signing_key WHERE id = $1 RETURNING id"


class SigningKeys:
    """The keys in the database, and the one that signs here."""

    def __init__(self, database: Database, file: str = "") -> None:
        """`file` contains the private key, as PEM; without it the site creates one."""
        self._database = database
        self._file = file
        self._private: Ed25519PrivateKey | None = None
        self.current = ""
        """The id of the key that signs here."""
        self.listed: tuple[SiteKey, ...] = ()
        """All public keys, the newest first."""

    async def ready(self) -> None:
        """Make sure that there is a key, and read all. Raises ValueError if the file cannot be used."""
        if self._file:
            own = key_in(Path(self._file))
            await self._put(own, is_ours=False)
        else:
            await self._put(None, is_ours=True)
        await self.read()

    async def read(self) -> None:
        """Read the keys: another node or a command may have rotated them."""
        own = key_in(Path(self._file)) if self._file else None
        lines = await self._database.rows(ALL)
        self.listed = tuple(SiteKey(row[0], in_base64(row[1]), row[3], row[4]) for row in lines)
        if own is not None:
            self._private, self.current = own, key_id(own.public_key().public_bytes_raw())
            return
        for id, _, private, _, until in lines:
            if private is not None and until is None:
                self._private, self.current = Ed25519PrivateKey.from_private_bytes(private), id
                return

    def sign(self, content: bytes) -> str:
        """Return the signature of the current key, in base64url."""
        assert self._private is not None
        return in_base64(self._private.sign(content))

    async def rotate(self) -> str:
        """Create a new key and rotate the others out; returns its id."""
        return await self._put(Ed25519PrivateKey.generate(), is_ours=True)

    async def withdraw(self, id: str) -> bool:
        """Remove a stolen key from the list: nothing that it has signed is valid any more."""
        return await self._database.once(WITHDRAW, id) is not None

    async def _put(self, key: Ed25519PrivateKey | None, *, is_ours: bool) -> str:
        """Add a key, and rotate the others out if it is new; without a key, create one if there is none."""
        async with self._database.connection() as connection, connection.transaction():
            await connection.execute(LOCK)
            if key is None:
                if await connection.fetchrow(CURRENT) is not None:
                    return ""
                key = Ed25519PrivateKey.generate()
            public = key.public_key().public_bytes_raw()
            id, private = key_id(public), key.private_bytes_raw() if is_ours else None
            if await connection.fetchrow(PUT, id, public, private) is not None:
                await connection.execute(RETIRE, id)
        return id


def key_in(file: Path) -> Ed25519PrivateKey:
    """Read a private key. Raises ValueError if the file is not one."""
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (OSError, ValueError, TypeError) as problem:
        raise ValueError(f"signing_key: {file} cannot be used: {problem}") from problem
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(
            f"signing_key: {file} is not an Ed25519 key: openssl genpkey -algorithm ed25519 -out {file}"
        )
    return key
