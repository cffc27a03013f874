"""Moves of the active unit: Move Actions, turns, surfacing, disengaging."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gattai.games.mechastellar.attack.destruction import destroy_fallen, forced_saves
from gattai.games.mechastellar.events.flow import UnitFaced
from gattai.games.mechastellar.events.turn import (
    ActionsSpent,
    UnitAccelerated,
    UnitMoved,
    UnitSpun,
)
from gattai.games.mechastellar.figures import (
    elevation,
    engaging,
    flies,
    is_ship,
    max_move,
    moves_by_heading,
    resource,
    swims,
)
from gattai.games.mechastellar.ground import FACING_WORDS, FACINGS, turn_between
from gattai.games.mechastellar.keywords.registry import has, highest
from gattai.games.mechastellar.phases.acting import OwnAction, stays_under
from gattai.games.mechastellar.phases.anytime import Accelerate
from gattai.games.mechastellar.phases.duty import (
    away_from_challenger,
    must_attack,
    nearer_moves,
    strays,
)
from gattai.games.mechastellar.phases.momentum import Stance, eased, pay_eased, shift
from gattai.games.mechastellar.phases.movement import (
    can_stand,
    disengagements,
    place_words,
    reach,
    way_to,
)
from gattai.games.mechastellar.phases.moving import go
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.action import Action, Highlight
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.tabletop.hexes import DISTANCE, Hex, line, to_text


def moves(state: State, act: Act) -> Iterator[Action]:
    """The possible moves of the active unit, and those of other units that points allow."""
    unit = state.units[act.unit]
    if act.moves > 0:
        water = state.ground.water
        for at in reach(state, act.unit):
            yield Move(at)
            if at in water:
                yield Move(at, submerge=True)
        for facing in FACINGS:
            yield Rotate(facing)
        if unit.submerged:
            yield Surface()
    if act.moved == 1:
        for facing in FACINGS:
            yield Spin(facing)
    if engaging(state, act.unit):
        for at in disengagements(state, act.unit, flying=True):
            yield Disengage(at)
            yield Disengage(at, "action")
            yield Disengage(at, "point")
    if act.combat > 0 or unit.points:
        yield from Accelerate.affordable(state, act.unit, act.combat)
    for other_id, other_unit, _ in state.friends(unit.seat):
        if other_id != act.unit and other_unit.points:
            yield from Accelerate.affordable(state, other_id, 0)


def _moves_left(act: Act) -> Iterator[Refusal]:
    if act.moves < 1:
        yield Refusal("MS.ACT.ACTIONS", "no Move Action left")


class Move(OwnAction, frozen=True, tag="move"):
    """Move with a Move Action."""

    says = "move to {to}{submerge? and dive:}"
    opens_window = True

    to: Hex
    submerge: bool = False

    def price_in(self, view: State) -> str:
        """MS.HIGH.DROP: the Momentum for dropping from High Ground."""
        ways = {} if view.act is None else reach(view, view.act.unit)
        _, fee = ways.get(self.to, (0, 0))
        return f"{fee} momentum to come down" if fee else ""

    def highlight(self, view: State) -> Highlight | None:
        return _sketched(view, self.to)

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Move]:
        for at in state.ground.field.hexes.cells:
            yield cls(at)
            yield cls(at, submerge=True)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.MOVE.DISTANCE; MS.WATER.MOVE: a unit that swims may dive where it stops in deep water."""
        yield from _moves_left(act)
        unit = state.units[act.unit]
        ways = reach(state, act.unit)
        if self.to not in ways:
            yield from _why_not_there(state, act.unit, unit, self.to)
        elif self.submerge != unit.submerged:
            can_dive = has(unit, "swims") and not flies(unit) and self.to in state.ground.water
            if unit.submerged or not can_dive:
                yield Refusal("MS.WATER.MOVE", f"{unit.name} cannot dive there")
        if act.moves == 1 and self.to in ways:
            wanted = nearer_moves(state, act)
            if wanted and self.to not in wanted:
                reason = "its last move has to bring it to its Challenger"
                yield Refusal("MS.CHALLENGE.DUTY", reason)
                return
        if act.moves > 0 and self.to in ways and strays(state, act, self.to, act.moves - 1):
            yield away_from_challenger()

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.MOVE.DISTANCE: one Move Action; the facing stays the same except for ships and aircraft."""
        state = table.state
        unit_id, to = state.who_acts, self.to
        before = Stance(state, unit_id)
        _, fee = reach(state, unit_id)[to]
        table.emit(ActionsSpent(rule="MS.ACT.ACTIONS", moves=1, why="Move Action"))
        if fee or _drops_far(state, unit_id, to):
            cost = state.rules.high_ground.drop_cost_m
            pay_eased(table, unit_id, cost, "coming down", "MS.HIGH.DROP")
        steps = max_move(state, state.units[unit_id])
        rule = "MS.MOVE.DISTANCE"
        yield from go(table, unit_id, to, rule, "moves", dives=self.submerge, steps=steps)
        shift(table, unit_id, before)
        yield from _collide(table, unit_id, before.at, to)


def _sketched(view: State, to: Hex) -> Highlight | None:
    return None if view.act is None else Highlight(way=way_to(view, view.units[view.act.unit], to))


def _why_not_there(state: State, unit_id: UnitId, unit: Unit, to: Hex) -> Iterator[Refusal]:
    """The most specific reason why a move cannot end on a hex."""
    assert unit.at is not None
    if to == unit.at:
        yield Refusal("MS.MOVE.DISTANCE", f"{unit.name} stands there")
        return
    if to not in state.ground.field.hexes:
        yield Refusal("MS.HEX.OCCUPANCY", f"{to_text(to)} is off the board")
        return
    if not can_stand(state, unit, to):
        rule = "MS.WATER.MOVE" if to in state.ground.water else "MS.HEX.OCCUPANCY"
        yield Refusal(rule, f"{unit.name} cannot end on {to_text(to)}")
        return
    below = tuple(stays_under(state, unit, to))
    if below:
        yield from below
        return
    far, most = DISTANCE[to - unit.at], max_move(state, unit)
    if far > most:
        yield Refusal("MS.MOVE.DISTANCE", "too far", (("hexes", far), ("Move", most)))
    elif engaging(state, unit_id):
        yield Refusal("MS.ENGAGE.STRAFE", f"{unit.name} is engaged and has to stay in contact")
    elif unit.submerged:
        yield Refusal("MS.WATER.SUBMERGED", "there is no way there under water within its Move")
    elif moves_by_heading(unit):
        yield Refusal("MS.MOVE.WARSHIP", f"{unit.name} goes straight ahead, not into its rear arc")
    elif state.ground.levels.get(to, 0) > elevation(state, unit):
        yield Refusal("MS.HIGH.CLIMB", "a climb begins beside the piece and takes 4 in a level")
    elif to in state.ground.thickets:
        yield Refusal("MS.OBSCURE.INSIDE", "entering takes a Move Action from the hex beside it")
    elif elevation(state, unit):
        yield Refusal("MS.HIGH.DROP", "coming down takes a Move Action, or Momentum")
    else:
        yield Refusal("MS.ENGAGE.ZONE", "there is no way there within its Move")


def _drops_far(state: State, unit_id: UnitId, to: Hex) -> bool:
    """A drop whose fee an order has reduced to nothing still uses up the order."""
    unit = state.units[unit_id]
    if unit.at is None or flies(unit) or not unit.orders:
        return False
    levels = state.ground.levels
    price, _ = reach(state, unit_id)[to]
    return levels.get(unit.at, 0) > levels.get(to, 0) and price > 1


def _collide(table: Table[State], unit_id: UnitId, start: Hex, to: Hex) -> Steps[None]:
    """MS.WARSHIP.COLLIDE: a ship without Fly makes saves for each piece of terrain it passes through."""
    state = table.state
    unit = state.units[unit_id]
    if not is_ship(unit) or flies(unit):
        return
    warship = state.rules.warship
    for at in line(start, to)[1:]:
        if at in state.ground.levels or at in state.ground.opaque:
            rule = "MS.WARSHIP.COLLIDE"
            yield from forced_saves(
                table, unit_id, warship.collide_saves, warship.collide_pen, rule, "collision"
            )
    yield from destroy_fallen(table, None)


class Turning(OwnAction, frozen=True):
    """An action that ends with another facing."""

    facing: int

    @property
    def way(self) -> str:
        """The facing in words."""
        return FACING_WORDS[self.facing]

    def facing_in(self, view: State) -> int:
        return self.facing

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Turning]:
        return map(cls, FACINGS)


def _facing(unit: Unit, facing: int) -> Iterator[Refusal]:
    if facing not in FACINGS:
        yield Refusal("MS.HEX.GRID", "a facing is a number from 0 to 5")
    elif facing == unit.facing:
        yield Refusal("MS.MOVE.ROTATE", f"{unit.name} faces there already")


class Rotate(Turning, frozen=True, tag="rotate"):
    """Spend a Move Action on turning."""

    says = "rotate to the {way}"
    opens_window = True

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.MOVE.ROTATE: a Move Action that the unit's Challenge does not need."""
        unit = state.units[act.unit]
        yield from _moves_left(act)
        yield from _facing(unit, self.facing)
        assert unit.at is not None
        kept = act.moves == 1 and nearer_moves(state, act)
        if kept or strays(state, act, unit.at, act.moves - 1):
            yield Refusal("MS.CHALLENGE.DUTY", "it needs the move to get to its Challenger")

    def perform(self, table: Table[State]) -> None:
        """MS.MOVE.ROTATE: a whole Move Action to take any facing."""
        unit_id, rule = table.state.who_acts, "MS.MOVE.ROTATE"
        before = Stance(table.state, unit_id)
        table.emit(ActionsSpent(rule=rule, moves=1, why="Move Action to turn"))
        table.emit(UnitFaced(rule=rule, unit=unit_id, facing=self.facing))
        shift(table, unit_id, before)


