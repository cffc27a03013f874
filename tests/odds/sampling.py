"""The other way to odds: throw real dice, play it through, and count."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from gattai.kernel.question import ENTER, Part, Roll, Steps
from gattai.odds.policy import NobodySpends

R = TypeVar("R")


def once(steps: Steps[R], rng: random.Random, policy: NobodySpends | None = None) -> R:
    """What a procedure returns when its dice are thrown; nobody spends unless a policy says so."""
    policy = policy or NobodySpends()
    value: Any = None
    while True:
        try:
            asked = steps.send(value)
        except StopIteration as end:
            result: R = end.value
            return result
        match asked:
            case Part():
                value = ENTER
            case Roll(dice=dice):
                value = dice.read(dice.faces(rng))
            case _:
                value = policy.fixed(asked)  # type: ignore[arg-type]
