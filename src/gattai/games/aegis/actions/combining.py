"""Combine two units into one, inherit Actions, and resolve what the new unit triggers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gattai.games.aegis.actions.using import legal_uses, use
from gattai.games.aegis.cards import ActionCard, UnitCard
from gattai.games.aegis.events.combining import ActionInherited, UnitCombined
from gattai.games.aegis.figures import output
from gattai.games.aegis.keywords.combine import taken_over
from gattai.games.aegis.keywords.moments import Ability
from gattai.games.aegis.keywords.registry import CONDITIONS, abilities, attributes, name_of
from gattai.games.aegis.phases.acting import UnitAction, unknown
from gattai.games.aegis.state import Act, State, Unit, UnitId
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, choose, may_choose
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.window import PASS, Pass

LEVELS = {
    2: (((1, 1),), "AEGIS.COMBINE.LEVEL2"),
    3: (((1, 2),), "AEGIS.COMBINE.LEVEL3"),
    4: (((1, 3), (2, 2)), "AEGIS.COMBINE.LEVEL4"),
    5: (((1, 4), (2, 3)), "AEGIS.COMBINE.LEVEL5"),
}
"""The two levels that make each level; units combine two at a time (AMB.COMBINE-L3, AMB.COMBINE-L45)."""


class Combine(UnitAction, frozen=True, tag="combine"):
    """Combine the acting unit with an adjacent ally into a card of the Combine Pool."""

    aim = "partner"
    partner: UnitId
    into: str

    def label(self, view: State) -> str:
        return f"combine into {self.into.upper()} with {view.units[self.partner].card.name}"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Combine]:
        """Every two units into every card of the pool."""
        for unit in state.all_units:
            for partner in state.all_units:
                for card in state.pools[state.units[unit].seat]:
                    yield cls(unit, partner, card.id)

    def against(self, state: State, unit: Unit, act: Act) -> Iterator[Refusal]:
        """AEGIS.COMBINE.BASIC: before its Action, with an adjacent ally, into a card that the two
        make.
        """
        if act.used:
            rule = "AEGIS.COMBINE.BASIC"
            yield Refusal(rule, f"{unit.name} has used its Action and cannot combine")
        nobody = tuple(unknown(state, self.partner))
        yield from nobody or combine_refusals(state, self)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """AEGIS.COMBINE.TRIGGERS: combine and resolve what the new unit triggers."""
        return combine(table, self)

    def caution(self, view: State) -> str:
        """A warning if the partner is an enemy."""
        unit, partner = view.units[self.unit], view.units[self.partner]
        return "" if unit.seat == partner.seat else f"{partner.card.name} is no ally"

    def price_in(self, view: State) -> str:
        """AEGIS.COMBINE.COST: the energy that combining costs."""
        return f"{price(view, self.unit, self.partner)} energy"


class Inherit(Option, frozen=True, tag="inherit"):
    """Overwrite a slot with an Action of a component."""

    actor = ""
    slot: int
    unit: UnitId
    action: str

    def label(self, view: State) -> str:
        return taken_over(view, self.slot, self.unit, self.action)


class Trigger(Option, frozen=True, tag="trigger"):
    """Resolve this ability or Combine Action next."""

    says = "{name}"
    name: str


class Done(Option, frozen=True, tag="done"):
    """Skip the optional abilities that are still open."""

    says = "nothing more"


DONE = Done()


def combines(state: State, seat: Seat) -> list[Combine]:
    """The combines of a side's adjacent units that some recipe allows."""
    own = [(unit_id, unit, at) for unit_id, unit, at in state.on_field if unit.seat == seat]
    acting = None if state.act is None else state.act.unit
    gap = state.field.ground.gap
    return [
        Combine(one_id, two_id, card.id)
        for one_id, one, at in own
        if not one.acted or one_id == acting
        for two_id, two, there in own
        if two_id != one_id and gap(at, there) <= 1
        for card in state.pools[seat]
        if fits(one.card, one.under, two.card, two.under, card)
    ]


def price(state: State, unit_id: UnitId, partner_id: UnitId) -> int:
    """AEGIS.COMBINE.COST: the sum of both current outputs (AMB.COMBINE-COST)."""
    return output(state, state.units[unit_id]) + output(state, state.units[partner_id])


