"""Moon Mining: Robots land on Moons, and come home with their harvest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from gattai.games.robot_empire.course.timing import phase_refusals
from gattai.games.robot_empire.deeds.acting import Act, can_pay, price_words
from gattai.games.robot_empire.events.cards import CameHome, Landed
from gattai.games.robot_empire.figures import amount, flies, would_fly
from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Land(Act, frozen=True, tag="land", gc=False):
    """ROBOT-EMPIRE.MOON.LAND: a Robot goes to a Moon."""

    says = "land {unit} on {moon}"
    aim = "moon"
    unit: CardId
    moon: CardId

    def price_in(self, view: State) -> str:
        """What landing costs there."""
        return price_words(view.card(self.moon).landing_cost)

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Self]:
        """Each unit on each Moon."""
        for unit in state.units:
            for moon in state.moons:
                yield cls(unit.id, moon.card)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """A ready Robot that flies, a free Moon, and the price of landing."""
        rule = "ROBOT-EMPIRE.MOON.LAND"
        seat = state.asked
        yield from phase_refusals(state, "mining", rule, "Moon Mining")
        unit = state.by_id.get(self.unit)
        if unit is None or unit.seat != seat or not unit.is_robot:
            yield Refusal("ROBOT-EMPIRE.AMB.MOON-MONSTER", "only Robots of yours land on Moons")
            return
        # ROBOT-EMPIRE.PLAY.MINE-FIRST-TURN: it does not matter how long it has been out.
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

    def happens(self, table: Table[State]) -> None:
        """The landing is paid for."""
        price = table.state.card(self.moon).landing_cost
        rule = "ROBOT-EMPIRE.MOON.LAND"
        table.happens(Landed(rule=rule, unit=self.unit, moon=self.moon, price=price))


class ComeHome(Act, frozen=True, tag="come-home", gc=False):
    """ROBOT-EMPIRE.MOON.RETURN: a Robot comes back with its harvest."""

    says = "call {unit} home"
    unit: CardId

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Self]:
        """Each unit."""
        return (cls(unit.id) for unit in state.units)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """In a later turn, and flying."""
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

    def happens(self, table: Table[State]) -> None:
        """ROBOT-EMPIRE.AMB.HARVEST: all that lies on the Moon, and what the Robot's card adds."""
        state = table.state
        unit = state.by_id[self.unit]
        moon = next(moon for moon in state.moons if moon.card == unit.moon)
        bonus = min(amount(unit, "harvest"), state.chest)
        refill = min(state.card(moon.card).value, state.chest - bonus)
        table.happens(
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


def mining(state: State, seat: Seat) -> Iterator[Act]:
    """Landings and returns."""
    for unit in state.units:
        if unit.seat == seat and unit.is_robot:
            if unit.moon is None:
                for moon in state.moons:
                    yield Land(unit.id, moon.card)
            else:
                yield ComeHome(unit.id)


def can_mine(state: State) -> bool:
    """Whether the active player could land somebody or call somebody home, if need be by paying."""
    own = [unit for unit in state.own(state.active) if unit.is_robot and not unit.recharging]
    pads = any(
        face.ability is not None and face.ability.keyword
        for unit in state.own(state.active)
        for face in unit.faces
        if not unit.recharging
    )
    free = any(moon.card not in state.landed_on for moon in state.moons)
    return any(
        (pads or _may_fly(unit)) and (free if unit.moon is None else unit.landed < state.turn)
        for unit in own
    )


def _may_fly(unit: Unit) -> bool:
    return would_fly(unit) or any(
        upgrade.keyword for face in unit.faces for upgrade in face.instant
    )
