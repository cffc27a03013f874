"""Points, cards, the Running Order, and what becomes of Tactics."""

from __future__ import annotations

from itertools import combinations

from gattai.games.aristeia.cards import TacticCard
from gattai.games.aristeia.course.infirmary import draw
from gattai.games.aristeia.effects.cards import CancelTactic, Draw, Gain, SpareState, SwapOrder
from gattai.games.aristeia.effects.kinds import Kind, kind_of
from gattai.games.aristeia.effects.source import Source
from gattai.games.aristeia.events.body import StateSpared, TacticCancelled, TacticDiscarded
from gattai.games.aristeia.events.play import OrderLaid, PointsGained
from gattai.games.aristeia.figures import speed
from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.deed import Said
from gattai.kernel.question import Choose, Seat, Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


class Discard(Said, frozen=True, tag="discard"):
    """Name a Tactic of the hand that is discarded."""

    says = "discard {tactic}"
    tactic: TacticCard


class Swap(Said, frozen=True, tag="swap"):
    """Let two Characters whose cards lie face down change places."""

    says = "swap {one} and {two}"
    one: CharacterId
    two: CharacterId


def discard(table: Table[State], seat: Seat, many: int, rule: RuleId, why: str) -> Steps[None]:
    """The player names Tactics of the hand, as many as there are."""
    for _ in range(many):
        hand = table.state.hands[seat]
        if not hand.is_open or not hand.open():
            return
        options = tuple(Discard(card) for card in hand.open())
        answer = yield Choose(seat, options, rule, f"discard a Tactic: {why}", otherwise=options[0])
        table.happens(TacticDiscarded(rule=rule, seat=seat, tactic=answer.tactic, from_hand=True))


@kind_of(Gain)
class Gaining(Kind[Gain]):
    """Action Points, Movement Points; ARISTEIA.MOVE.POINTS: as many as its Speed."""

    def is_possible(self, state: State, source: Source, effect: Gain) -> bool:
        """In its own Activation."""
        return state.active is not None and state.active == source.owner

    def perform(self, table: Table[State], source: Source, effect: Gain) -> Steps[None]:
        """ARISTEIA.EFFECT.MANDATORY: nobody is asked."""
        assert source.owner is not None
        mp = effect.movement + (speed(table.state.characters[source.owner]) if effect.speed else 0)
        rule = "ARISTEIA.MOVE.POINTS" if mp or effect.speed else "ARISTEIA.ACT.ACTION-POINTS"
        table.happens(PointsGained(rule=rule, who=source.owner, ap=effect.action, mp=mp))
        yield from ()


@kind_of(Draw)
class Drawing(Kind[Draw]):
    """Tactics from the own deck, then some of the hand away."""

    def is_possible(self, state: State, source: Source, effect: Draw) -> bool:
        """If there are any left."""
        return len(state.decks[source.seat]) > 0

    def perform(self, table: Table[State], source: Source, effect: Draw) -> Steps[None]:
        """Draw, then discard."""
        rule = "ARISTEIA.TACTIC.DRAW"
        draw(table, source.seat, effect.cards, rule)
        yield from discard(table, source.seat, effect.discard, rule, source.name)


@kind_of(CancelTactic)
class Cancelling(Kind[CancelTactic]):
    """The Tactic just played has no effect; an answer comes first (AMB.TACTIC-CHAIN)."""

    def is_possible(self, state: State, source: Source, effect: CancelTactic) -> bool:
        """While one of the other player lies on the table."""
        playing = [each for each in state.playing if each.seat != source.seat]
        return bool(playing) and not playing[-1].is_cancelled

    def perform(self, table: Table[State], source: Source, effect: CancelTactic) -> Steps[None]:
        """The one beneath this."""
        rule, cancelled = "ARISTEIA.TACTIC.TIMING", table.state.playing[-2].tactic
        table.happens(TacticCancelled(rule=rule, tactic=cancelled))
        yield from ()


@kind_of(SwapOrder)
class SwappingOrder(Kind[SwapOrder]):
    """Two face-down Initiative cards change places; the opponent does not see which."""

    def is_possible(self, state: State, source: Source, effect: SwapOrder) -> bool:
        """With two or more of them."""
        return len(state.orders[source.seat]) > 1

    def perform(self, table: Table[State], source: Source, effect: SwapOrder) -> Steps[None]:
        """ARISTEIA.PLANNING.ORDER: else the order stays as it was laid."""
        order = table.state.orders[source.seat]
        rule = "ARISTEIA.PLANNING.ORDER"
        options = tuple(Swap(one, two) for one, two in combinations(sorted(order.open()), 2))
        what = "which two change places?"
        answer = yield Choose(source.seat, options, rule, what, secret=True, otherwise=options[0])
        turned = {answer.one: answer.two, answer.two: answer.one}
        changed = order.now(tuple(turned.get(who, who) for who in order.open()))
        table.happens(OrderLaid(rule=rule, seat=source.seat, order=changed))


@kind_of(SpareState)
class Sparing(Kind[SpareState]):
    """A Character goes to the Bench without a State."""

    def is_possible(self, state: State, source: Source, effect: SpareState) -> bool:
        """While one is about to go there."""
        return source.target is not None and source.target not in state.spared

    def perform(self, table: Table[State], source: Source, effect: SpareState) -> Steps[None]:
        """Remembered until it is there."""
        assert source.target is not None
        table.happens(StateSpared(rule="ARISTEIA.RECOVERY.BENCH", who=source.target))
        yield from ()
