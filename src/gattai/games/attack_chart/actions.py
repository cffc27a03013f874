"""What a player can do, and why not: legality is written here once, as refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

import msgspec

from gattai.games.attack_chart.attack import aim_refusals, targets
from gattai.games.attack_chart.cards import FieldCard, WeaponCard
from gattai.games.attack_chart.melee import engaged, touches_enemy
from gattai.games.attack_chart.needed import Method
from gattai.games.attack_chart.state import State, Unit, UnitId
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import DISTANCE, Hex, to_text
from gattai.tabletop.movement import reach


class ChooseMethod(msgspec.Struct, frozen=True, tag="method"):
    """Settle on the Formula or the Chart, before the game."""

    method: Method


class Deploy(msgspec.Struct, frozen=True, tag="deploy", gc=False):
    """Put a unit on the field."""

    unit: UnitId
    at: Hex


class Activate(msgspec.Struct, frozen=True, tag="activate", gc=False):
    """Choose the unit that acts now."""

    unit: UnitId


class Move(msgspec.Struct, frozen=True, tag="move", gc=False):
    """Move the acting unit."""

    to: Hex


class Aim(msgspec.Struct, frozen=True, gc=False):
    """So many models of the acting unit fire at that target."""

    target: UnitId
    models: int


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """ATTACK-CHART.SEQ.1-SELECT: the acting unit's weapon, and its target or targets."""

    weapon: str
    aims: tuple[Aim, ...]


class Finish(msgspec.Struct, frozen=True, tag="finish", gc=False):
    """The acting unit does nothing more."""


Action: TypeAlias = ChooseMethod | Deploy | Activate | Move | Attack | Finish
ACTIONS = (ChooseMethod, Deploy, Activate, Move, Attack, Finish)
METHODS = (ChooseMethod("formula"), ChooseMethod("chart"))
FINISH = Finish()
MOST_TARGETS = 3
"""ATTACK-CHART.HOUSE.SPLIT: among how many targets the models of a unit may be divided."""


def refusals(state: State, action: Action) -> Iterator[Refusal]:
    """Every reason why the side whose turn it is may not do this now."""
    match action:
        case ChooseMethod():
            if state.phase != "method":
                yield Refusal(
                    "ATTACK-CHART.MODE.CHOOSE-ONCE",
                    "the method was chosen before the game and stays",
                    (("method", state.method or "none"),),
                )
        case Deploy():
            yield from _deploy_refusals(state, action)
        case Activate():
            yield from _activate_refusals(state, action)
        case Move():
            yield from _not_acting(state) or _move_refusals(state, action.to)
        case Attack():
            yield from _not_acting(state) or _attack_refusals(state, action)
        case Finish():
            yield from _not_acting(state)


def _deploy_refusals(state: State, action: Deploy) -> Iterator[Refusal]:
    """ATTACK-CHART.HOUSE.DEPLOY: own units, one by one, on free hexes of the own rows."""
    rule = "ATTACK-CHART.HOUSE.DEPLOY"
    if state.phase != "deploying":
        yield Refusal(rule, "this is not the time to deploy")
        return
    if not _at_table(state, action.unit):
        yield _nobody(action.unit)
        return
    unit = state.units[action.unit]
    if unit.seat != state.turn:
        yield Refusal(rule, f"{unit.name} belongs to the other side")
    elif unit.at is not None:
        yield Refusal(rule, f"{unit.name} is on the field already")
    if action.at not in state.field.zones[state.turn]:
        yield Refusal(rule, f"{to_text(action.at)} is not in the own deployment rows")
    standing = _who_stands(state, action.at)
    if standing is not None:
        yield Refusal(rule, f"{standing.name} stands on {to_text(action.at)}")


