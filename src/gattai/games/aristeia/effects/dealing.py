"""Effects on points, cards, the Running Order, and Tactics."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

from msgspec import Meta

from gattai.games.aristeia.cards import TacticCard
from gattai.games.aristeia.effects.effect import Effect
from gattai.games.aristeia.effects.source import EffectSource
from gattai.games.aristeia.effects.wording import NOBODY, Cast
from gattai.games.aristeia.events.body import StateSpared, TacticCancelled, TacticDiscarded
from gattai.games.aristeia.events.play import OrderLaid, PointsGained
from gattai.games.aristeia.figures import speed
from gattai.games.aristeia.phases.infirmary import draw
from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, choose
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


class Discard(Option, frozen=True, tag="discard"):
    """Name a Tactic of the hand to discard."""

    says = "discard {tactic}"
    tactic: TacticCard


class Swap(Option, frozen=True, tag="swap"):
    """Swap two Characters whose cards lie face down."""

    says = "swap {one} and {two}"
    one: CharacterId
    two: CharacterId


def discard(table: Table[State], seat: Seat, many: int, rule: RuleId, why: str) -> Steps[None]:
    """The player names Tactics of the hand to discard, as many as there are."""
    for _ in range(many):
        hand = table.state.hands[seat]
        if not hand.is_open or not hand.open():
            return
        options = tuple(Discard(card) for card in hand.open())
        answer = yield from choose(
            seat, options, rule, f"discard a Tactic: {why}", otherwise=options[0]
        )
        table.emit(TacticDiscarded(rule=rule, seat=seat, tactic=answer.tactic, from_hand=True))


class Gain(Effect, frozen=True, tag="gain", cache_hash=True):
    """`self` gains Action Points, Movement Points, or as many Movement Points as its Speed
    (ARISTEIA.MOVE.POINTS).
    """

    action: Annotated[int, Meta(ge=0, le=12)] = 0
    """The number of Action Points."""
    movement: Annotated[int, Meta(ge=0, le=12)] = 0
    """The number of Movement Points."""
    speed: bool = False
    """Whether it gains as many Movement Points as its Speed."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        if self.speed:
            return "gain as many MP as its Speed"
        points = ((self.action, "AP"), (self.movement, "MP"))
        return f"gain {' and '.join(f'{many} {word}' for many, word in points if many)}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only in its own Activation."""
        return state.active is not None and state.active == source.owner

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        """ARISTEIA.EFFECT.MANDATORY: apply it without asking."""
        assert source.owner is not None
        mp = self.movement + (speed(table.state.characters[source.owner]) if self.speed else 0)
        rule = "ARISTEIA.MOVE.POINTS" if mp or self.speed else "ARISTEIA.ACT.ACTION-POINTS"
        table.emit(PointsGained(rule=rule, who=source.owner, ap=self.action, mp=mp))
        yield from ()

    def gives_movement(self) -> bool:
        return bool(self.movement or self.speed)


class Draw(Effect, frozen=True, tag="draw", cache_hash=True):
    """The player draws Tactics, then discards some of the hand."""

    cards: Annotated[int, Meta(ge=0, le=10)]
    """The number of Tactics drawn."""
    discard: Annotated[int, Meta(ge=0, le=10)] = 0
    """The number of Tactics then discarded."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"draw {self.cards}" + (f", then discard {self.discard}" if self.discard else "")

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only if the deck is not empty."""
        return len(state.decks[source.seat]) > 0

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        rule = "ARISTEIA.TACTIC.DRAW"
        draw(table, source.seat, self.cards, rule)
        yield from discard(table, source.seat, self.discard, rule, source.name)


class CancelTactic(Effect, frozen=True, tag="cancel-tactic", cache_hash=True):
    """The Tactic just played has no effect, but is discarded.

    The answer is resolved first (AMB.TACTIC-CHAIN).
    """

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "the Tactic has no effect"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only while a Tactic of the other player is in play."""
        playing = [each for each in state.playing if each.seat != source.seat]
        return bool(playing) and not playing[-1].is_cancelled

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        rule, cancelled = "ARISTEIA.TACTIC.TIMING", table.state.playing[-2].tactic
        table.emit(TacticCancelled(rule=rule, tactic=cancelled))
        yield from ()


class SwapOrder(Effect, frozen=True, tag="swap-order", cache_hash=True):
    """Swap two of the player's face-down Initiative cards; the opponent does not see which."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "two face-down Initiative cards change places"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only with two or more face-down cards."""
        return len(state.orders[source.seat]) > 1

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        """ARISTEIA.PLANNING.ORDER: otherwise the order stays as it was laid."""
        order = table.state.orders[source.seat]
        rule = "ARISTEIA.PLANNING.ORDER"
        options = tuple(Swap(one, two) for one, two in combinations(sorted(order.open()), 2))
        what = "which two change places?"
        answer = yield from choose(
            source.seat, options, rule, what, secret=True, otherwise=options[0]
        )
        turned = {answer.one: answer.two, answer.two: answer.one}
        changed = order.now(tuple(turned.get(who, who) for who in order.open()))
        table.emit(OrderLaid(rule=rule, seat=source.seat, order=changed))


class SpareState(Effect, frozen=True, tag="spare-state", cache_hash=True):
    """The Character going to the Bench gets no State for it."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return "no State for going to the Bench"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only while a Character is about to go there."""
        return source.target is not None and source.target not in state.spared

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        assert source.target is not None
        table.emit(StateSpared(rule="ARISTEIA.RECOVERY.BENCH", who=source.target))
        yield from ()
