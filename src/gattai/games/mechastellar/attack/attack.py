"""The attack sequence (MS.ATTACK.SEQUENCE), from turning the model to the Counter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal

from msgspec.structs import replace

from gattai.games.mechastellar.attack.aiming import has_lock
from gattai.games.mechastellar.attack.damage import (
    MANY,
    Landed,
    finish_threshold,
    finishes,
    hp_lost,
    land_hits,
    wound_of,
)
from gattai.games.mechastellar.attack.destruction import destroy_fallen
from gattai.games.mechastellar.attack.exchange import Clash, Side, exchange
from gattai.games.mechastellar.attack.pools import failing
from gattai.games.mechastellar.attack.pushing import push
from gattai.games.mechastellar.attack.support import Draw, draws, used_up
from gattai.games.mechastellar.attack.terms import (
    attack_dice,
    attack_hits,
    attack_pool,
    cover_of,
    defence_bonus,
    defence_dice,
    defence_pool,
)
from gattai.games.mechastellar.events.attack import (
    BitsShotDown,
    PoolGathered,
    SupportDrawn,
    TerrainBroken,
)
from gattai.games.mechastellar.events.flow import UnitFaced
from gattai.games.mechastellar.events.turn import ActionsSpent
from gattai.games.mechastellar.figures import is_ship, is_shut_down
from gattai.games.mechastellar.ground import pointing
from gattai.games.mechastellar.keywords.moments import Bonus, Strike
from gattai.games.mechastellar.keywords.reactions import offers_of
from gattai.games.mechastellar.keywords.registry import BONUSES, says
from gattai.games.mechastellar.keywords.skill import Offer, Skill, spoken
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.phases.anytime import ShakeOff
from gattai.games.mechastellar.phases.momentum import pay, pay_eased
from gattai.games.mechastellar.state import State, UnitId, once_a_table
from gattai.kernel.action import Option
from gattai.kernel.question import Steps, choose, last, may_choose, part, roll
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import Hex, to_text


class Aim(Option, frozen=True, tag="aim"):
    """The attacker's choice before the roll: Lock On and an elite bonus."""

    lock_on: Literal["", "die", "steady"] = ""
    bonus: str = ""

    def label(self, view: State) -> str:
        """MS.LOCKON.CHOICE, MS.ELITE.CHOOSE: the attacker's choice in words."""
        rules = view.rules
        lock = {"": "", "die": _dice("Lock On", rules.lock_on.atk_dice)}.get(
            self.lock_on, "Lock On: no penalty for indirect fire"
        )
        return _joined(lock, _bonus(rules, self.bonus))


class Brace(Option, frozen=True, tag="brace"):
    """The defender's choice before the roll: Lock On, an elite bonus, the trade for a Counter."""

    lock_on: bool = False
    bonus: str = ""
    trade: bool = False

    def label(self, view: State) -> str:
        """MS.LOCKON.CHOICE, MS.ELITE.CHOOSE, MS.COUNTER.TRADE: the defender's choice in words."""
        rules = view.rules
        lock = _dice("Lock On", rules.lock_on.def_dice) if self.lock_on else ""
        traded = f"{rules.counter.trade_dice} dice kept for the Counter" if self.trade else ""
        return _joined(lock, _bonus(rules, self.bonus), traded)


def _dice(name: str, dice: int) -> str:
    return f"{name} (+{dice} {'die' if dice == 1 else 'dice'})"


def _bonus(rules: Parameters, word: str) -> str:
    """An elite bonus with its effect, read from its class."""
    if not word:
        return ""
    bonus, name = BONUSES[word], word.replace("-", " ").capitalize()
    if bonus.dice:
        return _dice(name, rules.elite_bonus.dice)
    if bonus.crit:
        lowest = max(rules.dice.crit_floor, rules.dice.crit - rules.elite_bonus.crit_step)
        return f"{name} (critical from {lowest})"
    return f"{name} (Hits by Size)" if bonus.by_size else name


def _joined(*words: str) -> str:
    return " and ".join(word for word in words if word) or "nothing"


