"""Attacks on terrain: striking, razing, pushing pieces of it, and holding on to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from gattai.games.mechastellar.cards import TerrainCard, WeaponCard
from gattai.games.mechastellar.course.acting import OwnDeed
from gattai.games.mechastellar.course.duty import must_attack
from gattai.games.mechastellar.course.momentum import Select
from gattai.games.mechastellar.course.movement import STEPS
from gattai.games.mechastellar.course.moving import follow
from gattai.games.mechastellar.events.flow import UnitFaced
from gattai.games.mechastellar.events.strike import (
    StruckFreely,
    SupportDrawn,
    TerrainBroken,
    TerrainMoved,
)
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
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.games.mechastellar.strike.aiming import (
    action_price,
    blindsides,
    target_refusals,
    too_dear,
    use_refusals,
    weapon_refusals,
)
from gattai.games.mechastellar.strike.attack import check_terrain
from gattai.games.mechastellar.strike.destruction import destroy_fallen
from gattai.games.mechastellar.strike.pools import counted
from gattai.games.mechastellar.strike.pushing import collide, stops
from gattai.games.mechastellar.strike.sequence import each_in_turn, pay_for, weapon_in, weapon_of
from gattai.games.mechastellar.strike.terms import attack_dice
from gattai.kernel.question import Choose, Roll, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


def on_terrain(state: State, unit: Unit, weapon: WeaponCard, reach_of: int) -> Iterator[OnTerrain]:
    """Every piece that the weapon reaches, with all that it can do to it."""
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


class OnTerrain(OwnDeed, frozen=True):
    """MS.TERRAIN.DIRECT: an attack on a piece of terrain."""

    opens_window = True

    weapon: str
    piece: Hex

    def label(self, view: State) -> str:
        """The weapon, and where the piece stands."""
        return f"{weapon_in(view, self.weapon)} at the terrain on {to_text(self.piece)}"

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Self]:
        """With each weapon on each piece."""
        for weapon in state.units[act.unit].card.weapon:
            yield from (cls(weapon.id, piece.at) for piece in state.ground.pieces)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.TERRAIN.DIRECT: a weapon that can be used, on a piece that it reaches."""
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
        """MS.RETURNFIRE.ATTACK, MS.CHALLENGE.DUTY: the price, and who may not spend it on terrain."""
        yield from use_refusals(state, act, weapon, None)
        if action_price(state, act.unit, weapon, None):
            yield from must_attack(state, act)
        if challengers(state, act.unit):
            yield Refusal("MS.CHALLENGE.DUTY", "a Challenge leaves no attack for terrain")

    def unfit(self, state: State, weapon: WeaponCard, card: TerrainCard) -> Iterator[Refusal]:
        """Why it cannot be done to this piece."""
        if not card.destructible:
            yield Refusal("MS.TERRAIN.DIRECT", f"{card.kind} cannot be destroyed")

    def pay(self, table: Table[State], weapon: WeaponCard) -> None:
        """MS.WEAPON.USES: what an attack costs, and a use; the model turns to the piece."""
        unit_id = table.state.who_acts
        if not action_price(table.state, unit_id, weapon, None):
            table.happens(StruckFreely(rule="MS.WEAPON.FREE", unit=unit_id, weapon=weapon.id))
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
        """MS.TERRAIN.DIRECT: three checks.

        MS.TERRAIN.AOE: an area weapon goes on to units behind what it has destroyed; to several it
        is a sweep.
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
    """MS.TERRAIN.DIRECT: whether it was destroyed."""
    terrain = table.state.rules.terrain
    checks = terrain.checks_aoe if says(weapon, "sweeps") else terrain.checks_direct
    return (yield from check_terrain(table, piece, weapon.dmg, checks, "MS.TERRAIN.DIRECT"))


def _choose_behind(
    table: Table[State], unit_id: UnitId, weapon: WeaponCard, piece: Hex
) -> Steps[list[UnitId]]:
    """MS.TERRAIN.AOE: any units behind the piece, named one after the other."""
    chosen: list[UnitId] = []
    behind = [*_behind(table.state, unit_id, weapon, piece)]
    while left := [Select(each) for each in behind if each not in chosen]:
        what = "go on to another unit behind it?" if chosen else "go on to a unit behind it?"
        seat = table.state.units[unit_id].seat
        answer = yield Choose(seat, (*left, PASS), "MS.TERRAIN.AOE", what, otherwise=PASS)
        if isinstance(answer, Pass):
            break
        chosen.append(answer.unit)
    return chosen


def _behind(state: State, unit_id: UnitId, weapon: WeaponCard, piece: Hex) -> Iterator[UnitId]:
    """Enemies behind the piece, but not behind a second one (MS.AOE.COVER, MS.ATTACK.LIMIT)."""
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
    """MS.WEAPON.USES: an attack on terrain takes a use as well."""
    if table.state.units[unit_id].left_of(weapon.id) > 0:
        table.happens(SupportDrawn(rule="MS.WEAPON.USES", unit=unit_id, weapon=weapon.id, uses=1))


def _turn_to(table: Table[State], unit_id: UnitId, weapon: WeaponCard, at: Hex) -> None:
    unit = table.state.units[unit_id]
    assert unit.at is not None
    facing = pointing(unit.at, unit.facing, at)
    if facing != unit.facing and not says(weapon, "all_round"):
        table.happens(UnitFaced(rule="MS.TARGET.ROTATE", unit=unit_id, facing=facing))


def _hits_on_terrain(table: Table[State], unit_id: UnitId, weapon: WeaponCard) -> Steps[int]:
    """MS.PUSH.ON-TERRAIN: attack dice without a defence; every Hit is a failed save, five at most."""
    state = table.state
    dice, figures = state.rules.dice, state.rules.armor_save
    strike = Strike(unit_id, weapon, unit_id)
    count = min(dice.pool_cap, attack_dice(state, strike).total)
    seat = state.units[unit_id].seat
    thrown = counted(count, dice.success, dice.crit, dice.crit_value)
    rolled: int = yield Roll(thrown, "MS.PUSH.ON-TERRAIN", weapon.name, by=seat)
    return min(figures.cap, max(0, rolled + weapon.bonus_hits))


class RazeCover(OnTerrain, frozen=True, tag="raze"):
    """Havoc: a bonus attack on cover."""

    opens_window = False

    def price_in(self, view: State) -> str:
        """MS.RES.HAVOC."""
        return "1 Havoc"

    def unusable(self, state: State, act: Act, weapon: WeaponCard) -> Iterator[Refusal]:
        """It comes before an attack with the same weapon, so that has to be possible still."""
        yield from weapon_refusals(state, act.unit, weapon)
        yield from too_dear(act, action_price(state, act.unit, weapon, None))
        unit = state.units[act.unit]
        if resource(unit) != "havoc" or not unit.points:
            yield Refusal("MS.RES.HAVOC", "this takes a point of Havoc")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.RES.HAVOC: a point, and no action."""
        unit_id = table.state.who_acts
        weapon = weapon_of(table.state, unit_id, self.weapon)
        table.happens(PointsSpent(rule="MS.RES.HAVOC", unit=unit_id, points=1, why="cover"))
        _turn_to(table, unit_id, weapon, self.piece)
        yield from _check(table, weapon, self.piece)


