"""Play Cards: playing cards from the hand, combining them, or using Super Weapons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Self

from gattai.games.robot_empire.actions.acting import (
    Act,
    hand_of,
    in_hand,
    least,
    play_phase,
    price_words,
)
from gattai.games.robot_empire.actions.reacting import Circled, Shown
from gattai.games.robot_empire.cards import BROUGHT_OUT, PORTS, GameCard
from gattai.games.robot_empire.events.cards import (
    CardBroughtOut,
    CardTooDear,
    ChainBroken,
    ChainLinked,
    ComponentInstalled,
    MegaAssembled,
)
from gattai.games.robot_empire.figures import LONGEST_CHAIN, can_chain, ports, thrown
from gattai.games.robot_empire.phases.timing import can_pay
from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.action import Forecast
from gattai.kernel.question import Seat, Steps, roll
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class BringOut(Act, frozen=True, tag="bring-out", gc=False):
    """ROBOT-EMPIRE.PLAY.PAY: play a Robot, a part, a Monster or Equipment."""

    says = "bring out {card}"
    actor = "card"
    card: CardId

    def price_in(self, view: State) -> str:
        """The printed price: coins, or the die."""
        return price_words(view.card(self.card).cost)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        return map(cls, hand_of(state, state.asked))

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.PLAY.ANY-NUMBER: as many cards as the player can pay for."""
        seat = state.asked
        yield from play_phase(state, "ROBOT-EMPIRE.PLAY.PAY")
        yield from in_hand(state, seat, self.card)
        face = state.card(self.card)
        if face.category not in BROUGHT_OUT:
            reason = f"{face.name} is not brought out to lie by itself"
            yield Refusal("ROBOT-EMPIRE.PLAY.PAY", reason)
        if self.card in state.tried:
            reason = "its price was thrown this turn, and was too high"
            yield Refusal("ROBOT-EMPIRE.AMB.DICE-COST-SHORT", reason)
        yield from can_pay(state, seat, least(face.cost), "ROBOT-EMPIRE.PLAY.PAY")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """The price goes to the War Chest, the card to its row."""
        seat = table.state.asked
        face = table.state.card(self.card)
        price = face.cost
        if isinstance(price, str):
            # ROBOT-EMPIRE.DICE.COST: rolled once, when the card is played.
            rule, what = "ROBOT-EMPIRE.DICE.COST", f"the price of {face.name}"
            price = yield from roll(thrown(1), rule, what, seat)
            if price > table.state.players[seat].vault:
                table.emit(CardTooDear(rule=rule, seat=seat, card=self.card, price=price))
                return
        rule = _row_rule(face)
        table.emit(CardBroughtOut(rule=rule, seat=seat, card=self.card, price=price))

    def has_odds(self, view: State) -> bool:
        return isinstance(view.card(self.card).cost, str)

    def forecast(self, view: State) -> Forecast | None:
        if not self.has_odds(view):
            return None
        what = f"coins for {view.card(self.card).name}, 0 if it is too expensive"
        return Forecast(what, count=partial(_paid, view))


def _row_rule(face: GameCard) -> str:
    """The rule for the row of a played card."""
    match face.category:
        case "equipment":
            return "ROBOT-EMPIRE.PLAY.BASE"
        case "mega-top" | "mega-bottom":
            return "ROBOT-EMPIRE.MEGA.PARTIAL"
        case _:
            return "ROBOT-EMPIRE.PLAY.FRONT"


def _paid(view: State, after: State) -> int:
    """The coins paid for a card whose price is rolled."""
    return view.players[view.active].vault - after.players[view.active].vault