class AtRisk(Option, frozen=True, tag="at-risk"):
    """Choose the cover that is at risk."""

    says = "the terrain on {piece}"
    piece: Hex


def strike_out(table: Table[State], strike: Strike) -> Steps[tuple[Strike, Landed, Clash]]:
    """One attack on one unit after it is declared and paid for: steps 2 to 14.

    The caller resolves the Counter (15), because after a sweep all targets counter together.
    """
    strike = yield from ready(table, strike)
    state = table.state
    attacking = offers_of(state, strike, strike.unit, True)
    defending = offers_of(state, strike, strike.target, False)
    tens = says(strike.weapon, "is_remote") and state.units[strike.target].card.tier == "ace"
    attacker = attacker_side(state, strike, attacking)
    defender = defender_side(state, strike, defending)
    _gather(table, strike, attacker, defender, tens)
    clash = yield from part(exchange, attacker, defender, tens)
    _draw_support(table, strike)
    yield from _settle(table, strike.unit, attacking, clash.attacker_used)
    yield from _settle(table, strike.target, defending, clash.defender_used)
    adds = table.state.rulings.barrier_recharge == "adds-to-cover"
    _, cover = cover_of(state if adds else table.state, strike)
    gone = dict(table.state.units[strike.unit].bits).get(strike.weapon.id, 0)
    if shot_down := min(clash.tens, strike.weapon.dice - gone):  # down to no dice
        table.emit(
            BitsShotDown(
                rule="MS.REMOTE.SHOOTDOWN", unit=strike.unit, weapon=strike.weapon.id,
                dice=shot_down,
            )
        )  # fmt: skip
    landed = yield from land_hits(table, strike, clash)
    if landed.pushes and table.state.units[strike.target].hp > 0:
        seat = table.state.units[strike.unit].seat
        yield from push(table, seat, strike.target, landed.pushes)
    yield from destroy_fallen(table, strike.unit)
    yield from _check_cover(table, strike, cover)
    return strike, landed, clash


def ready(table: Table[State], strike: Strike) -> Steps[Strike]:
    """MS.ATTACK.SEQUENCE, 2 and 3: the model turns; both sides make their choices before the roll."""
    turn_to_target(table, strike)
    strike = yield from _aim(table, strike)
    return (yield from _brace(table, strike))


def hp_lost_plainly(table: Table[State], strike: Strike) -> Steps[int]:
    """MS.ATTACK.SEQUENCE, 2 to 12: the HP lost by the target and its squad if no side uses or gives
    up anything.
    """
    strike = yield from ready(table, strike)
    state = table.state
    attacker, defender = attacker_side(state, strike, ()), defender_side(state, strike, ())
    clash = yield from part(exchange, attacker, defender, False)
    squad = state.squad(strike.target)
    if len(squad) > 1:
        yield from land_hits(table, strike, clash)
        return sum(state.units[each].hp - max(0, table.state.units[each].hp) for each in squad)
    hp = state.units[strike.target].hp
    return (yield from last(hp_lost, wound_of(state, strike), clash.unblocked, hp))


def _gather(
    table: Table[State], strike: Strike, attacker: Side, defender: Side, tens: bool
) -> None:
    """MS.ATTACK.POOLS: both pools with all their terms, before the roll."""
    state, rule = table.state, "MS.ATTACK.POOLS"
    table.emit(
        PoolGathered(
            rule=rule, unit=strike.unit, word="HIT", strike=strike, brought=attacker,
            dice=attack_dice(state, strike).terms, more=attack_hits(state, strike).terms,
            enough=finish_threshold(state, strike) if finishes(state, strike, MANY) else 0,
        )
    )  # fmt: skip
    table.emit(
        PoolGathered(
            rule=rule, unit=strike.target, word="DEF", strike=strike, brought=defender, tens=tens,
            dice=defence_dice(state, strike).terms, more=defence_bonus(state, strike).terms,
        )
    )  # fmt: skip


