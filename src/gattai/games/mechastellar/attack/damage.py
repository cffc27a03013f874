"""From unblocked Hits to damage: barrier, assignment, saves, Finishing Blow, Battle Damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from gattai.games.mechastellar.attack.exchange import Clash
from gattai.games.mechastellar.attack.pools import failing, passing
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.events.attack import (
    BattleDamageTaken,
    DamageTaken,
    FinishingBlowStruck,
    HitsLanded,
)
from gattai.games.mechastellar.events.flow import ScoreChanged
from gattai.games.mechastellar.events.turn import BarrierChanged, StunChanged
from gattai.games.mechastellar.figures import (
    barrier_holds,
    melee_shield,
    move_actions,
    shield,
    stat,
)
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says, total
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.state import State, Unit, UnitId, other
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, choose, may_choose, part, roll
from gattai.kernel.ruleset import Table
from gattai.kernel.text.template import counted
from gattai.kernel.window import PASS, Pass

MANY = 999
"""A number larger than any possible number of Hits."""


class Assign(Option, frozen=True, tag="assign"):
    """Divide unblocked Hits among the models of a squad."""

    hits: tuple[int, ...]

    def label(self, view: State) -> str:
        return f"Hits: {', '.join(map(str, self.hits))}"


class Suffer(Option, frozen=True, tag="suffer"):
    """Take Battle Damage instead of HP damage: for a failed save, or for the Finishing Blow.

    If only one of the two is left, it replaces that one.
    """

    loss: str
    """A part such as `head`, or `weapon` or `trait` followed by a colon and an id."""
    of: Literal["save", "blow"] = "save"

    @property
    def kind(self) -> str:
        """The part, or `weapon` or `trait`."""
        return self.loss.partition(":")[0]

    @property
    def name(self) -> str:
        """The id of the weapon or trait; empty for other parts."""
        return self.loss.partition(":")[2]

    def label(self, view: State) -> str:
        lost = view.weapon_name(self.name) if self.name else self.kind.replace("_", " ")
        return f"lose the {lost}" + (" instead of the Finishing Blow" if self.of == "blow" else "")


class Endure(Option, frozen=True, tag="endure"):
    """Take the full damage."""

    says = "lose nothing: take the damage"


ENDURE = Endure()


class Landed(msgspec.Struct, frozen=True):
    """The result of the Hits: failed push saves, and whether a barrier stopped all Hits."""

    pushes: int = 0
    stopped: bool = False


def pen_of(state: State, strike: Strike) -> int:
    """MS.SAVE.TARGET, MS.SAVE.NO-PEN: the PEN of this attack; 0 for none.

    MS.WATER.ENERGY, MS.LOCKON.THROUGH and MS.PUSH.ACCEL change it.
    """
    weapon, rules = strike.weapon, state.rules
    if not weapon.pen:
        return 0
    pen = weapon.pen + strike.extra_pen
    under = state.units[strike.unit].submerged or state.units[strike.target].submerged
    if under and weapon.category == "E":
        pen += rules.water.energy_pen
    if strike.how == "through":
        pen += rules.lock_on.through_pen
    act = state.act
    if act is not None and act.unit == strike.unit and says(weapon, "gathers_speed"):
        pen += act.accelerates * rules.crash.pen_per_accelerate
    return max(1, pen)


def finish_threshold(state: State, strike: Strike) -> int:
    """MS.FINISH.THRESHOLD, MS.FINISH.FINISHER: the unblocked Hits needed for a Finishing Blow."""
    number = threshold_of(state.rules, strike.weapon, state.round)
    if not strike.counter and not strike.is_indirect and strike.takes_outside_help:
        earlier = total(state.units[strike.unit], "finishes_earlier")
        number = max(min(3, number), number - earlier)
    return number


def threshold_of(rules: Parameters, weapon: WeaponCard, round_: int) -> int:
    """Return the threshold from the profile alone."""
    finishing = rules.finishing
    if not weapon.finisher:
        return finishing.threshold
    sooner = round_ if finishing.finisher_adds_round else 0
    return finishing.threshold - weapon.finisher - sooner


def may_finish(state: State, strike: Strike) -> bool:
    """MS.FINISH.OWN-TURN: only in its own turn, by a unit that is able to."""
    finishing, card = state.rules.finishing, state.units[strike.unit].card
    if strike.counter and finishing.own_turn_only:
        return False
    if finishing.tier == "elite" and not card.is_elite:
        return False
    return finishing.tier != "skilled_ace" or card.tier in ("skilled", "ace")


def finishes(state: State, strike: Strike, hits: int) -> bool:
    """MS.FINISH.THRESHOLD: whether there are enough Hits for a Finishing Blow."""
    return may_finish(state, strike) and 0 < hits >= finish_threshold(state, strike)


class Wound(msgspec.Struct, frozen=True, cache_hash=True):
    """The effect of an unblocked Hit of an attack on a model, in numbers. Play and odds share it."""

    dmg: int
    pen: int
    bonus: int
    """The model's bonus on each save."""
    cap: int
    fail: int
    """The damage of a failed save, minus the base damage that it replaces."""
    fail_behind_wall: int
    threshold: int
    """The Hits needed for a Finishing Blow; more than possible if it can never be one."""
    finishing: int
    """The damage for each Hit of a Finishing Blow, if it is not rolled."""
    rolled: Literal["", "saves", "dice"]
    """MS.FINISH.BONUS in earlier versions: saves of the defender, or dice of the attacker."""
    rolled_more: int
    """Dice in addition to those for the Hits."""
    rolled_most: int
    rolled_damage: int
    rolled_behind_wall: int
    barrier: int
    swaps: bool
    """MS.BD.OPTION: whether a failed save may be swapped for Battle Damage; if not, it always counts."""

    def damage(self, hits: int, failed: int, kept: int, extra: int, walled: bool = False) -> int:
        """MS.ATTACK.DAMAGE: the damage for this number of failed saves, of which some were swapped."""
        each = self.fail_behind_wall if walled else self.fail
        return hits * self.dmg + (kept if self.swaps else failed) * each + extra