def _activate_refusals(state: State, action: Activate) -> Iterator[Refusal]:
    """ATTACK-CHART.HOUSE.ALTERNATE: an own unit on the field that has not activated this round."""
    rule = "ATTACK-CHART.HOUSE.ALTERNATE"
    if state.phase != "fighting":
        yield Refusal(rule, "the fight has not begun or is over")
        return
    if state.acting is not None:
        acting = state.units[state.acting].name
        yield Refusal("ATTACK-CHART.HOUSE.ACTIVATION", f"{acting} has to finish first")
    if not _at_table(state, action.unit):
        yield _nobody(action.unit)
        return
    unit = state.units[action.unit]
    if unit.seat != state.turn:
        yield Refusal(rule, f"{unit.name} belongs to the other side")
    if unit.at is None:
        yield Refusal("ATTACK-CHART.SEQ.5-CASUALTY", f"{unit.name} was destroyed")
    if unit.activated:
        yield Refusal(rule, f"{unit.name} has activated this round")


def _at_table(state: State, unit_id: UnitId) -> bool:
    return 0 <= unit_id < len(state.units)


def _nobody(unit_id: UnitId) -> Refusal:
    return Refusal("ATTACK-CHART.SEQ.1-SELECT", f"there is no unit {unit_id} at this table")


def _not_acting(state: State) -> tuple[Refusal, ...]:
    if state.acting is None:
        return (Refusal("ATTACK-CHART.HOUSE.ACTIVATION", "no unit is activated"),)
    return ()


def move_hexes(state: State, unit: Unit) -> int:
    """ATTACK-CHART.HOUSE.MOVE: how many whole hexes a unit moves."""
    return unit.card.move // state.field.inches_per_hex


def where_to(state: State, unit_id: UnitId) -> Mapping[Hex, int]:
    """Where the unit can move to through free hexes, with the number of hexes; its own is no move."""
    unit = state.units[unit_id]
    assert unit.at is not None
    occupied = [at for _, _, at in state.on_field]
    found = reach(state.field.hexes, unit.at, move_hexes(state, unit), blocked=occupied)
    found.pop(unit.at, None)
    return found


def _move_refusals(state: State, to: Hex) -> Iterator[Refusal]:
    """ATTACK-CHART.HOUSE.MOVE and ATTACK-CHART.HOUSE.WITHDRAW."""
    assert state.acting is not None
    unit = state.units[state.acting]
    rule = "ATTACK-CHART.HOUSE.MOVE"
    assert unit.at is not None
    if state.moved:
        yield Refusal("ATTACK-CHART.HOUSE.ACTIVATION", f"{unit.name} has moved already")
    if state.fired:
        yield Refusal("ATTACK-CHART.HOUSE.ACTIVATION", f"{unit.name} has attacked already")
    if to not in state.field.hexes:
        yield Refusal(rule, f"{to_text(to)} is not on the field")
        return
    standing = _who_stands(state, to)
    if standing is not None:
        yield Refusal(rule, f"{standing.name} stands on {to_text(to)}")
    elif to not in where_to(state, state.acting):
        figures = (
            ("hexes away", DISTANCE[to - unit.at]),
            ("Move in hexes", move_hexes(state, unit)),
        )
        yield Refusal(rule, f"no way to {to_text(to)} is short enough", figures)
    if engaged(state, state.acting) and touches_enemy(state, unit.seat, to):
        yield Refusal(
            "ATTACK-CHART.HOUSE.WITHDRAW",
            f"{unit.name} is engaged and may only leave the melee; {to_text(to)} touches an enemy",
        )


def _attack_refusals(state: State, action: Attack) -> Iterator[Refusal]:
    assert state.acting is not None
    unit = state.units[state.acting]
    weapon = unit.card.find_weapon(action.weapon)
    if weapon is None:
        yield Refusal("ATTACK-CHART.SEQ.1-SELECT", f"{unit.name} has no {action.weapon}")
        return
    yield from _weapon_refusals(state, unit, weapon)
    targets = [aim.target for aim in action.aims]
    for target in targets:
        if _at_table(state, target):
            yield from aim_refusals(state, state.acting, weapon, target)
        else:
            yield _nobody(target)
    yield from _split_refusals(unit, action)


