"""What a player can do in the Action Phase, and why not: legality is written here once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from gattai.games.aegis.aiming import how_used, use_refusals
from gattai.games.aegis.attack import Use
from gattai.games.aegis.candidates import Candidates, Move, Row, combines, reaches
from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.combining import Combine, combine_refusals, price
from gattai.games.aegis.figures import (
    affordable_steps,
    longest_move,
    move_price,
    move_refusals_of,
    steps_to,
)
from gattai.games.aegis.keywords.combine import Select
from gattai.games.aegis.keywords.moments import AbilityAction
from gattai.games.aegis.keywords.registry import CONDITIONS, abilities, voices
from gattai.games.aegis.state import Act, State, Unit, UnitId
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import Hex, to_text


class Place(msgspec.Struct, frozen=True, tag="place", gc=False):
    """Put a unit into the starting zone."""

    unit: UnitId
    at: Hex


class Hold(msgspec.Struct, frozen=True, tag="hold", gc=False):
    """Keep a unit back that may arrive later."""

    unit: UnitId


class EndTurn(msgspec.Struct, frozen=True, tag="end-turn", gc=False):
    """Stop acting."""


END_TURN = EndTurn()


def refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Every reason why the side whose turn it is may not do this now."""
    match action:
        case Move() | Use() | Combine() | AbilityAction():
            return act_refusals(state, action) if _running(state) else _phase_refusals(state)
        case EndTurn():
            return _end_refusals(state) if _running(state) else _phase_refusals(state)
        case Place() | Hold():
            return _unknown(state, action.unit, _placing_refusals(state, action))
        case Select():
            return _unknown(state, action.unit, _marking_refusals(state, action))
        case _:
            return iter((Refusal("AEGIS.TURN.STRUCTURE", "that is nothing one can do"),))


def _unknown(state: State, unit_id: UnitId, otherwise: Iterator[Refusal]) -> Iterator[Refusal]:
    if 0 <= unit_id < len(state.units):
        return otherwise
    return iter((Refusal("AEGIS.TERM.UNIT", "there is no such unit"),))


def _running(state: State) -> bool:
    return state.phase == "acting" and not state.owed


def _phase_refusals(state: State) -> Iterator[Refusal]:
    if state.phase != "acting":
        yield Refusal("AEGIS.TURN.STRUCTURE", "no Action Phase is running")
    else:
        yield Refusal("AEGIS.COMMANDER.ARREST-MANDATE", "a unit has to be selected first")


def _placing_refusals(state: State, action: Place | Hold) -> Iterator[Refusal]:
    """AEGIS.SETUP.PLACEMENT: own units, on free hexes of the own zone, one side after the other."""
    rule = "AEGIS.SETUP.PLACEMENT"
    if state.phase != "placing":
        yield Refusal(rule, "this is not the time to place units")
        return
    unit = state.units[action.unit]
    if unit.seat != state.turn:
        yield Refusal(rule, f"the other side places {unit.name}")
    elif unit.at is not None or unit.fate:
        yield Refusal(rule, f"{unit.name} is placed already")
    if isinstance(action, Hold):
        if not any(each.waits_for() is not None for each in voices(unit.card, "waits_for")):
            yield Refusal(rule, f"{unit.name} has nothing that lets it wait")
        return
    if action.at in state.field.walls:
        yield Refusal("AEGIS.SETUP.TERRAIN", f"{to_text(action.at)} is terrain")
    elif action.at not in state.field.zones[state.turn]:
        yield Refusal(rule, f"{to_text(action.at)} is not in the own starting zone")
    elif action.at in state.standing:
        standing = state.units[state.standing[action.at]].name
        yield Refusal("AEGIS.SETUP.BOARD", f"{standing} stands on {to_text(action.at)}")


def _marking_refusals(state: State, action: Select) -> Iterator[Refusal]:
    rule = "AEGIS.COMMANDER.ARREST-MANDATE"
    if not state.owed:
        yield Refusal(rule, "nobody has to select a unit now")
        return
    unit = state.units[action.unit]
    if unit.at is None or unit.seat == state.owed[0]:
        yield Refusal(rule, f"{unit.name} is no enemy unit on the battlefield")


