"""The course of a firefight: what is asked when, and what follows from each action."""

from __future__ import annotations

from functools import partial

from gattai.games.attack_chart import actions
from gattai.games.attack_chart.actions import (
    METHODS,
    Activate,
    Attack,
    ChooseMethod,
    Deploy,
    Finish,
    Move,
)
from gattai.games.attack_chart.attack import D10, aim, armour_save, volley
from gattai.games.attack_chart.events import (
    GameEnded,
    MethodChosen,
    NumbersRead,
    RollOffWon,
    RoundBegan,
    TurnPassed,
    UnitActivated,
    UnitDeployed,
    UnitDestroyed,
    UnitFinished,
    UnitMoved,
    VolleyAimed,
    VolleyFired,
    WeaponResolved,
)
from gattai.games.attack_chart.melee import engaged, modifier
from gattai.games.attack_chart.setup import MAX_UNITS
from gattai.games.attack_chart.state import BLUE, RED, State, UnitId, other
from gattai.games.attack_chart.victory import judge, wiped_out
from gattai.kernel.question import Choose, Options, Question, Roll, Seat, Steps
from gattai.kernel.ruleset import Outcome, Table
from gattai.tabletop.hexes import Hex

# ATTACK-CHART.HOUSE.ROLL-OFF: blue's die less red's. Only who is higher matters, hence one number.
ROLL_OFF = Roll(
    D10.throw(1, lambda face: int(face)) + D10.throw(1, lambda face: -int(face)),
    "ATTACK-CHART.HOUSE.ROLL-OFF",
    "roll-off: blue, then red",
)


ACTIVATIONS = tuple(Activate(UnitId(number)) for number in range(2 * MAX_UNITS))


def standing(state: State) -> Question | Outcome:
    """What is asked when the table is settled."""
    match state.phase:
        case "method":
            return Choose(BLUE, METHODS, "ATTACK-CHART.MODE.CHOOSE-ONCE", "Formula or Chart?")
        case "roll-off":
            return ROLL_OFF
        case "deploying":
            waiting = tuple(
                UnitId(number)
                for number, unit in enumerate(state.units)
                if unit.seat == state.turn and unit.at is None
            )
            places = actions.all_deployments(state.field, waiting, state.turn)
            offer = Options(places, partial(actions.refusals, state))
            return Choose(state.turn, offer, "ATTACK-CHART.HOUSE.DEPLOY", "deploy a unit")
        case "fighting":
            if state.acting is None:
                ready = tuple(map(ACTIVATIONS.__getitem__, _ready(state, state.turn)))
                rule = "ATTACK-CHART.HOUSE.ALTERNATE"
                return Choose(state.turn, ready, rule, "activate a unit")
            name = state.units[state.acting].card.name
            rule = "ATTACK-CHART.HOUSE.ACTIVATION"
            return Choose(state.turn, actions.offered(state), rule, f"what does {name} do?")
        case "over":
            return judge(state)


def _ready(state: State, seat: Seat) -> list[UnitId]:
    return [
        unit_id for unit_id, unit, _ in state.on_field if unit.seat == seat and not unit.activated
    ]


def resolve(table: Table[State], answer: object) -> Steps[None]:
    """What follows from the answer to the standing question."""
    match answer:
        case Activate(unit=unit):
            table.happens(UnitActivated(rule="ATTACK-CHART.HOUSE.ACTIVATION", unit=unit))
        case Move(to=to):
            acting = _acting(table)
            leaves = engaged(table.state, acting)
            rule = "ATTACK-CHART.HOUSE.WITHDRAW" if leaves else "ATTACK-CHART.HOUSE.MOVE"
            table.happens(UnitMoved(rule=rule, unit=acting, to=to, withdrew=leaves))
        case Attack():
            yield from _attack(table, answer)
        case Finish():
            table.happens(UnitFinished(rule="ATTACK-CHART.HOUSE.ACTIVATION", unit=_acting(table)))
            _next_player(table)
        case Deploy(unit=unit, at=at):
            _deploy(table, unit, at)
        case ChooseMethod(method=method):
            table.happens(MethodChosen(rule="ATTACK-CHART.MODE.CHOOSE-ONCE", method=method))
        case int():
            yield from _roll_off(table, answer)


def _acting(table: Table[State]) -> UnitId:
    assert table.state.acting is not None
    return table.state.acting