class Spin(Turning, frozen=True, tag="spin"):
    """Use the Free Spin after the first move."""

    says = "spin to the {way}"

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.MOVE.FREE-SPIN: once, after the first Move Action and before the second."""
        unit, facing = state.units[act.unit], self.facing
        yield from _facing(unit, facing)
        most = state.rules.turn.free_spins
        if moves_by_heading(unit) and not state.rules.warship_move.free_spin:
            helm = highest(unit, "spins_by")
            if not helm:
                yield Refusal("MS.MOVE.WARSHIP", f"{unit.name} has no Free Spin")
            elif facing in FACINGS and turn_between(facing, unit.facing) > helm:
                yield Refusal("MS.MOVE.WARSHIP", "too far a turn", (("most", helm),))
        if act.moved != 1 or act.spins >= most:
            yield Refusal("MS.MOVE.FREE-SPIN", "a Free Spin follows the first Move Action, once")

    def perform(self, table: Table[State]) -> None:
        """MS.MOVE.FREE-SPIN: take any facing for free after the first Move Action."""
        unit_id = table.state.who_acts
        table.emit(UnitSpun(rule="MS.MOVE.FREE-SPIN", unit=unit_id, facing=self.facing))


class Surface(OwnAction, frozen=True, tag="surface"):
    """Spend a Move Action on surfacing."""

    says = "surface"

    def actor_in(self, view: State) -> None:
        """Return None: surfacing is shown as a button."""

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Surface]:
        yield cls()

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.WATER.SUBMERGED: a submerged unit with a Move Action that is able to surface."""
        unit = state.units[act.unit]
        yield from _moves_left(act)
        if not unit.submerged:
            yield Refusal("MS.WATER.SUBMERGED", f"{unit.name} is not under water")
        elif not swims(unit):
            yield Refusal("MS.WATER.SUBMERGED", f"{unit.name} can neither swim nor fly")

    def perform(self, table: Table[State]) -> None:
        """MS.WATER.SUBMERGED: use a Move Action to surface."""
        rule = "MS.WATER.SUBMERGED"
        table.emit(ActionsSpent(rule=rule, moves=1, why="Move Action to surface"))
        for member in table.state.squad(table.state.who_acts):
            model = table.state.units[member]
            if model.submerged and model.at is not None:
                table.emit(
                    UnitMoved(
                        rule=rule, unit=member, to=model.at, facing=model.facing, why="surfaces"
                    )
                )


