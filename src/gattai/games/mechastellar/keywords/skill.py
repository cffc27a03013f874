"""The base class of skills: when one can be used, its price, its effect, and its wording.

Pilot skills are in `skills`; rerolls, ship reactions, orders and the like in `reactions`. A trait
that can be used after the roll is a skill too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, TypeVar

import msgspec

from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


class Offer(msgspec.Struct, frozen=True, cache_hash=True):
    """An offer that a side can use after the roll: its price and its effect."""

    word: str
    rule: RuleId
    momentum: int = 0
    points: int = 0
    adds: int = 0
    """Additional Hits or DEF."""
    success: int = 0
    """The number dice now need for a success; 0 leaves it unchanged."""
    sharpens: int = 0
    rerolls: Literal["", "misses", "failures", "plain", "all", "chosen"] = ""
    is_skill: bool = False
    """MS.SKILL.LIMIT: whether it counts as the one skill of the Turn."""
    group: str = ""
    """Only one offer of a group may be used on a roll; empty: any number of times, up to `most` in
    all.
    """
    most: int = 1
    room: int = 0
    """If not 0, a group may be used repeatedly but adds at most this in all."""
    first_costs: int = 0
    """The Hits or DEF that its first use costs."""
    eased: bool = False
    """MS.ORDERS.OPS: whether an order reduces its price."""


class Skill:
    """Something that one side of an attack can use after the roll."""

    rule: ClassVar[RuleId]
    names: ClassVar[Mapping[str, str]] = {}
    """The words of its offers with their display names."""
    is_free_by: ClassVar[str] = ""
    """The reason shown with the price when it costs nothing."""

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """The offers that can be used now; payment is checked later."""
        return iter(())

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        raise NotImplementedError

    def does(self, rules: Parameters, word: str) -> str:
        """The effect on the rolled dice, for a button."""
        return ""

    def cost(self, rules: Parameters, word: str) -> int:
        """The printed Momentum cost. An order or a trait may reduce it; the `tray` shows the actual
        cost.
        """
        return 0

    def label(self, rules: Parameters, word: str) -> str:
        does = self.does(rules, word)
        return f"{spoken(word)}: {does}" if does else spoken(word)

    def price(self, rules: Parameters, word: str) -> str:
        """Return the printed price in words."""
        cost = self.cost(rules, word)
        return f"{cost} momentum" if cost else ""

    def log_line(self, unit: str, word: str) -> str:
        """The log line after a unit has used it."""
        return f"{unit} uses {spoken(word)}"


ANY_SKILL = Skill()
"""Stands for words that belong to no skill, such as weapons in Support Mode."""
SKILLS: list[Skill] = []
"""All skills in the order in which they are offered."""
BY_WORD: dict[str, Skill] = {}
K = TypeVar("K", bound=Skill)


def skill(kind: type[K]) -> type[K]:
    """Class decorator: register a skill for all units that may use it."""
    enter(kind())
    return kind


def enter(one: Skill) -> None:
    """Make a skill known."""
    SKILLS.append(one)
    BY_WORD.update(dict.fromkeys(one.names, one))


def skill_of(word: str) -> Skill:
    """Return the skill with this word."""
    return BY_WORD.get(word, ANY_SKILL)


def spoken(word: str) -> str:
    """The display name of a skill or bonus: `Iron Wall`, `misses rolled again`."""
    name = skill_of(word).names.get(word)
    return name or word.replace("-", " ").title().replace("Aa ", "AA ")


TURN_SKILLS: dict[str, str] = {}
"""MS.SKILL.LIMIT: the lasting effect on a unit that has used the skill of its Turn, with the word
of the skill.
"""


def turn_skill(word: str) -> str:
    """The effect until the Turn ends on a unit that has used a skill that counts."""
    mark = f"skill:{word}"
    TURN_SKILLS[mark] = word
    return mark


def skills_used(unit: Unit) -> tuple[str, ...]:
    """MS.SKILL.LIMIT: the skills used by a unit this Turn that count."""
    return tuple([TURN_SKILLS[kind] for kind, _ in unit.effects if kind in TURN_SKILLS])
