"""Dice that nobody could choose and anybody can check.

Whoever runs a match draws a secret and publishes its SHA-256, the commitment, before anything else.
Every seat may then give a seed. Each throw follows from the secret, all seeds and its number in the
game; when the game is over the secret is told, and everybody can throw all dice again. What that is
worth, and against whom, stands in docs/explanation/dice.md.
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
"""In the place of a seat that gave no seed."""
SECRET_BYTES = 32
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)


class Commitment(msgspec.Struct, frozen=True):
    """What everybody knows of the dice before the first throw."""

    digest: str
    seeds: tuple[str, ...]
    """One for each seat, `-` for one that gave none."""

    def line(self) -> str:
        """As the head of a transcript says it, after `dice`."""
        return f"{COMMITTED} {self.digest} {','.join(self.seeds)}"

    def is_of(self, secret: str) -> bool:
        """Whether this is the secret that was committed to, written as a transcript writes it."""
        if not _DIGEST.fullmatch(secret):
            return False
        return hashlib.sha256(bytes.fromhex(secret)).hexdigest() == self.digest


def commitment_of(dice: str) -> Commitment | None:
    """The commitment that the head of a transcript tells; None where its dice are others.

    >>> commitment_of("seeded 7")
    """
    word, _, rest = dice.partition(" ")
    digest, _, seeds = rest.partition(" ")
    if word != COMMITTED:
        return None
    if not _DIGEST.fullmatch(digest):
        raise ValueError("a commitment is the SHA-256 of a secret, 64 digits from 0 to f")
    return Commitment(digest, tuple(check_seed(seed) for seed in seeds.split(",")))


def check_seed(seed: str) -> str:
    """The seed of a seat as it is; ValueError if it is none."""
    if not _SEED.fullmatch(seed):
        raise ValueError(f"a seed is 1 to 64 letters, digits, dots and hyphens, not {seed[:70]!r}")
    return seed


class Draw(msgspec.Struct, frozen=True):
    """One number taken from the row of bytes of a throw."""

    among: int
    """How many faces there are to be drawn from."""
    at: int
    """The place of its first byte in the row, from 0."""
    taken: bytes
    value: int | None
    """The number of the face, from 0; None if it was thrown away, for it would favour some faces."""

    @property
    def number(self) -> int:
        """The bytes as one number, the first byte the greatest."""
        return int.from_bytes(self.taken, "big")

    @property
    def limit(self) -> int:
        """The largest multiple of `among` that so many bytes hold: from there on it is thrown away."""
        return limit_of(self.among, len(self.taken))

    def words(self) -> str:
        """The arithmetic, as it is shown to those who do it again.

        >>> Draw(10, 0, bytes([167]), 7).words(), Draw(10, 1, bytes([251]), None).words()
        ('a7 = 167, remainder by 10 is 7', 'fb = 251, not below 250: left out')
        """
        if self.value is None:
            return f"{self.taken.hex()} = {self.number}, not below {self.limit}: left out"
        return f"{self.taken.hex()} = {self.number}, remainder by {self.among} is {self.value}"


class Working(msgspec.Struct, frozen=True):
    """How one throw was worked out: what anybody can do again by hand."""

    number: int
    blocks: tuple[tuple[str, str], ...]
    """What was hashed, and its HMAC in hexadecimal: their bytes in a row are what is drawn from."""
    draws: tuple[Draw, ...]
    faces: tuple[Face, ...]

    def results(self, dice: Throw) -> list[str]:
        """What came of each draw: a face, or two places of a deck that change what lies there."""
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

    def __init__(self, secret: str, seeds: Iterable[str]) -> None:
        """The secret in hexadecimal, as the transcript tells it when the game is over."""
        if not _DIGEST.fullmatch(secret):
            raise ValueError(f"a secret is {SECRET_BYTES} bytes, written as 64 digits from 0 to f")
        self.secret = secret
        self._key = bytes.fromhex(secret)
        digest = hashlib.sha256(self._key).hexdigest()
        self.commitment = Commitment(digest, tuple(check_seed(seed) for seed in seeds))
        """What is published before the first throw: it fixes the secret without telling it."""

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """The faces that follow from the secret, the seeds and the number of the question."""
        return self.working(roll, number).faces

    def working(self, roll: Roll, number: int) -> Working:
        """The same, with every step on the way."""
        row = _Row(self._key, f"{','.join(self.commitment.seeds)}\n{number}")
        faces = roll.dice.drawn(row.below)
        return Working(number, tuple(row.blocks), tuple(row.draws), faces)


def limit_of(among: int, width: int) -> int:
    """The largest multiple of `among` that a number of so many bytes can reach."""
    most = 1 << 8 * width
    return most - most % among


class _Row:
    """The bytes of one throw, one HMAC-SHA256 after another: the same on every machine and version."""

    def __init__(self, key: bytes, label: str) -> None:
        self._key = key
        self._label = label
        self._row = b""
        self._at = 0
        self.blocks: list[tuple[str, str]] = []
        self.draws: list[Draw] = []

    def below(self, among: int) -> int:
        """A number below `among`: no face is favoured, for what does not divide evenly is left out."""
        width = max(1, ((among - 1).bit_length() + 7) // 8)
        limit = limit_of(among, width)
        while True:
            at, taken = self._at, self._take(width)
            number = int.from_bytes(taken, "big")
            value = number % among if number < limit else None
            self.draws.append(Draw(among, at, taken, value))
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
