"""Actions that are possible at any time: in the own turn, between the other side's actions, and in
the middle of an attack. MS.RES.REFRESH: points, orders, repairs; MS.TRANSFORM: modes, also after a
melee attack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from gattai.games.mechastellar.events.flow import OrderGiven
from gattai.games.mechastellar.events.turn import (
    ActionsSpent,
    BarrierChanged,
    HealthRestored,
    PointsSpent,
    StunChanged,
    UnitAccelerated,
    UnitTransformed,
)
from gattai.games.mechastellar.figures import has_captain, resource
from gattai.games.mechastellar.phases.acting import OwnAction, TurnAction, is_own, own, stays_under
from gattai.games.mechastellar.phases.duty import away_from_challenger, must_attack, strays
from gattai.games.mechastellar.phases.momentum import Stance, pay, shift
from gattai.games.mechastellar.phases.movement import accelerations, place_words, way_to
from gattai.games.mechastellar.phases.moving import go
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.action import Highlight
from gattai.kernel.question import Seat, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.text.template import counted
from gattai.tabletop.hexes import Hex, to_text, within


class Accelerate(TurnAction, frozen=True, tag="accelerate"):
    """Move 4 in with Fly, for points or Combat Actions; possible for any unit with points."""

    opens_window = True

    unit: UnitId
    to: Hex
    points: int = 0
    actions: int = 0

    def label(self, view: State) -> str:
        return f"accelerate {place_words(view, self.unit, self.to)}"

    def price_in(self, view: State) -> str:
        kind = resource(view.units[self.unit]).capitalize() or "point"
        paid = [f"{self.points} {kind}"] * bool(self.points)
        paid += [counted(self.actions, "action")] * bool(self.actions)
        return " and ".join(paid)

    def highlight(self, view: State) -> Highlight:
        return Highlight(way=way_to(view, view.units[self.unit], self.to))

    @classmethod
    def affordable(cls, state: State, unit_id: UnitId, combat: int) -> Iterator[Accelerate]:
        """The number a unit can pay for with its points and this many Combat Actions."""
        unit = state.units[unit_id]
        points = unit.points if resource(unit) in ("boost", "power") else 0
        if not points and not combat:
            return
        for at, needed in accelerations(state, unit_id).items():
            for paid in range(min(points, needed) + 1):
                if needed - paid <= combat:
                    yield cls(unit_id, at, paid, needed - paid)

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Accelerate]:
        far = max(1, state.rules.hexes(state.rules.accelerate.move_in))
        for each in state.all_units:
            at = state.units[each].at
            for to in () if at is None else within(at, far):
                for points, actions in ((0, 1), (1, 0), (1, 1), (2, 0), (0, 2)):
                    yield cls(each, to, points, actions)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.ACCEL.ACTION, MS.ACCEL.RESOURCE: by the active unit, or with points by any unit."""
        rule = "MS.ACCEL.RESOURCE"
        against = tuple(own(state, state.units[act.unit].seat, self.unit, rule))
        if against:
            yield from against
        else:
            yield from self._unpaid(state, act, state.units[self.unit])
        if self.actions:
            yield from must_attack(state, act)
        if self.unit == act.unit and strays(state, act, self.to, act.moves, flying=True):
            yield away_from_challenger()

    def _unpaid(self, state: State, act: Act, unit: Unit) -> Iterator[Refusal]:
        yield from stays_under(state, unit, self.to)
        needed = accelerations(state, self.unit).get(self.to)
        if needed is None:
            yield Refusal("MS.ACCEL.ACTION", f"it cannot accelerate to {to_text(self.to)}")
        elif self.points < 0 or self.actions < 0 or self.points + self.actions != needed:
            figures = (("needed", needed),)
            yield Refusal("MS.HIGH.CLIMB", "one Accelerate for 4 in or a level", figures)
        if self.points > (unit.points if resource(unit) in ("boost", "power") else 0):
            reason = "not enough Boost or Power"
            yield Refusal("MS.ACCEL.RESOURCE", reason, (("left", unit.points),))
        if self.actions:
            if act.unit != self.unit:
                yield Refusal("MS.ACCEL.ACTION", "Combat Actions are for the active unit")
            elif act.combat < self.actions:
                figures = (("left", act.combat),)
                yield Refusal("MS.ACT.ACTIONS", "not enough Combat Actions", figures)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.ACCEL.ACTION, MS.ACCEL.RESOURCE: gain Fly this turn and move 4 in at once."""
        before = Stance(table.state, self.unit)
        rule = "MS.ACCEL.RESOURCE" if self.points else "MS.ACCEL.ACTION"
        table.emit(
            UnitAccelerated(rule=rule, unit=self.unit, points=self.points, actions=self.actions)
        )
        yield from go(table, self.unit, self.to, rule, "accelerates")
        shift(table, self.unit, before)


class ForAnyUnit(TurnAction, frozen=True):
    """An action for one unit of the side whose turn it is."""

    rule: ClassVar[str]
    unit: UnitId

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[ForAnyUnit]:
        return map(cls, state.all_units)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """An own unit on the table, and further conditions."""
        seat = state.units[act.unit].seat
        against = tuple(own(state, seat, self.unit, self.rule))
        return iter(against) if against else self.lacking(state, seat, state.units[self.unit])

    def lacking(self, state: State, seat: Seat, unit: Unit) -> Iterator[Refusal]:
        """The further conditions that are not met."""
        return iter(())


class ShakeOff(ForAnyUnit, frozen=True, tag="shake-off"):
    """Spend a point to remove a stun token."""

    rule = "MS.STUN.SPEND"
    says = "{unit} shakes off stun"
    despite_stun = True

    def lacking(self, state: State, seat: Seat, unit: Unit) -> Iterator[Refusal]:
        """It needs a point and a token."""
        if not unit.points:
            yield Refusal(self.rule, f"{unit.name} has no points left")
        if not unit.stun:
            yield Refusal(self.rule, f"{unit.name} has no stun tokens")

    def perform(self, table: Table[State]) -> None:
        """MS.STUN.SPEND: a point of Boost, Power or Havoc removes one token."""
        table.emit(PointsSpent(rule=self.rule, unit=self.unit, points=1, why="stun"))
        table.emit(StunChanged(rule=self.rule, unit=self.unit, tokens=-1))


class Recharge(ForAnyUnit, frozen=True, tag="recharge"):
    """Spend a point to restore a barrier."""

    rule = "MS.BARRIER.RECOVER"
    says = "{unit} recharges its barrier"

    def lacking(self, state: State, seat: Seat, unit: Unit) -> Iterator[Refusal]:
        """It needs a point of the right kind and a damaged barrier."""
        if not unit.points:
            yield Refusal(self.rule, f"{unit.name} has no points left")
        if not is_worn(unit):
            yield Refusal(self.rule, f"{unit.name} has no barrier to recharge")

    def perform(self, table: Table[State]) -> None:
        """MS.BARRIER.RECOVER: a point of Power or Havoc restores a point of barrier."""
        table.emit(PointsSpent(rule=self.rule, unit=self.unit, points=1, why="barrier"))
        table.emit(BarrierChanged(rule=self.rule, unit=self.unit, strength=1))


def is_worn(unit: Unit) -> bool:
    """Return whether it has a barrier that its points can restore."""
    card = unit.card.barrier
    return (
        card is not None and resource(unit) in ("power", "havoc") and unit.barrier < card.strength
    )


class Order(TurnAction, frozen=True, tag="order"):
    """Give an order to a unit."""

    says = "order to {unit}"
    unit: UnitId

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Order]:
        return map(cls, state.all_units)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.ORDERS.POOL: any own unit on the table."""
        return self.lacking(state, state.units[act.unit].seat)

    def lacking(self, state: State, seat: Seat) -> Iterator[Refusal]:
        """MS.ORDERS.POOL: from the side's pool while a captain is on the table, or bought if allowed."""
        rule = "MS.ORDERS.POOL"
        yield from own(state, seat, self.unit, rule)
        if not has_captain(state, seat):
            yield Refusal(rule, "no captain is there to give orders")
        elif not state.orders[seat]:
            price = state.rules.orders.extra_order_cost_m
            if not price:
                yield Refusal(rule, "no order is left this round")
            elif price > state.momentum[seat]:
                yield Refusal("MS.MOM.PAY", "not enough Momentum", (("price", price),))

    def perform(self, table: Table[State]) -> None:
        """MS.ORDERS.POOL: take it from the side's pool, or buy it if the pool is empty."""
        state = table.state
        seat = state.units[self.unit].seat
        bought = not state.orders[seat]
        if bought:
            cost = state.rules.orders.extra_order_cost_m
            pay(table, seat, cost, "an extra order", "MS.ORDERS.POOL")
        table.emit(OrderGiven(rule="MS.ORDERS.OPS", unit=self.unit, bought=bought))


