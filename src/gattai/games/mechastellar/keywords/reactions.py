"""What else can be used once the dice lie: rerolls, ship reactions, traits, orders, support, barriers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gattai.games.mechastellar.events.flow import OrderGiven
from gattai.games.mechastellar.events.strike import SkillUsed, SupportDrawn
from gattai.games.mechastellar.events.turn import BarrierChanged, PointsSpent, SupportSet
from gattai.games.mechastellar.figures import away, has_captain, is_ship, resource
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says, total, voices, word_of
from gattai.games.mechastellar.keywords.skills import (
    Flash,
    Focus,
    IronWall,
    Skill,
    Valor,
    helps,
)
from gattai.games.mechastellar.state import State, UnitId, once_a_table
from gattai.games.mechastellar.strike.exchange import Offer
from gattai.games.mechastellar.strike.support import draws, reaches, support_of, switchable
from gattai.games.mechastellar.strike.terms import cover_of
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table


class Reroll(Skill):
    """MS.RES.BOOST, MS.RES.POWER, MS.RES.HAVOC: a point to roll dice again: defence, or attack."""

    rule = "MS.DICE.REROLL"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """Boost for all defences of the Turn, Power and Havoc for one attack."""
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
        """MS.RES.BOOST: one point serves every defence of this Turn."""
        unit = table.state.units[unit_id]
        turn = resource(unit) == "boost" and table.state.rules.boost.reroll_lasts == "turn"
        lasts = (("boosted", 1),) if turn and not unit.effect("boosted") else ()
        table.happens(
            SkillUsed(
                rule=offer.rule, unit=unit_id, word=offer.word, lasts=lasts, points=offer.points
            )
        )
        yield from ()


class AllWeaponsFire(Skill):
    """MS.WARSHIP.ALL-FIRE: +1 Hit with all but [AA] weapons for the rest of the round."""

    rule = "MS.WARSHIP.ALL-FIRE"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """In its own attacks; once a round, an Elite captain twice."""
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
        """Counted for the round."""
        spends = ("all-fire",)
        table.happens(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, spends=spends))
        yield from ()


class AntiAirDefences(Skill):
    """MS.WARSHIP.AA: [AA] weapons +1 Hit and +1 DEF against [X] for the rest of the round."""

    rule = "MS.WARSHIP.AA"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """Whenever it would matter; once a round, an Elite captain twice."""
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
        """Counted for the round."""
        spends = ("anti-air",)
        table.happens(SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, spends=spends))
        yield from ()


class CalledUpTrait(Skill):
    """MS.COUNTER.PASSIVES: a trait that is called up, once in a battle: a wider critical range."""

    rule = "MS.TIER.SKILLED"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """Not on indirect fire."""
        unit = state.units[unit_id]
        steps = total(unit, "sharpens")
        if steps and helps(strike, attacking):
            word = word_of(voices(unit, "sharpens")[0])
            if word not in unit.spent:
                yield Offer(word, self.rule, sharpens=steps, group="sharp")

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """For the rest of the Turn."""
        lasts, spends = (("sharp", offer.sharpens),), (offer.word,)
        event = SkillUsed(rule=self.rule, unit=unit_id, word=offer.word, lasts=lasts, spends=spends)
        table.happens(event)
        yield from ()


class CaptainsOrder(Skill):
    """MS.ORDERS.OPS: an order, given on the spot, that lowers the next cost it is meant for."""

    rule = "MS.ORDERS.OPS"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """While captains have orders left; or bought with Momentum, where that is allowed."""
        unit = state.units[unit_id]
        if not has_captain(state, unit.seat) or not helps(strike, attacking):
            return
        if state.orders[unit.seat] > 0:
            yield Offer("order", self.rule, group="order")
        elif cost := state.rules.orders.extra_order_cost_m:
            yield Offer("extra-order", self.rule, cost, group="order")

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """It waits until it lowers a cost."""
        bought = offer.word == "extra-order"
        table.happens(OrderGiven(rule=self.rule, unit=unit_id, bought=bought))
        yield from ()


class SupportSwitch(Skill):
    """MS.SUPPORT.MODE, MS.SUPPORT.DECLARE: a weapon is switched to Support Mode for this very roll."""

    rule = "MS.SUPPORT.MODE"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """MS.SUPPORT.USES: each use that is not set yet; MS.SUPPORT.CAP: up to +2 in all."""
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
                word = f"support-{weapon.id}"
                yield Offer(word, self.rule, adds=amount, group="support", most=most, room=room)

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """MS.SUPPORT.USES: it is silent for the round, and its bonus takes a use."""
        weapon = offer.word.removeprefix("support-")
        table.happens(SupportSet(rule=self.rule, unit=unit_id, weapon=weapon))
        if table.state.units[unit_id].left_of(weapon) > 0:
            drawn = SupportDrawn(rule="MS.SUPPORT.USES", unit=unit_id, weapon=weapon, uses=1)
            table.happens(drawn)
        yield from ()


class RechargeBarrier(Skill):
    """MS.BARRIER.RECOVER: a point of Power or Havoc restores a point of barrier, at any time."""

    rule = "MS.BARRIER.RECOVER"

    def offers(
        self, state: State, strike: Strike, unit_id: UnitId, attacking: bool
    ) -> Iterator[Offer]:
        """Before the barrier has to block."""
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
        """MS.BARRIER.COVER: the DEF of cover, which a barrier takes away as soon as it is up again.

        MS.AMB.BARRIER-RECHARGE: or not.
        """
        if state.rulings.barrier_recharge == "adds-to-cover":
            return 0
        up = state.with_unit(unit_id, replace(state.units[unit_id], barrier=1))
        return cover_of(state, strike)[0] - cover_of(up, strike)[0]

    def used(self, table: Table[State], unit_id: UnitId, offer: Offer) -> Steps[None]:
        """At once."""
        table.happens(PointsSpent(rule=self.rule, unit=unit_id, points=1, why="barrier"))
        table.happens(BarrierChanged(rule=self.rule, unit=unit_id, strength=1))
        yield from ()


SKILLS: tuple[Skill, ...] = (
    Focus(), Flash(), IronWall(), Valor(), Reroll(), AllWeaponsFire(), AntiAirDefences(),
    CalledUpTrait(), CaptainsOrder(), SupportSwitch(), RechargeBarrier(),
)  # fmt: skip


@once_a_table
def offers_of(
    state: State, strike: Strike, unit_id: UnitId, attacking: bool
) -> tuple[tuple[Skill, Offer], ...]:
    """Everything a side could use, with the class it comes from; an order only where it eases."""
    found = [
        (skill, offer)
        for skill in SKILLS
        for offer in skill.offers(state, strike, unit_id, attacking)
    ]
    if any(offer.eased for _, offer in found):
        return tuple(found)
    return tuple(each for each in found if each[1].group != "order")