def wound_of(state: State, strike: Strike, model: UnitId | None = None) -> Wound:
    """The figures of an attack on its target, or on a model of that squad, in the current state."""
    unit = state.units[strike.target if model is None else model]
    blow = finish_threshold(state, strike) if may_finish(state, strike) else MANY
    return wound_by(
        state.rules,
        strike.weapon,
        pen_of(state, strike),
        unit.card.size,
        state.round,
        threshold=blow,
        iron=bool(unit.effect("iron") or state.units[unit.leader].effect("iron")),
        barrier=barrier_of(state, strike),
        stun_hurts=state.rulings.stun_damage == "both",
    )


def wound_by(
    rules: Parameters,
    weapon: WeaponCard,
    pen: int,
    size: int,
    round_: int,
    *,
    threshold: int,
    iron: bool = False,
    barrier: int = 0,
    stun_hurts: bool = False,
) -> Wound:
    """Return the same from the profiles alone, with or without a state.

    MS.SAVE.FAIL: 1000 for a failed save; MS.SKILL.IRON-WALL: less behind an Iron Wall, including
    Finisher saves. MS.PUSH.SIZE: the defender's Size helps against being pushed.
    """
    save, finishing = rules.armor_save, rules.finishing
    wall = max(0, save.fail_damage - rules.skill.iron_wall.save_reduction)
    each = finishing.melee_bonus if weapon.kind == "melee" else finishing.shooting_bonus
    saves = finishing.mode == "defender_saves_fail_on_1"
    flat = finishing.mode == "flat_bonus"
    return Wound(
        dmg=weapon.dmg,
        pen=pen,
        bonus=size if weapon.pen_suffix == "P" else 0,
        cap=save.cap,
        fail=_fail_by(rules, weapon, wall if iron else save.fail_damage, stun_hurts),
        fail_behind_wall=_fail_by(rules, weapon, wall, stun_hurts),
        threshold=threshold,
        finishing=each if flat else 0,
        rolled="" if flat else "saves" if saves else "dice",
        rolled_more=weapon.finisher + round_ if saves else 0,
        rolled_most=rules.dice.pool_cap,
        rolled_damage=wall if saves and iron else save.fail_damage,
        rolled_behind_wall=wall if saves else save.fail_damage,
        barrier=barrier,
        swaps=weapon.pen_suffix not in ("P", "S"),
    )


def _fail_by(rules: Parameters, weapon: WeaponCard, damage: int, stun_hurts: bool) -> int:
    """What a failed save costs beyond the base damage, if it is worth this much."""
    if weapon.pen_suffix == "P":
        return rules.push.fail_damage
    if weapon.pen_suffix == "S" and rules.stun.replaces_damage and not stun_hurts:
        return 0
    if rules.armor_save.replaces_base and not weapon.pen_suffix:
        return damage - weapon.dmg
    return damage


