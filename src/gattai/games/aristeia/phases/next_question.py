"""The next question of a settled table, and what follows from the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gattai.games.aristeia.actions.activating import (
    acting,
    choosing_first,
    lay_orders,
    planning,
    returning,
)
from gattai.games.aristeia.actions.preparing import (
    building,
    choosing_zone,
    decide_hands,
    deploying,
    drafting,
    pick_in_secret,
    picking,
    redrawing,
    take_tactics,
)
from gattai.games.aristeia.events.play import ActivationEnded
from gattai.games.aristeia.events.setup import PhaseBegan
from gattai.games.aristeia.phases.preparing import name_underdog, shuffle
from gattai.games.aristeia.phases.rounds import next_activation
from gattai.games.aristeia.state import SIDES, State
from gattai.games.aristeia.victory import judge
from gattai.kernel.action import Action
from gattai.kernel.dice import Shuffle, one_of
from gattai.kernel.question import Question, Roll, Seat, Steps
from gattai.kernel.ruleset import Outcome, Table

_ASKED: dict[str, Callable[[State], Question]] = {
    "activation": acting,
    "planning": planning,
    "first": choosing_first,
    "return": returning,
    "teams": picking,
    "draft": drafting,
    "decks": building,
    "redraw": redrawing,
    "deploy": deploying,
}


def next_question(state: State) -> Question | Outcome:
    """Return the next question of a settled table."""
    ask = _ASKED.get(state.phase)
    if ask is not None:
        return ask(state)
    match state.phase:
        case "over":
            return judge(state)
        case "first-pick":
            rule = "ARISTEIA.TEAM.DRAFT"
            return Roll(one_of(2), rule, "who picks first: green or orange")
        case "shuffle":
            seat = state.unshuffled[0]
            rule = "ARISTEIA.SETUP.REDRAW" if state.redrawn else "ARISTEIA.SETUP.HAND"
            deck = Shuffle(len(state.decks[seat]))
            return Roll(deck, rule, f"the deck of {SIDES[seat]}", known_to=())
        case "underdog":
            rule = "ARISTEIA.SETUP.UNDERDOG-TIE"
            return Roll(one_of(2), rule, "who is the Underdog: green or orange")
        case "zones":
            what = "in which zone does your team start?"
            return choosing_zone(state, "ARISTEIA.ASSAULT.DEPLOY", what)
        case _:
            rule = "ARISTEIA.ASSAULT.MOVE-ZONE"
            return choosing_zone(state, rule, "where is the next Scoring Zone?")


def resolve(table: Table[State], answer: Any) -> Steps[None]:
    """Resolve dice, simultaneous answers, or an action."""
    match table.state.phase:
        case "activation":
            yield from _act(table, answer)
        case "planning":
            yield from lay_orders(table, answer)
        case "teams":
            pick_in_secret(table, answer)
        case "decks":
            take_tactics(table, answer)
        case "redraw":
            decide_hands(table, answer)
        case "first-pick":
            rule = "ARISTEIA.TEAM.DRAFT"
            table.emit(PhaseBegan(rule=rule, phase="draft", seat=Seat(answer)))
        case "shuffle":
            shuffle(table, answer)
        case "underdog":
            name_underdog(table, Seat(answer), "ARISTEIA.SETUP.UNDERDOG-TIE")
        case _:
            yield from answer.resolve(table)


def _act(table: Table[State], action: Action) -> Steps[None]:
    """ARISTEIA.MOVE.ANY-ORDER: points are spent in any order, with Tactics in between."""
    who = table.state.active
    assert who is not None
    yield from action.resolve(table)
    if table.state.active == who and table.state.characters[who].at is None:
        # A Character sent to the Infirmary while active no longer acts (AMB.ACTIVE-DIES).
        table.emit(ActivationEnded(rule="ARISTEIA.INFIRMARY.WHEN", who=who))
        yield from next_activation(table)