def turn_to_target(table: Table[State], strike: Strike) -> None:
    """MS.TARGET.ROTATE: the model turns to its target; MS.TARGET.360: unless the weapon fires all
    round.
    """
    state = table.state
    unit, target = state.units[strike.unit], state.units[strike.target]
    if says(strike.weapon, "all_round") or says(strike.weapon, "is_remote"):
        return
    if state.rules.targeting.rotate_on == "melee_only" and not strike.is_melee:
        return
    assert unit.at is not None and target.at is not None
    facing = pointing(unit.at, unit.facing, target.at)
    if facing != unit.facing:
        table.emit(UnitFaced(rule="MS.TARGET.ROTATE", unit=strike.unit, facing=facing))


def has_elite_bonus(state: State, unit_id: UnitId) -> bool:
    """MS.ELITE.CHOOSE: Elite pilots and Kaiju, but no captains, and only if the match uses the
    module.
    """
    unit = state.units[unit_id]
    return state.rules.elite_bonus.enabled and unit.card.is_elite and not is_ship(unit)


def _elite_bonuses(state: State, unit_id: UnitId) -> Iterable[tuple[str, Bonus]]:
    return BONUSES.items() if has_elite_bonus(state, unit_id) else ()


@once_a_table
def aims(state: State, strike: Strike) -> tuple[Aim, ...]:
    """MS.LOCKON.CHOICE, MS.ELITE.CHOOSE: the attacker's choices before the roll, best first."""
    return tuple(_aims(state, strike))


def _aims(state: State, strike: Strike) -> Iterator[Aim]:
    """MS.LOCKON.CHOICE: a die or a steady aim; MS.IDF.NO-BONUS: indirect fire gets no die from it."""
    if strike.counter or not strike.takes_outside_help:
        yield Aim()
        return
    locks: tuple[Literal["", "die", "steady"], ...] = ("",)
    if _can_lock(state, strike):
        locks = ("steady", "") if strike.is_indirect else ("die", "")
    on = "melee" if strike.is_melee else "shooting"
    bonuses = [
        word
        for word, bonus in _elite_bonuses(state, strike.unit)
        if on in bonus.on and (bonus.indirectly or not strike.is_indirect)
    ]
    for lock in locks:
        for bonus in (*bonuses, ""):
            yield Aim(lock, bonus)


def _can_lock(state: State, strike: Strike) -> bool:
    """MS.LOCKON.CHOICE: whether the attacker can use its Lock On before the roll."""
    if strike.is_melee or strike.how == "through":
        return False
    unit, target = state.units[strike.unit], state.units[strike.target]
    return has_lock(state, unit, target, shooting=True) and _can_pay_lock(state, strike.unit)


def _can_pay_lock(state: State, unit_id: UnitId) -> bool:
    """Earlier versions required a Combat Action for Lock On."""
    if state.rules.lock_on.needs != "combat_action":
        return True
    return state.act is not None and state.act.unit == unit_id and state.act.combat > 0


def _aim(table: Table[State], strike: Strike) -> Steps[Strike]:
    """MS.ATTACK.SEQUENCE, 3: the attacker chooses first."""
    options = aims(table.state, strike)
    answer = options[0]
    if len(options) > 1:
        seat = table.state.units[strike.unit].seat
        answer = yield from choose(
            seat, options, "MS.ELITE.CHOOSE" if options[0].bonus else "MS.LOCKON.CHOICE",
            "before the dice: aim", otherwise=options[0],
            describe=partial(aim_text, table.state.units[strike.unit].name),
        )  # fmt: skip
    if answer.lock_on and table.state.rules.lock_on.needs == "combat_action":
        table.emit(ActionsSpent(rule="MS.LOCKON.CHOICE", combat=1, why="Lock On"))
    return replace(strike, lock_on=answer.lock_on, bonus=answer.bonus)


def aim_text(name: str, aim: Aim) -> str:
    """The attacker's choice before the roll, for the log."""
    lock = {"die": "Lock On", "steady": "Lock On against the penalty of indirect fire"}
    taken = [lock[aim.lock_on]] if aim.lock_on else []
    taken += [spoken(aim.bonus)] if aim.bonus else []
    return f"{name} takes {' and '.join(taken) or 'no bonus'}"


