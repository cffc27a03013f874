"""What all deeds of a player share: how they are said, what they reach, and how they are paid for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from gattai.games.robot_empire.cards import Figure
from gattai.games.robot_empire.course.timing import phase_refusals
from gattai.games.robot_empire.figures import coins
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.deed import Deed, Sketch
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal


class Act(Deed, frozen=True):
    """Something that the player who is asked does."""

    asks_again: ClassVar[bool] = True
    """Whether, done in a window, it has all who want to be asked be asked once more."""

    def sketch(self, view: State) -> Sketch | None:
        """Whom it reaches."""
        target = self.target_in(view)
        return None if target is None else Sketch(reached=(target,))


def can_any(state: State, acts: Iterable[Act]) -> bool:
    """Whether any of these may be done."""
    return any(next(act.refusals(state), None) is None for act in acts)


def price_words(price: Figure) -> str:
    """A price as an option shows it: coins, or the die that makes it."""
    return price if isinstance(price, str) else coins(price)


def least(price: Figure) -> int:
    """ROBOT-EMPIRE.DICE.COST: what has to lie in the Vault for it; the die shows at least 1."""
    return 1 if isinstance(price, str) else price


def hand_of(state: State, seat: Seat) -> tuple[CardId, ...]:
    """A hand, as far as this view shows it."""
    hand = state.players[seat].hand
    return hand.open() if hand.is_open else ()


def affordable(state: State, seat: Seat) -> list[CardId]:
    """The cards of a hand that the Vault could pay for."""
    vault = state.players[seat].vault
    cards = state.box.cards
    return [card for card in hand_of(state, seat) if least(cards[card].cost) <= vault]


def in_hand(state: State, seat: Seat, card: CardId) -> Iterator[Refusal]:
    """A card that is played or discarded comes from the hand."""
    if not state.has(seat, card):
        yield Refusal("ROBOT-EMPIRE.PLAY.PAY", "that card is not in your hand")


def play_phase(state: State, rule: str) -> Iterator[Refusal]:
    """What belongs to Play Cards."""
    return phase_refusals(state, "play", rule, "Play Cards")
