"""The units an Action reaches (range, line of sight, area), and why it may not be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.figures import bars_actions, can_be_targeted
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import (
    CONDITIONS,
    attributes,
    has_distance,
    hooks,
    includes_user,
    is_light,
    needs_sight,
    reach_of,
)
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.kernel.rulebook import Refusal

How = Literal["act", "light", "retaliation", "free"]


def targets_somebody(action: ActionCard) -> bool:
    """AEGIS.TERM.AFFECTED: whether the Action chooses a target: a Distance value, Melee or Laser."""
    return reach_of(action) > 0


def area(
    state: State, user_id: UnitId, action: ActionCard, target_id: UnitId | None
) -> tuple[UnitId, ...]:
    """Every unit the Action reaches: the target first, then the others in their order.

    AEGIS.RANGE.DISTANCE: the target. AEGIS.RANGE.RADIUS: all units around the user, without the
    user. AEGIS.RANGE.BOTH: the target and all units around it, including the user.
    """
    user = state.units[user_id]
    assert user.at is not None
    found: list[UnitId] = []
    if target_id is None:
        if action.radius and not targets_somebody(action):
            found = _within(state, user.at, action.radius)
            found.remove(user_id)
    else:
        target = state.units[target_id]
        assert target.at is not None
        if not action.radius and not action.attributes:
            return (target_id,)
        found = [target_id]
        through = not needs_sight(action)
        for each in attributes(action):
            found += each.line(state, user, target, action, through=through)
        if action.radius:
            found += _within(state, target.at, action.radius)
    if includes_user(action):
        found.append(user_id)
    return tuple(
        dict.fromkeys([*found[:1], *sorted(found[1:])]) if target_id is not None else found
    )


def _within(state: State, at: Spot, radius: int) -> list[UnitId]:
    gap = state.field.ground.gap
    return [unit_id for unit_id, _, there in state.on_field if gap(at, there) <= radius]


def use_refusals(
    state: State, unit_id: UnitId, action: ActionCard, target_id: UnitId | None, how: How
) -> Iterator[Refusal]:
    """Return every reason why the unit may not use this Action on that target now."""
    unit = state.units[unit_id]
    if bars_actions(unit):
        for effect in unit.effects:
            kind = CONDITIONS[effect.kind]
            if kind.bars_actions:
                yield Refusal(kind.rule, f"{unit.name} is {kind.word} and cannot use Actions")
    for each in attributes(action):
        yield from each.refusals(state, unit, action)
    if how != "free" and (action.dice > state.energy[unit.seat] or hooks(unit.card, "tolls")):
        yield from _price_refusals(state, unit_id, action)
    yield from _target_refusals(state, unit_id, action, target_id)


def _price_refusals(state: State, unit_id: UnitId, action: ActionCard) -> Iterator[Refusal]:
    """AEGIS.ACTION.COST: one energy for each die, paid before rolling, plus other costs."""
    unit = state.units[unit_id]
    energy = state.energy[unit.seat]
    tolls = tolls_of(state, unit_id)
    if tolls is not None and not tolls:
        yield Refusal(_toll_rule(unit), f"{unit.name} has no ally to draw on")
        return
    price = action.dice + min([toll for _, toll in tolls], default=0) if tolls else action.dice
    if price > energy:
        figures = (("price", price), ("energy", energy))
        yield Refusal("AEGIS.TURN.ENERGY-NONNEG", f"not enough energy for {action.name}", figures)


def prices_of(state: State, unit_id: UnitId, action: ActionCard) -> tuple[int, int]:
    """The lowest and highest cost of an Action, whether or not the energy suffices."""
    left = state.energy[state.units[unit_id].seat] - action.dice
    tolls = [toll for _, toll in tolls_of(state, unit_id) or ()]
    payable = [toll for toll in tolls if toll <= left] or [min(tolls, default=0)]
    return action.dice + min(payable), action.dice + max(payable)


def tolls_of(state: State, unit_id: UnitId) -> tuple[tuple[UnitId, int], ...] | None:
    """The units whose output can be added to the cost of each Action; None if there is no such cost."""
    for each in hooks(state.units[unit_id].card, "tolls"):
        found = each.tolls(state, unit_id)
        if found is not None:
            return tuple(found)
    return None


def _toll_rule(unit: Unit) -> str:
    return hooks(unit.card, "tolls")[0].rule


def _target_refusals(
    state: State, unit_id: UnitId, action: ActionCard, target_id: UnitId | None
) -> Iterator[Refusal]:
    if not targets_somebody(action):
        if target_id is not None:
            yield Refusal("AEGIS.RANGE.RADIUS", f"{action.name} targets nobody")
            return
    elif target_id is None:
        if not includes_user(action) or any(
            not any(_area_refusals(state, unit_id, action, other))
            for other in targets(state, unit_id, action)
        ):
            yield Refusal("AEGIS.RANGE.DISTANCE", f"{action.name} needs a target")
            return
    else:
        against = tuple(aim_refusals(state, unit_id, action, target_id))
        if against:
            yield from _ban_refusals(state, unit_id, (target_id,))
            yield from against
        yield from _beacon_refusals(state, unit_id, action, target_id)
        if against:
            return
    yield from _area_refusals(state, unit_id, action, target_id)


def aim_refusals(
    state: State, unit_id: UnitId, action: ActionCard, target_id: UnitId
) -> Iterator[Refusal]:
    """Why that unit cannot be the target: it is the user, hidden, out of range or out of sight."""
    user, target = state.units[unit_id], state.units[target_id]
    if target.at is None or user.at is None:
        yield Refusal("AEGIS.TERM.UNIT", f"{target.name} is not on the battlefield")
        return
    if target_id == unit_id:
        yield Refusal("AEGIS.ACTION.ANY-SIDE", f"{user.name} cannot target itself")
        return
    if not can_be_targeted(target):
        for effect in target.effects:
            kind = CONDITIONS[effect.kind]
            if kind.bars_targeting:
                yield Refusal(kind.rule, f"{target.name} is {kind.word} and cannot be targeted")
    ground, reach = state.field.ground, reach_of(action)
    if ground.gap(user.at, target.at) > reach:
        printed = has_distance(action)
        rule = "AEGIS.RANGE.DISTANCE" if printed else "AEGIS.RANGE.MODIFIED"
        figures = (ground.away(user.at, target.at), ("Distance" if printed else "reach", reach))
        over = ground.too_far(user.at, target.at, reach)
        yield Refusal(rule, f"{target.name} is out of range of {action.name}{over}", figures)
    if needs_sight(action) and not ground.sees(user.at, target.at):
        yield Refusal("AEGIS.LOS.BASIC", f"terrain hides {target.name} from {user.name}")


def targets(state: State, unit_id: UnitId, action: ActionCard) -> list[UnitId]:
    """The units that could be targeted, before Beacons and the first-turn ban."""
    user = state.units[unit_id]
    at, reach, sighted = user.at, reach_of(action), needs_sight(action)
    assert at is not None
    ground = state.field.ground
    gap, sees = ground.gap, ground.sees
    return [
        other
        for other, unit, there in state.on_field
        if other != unit_id
        and gap(at, there) <= reach
        and (not sighted or sees(at, there))
        and can_be_targeted(unit)
    ]


def _beacon_refusals(
    state: State, unit_id: UnitId, action: ActionCard, target_id: UnitId
) -> Iterator[Refusal]:
    """A Beacon that could be targeted must be. A Beacon that may not be targeted binds nobody."""
    seat = state.units[unit_id].seat
    drawing = [
        (other, unit)
        for other, unit, _ in state.on_field
        if unit.seat != seat and hooks(unit.card, "draws_fire")
    ]
    if not drawing:
        return
    binding = [
        (other, unit)
        for other, unit in drawing
        if not any(aim_refusals(state, unit_id, action, other))
        and not any(_area_refusals(state, unit_id, action, other))
    ]
    if binding and target_id not in [other for other, _ in binding]:
        rule = hooks(binding[0][1].card, "draws_fire")[0].rule
        names = " and ".join(unit.name for _, unit in binding)
        if len(binding) == 1:
            yield Refusal(rule, f"{names} draws the fire and has to be the target")
        else:
            reason = f"{names} draw the fire, and one of them has to be the target"
            yield Refusal(rule, reason)


def _area_refusals(
    state: State, unit_id: UnitId, action: ActionCard, target_id: UnitId | None
) -> Iterator[Refusal]:
    """AEGIS.ACTION.STEPS, 1: the area contains a unit, and none that is still protected by the ban."""
    reached = area(state, unit_id, action, target_id)
    if not reached:
        yield Refusal("AEGIS.ACTION.STEPS", f"nobody is in the area of {action.name}")
        return
    yield from _ban_refusals(state, unit_id, reached)


def _ban_refusals(state: State, unit_id: UnitId, reached: tuple[UnitId, ...]) -> Iterator[Refusal]:
    """AEGIS.SETUP.FIRST-TURN-BAN: no unit of a side that has not had its first turn."""
    seat = state.units[unit_id].seat
    if state.is_banned(seat):
        for other in reached:
            if state.units[other].seat != seat:
                yield Refusal(
                    "AEGIS.SETUP.FIRST-TURN-BAN",
                    f"{state.units[other].name}'s side has not had its first turn",
                )
                return


def how_used(action: ActionCard) -> How:
    """How the act counts the Action: as the normal Action or as an additional one."""
    return "light" if is_light(action) else "act"
