"""Which rules a game has cited: each event's own, those it says it followed, those of its terms.

That is less than what was followed: a rule that is only reckoned with, or that only forbids, leaves no
mark on any event (`ONLY_CITED`).
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.tally import Term

ONLY_CITED = (
    "Counted is what events and answered questions cite. A rule that is reckoned with and leaves no mark on them "
    "is not seen, nor is one that only forbids: uncited is not unused."
)
"""To be said wherever rules are called dead."""


def cited_by(events: Iterable[Event], found: set[str]) -> None:
    """Add the rules that these events cite."""
    for event in events:
        found.add(event.rule)
        found.update(event.cites)
        for name in _carrying(type(event)):
            found.update(_terms(getattr(event, name)))


def _terms(value: Any) -> Iterator[str]:
    if isinstance(value, Term):
        yield value.rule
    elif isinstance(value, tuple):
        for each in value:
            yield from _terms(each)
    elif isinstance(value, msgspec.Struct):
        for name in _carrying(type(value)):
            yield from _terms(getattr(value, name))


@cache
def _carrying(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a struct in which terms may stand, however deep: most have none."""
    hints = typing.get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_hold(hints.get(name), (kind,)))


def _may_hold(hint: Any, seen: tuple[Any, ...]) -> bool:
    if hint is Term:
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in seen:
        inner = typing.get_type_hints(hint)
        return any(_may_hold(inner.get(name), (*seen, hint)) for name in hint.__struct_fields__)
    return any(_may_hold(part, seen) for part in typing.get_args(hint))