def _weapon_refusals(state: State, unit: Unit, weapon: WeaponCard) -> Iterator[Refusal]:
    if weapon.id in state.fired:
        rule = "ATTACK-CHART.SEQ.6-NEXT"
        yield Refusal(rule, f"{unit.name} has used its {weapon.name}; the next weapon follows")
    if state.withdrew:
        rule = "ATTACK-CHART.HOUSE.WITHDRAW"
        yield Refusal(rule, f"{unit.name} withdrew from a melee and may not attack")


def _split_refusals(unit: Unit, action: Attack) -> Iterator[Refusal]:
    """ATTACK-CHART.HOUSE.SPLIT: every model fires; each target is named once, in one order."""
    rule = "ATTACK-CHART.HOUSE.SPLIT"
    named = [aim.target for aim in action.aims]
    if not named:
        yield Refusal("ATTACK-CHART.SEQ.1-SELECT", "no target is named")
    if named != sorted({*named}):
        rule_once = "ATTACK-CHART.SEQ.3-GROUPING"
        yield Refusal(rule_once, "each target is named once, in the order of the units")
    if len(named) > MOST_TARGETS:
        figures = (("targets", len(named)), ("at most", MOST_TARGETS))
        yield Refusal(rule, "too many targets are named", figures)
    if any(aim.models < 1 for aim in action.aims):
        yield Refusal(rule, "at least one model fires at each target")
    firing = sum(aim.models for aim in action.aims)
    if firing != unit.models:
        figures = (("models firing", firing), ("models", unit.models))
        yield Refusal(rule, "every model of the unit fires", figures)


def _who_stands(state: State, at: Hex) -> Unit | None:
    return next((unit for _, unit, there in state.on_field if there == at), None)


def offered(state: State) -> tuple[Action, ...]:
    """Everything the acting unit may do now."""
    assert state.acting is not None
    unit = state.units[state.acting]
    moves: tuple[Action, ...] = ()
    if not state.moved and not state.fired:
        ways: Iterable[Hex] = where_to(state, state.acting)
        if engaged(state, state.acting):
            ways = [to for to in ways if not touches_enemy(state, unit.seat, to)]
        moves = tuple(map(all_moves(state.field).__getitem__, ways))
    if state.withdrew:
        return (*moves, FINISH)
    attacks: tuple[Action, ...] = ()
    for weapon in unit.card.weapon:
        if weapon.id not in state.fired:
            attacks += shares(weapon.id, unit.models, targets(state, state.acting, weapon))
    return (*moves, *attacks, FINISH)


@cache
def all_moves(field: FieldCard) -> dict[Hex, Move]:
    """The move to each hex of a field, made once."""
    return {cell: Move(cell) for cell in field.hexes.cells}


@cache
def all_deployments(field: FieldCard, units: tuple[UnitId, ...], seat: int) -> tuple[Deploy, ...]:
    """Each of these units on each hex of the seat's rows."""
    return tuple(Deploy(unit, at) for unit in units for at in field.zones[seat])


@cache
def shares(weapon: str, models: int, targets: tuple[UnitId, ...]) -> tuple[Attack, ...]:
    """Every way of dividing the models among these targets, all on one target first."""
    ways = sorted(_divisions(models, targets), key=lambda aims: (len(aims), aims[0].target))
    return tuple(Attack(weapon, aims) for aims in ways)


def _divisions(
    models: int, targets: tuple[UnitId, ...], most: int = MOST_TARGETS
) -> Iterator[tuple[Aim, ...]]:
    if not targets:
        return
    first, rest = targets[0], targets[1:]
    yield (Aim(first, models),)
    for count in range(1, models if most > 1 else 1):
        for others in _divisions(models - count, rest, most - 1):
            yield (Aim(first, count), *others)
    yield from _divisions(models, rest, most)
