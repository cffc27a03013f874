"""The turn of a unit apart from moves and attacks: Zeal, stun, support, ships, ending the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from gattai.games.mechastellar.actions.attacking import fights
from gattai.games.mechastellar.actions.moving import moves
from gattai.games.mechastellar.attack.support import has_support, switchable
from gattai.games.mechastellar.events.attack import SkillUsed
from gattai.games.mechastellar.events.turn import ActionsSpent, SupportSet
from gattai.games.mechastellar.figures import is_ship
from gattai.games.mechastellar.keywords.registry import has
from gattai.games.mechastellar.keywords.skill import skills_used, turn_skill
from gattai.games.mechastellar.phases.acting import TurnAction, is_own, own
from gattai.games.mechastellar.phases.anytime import (
    ForAnyUnit,
    Order,
    Recharge,
    Repair,
    ShakeOff,
    Transform,
    aboard_units,
)
from gattai.games.mechastellar.phases.duty import closing_refusals, must_attack
from gattai.games.mechastellar.phases.momentum import eased, pay, pay_eased
from gattai.games.mechastellar.phases.turns import board, end_turn
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.action import Action
from gattai.kernel.question import Seat, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.text.template import counted

ZEAL = turn_skill("zeal")


def act_candidates(state: State) -> list[Action]:
    """The candidates for the current turn: more than the legal actions, but quick to list."""
    act = state.act
    assert act is not None
    found: list[Action] = [END_TURN]
    if act.owed and (act.combat or act.moves):
        found += [GiveUp("combat"), GiveUp("move")]
    else:
        found += moves(state, act)
        found += fights(state, act)
    found += _rest(state, act)
    return found


def _rest(state: State, act: Act) -> Iterator[Action]:
    unit = state.units[act.unit]
    if act.fought or act.moved or act.owed:
        for actions in range(1, state.rules.skill.zeal.max + 1):
            yield Zeal(actions)
    if unit.card.transform is not None and not act.begun:
        yield Transform()
    for each, model, _ in state.friends(unit.seat):
        yield from _for_friend(state, each, model)
    for each in aboard_units(state, unit.seat):
        for member in state.squad(each):
            yield Repair(member)


def _for_friend(state: State, each: UnitId, model: Unit) -> Iterator[Action]:
    """What can be done for any unit of the side whose turn it is."""
    if has_support(state, model.card):
        for weapon in switchable(state, each):
            yield Support(each, weapon.id)
    if model.points and model.stun:
        yield ShakeOff(each)
    if model.points and model.card.barrier is not None:
        yield Recharge(each)
    if state.orders[model.seat] or state.rules.orders.extra_order_cost_m:
        yield Order(each)
    if is_ship(model):
        yield ReadyAntiAir(each)


class Zeal(TurnAction, frozen=True, tag="zeal"):
    """Buy Combat Actions with Momentum."""

    despite_stun = True

    actions: int

    def label(self, view: State) -> str:
        price = zeal_price(view, view.act, self.actions) if view.act else self.actions
        return f"Zeal: {counted(self.actions, 'more Combat Action')} for {price} momentum"

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Zeal]:
        return map(cls, range(1, 5))

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.SKILL.ZEAL: after a Combat Action or the second Move Action; MS.STUN.ACTIONS: or when
        stunned.
        """
        actions = self.actions
        rule, zeal, unit = "MS.SKILL.ZEAL", state.rules.skill.zeal, state.units[act.unit]
        if is_ship(unit):
            yield Refusal("MS.WARSHIP.SKILLS", "ships have no Zeal")
        if not 1 <= actions <= zeal.max:
            yield Refusal(rule, "that many actions are not available", (("most", zeal.max),))
            return
        if len(skills_used(unit)) >= state.rules.skill.per_turn:
            yield Refusal("MS.SKILL.LIMIT", "one skill a Turn")
        stunned = act.owed > 0 and not act.begun
        moved = act.moved >= state.rules.turn.move_actions or (act.moved > 0 and act.moves < 1)
        if not (act.fought or moved or stunned):
            yield Refusal(rule, "Zeal follows a Combat Action or the second Move Action")
        price, have = zeal_price(state, act, actions), state.momentum[unit.seat]
        if price > have:
            yield Refusal(
                "MS.MOM.PAY", "not enough Momentum", (("price", price), ("momentum", have))
            )

    def perform(self, table: Table[State]) -> None:
        """MS.SKILL.ZEAL: buy Combat Actions with Momentum, once a turn."""
        state = table.state
        assert state.act is not None
        unit_id, rule = state.act.unit, "MS.SKILL.ZEAL"
        price = zeal_price(state, state.act, self.actions)
        pay(table, state.units[unit_id].seat, price, "zeal", rule)
        table.emit(SkillUsed(rule=rule, unit=unit_id, word="zeal", lasts=((ZEAL, 1),)))
        why = counted(self.actions, "more Combat Action")
        table.emit(ActionsSpent(rule=rule, combat=-self.actions, why=why))


