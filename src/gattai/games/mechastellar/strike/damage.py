"""From unblocked Hits to damage: barrier, assignment, saves, Finishing Blow, Battle Damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.events.flow import ScoreChanged
from gattai.games.mechastellar.events.strike import (
    BattleDamageTaken,
    DamageTaken,
    FinishingBlowStruck,
    HitsLanded,
)
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
from gattai.games.mechastellar.strike.exchange import Clash
from gattai.games.mechastellar.strike.pools import failing, passing
from gattai.kernel.deed import Said
from gattai.kernel.question import Choose, Roll, Seat, Steps, part
from gattai.kernel.ruleset import Table
from gattai.kernel.text.template import counted
from gattai.kernel.window import PASS, Pass

MANY = 999
"""More Hits than there can be."""


class Assign(Said, frozen=True, tag="assign"):
    """Spread unblocked Hits over the models of a squad."""

    hits: tuple[int, ...]

    def label(self, view: State) -> str:
        """For each model."""
        return f"Hits: {', '.join(map(str, self.hits))}"


class Suffer(Said, frozen=True, tag="suffer"):
    """Take Battle Damage in place of HP damage: of a failed save, or of the Finishing Blow.

    Where only one of the two is left, it is in place of that.
    """

    loss: str
    of: Literal["save", "blow"] = "save"

    def label(self, view: State) -> str:
        """What is lost, and instead of what."""
        kind, _, weapon = self.loss.partition(":")
        lost = view.weapon_name(weapon) if weapon else kind.replace("_", " ")
        return f"lose the {lost}" + (" instead of the Finishing Blow" if self.of == "blow" else "")


class Endure(Said, frozen=True, tag="endure"):
    """Take the damage as it comes."""

    says = "lose nothing: take the damage"


ENDURE = Endure()


class Landed(msgspec.Struct, frozen=True):
    """What an attack did: failed push saves, and whether a barrier stopped all of it."""

    pushes: int = 0
    stopped: bool = False


def pen_of(state: State, strike: Strike) -> int:
    """MS.SAVE.TARGET, MS.SAVE.NO-PEN: the PEN of this attack, or none.

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
    """MS.FINISH.THRESHOLD, MS.FINISH.FINISHER: unblocked Hits needed for a Finishing Blow."""
    number = threshold_of(state.rules, strike.weapon, state.round)
    if not strike.counter and not strike.is_indirect and strike.takes_outside_help:
        earlier = total(state.units[strike.unit], "finishes_earlier")
        number = max(min(3, number), number - earlier)
    return number


def threshold_of(rules: Parameters, weapon: WeaponCard, round_: int) -> int:
    """The same by the profile alone."""
    finishing = rules.finishing
    if not weapon.finisher:
        return finishing.threshold
    sooner = round_ if finishing.finisher_adds_round else 0
    return finishing.threshold - weapon.finisher - sooner


def may_finish(state: State, strike: Strike) -> bool:
    """MS.FINISH.OWN-TURN: in its own turn, by somebody who can."""
    finishing, card = state.rules.finishing, state.units[strike.unit].card
    if strike.counter and finishing.own_turn_only:
        return False
    if finishing.tier == "elite" and not card.is_elite:
        return False
    return finishing.tier != "skilled_ace" or card.tier in ("skilled", "ace")


def finishes(state: State, strike: Strike, hits: int) -> bool:
    """MS.FINISH.THRESHOLD: enough Hits."""
    return may_finish(state, strike) and 0 < hits >= finish_threshold(state, strike)


