"""Losses: destroyed models, new squad leaders, the score, and morale effects."""

from __future__ import annotations

from gattai.games.mechastellar.attack.damage import fail_damage, give_up
from gattai.games.mechastellar.attack.pools import failing
from gattai.games.mechastellar.events.attack import DamageTaken, UnitDestroyed, UnitRose
from gattai.games.mechastellar.events.flow import ChallengeIssued, ScoreChanged, UnitDeployed
from gattai.games.mechastellar.figures import challengers, is_ship
from gattai.games.mechastellar.keywords.registry import hooks, word_of
from gattai.games.mechastellar.phases.momentum import Select, choose_nearest, command_rout, rout
from gattai.games.mechastellar.phases.movement import can_stand
from gattai.games.mechastellar.state import SIDES, State, Unit, UnitId, other
from gattai.kernel.action import Option
from gattai.kernel.question import Steps, choose, may_choose, roll
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import Hex, within


class Land(Option, frozen=True, tag="land"):
    """The place for a unit that leaves a lost ship, arrives late, or steps away after a feint."""

    says = "to {at}"
    at: Hex


def forced_saves(
    table: Table[State], unit_id: UnitId, saves: int, pen: int, rule: RuleId, why: str
) -> Steps[int]:
    """Armour saves outside an attack; each failure costs HP (MS.SAVE.FAIL).

    MS.BD.OPTION, MS.SKILL.IRON-WALL: as in an attack.
    """
    if not saves:
        return 0
    unit = table.state.units[unit_id]
    failed = yield from roll(
        failing(saves, pen, 0), rule, f"armour saves of {unit.name}", by=unit.seat
    )
    kept, _ = yield from give_up(table, unit_id, failed)
    damage = kept * fail_damage(table.state, table.state.units[unit_id])
    if damage:
        table.emit(DamageTaken(rule=rule, unit=unit_id, damage=damage, why=why))
    return failed


def destroy_fallen(table: Table[State], by: UnitId | None) -> Steps[None]:
    """MS.ATTACK.DESTROYED: remove every model with 0 HP or less, with all consequences."""
    fallen = [
        UnitId(number)
        for number, unit in enumerate(table.state.units)
        if unit.hp <= 0 and unit.fate != "destroyed"
    ]
    for unit_id in fallen:
        if _rises(table, unit_id):
            continue
        yield from _destroy(table, unit_id, by)


def _rises(table: Table[State], unit_id: UnitId) -> bool:
    """MS.SQUAD.LEADER: only the leader's traits can be used in a squad."""
    unit = table.state.units[unit_id]
    if unit.leader != unit_id:
        return False
    for trait in hooks(unit, "rises_with"):
        word = word_of(trait)
        if word not in unit.spent:
            rose = UnitRose(rule=trait.rule, unit=unit_id, hp=trait.rises_with, word=word)
            table.emit(rose)
            return True
    return False


def _destroy(table: Table[State], unit_id: UnitId, by: UnitId | None) -> Steps[None]:
    state = table.state
    unit = state.units[unit_id]
    at = unit.at
    challenged = bool(challengers(state, unit_id))
    heir = yield from _heir(table, unit_id)
    table.emit(
        UnitDestroyed(rule="MS.ATTACK.DESTROYED", unit=unit_id, leader=heir, wreck=is_ship(unit))
    )
    _score(table, unit, challenged and heir is None)
    if is_ship(unit) and at is not None:
        yield from _abandon(table, unit_id, at)
    if at is None:
        return
    yield from _shake(table, unit, at)
    yield from _revenge(table, unit, by)
    if heir is None and unit.leader == unit_id:
        yield from command_rout(table, other(unit.seat), at)


def _heir(table: Table[State], unit_id: UnitId) -> Steps[UnitId | None]:
    """MS.SQUAD.LEADER: if the leader is destroyed, its owner names another."""
    state = table.state
    unit = state.units[unit_id]
    if unit.leader != unit_id:
        return None
    members = [each for each in state.squad(unit_id)[1:] if state.units[each].hp > 0]
    if not members:
        return None
    if len(members) == 1:
        return members[0]
    options = tuple(Select(each) for each in members)
    answer = yield from choose(
        unit.seat, options, "MS.SQUAD.LEADER", "who leads the squad now?", otherwise=options[0]
    )
    return answer.unit


