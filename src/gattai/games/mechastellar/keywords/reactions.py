"""Offers after the roll other than skills: rerolls, ship reactions, traits, orders, support,
barriers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from gattai.games.mechastellar.attack.support import (
    draws,
    reaches,
    support_of,
    support_word,
    switchable,
)
from gattai.games.mechastellar.attack.terms import cover_of
from gattai.games.mechastellar.events.attack import SkillUsed, SupportDrawn
from gattai.games.mechastellar.events.flow import OrderGiven
from gattai.games.mechastellar.events.turn import BarrierChanged, PointsSpent, SupportSet
from gattai.games.mechastellar.figures import away, has_captain, is_ship, resource
from gattai.games.mechastellar.keywords.moments import Strike, Trait
from gattai.games.mechastellar.keywords.registry import says, skills_of, trait
from gattai.games.mechastellar.keywords.skill import Offer, Skill, skill
from gattai.games.mechastellar.keywords.skills import helps
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.state import State, UnitId, once_a_table
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table


@skill
class Reroll(Skill):
    """MS.RES.BOOST, MS.RES.POWER, MS.RES.HAVOC: spend a point to reroll dice: Boost for defence,
    the others for attack.
    """

    rule = "MS.DICE.REROLL"
    names: ClassVar[Mapping[str, str]] = {
        "reroll-misses": "misses rolled again",
        "reroll-failures": "failures rolled again",
        "reroll-plain": "plain rolled again",
        "reroll-all": "all rolled again",
        "reroll-chosen": "some dice rolled again",
    }

    def label(self, rules: Parameters, word: str) -> str:
        return {
            "reroll-misses": "throw again what can count for nothing",
            "reroll-failures": "throw again all that failed",
            "reroll-plain": "throw again all but criticals",
            "reroll-all": "throw all again",
            "reroll-chosen": "throw again dice of your choice",
        }[word]

    def price(self, rules: Parameters, word: str) -> str:
        """A point of Boost, Power or Havoc."""
        return "1 point"

    def log_line(self, unit: str, word: str) -> str:
        return f"{unit}: {self.names[word]}"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """Boost counts for all defences of the Turn, Power and Havoc for one attack."""
        unit = state.units[unit_id]
        kind = resource(unit)
        if not kind or attacking != (kind != "boost") or not helps(strike, attacking):
            return
        price = 0 if kind == "boost" and unit.effect("boosted") else 1
        rule = {"boost": "MS.RES.BOOST", "power": "MS.RES.POWER", "havoc": "MS.RES.HAVOC"}[kind]
        group = "reroll" if kind == "boost" else ""
        for what in ("misses", "failures", "plain", "all", "chosen"):
            most = unit.points if what == "chosen" and kind != "boost" else 1
            yield Offer(f"reroll-{what}", rule, points=price, rerolls=what, group=group, most=most)

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """MS.RES.BOOST: one point counts for every defence of this Turn."""
        unit = table.state.units[unit_id]
        turn = resource(unit) == "boost" and table.state.rules.boost.reroll_lasts == "turn"
        lasts = (("boosted", 1),) if turn and not unit.effect("boosted") else ()
        table.emit(
            SkillUsed(
                rule=offer.rule, unit=unit_id, word=offer.word, lasts=lasts, points=offer.points
            )
        )
        yield from ()


@skill
class AllWeaponsFire(Skill):
    """MS.WARSHIP.ALL-FIRE: +1 Hit with all weapons except [AA] for the rest of the round."""

    rule = "MS.WARSHIP.ALL-FIRE"
    names: ClassVar[Mapping[str, str]] = {"all-fire": "All Weapons Fire"}

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """In its own attacks; once a round, or twice with an Elite captain."""
        unit, warship = state.units[unit_id], state.rules.warship
        if not attacking or not is_ship(unit) or says(strike.weapon, "is_anti_air"):
            return
        if not helps(strike, attacking):
            return
        most = warship.all_fire_uses_elite if unit.card.is_elite else warship.all_fire_uses_basic
        left = most - unit.spent.count("all-fire")
        if left > 0:
            yield Offer(
                "all-fire", self.rule, warship.reaction_cost_m, adds=warship.all_fire_hits,
                most=left, eased=True,
            )  # fmt: skip

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        spends = ("all-fire",)
        table.emit(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, spends=spends))
        yield from ()


@skill
class AntiAirDefences(Skill):
    """MS.WARSHIP.AA: [AA] weapons +1 Hit and +1 DEF against [X] for the rest of the round."""

    rule = "MS.WARSHIP.AA"
    names: ClassVar[Mapping[str, str]] = {"anti-air": "Anti-Air Defences"}

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """Whenever it would matter; once a round, or twice with an Elite captain."""
        unit, warship = state.units[unit_id], state.rules.warship
        matters = says(strike.weapon, "is_anti_air") if attacking else strike.weapon.category == "X"
        if not is_ship(unit) or not matters or not helps(strike, attacking):
            return
        most = warship.aa_uses_elite if unit.card.is_elite else warship.aa_uses_basic
        left = most - unit.spent.count("anti-air")
        add = warship.aa_hits if attacking else warship.aa_def
        if left > 0:
            yield Offer(
                "anti-air", self.rule, warship.reaction_cost_m, adds=add, most=left, eased=True
            )

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        spends = ("anti-air",)
        table.emit(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, spends=spends))
        yield from ()


@trait("hyper-mode")
class HyperMode(Trait, Skill):
    """MS.TIER.SKILLED: once per battle, a wider critical range for the rest of the Turn.

    MS.COUNTER.PASSIVES: a trait that has to be activated.
    """

    rule = "MS.TIER.SKILLED"
    names: ClassVar[Mapping[str, str]] = {"hyper-mode": "Hyper Mode"}

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """Not on indirect fire."""
        if helps(strike, attacking) and "hyper-mode" not in state.units[unit_id].spent:
            yield Offer("hyper-mode", self.rule, sharpens=1, group="sharp")

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        lasts, spends = (("sharp", offer.sharpens),), (offer.word,)
        event = SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, lasts=lasts, spends=spends)
        table.emit(event)
        yield from ()


@skill
class CaptainsOrder(Skill):
    """MS.ORDERS.OPS: an order, given at once, that reduces the next cost of its kind."""

    rule = "MS.ORDERS.OPS"
    names: ClassVar[Mapping[str, str]] = {"order": "an order", "extra-order": "an extra order"}

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """While captains have orders left; or bought with Momentum, if that is allowed."""
        unit = state.units[unit_id]
        if not has_captain(state, unit.seat) or not helps(strike, attacking):
            return
        if state.orders[unit.seat] > 0:
            yield Offer("order", self.rule, group="order")
        elif cost := state.rules.orders.extra_order_cost_m:
            yield Offer("extra-order", self.rule, cost, group="order")

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        bought = offer.word == "extra-order"
        table.emit(OrderGiven(rule=self.rule, unit=unit_id, bought=bought))
        yield from ()


@skill
class SupportSwitch(Skill):
    """MS.SUPPORT.MODE, MS.SUPPORT.DECLARE: switch a weapon to Support Mode for this roll."""

    rule = "MS.SUPPORT.MODE"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """MS.SUPPORT.USES: each use that is not switched yet; MS.SUPPORT.CAP: up to +2 in all."""
        if (strike.counter and not state.rules.support.on_counter) or not helps(strike, attacking):
            return
        if not attacking and strike.blindside:
            return
        foe_id = strike.target if attacking else strike.unit
        unit, foe = state.units[unit_id], state.units[foe_id]
        melee = strike.is_melee
        given = sum(
            n for _, _, n in draws(state, unit_id, foe_id, attacking=attacking, melee=melee)
        )
        room = state.rules.support.cap - given
        by_use = state.rulings.support_switch == "each-use"
        for weapon in switchable(state, unit_id) if room > 0 else ():
            amount = support_of(state, weapon, attacking=attacking, melee=melee)
            fires = weapon.id == strike.weapon.id and not by_use
            if amount and not fires and reaches(state, weapon, away(unit, foe)):
                left = unit.left_of(weapon.id) - unit.support.count(weapon.id)
                most = max(1, left) if by_use else 1
                yield Offer(
                    support_word(weapon.id),
                    self.rule,
                    adds=amount,
                    group="support",
                    most=most,
                    room=room,
                )

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """MS.SUPPORT.USES: the weapon cannot attack this round, and its bonus takes a use."""
        everything = table.state.units[unit_id].card.weapon
        weapon = next(each.id for each in everything if support_word(each.id) == offer.word)
        table.emit(SupportSet(rule=self.rule, unit=unit_id, weapon=weapon))
        if table.state.units[unit_id].left_of(weapon) > 0:
            drawn = SupportDrawn(rule="MS.SUPPORT.USES", unit=unit_id, weapon=weapon, uses=1)
            table.emit(drawn)
        yield from ()


@skill
class RechargeBarrier(Skill):
    """MS.BARRIER.RECOVER: a point of Power or Havoc restores a point of barrier at any time."""

    rule = "MS.BARRIER.RECOVER"
    names: ClassVar[Mapping[str, str]] = {"recharge": "a point on its barrier"}

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """Only before the barrier blocks."""
        unit = state.units[unit_id]
        card = unit.card.barrier
        if attacking or card is None or resource(unit) not in ("power", "havoc"):
            return
        if unit.barrier < card.strength:
            most = card.strength - unit.barrier
            cover = self._cover_lost(state, strike, unit_id)
            yield Offer("recharge", self.rule, points=1, most=most, first_costs=cover)

    @staticmethod
    def _cover_lost(state: State, strike: Strike, unit_id: UnitId) -> int:
        """MS.BARRIER.COVER: the DEF of cover that is lost as soon as the barrier is restored.

        MS.AMB.BARRIER-RECHARGE: unless this match rules otherwise.
        """
        if state.rulings.barrier_recharge == "adds-to-cover":
            return 0
        up = state.with_unit(unit_id, replace(state.units[unit_id], barrier=1))
        return cover_of(state, strike)[0] - cover_of(up, strike)[0]

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        table.emit(PointsSpent(rule=self.rule, unit=unit_id, points=1, why="barrier"))
        table.emit(BarrierChanged(rule=self.rule, unit=unit_id, strength=1))
        yield from ()


@once_a_table
def offers_of(
    state: State, strike: Strike, unit_id: UnitId, attacking: bool
) -> tuple[tuple[Skill, Offer], ...]:
    """All offers of a side with their classes; an order only if it reduces a cost."""
    found = [
        (skill, offer)
        for skill in skills_of(state.units[unit_id])
        for offer in skill.offers(state, strike, unit_id, attacking)
    ]
    if any(offer.eased for _, offer in found):
        return tuple(found)
    return tuple(each for each in found if each[1].group != "order")
