"""Cached attributes of frozen structs, computed on first access.

`functools.cached_property` does the same, but takes a lock on every first access in Python 3.11,
which is most of its cost when a search makes a hundred thousand states a second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - a decorator, like property
    """A read-only attribute, computed once; the struct is declared with `dict=True`."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> lazy[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> lazy[T] | T:
        """Compute the value; later accesses find it in the instance and do not come here."""
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.compute(owner)
        return value
