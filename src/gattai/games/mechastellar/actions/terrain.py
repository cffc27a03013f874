"""Attacks on terrain: destroying it, pushing it, and pulling oneself towards it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from gattai.games.mechastellar.attack.aiming import (
    action_price,
    blindsides,
    target_refusals,
    too_dear,
    use_refusals,
    weapon_refusals,
)
from gattai.games.mechastellar.attack.attack import check_terrain
from gattai.games.mechastellar.attack.destruction import destroy_fallen
from gattai.games.mechastellar.attack.pools import counted
from gattai.games.mechastellar.attack.pushing import collide, stops
from gattai.games.mechastellar.attack.sequence import each_in_turn, pay_for, weapon_in, weapon_of
from gattai.games.mechastellar.attack.terms import attack_dice
from gattai.games.mechastellar.cards import TerrainCard, WeaponCard
from gattai.games.mechastellar.events.attack import (
    StruckFreely,
    SupportDrawn,
    TerrainBroken,
    TerrainMoved,
)
from gattai.games.mechastellar.events.flow import UnitFaced
from gattai.games.mechastellar.events.turn import PointsSpent, UnitMoved
from gattai.games.mechastellar.figures import (
    area_stops,
    challengers,
    elevation,
    engaging,
    resource,
)
from gattai.games.mechastellar.ground import FACING_WORDS, FACINGS, in_front, pointing
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.phases.acting import OwnAction
from gattai.games.mechastellar.phases.duty import must_attack
from gattai.games.mechastellar.phases.momentum import Select
from gattai.games.mechastellar.phases.movement import STEPS
from gattai.games.mechastellar.phases.moving import follow
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.question import Steps, may_choose, roll
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


def on_terrain(state: State, unit: Unit, weapon: WeaponCard, reach_of: int) -> Iterator[OnTerrain]:
    """Every piece in reach of the weapon, with all that the weapon can do to it."""
    assert unit.at is not None
    pushes, draws = weapon.pen_suffix == "P", says(weapon, "draws_user")
    havoc = resource(unit) == "havoc" and unit.points > 0
    if says(weapon, "is_remote"):
        return
    for at in state.ground.breakable:
        if 0 < DISTANCE[at - unit.at] <= reach_of:
            yield StrikeTerrain(weapon.id, at)
            if havoc:
                yield RazeCover(weapon.id, at)
            if pushes:
                for direction in FACINGS:
                    yield SlideTerrain(weapon.id, at, direction)
    if draws:
        for at, card in state.ground.terrain.items():
            if (card.cover or card.level) and 0 < DISTANCE[at - unit.at] <= reach_of:
                yield PullSelf(weapon.id, at)


class OnTerrain(OwnAction, frozen=True):
    """MS.TERRAIN.DIRECT: an attack on a piece of terrain."""

    opens_window = True

    weapon: str
    piece: Hex

    def label(self, view: State) -> str:
        return f"{weapon_in(view, self.weapon)} at the terrain on {to_text(self.piece)}"

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Self]:
        for weapon in state.units[act.unit].card.weapon:
            yield from (cls(weapon.id, piece.at) for piece in state.ground.pieces)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.TERRAIN.DIRECT: a usable weapon against a piece in its reach."""
        weapon = state.units[act.unit].card.find_weapon(self.weapon)
        if weapon is None:
            yield Refusal("MS.WEAPON.PROFILE", f"there is no weapon {self.weapon}")
            return
        yield from self.unusable(state, act, weapon)
        if says(weapon, "is_remote") or says(weapon, "rams"):
            yield Refusal("MS.TERRAIN.DIRECT", f"{weapon.name} is no weapon against terrain")
        card = state.ground.terrain.get(self.piece)
        if card is None:
            yield Refusal("MS.TERRAIN.DIRECT", f"nothing stands on {to_text(self.piece)}")
            return
        yield from self.unfit(state, weapon, card)
        yield from _piece_in_reach(state, act.unit, weapon, self.piece)

    def unusable(self, state: State, act: Act, weapon: WeaponCard) -> Iterator[Refusal]:
        """MS.RETURNFIRE.ATTACK, MS.CHALLENGE.DUTY: the price, and duties that forbid spending it on
        terrain.
        """
        yield from use_refusals(state, act, weapon, None)
        if action_price(state, act.unit, weapon, None):
            yield from must_attack(state, act)
        if challengers(state, act.unit):
            yield Refusal("MS.CHALLENGE.DUTY", "a Challenge leaves no attack for terrain")

    def unfit(self, state: State, weapon: WeaponCard, card: TerrainCard) -> Iterator[Refusal]:
        """Why this is not possible with this piece."""
        if not card.destructible:
            yield Refusal("MS.TERRAIN.DIRECT", f"{card.kind} cannot be destroyed")

    def pay(self, table: Table[State], weapon: WeaponCard) -> None:
        """MS.WEAPON.USES: pay for the attack and take a use; the model turns to the piece."""
        unit_id = table.state.who_acts
        if not action_price(table.state, unit_id, weapon, None):
            table.emit(StruckFreely(rule="MS.WEAPON.FREE", unit=unit_id, weapon=weapon.id))
        pay_for(table, unit_id, weapon, None)
        _spend_use(table, unit_id, weapon)
        _turn_to(table, unit_id, weapon, self.piece)


