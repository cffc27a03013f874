"""Map words on cards to keyword classes, and combine the results of several keywords."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeVar

from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.keywords.moments import Bonus, Strike, Tag, Trait
from gattai.games.mechastellar.keywords.skill import SKILLS, Skill
from gattai.games.mechastellar.keywords.skill import enter as enter_skill
from gattai.games.mechastellar.state import State, Unit
from gattai.kernel.tally import Term

TAGS: dict[str, Tag] = {}
TRAITS: dict[str, Trait] = {}
BONUSES: dict[str, Bonus] = {}

G = TypeVar("G", bound=Tag)
R = TypeVar("R", bound=Trait)
B = TypeVar("B", bound=Bonus)


def tag(word: str) -> Callable[[type[G]], type[G]]:
    """Class decorator: register the tag with this word on a weapon."""

    def enter(kind: type[G]) -> type[G]:
        TAGS[word] = kind()
        return kind

    return enter


def trait(word: str) -> Callable[[type[R]], type[R]]:
    """Class decorator: register the trait with this id. If it is also a skill, models with the
    trait may use it.
    """

    def enter(kind: type[R]) -> type[R]:
        one: Trait = kind()
        TRAITS[word] = one
        if isinstance(one, Skill):
            enter_skill(one)
        return kind

    return enter


def bonus(kind: type[B]) -> type[B]:
    """Class decorator: register an elite bonus."""
    BONUSES[kind.word] = kind()
    return kind


@cache
def tags_of(weapon: WeaponCard) -> tuple[Tag, ...]:
    """The tags of a weapon."""
    return tuple(TAGS[word] for word in weapon.tags)


@cache
def says(weapon: WeaponCard, moment: str) -> bool:
    """Any: whether a hook of a tag of the weapon is true."""
    return any(getattr(each, moment) for each in tags_of(weapon))


@cache
def _traits(card: UnitCard, transformed: bool, lost: tuple[str, ...]) -> tuple[Trait, ...]:
    gained = card.transform.gain if transformed and card.transform else ()
    words = dict.fromkeys((*card.traits, *card.pilot_traits, *gained))
    return tuple(TRAITS[word] for word in words if f"trait:{word}" not in lost)


def traits_of(unit: Unit) -> tuple[Trait, ...]:
    """The current traits of a model: printed and gained in its other mode, without those it has lost."""
    return _traits(unit.card, unit.transformed, unit.lost)


@cache
def _skills(card: UnitCard, transformed: bool, lost: tuple[str, ...]) -> tuple[Skill, ...]:
    own = _traits(card, transformed, lost)
    return tuple(one for one in SKILLS if not isinstance(one, Trait) or one in own)


def skills_of(unit: Unit) -> tuple[Skill, ...]:
    """The skills a model may use: all except those of traits it does not have."""
    return _skills(unit.card, unit.transformed, unit.lost)


@cache
def _hooks(
    card: UnitCard, transformed: bool, lost: tuple[str, ...], moment: str
) -> tuple[Trait, ...]:
    silent = getattr(Trait, moment)
    found = _traits(card, transformed, lost)
    return tuple(each for each in found if getattr(type(each), moment) != silent)


def hooks(unit: Unit, moment: str) -> tuple[Trait, ...]:
    """The traits of a model that override a hook."""
    return _hooks(unit.card, unit.transformed, unit.lost, moment)


def has(unit: Unit, moment: str) -> bool:
    """Any: whether a hook of a trait is true."""
    return bool(hooks(unit, moment))


def total(unit: Unit, moment: str) -> int:
    """The sum of a hook over all traits."""
    return sum(int(getattr(each, moment)) for each in hooks(unit, moment))


def highest(unit: Unit, moment: str) -> int:
    """The highest value of a hook among the traits."""
    return max((int(getattr(each, moment)) for each in hooks(unit, moment)), default=0)


def word_of(each: object) -> str:
    """Return the id of a trait."""
    return next(word for word, known in TRAITS.items() if known is each)


def keyword_hits(state: State, strike: Strike) -> Iterator[Term]:
    """Sum: the bonus Hits from tags of the weapon and traits of the attacker."""
    for each in tags_of(strike.weapon):
        yield from each.adds_hits(state, strike)
    if strike.is_indirect or not strike.takes_outside_help:
        return
    for hook in hooks(state.units[strike.unit], "adds_hits"):
        yield from hook.adds_hits(state, strike)
