"""What can be used once the dice lie: pilot skills. Other things of the kind are in `reactions`.

Each is one small class. `offers` says what a side could use now and at what price; `used` what
follows beside the price.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from gattai.games.mechastellar.course.momentum import rally
from gattai.games.mechastellar.events.strike import SkillUsed
from gattai.games.mechastellar.figures import (
    has_ace_form,
    is_ship,
)
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import has
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.games.mechastellar.strike.exchange import Offer
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table

FLASH, GREAT_FLASH = "flash", "great-flash"


class Skill:
    """Something that one side of an attack can use after it has seen the dice."""

    rule: ClassVar[RuleId]

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """What can be used now; whether it can be paid is seen later."""
        return iter(())

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """What follows beside the price."""
        table.happens(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word))
        yield from ()


def skills_used(unit: Unit) -> tuple[str, ...]:
    """MS.SKILL.LIMIT: the skills that a unit has used this Turn and that count."""
    return tuple(kind[6:] for kind, _ in unit.effects if kind.startswith("skill:"))


def may_use_elite_skills(unit: Unit) -> bool:
    """MS.SKILL.ACCESS: Elite units, Elite captains, and the Commander."""
    return unit.card.is_elite or unit.commander


def helps(strike: Strike, attacking: bool) -> bool:
    """MS.IDF.NO-BONUS, MS.AOE.FIRST: whether the attacker may improve this attack at all."""
    return not attacking or (not strike.is_indirect and strike.takes_outside_help)


class Focus(Skill):
    """MS.SKILL.FOCUS: this roll succeeds on 3+; it does not count as the Turn's skill."""

    rule = "MS.SKILL.FOCUS"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """For everybody, Warships too."""
        if not helps(strike, attacking):
            return
        focus, unit = state.rules.skill.focus, state.units[unit_id]
        free = not attacking and self._steady(unit)
        yield Offer(
            "focus", self.rule, 0 if free else focus.cost, success=focus.target, group="focus",
            eased=not free,
        )  # fmt: skip

    @staticmethod
    def _steady(unit: Unit) -> bool:
        return has(unit, "steadies_defence") and "steadied" not in unit.spent

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """A trait may make one of them free each round."""
        spends = () if offer.momentum else ("steadied",)
        event = SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, spends=spends)
        table.happens(event)
        yield from ()


class Flash(Skill):
    """MS.SKILL.FLASH: +5 or +10 DEF, once for each defence; its ace form spares the Counter."""

    rule = "MS.SKILL.FLASH"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """For all but Warships."""
        flash, unit = state.rules.skill.flash, state.units[unit_id]
        if attacking or is_ship(unit):
            return
        apart = state.rules.skill.defence_skills == "each_once_per_attack"
        if not apart and any(word != "flash" for word in skills_used(unit)):
            return
        for word, cost, add in (
            (FLASH, flash.cost, flash.add),
            (GREAT_FLASH, flash.cost2, flash.add2),
        ):
            if cost:
                yield Offer(word, self.rule, cost, adds=add, group="flash", is_skill=not apart)

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """It counts as the Turn's skill, but may be used again."""
        lasts = (("skill:flash", 1),)
        table.happens(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, lasts=lasts))
        yield from ()


class IronWall(Skill):
    """MS.SKILL.IRON-WALL: +3 or +6 DEF and cheaper failed saves until the Turn ends."""

    rule = "MS.SKILL.IRON-WALL"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """For Elite units, captains and the Commander."""
        wall, unit = state.rules.skill.iron_wall, state.units[unit_id]
        if attacking or unit.effect("iron"):
            return
        if wall.tier == "elite" and not may_use_elite_skills(unit):
            return
        apart = state.rules.skill.defence_skills == "each_once_per_attack"
        if not apart and len(skills_used(unit)) >= state.rules.skill.per_turn:
            return
        for word, cost, add in (
            ("iron-wall", wall.cost, wall.add),
            ("great-iron-wall", wall.cost2, wall.add2),
        ):
            if cost:
                yield Offer(word, self.rule, cost, adds=add, group="iron", is_skill=not apart)

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """It lasts for the Turn; its ace form, Persevere, is a Morale save to Rally."""
        lasts = (("skill:iron-wall", 1), ("iron", offer.adds))
        table.happens(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, lasts=lasts))
        if has_ace_form(table.state.units[unit_id]):
            yield from rally(table, unit_id, 1, "MS.SKILL.ACE")


class Valor(Skill):
    """MS.SKILL.VALOR: +5 Hits; its ace form, Soul, +1 more against an Ace or the Commander."""

    rule = "MS.SKILL.VALOR"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """For Elite units, captains and the Commander."""
        valor, unit = state.rules.skill.valor, state.units[unit_id]
        if not attacking or not helps(strike, attacking) or not may_use_elite_skills(unit):
            return
        if state.round < valor.from_round or (valor.tier == "elite_no_warship" and is_ship(unit)):
            return
        if len(skills_used(unit)) >= state.rules.skill.per_turn:
            return
        target = state.units[strike.target]
        soul = has_ace_form(unit) and (target.card.tier == "ace" or target.commander)
        add = valor.add + (valor.ace_add if soul else 0)
        yield Offer("valor", self.rule, valor.cost, adds=add, group="valor", is_skill=True)

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """It is the Turn's skill."""
        lasts = (("skill:valor", 1),)
        table.happens(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, lasts=lasts))
        yield from ()


def spares_counter(unit: Unit, used: tuple[str, ...]) -> bool:
    """MS.SKILL.FLASH: its ace form, Intuition, takes the penalty off the Counter after this attack."""
    return has_ace_form(unit) and any(word in (FLASH, GREAT_FLASH) for word in used)
