"""Silly things in Aristeia!"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.aristeia.actions import LayOrder, Perform, Walk
from gattai.games.aristeia.actions.performing import find_action
from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.effects.dealing import Gain
from gattai.games.aristeia.effects.marking import Heal
from gattai.games.aristeia.events.body import StateRemoved
from gattai.games.aristeia.phases.tactics import Play
from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex
from tests.bots.nonsense.watching import Moment, Sight

SAME = "the running order was that of the Round before"
UNHURT = "somebody unhurt was healed"
BACK = "a Character stepped back to where it had just been"
BEFORE = "Movement was bought beside an enemy with some left"
"""A Disengage that fails loses it all: what is bought after it cannot be lost."""
LATE = "a Tactic undid a loss of Energy that the Activation had paid already"


class Bout:
    """Watches running orders, healing, walks, points and Tactics."""

    def __init__(self) -> None:
        self.orders: dict[Seat, Any] = {}
        self.walked: list[Hex] = []
        """Where the active Character stood since it last did anything but walk."""
        self.walker: CharacterId | None = None

    def see(self, moment: Moment) -> Iterator[Sight]:
        """By what was answered."""
        state: State = moment.before
        who, answer = state.active, moment.answer
        if isinstance(answer, LayOrder):
            assert moment.seat is not None
            if moment.seat in self.orders:
                yield SAME, self.orders[moment.seat] == answer
            self.orders[moment.seat] = answer
        if who is None or moment.seat is None:
            return
        if isinstance(answer, Perform):
            yield from performed(state, who, answer)
        if isinstance(answer, Play):
            undone = [event for event in moment.events if isinstance(event, StateRemoved)]
            for event in undone:
                paid = event.who == who and event.state.red.energy < 0
                yield LATE, paid
        if isinstance(answer, Walk):
            at = state.characters[who].at
            if self.walker != who or not self.walked:
                self.walker, self.walked = who, []
            if at is not None:
                self.walked.append(at)
            yield BACK, answer.to in self.walked
        elif moment.begins:
            self.walked = []


def performed(state: State, who: CharacterId, answer: Perform) -> Iterator[Sight]:
    """Healing that heals nobody, and Movement that a failed Disengage would lose."""
    action = find_action(state, who, answer.action)
    if action is None:
        return
    if answer.target is not None and only_heals(action):
        yield UNHURT, not state.characters[answer.target].damage
    if buys_movement(action) and state.foes_beside(who):
        yield BEFORE, state.mp > 0


def only_heals(action: ActionCard) -> bool:
    """Whether an Action does nothing but heal."""
    return bool(action.on_success) and all(isinstance(each, Heal) for each in action.on_success)


def buys_movement(action: ActionCard) -> bool:
    """Whether an Action gives Movement Points."""
    gains = [each for each in (*action.always, *action.on_success) if isinstance(each, Gain)]
    return any(each.movement or each.speed for each in gains)
