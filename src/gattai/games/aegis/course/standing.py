"""What is asked when the table is settled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gattai.games.aegis.deeds.acting import act_candidates
from gattai.games.aegis.deeds.placing import placings
from gattai.games.aegis.events.course import FirstPlayerDrawn
from gattai.games.aegis.keywords.combine import selections
from gattai.games.aegis.state import State
from gattai.games.aegis.victory import judge
from gattai.kernel.deed import Deed
from gattai.kernel.dice import one_of
from gattai.kernel.question import Choose, Options, Question, Roll, Seat, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Outcome
from gattai.kernel.table import Table

# AEGIS.SETUP.FIRST-PLAYER: each side is as likely.
FIRST_PLAYER = Roll(one_of(2), "AEGIS.SETUP.FIRST-PLAYER", "who plays first: red or blue")


def standing(state: State) -> Question | Outcome:
    """What is asked when the table is settled."""
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
            told = partial(refusals, state)
            offer = Options(placings(state), told, open_ended=free, are_examples=free)
            return Choose(state.turn, offer, "AEGIS.SETUP.PLACEMENT", "place a unit")
        case "over":
            return judge(state)
        case _:
            seat = state.owed[0]
            foes = selections(state, seat)
            return Choose(seat, foes, "AEGIS.COMMANDER.ARREST-MANDATE", "select an enemy unit")


def refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Every reason why the side whose turn it is may not do this now."""
    if isinstance(action, Deed):
        return action.refusals(state)
    return iter((Refusal("AEGIS.TURN.STRUCTURE", "that is nothing one can do"),))


def first_player(table: Table[State], drawn: int) -> Steps[None]:
    """AEGIS.SETUP.FIRST-PLAYER: who was drawn places first."""
    table.happens(FirstPlayerDrawn(rule="AEGIS.SETUP.FIRST-PLAYER", seat=Seat(drawn)))
    yield from ()