def _piece_in_reach(
    state: State, unit_id: UnitId, weapon: WeaponCard, piece: Hex
) -> Iterator[Refusal]:
    unit = state.units[unit_id]
    assert unit.at is not None
    far, most = DISTANCE[piece - unit.at], state.rules.hexes(weapon.range_in)
    if far > most or far == 0:
        yield Refusal("MS.RANGE.MEASURE", "out of range", (("away", far), ("range", most)))
    ahead = weapon.kind == "melee" or says(weapon, "all_round")
    if not ahead and not in_front(unit.at, unit.facing, piece):
        yield Refusal("MS.TARGET.ARC", "the piece is in the rear arc")
    level = state.ground.levels.get(piece, 0)
    if unit.submerged or not state.ground.sees(unit.at, elevation(state, unit), piece, level):
        yield Refusal("MS.LOS.NEED", "the piece is out of sight")
    if says(weapon, "sweeps") and engaging(state, unit_id):
        yield Refusal("MS.AOE.LIMITS", "an area weapon cannot be fired while engaged")


class StrikeTerrain(OnTerrain, frozen=True, tag="strike"):
    """Attack a piece of terrain."""

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.TERRAIN.DIRECT: three terrain checks.

        MS.TERRAIN.AOE: an area weapon continues to units behind the destroyed piece; against
        several it is a sweep.
        """
        state = table.state
        unit_id, weapon = state.who_acts, weapon_of(state, state.who_acts, self.weapon)
        self.pay(table, weapon)
        hid = self.piece in state.ground.opaque
        broken = yield from _check(table, weapon, self.piece)
        if not broken or not says(weapon, "sweeps"):
            return
        aoe = state.rules.aoe
        kept = aoe.broken_blocker_def if hid else aoe.broken_cover_def
        chosen = yield from _choose_behind(table, unit_id, weapon, self.piece)
        strikes = [
            Strike(
                unit_id, weapon, target, broken_cover=kept,
                sweep=min(2, number) if len(chosen) > 1 else 0,
                blindside=number == 1 and blindsides(table.state, unit_id, weapon, target),
            )
            for number, target in enumerate(chosen, 1)
        ]  # fmt: skip
        yield from each_in_turn(table, strikes, uses=0)


def _check(table: Table[State], weapon: WeaponCard, piece: Hex) -> Steps[bool]:
    """MS.TERRAIN.DIRECT: check the piece and return whether it was destroyed."""
    terrain = table.state.rules.terrain
    checks = terrain.checks_aoe if says(weapon, "sweeps") else terrain.checks_direct
    return (yield from check_terrain(table, piece, weapon.dmg, checks, "MS.TERRAIN.DIRECT"))


def _choose_behind(
    table: Table[State], unit_id: UnitId, weapon: WeaponCard, piece: Hex
) -> Steps[list[UnitId]]:
    """MS.TERRAIN.AOE: choose units behind the piece, one after the other."""
    chosen: list[UnitId] = []
    behind = [*_behind(table.state, unit_id, weapon, piece)]
    while left := [Select(each) for each in behind if each not in chosen]:
        what = "go on to another unit behind it?" if chosen else "go on to a unit behind it?"
        seat = table.state.units[unit_id].seat
        answer = yield from may_choose(seat, left, PASS, "MS.TERRAIN.AOE", what)
        if isinstance(answer, Pass):
            break
        chosen.append(answer.unit)
    return chosen


def _behind(state: State, unit_id: UnitId, weapon: WeaponCard, piece: Hex) -> Iterator[UnitId]:
    """The enemies behind the piece but not behind a second one (MS.AOE.COVER, MS.ATTACK.LIMIT)."""
    unit = state.units[unit_id]
    assert unit.at is not None and state.act is not None
    most = state.rules.turn.max_attacks_per_target
    for foe_id, foe, at in state.foes(unit.seat):
        if sum(struck == foe_id for struck, _ in state.act.attacks) >= most:
            continue
        if area_stops(state, unit, foe, 1):
            continue
        if piece in state.ground.between(unit.at, at) or piece == at:
            against = target_refusals(state, unit_id, weapon, foe_id, "direct")
            if all(each.rule == "MS.TARGET.CLOSEST" for each in against):
                yield foe_id


def _spend_use(table: Table[State], unit_id: UnitId, weapon: WeaponCard) -> None:
    """MS.WEAPON.USES: an attack on terrain takes a use too."""
    if table.state.units[unit_id].left_of(weapon.id) > 0:
        table.emit(SupportDrawn(rule="MS.WEAPON.USES", unit=unit_id, weapon=weapon.id, uses=1))


def _turn_to(table: Table[State], unit_id: UnitId, weapon: WeaponCard, at: Hex) -> None:
    unit = table.state.units[unit_id]
    assert unit.at is not None
    facing = pointing(unit.at, unit.facing, at)
    if facing != unit.facing and not says(weapon, "all_round"):
        table.emit(UnitFaced(rule="MS.TARGET.ROTATE", unit=unit_id, facing=facing))


def _hits_on_terrain(table: Table[State], unit_id: UnitId, weapon: WeaponCard) -> Steps[int]:
    """MS.PUSH.ON-TERRAIN: attack dice without a defence; every Hit counts as a failed save, at most
    five.
    """
    state = table.state
    dice, figures = state.rules.dice, state.rules.armor_save
    strike = Strike(unit_id, weapon, unit_id)
    count = min(dice.pool_cap, attack_dice(state, strike).total)
    seat = state.units[unit_id].seat
    thrown = counted(count, dice.success, dice.crit, dice.crit_value)
    rolled = yield from roll(thrown, "MS.PUSH.ON-TERRAIN", weapon.name, by=seat)
    return min(figures.cap, max(0, rolled + weapon.bonus_hits))


class RazeCover(OnTerrain, frozen=True, tag="raze"):
    """Make a bonus attack on cover, for Havoc."""

    opens_window = False

    def price_in(self, view: State) -> str:
        """MS.RES.HAVOC: one point of Havoc."""
        return "1 Havoc"

    def unusable(self, state: State, act: Act, weapon: WeaponCard) -> Iterator[Refusal]:
        """It comes before an attack with the same weapon, so that attack must still be possible."""
        yield from weapon_refusals(state, act.unit, weapon)
        yield from too_dear(act, action_price(state, act.unit, weapon, None))
        unit = state.units[act.unit]
        if resource(unit) != "havoc" or not unit.points:
            yield Refusal("MS.RES.HAVOC", "this takes a point of Havoc")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.RES.HAVOC: costs a point but no action."""
        unit_id = table.state.who_acts
        weapon = weapon_of(table.state, unit_id, self.weapon)
        table.emit(PointsSpent(rule="MS.RES.HAVOC", unit=unit_id, points=1, why="cover"))
        _turn_to(table, unit_id, weapon, self.piece)
        yield from _check(table, weapon, self.piece)


