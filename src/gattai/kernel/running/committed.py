"""Dice that nobody can choose and anybody can verify.

The host of a match draws a secret and first publishes its SHA-256, the commitment. Every seat may
then give a seed; on a site they first publish the SHA-256 of their seeds, and reveal them when all have done so. Each throw follows from the secret, all seeds and its number in the game. When the
game is over the secret is revealed, and everybody can repeat all throws. docs/explanation/dice.md
explains what this protects against.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable

import msgspec

from gattai.kernel.dice import Face, Shuffle, Throw
from gattai.kernel.question import Roll

COMMITTED = "committed"
NO_SEED = "-"
"""Stands for the seed of a seat that gave none."""
SECRET_BYTES = 32
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)


class Commitment(msgspec.Struct, frozen=True):
    """What is public about the dice before the first throw."""

    digest: str
    seeds: tuple[str, ...]
    """One seed per seat, `-` for a seat that gave none."""
    are_committed: bool = False
    """Whether the seats committed to their seeds before any was revealed."""

    @property
    def digests(self) -> tuple[str, ...]:
        """What the seats had to commit to: the SHA-256 of each seed, `-` for a seat that gave none."""
        return tuple(seed if seed == NO_SEED else digest_of_seed(seed) for seed in self.seeds)

    def line(self) -> str:
        """Return the text after `dice` in the head of a transcript."""
        line = f"{COMMITTED} {self.digest} {','.join(self.seeds)}"
        return f"{line} {','.join(self.digests)}" if self.are_committed else line

    def is_of(self, secret: str) -> bool:
        """Return whether this (as written in a transcript) is the secret that was committed to."""
        if not _DIGEST.fullmatch(secret):
            return False
        return hashlib.sha256(bytes.fromhex(secret)).hexdigest() == self.digest


def commitment_of(dice: str) -> Commitment | None:
    """Return the commitment in the head of a transcript; None for other dice.

    >>> commitment_of("seeded 7")
    """
    word, _, rest = dice.partition(" ")
    digest, _, rest = rest.partition(" ")
    seeds, are_committed, digests = rest.partition(" ")
    if word != COMMITTED:
        return None
    if not _DIGEST.fullmatch(digest):
        raise ValueError("a commitment is the SHA-256 of a secret, 64 digits from 0 to f")
    given = tuple(check_seed(seed) for seed in seeds.split(","))
    found = Commitment(digest, given, bool(are_committed))
    if are_committed and digests != ",".join(found.digests):
        raise ValueError("a seed is not the one that its seat had committed to")
    return found


def digest_of_seed(seed: str) -> str:
    """Return the SHA-256 with which a seat commits to its seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def check_digest(digest: str) -> str:
    """Return the SHA-256 of a seed unchanged; ValueError if it is none."""
    if not _DIGEST.fullmatch(digest):
        raise ValueError("the digest of a seed is its SHA-256, 64 digits from 0 to f")
    return digest


def check_seed(seed: str) -> str:
    """Return the seed of a seat unchanged; ValueError if it is invalid."""
    if not _SEED.fullmatch(seed):
        raise ValueError(f"a seed is 1 to 64 letters, digits, dots and hyphens, not {seed[:70]!r}")
    return seed


class DrawnNumber(msgspec.Struct, frozen=True):
    """One number drawn from the byte stream of a throw."""

    among: int
    """The number of faces to draw from."""
    at: int
    """The index of its first byte in the stream."""
    taken: bytes
    value: int | None
    """The number of the face, from 0; None if it was rejected to keep all faces equally likely."""

    @property
    def number(self) -> int:
        """Return the bytes as one big-endian number."""
        return int.from_bytes(self.taken, "big")

    @property
    def limit(self) -> int:
        """Return the largest multiple of `among` in these bytes; larger numbers are rejected."""
        return limit_of(self.among, len(self.taken))

    def words(self) -> str:
        """Return the arithmetic as text, for checking by hand.

        >>> (
        ...     DrawnNumber(10, 0, bytes([167]), 7).words(),
        ...     DrawnNumber(10, 1, bytes([251]), None).words(),
        ... )
        ('a7 = 167, remainder by 10 is 7', 'fb = 251, not below 250: left out')
        """
        if self.value is None:
            return f"{self.taken.hex()} = {self.number}, not below {self.limit}: left out"
        return f"{self.taken.hex()} = {self.number}, remainder by {self.among} is {self.value}"


