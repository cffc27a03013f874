"""The current figures of a unit: output, Integrity, movement; and where it may move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.ground.ground import Ground, Spot
from gattai.games.aegis.keywords.registry import CONDITIONS, conditions, flies, hooks, reach_of
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal

Thoughts = Iterator[tuple[Spot | None, str]]
"""Places, if there are such, each with its reason."""


def growth(state: State, unit: Unit) -> int:
    """The bonus to output, Movement Value and Integrity."""
    growing = hooks(unit.card, "growth")
    return sum([each.growth(state, unit) for each in growing]) if growing else 0


def output(state: State, unit: Unit) -> int:
    """AEGIS.TURN.RECHARGE: the unit's current energy output, at least 0."""
    return max(0, unit.card.ep + unit.output_change + growth(state, unit))


def production(state: State, seat: Seat) -> int:
    """The sum of the outputs of a side's active units."""
    return sum([output(state, unit) for _, unit, _ in state.on_field if unit.seat == seat])


def max_integrity(state: State, unit: Unit) -> int:
    """The damage that destroys the unit."""
    return unit.card.integrity + growth(state, unit)


def integrity(state: State, unit: Unit) -> int:
    """The Integrity that is left."""
    return max(0, max_integrity(state, unit) - unit.damage)


def movement(state: State, unit: Unit) -> int:
    """AEGIS.MOVE.VALUE: the current Movement Value, at least 0."""
    value = unit.card.move + growth(state, unit)
    for effect in unit.effects:
        value += CONDITIONS[effect.kind].hastens(effect)
    return value if value > 0 else 0


def steps_for_one(unit: Unit) -> int:
    """The number of steps for one energy."""
    quick = hooks(unit.card, "steps_for_one")
    return max([each.steps_for_one() for each in quick]) if quick else 1


@cache
def _plain_move(card: UnitCard) -> int | None:
    """The Movement Value of a card that nothing changes, or None if something may change it."""
    plain = not hooks(card, "growth") and not hooks(card, "steps_for_one")
    return card.move if plain else None


def longest_move(state: State, unit: Unit) -> int:
    """The longest distance of one move, regardless of energy."""
    plain = _plain_move(unit.card)
    if plain is not None and not unit.effects:
        return plain
    return movement(state, unit) * steps_for_one(unit)


def move_price(unit: Unit, steps: int) -> int:
    """AEGIS.MOVE.BASIC: one energy for each step, or for every few steps."""
    return -(-steps // steps_for_one(unit))


def bars_moving(unit: Unit) -> bool:
    """Return whether this unit cannot move by itself."""
    return bool(unit.effects) and any(each.bars_moving for each in conditions(unit))


def bars_actions(unit: Unit) -> bool:
    """Return whether this unit cannot use Actions."""
    return bool(unit.effects) and any(each.bars_actions for each in conditions(unit))


def can_be_targeted(unit: Unit) -> bool:
    """Return whether the unit can be targeted at all."""
    return not (unit.effects and any(each.bars_targeting for each in conditions(unit)))


def takes_damage(unit: Unit) -> bool:
    """Return whether damage affects the unit."""
    return not (unit.effects and any(each.stops_damage for each in conditions(unit)))


def suggested(state: State, unit: Unit, steps: int) -> Mapping[Spot, str]:
    """Places worth considering where not all can be listed, each with its reason.

    Cached for each state. The unit may be unable to get there.
    """
    ground, at = state.field.ground, unit.at
    if ground.is_countable or at is None or steps <= 0:
        return {}
    kept: dict[tuple[Spot, int], dict[Spot, str]] = state.__dict__.setdefault("suggested", {})
    found = kept.get((at, steps))
    if found is None:
        found = kept[at, steps] = {}
        for place, why in _thoughts(state, unit, at, steps):
            if place is not None and place != at and ground.gap(at, place) <= steps:
                found.setdefault(place, why)
    return found


def thinkable(state: State, more: Iterable[Spot]) -> Iterable[Spot]:
    """All places, or examples where there are too many, followed by these; without duplicates."""
    ground = state.field.ground
    return ground.spots if ground.is_countable else dict.fromkeys((*ground.spots, *more))


def _thoughts(state: State, unit: Unit, at: Spot, steps: int) -> Thoughts:
    ground = state.field.ground
    foes = [(foe, there) for _, foe, there in state.on_field if foe.seat != unit.seat]
    foes.sort(key=lambda each: ground.gap(at, each[1]))
    yield from _just_in_reach(ground, unit, at, foes)
    for foe, there in foes:
        threat = max([reach_of(action) for action in foe.actions], default=0)
        out = ground.apart(at, there, threat + longest_move(state, foe), beyond=True)
        yield out, f"just out of reach of {foe.card.name}"
    for place in ground.covers(at, steps):
        hidden = sum([not ground.sees(place, there) for _, there in foes])
        if 2 * hidden > len(foes):
            yield place, f"out of sight of {hidden} of {len(foes)}"
    if state.pools[unit.seat]:
        for _, ally, there in state.on_field:
            if ally.seat == unit.seat and there != at:
                yield ground.apart(at, there, 1), f"next to {ally.card.name}"
    for foe, there in foes[:3]:
        yield ground.towards(at, there, steps), f"towards {foe.card.name}"


def _just_in_reach(
    ground: Ground, unit: Unit, at: Spot, foes: Sequence[tuple[Unit, Spot]]
) -> Thoughts:
    reaches = sorted({reach_of(action): action.name for action in unit.actions}.items())
    for foe, there in foes:
        for reach, name in reaches:
            if 0 < reach <= ground.gap(at, there):
                yield ground.apart(at, there, reach), f"{name} just reaches {foe.card.name}"


def where_to(state: State, unit: Unit, steps: int) -> Mapping[Spot, int]:
    """AEGIS.MOVE.BASIC: the places that a move of that length can reach, each with the length it
    needs.
    """
    assert unit.at is not None
    also = suggested(state, unit, steps)
    return state.field.ground.ways(state, unit.at, steps, over=flies(unit), also=also)


def affordable_steps(state: State, unit: Unit) -> int:
    """The longest move that the available energy allows."""
    energy = state.energy[unit.seat]
    plain = _plain_move(unit.card)
    if plain is not None and not unit.effects:
        return plain if plain < energy else energy
    if bars_moving(unit):
        return 0
    return min(movement(state, unit), energy) * steps_for_one(unit)


def steps_to(state: State, unit: Unit, to: Spot, by: tuple[Spot, ...], most: int) -> int | None:
    """The length of a move by the shortest way or by the way given; None if there is no way."""
    assert unit.at is not None
    return state.field.ground.length(state, unit.at, to, by, most, over=flies(unit))


def way_to(state: State, unit: Unit, to: Spot) -> tuple[Spot, ...]:
    """A shortest way to a place, including both ends; empty if there is none."""
    if unit.at is None:
        return ()
    most = longest_move(state, unit)
    return state.field.ground.way(state, unit.at, to, most, over=flies(unit))


def move_refusals_of(
    state: State, unit: Unit, to: Spot, by: tuple[Spot, ...], most: int
) -> Iterator[Refusal]:
    """Why a unit cannot get there with a move of that length."""
    assert unit.at is not None
    return state.field.ground.way_refusals(state, unit.at, to, by, most, over=flies(unit))


def allies(state: State, unit_id: UnitId) -> list[UnitId]:
    """AEGIS.TERM.UNIT: the other active units of the same side."""
    seat = state.units[unit_id].seat
    return [other for other, unit, _ in state.on_field if unit.seat == seat and other != unit_id]
