"""The events of combining: a new unit, inherited Actions, an additional act."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.aegis.cards import ActionCard, UnitCard
from gattai.games.aegis.state import Act, State, Unit, UnitId
from gattai.kernel.event import Event


class UnitCombined(Event, frozen=True, kw_only=True):
    """AEGIS.COMBINE.REPLACE: two units became one, on the acting unit's hex."""

    template = "{unit} and {partner} combine into {name} for {price} energy"

    unit: UnitId
    partner: UnitId
    into: UnitCard
    name: str
    price: int

    def after(self, state: State) -> State:
        """The new unit is undamaged and has acted; its card has left the pool."""
        one, two = state.units[self.unit], state.units[self.partner]
        made = Unit(
            name=self.name,
            card=self.into,
            seat=one.seat,
            actions=self.into.action,
            under=one.under + two.under,
            at=one.at,
            acted=True,
            came=state.turn_count,
        )
        gone = (self.unit, self.partner)
        units = tuple(
            replace(unit, at=None, fate="consumed", effects=()) if number in gone else unit
            for number, unit in enumerate(state.units)
        )
        pools = tuple(
            tuple(card for card in pool if seat != one.seat or card.id != self.into.id)
            for seat, pool in enumerate(state.pools)
        )
        first = self.unit if state.first_actor is None else state.first_actor
        return replace(
            state,
            units=(*units, made),
            pools=pools,
            act=None,
            first_actor=first,
            marks=tuple(mark for mark in state.marks if mark[1] not in gone),
            energy=state.paid(one.seat, self.price),
        )


class ActionInherited(Event, frozen=True, kw_only=True):
    """AEGIS.INHERIT.BASIC: an Action replaced another one on a combined unit."""

    template = "{unit} takes over {action}"

    unit: UnitId
    slot: int
    action: ActionCard

    def after(self, state: State) -> State:
        unit = state.units[self.unit]
        actions = (*unit.actions[: self.slot], self.action, *unit.actions[self.slot + 1 :])
        changed = replace(unit, actions=actions, inherited=(*unit.inherited, self.slot))
        return state.with_unit(self.unit, changed)


class ActGranted(Event, frozen=True, kw_only=True):
    """A unit that counts as having acted may act once more at once."""

    template = "{unit} may act at once"

    unit: UnitId

    def after(self, state: State) -> State:
        return replace(state, act=Act(self.unit))
