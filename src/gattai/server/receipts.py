"""Receipts of a site: what it has accepted in a match, signed, and checked without the site.

docs/explanation/verifiable-games.md explains what they prove, and against whom.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from datetime import UTC, datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gattai.kernel.position import Diverged
from gattai.kernel.record import Record

FORMAT = "gattai receipt 1"
SLACK = 60.0
"""Seconds that a signature may be older than its key: two clocks are never the same."""
NOTHING = "-"
"""Stands for no undo in a signature that covers the whole match."""
SALT_BYTES = 32


class Receipt(Struct, frozen=True):
    """What a site has accepted up to a row of the journal of a match."""

    match: str
    row: int
    """The number of the last row of the journal."""
    answers: int
    """The number of answers after it."""
    at: int
    """When it was signed, in seconds since 1970."""
    seal: str
    """Binds the site to head, answers and events so far without revealing hidden answers."""
    key: str
    """The id of the key."""
    signature: str = ""
    end: str = ""
    """How the match ended, as in the transcript; empty while it goes on."""
    undone: str = ""
    """The undos of the whole match, as `ROW>ANSWERS` each, or `-` for none; empty if it does not say."""

    def text(self) -> str:
        """Return what is signed.

        >>> print(Receipt("m", 3, 2, 1_700_000_000, "5ea1", "4e1").text(), end="")
        gattai receipt 1
        match m
        row 3
        answers 2
        at 1700000000
        seal 5ea1
        end
        undone
        key 4e1
        """
        lines = (
            f"match {self.match}",
            f"row {self.row}",
            f"answers {self.answers}",
            f"at {self.at}",
            f"seal {self.seal}",
            f"end {self.end}".rstrip(),
            f"undone {self.undone}".rstrip(),
            f"key {self.key}",
        )
        return "\n".join([FORMAT, *lines, ""])

    @property
    def time(self) -> str:
        """When it was signed, as text."""
        return datetime.fromtimestamp(self.at, UTC).strftime("%Y-%m-%d %H:%M UTC")

    @property
    def undos(self) -> list[tuple[int, int]]:
        """The row of each undo, and the answers after it."""
        pairs = [each.split(">") for each in self.undone.split() if each != NOTHING]
        return [(int(row), int(answers)) for row, answers in pairs]


class SiteKey(Struct, frozen=True, omit_defaults=True):
    """A public key of a site."""

    id: str
    public: str
    """The 32 bytes of an Ed25519 key, in base64url."""
    since: datetime | None = None
    until: datetime | None = None
    """When it was rotated out; None if it is in use."""
    algorithm: str = "Ed25519"


class SiteKeys(Struct, frozen=True):
    """All public keys of a site, as `/.well-known/gattai.json` lists them."""

    site: str
    keys: tuple[SiteKey, ...]


class WrongSignature(ValueError):
    """A signature that does not hold, and why."""


def seal(salt: bytes, row: int, digest: str) -> str:
    """Return the seal of a game at a row, from the digest of all its answers. The salt stays secret while the match is played."""
    return hmac.digest(salt, f"{row}\n{digest}".encode(), "sha256").hex()


def key_id(public: bytes) -> str:
    return hashlib.sha256(public).hexdigest()[:16]


def in_base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """Return the bytes of a text in base64url. Raises ValueError if it is something else."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as problem:
        raise ValueError(f"{text[:60]!r} is not base64url") from problem


def keys_in(text: str) -> SiteKeys:
    """Return the keys in a site's list, or a single key in base64url. Raises ValueError if it is neither."""
    if not text.lstrip().startswith("{"):
        public = from_base64(text.strip())
        if len(public) != 32:
            raise ValueError("a public key has 32 bytes: 43 characters in base64url")
        return SiteKeys("", (SiteKey(key_id(public), in_base64(public)),))
    return msgspec.json.decode(text, type=SiteKeys)


