"""The events of cards: played, upgraded, shown, used for mining, discarded."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.robot_empire.figures import coins
from gattai.games.robot_empire.state import (
    Announced,
    CardId,
    Circle,
    Moon,
    State,
    Unit,
    Window,
)
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


def _played(state: State, seat: Seat, card: CardId, price: int) -> State:
    """ROBOT-EMPIRE.PLAY.PAY, ROBOT-EMPIRE.SPEND.TO-CHEST: the card leaves the hand, coins go to the
    War Chest.
    """
    player = state.players[seat]
    changed = state.with_player(seat, hand=player.hand.without(card), vault=player.vault - price)
    return replace(changed, chest=state.chest + price)


def _announcer(state: State, card: CardId) -> Seat | None:
    """The player who has shown a card that is not carried out yet."""
    shown = (window.announced for window in state.windows)
    return next((each.seat for each in shown if each is not None and each.card == card), None)


class CardBroughtOut(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.PLAY.FRONT, ROBOT-EMPIRE.PLAY.BASE: a card was played to the table."""

    template = "{seat} brings out {card} for {price:coin}"

    seat: Seat
    card: CardId
    price: int

    def after(self, state: State) -> State:
        """Fighters go to the Front Line, Equipment and parts to the Base."""
        unit = Unit((self.card,), (state.card(self.card),), self.seat, state.turn)
        changed = _played(state, self.seat, self.card, self.price)
        return replace(changed, units=(*state.units, unit))