class Wound(msgspec.Struct, frozen=True, cache_hash=True):
    """What an unblocked Hit of an attack does to a model, in figures: play and odds go by the same."""

    dmg: int
    pen: int
    bonus: int
    """What the model adds to each save."""
    cap: int
    fail: int
    """Damage of a failed save, less the base damage where it takes its place."""
    fail_behind_wall: int
    threshold: int
    """Hits from which the attack is a Finishing Blow; more than there can be if it never is."""
    finishing: int
    """Damage a Hit of a Finishing Blow, where it is not rolled for."""
    rolled: Literal["", "saves", "dice"]
    """MS.FINISH.BONUS in earlier versions: saves of the defender, or dice of the attacker."""
    rolled_more: int
    """Dice on top of those for the Hits."""
    rolled_most: int
    rolled_damage: int
    rolled_behind_wall: int
    barrier: int
    swaps: bool
    """MS.BD.OPTION: whether a failed save may become Battle Damage; else it counts in any case."""

    def damage(self, hits: int, failed: int, kept: int, extra: int, walled: bool = False) -> int:
        """MS.ATTACK.DAMAGE: with so many saves failed, and so many of them not swapped away."""
        each = self.fail_behind_wall if walled else self.fail
        return hits * self.dmg + (kept if self.swaps else failed) * each + extra


