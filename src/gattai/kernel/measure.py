"""What an action is judged by: an amount in some unit, for one side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.question import Seat

Amount = Callable[[Any, Sequence[Event]], int]
"""Read off the settled table after an action and what happened in it. More is better for the seat."""


class Measure(msgspec.Struct, frozen=True):
    """How much an action came to for one side: damage dealt, successes, Integrity restored."""

    seat: Seat
    unit: str
    """What is counted, as it reads after a number: `damage`, `successes`."""
    amount: Amount


Measures = Callable[[Any, Any], tuple[Measure, ...]]
"""For the settled table before an action, and the action, all that it is judged by.

The action is None where chance answers a settled table. Whatever is measured must hang on open
information alone once everybody declines everything: it is told to all.
"""