def zeal_price(state: State, act: Act, actions: int) -> int:
    """MS.SKILL.ZEAL: the Momentum for each action; a trait may make one free after an Ambush."""
    free = int(act.ambushed and has(state.units[act.unit], "strikes_from_ambush"))
    return max(0, actions - free) * state.rules.skill.zeal.cost_each


class GiveUp(TurnAction, frozen=True, tag="give-up"):
    """Lose actions to stun."""

    says = "give up a {what} action"
    despite_stun = True

    what: Literal["combat", "move"]

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[GiveUp]:
        yield from (cls("combat"), cls("move"))

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.STUN.ACTIONS: while stun takes actions and one is left."""
        left = act.combat if self.what == "combat" else act.moves
        if not act.owed:
            yield Refusal("MS.STUN.ACTIONS", "nothing has to be given up")
        elif not left:
            yield Refusal("MS.STUN.ACTIONS", f"no {self.what} action left to give up")

    def perform(self, table: Table[State]) -> None:
        """MS.STUN.ACTIONS: lose the action."""
        combat = int(self.what == "combat")
        why = f"a {self.what} action lost to stun"
        rule = "MS.STUN.ACTIONS"
        table.emit(ActionsSpent(rule=rule, combat=combat, moves=1 - combat, owed=1, why=why))


class Support(TurnAction, frozen=True, tag="support"):
    """Switch a weapon to Support Mode."""

    unit: UnitId
    weapon: str

    def label(self, view: State) -> str:
        return f"{view.called(self.unit)}: {view.weapon_name(self.weapon)} to Support Mode"

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Support]:
        for each in state.all_units:
            yield from (cls(each, weapon.id) for weapon in state.units[each].card.weapon)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.SUPPORT.MODE: a weapon of an own unit that can be switched now."""
        seat, rule = state.units[act.unit].seat, "MS.SUPPORT.MODE"
        yield from own(state, seat, self.unit, rule)
        if is_own(state, seat, self.unit):
            ready = [each.id for each in switchable(state, self.unit)]
            if self.weapon not in ready:
                yield Refusal(rule, "this weapon cannot be switched to Support Mode now")

    def perform(self, table: Table[State]) -> None:
        """MS.SUPPORT.MODE: the weapon cannot attack for the rest of the round."""
        table.emit(SupportSet(rule="MS.SUPPORT.MODE", unit=self.unit, weapon=self.weapon))


class ReadyAntiAir(ForAnyUnit, frozen=True, tag="anti-air"):
    """Ready a ship's anti-air defences."""

    rule = "MS.WARSHIP.AA"

    def label(self, view: State) -> str:
        price = eased(view, self.unit, view.rules.warship.reaction_cost_m)
        return f"{view.called(self.unit)}: Anti-Air Defences for {price} momentum"

    def lacking(self, state: State, seat: Seat, unit: Unit) -> Iterator[Refusal]:
        """MS.WARSHIP.AA: a ship, at any time; once a round, or twice with an Elite captain."""
        rule, warship = self.rule, state.rules.warship
        if not is_ship(unit):
            yield Refusal(rule, f"{unit.name} is no ship")
            return
        most = warship.aa_uses_elite if unit.card.is_elite else warship.aa_uses_basic
        if unit.spent.count("anti-air") >= most:
            yield Refusal(rule, "no further use this round", (("most", most),))
        price, have = eased(state, self.unit, warship.reaction_cost_m), state.momentum[seat]
        if price > have:
            yield Refusal(
                "MS.MOM.PAY", "not enough Momentum", (("price", price), ("momentum", have))
            )

    def perform(self, table: Table[State]) -> None:
        """MS.WARSHIP.AA: at any time, even before an attack; it lasts for the round."""
        cost = table.state.rules.warship.reaction_cost_m
        pay_eased(table, self.unit, cost, "Anti-Air Defences", self.rule)
        spends = ("anti-air",)
        table.emit(SkillUsed(rule=self.rule, unit=self.unit, word="anti-air", spends=spends))


class EndTurn(TurnAction, frozen=True, tag="end-turn"):
    """End the turn of this unit."""

    says = "end the turn"
    ends = True
    despite_stun = True

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[EndTurn]:
        yield END_TURN

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.RETURNFIRE.ATTACK, MS.CHALLENGE.DUTY: duties that are not fulfilled yet.

        MS.STUN.ACTIONS: actions that stun still takes are removed before duties are checked,
        attacks first.
        """
        attacks = min(act.combat, act.owed)
        moves = max(0, act.moves - (act.owed - attacks))
        act = replace(act, combat=act.combat - attacks, moves=moves, owed=0)
        yield from must_attack(state, act)
        yield from closing_refusals(state, act)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.WARSHIP.BOARD: the unit may go aboard; then the turn ends."""
        yield from board(table, table.state.who_acts)
        yield from end_turn(table)


END_TURN = EndTurn()