class Repair(TurnAction, frozen=True, tag="repair"):
    """Repair a unit aboard its ship."""

    says = "repair {unit}"
    unit: UnitId

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Repair]:
        return map(cls, state.all_units)

    @classmethod
    def open_to(cls, state: State, seat: Seat, units: tuple[UnitId, ...]) -> Iterator[Repair]:
        """The models among these that a side may repair now."""
        for each in map(cls, units):
            if next(each.lacking(state, seat), None) is None:
                yield each

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.WARSHIP.REPAIR: a unit aboard an own ship."""
        return self.lacking(state, state.units[act.unit].seat)

    def lacking(self, state: State, seat: Seat) -> Iterator[Refusal]:
        """MS.WARSHIP.REPAIR, MS.WARSHIP.REPAIR-BAY: a limited number of units a round, none twice."""
        rule = "MS.WARSHIP.REPAIR"
        if not is_own(state, seat, self.unit):
            yield Refusal(rule, "that is not one of your units")
            return
        unit = state.units[self.unit]
        if unit.fate != "aboard" or unit.ship is None:
            yield Refusal(rule, f"{unit.name} is not aboard")
            return
        ship = state.units[unit.ship]
        if not ship.card.repair:
            yield Refusal(rule, f"{ship.name} repairs nothing")
        bay = "MS.WARSHIP.REPAIR-BAY"
        if "repaired" in unit.spent:
            yield Refusal(bay, f"{unit.name} has been repaired this round")
        done = ship.spent.count("repaired:another")
        most = max(1, ship.card.repair_bay)
        if done >= most:
            yield Refusal(bay, "no further repairs this round", (("most", most),))
        if unit.hp >= unit.card.hp:
            yield Refusal(rule, f"{unit.name} is not damaged")
        if state.rules.warship.repair_when == "round_end" and state.act is not None:
            yield Refusal(rule, "repairs are made at the end of the round")

    def perform(self, table: Table[State]) -> None:
        """MS.WARSHIP.REPAIR: a unit aboard regains the ship's Repair in HP."""
        ship = table.state.units[self.unit].ship
        assert ship is not None
        hp = table.state.units[ship].card.repair
        rule = "MS.WARSHIP.REPAIR"
        table.emit(HealthRestored(rule=rule, unit=self.unit, hp=hp, repaired=True, ship=ship))


