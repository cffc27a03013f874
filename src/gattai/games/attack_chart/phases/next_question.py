"""The next question of a settled table."""

from __future__ import annotations

from gattai.games.attack_chart.actions.activating import Activate, offered
from gattai.games.attack_chart.actions.preparing import ChooseMethod, Deploy, all_deployments
from gattai.games.attack_chart.attack.attack import D10
from gattai.games.attack_chart.events import RollOffWon
from gattai.games.attack_chart.phases.turns import ready
from gattai.games.attack_chart.setup import MAX_UNITS
from gattai.games.attack_chart.state import BLUE, RED, State, UnitId
from gattai.games.attack_chart.victory import judge
from gattai.kernel.question import Choose, Options, Question, Roll, Steps, roll
from gattai.kernel.ruleset import Outcome
from gattai.kernel.table import Table

# ATTACK-CHART.HOUSE.ROLL-OFF: blue's die minus red's. Only its sign matters.
OFF_DICE = D10.throw(1, lambda face: int(face)) + D10.throw(1, lambda face: -int(face))
ROLL_OFF = Roll(OFF_DICE, "ATTACK-CHART.HOUSE.ROLL-OFF", "roll-off: blue, then red")


ACTIVATIONS = tuple(Activate(UnitId(number)) for number in range(2 * MAX_UNITS))


def next_question(state: State) -> Question | Outcome:
    """Return the next question of a settled table."""
    match state.phase:
        case "method":
            methods = tuple(ChooseMethod.candidates(state))
            return Choose(BLUE, methods, "ATTACK-CHART.MODE.CHOOSE-ONCE", "Formula or Chart?")
        case "roll-off":
            return ROLL_OFF
        case "deploying":
            waiting = tuple(
                UnitId(number)
                for number, unit in enumerate(state.units)
                if unit.seat == state.turn and unit.at is None
            )
            places = all_deployments(state.field, waiting, state.turn)
            offer = Options(places, lambda action: Deploy.refusals(action, state))
            return Choose(state.turn, offer, "ATTACK-CHART.HOUSE.DEPLOY", "deploy a unit")
        case "fighting":
            if state.acting is None:
                units = tuple(map(ACTIVATIONS.__getitem__, ready(state, state.turn)))
                rule = "ATTACK-CHART.HOUSE.ALTERNATE"
                return Choose(state.turn, units, rule, "activate a unit")
            name = state.units[state.acting].card.name
            rule = "ATTACK-CHART.HOUSE.ACTIVATION"
            return Choose(state.turn, offered(state), rule, f"what does {name} do?")
        case "over":
            return judge(state)


def roll_off(table: Table[State], difference: int) -> Steps[None]:
    """ATTACK-CHART.HOUSE.ROLL-OFF: ties are rolled again; the side with the higher roll deploys
    first.
    """
    while difference == 0:
        difference = yield from roll(OFF_DICE, ROLL_OFF.rule, ROLL_OFF.what)
    winner = BLUE if difference > 0 else RED
    table.emit(RollOffWon(rule="ATTACK-CHART.HOUSE.ROLL-OFF", seat=winner))