class CardTooDear(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.DICE-COST-SHORT: the rolled price was too high, and the card returns to the
    hand.
    """

    template = "{seat} takes {card} back: {price:coin} would be its price"

    seat: Seat
    card: CardId
    price: int

    def after(self, state: State) -> State:
        return replace(state, tried=(*state.tried, self.card))


class ComponentInstalled(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.COMPONENT.INSTALL: a Component was installed in a Robot."""

    template = "{seat} installs {card} in {unit} for {price:coin}"

    seat: Seat
    card: CardId
    unit: CardId
    price: int

    def after(self, state: State) -> State:
        """From now on it belongs to the Robot."""
        unit = state.by_id[self.unit]
        changed = _played(state, self.seat, self.card, self.price)
        return changed.with_unit(
            self.unit,
            components=(*unit.components, self.card),
            fitted=(*unit.fitted, state.card(self.card)),
        )


class MegaAssembled(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.MEGA.ASSEMBLE: torso and legs became one Robot."""

    template = "{top} and {bottom} become a Mega Robot"
    doers = ("top",)

    top: CardId
    bottom: CardId

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.AMB.MEGA-FIRST-ATTACK: the Mega Robot counts as new."""
        top, bottom = state.by_id[self.top], state.by_id[self.bottom]
        mega = Unit(
            (*top.cards, *bottom.cards),
            (*top.faces, *bottom.faces),
            top.seat,
            state.turn,
            recharging=top.recharging or bottom.recharging,
        )
        rest = [unit for unit in state.units if unit.id not in (self.top, self.bottom)]
        return replace(state, units=(*rest, mega))


class ChainLinked(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.CHAIN.ONE-UNIT: Monsters became one chain."""

    units: tuple[CardId, ...]

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.AMB.CHAIN-NEW-MEMBER: it is as new as its newest member, and Recharging if
        one is.
        """
        members = [state.by_id[card] for card in self.units]
        chain = Unit(
            tuple([card for unit in members for card in unit.cards]),
            tuple([face for unit in members for face in unit.faces]),
            members[0].seat,
            max(unit.since for unit in members),
            recharging=any(unit.recharging for unit in members),
            damage=sum(unit.damage for unit in members),
            circles=tuple([circle for unit in members for circle in unit.circles]),
            boosts=tuple([boost for unit in members for boost in unit.boosts]),
            linked=state.turn,
        )
        rest = [unit for unit in state.units if unit.id not in self.units]
        return replace(state, units=(*rest, chain))

    def describe(self, state: State) -> str:
        cards = state.by_id[self.units[0]].cards if self.units[0] in state.by_id else self.units
        return f"{' and '.join(state.card(card).name for card in cards)} become a chain"

    def actor(self, before: State) -> Seat | None:
        return before.seat_of(self.units[0])


class ChainBroken(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.CHAIN-WHEN: a chain became single Monsters."""

    template = "the chain of {unit} is broken up"

    unit: CardId

    def after(self, state: State) -> State:
        """Each keeps its own state; bonuses for the turn stay with the first."""
        chain = state.by_id[self.unit]
        single = [
            Unit(
                (card,),
                (face,),
                chain.seat,
                chain.since,
                recharging=chain.recharging,
                circles=tuple([circle for circle in chain.circles if circle.card == card]),
                boosts=chain.boosts if card == chain.id else (),
            )
            for card, face in zip(chain.cards, chain.faces, strict=True)
        ]
        rest = [unit for unit in state.units if unit.id != self.unit]
        return replace(state, units=(*rest, *single))


class UpgradePaid(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.UPG.COINS-STAY: coins were placed on an upgrade circle."""

    unit: CardId
    circle: Circle

    def after(self, state: State) -> State:
        """The Vault pays, but the War Chest gets nothing."""
        unit = state.by_id[self.unit]
        player = state.players[unit.seat]
        changed = state.with_player(unit.seat, vault=player.vault - self.circle.coins)
        return changed.with_unit(self.unit, circles=(*unit.circles, self.circle))

    def describe(self, state: State) -> str:
        """The upgrade; the unit may be gone by the end of the action."""
        price, what = coins(self.circle.coins), state.card(self.circle.card).name
        unit = state.by_id.get(self.unit)
        paid = f"{state.box.seats[unit.seat]} pays {price}" if unit else f"{price} paid"
        return f"{paid} for {what}'s {self.circle.kind} upgrade"


class CardAnnounced(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AGENT.REVEAL: an Agent or a Super Weapon was shown to all and paid for."""

    heads = True

    announced: Announced
    price: int
    waiting: tuple[Seat, ...] = ()

    def after(self, state: State) -> State:
        """It will be carried out when no player answers any more."""
        shown = self.announced
        changed = _played(state, shown.seat, shown.card, self.price)
        window = Window("announced", self.waiting, shown)
        return replace(changed, windows=(*state.windows, window))

    def describe(self, state: State) -> str:
        shown = self.announced
        aim = ""
        if shown.unit is not None:
            aim = f" at {state.card(shown.unit).name}"
        elif shown.at is not None:
            aim = f" at {state.box.seats[shown.at]}"
        verb = "springs" if shown.kind == "agent" else "unleashes"
        who = state.box.seats[shown.seat]
        return f"{who} {verb} {state.card(shown.card).name}{aim} for {coins(self.price)}"

    def actor(self, before: State) -> Seat | None:
        return self.announced.seat


class ShotAnnounced(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.LR.TAP: a weapon shoots, and recharges from now on."""

    heads = True

    announced: Announced
    waiting: tuple[Seat, ...] = ()

    def after(self, state: State) -> State:
        window = Window("announced", self.waiting, self.announced)
        changed = state.with_unit(self.announced.card, recharging=True)
        return replace(changed, windows=(*state.windows, window))

    def describe(self, state: State) -> str:
        assert self.announced.unit is not None
        target = state.card(self.announced.unit).name
        shooter = f"{state.box.seats[self.announced.seat]}'s {state.card(self.announced.card).name}"
        return f"{shooter} shoots at {target} for {self.announced.amount}"

    def actor(self, before: State) -> Seat | None:
        return self.announced.seat


class AgentCancelled(Event, frozen=True, kw_only=True):
    """An Agent was cancelled; its price stays paid (ROBOT-EMPIRE.AMB.AGENT-STACK)."""

    template = "{card} is cancelled"

    card: CardId

    def after(self, state: State) -> State:
        windows = tuple(
            replace(window, announced=replace(window.announced, cancelled=True))
            if window.announced is not None and window.announced.card == self.card
            else window
            for window in state.windows
        )
        return replace(state, windows=windows)

    def actor(self, before: State) -> Seat | None:
        return _announcer(before, self.card)


class CardSpent(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.CARD.AGENT, ROBOT-EMPIRE.CARD.SUPER: the card was used once and is discarded."""

    template = "{card} is discarded"

    card: CardId

    def after(self, state: State) -> State:
        return replace(state.with_discarded((self.card,)), windows=state.windows[:-1])

    def actor(self, before: State) -> Seat | None:
        return _announcer(before, self.card)


class Landed(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.MOON.LAND, ROBOT-EMPIRE.MOON.LANDING-COST: a Robot landed on a Moon."""

    unit: CardId
    moon: CardId
    price: int

    def after(self, state: State) -> State:
        seat = state.by_id[self.unit].seat
        changed = state.with_player(seat, vault=state.players[seat].vault - self.price)
        changed = changed.with_unit(self.unit, moon=self.moon, landed=state.turn)
        return replace(changed, chest=state.chest + self.price, mined=True)

    def describe(self, state: State) -> str:
        who, where = state.card(self.unit).name, state.card(self.moon).name
        return f"{who} lands on {where}{f' for {coins(self.price)}' if self.price else ''}"


class CameHome(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.MOON.RETURN, ROBOT-EMPIRE.MOON.RETURN-RECHARGES: it came home with the harvest,
    Recharging.
    """

    unit: CardId
    moon: CardId
    harvest: int
    bonus: int
    refill: int

    def after(self, state: State) -> State:
        """ROBOT-EMPIRE.AMB.MOON-AFTER: the Moon is filled again while the War Chest has coins."""
        seat = state.by_id[self.unit].seat
        vault = state.players[seat].vault + self.harvest + self.bonus
        changed = state.with_player(seat, vault=vault)
        changed = changed.with_unit(self.unit, moon=None, recharging=True)
        moons = tuple(
            [Moon(m.card, self.refill) if m.card == self.moon else m for m in state.moons]
        )
        chest = state.chest - self.bonus - self.refill
        return replace(changed, moons=moons, chest=chest, mined=True)

    def describe(self, state: State) -> str:
        more = f" and {self.bonus} more" if self.bonus else ""
        return f"{state.card(self.unit).name} comes home with {coins(self.harvest)}{more}"


class HandCardDiscarded(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.DRAW.DISCARD-FREE, ROBOT-EMPIRE.DRAW.DISCARD-PAID: a card was discarded."""

    seat: Seat
    card: CardId
    price: int

    def after(self, state: State) -> State:
        changed = _played(state, self.seat, self.card, self.price)
        return replace(changed.with_discarded((self.card,)), discarded=state.discarded + 1)

    def describe(self, state: State) -> str:
        price = f" for {coins(self.price)}" if self.price else ""
        return f"{state.box.seats[self.seat]} discards {state.card(self.card).name}{price}"


CARD_EVENTS: tuple[type[Event], ...] = (
    CardBroughtOut,
    CardTooDear,
    ComponentInstalled,
    MegaAssembled,
    ChainLinked,
    ChainBroken,
    UpgradePaid,
    CardAnnounced,
    ShotAnnounced,
    AgentCancelled,
    CardSpent,
    Landed,
    CameHome,
    HandCardDiscarded,
)
