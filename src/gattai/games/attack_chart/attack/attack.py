"""The Attack Sequence, steps 2 to 5: check range and sight, roll attacks, roll saves, lose HP.

ATTACK-CHART.SEQ.ORDER: the steps follow the sheet. Step 1 (unit, weapon, targets)
is the action itself; step 6 (next player) is in `phases`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from gattai.games.attack_chart.attack.melee import melee_of, modifier
from gattai.games.attack_chart.attack.needed import GATE, Method, Needed, needed
from gattai.games.attack_chart.cards import UnitCard, WeaponCard
from gattai.games.attack_chart.events import (
    GameEnded,
    NumbersRead,
    UnitDestroyed,
    VolleyAimed,
    VolleyFired,
    WeaponResolved,
)
from gattai.games.attack_chart.keywords import class_of
from gattai.games.attack_chart.state import State, Unit, UnitId, other
from gattai.games.attack_chart.victory import wiped_out
from gattai.kernel.dice import Dice, Die
from gattai.kernel.question import Steps, declines_to, part, roll
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.tally import Tally, Term

# ATTACK-CHART.DIE.TEN-SIDED: faces 0 to 9. ATTACK-CHART.DIE.TEN-READS-ZERO: a printed 10 is a 0.
D10 = Die("d10", tuple(range(10)), also=((10, 0),))
NO_ARMOUR_IN_COVER = 9


def targets(state: State, shooter_id: UnitId, weapon: WeaponCard) -> tuple[UnitId, ...]:
    """ATTACK-CHART.SEQ.2-RANGE: the enemies within Range and in line of sight.

    Neither matters within one melee (ATTACK-CHART.MELEE.RANGE, ATTACK-CHART.MELEE.SIGHT).
    """
    shooter = state.units[shooter_id]
    melee = melee_of(state, shooter_id)
    if shooter.at is None or not (melee or weapon.range):
        return ()
    seat = shooter.seat
    reached = state.field.open_to(shooter.at, weapon.range)
    return tuple(
        [
            target_id
            for target_id, target, at in state.on_field
            if target.seat != seat and (at in reached or target_id in melee)
        ]
    )


def aim_refusals(
    state: State, shooter_id: UnitId, weapon: WeaponCard, target_id: UnitId
) -> Iterator[Refusal]:
    """Why a unit cannot be a target. A wrong choice costs nothing (ATTACK-CHART.SEQ.2-RETARGET)."""
    if target_id in targets(state, shooter_id, weapon):
        return
    shooter, target = state.units[shooter_id], state.units[target_id]
    if target.at is None or shooter.at is None:
        yield Refusal("ATTACK-CHART.SEQ.1-SELECT", f"{target.name} is not on the field")
        return
    if target.seat == shooter.seat:
        yield Refusal("ATTACK-CHART.SEQ.1-SELECT", f"{target.name} is not an enemy")
        return
    inches = state.inches(shooter, target)
    too_far = inches > weapon.range
    if too_far and class_of(weapon).only_in_a_melee:
        yield Refusal(
            "ATTACK-CHART.HOUSE.MELEE-WEAPON",
            f"{weapon.name} reaches only enemies in the same melee, {target.name} is not in it",
        )
    elif too_far:
        yield Refusal(
            "ATTACK-CHART.SEQ.2-RANGE",
            f"{target.name} is out of range of the {weapon.name}",
            (("inches away", inches), ("Range", weapon.range)),
        )
    if not state.field.sight.sees(shooter.at, target.at):
        yield Refusal("ATTACK-CHART.HOUSE.SIGHT", f"a thicket hides {target.name}")


class Shot(msgspec.Struct, frozen=True, cache_hash=True):
    """One pool of attack dice against one target, with every number it needs."""

    dice: int
    needed: Needed
    modifier: int
    armour: int
    """The number an Armour Save needs; 0 if none is rolled."""
    aegis: int
    """The number an AEGIS Save needs; 0 if the target has none."""


class Volley(msgspec.Struct, frozen=True):
    """The result of one pool."""

    successes: int
    saved_by_armour: int
    saved_by_aegis: int
    hp_lost: int


def aim(
    state: State, shooter_id: UnitId, weapon: WeaponCard, target_id: UnitId, models: int
) -> Shot:
    """The pool that this number of models throws with a weapon at a target.

    ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK: a die for each Attack of each model.
    ATTACK-CHART.SEQ.3-GROUPING: all of one profile on one target are thrown together.
    """
    target = state.units[target_id]
    return pool(
        state.method or "formula",
        weapon,
        target.card,
        models,
        modifier=modifier(state, shooter_id, weapon, target_id).total,
        cover=in_cover(state, shooter_id, target, target_id),
    )


def pool(
    method: Method, weapon: WeaponCard, target: UnitCard, models: int, *, modifier: int, cover: bool
) -> Shot:
    """Return the pool from the cards alone, without a table."""
    return Shot(
        dice=weapon.attacks * models,
        needed=needed(method, weapon.power, target.defence),
        modifier=modifier,
        armour=Tally.collect(armour_terms(target.armour, weapon.ap, cover=cover)).total,
        aegis=target.aegis,
    )


def in_cover(state: State, shooter_id: UnitId, target: Unit, target_id: UnitId) -> bool:
    """ATTACK-CHART.HOUSE.COVER: whether the target is in a thicket. Cover does not count within one
    melee (ATTACK-CHART.MELEE.COVER).
    """
    if target.at not in state.field.thicket_hexes:
        return False
    return target_id not in melee_of(state, shooter_id)


def armour_save(state: State, shooter_id: UnitId, weapon: WeaponCard, target_id: UnitId) -> Tally:
    """The number that the target's Armour Save needs against this weapon, with its terms; 0 if none
    is rolled.
    """
    target = state.units[target_id]
    cover = in_cover(state, shooter_id, target, target_id)
    return Tally.collect(armour_terms(target.card.armour, weapon.ap, cover=cover))


def armour_terms(armour: int, ap: int, *, cover: bool) -> Iterator[Term]:
    """ATTACK-CHART.SEQ.4-AP: no save is rolled if AP is equal to or better than Armour.

    AP is compared with the Armour on the card; cover improves it afterwards (AMB.COVER-VALUE).
    Having no Armour is worse than any Armour, so every AP beats it (ATTACK-CHART.AMB.COVER-AP).
    """
    if armour:
        yield Term(armour, "Armour on the card", "ATTACK-CHART.SEQ.4-BOTH-SAVES")
        if 0 < ap <= armour:
            yield Term(-armour, f"AP {ap}+ is as good or better", "ATTACK-CHART.SEQ.4-AP")
        elif cover and armour > 1:
            yield Term(-1, "cover", "ATTACK-CHART.HOUSE.COVER")
    elif cover:
        yield Term(NO_ARMOUR_IN_COVER, "no Armour, but cover", "ATTACK-CHART.HOUSE.COVER")
        if ap:
            what = f"AP {ap}+ is better than no Armour"
            yield Term(-NO_ARMOUR_IN_COVER, what, "ATTACK-CHART.SEQ.4-AP")


def fire(table: Table[State], weapon_id: str, aims: Sequence[tuple[UnitId, int]]) -> Steps[None]:
    """Resolve steps 3 to 5 for each target in turn, then step 6.

    A later weapon starts at step 1 again and may name a new target (AMB.RETARGET-LATER).
    """
    acting = table.state.who_acts
    weapon = table.state.units[acting].card.find_weapon(weapon_id)
    assert weapon is not None
    # The models fire at the same time, so every number is fixed before the first roll.
    shots = [aim(table.state, acting, weapon, target, models) for target, models in aims]
    fixed = table.state
    for (target, _), shot in zip(aims, shots, strict=True):
        rule = "ATTACK-CHART.SEQ.1-SELECT"
        table.emit(VolleyAimed(rule=rule, unit=acting, weapon=weapon.id, target=target))
        table.emit(
            NumbersRead(
                rule="ATTACK-CHART.SEQ.3-COMPARE",
                unit=acting,
                dice=shot.dice,
                code=shot.needed.code,
                power=weapon.power,
                defence=fixed.units[target].card.defence,
                modifiers=modifier(fixed, acting, weapon, target).terms,
                armour=armour_save(fixed, acting, weapon, target).terms,
                aegis=shot.aegis,
            )
        )
        result = yield from part(volley, shot)
        table.emit(
            VolleyFired(
                rule="ATTACK-CHART.SEQ.5-APPLY",
                unit=acting,
                weapon=weapon.id,
                target=target,
                dice=shot.dice,
                code=shot.needed.code,
                needed_by=shot.needed.rule,
                modifier=shot.modifier,
                successes=result.successes,
                saved_by_armour=result.saved_by_armour,
                saved_by_aegis=result.saved_by_aegis,
                hp_lost=result.hp_lost,
            )
        )
        if table.state.units[target].hp == 0:
            table.emit(UnitDestroyed(rule="ATTACK-CHART.SEQ.5-CASUALTY", unit=target))
    rule = "ATTACK-CHART.SEQ.6-NEXT"
    table.emit(WeaponResolved(rule=rule, unit=acting, weapon=weapon.id))
    if wiped_out(table.state, other(table.state.turn)):
        table.emit(GameEnded(rule="ATTACK-CHART.HOUSE.VICTORY"))


def _unsaved(shot: Shot) -> Steps[Volley]:
    """The result when only HP count: the unsaved successes alone, none of them counted as saved."""
    result = yield from _volley(shot)
    unsaved = result.successes - result.saved_by_armour - result.saved_by_aegis
    return Volley(unsaved, 0, 0, result.hp_lost)


@declines_to(_unsaved)
def volley(shot: Shot) -> Steps[Volley]:
    """Resolve steps 3 to 5 for one pool: attack dice, Armour Saves, AEGIS Saves, HP loss.

    ATTACK-CHART.SEQ.4-BOTH-SAVES: Armour is rolled against every success, AEGIS against those left
    (AMB.SAVE-ORDER). ATTACK-CHART.SEQ.4-PREVENT: a save stops one success.
    ATTACK-CHART.SEQ.4-ONE-HP: each success left costs 1 HP, or as many as an automatic pass says
    (ATTACK-CHART.AUTO.HP-MULTIPLIER).
    """
    return (yield from _volley(shot))


def _volley(shot: Shot) -> Steps[Volley]:
    successes = yield from part(roll_attacks, shot.dice, shot.needed, shot.modifier)
    by_armour = yield from part(roll_saves, successes, shot.armour, "Armour Saves")
    by_aegis = yield from part(roll_saves, successes - by_armour, shot.aegis, "AEGIS Saves")
    unsaved = successes - by_armour - by_aegis
    return Volley(successes, by_armour, by_aegis, unsaved * shot.needed.hp_each)


def roll_attacks(dice: int, needed: Needed, modifier: int) -> Steps[int]:
    """Step 3: how many attack dice succeed."""
    if needed.automatic:
        # ATTACK-CHART.AUTO.NO-ROLL: every die is a success unrolled, whatever the modifier.
        return dice * needed.successes_each
    if needed.number == 0:
        return 0
    if not needed.gated:
        rule = "ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK"
        return (yield from roll(dice_needing(dice, needed.number, modifier), rule, "attack dice"))
    gate = dice_needing(dice, GATE, modifier)
    nines = yield from roll(gate, "ATTACK-CHART.TWO-STAGE.GATE", "attack dice, a nine first")
    if not nines:
        return 0
    second = dice_needing(nines, needed.number, modifier)
    hits = yield from roll(second, "ATTACK-CHART.TWO-STAGE.SECOND", "attack dice, second roll")
    return hits


def roll_saves(successes: int, number: int, what: str) -> Steps[int]:
    """Step 4: how many successes are stopped by one kind of save.

    ATTACK-CHART.SEQ.4-TOGETHER: the saves against one pool are one throw.
    """
    if not successes or not number:
        return 0
    rule = "ATTACK-CHART.SEQ.4-TOGETHER"
    return (yield from roll(dice_needing(successes, number, 0), rule, what))


@cache
def dice_needing(count: int, number: int, modifier: int) -> Dice[int]:
    """So many ten-sided dice, read as how many succeed.

    ATTACK-CHART.SEQ.3-SUCCESS: equal or higher succeeds. ATTACK-CHART.DIE.ZERO-FAILS: a 0 never
    does. ATTACK-CHART.MOD.APPLY: the modifier is added to what a die shows, on the gate and on the
    second roll alike (AMB.MODIFIER-TWO-STAGE), so that a 9 can be out of reach (AMB.MODIFIER-NINE).
    """
    return D10.throw(count, lambda face: face != 0 and int(face) + modifier >= number)