def brace_text(name: str, brace: Brace) -> str:
    """The defender's choice before the roll, for the log."""
    taken = ["Lock On"] if brace.lock_on else []
    taken += [spoken(brace.bonus)] if brace.bonus else []
    kept = ", and keeps dice for the Counter" if brace.trade else ""
    return f"{name} takes {' and '.join(taken) or 'no bonus'}{kept}"


@once_a_table
def braces(state: State, strike: Strike) -> tuple[Brace, ...]:
    """The defender's choices before the roll, best first."""
    if strike.counter:
        return (Brace(),)
    locks = (True, False) if _can_lock_in_defence(state, strike) else (False,)
    trades = (False, True) if _can_trade(state, strike) else (False,)
    as_choice = state.rules.counter.as_elite_choice
    bonuses = [
        word
        for word, bonus in _elite_bonuses(state, strike.target)
        if "defence" in bonus.on and (as_choice or not bonus.allows_counter)
    ]
    return tuple(
        Brace(lock, bonus, trade) for trade in trades for lock in locks for bonus in (*bonuses, "")
    )


def _can_lock_in_defence(state: State, strike: Strike) -> bool:
    """MS.LOCKON.CHOICE: whether the target can use its Lock On before the roll."""
    unit, attacker = state.units[strike.target], state.units[strike.unit]
    if strike.is_melee or state.rules.lock_on.needs == "combat_action":
        return False
    return not is_shut_down(state.rules, unit) and has_lock(state, unit, attacker, shooting=False)


def _can_trade(state: State, strike: Strike) -> bool:
    """MS.COUNTER.TRADE: whether the target can give up dice of its defence for a Counter."""
    unit_id = strike.target
    if not strike.is_melee or not may_counter(state, unit_id):
        return False
    if is_shut_down(state.rules, state.units[unit_id]):
        return False
    return defence_dice(state, strike).total >= state.rules.counter.trade_dice > 0


def may_counter(state: State, unit_id: UnitId) -> bool:
    """MS.COUNTER.WHO: Elite units; other versions allow it for all units."""
    return state.rules.counter.who != "elite" or state.units[unit_id].card.is_elite


def _brace(table: Table[State], strike: Strike) -> Steps[Strike]:
    """MS.ATTACK.SEQUENCE, 3: then the defender; MS.STUN.SPEND: it may shake off stun before choosing."""
    while True:
        unit = table.state.units[strike.target]
        if not unit.stun or not unit.points or strike.counter:
            break
        options = (ShakeOff(strike.target),)
        answer = yield from may_choose(unit.seat, options, PASS, "MS.STUN.SPEND", "shake off stun?")
        if isinstance(answer, Pass):
            break
        answer.perform(table)
    choices = braces(table.state, strike)
    taken = choices[0]
    if len(choices) > 1:
        seat = table.state.units[strike.target].seat
        rule = "MS.ELITE.CHOOSE" if choices[0].bonus else "MS.LOCKON.CHOICE"
        taken = yield from choose(
            seat, choices, rule, "before the dice: brace", otherwise=choices[0],
            describe=partial(brace_text, table.state.units[strike.target].name),
        )  # fmt: skip
    return replace(strike, guard=taken.bonus, guard_lock_on=taken.lock_on, trade=taken.trade)


def attacker_side(state: State, strike: Strike, offers: tuple[tuple[Skill, Offer], ...]) -> Side:
    """The attacker's pool and offers in the exchange."""
    return _side(state, strike, strike.unit, offers, attacking=True)


def defender_side(state: State, strike: Strike, offers: tuple[tuple[Skill, Offer], ...]) -> Side:
    """The defender's pool and offers in the exchange."""
    return _side(state, strike, strike.target, offers, attacking=False)