class SlideTerrain(OnTerrain, frozen=True, tag="slide"):
    """Push a piece of terrain."""

    direction: int

    def label(self, view: State) -> str:
        what = f"{weapon_in(view, self.weapon)} pushes the terrain on {to_text(self.piece)}"
        return f"{what} {FACING_WORDS[self.direction]}"

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[SlideTerrain]:
        for weapon in state.units[act.unit].card.weapon:
            for piece in state.ground.pieces:
                yield from (cls(weapon.id, piece.at, direction) for direction in FACINGS)

    def unfit(self, state: State, weapon: WeaponCard, card: TerrainCard) -> Iterator[Refusal]:
        """MS.PUSH.ON-TERRAIN: with a pushing weapon, and only without a model on the piece."""
        yield from super().unfit(state, weapon, card)
        if weapon.pen_suffix != "P":
            yield Refusal("MS.PUSH.ON-TERRAIN", f"{weapon.name} does not push")
        if self.piece in state.standing:
            yield Refusal("MS.PUSH.ON-TERRAIN", "somebody stands on it")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.PUSH.ON-TERRAIN: the piece slides 4 in for each Hit and breaks on the first unit it
        reaches.
        """
        unit_id = table.state.who_acts
        weapon = weapon_of(table.state, unit_id, self.weapon)
        self.pay(table, weapon)
        hits = yield from _hits_on_terrain(table, unit_id, weapon)
        at, rule = self.piece, "MS.PUSH.ON-TERRAIN"
        for _ in range(hits):
            state = table.state
            to = Hex(at + STEPS[self.direction])
            if to not in state.ground.field.hexes or to in state.ground.terrain:
                return
            standing = state.standing.get(to)
            if standing is not None:
                table.emit(TerrainBroken(rule=rule, at=at))
                yield from collide(table, standing, rule)
                yield from destroy_fallen(table, unit_id)
                return
            table.emit(TerrainMoved(rule=rule, at=at, to=to))
            at = to


class PullSelf(OnTerrain, frozen=True, tag="pull"):
    """Pull the model towards a piece of terrain."""

    def label(self, view: State) -> str:
        return f"{weapon_in(view, self.weapon)} draws it to {to_text(self.piece)}"

    def unfit(self, state: State, weapon: WeaponCard, card: TerrainCard) -> Iterator[Refusal]:
        """MS.PUSH.ON-TERRAIN: with a pulling weapon, to a piece that stays in place."""
        if not says(weapon, "draws_user"):
            yield Refusal("MS.PUSH.ON-TERRAIN", f"{weapon.name} does not draw its user")
        if not (card.cover or card.level):
            yield Refusal("MS.PUSH.ON-TERRAIN", "there is nothing to hold on to")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.PUSH.ON-TERRAIN: the model moves 4 in for each Hit towards the piece."""
        state = table.state
        unit_id, weapon = state.who_acts, weapon_of(state, state.who_acts, self.weapon)
        self.pay(table, weapon)
        rule = "MS.PUSH.ON-TERRAIN"
        if state.ground.terrain[self.piece].destructible:
            if (yield from check_terrain(table, self.piece, weapon.dmg, 1, "MS.TERRAIN.CHECK")):
                return
        hits = yield from _hits_on_terrain(table, unit_id, weapon)
        before = table.state
        for _ in range(hits):
            unit = table.state.units[unit_id]
            assert unit.at is not None
            way = table.state.ground.between(unit.at, self.piece)
            if not way or way[0] in table.state.standing or stops(table.state, unit, way[0]):
                break
            table.emit(
                UnitMoved(rule=rule, unit=unit_id, to=way[0], facing=unit.facing, why="is drawn")
            )
        if table.state.units[unit_id].at != before.units[unit_id].at:
            yield from follow(table, unit_id, before.squad(unit_id), before, 2 * hits + 2)
