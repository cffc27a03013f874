"""What no rule could have made of a table: the limits of the document as invariants."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.figures import stat
from gattai.games.mechastellar.state import SEATS, State


def broken(state: State) -> Iterator[str]:
    """Every invariant that does not hold."""
    limits = state.rules.momentum
    for seat in SEATS:
        if state.phase not in ("order", "deploying", "facing"):
            if not limits.min <= state.momentum[seat] <= limits.max:
                yield f"momentum of seat {seat} is {state.momentum[seat]} (MS.MOM.POOL)"
        if state.commands[seat] > state.rules.command.per_round:
            yield "too many commands in a round (MS.CMD.ONE)"
        if state.reforms[seat] > state.rules.squad.reforms_per_game:
            yield "squads were changed too often (MS.SQUAD.REFORM)"
        if state.scores[seat] < 0 or state.orders[seat] < 0:
            yield "a score or a pool of orders is below zero"
    places = [at for _, _, at in state.on_table]
    if len({*places}) != len(places):
        yield "two models stand on one hex (MS.HEX.OCCUPANCY)"
    for number, unit in enumerate(state.units):
        yield from _broken_unit(state, number)
        if unit.leader != number:
            leader = state.units[unit.leader]
            if leader.seat != unit.seat or (leader.fate == "destroyed" != unit.fate):
                yield f"{unit.name} follows a leader that it cannot have (MS.SQUAD.LEADER)"
    act = state.act
    if act is not None:
        if not 0 <= act.unit < len(state.units):
            yield "there is no active unit"
            return
        if act.combat < 0 or act.moves < 0:
            yield "more actions were used than there are (MS.ACT.ACTIONS)"
        most = state.rules.turn.max_attacks_per_target
        for target, _ in act.attacks:
            if sum(struck == target for struck, _ in act.attacks) > most:
                yield "too many attacks on one target (MS.ATTACK.LIMIT)"
    elif state.phase == "acting":
        yield "no unit is active"
    if state.phase == "launching" and not state.waiting:
        yield "nobody waits to launch"
    if len(state.owners) != len(state.ground.field.control_point):
        yield "there are other Control Points than on the map"
    if state.round > state.rules.round.count:
        yield "the battle goes on for too long (MS.VP.END)"


def _broken_unit(state: State, number: int) -> Iterator[str]:
    unit = state.units[number]
    name = unit.name
    if unit.at is not None:
        if unit.at not in state.ground.field.hexes:
            yield f"{name} stands off the board"
        if unit.at in state.ground.wrecks:
            yield f"{name} stands on a wreck"
        if unit.fate:
            yield f"{name} is {unit.fate} and stands on the table"
        if unit.hp <= 0:
            yield f"{name} stands with {unit.hp} HP (MS.ATTACK.DESTROYED)"
        if unit.submerged and unit.at not in state.ground.water:
            yield f"{name} dives on dry land"
    elif not unit.fate and state.phase not in ("order", "deploying"):
        yield f"{name} is nowhere"
    if unit.hp > unit.card.hp:
        yield f"{name} has more HP than it can have"
    if not 0 <= unit.points <= stat(unit):
        yield f"{name} has {unit.points} points of {stat(unit)} (MS.RES.REFRESH)"
    most = unit.card.barrier.strength if unit.card.barrier else 0
    if not 0 <= unit.barrier <= most:
        yield f"{name}'s barrier has strength {unit.barrier} (MS.BARRIER.BLOCK)"
    if unit.stun < 0 or unit.orders < 0 or not 0 <= unit.facing <= 5:
        yield f"{name} has figures that cannot be"
    if any(
        left < -1 or left > weapon.uses
        for weapon, left in zip(unit.card.weapon, unit.uses, strict=True)
    ):
        yield f"{name} has used a weapon too often (MS.WEAPON.USES)"
    counting = [kind for kind, _ in unit.effects if kind.startswith("skill:")]
    if len({*counting}) > 1 and state.rules.skill.defence_skills == "one_skill_per_turn":
        yield f"{name} used several skills in one Turn (MS.SKILL.LIMIT)"
