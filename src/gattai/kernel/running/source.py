"""Where dice come from: a random source, a script, a commitment that anyone can check, a person.

All are functions from a question and its number in the game to faces, so that a match resumed on
another machine goes on with the very dice it would have had.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from gattai.kernel.dice import Face, Randomness
from gattai.kernel.question import Roll


class Source(Protocol):
    """Whoever throws the dice."""

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """The faces of this throw, which answers question `number` of the game."""
        ...


class Seeded:
    """A generator per question, made from the seed and the question's number by `make`."""

    def __init__(self, make: Callable[[str], Randomness], seed: str) -> None:
        self._make = make
        self._seed = seed

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """The same question of the same game always gets the same faces."""
        return roll.dice.faces(self._make(f"{self._seed}/dice/{number}"))


class ScriptEnded(LookupError):
    """The rules asked for more dice than the script has."""


class Scripted:
    """Dice written down beforehand: for tests, tutorials and dice thrown on a real table."""

    def __init__(self, throws: Iterable[Iterable[Face]]) -> None:
        self._throws = [tuple(throw) for throw in throws]
        self._used = 0

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """The next throw of the script."""
        if self._used >= len(self._throws):
            raise ScriptEnded(f"no dice left in the script for {roll.dice.name} [{roll.rule}]")
        faces = roll.dice.check(self._throws[self._used])
        self._used += 1
        return faces

    @property
    def left(self) -> int:
        """How many throws have not been used."""
        return len(self._throws) - self._used


class Committed:
    """Dice that nobody could choose and anybody can check.

    Whoever runs the match fixes a secret and publishes `commitment` before the first throw; every
    seat then adds a seed. Each throw follows from the secret, all seeds and its number. When the
    secret is published at the end, everyone can throw all dice again.
    """

    def __init__(self, secret: bytes, seeds: Iterable[str]) -> None:
        self._secret = secret
        self._seeds = msgspec.json.encode([*seeds]).decode()

    @property
    def commitment(self) -> str:
        """What is published before the first throw: it fixes the secret without telling it."""
        return hashlib.sha256(self._secret).hexdigest()

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """The faces that follow from the secret, the seeds and the number of the question."""
        return roll.dice.faces(_Stream(self._secret, f"{self._seeds}\n{number}"))


class _Stream:
    """Numbers from HMAC-SHA256 in counter mode: the same on every machine and version."""

    def __init__(self, secret: bytes, label: str) -> None:
        self._secret = secret
        self._label = label
        self._count = 0

    def random(self) -> float:
        message = f"{self._label}\n{self._count}".encode()
        self._count += 1
        return _fraction(hmac.new(self._secret, message, hashlib.sha256).digest())


def _fraction(digest: bytes) -> float:
    """From 0 up to but not including 1: 53 bits, for more would be rounded up to 1."""
    return (int.from_bytes(digest[:7], "big") >> 3) / (1 << 53)