class Working(msgspec.Struct, frozen=True):
    """How one throw was computed, for checking by hand."""

    number: int
    blocks: tuple[tuple[str, str], ...]
    """Each hashed text and its HMAC in hexadecimal; numbers are drawn from these bytes."""
    draws: tuple[DrawnNumber, ...]
    faces: tuple[Face, ...]

    def results(self, dice: Throw) -> list[str]:
        """Return the result of each draw: a face, or two places of a deck that are swapped."""
        shown = (str(face) for face in self.faces)
        last = len(self.faces)
        found = []
        for draw in self.draws:
            if draw.value is None:
                found.append("")
            elif isinstance(dice, Shuffle):
                last -= 1
                found.append(f"places {last} and {draw.value} are swapped")
            else:
                found.append(f"face {draw.value + 1} of the die: {next(shown)}")
        return found


class Committed:
    """A source of dice: a secret, the seeds of the seats, and the number of the throw."""

    def __init__(self, secret: str, seeds: Iterable[str], *, are_committed: bool = False) -> None:
        """Take the secret in hexadecimal, as the transcript of a finished game gives it."""
        if not _DIGEST.fullmatch(secret):
            raise ValueError(f"a secret is {SECRET_BYTES} bytes, written as 64 digits from 0 to f")
        self.secret = secret
        self._key = bytes.fromhex(secret)
        digest = hashlib.sha256(self._key).hexdigest()
        given = tuple(check_seed(seed) for seed in seeds)
        self.commitment = Commitment(digest, given, are_committed)
        """Published before the first throw: it fixes the secret without revealing it."""

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """Return the faces for the secret, the seeds and the number of the question."""
        return self.working(roll, number).faces

    def working(self, roll: Roll, number: int) -> Working:
        """Return the faces with every step of their computation."""
        return worked_out(self._key, f"{','.join(self.commitment.seeds)}\n{number}", roll, number)


def worked_out(key: bytes, label: str, roll: Roll, number: int) -> Working:
    """Return the faces that follow from a key and a label, with every step of their computation."""
    row = _Row(key, label)
    faces = roll.dice.drawn(row.below)
    return Working(number, tuple(row.blocks), tuple(row.draws), faces)


def limit_of(among: int, width: int) -> int:
    """Return the largest multiple of `among` that fits in this number of bytes."""
    most = 1 << 8 * width
    return most - most % among


class _Row:
    """The byte stream of one throw, from successive HMAC-SHA256s: the same on every machine."""

    def __init__(self, key: bytes, label: str) -> None:
        self._key = key
        self._label = label
        self._row = b""
        self._at = 0
        self.blocks: list[tuple[str, str]] = []
        self.draws: list[DrawnNumber] = []

    def below(self, among: int) -> int:
        """Draw a number below `among`, rejecting values that would favour some faces."""
        width = max(1, ((among - 1).bit_length() + 7) // 8)
        limit = limit_of(among, width)
        while True:
            at, taken = self._at, self._take(width)
            number = int.from_bytes(taken, "big")
            value = number % among if number < limit else None
            self.draws.append(DrawnNumber(among, at, taken, value))
            if value is not None:
                return value

    def _take(self, width: int) -> bytes:
        while len(self._row) < self._at + width:
            message = f"{self._label}\n{len(self.blocks)}"
            digest = hmac.digest(self._key, message.encode(), "sha256")
            self.blocks.append((message, digest.hex()))
            self._row += digest
        self._at += width
        return self._row[self._at - width : self._at]
