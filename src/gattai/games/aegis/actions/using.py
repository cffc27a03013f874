"""Using an Action (AEGIS.ACTION.STEPS): pay, roll, count, apply, push, remove, retaliate."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gattai.games.aegis.attack.aiming import How, area, how_used, prices_of, tolls_of, use_refusals
from gattai.games.aegis.attack.effects import apply_effects, remove_destroyed
from gattai.games.aegis.attack.roll import Hit, needed, roll_action
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.events.attack import ActionUsed
from gattai.games.aegis.figures import integrity
from gattai.games.aegis.keywords.registry import attributes, conditions, exact_bonus, hooks
from gattai.games.aegis.keywords.rerolls import note_target
from gattai.games.aegis.phases.acting import UnitAction, unknown
from gattai.games.aegis.state import Act, State, Unit, UnitId
from gattai.kernel.action import Forecast, Highlight, Option, Total
from gattai.kernel.question import Steps, choose, may_choose
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.window import PASS, Pass


class Use(UnitAction, frozen=True, tag="use"):
    """Use an Action, on a target if it takes one."""

    action: str
    target: UnitId | None = None

    def label(self, view: State) -> str:
        """The Action and the name of the target."""
        if self.target is None:
            return self.action
        return f"{self.action} on {view.units[self.target].card.name}"

    def heading(self, view: State) -> str:
        return self.action

    def card_in(self, state: State) -> ActionCard | None:
        """The Action on the card, or the one inherited in its place."""
        return state.units[self.unit].find_action(self.action)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Use]:
        """Each Action of each unit, without a target and on each unit."""
        for unit in state.all_units:
            for action in state.units[unit].actions:
                for target in (None, *state.all_units):
                    yield cls(unit, action.name, target)

    def against(self, state: State, unit: Unit, act: Act) -> Iterator[Refusal]:
        """One Action per act, and each only once; then the reasons against the Action itself."""
        card = unit.find_action(self.action)
        if card is None:
            yield Refusal("AEGIS.TERM.ACTION-FIELDS", f"{unit.name} has no Action {self.action}")
            return
        if self.target is not None and not 0 <= self.target < len(state.units):
            yield from unknown(state, self.target)
            return
        how = how_used(card)
        if card.name in act.used or card.name in act.light:
            yield Refusal("AEGIS.TURN.ACT-ORDER", f"{unit.name} has used {card.name} in this act")
        elif how == "act" and act.used:
            normal = max(
                [each.normal_actions(unit) for each in hooks(unit.card, "normal_actions")],
                default=1,
            )
            if len(act.used) >= normal:
                for each in hooks(unit.card, "fewer_actions"):
                    yield from each.fewer_actions(unit, len(act.used))
                figures = (("Actions", normal),)
                yield Refusal("AEGIS.TURN.ACT-ORDER", f"{unit.name} has used its Action", figures)
        yield from use_refusals(state, self.unit, card, self.target, how)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """AEGIS.ACTION.STEPS: use the Action."""
        card = self.card_in(table.state)
        assert card is not None
        return use(table, self.unit, card, self.target, how_used(card))

    def price_in(self, view: State) -> str:
        """AEGIS.ACTION.COST: its current cost, including tolls."""
        card = self.card_in(view)
        if card is None:
            return ""
        least, most = prices_of(view, self.unit, card)
        return f"{least} energy" if least == most else f"{least} to {most} energy"

    def caution(self, view: State) -> str:
        """A warning about helping an enemy or harming an ally."""
        unit, card = view.units[self.unit], self.card_in(view)
        if card is None or unit.at is None:
            return ""
        if self.target is not None and view.units[self.target].at is None:
            return ""
        reached = [view.units[each] for each in area(view, self.unit, card, self.target)]
        if card.type in _HELPS:
            others = [each.card.name for each in reached if each.seat != unit.seat]
            return f"helps the other side's {' and '.join(others)}" if others else ""
        own = [each.card.name for each in reached if each.seat == unit.seat]
        return f"hits your own {' and '.join(own)}" if own and card.type in _HARMS else ""

    def highlight(self, view: State) -> Highlight | None:
        here, card = view.units[self.unit].at, self.card_in(view)
        if card is None or here is None:
            return None
        if self.target is None:
            return Highlight(reached=area(view, self.unit, card, None))
        there = view.units[self.target].at
        if there is None:
            return None
        return Highlight(line=(here, there), reached=area(view, self.unit, card, self.target))

    def has_odds(self, view: State) -> bool:
        """The effect on its target, or on the first unit it reaches."""
        return True

    def forecast(self, view: State) -> Forecast | None:
        """The distribution of the effect on the target, or on the first unit it reaches."""
        card = self.card_in(view)
        if card is None or any(use_refusals(view, self.unit, card, self.target, "act")):
            return None
        subject = self.target
        if subject is None:
            reached = area(view, self.unit, card, None)
            if not reached:
                return None
            subject = reached[0]
        unit = view.units[subject]
        tally = needed(view, self.unit, card, self.target, subject)
        number = f"{tally.total}+ on {'each die' if card.mode == 'each' else 'all dice'}"
        hurts = card.type == "damage"
        return Forecast(
            what=f"{_COUNTED[card.type]} {unit.card.name}",
            enough=integrity(view, unit) if hurts else None,
            enough_words="destroys" if hurts else "",
            sums=(Total("needs", tally.terms, f"needs {number}"),),
            more=(("needs", number),),
            count=partial(_changed, view, card, subject),
        )


_HELPS = ("repair", "boost", "buff")
_HARMS = ("damage", "drain", "debuff")
_COUNTED = {
    "damage": "damage to",
    "repair": "Integrity back for",
    "drain": "output taken from",
    "boost": "output given to",
    "push": "moves",
    "pull": "moves",
    "buff": "changes",
    "debuff": "changes",
}


def _changed(view: State, card: ActionCard, subject: UnitId, after: State) -> int:
    """The change of the unit's damage, output or position, depending on the type of the Action."""
    before, now = view.units[subject], after.units[subject]
    match card.type:
        case "damage":
            if now.at is None:
                return integrity(view, before)
            return max(0, integrity(view, before) - integrity(after, now))
        case "repair":
            return before.damage - now.damage
        case "drain" | "boost":
            return abs(now.output_change - before.output_change)
        case "buff" | "debuff":
            return int(len(now.effects) > len(before.effects))
        case _:
            return int(now.at != before.at)