def combine_refusals(state: State, action: Combine) -> Iterator[Refusal]:
    """Why the two units cannot combine into that card now, apart from the rules of the act."""
    unit, partner = state.units[action.unit], state.units[action.partner]
    rule = "AEGIS.COMBINE.BASIC"
    for effect in unit.effects:
        kind = CONDITIONS[effect.kind]
        if kind.bars_actions:
            yield Refusal(kind.rule, f"{unit.name} is {kind.word} and cannot start a combine")
    if partner.at is None or unit.at is None:
        yield Refusal(rule, f"{partner.name} is not on the battlefield")
        return
    if partner.seat != unit.seat or action.partner == action.unit:
        yield Refusal(rule, f"{partner.name} is no ally of {unit.name}")
        return
    ground = state.field.ground
    if ground.gap(unit.at, partner.at) > 1:
        figures = (ground.away(unit.at, partner.at), ("at most", 1))
        over = ground.too_far(unit.at, partner.at, 1)
        yield Refusal(rule, f"{unit.name} and {partner.name} are not adjacent{over}", figures)
    cost, energy = price(state, action.unit, action.partner), state.energy[unit.seat]
    if cost > energy:
        figures = (("price", cost), ("energy", energy))
        yield Refusal("AEGIS.COMBINE.COST", "not enough energy to combine", figures)
    card = next((card for card in state.pools[unit.seat] if card.id == action.into), None)
    if card is None:
        yield Refusal("AEGIS.SQUAD.POOL", f"{action.into} is not in the Combine Pool")
        return
    yield from recipe_refusals(unit, partner, card)


def recipe_refusals(one: Unit, two: Unit, card: UnitCard) -> Iterator[Refusal]:
    """Why the two units do not make this card."""
    yield from _recipe(one.card, one.under, two.card, two.under, card)


@cache
def fits(
    one: UnitCard,
    under_one: tuple[UnitCard, ...],
    two: UnitCard,
    under_two: tuple[UnitCard, ...],
    card: UnitCard,
) -> bool:
    """Return whether two units with these cards under them make this card."""
    return next(_recipe(one, under_one, two, under_two, card), None) is None


def _recipe(
    one: UnitCard,
    under_one: tuple[UnitCard, ...],
    two: UnitCard,
    under_two: tuple[UnitCard, ...],
    card: UnitCard,
) -> Iterator[Refusal]:
    """AEGIS.COMBINE.RECIPE-CLASS, AEGIS.COMBINE.RECIPE-MAKE, AEGIS.COMMANDER.FORMS: check the recipe."""
    low, high = sorted((one.level, two.level))
    pairs, rule = LEVELS[card.level]
    if (low, high) not in pairs:
        yield Refusal(rule, f"Levels {low} and {high} do not make Level {card.level}")
    beneath = under_one + under_two
    together = "".join(sorted(letter for each in beneath for letter in each.classes))
    wanted = "".join(sorted(card.classes))
    if together != wanted:
        figures = (("classes", together), ("wanted", wanted))
        yield Refusal("AEGIS.COMBINE.RECIPE-CLASS", f"{card.name} needs other classes", figures)
    makes = [each.make for each in beneath]
    for make in card.makes:
        if make not in makes:
            yield Refusal("AEGIS.COMBINE.RECIPE-MAKE", f"{card.name} needs a {make}")
    if card.commander and card.commander not in (one.commander, two.commander):
        rule = "AEGIS.COMMANDER.FORMS"
        yield Refusal(rule, f"{card.name} needs a lower form of its Commander")


def combine(table: Table[State], action: Combine) -> Steps[None]:
    """AEGIS.COMBINE.TRIGGERS: pay, remove the partner, replace, inherit, then resolve triggers."""
    state = table.state
    unit = state.units[action.unit]
    card = next(card for card in state.pools[unit.seat] if card.id == action.into)
    components = (unit, state.units[action.partner])
    made = UnitId(len(state.units))
    table.emit(
        UnitCombined(
            rule="AEGIS.COMBINE.REPLACE",
            unit=action.unit,
            partner=action.partner,
            into=card,
            name=_free_name(state, card.id),
            price=price(state, action.unit, action.partner),
        )
    )
    yield from _inherit(table, made, (action.unit, action.partner), components)
    yield from _triggers(table, made)