class Transform(OwnAction, frozen=True, tag="transform"):
    """Change to the other mode."""

    says = "transform"
    despite_stun = True

    def actor_in(self, view: State) -> None:
        """The unit in question, which is not always the active one."""

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Transform]:
        yield cls()

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.TRANSFORM: at the start of its turn."""
        unit = state.units[act.unit]
        if unit.card.transform is None:
            yield Refusal("MS.TRANSFORM", f"{unit.name} has one mode only")
        elif act.begun:
            yield Refusal("MS.TRANSFORM", "only at the start of a turn")

    def perform(self, table: Table[State]) -> None:
        self.when_struck(table, table.state.who_acts)
        table.emit(ActionsSpent(rule="MS.TRANSFORM", why="transformed"))

    def when_struck(self, table: Table[State], unit_id: UnitId) -> None:
        """The choice after a melee attack."""
        table.emit(UnitTransformed(rule="MS.TRANSFORM", unit=unit_id))


Reaction = Accelerate | ShakeOff | Recharge | Repair

REACTING: dict[type[Reaction], tuple[str, str]] = {
    Accelerate: ("MS.ACCEL.RESOURCE", "spend points now?"),
    ShakeOff: ("MS.STUN.SPEND", "shake off stun now?"),
    Recharge: ("MS.BARRIER.RECOVER", "recharge a barrier now?"),
    Repair: ("MS.WARSHIP.REPAIR", "repair now?"),
}
"""For each first reaction, the rule and the words with which a side is asked."""


def reactions(state: State, seat: Seat) -> list[Reaction]:
    """MS.RES.REFRESH: the reactions of the side whose turn it is not, between two actions."""
    found: list[Reaction] = []
    later: list[Reaction] = []
    for unit_id, unit, _ in state.friends(seat):
        if not unit.points:
            continue
        if resource(unit) in ("boost", "power"):
            found += [
                Accelerate(unit_id, at, points=needed)
                for at, needed in accelerations(state, unit_id).items()
                if needed <= unit.points
            ]
        if unit.stun:
            later.append(ShakeOff(unit_id))
        if is_worn(unit):
            later.append(Recharge(unit_id))
    for unit_id in aboard_units(state, seat):
        later += Repair.open_to(state, seat, state.squad(unit_id))
    return [*found, *later]


def aboard_units(state: State, seat: Seat) -> list[UnitId]:
    """The units aboard ships on the table, each named by its leader."""
    return [
        UnitId(n)
        for n, unit in enumerate(state.units)
        if unit.seat == seat
        and unit.fate == "aboard"
        and unit.leader == n
        and unit.ship is not None
        and state.units[unit.ship].at is not None
    ]
