"""Refusals that say why: "not among the options" is no reason, whatever rule the question cites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from gattai.kernel.action import Action
from gattai.kernel.position import NOT_OFFERED, GamePosition, Step, apply, asked
from gattai.kernel.question import Choose, Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Ruleset

S = TypeVar("S", bound=msgspec.Struct)


def reasons(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """The refusals that a rule gave; none if the answer merely was not offered."""
    return tuple(one for one in refusals if one.reason != NOT_OFFERED)


def applied(
    rules: Ruleset[S], position: GamePosition[S], value: Any, *, seat: Seat | None = None
) -> Step[S]:
    """As `apply`; and what may be done on a settled table no rule has a reason against.

    What is offered is found without asking for reasons, so only this shows a reason too many.
    """
    step = apply(rules, position, value, seat=seat)
    unopposed(rules, position, value)
    return step


def unopposed(rules: Ruleset[S], position: GamePosition[S], value: Any) -> None:
    """See that no rule has a reason against what is offered."""
    alone = isinstance(asked(rules, position), Choose)
    if alone and position.is_settled and isinstance(value, Action):
        against = reasons(rules.refusals(position.state, value))
        assert not against, f"{value} was offered, and is refused: {against}"
