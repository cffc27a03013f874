"""Actions that move the game on: charging Batteries, discarding, ending a phase, choosing when to
be asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from gattai.games.robot_empire.actions.acting import Act, hand_of, in_hand
from gattai.games.robot_empire.events.cards import HandCardDiscarded
from gattai.games.robot_empire.events.flow import SeatPassed, WatchSet
from gattai.games.robot_empire.figures import coins
from gattai.games.robot_empire.phases.steps import ENDED_BY_NEXT, next_step
from gattai.games.robot_empire.phases.timing import can_pay, phase_refusals
from gattai.games.robot_empire.state import FIRST_VAULT, FULL_BATTERY, CardId, State, Watch
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table

LOWEST_BATTERY = 15
DISCARD_PRICE = 1


class Charge(Act, frozen=True, tag="charge", gc=False):
    """ROBOT-EMPIRE.ADV.BATTERY-CHOICE: begin with this number of coins on the Battery."""

    coins: int

    def label(self, view: State) -> str:
        vault = FULL_BATTERY + FIRST_VAULT - self.coins
        return f"{self.coins} on the Battery, {vault} in the Vault"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        """Each number that is allowed, highest first."""
        return map(cls, range(FULL_BATTERY, LOWEST_BATTERY - 1, -1))

    def refusals(self, state: State) -> Iterator[Refusal]:
        """From 15 to 20, before the game begins. All players answer at once, so `forecast` shows
        nothing.
        """
        rule = "ROBOT-EMPIRE.ADV.BATTERY-CHOICE"
        if not LOWEST_BATTERY <= self.coins <= FULL_BATTERY:
            yield Refusal(rule, "a Battery begins with 15 to 20 coins", (("coins", self.coins),))
        elif state.phase != "batteries":
            yield Refusal(rule, "Batteries are charged before the game begins")


CHARGES = tuple(map(Charge, range(FULL_BATTERY, LOWEST_BATTERY - 1, -1)))


class Discard(Act, frozen=True, tag="discard", gc=False):
    """ROBOT-EMPIRE.DRAW.DISCARD-FREE: discard a card from the hand."""

    says = "discard {card}"
    actor = "card"
    card: CardId

    def price_in(self, view: State) -> str:
        return coins(DISCARD_PRICE) if view.discarded else ""

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        return map(cls, hand_of(state, state.asked))

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.DRAW.DISCARD-PAID: one discard is free, others cost a coin."""
        seat = state.asked
        yield from phase_refusals(state, "discard", "ROBOT-EMPIRE.DRAW.DISCARD-FREE", "Draw Cards")
        yield from in_hand(state, seat, self.card)
        if state.discarded:
            yield from can_pay(state, seat, DISCARD_PRICE, "ROBOT-EMPIRE.DRAW.DISCARD-PAID")

    def perform(self, table: Table[State]) -> None:
        state = table.state
        price, rule = 0, "ROBOT-EMPIRE.DRAW.DISCARD-FREE"
        if state.discarded:
            price, rule = DISCARD_PRICE, "ROBOT-EMPIRE.DRAW.DISCARD-PAID"
        seat = state.asked
        table.emit(HandCardDiscarded(rule=rule, seat=seat, card=self.card, price=price))


def discarding(state: State, seat: Seat) -> Iterator[Discard]:
    """Each card of the hand."""
    return map(Discard, hand_of(state, seat))


ASK_WORDS: dict[Watch, str] = {
    "always": "ask me whenever I could react",
    "attacked": "ask me only when I am attacked",
    "never": "ask me no more this turn",
}


class AskMe(Act, frozen=True, tag="ask-me", gc=False):
    """ROBOT-EMPIRE.AMB.WATCH: choose when to be asked from now on. In a window it also passes."""

    asks_again = False
    when: Watch

    def label(self, view: State) -> str:
        return f"{'pass, and ' if view.windows else ''}{ASK_WORDS[self.when]}"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        return map(cls, ASK_WORDS)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Refused unless in a window, or once in the own Play Cards."""
        rule = "ROBOT-EMPIRE.AMB.WATCH"
        player = state.players[state.asked]
        if not state.windows:
            if state.phase != "play":
                reason = "settings are made in Play Cards, or when you are asked to react"
                yield Refusal(rule, reason)
            if state.has_set_watch:
                yield Refusal(rule, "you have made your setting for this turn")
        rests = player.rests
        if rests if self.when == "never" else player.watch == self.when and not rests:
            yield Refusal(rule, "that is your setting already")

    def perform(self, table: Table[State]) -> None:
        seat, rule = table.state.asked, "ROBOT-EMPIRE.AGENT.ANYTIME"
        if table.state.windows:
            table.emit(SeatPassed(rule=rule, seat=seat, when=self.when))
        else:
            table.emit(WatchSet(rule=rule, seat=seat, when=self.when))


WATCHES: tuple[AskMe, ...] = tuple(map(AskMe, ASK_WORDS))
NEXT_WORDS: dict[str, str] = {
    "play": "on to Moon Mining",
    "mining": "on to Combat",
    "long-range": "on to the attack",
    "attackers": "no more attackers",
    "blockers": "no more blockers",
    "discard": "end the turn",
}


class Next(Act, frozen=True, tag="next", gc=False):
    """ROBOT-EMPIRE.TURN.ALL-PHASES: end this phase and go to the next."""

    asks_again = False

    def label(self, view: State) -> str:
        if view.phase == "attackers" and not view.onsets:
            return "attack nobody"
        blocks = any(declared.at == view.asked and declared.blockers for declared in view.onsets)
        if view.phase == "blockers" and not blocks:
            return "block nobody"
        return NEXT_WORDS.get(view.phase, "go on")

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        yield cls()

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Only an own phase that the player can end."""
        if state.windows:
            reason = "you are asked whether to react; pass to do nothing"
            yield Refusal("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", reason)
        elif state.phase not in ENDED_BY_NEXT:
            yield Refusal("ROBOT-EMPIRE.TURN.ALL-PHASES", "there is nothing to end here")

    def perform(self, table: Table[State]) -> None:
        """Go to the next phase, with a window for players who want to react."""
        next_step(table)


NEXT = Next()
