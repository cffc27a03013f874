"""The course of a battle: what is asked when the table is settled, and what follows."""

from __future__ import annotations

from functools import partial
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.candidates import act_candidates
from gattai.games.mechastellar.course import deployment, moving, rounds
from gattai.games.mechastellar.course.activating import (
    activating_candidates,
    activating_refusals,
    arrivals,
)
from gattai.games.mechastellar.course.deployment import ROLL_OFF
from gattai.games.mechastellar.course.momentum import give_order, pay, pay_eased
from gattai.games.mechastellar.course.turns import (
    advance,
    advance_empty,
    begin_turn,
    board,
    end_turn,
    is_over,
    react,
    recharge,
)
from gattai.games.mechastellar.events.flow import (
    PhaseBegan,
    SidePassed,
)
from gattai.games.mechastellar.events.strike import SkillUsed, TerrainBroken, some
from gattai.games.mechastellar.events.turn import (
    ActionsSpent,
    SquadReformed,
    SupportSet,
    UnitTransformed,
)
from gattai.games.mechastellar.judging import act_refusals
from gattai.games.mechastellar.resource_judge import zeal_price
from gattai.games.mechastellar.state import SEATS, State, UnitId, other
from gattai.games.mechastellar.strike import demolition, fighting
from gattai.games.mechastellar.strike.attack import shake_off
from gattai.games.mechastellar.victory import judge
from gattai.kernel.question import Choose, Options, Question, Roll, Steps
from gattai.kernel.ruleset import Outcome, Table
from gattai.kernel.window import PASS, Pass

OPENS_WINDOW = (
    do.Move, do.Rotate, do.Accelerate, do.Disengage, do.Attack, do.Sweep, do.Crash, do.ThrowEnemy,
    do.ThrowTerrain, do.StrikeTerrain, do.SlideTerrain, do.PullSelf,
)  # fmt: skip
"""Actions between which the other side may react (MS.ACCEL.RESOURCE)."""


def standing(state: State) -> Question | Outcome:
    """What is asked when the table is settled."""
    match state.phase:
        case "acting":
            listed, against = partial(act_candidates, state), partial(act_refusals, state)
            offer = Options(listed, against, open_ended=True)
            name = state.units[state.act.unit].name if state.act else ""
            return Choose(state.turn, offer, "MS.ACT.ACTIONS", f"{name}: what next?")
        case "activating":
            listed, against = (
                partial(activating_candidates, state),
                partial(activating_refusals, state),
            )
            offer = Options(listed, against)
            return Choose(state.turn, offer, "MS.ACT.ALTERNATE", "activate a unit")
        case "order":
            return Roll(ROLL_OFF, "MS.DEPLOY.ORDER", "roll-off: the loser deploys first")
        case "deploying":
            candidates = deployment.deploying_candidates(state)
            offer = Options(candidates, partial(deployment.deploying_refusals, state))
            return Choose(state.turn, offer, "MS.DEPLOY.ZONE", "deploy a unit")
        case "facing":
            candidates = deployment.facing_candidates(state)
            return Choose(
                state.turn, candidates, "MS.DEPLOY.FACING", "turn models, then be ready",
                otherwise=do.READY,
            )  # fmt: skip
        case "rolling":
            return Roll(ROLL_OFF, "MS.ROUND.ROLLOFF", f"roll-off for round {state.round + 1}")
        case "first":
            both = (do.Begin("first"), do.Begin("second"))
            return Choose(state.turn, both, "MS.ROUND.ROLLOFF", "go first or second?")
        case "launching":
            unit_id = state.waiting[0]
            places = rounds.launch_places(state, unit_id)
            options = (*(do.Launch(unit_id, at) for at in places), do.Stay(unit_id))
            what = f"launch {state.units[unit_id].name}?"
            return Choose(
                state.turn, options, "MS.WARSHIP.LAUNCH", what, otherwise=do.Stay(unit_id)
            )
        case "challenging":
            duels = (*rounds.challenge_candidates(state, state.turn), do.DECLINE)
            return Choose(
                state.turn,
                duels,
                "MS.CHALLENGE.ISSUE",
                "issue a Challenge?",
                otherwise=do.DECLINE,
            )
        case "over":
            return judge(state)


def resolve(table: Table[State], answer: Any) -> Steps[None]:
    """What follows from the answer to the standing question."""
    match answer:
        case do.Activate(unit=unit_id):
            begin_turn(table, unit_id)
        case do.Deploy() | do.Hold() | do.Embark():
            deployment.deploy(table, answer)
        case do.Face() | do.Ready():
            deployment.set_facing(table, answer)
        case do.Begin(place=place):
            rounds.begin_round(table, place)
            yield from advance_empty(table)
        case do.Launch() | do.Stay():
            yield from rounds.launch(table, answer)
            yield from advance_empty(table)
        case do.Challenge() | do.Decline():
            rounds.challenge(table, answer)
            yield from advance_empty(table)
        case do.Reinforce():
            yield from _reinforce(table, answer)
        case do.Combine() | do.Disband():
            yield from _reform(table, answer)
        case Pass():
            table.happens(SidePassed(rule="MS.REINFORCE.WHEN", seat=table.state.turn))
            yield from advance(table, other(table.state.turn))
        case tuple():
            _rolled(table, answer)
        case _:
            yield from _act(table, answer)


def _rolled(table: Table[State], dice: tuple[int, int]) -> None:
    if table.state.phase == "rolling":
        rounds.roll_off(table, dice)
        return
    south, north = dice
    if south != north:
        loser = SEATS[1] if south > north else SEATS[0]
        table.happens(PhaseBegan(rule="MS.DEPLOY.ORDER", phase="deploying", seat=loser))


