"""Which word on a card is which class, and what several of them say together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.keywords.moments import Bonus, Strike, Tag, Trait
from gattai.games.mechastellar.state import State, Unit
from gattai.kernel.tally import Term

TAGS: dict[str, Tag] = {}
TRAITS: dict[str, Trait] = {}
BONUSES: dict[str, Bonus] = {}

G = TypeVar("G", bound=Tag)
R = TypeVar("R", bound=Trait)
B = TypeVar("B", bound=Bonus)


def tag(word: str) -> Callable[[type[G]], type[G]]:
    """Class decorator: the tag with this word on a weapon."""

    def enter(kind: type[G]) -> type[G]:
        TAGS[word] = kind()
        return kind

    return enter


def trait(word: str) -> Callable[[type[R]], type[R]]:
    """Class decorator: the trait with this id."""

    def enter(kind: type[R]) -> type[R]:
        TRAITS[word] = kind()
        return kind

    return enter


def bonus(kind: type[B]) -> type[B]:
    """Class decorator: an elite bonus."""
    BONUSES[kind.word] = kind()
    return kind


@cache
def tags_of(weapon: WeaponCard) -> tuple[Tag, ...]:
    """The tags of a weapon."""
    return tuple(TAGS[word] for word in weapon.tags)


@cache
def says(weapon: WeaponCard, moment: str) -> bool:
    """Any: whether a tag of the weapon says yes at a moment."""
    return any(getattr(each, moment) for each in tags_of(weapon))


@cache
def _traits(card: UnitCard, transformed: bool, lost: tuple[str, ...]) -> tuple[Trait, ...]:
    gained = card.transform.gain if transformed and card.transform else ()
    words = dict.fromkeys((*card.traits, *card.pilot_traits, *gained))
    return tuple(TRAITS[word] for word in words if f"trait:{word}" not in lost)


def traits_of(unit: Unit) -> tuple[Trait, ...]:
    """The traits a model has now: printed, gained in its other mode, without those it has lost."""
    return _traits(unit.card, unit.transformed, unit.lost)


@cache
def _voices(
    card: UnitCard, transformed: bool, lost: tuple[str, ...], moment: str
) -> tuple[Trait, ...]:
    silent = getattr(Trait, moment)
    found = _traits(card, transformed, lost)
    return tuple(each for each in found if getattr(type(each), moment) != silent)


def voices(unit: Unit, moment: str) -> tuple[Trait, ...]:
    """The traits of a model that have something to say at a moment."""
    return _voices(unit.card, unit.transformed, unit.lost, moment)


def has(unit: Unit, moment: str) -> bool:
    """Any: whether a trait says yes."""
    return bool(voices(unit, moment))


def total(unit: Unit, moment: str) -> int:
    """Sum over the traits."""
    return sum(int(getattr(each, moment)) for each in voices(unit, moment))


def highest(unit: Unit, moment: str) -> int:
    """The highest among the traits."""
    return max((int(getattr(each, moment)) for each in voices(unit, moment)), default=0)


def word_of(each: Any) -> str:
    """The id of a trait."""
    return next(word for word, known in TRAITS.items() if known is each)


def keyword_hits(state: State, strike: Strike) -> Iterator[Term]:
    """Sum: the bonus Hits that tags of the weapon and traits of the attacker give."""
    for each in tags_of(strike.weapon):
        yield from each.adds_hits(state, strike)
    if strike.is_indirect or not strike.takes_outside_help:
        return
    for voice in voices(state.units[strike.unit], "adds_hits"):
        yield from voice.adds_hits(state, strike)
