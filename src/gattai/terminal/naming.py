"""Finds cards by id or name, ignoring case and hyphens, or by a prefix."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from gattai.tabletop.problem import did_you_mean
from gattai.terminal.complaint import Complaint


class HasName(Protocol):
    """A thing with a name."""

    @property
    def name(self) -> str:
        """The name as it is printed."""
        ...


N = TypeVar("N", bound=HasName)


def folded(name: str) -> str:
    """Return a name normalized for comparison.

    >>> folded(" Breaker  Sword"), folded("ARK_150")
    ('breaker-sword', 'ark-150')
    """
    return "-".join(re.split(r"[\s_-]+", name.strip().casefold()))


def keys_of(thing: HasName) -> tuple[str, ...]:
    """Return the id, if there is one, and the name of a thing."""
    own = getattr(thing, "id", "")
    return (folded(thing.name), folded(own)) if own else (folded(thing.name),)


def find_named(kind: str, things: Iterable[N], wanted: str) -> N:
    """Return the thing with that id or name, or the only one with that prefix; otherwise raise an error with the nearest."""
    by_name = {key: thing for thing in things for key in keys_of(thing)}
    whole = folded(wanted)
    if whole in by_name:
        return by_name[whole]
    begins = [key for key in by_name if whole and key.startswith(whole)]
    found = list({id(by_name[key]): by_name[key] for key in begins}.values())
    if len(found) == 1:
        return found[0]
    shown = list(dict.fromkeys(keys_of(thing)[-1] for thing in by_name.values()))
    raise Complaint(f"no {kind} {wanted.strip()!r}{did_you_mean(whole, shown)}")
