"""The rules that a game has cited: each event's own, further ones it names, and those of its terms.

Fewer rules are cited than used: a rule that only affects a computation, or only forbids, appears in
no event (`ONLY_CITED`).
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.tally import Term

ONLY_CITED = (
    "Counted is what events and answered questions cite. A rule that is reckoned with and leaves no mark on them "
    "is not seen, nor is one that only forbids: uncited is not unused."
)
"""Shown wherever rules are called dead."""


def cited_by(events: Iterable[Event], found: set[str]) -> None:
    """Collect the rules that these events cite."""
    for event in events:
        found.add(event.rule)
        found.update(event.cites)
        for name in _carrying(type(event)):
            found.update(_terms(getattr(event, name)))


def _terms(value: object) -> Iterator[str]:
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
    """Return the fields of a struct that may contain terms at any depth: most have none."""
    hints = typing.get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_hold(hints.get(name), (kind,)))


def _may_hold(hint: object, seen: tuple[object, ...]) -> bool:
    if hint is Term:
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in seen:
        inner = typing.get_type_hints(hint)
        return any(_may_hold(inner.get(name), (*seen, hint)) for name in hint.__struct_fields__)
    return any(_may_hold(part, seen) for part in typing.get_args(hint))
