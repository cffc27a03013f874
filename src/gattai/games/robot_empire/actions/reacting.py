"""Actions that are possible between others, in the own turn or when asked to react.

These are Agents, Instant Upgrades, and abilities of cards that are turned sideways. The base
classes shared with Super Weapons and Permanent Upgrades are here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from gattai.games.robot_empire.actions.acting import Act, hand_of, in_hand, price_words
from gattai.games.robot_empire.cards import CardAction, GameCard
from gattai.games.robot_empire.effects.register import EFFECTS, carry_out
from gattai.games.robot_empire.effects.targets import TARGETS
from gattai.games.robot_empire.events.battle import UnitRecharged
from gattai.games.robot_empire.events.cards import CardAnnounced, UpgradePaid
from gattai.games.robot_empire.figures import gain_words
from gattai.games.robot_empire.phases.timing import (
    ability_refusals,
    can_pay,
    circle_refusals,
    free_refusals,
)
from gattai.games.robot_empire.phases.windows import asked_about
from gattai.games.robot_empire.state import Announced, CardId, Circle, State
from gattai.kernel.question import Seat, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Aimed(Act, frozen=True, gc=False):
    """Use a card on a unit, on a player, or without a target."""

    verb: ClassVar[str]
    actor = "card"
    aim = "unit"
    card: CardId
    unit: CardId | None = None
    at: Seat | None = None

    def label(self, view: State) -> str:
        """The card and its target, with the owner of the target."""
        return f"{self.verb} {view.card(self.card).name}{self._at_whom(view)}"

    def _at_whom(self, view: State) -> str:
        if self.unit is not None:
            whose = view.seat_of(self.unit)
            owner = "" if whose is None else f"{view.box.seats[whose]}'s "
            return f" at {owner}{view.called(self.unit)}"
        return "" if self.at is None else f" at {view.box.seats[self.at]}"

    def caution(self, view: State) -> str:
        """A warning about harming an ally or helping an opponent."""
        face = view.card(self.card)
        action = face.effect or face.ability
        whose = None if self.unit is None else view.seat_of(self.unit)
        helps = None if action is None else EFFECTS[action.op].helps
        if whose is None or helps is None or helps is (whose == view.asked):
            return ""
        assert self.unit is not None
        name = view.called(self.unit)
        return f"helps {view.box.seats[whose]}'s {name}" if helps else f"hits your own {name}"

    @classmethod
    def aims(cls, state: State, seat: Seat, card: CardId, action: CardAction) -> Iterator[Self]:
        """Every target that the card's words allow."""
        for unit, at in TARGETS[action.target].aims(state, seat):
            yield cls(card, unit, at)

    def aim_refusals(
        self, state: State, seat: Seat, action: CardAction, rule: str
    ) -> Iterator[Refusal]:
        """What the card's words say against its target."""
        return TARGETS[action.target].refusals(state, seat, (self.unit, self.at), rule)


class Shown(Aimed, frozen=True, gc=False):
    """Show a card of the hand to all, pay for it, and carry out its effect once."""

    category: ClassVar[Literal["agent", "super-weapon"]]
    kind_words: ClassVar[str]
    rule: ClassVar[str]
    """The rule by which it may be shown."""
    shown_by: ClassVar[str]
    does_by: ClassVar[str]

    def price_in(self, view: State) -> str:
        return price_words(view.card(self.card).cost)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        """Each card of the hand at each target that its words allow."""
        seat = state.asked
        units = [unit.id for unit in state.units]
        for card in hand_of(state, seat):
            face = state.card(card)
            thoughts = [cls(card, unit) for unit in (None, *units)]
            if face.category == cls.category and face.effect is not None:
                thoughts += cls.aims(state, seat, card, face.effect)
            yield from dict.fromkeys(thoughts)

    def _timely(self, state: State, face: GameCard) -> Iterator[Refusal]:
        """Why this is not the right moment for it."""
        raise NotImplementedError

    def refusals(self, state: State) -> Iterator[Refusal]:
        """At the right moment, from the hand, paid from the Vault, and with a legal target."""
        seat = state.asked
        face = state.card(self.card)
        yield from self._timely(state, face)
        yield from in_hand(state, seat, self.card)
        if face.category != self.category or face.effect is None:
            yield Refusal(self.rule, f"{face.name} is no {self.kind_words}")
            return
        yield from can_pay(state, seat, int(face.cost), self.rule)
        yield from self.aim_refusals(state, seat, face.effect, self.does_by)

    def perform(self, table: Table[State]) -> None:
        """It is carried out after all players asked have passed (ROBOT-EMPIRE.AMB.AGENT-STACK)."""
        state = table.state
        seat = state.asked
        face = state.card(self.card)
        announced = Announced(self.category, seat, self.card, self.unit, self.at)
        # Before the price is paid, because only opponents are asked, and nothing of theirs has
        # changed.
        waiting = asked_about(state, announced)
        price = int(face.cost)
        table.emit(
            CardAnnounced(rule=self.shown_by, announced=announced, price=price, waiting=waiting)
        )