class SlideTerrain(OnTerrain, frozen=True, tag="slide"):
    """Push a piece of terrain."""

    direction: int

    def label(self, view: State) -> str:
        """With its direction."""
        what = f"{weapon_in(view, self.weapon)} pushes the terrain on {to_text(self.piece)}"
        return f"{what} {FACING_WORDS[self.direction]}"

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[SlideTerrain]:
        """With each weapon each piece, each way."""
        for weapon in state.units[act.unit].card.weapon:
            for piece in state.ground.pieces:
                yield from (cls(weapon.id, piece.at, direction) for direction in FACINGS)

    def unfit(self, state: State, weapon: WeaponCard, card: TerrainCard) -> Iterator[Refusal]:
        """MS.PUSH.ON-TERRAIN: with a weapon that pushes, where nobody stands."""
        yield from super().unfit(state, weapon, card)
        if weapon.pen_suffix != "P":
            yield Refusal("MS.PUSH.ON-TERRAIN", f"{weapon.name} does not push")
        if self.piece in state.standing:
            yield Refusal("MS.PUSH.ON-TERRAIN", "somebody stands on it")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.PUSH.ON-TERRAIN: a piece slides 4 in for each Hit and breaks on whom it reaches."""
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
                table.happens(TerrainBroken(rule=rule, at=at))
                yield from collide(table, standing, rule)
                yield from destroy_fallen(table, unit_id)
                return
            table.happens(TerrainMoved(rule=rule, at=at, to=to))
            at = to


class PullSelf(OnTerrain, frozen=True, tag="pull"):
    """Draw oneself towards a piece of terrain."""

    def label(self, view: State) -> str:
        """Where to."""
        return f"{weapon_in(view, self.weapon)} draws it to {to_text(self.piece)}"

    def unfit(self, state: State, weapon: WeaponCard, card: TerrainCard) -> Iterator[Refusal]:
        """MS.PUSH.ON-TERRAIN: with a weapon that draws, to something that holds."""
        if not says(weapon, "draws_user"):
            yield Refusal("MS.PUSH.ON-TERRAIN", f"{weapon.name} does not draw its user")
        if not (card.cover or card.level):
            yield Refusal("MS.PUSH.ON-TERRAIN", "there is nothing to hold on to")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.PUSH.ON-TERRAIN: it draws itself 4 in for each Hit towards a piece that holds."""
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
            table.happens(
                UnitMoved(rule=rule, unit=unit_id, to=way[0], facing=unit.facing, why="is drawn")
            )
        if table.state.units[unit_id].at != before.units[unit_id].at:
            yield from follow(table, unit_id, before.squad(unit_id), before, 2 * hits + 2)
