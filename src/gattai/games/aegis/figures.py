"""The figures of a unit as they are now: output, Integrity, movement; and who may move where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.keywords.registry import CONDITIONS, conditions, flies, voices
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import DISTANCE, Hex, to_text
from gattai.tabletop.movement import is_direct, path, reach


def growth(state: State, unit: Unit) -> int:
    """What is added to output, Movement Value and Integrity alike."""
    growing = voices(unit.card, "growth")
    return sum([each.growth(state, unit) for each in growing]) if growing else 0


def output(state: State, unit: Unit) -> int:
    """AEGIS.TURN.RECHARGE: the energy a unit gives now; never below 0."""
    return max(0, unit.card.ep + unit.output_change + growth(state, unit))


def production(state: State, seat: Seat) -> int:
    """The outputs of a side's active units together."""
    return sum([output(state, unit) for _, unit, _ in state.on_field if unit.seat == seat])


def max_integrity(state: State, unit: Unit) -> int:
    """How much damage destroys it."""
    return unit.card.integrity + growth(state, unit)


def integrity(state: State, unit: Unit) -> int:
    """What is left of it."""
    return max(0, max_integrity(state, unit) - unit.damage)


def movement(state: State, unit: Unit) -> int:
    """AEGIS.MOVE.VALUE: the Movement Value as it is now; never below 0."""
    value = unit.card.move + growth(state, unit)
    for effect in unit.effects:
        value += CONDITIONS[effect.kind].hastens(effect)
    return value if value > 0 else 0


def steps_for_one(unit: Unit) -> int:
    """How many hexes one energy moves it."""
    quick = voices(unit.card, "steps_for_one")
    return max([each.steps_for_one() for each in quick]) if quick else 1


@cache
def _plain_move(card: UnitCard) -> int | None:
    """The Movement Value of a card that nothing changes; None if something may."""
    plain = not voices(card, "growth") and not voices(card, "steps_for_one")
    return card.move if plain else None


def longest_move(state: State, unit: Unit) -> int:
    """How many hexes one move can take it, energy apart."""
    plain = _plain_move(unit.card)
    if plain is not None and not unit.effects:
        return plain
    return movement(state, unit) * steps_for_one(unit)