class Spring(Shown, frozen=True, tag="spring", gc=False):
    """ROBOT-EMPIRE.AGENT.ANYTIME: show an Agent, with a unit, a player or no target."""

    verb = "spring"
    category = "agent"
    kind_words = "Agent"
    rule = "ROBOT-EMPIRE.AGENT.ANYTIME"
    shown_by = "ROBOT-EMPIRE.AGENT.REVEAL"
    does_by = "ROBOT-EMPIRE.CARD.AGENT"

    def _timely(self, state: State, face: GameCard) -> Iterator[Refusal]:
        """At any time, except in the middle of a step."""
        cancels = face.effect is not None and face.effect.target == "agent"
        return free_refusals(state, cancels=cancels)


class Employ(Aimed, frozen=True, tag="employ", gc=False):
    """ROBOT-EMPIRE.TAP.SYMBOL: turn a card sideways to use its ability."""

    verb = "use"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        """Each ability of an own card with each target that its words allow."""
        seat = state.asked
        for unit in state.own(seat):
            for card, face in zip(unit.cards, unit.faces, strict=True):
                if face.ability is not None:
                    yield from cls.aims(state, seat, card, face.ability)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.AMB.ABILITY-WHEN: whenever an Instant Upgrade may be bought; the card must
        be ready.
        """
        rule = "ROBOT-EMPIRE.TAP.SYMBOL"
        seat = state.asked
        yield from free_refusals(state)
        unit = state.holder.get(self.card)
        action = state.card(self.card).ability
        if unit is None or unit.seat != seat or action is None:
            yield Refusal(rule, "there is no ability to use on a card of yours")
            return
        yield from ability_refusals(unit)
        yield from self.aim_refusals(state, seat, action, rule)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """ROBOT-EMPIRE.PLAY.ABILITY-FIRST-TURN: turn the card sideways, then carry out the ability."""
        seat = table.state.asked
        action = table.state.card(self.card).ability
        assert action is not None
        unit = table.state.holder[self.card]
        table.emit(UnitRecharged(rule="ROBOT-EMPIRE.TAP.SYMBOL", unit=unit.id, leaves=True))
        aim = (self.unit, self.at)
        yield from carry_out(table, seat, action, aim, "ROBOT-EMPIRE.PLAY.ABILITY-FIRST-TURN")


class Circled(Act, frozen=True, gc=False):
    """Pay for an upgrade of a card: the coins are placed on its circle."""

    kind: ClassVar[Literal["permanent", "instant"]]
    lasts: ClassVar[str]
    rule: ClassVar[str]
    actor = "card"
    card: CardId
    number: int = 0

    def label(self, view: State) -> str:
        """The card, what it gains, and for how long."""
        unit = view.holder.get(self.card)
        printed = None if unit is None else unit.upgrade(self.card, self.kind, self.number)
        if printed is None:
            return ""
        return f"{view.card(self.card).name}: {gain_words(printed)} {self.lasts}"

    def actor_in(self, view: State) -> CardId:
        """The unit that the card is part of."""
        unit = view.holder.get(self.card)
        return self.card if unit is None else unit.id

    def price_in(self, view: State) -> str:
        unit = view.holder.get(self.card)
        printed = None if unit is None else unit.upgrade(self.card, self.kind, self.number)
        return "" if printed is None else price_words(printed.cost)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        for unit in state.own(state.asked):
            for card, face in zip(unit.cards, unit.faces, strict=True):
                yield from (cls(card, number) for number in range(len(getattr(face, cls.kind))))

    def _timely(self, state: State) -> Iterator[Refusal]:
        """Why this is not the right moment for it."""
        raise NotImplementedError

    def refusals(self, state: State) -> Iterator[Refusal]:
        """A free circle of an own usable card, and enough coins for it."""
        yield from self._timely(state)
        unit = state.holder.get(self.card)
        printed = None if unit is None else unit.upgrade(self.card, self.kind, self.number)
        if unit is None or unit.seat != state.asked or printed is None:
            yield Refusal(self.rule, f"there is no such {self.kind} upgrade on a card of yours")
            return
        circle = Circle(self.card, self.kind, self.number, printed.cost)
        yield from circle_refusals(state, unit, circle)

    def perform(self, table: Table[State]) -> None:
        """ROBOT-EMPIRE.UPG.COINS-STAY: the coins stay on the circle."""
        unit = table.state.holder[self.card]
        printed = unit.upgrade(self.card, self.kind, self.number)
        assert printed is not None
        circle = Circle(self.card, self.kind, self.number, printed.cost)
        table.emit(UpgradePaid(rule=self.rule, unit=unit.id, circle=circle))


class Instant(Circled, frozen=True, tag="instant", gc=False):
    """ROBOT-EMPIRE.UPG.INSTANT-WHEN: pay for an Instant Upgrade of a card."""

    kind = "instant"
    lasts = "this turn"
    rule = "ROBOT-EMPIRE.UPG.INSTANT-WHEN"

    def _timely(self, state: State) -> Iterator[Refusal]:
        """At any time, except in the middle of a step."""
        return free_refusals(state)


def reactions(state: State, seat: Seat, hand: list[CardId]) -> Iterator[Act]:
    """Agents, Instant Upgrades and abilities: all possible reactions."""
    for card in hand:
        face = state.box.cards[card]
        if face.category == "agent" and face.effect is not None:
            yield from Spring.aims(state, seat, card, face.effect)
    for own in state.units:
        if own.seat != seat:
            continue
        for card, face in zip(own.cards, own.faces, strict=True):
            for number in range(len(face.instant)):
                yield Instant(card, number)
            if face.ability is not None:
                yield from Employ.aims(state, seat, card, face.ability)