def barrier_of(state: State, strike: Strike) -> int:
    """MS.BARRIER.BLOCK: the number of Hits that the target's barrier cancels."""
    return state.units[strike.target].barrier if barrier_holds(state, strike) else 0


def suffered(wound: Wound, hits: int, walled: bool = False) -> Steps[int]:
    """MS.ATTACK.DAMAGE to MS.FINISH.BONUS: the damage of this number of Hits, if nothing is swapped
    for it.
    """
    if not hits:
        return 0
    failed = yield from failed_saves(wound, hits)
    extra = 0
    if hits >= wound.threshold:
        extra = yield from finishing_blow(wound, hits, walled=walled)
    return wound.damage(hits, failed, failed, extra, walled)


def hp_lost(wound: Wound, hits: int, hp: int) -> Steps[int]:
    """The same damage, limited to the HP that are left."""
    return min(hp, (yield from suffered(wound, max(0, hits - wound.barrier))))


def failed_saves(wound: Wound, hits: int, who: str = "") -> Steps[int]:
    """MS.SAVE.ROLL: the number of failed saves: one d10 for each Hit, at most five. Without PEN
    none is rolled.
    """
    if not wound.pen:
        return 0
    return (yield from part(_saves, min(hits, wound.cap), wound.pen, wound.bonus, who))


def finishing_blow(
    wound: Wound, hits: int, seat: Seat | None = None, *, walled: bool = False
) -> Steps[int]:
    """MS.FINISH.BONUS: the bonus of a Finishing Blow, which earlier versions rolled for."""
    if not wound.rolled:
        return hits * wound.finishing
    count = min(wound.rolled_most, hits + wound.rolled_more)
    if wound.rolled == "saves":
        lost = yield from roll(failing(count, 2, 0), "MS.FINISH.BONUS", "Finisher saves", by=seat)
    else:
        lost = yield from roll(passing(count, 10), "MS.FINISH.BONUS", "Finishing Blow")
    return int(lost) * (wound.rolled_behind_wall if walled else wound.rolled_damage)


def land_hits(table: Table[State], strike: Strike, clash: Clash) -> Steps[Landed]:
    """MS.ATTACK.SEQUENCE, 8 to 12: barrier, base damage, saves, Finishing Blow, Battle Damage."""
    target, unblocked = strike.target, clash.unblocked
    table.emit(
        HitsLanded(
            rule="MS.ATTACK.UNBLOCKED", target=target, unblocked=unblocked, hits=clash.hits,
            defences=clash.defences,
        )
    )  # fmt: skip
    hits = _block(table, strike, unblocked)
    if not hits:
        return Landed(stopped=barrier_holds(table.state, strike) or unblocked > 0)
    blow = finishes(table.state, strike, hits)
    if blow:
        table.emit(FinishingBlowStruck(rule="MS.FINISH.THRESHOLD", target=target))
    shares = yield from _assign(table, strike, hits)
    pushes, dealt = 0, 0
    for model, share in shares:
        if share:
            failed, damage = yield from _wound(table, strike, model, share, blow)
            dealt += damage
            pushes = max(pushes, failed)
    _massive(table, strike, dealt)
    return Landed(pushes=pushes if strike.weapon.pen_suffix == "P" else 0)


def _block(table: Table[State], strike: Strike, hits: int) -> int:
    """MS.BARRIER.BLOCK, MS.BARRIER.FREE: a barrier cancels Hits and loses Strength."""
    state = table.state
    unit = state.units[strike.target]
    blocked = min(hits, barrier_of(state, strike))
    if not blocked or unit.card.barrier is None:
        return hits
    spared = unit.card.barrier.no_loss
    free = (
        spared is not None
        and strike.weapon.category == spared.category
        and _pen_against_barrier(state, strike) < spared.pen_below
    )
    loss = 0 if free else blocked * state.rules.barrier.loss_per_hit
    rule = "MS.BARRIER.FREE" if free else "MS.BARRIER.BLOCK"
    event = BarrierChanged(rule=rule, unit=strike.target, strength=-loss, blocked=blocked)
    table.emit(event)
    return hits - blocked