def act_refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Why a unit may not do this in the running Action Phase."""
    barred = _bar(state, action.unit)
    if barred is not None:
        return iter((barred,))
    unit = state.units[action.unit]
    running = state.act is not None and state.act.unit == action.unit
    act = state.act if running and state.act is not None else Act(action.unit)
    match action:
        case Move():
            return _move_refusals(state, unit, act, action)
        case Use():
            return _use_refusals(state, unit, act, action)
        case Combine():
            return _combine_refusals(state, unit, act, action)
        case _:
            return _ability_refusals(state, unit, action)


def _bar(state: State, unit_id: UnitId) -> Refusal | None:
    """AEGIS.TURN.ACT-ONCE: an own active unit that has not acted, or is acting."""
    if not 0 <= unit_id < len(state.units):
        return Refusal("AEGIS.TERM.UNIT", "there is no such unit")
    unit = state.units[unit_id]
    if unit.seat != state.turn:
        return Refusal("AEGIS.TURN.ACT-ONCE", f"{unit.name} belongs to the other side")
    if unit.at is None:
        return Refusal("AEGIS.TERM.UNIT", f"{unit.name} is not on the battlefield")
    if unit.acted and (state.act is None or state.act.unit != unit_id):
        return Refusal("AEGIS.TURN.ACT-ONCE", f"{unit.name} has acted this turn")
    return None


def _combine_refusals(state: State, unit: Unit, act: Act, action: Combine) -> Iterator[Refusal]:
    if act.used:
        rule = "AEGIS.COMBINE.BASIC"
        yield Refusal(rule, f"{unit.name} has used its Action and cannot combine")
    yield from _unknown(state, action.partner, combine_refusals(state, action))


def _move_refusals(state: State, unit: Unit, act: Act, action: Move) -> Iterator[Refusal]:
    """AEGIS.TURN.ACT-ORDER, AEGIS.MOVE.SINGLE: one move, before the Action, unless a passive says so."""
    for effect in unit.effects:
        kind = CONDITIONS[effect.kind]
        if kind.bars_moving:
            yield Refusal(kind.rule, f"{unit.name} is {kind.word} and cannot move")
    if not may_move_again(unit, act):
        if act.moves >= _moves_of(unit.card)[0]:
            figures = (("moves", act.moves), ("at most", _moves_of(unit.card)[0]))
            yield Refusal("AEGIS.MOVE.SINGLE", f"{unit.name} has moved", figures)
        else:
            rule = "AEGIS.TURN.ACT-ORDER"
            yield Refusal(rule, f"{unit.name} has used an Action and cannot move")
    most = longest_move(state, unit)
    steps = steps_to(state, unit, action.to, action.by, most)
    if steps is None:
        yield from move_refusals_of(state, unit, action.to, action.by, most)
    elif move_price(unit, steps) > state.energy[unit.seat]:
        figures = (("price", move_price(unit, steps)), ("energy", state.energy[unit.seat]))
        yield Refusal("AEGIS.TURN.ENERGY-NONNEG", "not enough energy to move there", figures)


def _use_refusals(state: State, unit: Unit, act: Act, action: Use) -> Iterator[Refusal]:
    card = unit.find_action(action.action)
    if card is None:
        yield Refusal("AEGIS.TERM.ACTION-FIELDS", f"{unit.name} has no Action {action.action}")
        return
    if action.target is not None and not 0 <= action.target < len(state.units):
        yield from _unknown(state, action.target, iter(()))
        return
    how = how_used(card)
    if card.name in act.used or card.name in act.light:
        yield Refusal("AEGIS.TURN.ACT-ORDER", f"{unit.name} has used {card.name} in this act")
    elif how == "act" and act.used:
        normal = max(
            [each.normal_actions(unit) for each in voices(unit.card, "normal_actions")], default=1
        )
        if len(act.used) >= normal:
            for each in voices(unit.card, "fewer_actions"):
                yield from each.fewer_actions(unit, len(act.used))
            figures = (("Actions", normal),)
            yield Refusal("AEGIS.TURN.ACT-ORDER", f"{unit.name} has used its Action", figures)
    yield from use_refusals(state, action.unit, card, action.target, how)


def _ability_refusals(state: State, unit: Unit, action: AbilityAction) -> Iterator[Refusal]:
    for each in abilities(unit.card):
        if each.action_kind is type(action):
            yield from each.refusals(state, action.unit, action)
            return
    yield Refusal("AEGIS.PASSIVE.GENERAL", f"{unit.name} has no such ability")


def _end_refusals(state: State) -> Iterator[Refusal]:
    """AEGIS.TURN.MUST-ACT: somebody has to act, unless nobody can (AMB.MUST-ACT)."""
    if state.first_actor is not None:
        return
    others = (option for option in act_candidates(state) if option is not END_TURN)
    if any(next(act_refusals(state, option), None) is None for option in others):
        yield Refusal("AEGIS.TURN.MUST-ACT", "at least one unit has to act each turn")


def act_candidates(state: State) -> Candidates:
    """What the units of the side could do: more than the legal, but quick to count."""
    rows: list[Row] = []
    rest: list[Any] = []
    seat, act, energy = state.turn, state.act, state.energy[state.turn]
    acting_id = None if act is None else act.unit
    for unit_id, unit, at in state.on_field:
        if unit.seat != seat or (unit.acted and acting_id != unit_id):
            continue
        acting = acting_id == unit_id
        if energy:
            hexes: tuple[Hex, ...] = ()
            if not acting or may_move_again(unit, act):
                hexes = state.field.around(at, affordable_steps(state, unit))
            rows.append((unit_id, at, hexes, reaches(unit.actions)))
        if not acting:
            for each in voices(unit.card, "offers"):
                rest += each.offers(state, unit_id)
    if state.pools[seat]:
        # With an empty pool of energy two units without output can still combine, for nothing.
        found = combines(state, seat)
        rest += found if energy else [c for c in found if not price(state, c.unit, c.partner)]
    rest.append(END_TURN)
    return Candidates(state.on_field, rows, rest)


def may_move_again(unit: Unit, act: Act | None) -> bool:
    """AEGIS.TURN.ACT-ORDER, AEGIS.MOVE.SINGLE: whether its act still has room for a move."""
    if act is None:
        return True
    moves, after = _moves_of(unit.card)
    if act.moves >= moves or len(act.used) > 1:
        return False
    return not act.used or act.moves_after < after


@cache
def _moves_of(card: UnitCard) -> tuple[int, int]:
    """How many moves a card has in one act, and how many after the Action."""
    kept = abilities(card)
    moves = max([each.moves for each in kept], default=1)
    return moves, max([each.moves_after for each in kept], default=0)
