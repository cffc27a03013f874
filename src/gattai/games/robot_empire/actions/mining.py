"""Moon Mining: Robots land on Moons and come home with their harvest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from gattai.games.robot_empire.actions.acting import Act, price_words
from gattai.games.robot_empire.events.cards import CameHome, Landed
from gattai.games.robot_empire.figures import amount, could_be_made_to_fly, flies
from gattai.games.robot_empire.phases.timing import can_pay, phase_refusals
from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Land(Act, frozen=True, tag="land", gc=False):
    """ROBOT-EMPIRE.MOON.LAND: send a Robot to a Moon."""

    says = "land {unit} on {moon}"
    aim = "moon"
    unit: CardId
    moon: CardId

    def price_in(self, view: State) -> str:
        return price_words(view.card(self.moon).landing_cost)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        for unit in state.units:
            for moon in state.moons:
                yield cls(unit.id, moon.card)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """A ready Robot that flies, a free Moon, and enough coins to land."""
        rule = "ROBOT-EMPIRE.MOON.LAND"
        seat = state.asked
        yield from phase_refusals(state, "mining", rule, "Moon Mining")
        unit = state.by_id.get(self.unit)
        if unit is None or unit.seat != seat or not unit.is_robot:
            yield Refusal("ROBOT-EMPIRE.AMB.MOON-MONSTER", "only Robots of yours land on Moons")
            return
        # ROBOT-EMPIRE.PLAY.MINE-FIRST-TURN: a new Robot may land.
        if unit.recharging:
            yield Refusal(rule, f"{unit.faces[0].name} is Recharging")
        elif not flies(unit):
            yield _does_not_fly(unit)
        if unit.moon is not None:
            yield Refusal(rule, "it is on a Moon already")
        if all(moon.card != self.moon for moon in state.moons):
            yield Refusal(rule, "there is no such Moon on the table")
            return
        if self.moon in state.landed_on:
            yield Refusal(rule, "there is a Robot on that Moon")
        price = state.card(self.moon).landing_cost
        yield from can_pay(state, seat, price, "ROBOT-EMPIRE.MOON.LANDING-COST")

    def perform(self, table: Table[State]) -> None:
        price = table.state.card(self.moon).landing_cost
        rule = "ROBOT-EMPIRE.MOON.LAND"
        table.emit(Landed(rule=rule, unit=self.unit, moon=self.moon, price=price))


class ComeHome(Act, frozen=True, tag="come-home", gc=False):
    """ROBOT-EMPIRE.MOON.RETURN: bring a Robot back with its harvest."""

    says = "call {unit} home"
    unit: CardId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        return (cls(unit.id) for unit in state.units)

    def refusals(self, state: State) -> Iterator[Refusal]:
        rule = "ROBOT-EMPIRE.MOON.RETURN"
        yield from phase_refusals(state, "mining", rule, "Moon Mining")
        unit = state.by_id.get(self.unit)
        if unit is None or unit.seat != state.asked or unit.moon is None:
            yield Refusal(rule, "that is no Robot of yours on a Moon")
            return
        if unit.landed == state.turn:
            yield Refusal(rule, "it landed in this turn")
        if not flies(unit):
            yield _does_not_fly(unit)

    def perform(self, table: Table[State]) -> None:
        """ROBOT-EMPIRE.AMB.HARVEST: all coins on the Moon plus the bonus on the Robot's card."""
        state = table.state
        unit = state.by_id[self.unit]
        moon = next(moon for moon in state.moons if moon.card == unit.moon)
        bonus = min(amount(unit, "harvest"), state.chest)
        refill = min(state.card(moon.card).value, state.chest - bonus)
        table.emit(
            CameHome(
                rule="ROBOT-EMPIRE.MOON.RETURN",
                unit=self.unit,
                moon=moon.card,
                harvest=moon.coins,
                bonus=bonus,
                refill=refill,
            )
        )


def _does_not_fly(unit: Unit) -> Refusal:
    return Refusal("ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS", f"{unit.faces[0].name} does not fly")


def mining(state: State, seat: Seat) -> Iterator[Land | ComeHome]:
    for unit in state.units:
        if unit.seat == seat and unit.is_robot:
            if unit.moon is None:
                for moon in state.moons:
                    yield Land(unit.id, moon.card)
            else:
                yield ComeHome(unit.id)


MAY_COME = ("ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS", "ROBOT-EMPIRE.MOON.LANDING-COST")
"""Rules that only refuse for now: an upgrade, an ability or an Agent's coins can change that."""


def can_mine(state: State) -> bool:
    """Whether the active player could land or bring home a Robot, if necessary after paying for
    something.
    """
    own = state.own(state.active)
    pads = any(
        face.ability is not None and face.ability.keyword
        for unit in own
        for face in unit.faces
        if not unit.recharging
    )
    could_fly = {
        unit.id for unit in own if not unit.recharging and (pads or could_be_made_to_fly(unit))
    }
    return any(
        act.unit in could_fly and all(why.rule in MAY_COME for why in act.refusals(state))
        for act in mining(state, state.active)
    )