class Install(Act, frozen=True, tag="install", gc=False):
    """ROBOT-EMPIRE.COMPONENT.INSTALL: install a Component in a Robot."""

    says = "install {card} in {unit}"
    actor = "card"
    aim = "unit"
    card: CardId
    unit: CardId

    def price_in(self, view: State) -> str:
        return price_words(view.card(self.card).cost)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        """Each card of the hand in each unit."""
        for card in hand_of(state, state.asked):
            for unit in state.units:
                yield cls(card, unit.id)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Only in own Robots, and only one of each type."""
        rule = "ROBOT-EMPIRE.COMPONENT.INSTALL"
        seat = state.asked
        yield from play_phase(state, rule)
        yield from in_hand(state, seat, self.card)
        face = state.card(self.card)
        if face.category != "component":
            yield Refusal(rule, f"{face.name} is no Component")
            return
        yield from can_pay(state, seat, int(face.cost), "ROBOT-EMPIRE.PLAY.PAY")
        unit = state.by_id.get(self.unit)
        if unit is None or unit.seat != seat:
            yield Refusal(rule, "a Component goes into a Robot of yours")
            return
        if unit.is_monster:
            yield Refusal("ROBOT-EMPIRE.CARD.MONSTER", "Monsters take no Components")
        elif not unit.is_robot:
            yield Refusal("ROBOT-EMPIRE.AMB.COMPONENT-WHO", "Components go into Robots only")
        if any(other.port == face.port for other in unit.fitted):
            reason = f"it has a Component of the type {face.port} already"
            yield Refusal("ROBOT-EMPIRE.AMB.COMPONENT-LIMIT", reason)
        # ROBOT-EMPIRE.COMPONENT.ANY-ROBOT: ports matter only if the match uses them.
        if state.box.ports and face.port not in ports(unit):
            has = ", ".join(ports(unit)) or "none"
            reason = f"it has no port for {PORTS[face.port or 'JJ']}"
            yield Refusal("ROBOT-EMPIRE.VAR.PORTS", reason, (("ports", has),))

    def perform(self, table: Table[State]) -> None:
        """From now on it belongs to the Robot."""
        state = table.state
        table.emit(
            ComponentInstalled(
                rule="ROBOT-EMPIRE.COMPONENT.INSTALL",
                seat=state.asked,
                card=self.card,
                unit=self.unit,
                price=int(state.card(self.card).cost),
            )
        )


class Unleash(Shown, frozen=True, tag="unleash", gc=False):
    """ROBOT-EMPIRE.SUPER.PLAY-PHASE: use a Super Weapon on a unit, a player, or without a target."""

    verb = "unleash"
    category = "super-weapon"
    kind_words = "Super Weapon"
    rule = "ROBOT-EMPIRE.SUPER.PLAY-PHASE"
    shown_by = "ROBOT-EMPIRE.SUPER.PLAY-PHASE"
    does_by = "ROBOT-EMPIRE.CARD.SUPER"

    def _timely(self, state: State, face: GameCard) -> Iterator[Refusal]:
        """Only in the own Play Cards."""
        return play_phase(state, self.rule)


class Permanent(Circled, frozen=True, tag="permanent", gc=False):
    """ROBOT-EMPIRE.UPG.PERMANENT-WHEN: pay for a Permanent Upgrade of a card."""

    kind = "permanent"
    lasts = "for good"
    rule = "ROBOT-EMPIRE.UPG.PERMANENT-WHEN"

    def _timely(self, state: State) -> Iterator[Refusal]:
        """Only in the own Play Cards."""
        return play_phase(state, self.rule)


class Assemble(Act, frozen=True, tag="assemble", gc=False):
    """ROBOT-EMPIRE.MEGA.ASSEMBLE: combine a torso with legs."""

    says = "assemble {top} on {bottom}"
    actor = "top"
    aim = "bottom"
    top: CardId
    bottom: CardId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        """Each torso with each pair of legs in the own Base."""
        parts = [unit for unit in state.own(state.asked) if unit.is_part]
        return cls.of_parts(parts)

    @classmethod
    def of_parts(cls, parts: list[Unit]) -> Iterator[Self]:
        """Each torso with each pair of legs."""
        for top in parts:
            for bottom in parts:
                if (top.faces[0].category, bottom.faces[0].category) == ("mega-top", "mega-bottom"):
                    yield cls(top.id, bottom.id)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.MEGA.ANY-PAIR: any torso with any legs, if both are paid for
        (ROBOT-EMPIRE.MEGA.TWO-COSTS).
        """
        rule = "ROBOT-EMPIRE.MEGA.ASSEMBLE"
        yield from play_phase(state, rule)
        wanted = ((self.top, "mega-top", "a torso"), (self.bottom, "mega-bottom", "legs"))
        for card, category, words in wanted:
            unit = state.by_id.get(card)
            if unit is None or unit.seat != state.asked or not unit.is_part:
                yield Refusal(rule, f"it takes {words} in your Base")
            elif unit.faces[0].category != category:
                yield Refusal(rule, f"{unit.faces[0].name} is not {words}")

    def perform(self, table: Table[State]) -> None:
        rule = "ROBOT-EMPIRE.MEGA.ASSEMBLE"
        table.emit(MegaAssembled(rule=rule, top=self.top, bottom=self.bottom))