def _reinforce(table: Table[State], action: do.Reinforce) -> Steps[None]:
    """MS.REINFORCE.TURN: it arrives, and takes a short turn at once."""
    ambushed = arrivals(table.state, action.unit)[action.at]
    rule = "MS.REINFORCE.AMBUSH" if ambushed else "MS.REINFORCE.WHERE"
    yield from rounds.put_down(table, action.unit, action.at, rule, late=True)
    card = table.state.ground.terrain.get(action.at)
    if card is not None and card.destructible and action.at in table.state.ground.field.points:
        seat = table.state.units[action.unit].seat
        options = (do.AtRisk(action.at), PASS)
        answer = yield Choose(seat, options, rule, "destroy the terrain there?", otherwise=PASS)
        if not isinstance(answer, Pass):
            table.happens(TerrainBroken(rule="MS.REINFORCE.WHERE", at=action.at))
    begin_turn(table, action.unit, arriving=True, ambushed=ambushed)
    if not table.state.rules.reinforce.acts_on_arrival:
        yield from end_turn(table)


def _reform(table: Table[State], action: do.Combine | do.Disband) -> Steps[None]:
    """MS.SQUAD.REFORM: who is in a squad now; the turn goes on, if anybody is left to activate."""
    state = table.state
    if isinstance(action, do.Disband):
        models = state.squad(action.leader)
        table.happens(SquadReformed(rule="MS.SQUAD.REFORM", models=models, together=False))
    else:
        models = (*state.squad(action.leader), *state.squad(action.joining))
        table.happens(SquadReformed(rule="MS.SQUAD.REFORM", models=models, together=True))
    yield from advance(table, table.state.turn)


def _act(table: Table[State], action: Any) -> Steps[None]:
    """An action of the active unit; then the other side may react, and somebody may have lost."""
    act = table.state.act
    assert act is not None
    unit_id = act.unit
    if isinstance(action, do.EndTurn):
        yield from board(table, unit_id)
        yield from end_turn(table)
        return
    yield from _do(table, unit_id, action)
    if is_over(table):
        return
    if isinstance(action, OPENS_WINDOW):
        yield from react(table)
    if is_over(table):
        return
    act = table.state.act
    if act is not None and table.state.units[act.unit].at is None:
        yield from end_turn(table)


def _do(table: Table[State], unit_id: UnitId, action: Any) -> Steps[None]:
    match action:
        case do.Move():
            yield from moving.move(table, unit_id, action)
        case do.Rotate(facing=facing):
            moving.rotate(table, unit_id, facing)
        case do.Spin(facing=facing):
            moving.spin(table, unit_id, facing)
        case do.Surface():
            moving.surface(table, unit_id)
        case do.Accelerate():
            yield from moving.accelerate(table, action)
        case do.Disengage():
            yield from moving.disengage(table, unit_id, action)
        case do.Attack():
            yield from fighting.attack(table, unit_id, action)
        case do.Sweep():
            yield from fighting.sweep(table, unit_id, action)
        case do.Crash():
            yield from fighting.crash(table, unit_id, action)
        case do.ThrowEnemy():
            yield from fighting.throw_enemy(table, unit_id, action)
        case do.ThrowTerrain():
            yield from fighting.throw_terrain(table, unit_id, action)
        case do.StrikeTerrain() | do.RazeCover():
            yield from demolition.strike_terrain(table, unit_id, action)
        case do.SlideTerrain():
            yield from demolition.slide_terrain(table, unit_id, action)
        case do.PullSelf():
            yield from demolition.pull_self(table, unit_id, action)
        case do.Zeal(actions=actions):
            _zeal(table, unit_id, actions)
        case do.GiveUp(what=what):
            combat, moves = (1, 0) if what == "combat" else (0, 1)
            table.happens(
                ActionsSpent(
                    rule="MS.STUN.ACTIONS", combat=combat, moves=moves, owed=1,
                    why=f"a {what} action lost to stun",
                )
            )  # fmt: skip
        case do.Transform():
            table.happens(UnitTransformed(rule="MS.TRANSFORM", unit=unit_id))
            table.happens(ActionsSpent(rule="MS.TRANSFORM", why="transformed"))
        case do.Support(unit=each, weapon=weapon):
            table.happens(SupportSet(rule="MS.SUPPORT.MODE", unit=each, weapon=weapon))
        case do.ShakeOff(unit=each):
            shake_off(table, each)
        case do.Recharge(unit=each):
            recharge(table, each)
        case do.Order(unit=each):
            give_order(table, each)
        case do.AntiAir(unit=each):
            _anti_air(table, each)
        case do.Repair(unit=each):
            rounds.repair(table, each)


def _anti_air(table: Table[State], ship: UnitId) -> None:
    """MS.WARSHIP.AA: at any time, so also before anybody fires; it lasts for the round."""
    rule = "MS.WARSHIP.AA"
    cost = table.state.rules.warship.reaction_cost_m
    pay_eased(table, ship, cost, "Anti-Air Defences", rule)
    table.happens(SkillUsed(rule=rule, unit=ship, word="anti-air", spends=("anti-air",)))


def _zeal(table: Table[State], unit_id: UnitId, actions: int) -> None:
    """MS.SKILL.ZEAL: Combat Actions for Momentum, once a turn."""
    state = table.state
    assert state.act is not None
    rule = "MS.SKILL.ZEAL"
    pay(table, state.units[unit_id].seat, zeal_price(state, state.act, actions), "zeal", rule)
    table.happens(SkillUsed(rule=rule, unit=unit_id, word="zeal", lasts=(("skill:zeal", 1),)))
    table.happens(ActionsSpent(rule=rule, combat=-actions, why=some(actions, "more Combat Action")))