def wound_of(state: State, strike: Strike, model: UnitId | None = None) -> Wound:
    """The figures of an attack on its target, or on a model of that squad, as the table is now."""
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
    """The same from the profiles alone, with or without a table.

    MS.SAVE.FAIL: 1000 for a failed save; MS.SKILL.IRON-WALL: less behind an Iron Wall, Finisher
    saves as well. MS.PUSH.SIZE: the defender's Size helps against being driven away.
    """
    save, finishing = rules.armor_save, rules.finishing
    fail = save.fail_damage
    walled = wall = max(0, fail - rules.skill.iron_wall.save_reduction)
    if iron:
        fail = walled
    if weapon.pen_suffix == "P":
        fail = walled = rules.push.fail_damage
    elif weapon.pen_suffix == "S" and rules.stun.replaces_damage and not stun_hurts:
        fail = walled = 0
    elif save.replaces_base and not weapon.pen_suffix:
        fail, walled = fail - weapon.dmg, walled - weapon.dmg
    each = finishing.melee_bonus if weapon.kind == "melee" else finishing.shooting_bonus
    saves = finishing.mode == "defender_saves_fail_on_1"
    flat = finishing.mode == "flat_bonus"
    return Wound(
        dmg=weapon.dmg,
        pen=pen,
        bonus=size if weapon.pen_suffix == "P" else 0,
        cap=save.cap,
        fail=fail,
        fail_behind_wall=walled,
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


def barrier_of(state: State, strike: Strike) -> int:
    """MS.BARRIER.BLOCK: how many Hits the target's barrier cancels."""
    return state.units[strike.target].barrier if barrier_holds(state, strike) else 0


def suffered(wound: Wound, hits: int, walled: bool = False) -> Steps[int]:
    """MS.ATTACK.DAMAGE to MS.FINISH.BONUS: the damage of so many Hits, if nothing is given up for it."""
    if not hits:
        return 0
    failed = yield from failed_saves(wound, hits)
    extra = 0
    if hits >= wound.threshold:
        extra = yield from finishing_blow(wound, hits, walled=walled)
    return wound.damage(hits, failed, failed, extra, walled)


def hp_lost(wound: Wound, hits: int, hp: int) -> Steps[int]:
    """The same, as far as there are HP to lose."""
    return min(hp, (yield from suffered(wound, max(0, hits - wound.barrier))))


def failed_saves(wound: Wound, hits: int, who: str = "") -> Steps[int]:
    """MS.SAVE.ROLL: one d10 for each Hit, five at most; how many fail. Without PEN none is rolled."""
    if not wound.pen:
        return 0
    return (yield from part(_saves, min(hits, wound.cap), wound.pen, wound.bonus, who))


def finishing_blow(
    wound: Wound, hits: int, seat: Seat | None = None, *, walled: bool = False
) -> Steps[int]:
    """MS.FINISH.BONUS: what a Finishing Blow adds; earlier versions rolled for it."""
    if not wound.rolled:
        return hits * wound.finishing
    count = min(wound.rolled_most, hits + wound.rolled_more)
    if wound.rolled == "saves":
        lost = yield Roll(failing(count, 2, 0), "MS.FINISH.BONUS", "Finisher saves", by=seat)
    else:
        lost = yield Roll(passing(count, 10), "MS.FINISH.BONUS", "Finishing Blow")
    return int(lost) * (wound.rolled_behind_wall if walled else wound.rolled_damage)


def land_hits(table: Table[State], strike: Strike, clash: Clash) -> Steps[Landed]:
    """MS.ATTACK.SEQUENCE, 8 to 12: barrier, base damage, saves, Finishing Blow, Battle Damage."""
    target, unblocked = strike.target, clash.unblocked
    table.happens(
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
        table.happens(FinishingBlowStruck(rule="MS.FINISH.THRESHOLD", target=target))
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
    """MS.BARRIER.BLOCK, MS.BARRIER.FREE: a barrier cancels Hits and is worn down by them."""
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
    table.happens(event)
    return hits - blocked


def _pen_against_barrier(state: State, strike: Strike) -> int:
    """MS.AMB.BARRIER-PEN: the PEN of this attack, or what is printed for the weapon."""
    printed = state.rulings.barrier_pen == "printed"
    return strike.weapon.pen if printed else pen_of(state, strike)


def _assign(
    table: Table[State], strike: Strike, hits: int
) -> Steps[tuple[tuple[UnitId, int], ...]]:
    """MS.SQUAD.ASSIGN: the attacker spreads the Hits over the models of a squad."""
    squad = table.state.squad(strike.target)
    if len(squad) == 1:
        return ((strike.target, hits),)
    options = tuple(Assign(shares) for shares in _shares(hits, len(squad)))
    seat = table.state.units[strike.unit].seat
    answer: Assign = yield Choose(
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
    """MS.SAVE.ROLL: one d10 for each Hit, five at most; how many fail."""
    failed: int = yield Roll(failing(dice, pen, bonus), "MS.SAVE.ROLL", f"armour saves of {who}")
    return failed


def _wound(
    table: Table[State], strike: Strike, model: UnitId, hits: int, blow: bool
) -> Steps[tuple[int, int]]:
    """MS.ATTACK.DAMAGE to MS.BD.OPTION for one model: (failed saves, damage dealt)."""
    unit, weapon = table.state.units[model], strike.weapon
    wound = wound_of(table.state, strike, model)
    failed = yield from failed_saves(wound, hits, unit.name)
    if failed and weapon.pen_suffix == "S":
        table.happens(StunChanged(rule="MS.STUN.TOKEN", unit=strike.target, tokens=failed))
    extra = (yield from finishing_blow(wound, hits, unit.seat)) if blow else 0
    swaps = failed if wound.swaps else 0
    kept, kept_extra = yield from _battle_damage(table, strike, model, swaps, extra)
    damage = wound.damage(hits, failed, kept, kept_extra)
    if damage:
        why = f"{counted(hits, 'Hit')} of {weapon.dmg}"
        why += f", {counted(failed, 'failed save')}" if failed else ""
        why += f", {swaps - kept} of them Battle Damage" if kept < swaps else ""
        why += ", Finishing Blow" if kept_extra else ""
        table.happens(DamageTaken(rule="MS.ATTACK.DAMAGE", unit=model, damage=damage, why=why))
    return failed, damage


def fail_damage(state: State, unit: Unit) -> int:
    """MS.SAVE.FAIL: 1000 for a failed save; MS.SKILL.IRON-WALL: less behind an Iron Wall."""
    damage = state.rules.armor_save.fail_damage
    leader = state.units[unit.leader]
    if unit.effect("iron") or leader.effect("iron"):
        damage -= state.rules.skill.iron_wall.save_reduction
    return max(0, damage)


def losses_of(state: State, unit: Unit) -> Iterator[str]:
    """What a model can lose: MS.BD.WEAPON to MS.BD.TRAIT; MS.BD.PROTECTED is not among it."""
    for weapon in unit.card.weapon:
        limited_free = says(weapon, "is_free") and weapon.uses > 0
        if weapon.kind == "melee" or says(weapon, "is_anti_air") or limited_free:
            continue
        if unit.find_weapon(weapon.id) is not None and unit.left_of(weapon.id):
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


def _battle_damage(
    table: Table[State], strike: Strike, model: UnitId, failed: int, extra: int
) -> Steps[tuple[int, int]]:
    """MS.BD.OPTION, MS.CALLED.SHOTS: failed saves and the Finishing Blow may become losses.

    Returns what is left of them as damage: failed saves, and the Finishing Blow's bonus.
    """
    attacker = table.state.units[strike.unit]
    if table.state.rules.battle_damage.called_shots and attacker.card.is_elite:
        rule = "MS.CALLED.SHOTS"
        while failed or extra:
            options = _sufferings(table.state, model, failed, extra)
            if not options:
                break
            answer = yield Choose(
                attacker.seat, (*options, PASS), rule, "a Called Shot?", otherwise=PASS
            )
            if isinstance(answer, Pass):
                break
            _lose(table, model, answer.loss)
            failed, extra = _spared(answer, failed, extra)
    return (yield from give_up(table, model, failed, extra))


def _sufferings(state: State, model: UnitId, failed: int, extra: int) -> tuple[Suffer, ...]:
    """What can be lost, in place of a failed save or of the Finishing Blow where there are both."""
    losses = tuple(losses_of(state, state.units[model]))
    instead: tuple[Literal["save", "blow"], ...] = (
        ("save", "blow") if failed and extra else ("save",)
    )
    return tuple(Suffer(loss, of) for of in instead for loss in losses)


def _spared(answer: Suffer, failed: int, extra: int) -> tuple[int, int]:
    """MS.BD.OPTION: what is left as damage once something was lost instead."""
    if failed and not (extra and answer.of == "blow"):
        return failed - 1, extra
    return failed, 0


def give_up(
    table: Table[State], model: UnitId, failed: int, extra: int = 0
) -> Steps[tuple[int, int]]:
    """MS.BD.OPTION: for every failed armour save, and a Finishing Blow, an Elite may lose something.

    Returns what is left as damage: failed saves, and the Finishing Blow's bonus.
    """
    unit = table.state.units[model]
    while unit.card.is_elite and (failed or extra):
        options = _sufferings(table.state, model, failed, extra)
        if not options:
            break
        answer = yield Choose(
            unit.seat,
            (*options, ENDURE),
            "MS.BD.OPTION",
            "Battle Damage instead?",
            otherwise=ENDURE,
        )
        if isinstance(answer, Endure):
            break
        if answer.loss.startswith("trait:"):
            agreed = yield Choose(
                other(unit.seat), (answer, PASS), "MS.BD.TRAIT", "agree to that?", otherwise=PASS
            )
            if isinstance(agreed, Pass):
                break
        _lose(table, model, answer.loss)
        failed, extra = _spared(answer, failed, extra)
    return failed, extra


_BD_RULES = {
    "shield_s": "MS.BD.SHIELD", "shield_md": "MS.BD.MD-SHIELD", "head": "MS.BD.HEAD",
    "legs": "MS.BD.LEGS", "core": "MS.BD.CORE",
}  # fmt: skip


def _lose(table: Table[State], model: UnitId, loss: str) -> None:
    """MS.BD.EXPLOSIVE: a loaded explosive weapon goes off when it is given up."""
    unit = table.state.units[model]
    kind, _, name = loss.partition(":")
    rule = _BD_RULES.get(loss) or ("MS.BD.TRAIT" if kind == "trait" else "MS.BD.WEAPON")
    table.happens(BattleDamageTaken(rule=rule, unit=model, lost=loss))
    weapon = unit.card.find_weapon(name)
    if weapon is not None and weapon.category == "X":
        hits = table.state.rules.battle_damage.explosive_hits * max(0, unit.left_of(name))
        if hits and weapon.dmg:
            table.happens(
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
        table.happens(ScoreChanged(rule="MS.VP.MASSIVE", seat=seat, amount=vp.massive_vp, why=why))
