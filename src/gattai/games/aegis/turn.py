"""The course of a battle: what is asked when, and what follows from each action."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from gattai.games.aegis import actions
from gattai.games.aegis.actions import EndTurn, Hold, Place
from gattai.games.aegis.aiming import how_used
from gattai.games.aegis.attack import Use, use
from gattai.games.aegis.candidates import Move
from gattai.games.aegis.combining import Combine, combine
from gattai.games.aegis.events import (
    FirstPlayerDrawn,
    GameEnded,
    Recharged,
    SideChanged,
    TurnBegan,
    UnitHeldBack,
    UnitMarked,
    UnitMoved,
    UnitPlaced,
)
from gattai.games.aegis.figures import longest_move, move_price, production, steps_to
from gattai.games.aegis.keywords.combine import Select
from gattai.games.aegis.keywords.moments import AbilityAction
from gattai.games.aegis.keywords.registry import abilities, voices
from gattai.games.aegis.state import State, UnitId, other
from gattai.games.aegis.strike_events import UnitDestroyed
from gattai.games.aegis.victory import MINIMUM, judge, losers
from gattai.kernel.dice import one_of
from gattai.kernel.question import Choose, Options, Question, Roll, Seat, Steps
from gattai.kernel.ruleset import Outcome, Table
from gattai.tabletop.hexes import DISTANCE, Hex

# AEGIS.SETUP.FIRST-PLAYER: each side is as likely.
FIRST_PLAYER = Roll(one_of(2), "AEGIS.SETUP.FIRST-PLAYER", "who plays first: red or blue")
ARRIVES_AWAY = 6
"""AEGIS.PASSIVE.COMBAT-DROP: how far from every enemy unit a late arrival lands."""


class Arrive(msgspec.Struct, frozen=True, tag="arrive", gc=False):
    """Where a unit that was held back comes onto the field."""

    at: Hex


def standing(state: State) -> Question | Outcome:
    """What is asked when the table is settled."""
    if state.phase == "acting" and not state.owed:
        candidates = actions.act_candidates(state)
        offer = Options(candidates, partial(actions.refusals, state), open_ended=True)
        return Choose(state.turn, offer, "AEGIS.TURN.ACT-ONCE", "act with a unit, or end the turn")
    match state.phase:
        case "roll":
            return FIRST_PLAYER
        case "placing":
            waiting = [
                (UnitId(number), unit)
                for number, unit in enumerate(state.units)
                if unit.seat == state.turn and unit.at is None and not unit.fate
            ]
            places = [Place(n, at) for n, _ in waiting for at in state.field.zones[state.turn]]
            holds = [Hold(n) for n, unit in waiting if voices(unit.card, "waits_for")]
            offer = Options([*places, *holds], partial(actions.refusals, state))
            return Choose(state.turn, offer, "AEGIS.SETUP.PLACEMENT", "place a unit")
        case "over":
            return judge(state)
        case _:
            seat = state.owed[0]
            foes = tuple(Select(o) for o, unit, _ in state.on_field if unit.seat != seat)
            return Choose(seat, foes, "AEGIS.COMMANDER.ARREST-MANDATE", "select an enemy unit")


def resolve(table: Table[State], answer: Any) -> Steps[None]:
    """What follows from the answer to the standing question."""
    match answer:
        case Move():
            _move(table, answer)
        case Use():
            card = table.state.units[answer.unit].find_action(answer.action)
            assert card is not None
            yield from use(table, answer.unit, card, answer.target, how_used(card))
        case EndTurn():
            yield from _end_turn(table)
        case Combine():
            yield from combine(table, answer)
        case AbilityAction():
            kept = abilities(table.state.units[answer.unit].card)
            ability = next(each for each in kept if each.action_kind is type(answer))
            yield from ability.resolve(table, answer)
        case Place(unit=unit, at=at):
            rule = "AEGIS.SETUP.PLACEMENT"
            table.happens(UnitPlaced(rule=rule, unit=unit, at=at))
            _go_on_placing(table)
        case Hold(unit=unit):
            rule = "AEGIS.PASSIVE.COMBAT-DROP"
            table.happens(UnitHeldBack(rule=rule, unit=unit))
            _go_on_placing(table)
        case Select(unit=unit):
            seat = table.state.owed[0]
            rule = "AEGIS.COMMANDER.ARREST-MANDATE"
            table.happens(UnitMarked(rule=rule, seat=seat, unit=unit))
            if table.state.phase == "marking" and not table.state.owed:
                _start_turn(table, table.state.first)
        case int():
            rule = "AEGIS.SETUP.FIRST-PLAYER"
            table.happens(FirstPlayerDrawn(rule=rule, seat=Seat(answer)))


def _move(table: Table[State], action: Move) -> None:
    """AEGIS.MOVE.BASIC: step by step; only the number of steps counts."""
    state = table.state
    unit = state.units[action.unit]
    steps = steps_to(state, unit, action.to, action.by, longest_move(state, unit))
    assert steps is not None
    price = move_price(unit, steps)
    rule = "AEGIS.MOVE.BASIC"
    table.happens(UnitMoved(rule=rule, unit=action.unit, to=action.to, steps=steps, price=price))


def _go_on_placing(table: Table[State]) -> None:
    """AEGIS.SETUP.PLACEMENT: all of the first player's units, then all of the second's; then the
    choices at the start of the game, first player first; then the first turn.
    """
    state = table.state
    unplaced = [unit.seat for unit in state.units if unit.at is None and not unit.fate]
    rule = "AEGIS.SETUP.PLACEMENT"
    if state.turn in unplaced:
        return
    if unplaced:
        table.happens(SideChanged(rule=rule, seat=other(state.turn), phase="placing"))
        return
    order = (state.first, other(state.first))
    owed = tuple(
        seat
        for seat in order
        for _, unit, _ in state.on_field
        if unit.seat == seat
        and any(each.owes_mark() for each in voices(unit.card, "owes_mark"))
        and any(foe.seat != seat for _, foe, _ in state.on_field)
    )
    if owed:
        table.happens(SideChanged(rule=rule, seat=owed[0], phase="marking", owed=owed))
    else:
        _start_turn(table, state.first)


def _start_turn(table: Table[State], seat: Seat) -> None:
    """AEGIS.TURN.START: expiries, energy gone, production, Energy Depletion, the new pool."""
    table.happens(TurnBegan(rule="AEGIS.TURN.START", seat=seat))
    energy = production(table.state, seat)
    if energy < MINIMUM:
        table.happens(GameEnded(rule="AEGIS.VICTORY.ENERGY", lost=(seat,)))
        return
    table.happens(Recharged(rule="AEGIS.TURN.RECHARGE", seat=seat, energy=energy))


def _end_turn(table: Table[State]) -> Steps[None]:
    """AEGIS.TURN.END: losses, arrivals, victory; then AEGIS.TURN.STRUCTURE, the other side's turn."""
    state = table.state
    seat = state.turn
    for unit_id, unit, _ in state.on_field:
        perishing = voices(unit.card, "perishes") if unit.seat == seat else ()
        if any(each.perishes(state, unit) for each in perishing):
            table.happens(UnitDestroyed(rule=perishing[0].rule, unit=unit_id))
    yield from _arrivals(table, seat)
    ended = losers(table.state)
    if ended is not None:
        lost, rule = ended
        table.happens(GameEnded(rule=rule, lost=lost))
        return
    _start_turn(table, other(seat))


def _arrivals(table: Table[State], seat: Seat) -> Steps[None]:
    """AEGIS.PASSIVE.COMBAT-DROP: due units land far from every enemy, or wait (AMB.DROP-BLOCKED)."""
    for number, unit in enumerate(table.state.units):
        if unit.seat != seat or unit.fate != "waiting":
            continue
        waits = voices(unit.card, "waits_for")
        if table.state.turns[seat] < min(each.waits_for() or 0 for each in waits):
            continue
        options = tuple(Arrive(at) for at in landing_hexes(table.state, seat))
        if options:
            rule = waits[0].rule
            answer = yield Choose(seat, options, rule, f"where does {unit.name} land?")
            table.happens(UnitPlaced(rule=rule, unit=UnitId(number), at=answer.at, late=True))


def landing_hexes(state: State, seat: Seat) -> list[Hex]:
    """Free hexes far enough from every enemy unit (AMB.DROP-DISTANCE)."""
    foes = [at for _, unit, at in state.on_field if unit.seat != seat]
    return [
        cell
        for cell in state.field.hexes.cells
        if cell not in state.standing
        and cell not in state.field.walls
        and all(DISTANCE[cell - foe] >= ARRIVES_AWAY for foe in foes)
    ]