def _free_name(state: State, wanted: str) -> str:
    taken = [unit.name for unit in state.units]
    return wanted if wanted not in taken else f"{wanted}-2"


def _inherit(
    table: Table[State], made: UnitId, ids: tuple[UnitId, UnitId], components: tuple[Unit, Unit]
) -> Steps[None]:
    """AEGIS.INHERIT.BASIC, AEGIS.INHERIT.TIMING: slot by slot, each source Action at most once.

    AEGIS.INHERIT.ONE-STEP: only Actions that are printed on a component and were not overwritten
    can be inherited.
    """
    given = [
        (unit_id, action)
        for unit_id, unit in zip(ids, components, strict=True)
        for number, action in enumerate(unit.card.action)
        if action.inherit and number not in unit.inherited
    ]
    slots = [n for n, action in enumerate(table.state.units[made].card.action) if action.inherit]
    seat = components[0].seat
    for slot in slots:
        if not given:
            return
        options = tuple(Inherit(slot, unit_id, action.name) for unit_id, action in given)
        rule = "AEGIS.INHERIT.BASIC"
        lost = table.state.units[made].actions[slot].name
        what = f"inherit an Action in place of {lost}?"
        answer = yield from may_choose(seat, options, PASS, rule, what)
        if isinstance(answer, Pass):
            continue
        chosen = next(g for g in given if (g[0], g[1].name) == (answer.unit, answer.action))
        given.remove(chosen)
        table.emit(ActionInherited(rule=rule, unit=made, slot=slot, action=chosen[1]))


def _triggers(table: Table[State], made: UnitId) -> Steps[None]:
    """AEGIS.COMBINE-ABILITY.GENERAL: each ability once, in the owner's order; optional ones may be
    skipped.
    """
    unit = table.state.units[made]
    waiting = _triggered(unit)
    while waiting and table.state.units[made].at is not None:
        ready = [name for name, each in waiting.items() if not _comes_last(each)] or [*waiting]
        optional = all(_is_optional(each) for each in waiting.values())
        name = ready[0]
        if len(ready) > 1 or optional:
            triggers = tuple(map(Trigger, ready))
            options: tuple[Trigger | Done, ...] = (*triggers, DONE) if optional else triggers
            rule = "AEGIS.COMBINE-ABILITY.GENERAL"
            what = f"{unit.name}: what comes first?"
            answer = yield from choose(unit.seat, options, rule, what, otherwise=options[-1])
            if isinstance(answer, Done):
                return
            name = answer.name
        each = waiting.pop(name)
        if isinstance(each, Ability):
            yield from each.enters(table, made)
        else:
            yield from _combine_action(table, made, each)


def _triggered(unit: Unit) -> dict[str, Ability | ActionCard]:
    """AEGIS.COMBINE-ABILITY.GENERAL: the abilities and Combine Actions of a new unit, by name."""
    waiting: dict[str, Ability | ActionCard] = {
        name_of(each): each for each in abilities(unit.card) if each.on_combining
    }
    for action in unit.actions:
        if any(each.on_combining for each in attributes(action)):
            waiting[action.name] = action
    return waiting


def _comes_last(each: Ability | ActionCard) -> bool:
    return isinstance(each, Ability) and each.comes_last


def _is_optional(each: Ability | ActionCard) -> bool:
    return not isinstance(each, Ability) or each.optional


def _combine_action(table: Table[State], made: UnitId, action: ActionCard) -> Steps[None]:
    """AEGIS.MOD.CMB: free and fully successful; range, sight and Beacons still apply."""
    options = tuple(u for u in legal_uses(table.state, made, "free") if u.action == action.name)
    if not options:
        return
    seat = table.state.units[made].seat
    rule = "AEGIS.MOD.CMB"
    answer = yield from may_choose(seat, options, PASS, rule, f"use {action.name}?")
    if not isinstance(answer, Pass):
        yield from use(table, made, action, answer.target, "free")
