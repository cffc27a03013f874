"""Refusals that say why: "not among the options" is no reason, whatever rule the question cites."""

from __future__ import annotations

from collections.abc import Iterable

from gattai.kernel.position import NOT_OFFERED
from gattai.kernel.rulebook import Refusal


def reasons(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """The refusals that a rule gave; none if the answer merely was not offered."""
    return tuple(one for one in refusals if one.reason != NOT_OFFERED)