def move_price(unit: Unit, steps: int) -> int:
    """AEGIS.MOVE.BASIC: one energy for each hex, or for each few."""
    return -(-steps // steps_for_one(unit))


def bars_moving(unit: Unit) -> bool:
    """Whether it cannot move of itself."""
    return bool(unit.effects) and any(each.bars_moving for each in conditions(unit))


def bars_actions(unit: Unit) -> bool:
    """Whether it cannot use Actions."""
    return bool(unit.effects) and any(each.bars_actions for each in conditions(unit))


def can_be_targeted(unit: Unit) -> bool:
    """Whether anybody can target it."""
    return not (unit.effects and any(each.bars_targeting for each in conditions(unit)))


def takes_damage(unit: Unit) -> bool:
    """Whether damage does anything to it."""
    return not (unit.effects and any(each.stops_damage for each in conditions(unit)))


def where_to(state: State, unit: Unit, steps: int) -> dict[Hex, int]:
    """AEGIS.MOVE.BASIC: where so many steps can take a unit, with the fewest steps needed.

    Its own hex is among them when it can step out and back again.
    """
    at = unit.at
    assert at is not None
    hexes, walls = state.field.hexes, state.field.walls
    if flies(unit):
        found = reach(hexes, at, steps, passable=(*walls, *state.standing))
        out_and_back = steps >= 2 and bool(hexes.neighbours[at])
    else:
        found = reach(hexes, at, steps, blocked=(*walls, *state.standing))
        out_and_back = steps >= 2 and len(found) > 1
    del found[at]
    if out_and_back:
        found[at] = 2
    return found


def ways(state: State, unit: Unit, steps: int) -> dict[Hex, int]:
    """`where_to`, worked out once for a table."""
    key = (unit.at, steps, unit.card)
    found = state.found_ways.get(key)
    if found is None:
        found = state.found_ways[key] = where_to(state, unit, steps)
    return found


def affordable_steps(state: State, unit: Unit) -> int:
    """How far one move can take it with the energy there is."""
    energy = state.energy[unit.seat]
    plain = _plain_move(unit.card)
    if plain is not None and not unit.effects:
        return plain if plain < energy else energy
    if bars_moving(unit):
        return 0
    return min(movement(state, unit), energy) * steps_for_one(unit)


def steps_to(state: State, unit: Unit, to: Hex, by: tuple[Hex, ...], most: int) -> int | None:
    """The number of steps of a move: the fewest, or those of the way that is given; None: no way."""
    if not by:
        at = unit.at
        assert at is not None
        away = DISTANCE[to - at]
        if away > most:
            return None
        if away and is_direct(at, to, state.field.hexes.index, state.standing, state.field.walls):
            return away
        return ways(state, unit, most).get(to)
    way = (*by, to)
    return None if any(_way_refusals(state, unit, way, most)) else len(way)


def way_to(state: State, unit: Unit, to: Hex) -> tuple[Hex, ...]:
    """A shortest way to a hex, with both ends; nothing if there is none."""
    if unit.at is None:
        return ()
    taken = [h for h in (*state.field.walls, *state.standing) if h != unit.at]
    hexes = state.field.hexes
    found = (
        path(hexes, unit.at, to, passable=taken)
        if flies(unit)
        else path(hexes, unit.at, to, blocked=taken)
    )
    return () if found is None else tuple(found.hexes)


def move_refusals_of(
    state: State, unit: Unit, to: Hex, by: tuple[Hex, ...], most: int
) -> Iterator[Refusal]:
    """Why a unit cannot get there in so many steps."""
    if by:
        yield from _way_refusals(state, unit, (*by, to), most)
        return
    if steps_to(state, unit, to, by, most) is not None:
        return
    nobody_ends_there = tuple(_end_refusals(state, unit, to))
    if nobody_ends_there:
        yield from nobody_ends_there
        return
    assert unit.at is not None
    figures = (("hexes away", DISTANCE[to - unit.at]), ("steps", most))
    yield Refusal("AEGIS.MOVE.BASIC", f"no way to {to_text(to)} is short enough", figures)


def _end_refusals(state: State, unit: Unit, to: Hex) -> Iterator[Refusal]:
    if to not in state.field.hexes:
        yield Refusal("AEGIS.MOVE.BASIC", f"{to_text(to)} is not on the battlefield")
    elif to in state.field.walls:
        yield Refusal("AEGIS.SETUP.TERRAIN", f"{to_text(to)} is terrain")
    elif to != unit.at and to in state.standing:
        standing = state.units[state.standing[to]].name
        yield Refusal("AEGIS.SETUP.BOARD", f"{standing} stands on {to_text(to)}")


def _way_refusals(state: State, unit: Unit, way: tuple[Hex, ...], most: int) -> Iterator[Refusal]:
    """Each hex of a way, in order: on the field, next to the last, and free unless it flies."""
    at = unit.at
    assert at is not None
    over = flies(unit)
    for number, hexagon in enumerate(way, 1):
        if DISTANCE[hexagon - at] != 1:
            yield Refusal("AEGIS.MOVE.BASIC", f"{to_text(at)} and {to_text(hexagon)} do not touch")
            return
        if number == len(way) or not over or hexagon not in state.field.hexes:
            yield from _end_refusals(state, unit, hexagon)
        at = hexagon
    if len(way) > most:
        figures = (("hexes", len(way)), ("steps", most))
        yield Refusal("AEGIS.MOVE.BASIC", "the way is too long", figures)


def allies(state: State, unit_id: UnitId) -> list[UnitId]:
    """AEGIS.TERM.UNIT: the other active units of the same side."""
    seat = state.units[unit_id].seat
    return [other for other, unit, _ in state.on_field if unit.seat == seat and other != unit_id]