class Disengage(OwnAction, frozen=True, tag="disengage"):
    """Leave all engaging units by a Move Action, a Combat Action or a point."""

    opens_window = True

    to: Hex
    by: Literal["move", "action", "point"] = "move"

    def label(self, view: State) -> str:
        how = {"move": "", "action": ", accelerating", "point": ", with a point"}[self.by]
        where = place_words(view, view.act.unit, self.to) if view.act else f"to {to_text(self.to)}"
        return f"disengage {where}{how}"

    def price_in(self, view: State) -> str:
        """MS.ORDERS.OPS: the actual price, and why it differs from the printed one."""
        printed = now = 0
        if view.act is not None:
            printed = self._cost(view, view.act.unit)
            now = eased(view, view.act.unit, printed)
        return f"{now} momentum" + (f" instead of {printed}, by an order" if now < printed else "")

    @staticmethod
    def _cost(state: State, unit_id: UnitId) -> int:
        return state.rules.engage.disengage_cost_per_enemy * len(engaging(state, unit_id))

    def highlight(self, view: State) -> Highlight | None:
        return _sketched(view, self.to)

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Disengage]:
        for at in state.ground.field.hexes.cells:
            yield from (cls(at), cls(at, "action"), cls(at, "point"))

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.ENGAGE.DISENGAGE: for Momentum, by a Move Action or an Accelerate."""
        rule, unit = "MS.ENGAGE.DISENGAGE", state.units[act.unit]
        if not engaging(state, act.unit):
            yield Refusal(rule, f"{unit.name} is not engaged")
        else:
            yield from self._unpaid(state, act, unit)
            yield from stays_under(state, unit, self.to)
            flying = self.by != "move"
            if self.to not in disengagements(state, act.unit, flying=flying):
                yield Refusal(rule, f"{to_text(self.to)} is not 4 in away and out of engagement")
            if strays(state, act, self.to, act.moves - int(not flying), flying=flying):
                yield away_from_challenger()
        if self.by == "action":
            yield from must_attack(state, act)

    def _unpaid(self, state: State, act: Act, unit: Unit) -> Iterator[Refusal]:
        if self.by == "move":
            yield from _moves_left(act)
        elif self.by == "action":
            if act.combat < 1:
                yield Refusal("MS.ACT.ACTIONS", "no Combat Action left")
        elif resource(unit) not in ("boost", "power") or not unit.points:
            yield Refusal("MS.ACCEL.RESOURCE", "no Boost or Power left")
        cost, have = eased(state, act.unit, self._cost(state, act.unit)), state.momentum[unit.seat]
        if cost > have:
            figures = (("price", cost), ("momentum", have))
            yield Refusal("MS.ENGAGE.DISENGAGE", "not enough Momentum", figures)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.ENGAGE.DISENGAGE: pay for each engaging enemy and move 4 in."""
        state = table.state
        unit_id, rule = state.who_acts, "MS.ENGAGE.DISENGAGE"
        before = Stance(state, unit_id)
        pay_eased(table, unit_id, self._cost(state, unit_id), "disengaging", rule)
        if self.by == "move":
            table.emit(ActionsSpent(rule=rule, moves=1, why="Move Action to disengage"))
        else:
            points = int(self.by == "point")
            table.emit(UnitAccelerated(rule=rule, unit=unit_id, points=points, actions=1 - points))
        yield from go(table, unit_id, self.to, rule, "disengages")
        shift(table, unit_id, before, fled=True)