def _roll_off(table: Table[State], difference: int) -> Steps[None]:
    """ATTACK-CHART.HOUSE.ROLL-OFF: ties are rolled again; the higher deploys first."""
    while difference == 0:
        difference = yield ROLL_OFF
    winner = BLUE if difference > 0 else RED
    table.happens(RollOffWon(rule="ATTACK-CHART.HOUSE.ROLL-OFF", seat=winner))


def _deploy(table: Table[State], unit: UnitId, at: Hex) -> None:
    """ATTACK-CHART.HOUSE.DEPLOY: the sides take turns until everybody stands on the field."""
    rule = "ATTACK-CHART.HOUSE.DEPLOY"
    table.happens(UnitDeployed(rule=rule, unit=unit, at=at))
    state = table.state
    left = [unit.seat for unit in state.units if unit.at is None]
    if not left:
        rule = "ATTACK-CHART.HOUSE.ROLL-OFF"
        table.happens(RoundBegan(rule=rule, round=1, seat=state.first))
    elif other(state.turn) in left:
        table.happens(TurnPassed(rule=rule, seat=other(state.turn)))


def _attack(table: Table[State], attack: Attack) -> Steps[None]:
    """Steps 3 to 5 for each target in turn, then step 6.

    A later weapon starts at step 1 again and may name a new target (AMB.RETARGET-LATER).
    """
    acting = _acting(table)
    weapon = table.state.units[acting].card.find_weapon(attack.weapon)
    assert weapon is not None
    # Every number is fixed before the first die: the models fire at the same time.
    shots = [aim(table.state, acting, weapon, a.target, a.models) for a in attack.aims]
    fixed = table.state
    for a, shot in zip(attack.aims, shots, strict=True):
        rule = "ATTACK-CHART.SEQ.1-SELECT"
        table.happens(VolleyAimed(rule=rule, unit=acting, weapon=weapon.id, target=a.target))
        table.happens(
            NumbersRead(
                rule="ATTACK-CHART.SEQ.3-COMPARE",
                unit=acting,
                dice=shot.dice,
                code=shot.needed.code,
                power=weapon.power,
                defence=fixed.units[a.target].card.defence,
                modifiers=modifier(fixed, acting, weapon, a.target).terms,
                armour=armour_save(fixed, acting, weapon, a.target).terms,
                aegis=shot.aegis,
            )
        )
        result = yield from volley(shot)
        table.happens(
            VolleyFired(
                rule="ATTACK-CHART.SEQ.5-APPLY",
                unit=acting,
                weapon=weapon.id,
                target=a.target,
                dice=shot.dice,
                code=shot.needed.code,
                needed_by=shot.needed.rule,
                modifier=shot.modifier,
                successes=result.successes,
                saved_by_armour=result.saved_by_armour,
                saved_by_aegis=result.saved_by_aegis,
                hp_lost=result.hp_lost,
            )
        )
        if table.state.units[a.target].hp == 0:
            table.happens(UnitDestroyed(rule="ATTACK-CHART.SEQ.5-CASUALTY", unit=a.target))
    rule = "ATTACK-CHART.SEQ.6-NEXT"
    table.happens(WeaponResolved(rule=rule, unit=acting, weapon=weapon.id))
    if wiped_out(table.state, other(table.state.turn)):
        table.happens(GameEnded(rule="ATTACK-CHART.HOUSE.VICTORY"))


def _next_player(table: Table[State]) -> None:
    """ATTACK-CHART.SEQ.6-NEXT, ATTACK-CHART.HOUSE.ALTERNATE: the other side, else the same side.

    When all have activated the round ends; ATTACK-CHART.HOUSE.ROUNDS says when the game does.
    """
    state = table.state
    for seat in (other(state.turn), state.turn):
        if _ready(state, seat):
            if seat != state.turn:
                table.happens(TurnPassed(rule="ATTACK-CHART.SEQ.6-NEXT", seat=seat))
            return
    if state.round == state.rounds:
        table.happens(GameEnded(rule="ATTACK-CHART.HOUSE.ROUNDS"))
        return
    begins = state.first if state.round % 2 == 0 else other(state.first)
    rule = "ATTACK-CHART.HOUSE.ALTERNATE"
    table.happens(RoundBegan(rule=rule, round=state.round + 1, seat=begins))
