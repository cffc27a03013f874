"""The next question of a settled table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gattai.games.mechastellar.actions.activating import activations, bring_nobody, pass_refusals
from gattai.games.mechastellar.actions.preparing import deployments, facings
from gattai.games.mechastellar.actions.rounds import Begin, challenges, launches
from gattai.games.mechastellar.actions.turn import act_candidates
from gattai.games.mechastellar.phases.acting import TurnAction
from gattai.games.mechastellar.phases.rounds import ROLL_OFF, roll_off
from gattai.games.mechastellar.phases.turns import go_on
from gattai.games.mechastellar.state import State
from gattai.games.mechastellar.victory import judge
from gattai.kernel.action import Action
from gattai.kernel.question import Choose, Options, Question, Roll, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Outcome
from gattai.kernel.table import Table
from gattai.kernel.window import Pass


def next_question(state: State) -> Question | Outcome:
    """Return the next question of a settled table."""
    turn = state.turn
    match state.phase:
        case "acting":
            offer = Options(
                partial(act_candidates, state), partial(turn_refusals, state), open_ended=True
            )
            name = state.units[state.who_acts].name
            return Choose(turn, offer, "MS.ACT.ACTIONS", f"{name}: what next?")
        case "activating":
            choices = Options(partial(activations, state), partial(refusals, state))
            return Choose(turn, choices, "MS.ACT.ALTERNATE", "activate a unit")
        case "order":
            return Roll(ROLL_OFF, "MS.DEPLOY.ORDER", "roll-off: the loser deploys first")
        case "deploying":
            places = Options(deployments(state), partial(refusals, state))
            return Choose(turn, places, "MS.DEPLOY.ZONE", "deploy a unit")
        case "facing":
            turns = facings(state)
            what = "turn models, then be ready"
            return Choose(turn, turns, "MS.DEPLOY.FACING", what, otherwise=turns[0])
        case "rolling":
            return Roll(ROLL_OFF, "MS.ROUND.ROLLOFF", f"roll-off for round {state.round + 1}")
        case "first":
            both = tuple(Begin.candidates(state))
            return Choose(turn, both, "MS.ROUND.ROLLOFF", "go first or second?")
        case "launching":
            options = launches(state)
            what = f"launch {state.units[state.waiting[0]].name}?"
            return Choose(turn, options, "MS.WARSHIP.LAUNCH", what, otherwise=options[-1])
        case "challenging":
            duels = challenges(state)
            what = "issue a Challenge?"
            return Choose(turn, duels, "MS.CHALLENGE.ISSUE", what, otherwise=duels[-1])
        case "over":
            return judge(state)


def refusals(state: State, action: object) -> Iterator[Refusal]:
    """Why an action is not possible now. Options of other questions are never possible here."""
    if isinstance(action, Action):
        return action.refusals(state)
    if isinstance(action, Pass):
        return pass_refusals(state)
    if state.phase == "acting":
        return turn_refusals(state, action)
    return iter((Refusal("MS.ACT.ALTERNATE", "no unit is taking its turn"),))


def turn_refusals(state: State, action: object) -> Iterator[Refusal]:
    """MS.ACT.ACTIONS: why it is not possible in the current turn."""
    if isinstance(action, TurnAction):
        return action.refusals(state)
    return iter((Refusal("MS.ACT.ACTIONS", "that is nothing a unit can do in its turn"),))


def resolve(table: Table[State], answer: Any) -> Steps[None]:
    """Resolve the answer to the next question."""
    match answer:
        case tuple():
            roll_off(table, answer)
        case Pass():
            yield from bring_nobody(table)
        case _:
            yield from answer.resolve(table)
            if isinstance(answer, TurnAction):
                yield from go_on(table, answer)
