"""Cards as people name them: by id or name, in any case, with blanks or hyphens, or by a beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from gattai.tabletop.problem import did_you_mean
from gattai.terminal.complaint import Complaint

_ARROW = re.compile(r"\s*(?:-+>|=+>|→|\b(?:vs\.?|versus|against|on|at)(?=\s))\s*", re.IGNORECASE)


class Named(Protocol):
    """A thing with a name."""

    @property
    def name(self) -> str:
        """As printed."""
        ...


N = TypeVar("N", bound=Named)


def folded(name: str) -> str:
    """A name as it is compared.

    >>> folded(" Breaker  Sword"), folded("ARK_150")
    ('breaker-sword', 'ark-150')
    """
    return "-".join(re.split(r"[\s_-]+", name.strip().casefold()))


def keys_of(thing: Named) -> tuple[str, ...]:
    """What a thing is called: its id, if it has one, and its name."""
    own = getattr(thing, "id", "")
    return (folded(thing.name), folded(own)) if own else (folded(thing.name),)


def split_attack(text: str, example: str) -> tuple[str, str, str]:
    """`who: what -> whom`, taken apart; without a colon all before the arrow is `who`."""
    parts = _ARROW.split(text, maxsplit=1)
    if len(parts) != 2 or not all(parts):
        raise Complaint(f"{text!r} is not an attack; write it like {example}")
    left, right = parts
    who, _, what = left.partition(":")
    return who, what.strip(), right


def split_name(things: Iterable[Named], text: str) -> tuple[str, str]:
    """`lancer team storm rifle`: the longest beginning that names a thing, and the rest."""
    whole = folded(text)
    known = sorted({key for thing in things for key in keys_of(thing)}, key=len)
    for name in reversed(known):
        if whole == name or whole.startswith(f"{name}-"):
            return name, whole[len(name) + 1 :]
    return text, ""


def find_named(kind: str, things: Iterable[N], wanted: str) -> N:
    """The thing of that id or name, or the only one that begins so; else the nearest is named."""
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
