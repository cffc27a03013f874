"""The next question of a settled table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gattai.games.aegis.actions.acting import act_candidates
from gattai.games.aegis.actions.placing import placings
from gattai.games.aegis.events.flow import FirstPlayerDrawn
from gattai.games.aegis.keywords.combine import selections
from gattai.games.aegis.state import State
from gattai.games.aegis.victory import judge
from gattai.kernel.action import Action
from gattai.kernel.dice import one_of
from gattai.kernel.question import Choose, Options, Question, Roll, Seat, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Outcome
from gattai.kernel.table import Table

# AEGIS.SETUP.FIRST-PLAYER: both sides are equally likely.
FIRST_PLAYER = Roll(one_of(2), "AEGIS.SETUP.FIRST-PLAYER", "who plays first: red or blue")


def next_question(state: State) -> Question | Outcome:
    """Return the next question of a settled table."""
    match state.phase:
        case "acting" if not state.owed:
            offer = Options(
                act_candidates(state),
                partial(refusals, state),
                open_ended=True,
                are_examples=not state.field.ground.is_countable,
            )
            what = "act with a unit, or end the turn"
            return Choose(state.turn, offer, "AEGIS.TURN.ACT-ONCE", what)
        case "roll":
            return FIRST_PLAYER
        case "placing":
            free = not state.field.ground.is_countable
            reasons = partial(refusals, state)
            offer = Options(placings(state), reasons, open_ended=free, are_examples=free)
            return Choose(state.turn, offer, "AEGIS.SETUP.PLACEMENT", "place a unit")
        case "over":
            return judge(state)
        case _:
            seat = state.owed[0]
            foes = selections(state, seat)
            return Choose(seat, foes, "AEGIS.COMMANDER.ARREST-MANDATE", "select an enemy unit")


def refusals(state: State, action: object) -> Iterator[Refusal]:
    """Return every reason why the side whose turn it is may not do this now."""
    if isinstance(action, Action):
        return action.refusals(state)
    return iter((Refusal("AEGIS.TURN.STRUCTURE", "that is not possible now"),))


def first_player(table: Table[State], drawn: int) -> Steps[None]:
    """AEGIS.SETUP.FIRST-PLAYER: the side that was drawn places first."""
    table.emit(FirstPlayerDrawn(rule="AEGIS.SETUP.FIRST-PLAYER", seat=Seat(drawn)))
    yield from ()