def _pen_against_barrier(state: State, strike: Strike) -> int:
    """MS.AMB.BARRIER-PEN: the PEN of this attack, or the printed PEN of the weapon."""
    printed = state.rulings.barrier_pen == "printed"
    return strike.weapon.pen if printed else pen_of(state, strike)


def _assign(
    table: Table[State], strike: Strike, hits: int
) -> Steps[tuple[tuple[UnitId, int], ...]]:
    """MS.SQUAD.ASSIGN: the attacker divides the Hits among the models of a squad."""
    squad = table.state.squad(strike.target)
    if len(squad) == 1:
        return ((strike.target, hits),)
    options = tuple(Assign(shares) for shares in _shares(hits, len(squad)))
    seat = table.state.units[strike.unit].seat
    answer = yield from choose(
        seat, options, "MS.SQUAD.ASSIGN", "spread the Hits", otherwise=options[0]
    )
    return tuple(zip(squad, answer.hits, strict=True))


def _shares(hits: int, models: int) -> Iterator[tuple[int, ...]]:
    if models == 1:
        yield (hits,)
        return
    for first in range(hits, -1, -1):
        for rest in _shares(hits - first, models - 1):
            yield (first, *rest)


def _saves(dice: int, pen: int, bonus: int, who: str) -> Steps[int]:
    """MS.SAVE.ROLL: one d10 for each Hit, at most five; returns the number of failures."""
    failed = yield from roll(failing(dice, pen, bonus), "MS.SAVE.ROLL", f"armour saves of {who}")
    return failed


def _wound(
    table: Table[State], strike: Strike, model: UnitId, hits: int, blow: bool
) -> Steps[tuple[int, int]]:
    """MS.ATTACK.DAMAGE to MS.BD.OPTION for one model; returns (failed saves, damage dealt)."""
    unit, weapon = table.state.units[model], strike.weapon
    wound = wound_of(table.state, strike, model)
    failed = yield from failed_saves(wound, hits, unit.name)
    if failed and weapon.pen_suffix == "S":
        table.emit(StunChanged(rule="MS.STUN.TOKEN", unit=strike.target, tokens=failed))
    extra = (yield from finishing_blow(wound, hits, unit.seat)) if blow else 0
    swaps = failed if wound.swaps else 0
    kept, kept_extra = yield from _battle_damage(table, strike, model, swaps, extra)
    damage = wound.damage(hits, failed, kept, kept_extra)
    if damage:
        why = f"{counted(hits, 'Hit')} of {weapon.dmg}"
        why += f", {counted(failed, 'failed save')}" if failed else ""
        why += f", {swaps - kept} of them Battle Damage" if kept < swaps else ""
        why += ", Finishing Blow" if kept_extra else ""
        table.emit(DamageTaken(rule="MS.ATTACK.DAMAGE", unit=model, damage=damage, why=why))
    return failed, damage


def fail_damage(state: State, unit: Unit) -> int:
    """MS.SAVE.FAIL: 1000 for a failed save; MS.SKILL.IRON-WALL: less behind an Iron Wall."""
    damage = state.rules.armor_save.fail_damage
    leader = state.units[unit.leader]
    if unit.effect("iron") or leader.effect("iron"):
        damage -= state.rules.skill.iron_wall.save_reduction
    return max(0, damage)


def losses_of(state: State, unit: Unit) -> Iterator[str]:
    """The losses a model can take: MS.BD.WEAPON to MS.BD.TRAIT."""
    for weapon in unit.card.weapon:
        if _can_lose(unit, weapon):
            yield f"weapon:{weapon.id}"
    if shield(unit):
        yield "shield_s"
    if melee_shield(unit):
        yield "shield_md"
    if "head" not in unit.lost:
        yield "head"
    if move_actions(state, unit):
        yield "legs"
    if stat(unit):
        yield "core"
    if state.rules.battle_damage.trait_option:
        for word in unit.card.pilot_traits:
            if f"trait:{word}" not in unit.lost and word not in unit.spent:
                yield f"trait:{word}"


def _can_lose(unit: Unit, weapon: WeaponCard) -> bool:
    """MS.BD.PROTECTED: no melee weapon, no anti-air gun, and no Free weapon of limited uses."""
    limited_free = says(weapon, "is_free") and weapon.uses > 0
    if weapon.kind == "melee" or says(weapon, "is_anti_air") or limited_free:
        return False
    return unit.find_weapon(weapon.id) is not None and unit.left_of(weapon.id) != 0


