"""Attacks of the active unit on other units: with one weapon, sweeping over several, throwing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from gattai.games.mechastellar.actions.crashing import crashes
from gattai.games.mechastellar.actions.terrain import on_terrain
from gattai.games.mechastellar.attack.aiming import (
    action_price,
    blindsides,
    fires_indirectly,
    limits,
    shooting_fee,
    target_refusals,
    too_dear,
    unpaid_fee,
    use_refusals,
)
from gattai.games.mechastellar.attack.attack import aims, braces
from gattai.games.mechastellar.attack.countering import pay_points
from gattai.games.mechastellar.attack.damage import finish_threshold, pen_of
from gattai.games.mechastellar.attack.defence import best_defence
from gattai.games.mechastellar.attack.sequence import (
    each_in_turn,
    one_attack,
    pay_for,
    plainly,
    sketched,
    upgraded,
    weapon_in,
    weapon_of,
)
from gattai.games.mechastellar.attack.terms import (
    attack_dice,
    attack_hits,
    defence_bonus,
    defence_dice,
)
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.events.attack import TerrainBroken, TerrainMoved
from gattai.games.mechastellar.events.turn import ActionsSpent
from gattai.games.mechastellar.figures import area_stops, away, resource
from gattai.games.mechastellar.ground import RUBBLE
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import has, says, total
from gattai.games.mechastellar.phases.acting import OwnAction
from gattai.games.mechastellar.phases.duty import return_fire
from gattai.games.mechastellar.phases.momentum import pay
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.action import Action, Forecast, Highlight, Total
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import QuietTable, Table
from gattai.kernel.tally import Term
from gattai.odds.distribution import Distribution
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


def fights(state: State, act: Act) -> Iterator[Action]:
    """All attacks that the active unit could make, weapon by weapon."""
    unit = state.units[act.unit]
    assert unit.at is not None
    foes = [(foe, DISTANCE[at - unit.at]) for foe, _, at in state.foes(unit.seat)]
    for weapon in unit.card.weapon:
        reach_of = state.rules.hexes(weapon.range_in)
        if says(weapon, "rams"):
            if act.combat > 0 and act.moves > 0:
                yield from crashes(state, unit, weapon)
            continue
        if action_price(state, act.unit, weapon, None) > act.combat:
            continue
        near = [foe for foe, far in foes if far <= reach_of]
        yield from _attacks(state, unit, weapon, near)
        yield from on_terrain(state, unit, weapon, reach_of)
    if act.combat > 0:
        for foe, far in foes:
            if far == 1:
                yield ThrowEnemy(foe)
        yield from _hurls(state, unit, [foe for foe, _ in foes])


def _attacks(state: State, unit: Unit, weapon: WeaponCard, near: list[UnitId]) -> Iterator[Action]:
    indirect = fires_indirectly(state, weapon)
    powers = (False, True) if weapon.option is not None and unit.points else (False,)
    for power in powers:
        for foe in near:
            if not says(weapon, "is_remote"):
                yield Attack(weapon.id, foe, power=power)
            if indirect:
                yield Attack(weapon.id, foe, "indirect", power)
            if weapon.category == "E" and weapon.kind == "shooting":
                yield Attack(weapon.id, foe, "through", power)
        if says(weapon, "sweeps") and len(near) > 1 and state.rules.aoe.mode == "sweep":
            yield from _sweeps(
                weapon, near, power, max(weapon.aoe_targets, state.rules.aoe.sweep_targets)
            )


def _sweeps(weapon: WeaponCard, near: list[UnitId], power: bool, most: int) -> Iterator[Sweep]:
    chains: list[tuple[UnitId, ...]] = [(foe,) for foe in near]
    for _ in range(most - 1):
        chains = [(*chain, foe) for chain in chains for foe in near if foe not in chain]
        for chain in chains:
            yield Sweep(weapon.id, chain, power)


def _hurls(state: State, unit: Unit, foes: list[UnitId]) -> Iterator[ThrowTerrain]:
    assert unit.at is not None
    for at in state.ground.field.hexes.neighbours[unit.at]:
        card = state.ground.terrain.get(at)
        if card is not None and (card.destructible or card.kind == RUBBLE.kind):
            for foe in foes:
                yield ThrowTerrain(at, foe)


class Attack(OwnAction, frozen=True, tag="attack"):
    """Attack with a weapon."""

    opens_window = True

    weapon: str
    target: UnitId
    how: Literal["direct", "indirect", "through"] = "direct"
    power: bool = False

    def label(self, view: State) -> str:
        manner = {"direct": "", "indirect": ", indirectly", "through": ", through the terrain"}
        power = ", with Power" if self.power else ""
        return f"{self.heading(view)} at {view.called(self.target)}{manner[self.how]}{power}"

    def heading(self, view: State) -> str:
        return weapon_in(view, self.weapon)

    def price_in(self, view: State) -> str:
        """MS.ENGAGE.SHOOT, MS.REMOTE.FIRE: the Momentum for shooting."""
        if view.act is None:
            return ""
        weapon = view.units[view.act.unit].card.find_weapon(self.weapon)
        fee = shooting_fee(view, view.act.unit, weapon) if weapon else 0
        return f"{fee} momentum" if fee else ""

    def has_odds(self, view: State) -> bool:
        return True

    def caution(self, view: State) -> str:
        """MS.AOE.LINE: warn that everything along the line is hit, including own units."""
        if view.act is None or view.units[self.target].at is None:
            return ""
        if view.units[view.act.unit].find_weapon(self.weapon) is None:
            return ""
        strike = self.strike(view, view.act.unit)
        seat = view.units[view.act.unit].seat
        line = _on_the_line(view, strike) if _has_line(view, strike) else ()
        own = [view.called(each) for each in line if view.units[each].seat == seat]
        return f"hits your own {' and '.join(own)}" if own else ""

    def highlight(self, view: State) -> Highlight | None:
        return sketched(view, (self.target,))

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Attack]:
        hows: tuple[Literal["direct", "indirect", "through"], ...]
        hows = ("direct", "indirect", "through")
        for weapon in state.units[act.unit].card.weapon:
            for power in (False, True):
                for each in state.all_units:
                    yield from (cls(weapon.id, each, how, power) for how in hows)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.ATTACK.SEQUENCE, 1: why this attack cannot be declared."""
        weapon = state.units[act.unit].card.find_weapon(self.weapon)
        if weapon is None:
            yield Refusal("MS.WEAPON.PROFILE", f"there is no weapon {self.weapon}")
            return
        yield from target_refusals(state, act.unit, weapon, self.target, self.how)
        yield from use_refusals(state, act, weapon, self.target)
        if says(weapon, "rams"):
            yield Refusal("MS.CRASH.ACTION", f"{weapon.name} attacks along a move")
        if self.power:
            yield from _power_option(state.units[act.unit], weapon)
        if state.has(self.target):
            yield from limits(state, act, self.target)
            yield from return_fire(state, act, self.target)

    def strike(self, state: State, unit_id: UnitId) -> Strike:
        """Return the attack as declared."""
        weapon = weapon_of(state, unit_id, self.weapon)
        blind = blindsides(state, unit_id, weapon, self.target, self.how)
        pen = weapon.option.pen if self.power and weapon.option else 0
        return Strike(
            unit_id, weapon, self.target, how=self.how, blindside=blind, extra_pen=pen
        )  # fmt: skip

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.ATTACK.SEQUENCE: one weapon against one unit."""
        strike = self._declared(table)
        if _has_line(table.state, strike):
            yield from along_a_line(table, strike)
        else:
            yield from one_attack(table, strike)

    def _declared(self, table: Table[State]) -> Strike:
        unit_id = table.state.who_acts
        weapon = weapon_of(table.state, unit_id, self.weapon)
        pay_for(table, unit_id, weapon, self.target)
        upgraded(table, unit_id, weapon, self.power)
        return self.strike(table.state, unit_id)

    def forecast(self, view: State) -> Forecast | None:
        """The effect on the target, with every term of both pools."""
        act = view.act
        if act is None or view.units[act.unit].find_weapon(self.weapon) is None:
            return None
        if next(self.against(view, act), None) is not None:
            return None
        strike = self.aimed(view, act.unit)
        target = view.units[self.target]
        plain = self._is_plain(view, strike)
        alone = plain and view.squad(self.target) == (self.target,)
        return Forecast(
            what=f"damage to {view.called(self.target)}",
            enough=target.hp,
            enough_words="destroys",
            sums=_sums(view, strike),
            count=partial(_hp_lost, view, self.target),
            shorter=partial(self._shorter, view) if plain else None,
            defended=partial(_defended, view, strike) if alone else None,
        )

    @staticmethod
    def _is_plain(view: State, strike: Strike) -> bool:
        """Return whether only saves come between the dice and the HP of the target and its squad."""
        target = view.units[strike.target]
        if strike.weapon.pen_suffix == "P":
            return False
        return not has(target, "rises_with") and not _has_line(view, strike)

    def _shorter(self, view: State) -> Steps[int]:
        table: QuietTable[State] = QuietTable(view)
        return (yield from plainly(table, self._declared(table)))

    def aimed(self, state: State, unit_id: UnitId) -> Strike:
        """The attack with the best aim that costs nothing."""
        strike = self.strike(state, unit_id)
        aim = aims(state, strike)[0]
        return replace(strike, lock_on=aim.lock_on, bonus=aim.bonus)


def _sums(view: State, strike: Strike) -> tuple[Total, ...]:
    """Both pools, their modifiers, and the two thresholds of the result."""
    pen, threshold = pen_of(view, strike), finish_threshold(view, strike)
    return (
        Total("attack dice", attack_dice(view, strike).terms),
        Total("Hits added", attack_hits(view, strike).terms),
        Total("defence dice", defence_dice(view, strike).terms),
        Total("DEF added", defence_bonus(view, strike).terms),
        Total(
            "PEN",
            (Term(pen, "PEN", "MS.SAVE.TARGET"),),
            f"each save needs {pen}+" if pen else "no save",
        ),
        Total(
            "Finishing Blow",
            (Term(threshold, "Hits for a Finishing Blow", "MS.FINISH.THRESHOLD"),),
            f"Finishing Blow from {threshold} Hits",
        ),
    )


def _defended(view: State, strike: Strike) -> Distribution[int]:
    """The HP that the target loses if it braces and spends as well as it can."""
    brace = braces(view, strike)[0]
    strike = replace(strike, guard=brace.bonus, guard_lock_on=brace.lock_on, trade=brace.trade)
    hp = view.units[strike.target].hp
    return best_defence(view, strike).map(lambda struck: min(hp, struck.damage)).sorted()


def _hp_lost(view: State, target: UnitId, after: State) -> int:
    """The HP lost by the target and its squad."""
    now = sum(after.units[each].hp for each in view.squad(target))
    return sum(view.units[each].hp for each in view.squad(target)) - max(0, now)


def _power_option(unit: Unit, weapon: WeaponCard) -> Iterator[Refusal]:
    price = weapon.option.power + weapon.power_cost if weapon.option else 0
    have = unit.points if resource(unit) == "power" else 0
    if weapon.option is None:
        yield Refusal("MS.RES.POWER", f"{weapon.name} gains nothing from Power")
    elif have < price:
        yield Refusal("MS.RES.POWER", "not enough Power", (("price", price), ("power", have)))


def _has_line(state: State, strike: Strike) -> bool:
    """MS.AOE.LINE: whether an older rule makes an area attack hit everything along a line."""
    return says(strike.weapon, "sweeps") and state.rules.aoe.mode == "line_or_circle"


def along_a_line(table: Table[State], strike: Strike) -> Steps[None]:
    """MS.AOE.LINE: all units on a line as long as the range, nearest first, friends and enemies."""
    strikes = [
        replace(strike, target=each, sweep=0 if each == strike.target else 2, blindside=False)
        for each in _on_the_line(table.state, strike)
    ]
    yield from each_in_turn(table, strikes)


def _on_the_line(state: State, strike: Strike) -> tuple[UnitId, ...]:
    """MS.AOE.LINE: all units hit, in order; MS.AOE.COVER: without those that cover protects."""
    unit, target = state.units[strike.unit], state.units[strike.target]
    assert unit.at is not None and target.at is not None
    reach = state.rules.hexes(strike.weapon.range_in)
    stride = target.at - unit.at
    end = Hex(unit.at + stride * -(-reach // DISTANCE[stride]))  # the line to the target, extended
    hexes = [
        h for h in (*state.ground.between(unit.at, end), end) if DISTANCE[h - unit.at] <= reach
    ]
    hit = dict.fromkeys(
        state.units[state.standing[h]].leader
        for h in hexes
        if h in state.standing and state.units[state.standing[h]].leader != strike.unit
    )
    ordered = sorted(hit, key=lambda each: (_far(state, unit, each), each))
    there = (each for each in ordered if state.units[each].at is not None)
    return tuple(each for each in there if not area_stops(state, unit, state.units[each]))


def _far(state: State, unit: Unit, other_id: UnitId) -> int:
    return 99 if state.units[other_id].at is None else away(unit, state.units[other_id])


class Sweep(OwnAction, frozen=True, tag="sweep"):
    """Attack several units with an area weapon; only the first attack gets all bonuses."""

    opens_window = True

    weapon: str
    targets: tuple[UnitId, ...]
    power: bool = False

    def label(self, view: State) -> str:
        names = " and ".join(map(view.called, self.targets))
        return f"{weapon_in(view, self.weapon)} sweeps {names}"

    def target_in(self, view: State) -> UnitId:
        return self.targets[0]

    def picks_in(self, view: State) -> tuple[UnitId, ...]:
        """The targets, one after the other."""
        return self.targets

    def highlight(self, view: State) -> Highlight | None:
        return sketched(view, self.targets)

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[Sweep]:
        """Each area weapon on any two or three units."""
        for weapon in state.units[act.unit].card.weapon:
            if says(weapon, "sweeps"):
                for power in (False, True):
                    yield from _sweeps(weapon, [*state.all_units], power, 3)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.AOE.SWEEP: two models near each other with no model between them."""
        rule, aoe = "MS.AOE.SWEEP", state.rules.aoe
        weapon = state.units[act.unit].card.find_weapon(self.weapon)
        if weapon is None or not says(weapon, "sweeps") or aoe.mode != "sweep":
            yield Refusal(rule, "only an area weapon sweeps")
            return
        targets = self.targets
        most = max(aoe.sweep_targets, weapon.aoe_targets)
        if not 2 <= len(targets) <= most or len(dict.fromkeys(targets)) < len(targets):
            figures = (("targets", len(targets)), ("most", most))
            yield Refusal(rule, "a sweep takes two targets, or as many as the weapon says", figures)
            return
        yield from use_refusals(state, act, weapon, None)
        if self.power:
            yield from _power_option(state.units[act.unit], weapon)
        for number, target in enumerate(targets):
            against = target_refusals(state, act.unit, weapon, target, "direct")
            # Only the first target has to be the closest; the sweep continues from it.
            kept = [each for each in against if number == 0 or each.rule != "MS.TARGET.CLOSEST"]
            if kept:
                yield kept[0]
                return
            yield from limits(state, act, target)
        yield from return_fire(state, act, targets[0])
        for one, two in pairwise(targets):
            yield from _spread(state, one, two)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.AOE.SWEEP: several units, each attacked separately; MS.AOE.COUNTER: then each may
        counter.
        """
        unit_id = table.state.who_acts
        weapon = weapon_of(table.state, unit_id, self.weapon)
        pay_for(table, unit_id, weapon, None)
        pen = upgraded(table, unit_id, weapon, self.power)
        strikes = [
            Strike(
                unit_id,
                weapon,
                target,
                sweep=min(2, number),
                extra_pen=pen,
                blindside=number == 1 and blindsides(table.state, unit_id, weapon, target),
            )
            for number, target in enumerate(self.targets, 1)
        ]
        yield from each_in_turn(table, strikes)


def _spread(state: State, one: UnitId, two: UnitId) -> Iterator[Refusal]:
    a, b = state.units[one].at, state.units[two].at
    assert a is not None and b is not None
    far, most = DISTANCE[b - a], state.rules.hexes(state.rules.aoe.sweep_spread_in)
    if far > most:
        figures = (("apart", far), ("most", most))
        yield Refusal("MS.AOE.SWEEP", "the targets are too far apart", figures)
    if any(h in state.standing for h in state.ground.between(a, b)):
        yield Refusal("MS.AOE.SWEEP", "somebody stands between the targets")


class ThrowEnemy(OwnAction, frozen=True, tag="throw"):
    """Grab an adjacent enemy and throw it."""

    says = "throw {target}"
    opens_window = True

    target: UnitId

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[ThrowEnemy]:
        return map(cls, state.all_units)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.THROW.ENEMY, MS.THROW.LARGER: an adjacent enemy; a larger one costs points."""
        yield from too_dear(act, 1)
        yield from limits(state, act, self.target)
        unit = state.units[act.unit]
        weapon = thrown_enemy(state, unit)
        against = tuple(target_refusals(state, act.unit, weapon, self.target, "direct"))
        yield from against
        if against:
            return
        price = throw_price(state, unit, state.units[self.target])
        have = unit.points if resource(unit) in ("power", "havoc") else 0
        if price > have:
            figures = (("price", price), ("Power or Havoc", have))
            yield Refusal("MS.THROW.LARGER", "the target is too large", figures)
        yield from return_fire(state, act, self.target)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.THROW.ENEMY: a melee attack that pushes the enemy away."""
        state = table.state
        unit_id, target = state.who_acts, self.target
        unit = state.units[unit_id]
        table.emit(ActionsSpent(rule="MS.THROW.ENEMY", combat=1, why="Throw"))
        pay_points(table, unit_id, throw_price(state, unit, state.units[target]))
        weapon = thrown_enemy(state, unit)
        blind = blindsides(state, unit_id, weapon, target)
        yield from one_attack(
            table, Strike(unit_id, weapon, target, made_up=True, blindside=blind)
        )  # fmt: skip


class ThrowTerrain(OwnAction, frozen=True, tag="hurl"):
    """Throw a piece of terrain at an enemy."""

    says = "throw the terrain on {piece} at {target}"
    opens_window = True

    piece: Hex
    target: UnitId

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[ThrowTerrain]:
        for each in state.all_units:
            yield from (cls(piece.at, each) for piece in state.ground.pieces)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.THROW.TERRAIN: an adjacent destructible piece or rubble with no model on it."""
        yield from too_dear(act, 1)
        yield from limits(state, act, self.target)
        card, at = state.ground.terrain.get(self.piece), state.units[act.unit].at
        assert at is not None
        rule = "MS.THROW.TERRAIN"
        if card is None or not (card.destructible or card.kind == RUBBLE.kind):
            yield Refusal(rule, f"nothing on {to_text(self.piece)} can be thrown")
        elif DISTANCE[self.piece - at] != 1 or self.piece in state.standing:
            yield Refusal(rule, "the piece has to lie beside the unit, with nobody on it")
        weapon = thrown_terrain(state, state.units[act.unit])
        yield from unpaid_fee(state, act.unit, weapon)
        yield from target_refusals(state, act.unit, weapon, self.target, "direct")
        yield from return_fire(state, act, self.target)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.THROW.TERRAIN: throw a piece from an adjacent hex, which is removed."""
        state = table.state
        unit_id, target = state.who_acts, self.target
        unit = state.units[unit_id]
        table.emit(ActionsSpent(rule="MS.THROW.TERRAIN", combat=1, why="Throw terrain"))
        weapon = thrown_terrain(state, unit)
        fee = shooting_fee(state, unit_id, weapon)
        pay(table, unit.seat, fee, "shooting while engaged", "MS.ENGAGE.SHOOT")
        if has(unit, "keeps_thrown"):
            table.emit(TerrainBroken(rule="MS.TERRAIN.DESTROYED", at=self.piece))
        else:
            table.emit(TerrainMoved(rule="MS.THROW.TERRAIN", at=self.piece, to=None))
        blind = blindsides(state, unit_id, weapon, target)
        yield from one_attack(
            table, Strike(unit_id, weapon, target, made_up=True, blindside=blind)
        )  # fmt: skip


def thrown_enemy(state: State, unit: Unit) -> WeaponCard:
    """MS.THROW.ENEMY: 5d10, PEN by Size, no DMG, with the Hits of its best melee weapon."""
    throw = state.rules.throw
    return WeaponCard(
        id="throw", name="Throw", category="K", kind="melee", range_in=state.rules.hex.inches,
        dice=throw.dice, bonus_hits=best_bonus(unit, "melee"), dmg=0,
        pen=unit.card.size + throw.enemy_pen_base, pen_suffix="P",
    )  # fmt: skip


def thrown_terrain(state: State, unit: Unit) -> WeaponCard:
    """MS.THROW.TERRAIN: 5d10, 16 in, PEN and DMG by Size, with the Hits of its best gun."""
    throw = state.rules.throw
    return WeaponCard(
        id="hurl", name="Thrown terrain", category="K", kind="shooting",
        range_in=throw.terrain_range_in, dice=throw.dice,
        bonus_hits=best_bonus(unit, "shooting") + total(unit, "throw_hits"),
        dmg=(unit.card.size + throw.terrain_dmg_base) * 100,
        pen=unit.card.size + throw.terrain_pen_base, pen_suffix="P",
    )  # fmt: skip


def best_bonus(unit: Unit, kind: str) -> int:
    """The highest printed bonus Hits of a kind of weapon; 0 without one."""
    return max((weapon.bonus_hits for weapon in unit.card.weapon if weapon.kind == kind), default=0)


def throw_price(state: State, unit: Unit, target: Unit) -> int:
    """MS.THROW.LARGER: Power or Havoc for each point of Size that the target is larger."""
    return max(0, target.card.size - unit.card.size)