class Toll(Option, frozen=True, tag="toll"):
    """Choose the ally whose output is added to the cost of an Action."""

    ally: UnitId

    def label(self, view: State) -> str:
        return f"pay the output of {view.units[self.ally].card.name}"


def use(
    table: Table[State],
    user_id: UnitId,
    action: ActionCard,
    target_id: UnitId | None,
    how: How,
) -> Steps[None]:
    """AEGIS.ACTION.STEPS, 1 to 9: use an Action."""
    losses = table.state.destroyed
    toll = 0
    if how != "free":
        toll = yield from _pay_toll(table, user_id, action)
    table.emit(
        ActionUsed(
            rule="AEGIS.ACTION.COST",
            unit=user_id,
            action=action.name,
            target=target_id,
            price=0 if how == "free" else action.dice + toll,
            how=how,
            remembered=any(each.remembers for each in attributes(action)),
        )
    )
    note_target(table, user_id, target_id)
    reached = area(table.state, user_id, action, target_id)
    if how == "free":
        # AEGIS.MOD.CMB: nothing is rolled; every die counts as a success (AMB.CMB-SUCCESS).
        each = action.dice if action.mode == "each" else 1
        hits = tuple(Hit(unit_id, each, 0) for unit_id in reached)
    else:
        hits = yield from roll_action(table, user_id, action, target_id, reached)
    bonus = exact_bonus(action) or _exposed_bonus(table.state, target_id)
    yield from apply_effects(table, user_id, action, hits, bonus)
    remove_destroyed(table, losses)
    if target_id is not None:
        yield from _retaliate(table, user_id, target_id)


def _pay_toll(table: Table[State], user_id: UnitId, action: ActionCard) -> Steps[int]:
    """The owner chooses the ally whose output is added to the cost, if it can be paid."""
    state = table.state
    tolls = tolls_of(state, user_id)
    if not tolls:
        return 0
    seat = state.units[user_id].seat
    left = state.energy[seat] - action.dice
    payable = [(ally, toll) for ally, toll in tolls if toll <= left]
    if len(payable) == 1:
        return payable[0][1]
    rule = hooks(state.units[user_id].card, "tolls")[0].rule
    options = tuple(Toll(ally) for ally, _ in payable)
    answer = yield from choose(seat, options, rule, "whose output is paid?", otherwise=options[0])
    return dict(payable)[answer.ally]


def _exposed_bonus(state: State, target_id: UnitId | None) -> int:
    """AEGIS.ATTR.XPO: an Action that targets an exposed unit is Critical (AMB.XPO-SPLASH)."""
    if target_id is None:
        return 0
    return int(any(each.exposes for each in conditions(state.units[target_id])))


def _retaliate(table: Table[State], user_id: UnitId, target_id: UnitId) -> Steps[None]:
    """Step 9: the targeted enemy may at once use an Action of its own if it is still there.

    It is paid from its owner's unspent energy, and can itself be retaliated against
    (AMB.RETALIATE-CHAIN).
    """
    state = table.state
    unit = state.units[target_id]
    if unit.at is None or unit.seat == state.units[user_id].seat:
        return
    answering = hooks(unit.card, "answers")
    if not answering:
        return
    options = retaliations(state, target_id)
    if not options:
        return
    answer = yield from may_choose(unit.seat, options, PASS, answering[0].rule, "strike back?")
    if isinstance(answer, Pass):
        return
    action = unit.find_action(answer.action)
    assert action is not None
    yield from use(table, target_id, action, answer.target, "retaliation")


def retaliations(state: State, unit_id: UnitId) -> tuple[Use, ...]:
    """Every Action that the unit could use now outside its act. Cached for each state, because
    search reaches the same states often.
    """
    kept: dict[UnitId, tuple[Use, ...]] = state.__dict__.setdefault("retaliations", {})
    if unit_id not in kept:
        kept[unit_id] = tuple(legal_uses(state, unit_id, "retaliation"))
    return kept[unit_id]


def legal_uses(state: State, unit_id: UnitId, how: How) -> Iterator[Use]:
    """Every legal use of the unit's Actions, apart from the rules of its act."""
    everybody = [None, *(other for other, _, _ in state.on_field)]
    for action in state.units[unit_id].actions:
        for target in everybody:
            if next(use_refusals(state, unit_id, action, target, how), None) is None:
                yield Use(unit_id, action.name, target)