def _battle_damage(
    table: Table[State], strike: Strike, model: UnitId, failed: int, extra: int
) -> Steps[tuple[int, int]]:
    """MS.BD.OPTION, MS.CALLED.SHOTS: failed saves and the Finishing Blow may become losses.

    Returns the damage that is left: failed saves, and the Finishing Blow's bonus.
    """
    attacker = table.state.units[strike.unit]
    if table.state.rules.battle_damage.called_shots and attacker.card.is_elite:
        rule = "MS.CALLED.SHOTS"
        while failed or extra:
            options = _sufferings(table.state, model, failed, extra)
            if not options:
                break
            answer = yield from may_choose(attacker.seat, options, PASS, rule, "a Called Shot?")
            if isinstance(answer, Pass):
                break
            _lose(table, model, answer)
            failed, extra = _spared(answer, failed, extra)
    return (yield from give_up(table, model, failed, extra))


def _sufferings(state: State, model: UnitId, failed: int, extra: int) -> tuple[Suffer, ...]:
    """The possible losses, instead of a failed save or, if there is one, of the Finishing Blow."""
    losses = tuple(losses_of(state, state.units[model]))
    instead: tuple[Literal["save", "blow"], ...] = (
        ("save", "blow") if failed and extra else ("save",)
    )
    return tuple(Suffer(loss, of) for of in instead for loss in losses)


def _spared(answer: Suffer, failed: int, extra: int) -> tuple[int, int]:
    """MS.BD.OPTION: the damage that is left after a loss."""
    if failed and not (extra and answer.of == "blow"):
        return failed - 1, extra
    return failed, 0


def give_up(
    table: Table[State], model: UnitId, failed: int, extra: int = 0
) -> Steps[tuple[int, int]]:
    """MS.BD.OPTION: an Elite may take a loss for every failed armour save and for a Finishing Blow.

    Returns the damage that is left: failed saves, and the Finishing Blow's bonus.
    """
    unit = table.state.units[model]
    while unit.card.is_elite and (failed or extra):
        options = _sufferings(table.state, model, failed, extra)
        if not options:
            break
        answer = yield from may_choose(
            unit.seat, options, ENDURE, "MS.BD.OPTION", "Battle Damage instead?"
        )
        if isinstance(answer, Endure):
            break
        if answer.kind == "trait":
            agreed = yield from may_choose(
                other(unit.seat), (answer,), PASS, "MS.BD.TRAIT", "agree to that?"
            )
            if isinstance(agreed, Pass):
                break
        _lose(table, model, answer)
        failed, extra = _spared(answer, failed, extra)
    return failed, extra


_BD_RULES = {
    "shield_s": "MS.BD.SHIELD", "shield_md": "MS.BD.MD-SHIELD", "head": "MS.BD.HEAD",
    "legs": "MS.BD.LEGS", "core": "MS.BD.CORE",
}  # fmt: skip


def _lose(table: Table[State], model: UnitId, answer: Suffer) -> None:
    """MS.BD.EXPLOSIVE: a loaded explosive weapon explodes when it is lost."""
    unit = table.state.units[model]
    other_rule = "MS.BD.TRAIT" if answer.kind == "trait" else "MS.BD.WEAPON"
    rule = _BD_RULES.get(answer.loss, other_rule)
    table.emit(BattleDamageTaken(rule=rule, unit=model, lost=answer.loss))
    weapon = unit.card.find_weapon(answer.name)
    if weapon is not None and weapon.category == "X":
        hits = table.state.rules.battle_damage.explosive_hits * max(0, unit.left_of(answer.name))
        if hits and weapon.dmg:
            table.emit(
                DamageTaken(
                    rule="MS.BD.EXPLOSIVE", unit=model, damage=hits * weapon.dmg, why="it explodes"
                )
            )


def _massive(table: Table[State], strike: Strike, dealt: int) -> None:
    """MS.VP.MASSIVE: 10,000 damage to one target in one attack."""
    vp = table.state.rules.vp
    if dealt >= vp.massive_damage and vp.massive_vp:
        seat = table.state.units[strike.unit].seat
        why = f"{dealt} damage in one attack"
        table.emit(ScoreChanged(rule="MS.VP.MASSIVE", seat=seat, amount=vp.massive_vp, why=why))
