"""A Turn: laying the Running Order, going first, coming in from the Bench, acting and ending."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations

from gattai.games.aristeia.actions.moving import walks
from gattai.games.aristeia.actions.performing import performances
from gattai.games.aristeia.events.play import ActivationsOrdered, CharacterPlaced, OrderLaid
from gattai.games.aristeia.events.setup import PhaseBegan
from gattai.games.aristeia.phases.acting import Act, wrong_time
from gattai.games.aristeia.phases.objectives import can_return_to
from gattai.games.aristeia.phases.rounds import end_activation, next_activation, next_turn
from gattai.games.aristeia.phases.tactics import plays
from gattai.games.aristeia.state import SEATS, CharacterId, State
from gattai.kernel.action import Action, Option
from gattai.kernel.question import Choose, Options, Seat, Steps, Together
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import Hex


class LayOrder(Option, frozen=True, tag="order"):
    """Lay the Initiative cards in the order in which Characters will activate."""

    order: tuple[CharacterId, ...]

    def label(self, view: State) -> str:
        return ", ".join(map(view.called, self.order))


def planning(state: State) -> Together:
    """ARISTEIA.PLANNING.ORDER: face down, so both players are asked at once and in secret."""
    asks = tuple(_planning(state, seat) for seat in SEATS)
    return Together(asks, "ARISTEIA.PLANNING.ORDER", "lay the Running Order")


def _planning(state: State, seat: Seat) -> Choose:
    orders = tuple([LayOrder(order) for order in permutations(state.team(seat))])
    rule = "ARISTEIA.PLANNING.ORDER"
    return Choose(seat, orders, rule, "in which order do your Characters activate?", secret=True)


def lay_orders(table: Table[State], answers: tuple[LayOrder, ...]) -> Steps[None]:
    """ARISTEIA.PLANNING.ORDER: each player sees only the own cards; then the first Turn begins."""
    for seat, laid in zip(SEATS, answers, strict=True):
        order = Secret.of(laid.order, (seat,))
        table.emit(OrderLaid(rule="ARISTEIA.PLANNING.ORDER", seat=seat, order=order))
    yield from next_turn(table)


class ActFirst(Action, frozen=True, tag="first"):
    """Name the Character that activates first in this Turn."""

    says = "{who} goes first"
    aim = "who"
    who: CharacterId

    @classmethod
    def candidates(cls, state: State) -> Iterator[ActFirst]:
        if state.phase == "first":
            yield from (cls(CharacterId(number)) for number in range(len(state.characters)))

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ARISTEIA.TURN.CHOOSE-FIRST: one of the Characters whose cards were just turned over."""
        if state.phase != "first":
            yield from wrong_time("nobody is asked who goes first")
        elif self.who not in _pair(state):
            reason = "only one of the two Characters of this Turn"
            yield Refusal("ARISTEIA.TURN.CHOOSE-FIRST", reason)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """ARISTEIA.TURN.CHOOSE-FIRST: the other one activates after it."""
        pair = _pair(table.state)
        order = pair if self.who == pair[0] else pair[::-1]
        table.emit(ActivationsOrdered(rule="ARISTEIA.TURN.CHOOSE-FIRST", order=order))
        yield from next_activation(table)


def _pair(state: State) -> tuple[CharacterId, ...]:
    """The two Characters of this Turn."""
    return tuple(cards[-1] for cards in state.revealed)


def choosing_first(state: State) -> Choose:
    """ARISTEIA.TURN.CHOOSE-FIRST: the player with the higher Initiative is asked."""
    pair = tuple(map(ActFirst, _pair(state)))
    return Choose(state.to_act, pair, "ARISTEIA.TURN.CHOOSE-FIRST", "who activates first?")


class Return(Action, frozen=True, tag="return"):
    """Put a Character from the Bench on a space."""

    says = "to {at}"
    at: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterator[Return]:
        if state.phase == "return":
            yield from map(cls, state.box.board.hexes.cells)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ARISTEIA.BENCH.RETURN: a Free space of any Deployment Zone except the Scoring Zone."""
        if state.phase != "return":
            yield from wrong_time("nobody returns from the Bench")
        elif self.at not in can_return_to(state):
            reason = "a Free space of a Deployment Zone that is not the Scoring Zone"
            yield Refusal("ARISTEIA.BENCH.RETURN", reason)

    def perform(self, table: Table[State]) -> None:
        """ARISTEIA.BENCH.RETURN: it is on the board, and its Activation goes on."""
        state = table.state
        assert state.active is not None
        rule = "ARISTEIA.BENCH.RETURN"
        table.emit(CharacterPlaced(rule=rule, who=state.active, to=self.at))
        table.emit(PhaseBegan(rule=rule, phase="activation", seat=state.to_act))


def returning(state: State) -> Choose:
    """ARISTEIA.BENCH.RETURN: ask where it comes in."""
    spaces = tuple(Return(at) for at in can_return_to(state))
    return Choose(state.to_act, spaces, "ARISTEIA.BENCH.RETURN", "return from the Bench")


class End(Act, frozen=True, tag="end"):
    """End the Activation. Points may be left over (ARISTEIA.ACT.MAY-STOP)."""

    says = "end the Activation"
    ends = True

    def actor_in(self, view: State) -> None:
        """Return None: the player acts, not a Character."""

    @classmethod
    def candidates(cls, state: State) -> Iterator[End]:
        if state.phase == "activation":
            yield END

    def resolve(self, table: Table[State]) -> Steps[None]:
        assert table.state.active is not None
        return end_activation(table, table.state.active)


END = End()


def acting(state: State) -> Choose:
    """ARISTEIA.MOVE.ANY-ORDER: points are spent in any order, with Tactics in between."""
    offered = Options(partial(candidates, state), lambda action: action.refusals(state))
    what = "act, or end the Activation"
    return Choose(state.to_act, offered, "ARISTEIA.MOVE.ANY-ORDER", what)


def candidates(state: State) -> list[Action]:
    """The candidates of the active Character: more than the legal actions, but quick to list."""
    who = state.active
    assert who is not None
    seat = state.characters[who].seat
    return [END, *performances(state, who), *walks(state), *plays(state, seat)]
