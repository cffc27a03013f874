"""Dice of two seats that trust neither each other nor anybody else.

Each seat hashes a secret many times over. The last hash, the end of its chain, stands in the head
of the transcript before the first throw. The value of a seat for throw `number` is the hash that
leads to the end in exactly `number` steps: anybody can check it, and nobody else can find it. A
throw follows from the values of all seats, and each shows its value only when the throw is waited
for. docs/explanation/by-link.md explains what this protects against.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import msgspec

from gattai.kernel.dice import Face
from gattai.kernel.question import Roll
from gattai.kernel.running.committed import SECRET_BYTES, Working, worked_out

LINKED = "linked"
ABSENT = "-"
"""Stands for the chain of a seat that has not joined yet."""
CHAIN_LENGTH = 10_000
"""The steps from a secret to the end of its chain: a match has at most so many answers before its last throw."""
_DIGEST = re.compile(r"[0-9a-f]{64}")
_VALUE = re.compile(r"(0|[1-9][0-9]{0,4}):([0-9a-f]{64})")


class Chain:
    """The chain of one seat, with its secret: only this seat can make it."""

    def __init__(self, secret: str) -> None:
        """Take the secret in hexadecimal."""
        if not _DIGEST.fullmatch(secret):
            raise ValueError(f"a secret is {SECRET_BYTES} bytes, written as 64 digits from 0 to f")
        self._secret = secret
        self.end = _hashed(secret, CHAIN_LENGTH)
        """Published before the first throw: it fixes all values and reveals none."""

    def value(self, number: int) -> Value:
        """Return the value for throw `number`. ValueError if the chain is too short for it."""
        if not 0 <= number < CHAIN_LENGTH:
            raise ValueError(f"a chain has values for the first {CHAIN_LENGTH - 1} answers")
        return Value(number, _hashed(self._secret, CHAIN_LENGTH - number))


class Value(msgspec.Struct, frozen=True):
    """One value of a chain, and the throw that it is for; 0 is the end of the chain."""

    number: int
    digest: str

    def leads_to(self, end: str) -> bool:
        """Return whether this is the value of the chain with this end."""
        return _hashed(self.digest, self.number) == end

    def text(self) -> str:
        """Return it as a transcript shows it."""
        return f"{self.number}:{self.digest}"


class Linked:
    """A source of dice: the ends of the chains of all seats, and the last value of each that is shown.

    Earlier values follow from the last one, so a transcript has room for a whole match.
    """

    def __init__(self, ends: Sequence[str], shown: Sequence[Value] = ()) -> None:
        """Take what a transcript says. ValueError if a value is not of its chain."""
        self.ends = tuple(ends)
        chosen = [end for end in self.ends if end != ABSENT]
        if any(not _DIGEST.fullmatch(end) for end in chosen):
            raise ValueError("the end of a chain is a SHA-256, 64 digits from 0 to f")
        if len(dict.fromkeys(chosen)) < len(chosen):
            raise ValueError("two seats have the same chain: each needs a secret of its own")
        self.shown = tuple(shown) or tuple(Value(0, end) for end in self.ends)
        if len(self.shown) != len(self.ends):
            raise ValueError(f"{len(self.shown)} values for {len(self.ends)} chains")
        for value, end in zip(self.shown, self.ends, strict=True):
            if value.number >= CHAIN_LENGTH:
                raise ValueError(f"a chain has values for the first {CHAIN_LENGTH - 1} answers")
            if not value.leads_to(end):
                raise ValueError(
                    f"this value of answer {value.number} does not lead to the chain in the head "
                    f"that ends with {end[:8]}"
                )

    @property
    def is_complete(self) -> bool:
        """Whether every seat has joined with a chain."""
        return ABSENT not in self.ends

    def line(self) -> str:
        """Return the text after `dice` in the head of a transcript."""
        return f"{LINKED} {','.join(self.ends)}"

    def values(self) -> str:
        """Return the text after `values` in a transcript; empty if none is shown."""
        if not any(value.number for value in self.shown):
            return ""
        return ",".join(value.text() for value in self.shown)

    def waits_for(self, number: int) -> tuple[int, ...]:
        """Return the seats whose value for throw `number` is not shown yet."""
        return tuple(seat for seat, value in enumerate(self.shown) if value.number < number)

    def showing(self, seat: int, chain: Chain, number: int) -> Linked:
        """Return these dice after a seat has shown its value for throw `number`."""
        if chain.end != self.ends[seat]:
            raise ValueError("this is the secret of another chain")
        shown = list(self.shown)
        shown[seat] = chain.value(number)
        return Linked(self.ends, shown)

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """Return the faces for the values of all seats. LookupError if one is not shown yet."""
        return self.working(roll, number).faces

    def working(self, roll: Roll, number: int) -> Working:
        """Return the faces with every step of their computation."""
        return worked_out(bytes.fromhex(self.key(number)), str(number), roll, number)

    def key(self, number: int) -> str:
        """Return the values of all seats for throw `number`, one after the other."""
        if self.waits_for(number):
            raise LookupError(f"not every seat has shown its value for throw {number}")
        return "".join(_hashed(value.digest, value.number - number) for value in self.shown)


def linked_of(dice: str, values: str = "") -> Linked | None:
    """Return the dice that a transcript describes; None for other dice. ValueError if they are wrong.

    >>> linked_of("seeded 7")
    """
    word, _, ends = dice.partition(" ")
    if word != LINKED:
        return None
    if not values:
        return Linked(ends.split(","))
    linked = Linked(ends.split(","), [_value(text) for text in values.split(",")])
    if not linked.values():
        raise ValueError("the ends of chains are in the head: they are no values of throws")
    return linked


def _value(text: str) -> Value:
    found = _VALUE.fullmatch(text)
    if found is None:
        raise ValueError(f"a value is a number and 64 digits from 0 to f, not {text[:80]!r}")
    return Value(int(found[1]), found[2])


def _hashed(digest: str, times: int) -> str:
    """Return the SHA-256 of the SHA-256 of ... these bytes; unchanged for 0 times."""
    if not times:
        return digest
    content = bytes.fromhex(digest)
    for _ in range(times):
        content = hashlib.sha256(content).digest()
    return content.hex()
