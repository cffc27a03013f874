"""Secrets live in types: `Secret` where a field is declared, one `view` for every game.

A view has the shape of the state it was made from, with `Hidden` where the seat may not look. A
kind of value that `view` does not know is an error, never a leak.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from types import UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")
S = TypeVar("S")

EVERYBODY: None = None
"""As `known_to`: no secret. As the seat of a view: what anyone at the table can see."""


class Hidden(msgspec.Struct, frozen=True, tag="hidden"):
    """What stands in a view in place of a secret: how many things there are, and no more."""

    count: int


class NotYours(LookupError):
    """A rule or a bot looked into a secret that this view does not show."""


Looked = dict[tuple[int, ...], None]
"""For each secret that was looked into, who may know it; each once, in order."""

watching: ContextVar[Looked | None] = ContextVar("watching", default=None)
"""Where looks into secrets are noted just now; in another thread they need not be."""


class watched:  # noqa: N801 - used as a function, like suppress
    """Whatever runs in here is watched: whose secrets it looks into is noted.

    What comes out of it follows from those secrets and from what is open to all, so that it tells
    nothing to a seat that may know all of them. Who only asks whether a secret is open has looked too.

    >>> looked: Looked = {}
    >>> with watched(looked):
    ...     Secret.of(("ace",), known_to=(1,)).open()
    ('ace',)
    >>> looked
    {(1,): None}
    """

    __slots__ = ("_looked", "_token")

    def __init__(self, looked: Looked) -> None:
        self._looked = looked

    def __enter__(self) -> None:
        self._token = watching.set(self._looked)

    def __exit__(self, *problem: object) -> None:
        watching.reset(self._token)


class Secret(msgspec.Struct, Generic[T], frozen=True, tag="secret"):
    """Something that only some seats know: a hand of cards, the order of a deck.

    >>> hand = Secret.of(("ace", "king"), known_to=(0,))
    >>> len(hand), hand.open()
    (2, ('ace', 'king'))
    >>> seen = view(hand, seat=1)
    >>> len(seen), seen.is_open
    (2, False)
    """

    content: T | Hidden
    known_to: tuple[int, ...] | None

    @classmethod
    def of(cls, content: T, known_to: tuple[int, ...] | None) -> Secret[T]:
        """A secret known to these seats; None is everybody, `()` is nobody."""
        return cls(content, known_to)

    @property
    def is_open(self) -> bool:
        """Whether this view shows the content."""
        if isinstance(self.content, Hidden):
            return False
        looked = watching.get()
        if looked is not None and self.known_to is not None:
            looked[self.known_to] = None
        return True

    def open(self) -> T:
        """The content; `NotYours` in a view that hides it."""
        if isinstance(self.content, Hidden):
            raise NotYours("this view does not show that secret")
        looked = watching.get()
        if looked is not None and self.known_to is not None:
            looked[self.known_to] = None
        return self.content

    def now(self, content: T) -> Secret[T]:
        """The same secret with other content."""
        return Secret(content, self.known_to)

    def __len__(self) -> int:
        if isinstance(self.content, Hidden):
            return self.content.count
        return len(self.content) if isinstance(self.content, tuple) else 1


def view(value: S, seat: int | None) -> S:
    """What this seat may see of a value; seat None is what is open to all.

    Secrets are looked for in structs and tuples, however deep.
    """
    kind: type = type(value)
    return _viewer(kind)(value, seat)  # type: ignore[no-any-return]


def public(state: S) -> S:
    """What is open to all of a table; a table that can keep something (`lazy`) is looked at once."""
    kept: dict[str, S] | None = getattr(state, "__dict__", None)
    if kept is None:
        return view(state, None)
    if "public" not in kept:
        kept["public"] = view(state, None)
    return kept["public"]


def _view_secret(value: Any, seat: int | None) -> Any:
    if value.known_to is None or (seat is not None and seat in value.known_to):
        content = view(value.content, seat)
        return value if content is value.content else Secret(content, value.known_to)
    return Secret(Hidden(len(value)), value.known_to)


def _view_tuple(value: Any, seat: int | None) -> Any:
    for item in value:
        kind: type = type(item)
        if _viewer(kind) is not _as_it_is:
            break
    else:  # cards, numbers: nothing in them could be a secret
        return value
    seen = tuple([view(item, seat) for item in value])
    return value if all(new is old for new, old in zip(seen, value, strict=True)) else seen


def _as_it_is(value: Any, seat: int | None) -> Any:
    return value


def _struct_viewer(cls: type[msgspec.Struct]) -> Callable[[Any, int | None], Any]:
    """A viewer for one struct type: only the fields that could hold a secret are looked at."""
    hints = get_type_hints(cls)
    telling = tuple(name for name in cls.__struct_fields__ if may_hide(hints[name]))
    if not telling:
        return _as_it_is

    def view_struct(value: Any, seat: int | None) -> Any:
        seen = {name: view(getattr(value, name), seat) for name in telling}
        changed = {name: new for name, new in seen.items() if new is not getattr(value, name)}
        return msgspec.structs.replace(value, **changed) if changed else value

    return view_struct


@cache
def _viewer(cls: type) -> Callable[[Any, int | None], Any]:
    if issubclass(cls, Secret):
        return _view_secret
    if issubclass(cls, msgspec.Struct):
        return _struct_viewer(cls)
    if issubclass(cls, tuple):
        return _view_tuple
    if issubclass(cls, (str, int, float, bool, bytes, type(None))):
        return _as_it_is
    raise TypeError(f"a {cls.__name__} cannot be shown to a seat: use frozen structs and tuples")


@cache
def may_hide(kind: Any) -> bool:
    """Whether a field of this declared type could hold a secret, however deep.

    Types are followed from struct to struct; what is not understood counts as if it could.
    """
    waiting, met = [kind], {kind: None}
    while waiting:
        inside = _inside(waiting.pop())
        if inside is None:
            return True
        for each in inside:
            if each not in met:
                met[each] = None
                waiting.append(each)
    return False


def _inside(kind: Any) -> tuple[Any, ...] | None:
    """The types a type is made of; None if it is a secret, or nobody knows what it is."""
    kind = getattr(kind, "__supertype__", kind)
    origin = get_origin(kind)
    if origin is Literal:
        return ()
    if origin is tuple or origin in (Union, UnionType):
        return tuple(item for item in get_args(kind) if item is not ...)
    if not isinstance(kind, type) or issubclass(kind, Secret):
        return None
    if issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        return tuple(hints[name] for name in kind.__struct_fields__)
    return () if kind in (int, str, bool, float, bytes, type(None)) else None
