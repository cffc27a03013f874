"""Measures of the result of an action: an amount in some unit, for one side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.question import Seat

Amount = Callable[[Any, Sequence[Event]], int]
"""Returns the amount for the settled table after an action and its events. More is better."""


class Measure(msgspec.Struct, frozen=True):
    """A measure of an action's result for one side: damage dealt, successes, Integrity restored."""

    seat: Seat
    unit: str
    """What is counted, as it reads after a number: `damage`, `successes`."""
    amount: Amount


Measures = Callable[[Any, object], tuple[Measure, ...]]
"""Returns all measures for an action, given the settled table before it and the action.

The action is None if chance answers a settled table. If everybody declines everything, a measure
must depend on open information alone, because it is shown to all.
"""
