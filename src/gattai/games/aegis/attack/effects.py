"""The effects of an Action on the units it affects: the eight types, states, forced movement,
destruction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from gattai.games.aegis.attack.dividing import divisions
from gattai.games.aegis.attack.roll import Hit
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.events.attack import (
    DamageTaken,
    EffectGained,
    OutputChanged,
    UnitDestroyed,
    UnitRepaired,
    UnitShoved,
)
from gattai.games.aegis.figures import integrity, output, takes_damage
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import CONDITIONS, attributes
from gattai.games.aegis.state import State, UnitId
from gattai.kernel.question import Steps, choose
from gattai.kernel.table import Table
from gattai.kernel.tally import Tally, Term
from gattai.kernel.text.template import counted


def apply_effects(
    table: Table[State], user_id: UnitId, action: ActionCard, hits: tuple[Hit, ...], bonus: int
) -> Steps[None]:
    """AEGIS.ACTION.STEPS, 5 to 7: the type for all affected units at once, then states, then pushing."""
    affected = tuple(hit for hit in hits if hit.successes)
    marks = attributes(action)
    if action.type == "damage" and any(each.divides for each in marks):
        yield from _divide(table, user_id, action, hits, bonus)
    elif action.type == "damage":
        tallies = [(hit, damage(table.state, user_id, action, hit, bonus)) for hit in affected]
        for hit, tally in tallies:
            # A single success with nothing added needs no explanation.
            terms = tally.terms if hit.successes > 1 or len(tally.terms) > 1 else ()
            hurt(table, hit.unit, tally.total, "AEGIS.EFFECT.DAMAGE", terms)
    else:
        _apply_type(table, action, affected)
    _afflict(table, action, affected)
    towards = action.type == "pull"
    if action.type in ("push", "pull") or any(each.pushes for each in marks):
        _force(table, user_id, action, affected, towards=towards)


def _apply_type(table: Table[State], action: ActionCard, affected: tuple[Hit, ...]) -> None:
    """Power for each success: AEGIS.EFFECT.REPAIR, AEGIS.EFFECT.DRAIN, AEGIS.EFFECT.BOOST,
    AEGIS.EFFECT.BUFF, AEGIS.EFFECT.DEBUFF.
    """
    for hit in affected:
        amount = action.power * hit.successes
        unit = table.state.units[hit.unit]
        match action.type:
            case "repair":
                amount = min(amount, unit.damage)
                if amount:
                    rule = "AEGIS.EFFECT.REPAIR"
                    table.emit(UnitRepaired(rule=rule, unit=hit.unit, amount=amount))
            case "drain":
                # At most the current output of the unit (AMB.DRAIN-POOL).
                amount = min(amount, output(table.state, unit))
                if amount:
                    rule = "AEGIS.EFFECT.DRAIN"
                    table.emit(OutputChanged(rule=rule, unit=hit.unit, amount=-amount))
            case "boost":
                if table.state.rulings.energy_boost == "to":  # AEGIS.AMB.BOOST-TO-BY
                    amount = max(0, action.power - output(table.state, unit))
                if amount:
                    rule = "AEGIS.EFFECT.BOOST"
                    table.emit(OutputChanged(rule=rule, unit=hit.unit, amount=amount))
            case "buff" | "debuff":
                sign = 1 if action.type == "buff" else -1
                for each in attributes(action):
                    if each.changes is not None:
                        gain(table, hit.unit, each.changes, sign * amount)
            case _:
                pass


def _afflict(table: Table[State], action: ActionCard, affected: tuple[Hit, ...]) -> None:
    """AEGIS.ACTION.STEPS, 6: every state that its attributes give."""
    for each in attributes(action):
        if each.afflicts is not None:
            for hit in affected:
                gain(table, hit.unit, each.afflicts, 0)


def gain(table: Table[State], unit_id: UnitId, kind: str, amount: int) -> None:
    """AEGIS.TERM.FULL-TURN: the state lasts until the next turn of the side whose turn it is."""
    condition = CONDITIONS[kind]
    table.emit(
        EffectGained(
            rule=condition.rule,
            unit=unit_id,
            kind=kind,
            until=table.state.turn,
            amount=amount,
            adds_up=condition.adds_up,
        )
    )


def damage(state: State, user_id: UnitId, action: ActionCard, hit: Hit, bonus: int) -> Tally:
    """AEGIS.EFFECT.DAMAGE: the damage to one unit, with its terms."""
    changes = [*_by_user(state, user_id), *_by_struck(state, action, hit.unit)]
    return dealt(action, hit, bonus, changes)


def dealt(action: ActionCard, hit: Hit, bonus: int, changes: Iterable[Term]) -> Tally:
    """AEGIS.EFFECT.DAMAGE: Power for each success and exact dice; then modifiers are added."""
    return Tally.collect(_damage_terms(action, hit, bonus, changes))


def _damage_terms(
    action: ActionCard, hit: Hit, bonus: int, changes: Iterable[Term]
) -> Iterator[Term]:
    terms = _rolled(action, hit, bonus)
    if sum(term.amount for term in terms) < 1:
        yield from terms
        return
    terms += changes
    yield from terms
    total = sum(term.amount for term in terms)
    if total < 0:
        yield Term(-total, "never below 0", "AEGIS.EFFECT.DAMAGE")


def _rolled(action: ActionCard, hit: Hit, bonus: int) -> list[Term]:
    """The terms that come from the dice."""
    many = counted(hit.successes, "success")
    what = f"for {many} of Power {action.power}"
    terms = [Term(action.power * hit.successes, what, "AEGIS.EFFECT.DAMAGE")]
    if bonus:
        what = f"for {hit.exact} exactly on the number"
        terms.append(Term(bonus * hit.exact, what, "AEGIS.ATTR.CRT"))
    return terms


def _by_user(state: State, user_id: UnitId) -> Iterator[Term]:
    for effect in state.units[user_id].effects:
        kind = CONDITIONS[effect.kind]
        if amount := kind.strengthens(effect):
            yield Term(amount, f"{kind.word} of {state.units[user_id].name}", kind.rule)


def _by_struck(state: State, action: ActionCard, unit_id: UnitId) -> Iterator[Term]:
    struck = state.units[unit_id]
    for each in attributes(action):
        yield from each.adds_damage(state, struck)
    for effect in struck.effects:
        kind = CONDITIONS[effect.kind]
        if amount := kind.softens(effect):
            yield Term(-amount, f"{kind.word} of {struck.name}", kind.rule)


def hurt(
    table: Table[State], unit_id: UnitId, amount: int, rule: str, terms: tuple[Term, ...] = ()
) -> None:
    """A unit takes damage, down to 0 Integrity, unless it takes no damage."""
    unit = table.state.units[unit_id]
    amount = min(amount, integrity(table.state, unit))
    if amount > 0 and takes_damage(unit):
        table.emit(DamageTaken(rule=rule, unit=unit_id, amount=amount, terms=terms))


def _divide(
    table: Table[State], user_id: UnitId, action: ActionCard, hits: tuple[Hit, ...], bonus: int
) -> Steps[None]:
    """AEGIS.MOD.DIV: one total with the user's modifiers is divided, then each unit's modifiers
    apply.
    """
    state = table.state
    first = hits[0]
    terms = _rolled(action, first, bonus)
    if sum(term.amount for term in terms) < 1:
        return
    terms += _by_user(state, user_id)
    total = sum(term.amount for term in terms)
    if total < 1:
        return
    ids = tuple(hit.unit for hit in hits)
    changes = {unit: tuple(_by_struck(state, action, unit)) for unit in ids}
    taken = {unit: sum(term.amount for term in changes[unit]) for unit in ids}
    shares: tuple[tuple[UnitId, int], ...] = ((ids[0], total),)
    if len(ids) > 1:
        options = divisions(total, ids, tuple(_deadly(state, unit, taken[unit]) for unit in ids))
        seat, rule = state.units[user_id].seat, "AEGIS.MOD.DIV"
        answer = yield from choose(
            seat, options, rule, f"divide {total} damage", otherwise=options[0]
        )
        shares = answer.shares
    for unit_id, share in shares:
        if share:
            rule = "AEGIS.MOD.DIV"
            own = terms if len(ids) == 1 else [Term(share, f"as its share of {total}", rule)]
            hurt(table, unit_id, share + taken[unit_id], rule, (*own, *changes[unit_id]))


def _deadly(state: State, unit_id: UnitId, taken: int) -> int:
    """The share of divided damage that destroys a unit."""
    return max(1, integrity(state, state.units[unit_id]) - taken)


def _force(
    table: Table[State],
    user_id: UnitId,
    action: ActionCard,
    affected: tuple[Hit, ...],
    *,
    towards: bool,
) -> None:
    """AEGIS.EFFECT.PUSH, AEGIS.EFFECT.PULL: Power for each success, along a line through the user.

    AEGIS.EFFECT.PUSH-SEQUENCE: pushes begin with the farthest unit, pulls with the nearest;
    direction breaks ties.
    """
    origin = table.state.units[user_id].at
    assert origin is not None
    lines = []
    for hit in affected:
        at = table.state.units[hit.unit].at
        assert at is not None
        if _stays_destroyed(table.state, hit.unit):
            continue
        bearing = table.state.field.ground.bearing(origin, at)
        if bearing is not None:
            far, direction = bearing
            lines.append((far if towards else -far, direction, hit.unit, hit.successes))
    for _, _, unit_id, successes in sorted(lines):
        rule = "AEGIS.EFFECT.PULL" if towards else "AEGIS.EFFECT.PUSH"
        shove(table, unit_id, origin, action.power * successes, rule, towards=towards)


def _stays_destroyed(state: State, unit_id: UnitId) -> bool:
    """AEGIS.AMB.PUSH-DESTROYED: whether this match leaves units with 0 Integrity in place."""
    is_gone = integrity(state, state.units[unit_id]) == 0
    return is_gone and state.rulings.push_destroyed == "stays"


def shove(
    table: Table[State], unit_id: UnitId, origin: Spot, steps: int, rule: str, *, towards: bool
) -> None:
    """AEGIS.EFFECT.COLLISION if a unit or terrain is in the way, for half the remaining distance;
    AEGIS.EFFECT.PUSHED-OFF at the edge of the battlefield.
    """
    state = table.state
    at = state.units[unit_id].at
    assert at is not None
    shoved = state.field.ground.shove(state, origin, at, steps, towards=towards)
    if shoved.off:
        off = "AEGIS.EFFECT.PUSHED-OFF"
        table.emit(UnitDestroyed(rule=off, unit=unit_id))
        return
    if shoved.to != at:
        table.emit(UnitShoved(rule=rule, unit=unit_id, to=shoved.to))
    for struck in (unit_id, shoved.struck):
        if struck is not None:
            hurt(table, struck, shoved.left // 2, "AEGIS.EFFECT.COLLISION")


def remove_destroyed(table: Table[State], losses: tuple[int, int]) -> None:
    """AEGIS.ACTION.DESTROY: all units with 0 Integrity are removed together.

    `losses` are the counts before the Action: units destroyed by it do not yet add to the Integrity
    of others (AEGIS.COMMANDER.MAGNIFICENCE).
    """
    state = table.state
    if state.destroyed != losses:
        state = msgspec.structs.replace(state, destroyed=losses)
    gone = [unit_id for unit_id, unit, _ in state.on_field if integrity(state, unit) == 0]
    for unit_id in gone:
        table.emit(UnitDestroyed(rule="AEGIS.ACTION.DESTROY", unit=unit_id))
