"""Pilot skills, which are used after the roll. Other offers are in `reactions`.

Each is one small class. `offers` yields what a side could use now, with the price; `used` applies
the effects beyond the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from gattai.games.mechastellar.events.attack import SkillUsed
from gattai.games.mechastellar.figures import (
    has_ace_form,
    is_ship,
)
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import has
from gattai.games.mechastellar.keywords.skill import Offer, Skill, skill, skills_used, turn_skill
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.phases.momentum import rally
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table

FLASH, GREAT_FLASH = "flash", "great-flash"
IRON_WALL, GREAT_IRON_WALL = "iron-wall", "great-iron-wall"
"""For 6 Momentum, the document calls these Super Flash and Super Iron Wall (REV101)."""


def may_use_elite_skills(unit: Unit) -> bool:
    """MS.SKILL.ACCESS: whether it is an Elite unit, an Elite captain, or the Commander."""
    return unit.card.is_elite or unit.commander


def helps(strike: Strike, attacking: bool) -> bool:
    """MS.IDF.NO-BONUS, MS.AOE.FIRST: whether the attacker may improve this attack."""
    return not attacking or (not strike.is_indirect and strike.takes_outside_help)


@skill
class Focus(Skill):
    """MS.SKILL.FOCUS: this roll succeeds on 3+; it does not count as the Turn's skill."""

    rule = "MS.SKILL.FOCUS"
    names: ClassVar[Mapping[str, str]] = {"focus": "Focus"}
    is_free_by = "free by a trait"

    def does(self, rules: Parameters, word: str) -> str:
        return f"this roll succeeds on {rules.skill.focus.target}+"

    def cost(self, rules: Parameters, word: str) -> int:
        return rules.skill.focus.cost

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """For all units, including Warships."""
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
        """A trait may make one use free each round."""
        spends = () if offer.momentum else ("steadied",)
        event = SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, spends=spends)
        table.emit(event)
        yield from ()


@skill
class Flash(Skill):
    """MS.SKILL.FLASH: +5 or +10 DEF, once for each defence; its ace form removes the Counter's
    penalty.
    """

    rule = "MS.SKILL.FLASH"
    names: ClassVar[Mapping[str, str]] = {FLASH: "Flash", GREAT_FLASH: "Super Flash"}
    mark = turn_skill(FLASH)

    def does(self, rules: Parameters, word: str) -> str:
        return f"+{rules.skill.flash.add if word == FLASH else rules.skill.flash.add2} DEF"

    def cost(self, rules: Parameters, word: str) -> int:
        return rules.skill.flash.cost if word == FLASH else rules.skill.flash.cost2

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """For all units except Warships."""
        flash, unit = state.rules.skill.flash, state.units[unit_id]
        if attacking or is_ship(unit):
            return
        apart = state.rules.skill.defence_skills == "each_once_per_attack"
        if not apart and any(word != FLASH for word in skills_used(unit)):
            return
        for word, cost, add in (
            (FLASH, flash.cost, flash.add),
            (GREAT_FLASH, flash.cost2, flash.add2),
        ):
            if cost:
                yield Offer(word, self.rule, cost, adds=add, group="flash", is_skill=not apart)

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """It counts as the Turn's skill, but may be used again."""
        lasts = ((self.mark, 1),)
        table.emit(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, lasts=lasts))
        yield from ()


@skill
class IronWall(Skill):
    """MS.SKILL.IRON-WALL: +3 or +6 DEF and cheaper failed saves until the Turn ends."""

    rule = "MS.SKILL.IRON-WALL"
    names: ClassVar[Mapping[str, str]] = {
        IRON_WALL: "Iron Wall",
        GREAT_IRON_WALL: "Super Iron Wall",
    }
    mark = turn_skill(IRON_WALL)

    def does(self, rules: Parameters, word: str) -> str:
        wall = rules.skill.iron_wall
        return f"+{wall.add if word == IRON_WALL else wall.add2} DEF this Turn"

    def cost(self, rules: Parameters, word: str) -> int:
        wall = rules.skill.iron_wall
        return wall.cost if word == IRON_WALL else wall.cost2

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
            (IRON_WALL, wall.cost, wall.add),
            (GREAT_IRON_WALL, wall.cost2, wall.add2),
        ):
            if cost:
                yield Offer(word, self.rule, cost, adds=add, group="iron", is_skill=not apart)

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """It lasts for the Turn; its ace form, Persevere, gives a Morale save to Rally."""
        lasts = ((self.mark, 1), ("iron", offer.adds))
        table.emit(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, lasts=lasts))
        if has_ace_form(table.state.units[unit_id]):
            yield from rally(table, unit_id, 1, "MS.SKILL.ACE")


@skill
class Valor(Skill):
    """MS.SKILL.VALOR: +5 Hits; its ace form, Soul, +1 more against an Ace or the Commander."""

    rule = "MS.SKILL.VALOR"
    names: ClassVar[Mapping[str, str]] = {"valor": "Valor"}
    mark = turn_skill("valor")

    def does(self, rules: Parameters, word: str) -> str:
        return f"+{rules.skill.valor.add} HIT"

    def cost(self, rules: Parameters, word: str) -> int:
        return rules.skill.valor.cost

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
        lasts = ((self.mark, 1),)
        table.emit(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, lasts=lasts))
        yield from ()


def spares_counter(unit: Unit, used: tuple[str, ...]) -> bool:
    """MS.SKILL.FLASH: its ace form, Intuition, removes the penalty of the Counter after this attack."""
    return has_ace_form(unit) and any(word in (FLASH, GREAT_FLASH) for word in used)
