"""Moon Mining: Robots land on Moons, and come home with their harvest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from gattai.games.robot_empire.course.timing import can_pay, phase_refusals
from gattai.games.robot_empire.deeds.acting import Act, price_words
from gattai.games.robot_empire.events.cards import CameHome, Landed
from gattai.games.robot_empire.figures import amount, could_be_made_to_fly, flies
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


def mining(state: State, seat: Seat) -> Iterator[Land | ComeHome]:
    """Landings and returns."""
    for unit in state.units:
        if unit.seat == seat and unit.is_robot:
            if unit.moon is None:
                for moon in state.moons:
                    yield Land(unit.id, moon.card)
            else:
                yield ComeHome(unit.id)


MAY_COME = ("ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS", "ROBOT-EMPIRE.MOON.LANDING-COST")
"""What can be made good in between: by an upgrade, an ability, coins of an Agent."""


def can_mine(state: State) -> bool:
    """Whether the active player could land somebody or call somebody home, if need be by paying."""
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