class Link(Act, frozen=True, tag="link"):
    """ROBOT-EMPIRE.CHAIN.SIZE: link Monsters, or a chain and a Monster, into one chain."""

    units: tuple[CardId, ...]

    def label(self, view: State) -> str:
        return "link " + " and ".join(map(view.called, self.units))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        """Two or three own Monsters with Chaining."""
        return cls.of_units(state.own(state.asked))

    @classmethod
    def of_units(cls, own: list[Unit]) -> Iterator[Self]:
        """Two or three of these units that can be linked."""
        links = [unit for unit in own if unit.is_monster and can_chain(unit)]
        for count in (2, 3):
            for members in combinations(links, count):
                if sum(len(unit.cards) for unit in members) <= LONGEST_CHAIN:
                    yield cls(tuple([unit.id for unit in members]))

    def refusals(self, state: State) -> Iterator[Refusal]:
        rule = "ROBOT-EMPIRE.CHAIN.SIZE"
        yield from play_phase(state, "ROBOT-EMPIRE.AMB.CHAIN-WHEN")
        members = [state.by_id.get(card) for card in self.units]
        if len({*self.units}) != len(self.units) or len(members) < 2:
            yield Refusal(rule, "a chain has two or three different members")
        own = [unit for unit in members if unit is not None and unit.seat == state.asked]
        if len(own) != len(members):
            yield Refusal(rule, "a chain is made of Monsters of yours")
        for unit in own:
            if not can_chain(unit):
                yield Refusal(rule, f"{unit.faces[0].name} has no Chaining")
        cards = sum(len(unit.cards) for unit in own)
        if cards > LONGEST_CHAIN:
            figures = (("cards", cards), ("most", LONGEST_CHAIN))
            yield Refusal(rule, "a chain has three cards at most", figures)

    def perform(self, table: Table[State]) -> None:
        table.emit(ChainLinked(rule="ROBOT-EMPIRE.CHAIN.SIZE", units=self.units))


class Unlink(Act, frozen=True, tag="unlink", gc=False):
    """ROBOT-EMPIRE.AMB.CHAIN-WHEN: break a chain into single Monsters."""

    says = "break up the {unit}"
    unit: CardId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        return (cls(unit.id) for unit in state.own(state.asked) if unit.is_chain)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.AMB.CHAIN-BREAK: not in the turn it was linked, and not while it has damage."""
        yield from play_phase(state, "ROBOT-EMPIRE.AMB.CHAIN-WHEN")
        unit = state.by_id.get(self.unit)
        if unit is None or unit.seat != state.asked or not unit.is_chain:
            yield Refusal("ROBOT-EMPIRE.AMB.CHAIN-WHEN", "that is no chain of yours")
            return
        if unit.linked == state.turn:
            yield Refusal("ROBOT-EMPIRE.AMB.CHAIN-BREAK", "it was linked in this turn")
        if unit.damage:
            yield Refusal("ROBOT-EMPIRE.AMB.CHAIN-BREAK", "there is damage on it")

    def perform(self, table: Table[State]) -> None:
        table.emit(ChainBroken(rule="ROBOT-EMPIRE.CHAIN.SIZE", unit=self.unit))


def playing(state: State, seat: Seat, hand: list[CardId]) -> Iterator[Act]:
    """The actions that are possible only in Play Cards."""
    own = state.own(seat)
    for card in hand:
        face = state.box.cards[card]
        if face.category in BROUGHT_OUT:
            yield BringOut(card)
        elif face.category == "component":
            for unit in own:
                if unit.is_robot:
                    yield Install(card, unit.id)
        elif face.category == "super-weapon" and face.effect is not None:
            yield from Unleash.aims(state, seat, card, face.effect)
    for unit in own:
        for card, face in zip(unit.cards, unit.faces, strict=True):
            for number in range(len(face.permanent)):
                yield Permanent(card, number)
        if unit.is_chain:
            yield Unlink(unit.id)
    yield from Assemble.of_parts([unit for unit in own if unit.is_part])
    yield from Link.of_units(own)
