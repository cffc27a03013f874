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
Item = TypeVar("Item")
_Viewer = Callable[[Any, int | None], Any]

EVERYBODY: None = None
"""As `known_to`: not secret. As the seat of a view: what everybody can see."""


class Hidden(msgspec.Struct, frozen=True, tag="hidden"):
    """Replaces a secret in a view: it shows only the number of things."""

    count: int


class NotYours(LookupError):
    """Raised if a rule or a bot reads a secret that this view hides."""


Looked = dict[tuple[int, ...], None]
"""For each secret that was read, the seats that know it; each once, in order."""

watching: ContextVar[Looked | None] = ContextVar("watching", default=None)
"""Where reads of secrets are recorded now; per thread."""


class watched:  # noqa: N801 - used as a function, like suppress
    """Record whose secrets the code inside this context reads.

    Its results follow from those secrets and from public information, so they reveal nothing to a
    seat that knows all of them. Asking whether a secret is open counts as reading it.

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
    """A value that only some seats know: a hand of cards, the order of a deck.

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
        """Make a secret known to these seats; None is everybody, `()` is nobody."""
        return cls(content, known_to)

    @property
    def is_open(self) -> bool:
        """Return whether this view shows the content."""
        if isinstance(self.content, Hidden):
            return False
        looked = watching.get()
        if looked is not None and self.known_to is not None:
            looked[self.known_to] = None
        return True

    def open(self) -> T:
        """Return the content; `NotYours` in a view that hides it."""
        if isinstance(self.content, Hidden):
            raise NotYours("this view does not show that secret")
        looked = watching.get()
        if looked is not None and self.known_to is not None:
            looked[self.known_to] = None
        return self.content

    def now(self, content: T) -> Secret[T]:
        """Return the same secret with other content."""
        return Secret(content, self.known_to)

    # Events change secrets by these, so that they also change the view of who may not look: there
    # the number of things changes, and what they are stays hidden.

    def became(self, content: T) -> Secret[T]:
        """Return the same secret with other content, as far as this view shows it."""
        later = self.now(content)
        return self._hiding(len(later)) if isinstance(self.content, Hidden) else later

    def joined(
        self: Secret[tuple[Item, ...]], more: tuple[Item, ...] | Secret[tuple[Item, ...]]
    ) -> Secret[tuple[Item, ...]]:
        """Return the secret with more things at its end.

        >>> view(Secret.of(("ace", "king"), known_to=(0,)), seat=1).joined(("ten",))
        Secret(content=Hidden(count=3), known_to=(0,))
        """
        if isinstance(self.content, Hidden):
            return self._hiding(len(self) + len(more))
        return self.now((*self.open(), *(more.open() if isinstance(more, Secret) else more)))

    def without(self: Secret[tuple[Item, ...]], one: Item) -> Secret[tuple[Item, ...]]:
        """Return the secret without this thing, once; `NotYours` if this view does not show it."""
        if isinstance(self.content, Hidden):
            return self._hiding(len(self) - 1)
        left = [*self.open()]
        if one not in left:
            raise NotYours("it has come from where this view does not look")
        left.remove(one)
        return self.now(tuple(left))

    def rest(self: Secret[tuple[Item, ...]], after: int) -> Secret[tuple[Item, ...]]:
        """Return the secret without the first things, `after` of them."""
        if isinstance(self.content, Hidden):
            return self._hiding(max(0, len(self) - after))
        return self.now(self.open()[after:])

    def _hiding(self, count: int) -> Secret[T]:
        return Secret(Hidden(count), self.known_to)

    def __len__(self) -> int:
        if isinstance(self.content, Hidden):
            return self.content.count
        return len(self.content) if isinstance(self.content, tuple) else 1


def view(value: S, seat: int | None) -> S:
    """Return what this seat may see of a value; seat None is what everybody sees.

    Secrets are found in structs and tuples at any depth.
    """
    kind: type = type(value)
    return _viewer(kind)(value, seat)  # type: ignore[no-any-return]


def public(state: S) -> S:
    """Return what everybody sees of a table, cached if the table can cache (`lazy`)."""
    kept: dict[str, S] | None = getattr(state, "__dict__", None)
    if kept is None:
        return view(state, None)
    if "public" not in kept:
        kept["public"] = view(state, None)
    return kept["public"]


def _view_secret(value: Secret[T], seat: int | None) -> Secret[T]:
    if value.known_to is None or (seat is not None and seat in value.known_to):
        content = view(value.content, seat)
        return value if content is value.content else Secret(content, value.known_to)
    return Secret(Hidden(len(value)), value.known_to)


def _view_tuple(value: tuple[T, ...], seat: int | None) -> tuple[T, ...]:
    for item in value:
        kind: type = type(item)
        if _viewer(kind) is not _as_it_is:
            break
    else:  # cards, numbers: they cannot contain a secret
        return value
    seen = tuple([view(item, seat) for item in value])
    return value if all(new is old for new, old in zip(seen, value, strict=True)) else seen


def _as_it_is(value: S, seat: int | None) -> S:
    return value


def _struct_viewer(cls: type[msgspec.Struct]) -> _Viewer:
    """Return a viewer for one struct type, which visits only fields that could hold a secret."""
    hints = get_type_hints(cls)
    telling = tuple(name for name in cls.__struct_fields__ if may_hide(hints[name]))
    if not telling:
        return _as_it_is

    def view_struct(value: msgspec.Struct, seat: int | None) -> msgspec.Struct:
        seen = {name: view(getattr(value, name), seat) for name in telling}
        changed = {name: new for name, new in seen.items() if new is not getattr(value, name)}
        return msgspec.structs.replace(value, **changed) if changed else value

    return view_struct


@cache
def _viewer(cls: type) -> _Viewer:
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
def may_hide(kind: object) -> bool:
    """Return whether a field of this declared type could hold a secret at any depth.

    Types are followed from struct to struct; an unknown type counts as if it could.
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


def _inside(kind: object) -> tuple[object, ...] | None:
    """Return the types a type is made of; None if it is a secret or unknown."""
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