def _side(
    state: State,
    strike: Strike,
    unit_id: UnitId,
    offers: tuple[tuple[Skill, Offer], ...],
    *,
    attacking: bool,
) -> Side:
    """The pool and offers of one side; only offers that it can pay for are included."""
    unit = state.units[unit_id]
    return Side(
        seat=unit.seat,
        pool=attack_pool(state, strike) if attacking else defence_pool(state, strike),
        rule="MS.ATTACK.COUNT-HITS" if attacking else "MS.ATTACK.COUNT-DEF",
        what=f"{unit.name} {'attacks' if attacking else 'defends'}",
        momentum=state.momentum[unit.seat],
        points=unit.points,
        orders=unit.orders,
        easing=state.rules.orders.reduction,
        best_crit=state.rules.dice.crit_floor,
        offers=tuple(offer for _, offer in offers),
    )


def _draw_support(table: Table[State], strike: Strike) -> None:
    """MS.SUPPORT.USES: every bonus from a weapon with limited uses takes one use.

    MS.SUPPORT.PROXIMITY: none for support by proximity, where weapons are not switched.
    """
    state = table.state
    if state.rules.support.mode == "proximity":
        return
    if strike.counter and not state.rules.support.on_counter:
        return
    drawn: list[Draw] = []
    if not used_up(strike):
        drawn += draws(state, strike.unit, strike.target, attacking=True, melee=strike.is_melee)
    if not strike.blindside:
        drawn += draws(state, strike.target, strike.unit, attacking=False, melee=strike.is_melee)
    for giver, weapon, _ in drawn:
        if state.units[giver].left_of(weapon) > 0:
            table.emit(SupportDrawn(rule="MS.SUPPORT.USES", unit=giver, weapon=weapon, uses=1))


def _settle(
    table: Table[State],
    unit_id: UnitId,
    offers: tuple[tuple[Skill, Offer], ...],
    used: tuple[str, ...],
) -> Steps[None]:
    """MS.MOM.PAY: pay for everything that was used, in order."""
    for word in used:
        skill, offer = next(each for each in offers if each[1].word == word)
        if offer.eased:
            pay_eased(table, unit_id, offer.momentum, spoken(word), offer.rule)
        else:
            seat = table.state.units[unit_id].seat
            pay(table, seat, offer.momentum, spoken(word), offer.rule)
        yield from skill.used(table, unit_id, offer)


def _check_cover(table: Table[State], strike: Strike, pieces: tuple[Hex, ...]) -> Steps[None]:
    """MS.TERRAIN.CHECK, MS.TERRAIN.CHOICE: cover that counted may break; the defender chooses
    which.

    MS.TERRAIN.DIRECT: an area weapon causes three checks, as if the cover were the target.
    """
    state = table.state
    terrain, area = state.rules.terrain, says(strike.weapon, "sweeps")
    checks = terrain.checks_aoe if area else terrain.checks_used_as_cover
    rule = "MS.TERRAIN.DIRECT" if area else "MS.TERRAIN.CHECK"
    at_risk = [
        h for h in pieces if h in state.ground.terrain and state.ground.terrain[h].destructible
    ]
    if not at_risk or not checks:
        return
    most = terrain.aoe_max if area else 1
    for _ in range(min(most, len(at_risk))):
        chosen = at_risk[0]
        if len(at_risk) > 1:
            options = tuple(AtRisk(h) for h in at_risk)
            seat = table.state.units[strike.target].seat
            answer = yield from choose(
                seat, options, "MS.TERRAIN.CHOICE", "which cover is at risk?", otherwise=options[0]
            )
            chosen = answer.piece
        at_risk.remove(chosen)
        yield from check_terrain(table, chosen, strike.weapon.dmg, checks, rule)


def check_terrain(table: Table[State], at: Hex, dmg: int, checks: int, rule: str) -> Steps[bool]:
    """MS.TERRAIN.CHECK: 1d10 x 100 must reach the DMG, once for each check; return whether the
    piece was destroyed.
    """
    need = -(-dmg // 100)
    failed = 0
    if need > 1 and checks:
        kind = table.state.ground.terrain[at].kind
        what = f"does the {kind} on {to_text(at)} hold? {need}+ needed"
        failed = yield from roll(failing(checks, need, 0), rule, what)
    if failed:
        table.emit(TerrainBroken(rule="MS.TERRAIN.DESTROYED", at=at))
    return bool(failed)
