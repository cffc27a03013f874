"""What every kind of effect can say, and which class speaks for which kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from gattai.games.aristeia.effects.cards import Effect
from gattai.games.aristeia.effects.source import Source
from gattai.games.aristeia.state import State
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table

E = TypeVar("E", bound=Effect)


class Kind(Generic[E]):
    """One kind of effect."""

    def is_possible(self, state: State, source: Source, effect: E) -> bool:
        """From what everybody can see: could it do anything here?"""
        return True

    def perform(self, table: Table[State], source: Source, effect: E) -> Steps[None]:
        """Do it."""
        raise NotImplementedError


KINDS: dict[type[Effect], Kind[Any]] = {}

K = TypeVar("K", bound=type[Kind[Any]])


def kind_of(effect: type[Effect]) -> Callable[[K], K]:
    """Class decorator: the class that speaks for a kind of effect."""

    def enter(kind: K) -> K:
        KINDS[effect] = kind()
        return kind

    return enter


def is_possible(state: State, source: Source, effects: Iterable[Effect]) -> bool:
    """Whether any of the effects could do anything."""
    return any(KINDS[type(effect)].is_possible(state, source, effect) for effect in effects)


def perform(table: Table[State], source: Source, effects: Iterable[Effect]) -> Steps[None]:
    """All of them, in the order of the card."""
    for effect in effects:
        kind = KINDS[type(effect)]
        if kind.is_possible(table.state, source, effect):
            yield from kind.perform(table, source, effect)