def check_signature(receipt: Receipt, keys: SiteKeys) -> SiteKey:
    """Return the key that signed a receipt. Raises `WrongSignature` with the reason."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = next((each for each in keys.keys if each.id == receipt.key), None)
    if key is None:
        raise WrongSignature(f"the site has no key {receipt.key}")
    try:
        public = Ed25519PublicKey.from_public_bytes(from_base64(key.public))
        public.verify(from_base64(receipt.signature), receipt.text().encode())
    except (InvalidSignature, ValueError) as problem:
        raise WrongSignature(f"it is not a signature of this by key {key.id}") from problem
    if key.since is not None and receipt.at < key.since.timestamp() - SLACK:
        raise WrongSignature(f"it was signed on {receipt.time}, before key {key.id} existed")
    if key.until is not None and receipt.at > key.until.timestamp():
        raise WrongSignature(f"it was signed on {receipt.time}, after key {key.id} was rotated out")
    return key


def line_of(receipt: Receipt, salt: bytes) -> str:
    """Return what a transcript contains of its signature: all that the rest of the file does not say."""
    undone = receipt.undone.replace(" ", ",") or "?"
    words = (receipt.match, receipt.row, receipt.at, undone, salt.hex(), receipt.key)
    return " ".join(map(str, (*words, receipt.signature)))


class SignedTranscript:
    """A saved match with the signature of a site, compared with the game as it was replayed."""

    def __init__(self, line: str, record: Record[Struct], end: str) -> None:
        """`line` is what `line_of` returned. Raises Diverged if it is something else."""
        try:
            match, row, at, undone, salt, key, signature = line.split(" ")
            self._salt = bytes.fromhex(salt)
            self._record = record
            receipt = Receipt(match, int(row), record.count, int(at), "", key, signature, end)
            undone = "" if undone == "?" else undone.replace(",", " ")
            self.receipt = replace(receipt, seal=self._seal(int(row), record.count), undone=undone)
            self.undos = self.receipt.undos
        except ValueError as problem:
            raise Diverged("this is not the signature of a site", place="signature") from problem

    def _seal(self, row: int, answers: int) -> str:
        """Return the seal that a receipt after so many answers must have."""
        record = self._record
        digest = record.check if answers == record.count else record.past[answers].check
        return seal(self._salt, row, digest)

    def check(self, keys: SiteKeys) -> SiteKey:
        """Return the key that signed it. Raises Diverged with the reason if none did."""
        try:
            return check_signature(self.receipt, keys)
        except WrongSignature as problem:
            reason = f"the signature does not hold for this game: {problem}"
            raise Diverged(reason, place="signature") from problem

    def taken_back(self, mine: Receipt) -> int | None:
        """Return how many answers an undo after this receipt left standing; None if there was none."""
        return min((left for row, left in self.undos if row > mine.row), default=None)

    def compare(self, mine: Receipt) -> None:
        """Compare the game with a player's receipt. Raises Diverged if it shows another one."""
        theirs, place = self.receipt, "your receipt"
        if mine.match != theirs.match:
            reason = f"your receipt is of another match, {mine.match}; this is {theirs.match}"
            raise Diverged(reason, place=place)
        if mine.row > theirs.row:
            reason = (
                f"your receipt is of a later moment: the match had {mine.answers} answers at row {mine.row}, "
                f"and this file ends at row {theirs.row}, so something is missing"
            )
            raise Diverged(reason, place=place)
        left = self.taken_back(mine)
        if left is not None and left < mine.answers:
            return  # the signed list of undos explains it
        if mine.answers > theirs.answers:
            reason = f"your receipt has {mine.answers} answers, and this file {theirs.answers}"
            raise Diverged(reason, place=place)
        if not hmac.compare_digest(mine.seal, self._seal(mine.row, mine.answers)):
            reason = (
                f"the first {mine.answers} answers are not those that the site accepted from you"
            )
            raise Diverged(reason, place=place)
        if mine.end and mine.end != theirs.end:
            reason = f"your receipt says that it ended with {mine.end!r}, not {theirs.end!r}"
            raise Diverged(reason, place=place)
