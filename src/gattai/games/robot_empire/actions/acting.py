"""What all actions of a player share: their wording, their scope, and how they are paid for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from gattai.games.robot_empire.cards import Figure
from gattai.games.robot_empire.figures import coins
from gattai.games.robot_empire.phases.timing import phase_refusals
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.action import Action, Highlight
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal


class Act(Action, frozen=True):
    """An action of the player who is asked."""

    asks_again: ClassVar[bool] = True
    """Whether this action in a window lets every player who wants to be asked be asked again."""

    def highlight(self, view: State) -> Highlight | None:
        target = self.target_in(view)
        return None if target is None else Highlight(reached=(target,))


def can_any(state: State, acts: Iterable[Act]) -> bool:
    """Return whether any of these actions is legal."""
    return any(next(act.refusals(state), None) is None for act in acts)


def price_words(price: Figure) -> str:
    """A price for an option: coins, or the die that decides it."""
    return price if isinstance(price, str) else coins(price)


def least(price: Figure) -> int:
    """ROBOT-EMPIRE.DICE.COST: the coins that must be in the Vault for it; a die shows at least 1."""
    return 1 if isinstance(price, str) else price


def hand_of(state: State, seat: Seat) -> tuple[CardId, ...]:
    """The part of a hand that this view shows."""
    hand = state.players[seat].hand
    return hand.open() if hand.is_open else ()


def affordable(state: State, seat: Seat) -> list[CardId]:
    """The cards of a hand that the Vault could pay for."""
    vault = state.players[seat].vault
    cards = state.box.cards
    return [card for card in hand_of(state, seat) if least(cards[card].cost) <= vault]


def in_hand(state: State, seat: Seat, card: CardId) -> Iterator[Refusal]:
    """Refuse a card that is not in the hand."""
    if not state.has(seat, card):
        yield Refusal("ROBOT-EMPIRE.PLAY.PAY", "that card is not in your hand")


def play_phase(state: State, rule: str) -> Iterator[Refusal]:
    """Refuse actions outside Play Cards."""
    return phase_refusals(state, "play", rule, "Play Cards")