def _score(table: Table[State], unit: Unit, challenged: bool) -> None:
    """MS.VP.KILL, MS.VP.COMMANDER, MS.VP.CHALLENGE: the sum that the other side scores."""
    seat, vp = other(unit.seat), table.state.rules.vp
    scores = [(unit.card.vp, f"{unit.name} destroyed", "MS.VP.KILL")]
    if unit.commander:
        amount = vp.commander_per_round * table.state.round
        scores.append((amount, f"the Commander of {SIDES[unit.seat]}", "MS.VP.COMMANDER"))
    if challenged:
        scores.append((vp.challenger, "a Challenger destroyed", "MS.VP.CHALLENGE"))
    for amount, why, rule in scores:
        if amount:
            table.emit(ScoreChanged(rule=rule, seat=seat, amount=amount, why=why))


def _abandon(table: Table[State], ship: UnitId, wreck: Hex) -> Steps[None]:
    """MS.WARSHIP.LOSS: units aboard make saves; survivors leave the ship near the wreck."""
    warship = table.state.rules.warship
    aboard = [UnitId(n) for n, unit in enumerate(table.state.units) if unit.ship == ship]
    rule = "MS.WARSHIP.LOSS"
    for unit_id in aboard:
        yield from forced_saves(
            table, unit_id, warship.loss_saves, warship.loss_pen, rule, "the ship is lost"
        )
    yield from destroy_fallen(table, None)
    for unit_id in aboard:
        unit = table.state.units[unit_id]
        if unit.fate != "aboard":
            continue
        places = landing_places(table.state, unit, wreck, warship.launch_in)
        options = tuple(Land(at) for at in places)
        answer = yield from choose(
            unit.seat, options, rule, f"where does {unit.name} get off?", otherwise=options[0]
        )
        table.emit(UnitDeployed(rule=rule, unit=unit_id, at=answer.at, facing=unit.facing))


def landing_places(state: State, unit: Unit, centre: Hex, inches: int) -> tuple[Hex, ...]:
    """Free hexes within this many inches of a hex, or farther ones if there are none."""
    far = max(1, state.rules.hexes(inches))
    cells = state.ground.field.hexes
    while True:
        near = tuple(h for h in within(centre, far) if h in cells and can_stand(state, unit, h))
        if near or far > 40:
            return near
        far += 1


def _shake(table: Table[State], unit: Unit, at: Hex) -> Steps[None]:
    """MS.MORALE.ELITE-LOSS: the ally nearest to a lost Elite model makes a save against Rout."""
    rule = "MS.MORALE.ELITE-LOSS"
    trigger = table.state.rules.morale.loss_trigger
    counts = unit.card.is_elite if trigger == "elite" else unit.card.tier in ("skilled", "ace")
    if not counts:
        return
    gone = tuple(each for each, ally, _ in table.state.friends(unit.seat) if ally.hp <= 0)
    shaken = yield from choose_nearest(table, unit.seat, at, rule, gone)
    if shaken is not None:
        yield from rout(table, shaken, 1, rule)


def _revenge(table: Table[State], unit: Unit, by: UnitId | None) -> Steps[None]:
    """MS.CHALLENGE.REVENGE: once per game, for an Elite pilot, against the unit responsible."""
    state = table.state
    if not unit.card.is_elite or is_ship(unit) or unit.seat in state.revenged or by is None:
        return
    aggressor = state.units[by]
    avengers = [each for each in state.friends(unit.seat) if each[1].hp > 0]
    if aggressor.at is None or aggressor.seat == unit.seat or not avengers:
        return
    options = [Select(each) for each, _, _ in avengers]
    rule = "MS.CHALLENGE.REVENGE"
    what = f"who swears revenge on {aggressor.name}?"
    answer = yield from may_choose(unit.seat, options, PASS, rule, what)
    if not isinstance(answer, Pass):
        table.emit(ChallengeIssued(rule=rule, own=answer.unit, foe=by, for_good=True))
