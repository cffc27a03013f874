"""What can happen in a Round: order, Activations, Actions, movement, and what comes of the zone."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.effects.cards import Colour
from gattai.games.aristeia.events.setup import at_seat
from gattai.games.aristeia.state import SEATS, SIDES, CharacterId, Declared, State, ZoneId
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import Hex, to_text


class RoundBegan(Event, frozen=True, kw_only=True):
    """ARISTEIA.ROUND.PHASES: a Round begins with Planning."""

    tells = "Round {round}"

    round: int

    def after(self, state: State) -> State:
        """No card lies on the Control Panels."""
        return replace(
            state,
            round=self.round,
            turn=0,
            phase="planning",
            revealed=((), ()),
            orders=tuple(order.now(()) for order in state.orders),
            gained=(0, 0),
        )


class OrderLaid(Event, frozen=True, kw_only=True):
    """ARISTEIA.PLANNING.ORDER: Initiative cards lie face down in their order."""

    seat: Seat
    order: Secret[tuple[CharacterId, ...]]

    def after(self, state: State) -> State:
        """Its owner may look at them."""
        return replace(state, orders=at_seat(state.orders, self.seat, self.order))

    def tell(self, state: Any) -> str:
        """For the log."""
        if not self.order.is_open:
            return f"{SIDES[self.seat]} lays the Running Order"
        names = ", ".join(state.word(who) for who in self.order.open())
        return f"{SIDES[self.seat]} lays the Running Order: {names}"


class InitiativeRevealed(Event, frozen=True, kw_only=True):
    """ARISTEIA.TURN.REVEAL: both cards of the slot are turned over at the same time."""

    tells = "Turn {turn}: {cards}"

    turn: int
    cards: tuple[CharacterId, ...]

    def after(self, state: State) -> State:
        """Everybody knows them; the rest stays face down."""
        orders = tuple(order.now(order.open()[1:]) for order in state.orders)
        revealed = tuple((*state.revealed[seat], self.cards[seat]) for seat in SEATS)
        return replace(state, orders=orders, revealed=revealed, turn=self.turn)


class ActivationsOrdered(Event, frozen=True, kw_only=True):
    """ARISTEIA.TURN.CHOOSE-FIRST: which of the two activates first."""

    order: tuple[CharacterId, ...]

    def after(self, state: State) -> State:
        """They wait for their Activations."""
        return replace(state, waiting=self.order)

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{state.word(self.order[0])} goes first"

    def actor(self, before: State) -> Seat | None:
        """Who goes first."""
        return before.seat_of(self.order[0])


class ActivationBegan(Event, frozen=True, kw_only=True):
    """ARISTEIA.ACT.STEPS: points are set to 0, then the Character gains Action Points."""

    tells = "{who} activates with {ap} Action Points"

    who: CharacterId
    ap: int

    def after(self, state: State) -> State:
        """It is the active Character; what held it firm until now ends."""
        character = state.characters[self.who]
        if character.is_firm:
            state = state.with_character(self.who, replace(character, is_firm=False))
        return replace(
            state,
            active=self.who,
            to_act=character.seat,
            waiting=state.waiting[1:],
            ap=self.ap,
            mp=0,
            extra=(),
            waived=(),
            phase="activation",
        )


class ActivationSkipped(Event, frozen=True, kw_only=True):
    """A Character that cannot be on the board does not activate."""

    tells = "{who} does not activate"

    who: CharacterId

    def after(self, state: State) -> State:
        """The Round goes on."""
        return replace(state, waiting=state.waiting[1:])


class ActionDeclared(Event, frozen=True, kw_only=True):
    """ARISTEIA.ACTION.COST: an Action was declared and paid."""

    who: CharacterId
    action: ActionCard
    ap: int
    mp: int = 0
    target: CharacterId | None = None
    spot: Hex | None = None

    def after(self, state: State) -> State:
        """The points are gone; requirements that were waived for an Attack are used up."""
        declared = Declared(self.who, self.action, self.target, self.spot)
        waived = () if self.action.kind == "attack" else state.waived
        ap, mp = state.ap - self.ap, state.mp - self.mp
        return replace(state, declared=declared, ap=ap, mp=mp, waived=waived)

    def tell(self, state: Any) -> str:
        """For the log."""
        on = ""
        if self.target is not None:
            on = f" on {state.word(self.target)}"
        elif self.spot is not None:
            on = f" on the Obstacle at {to_text(self.spot)}"
        return f"{state.word(self.who)} performs {self.action.name}{on}"


class ActionDenied(Event, frozen=True, kw_only=True):
    """A declared Action fails; its price stays paid."""

    tells = "the Action fails ({why})"

    why: str

    def after(self, state: State) -> State:
        """It will have no effect."""
        assert state.declared is not None
        return replace(state, declared=replace(state.declared, is_denied=True))

    def actor(self, before: State) -> Seat | None:
        """Whose Action it is."""
        return None if before.declared is None else before.seat_of(before.declared.actor)


class ActionEnded(Event, frozen=True, kw_only=True):
    """An Action is over."""

    def after(self, state: State) -> State:
        """Nothing is declared."""
        return replace(state, declared=None)

    def told(self, before: Any, after: Any) -> str:
        """Which; the table before still has it."""
        declared = before.declared
        if declared is None:
            return "the Action is over"
        return f"{before.word(declared.actor)}'s {declared.action.name} is over"

    def actor(self, before: State) -> Seat | None:
        """Whose Action it was."""
        return None if before.declared is None else before.seat_of(before.declared.actor)


class PointsGained(Event, frozen=True, kw_only=True):
    """The active Character gained Action Points or Movement Points."""

    who: CharacterId
    ap: int = 0
    mp: int = 0

    def after(self, state: State) -> State:
        """They can be spent at once; a Character that is not active has no use for them."""
        if self.who != state.active:
            return state
        return replace(state, ap=state.ap + self.ap, mp=state.mp + self.mp)

    def tell(self, state: Any) -> str:
        """For the log."""
        gains = [f"{self.ap} Action Points"] if self.ap else []
        gains += [f"{self.mp} Movement Points"] if self.mp or not gains else []
        return f"{state.word(self.who)} gains {' and '.join(gains)}"


class CharacterMoved(Event, frozen=True, kw_only=True):
    """ARISTEIA.MOVE.STEP: a Movement Point was spent on an adjacent Free space."""

    tells = "{who} moves to {to}"

    who: CharacterId
    to: Hex

    def after(self, state: State) -> State:
        """It stands there."""
        moved = state.with_character(self.who, replace(state.characters[self.who], at=self.to))
        return replace(moved, mp=state.mp - 1)


class MovementLost(Event, frozen=True, kw_only=True):
    """ARISTEIA.DISENGAGE.FAIL: the Character stays and all its Movement Points are lost."""

    tells = "{who} cannot get away and loses its Movement Points"

    who: CharacterId

    def after(self, state: State) -> State:
        """Action Points are kept."""
        return replace(state, mp=0)


class CharacterDisplaced(Event, frozen=True, kw_only=True):
    """ARISTEIA.DISPLACE.NO-DISENGAGE: a Character was Displaced."""

    tells = "{who} is Displaced to {to}"

    who: CharacterId
    to: Hex

    def after(self, state: State) -> State:
        """It stands there."""
        return state.with_character(self.who, replace(state.characters[self.who], at=self.to))


class CharacterPlaced(Event, frozen=True, kw_only=True):
    """ARISTEIA.PLACE.RULE: a Character was put on a space, also from the Bench."""

    tells = "{who} is Placed on {to}"

    who: CharacterId
    to: Hex

    def after(self, state: State) -> State:
        """It stands there."""
        character = replace(state.characters[self.who], at=self.to, off="")
        return state.with_character(self.who, character)


class DicePromised(Event, frozen=True, kw_only=True):
    """The active Character will have more dice in its next roll."""

    dice: tuple[Colour, ...]

    def after(self, state: State) -> State:
        """Until it rolls, or its Activation ends."""
        return replace(state, extra=(*state.extra, *self.dice))

    def tell(self, state: Any) -> str:
        """For the log."""
        whose = "the" if state.active is None else f"{state.word(state.active)}'s"
        return f"{whose} next roll has {' '.join(self.dice)} more"

    def actor(self, before: State) -> Seat | None:
        """The active Character's side."""
        return None if before.active is None else before.seat_of(before.active)


class RequirementWaived(Event, frozen=True, kw_only=True):
    """ARISTEIA.PRIORITY.RULES: a card frees the next Attack from a requirement."""

    what: str

    def after(self, state: State) -> State:
        """Until the next Attack of this Activation."""
        return replace(state, waived=(*state.waived, self.what))

    def tell(self, state: Any) -> str:
        """For the log."""
        whose = "the" if state.active is None else f"{state.word(state.active)}'s"
        return f"{whose} next Attack need not keep {self.what.replace('-', ' ')}"

    def actor(self, before: State) -> Seat | None:
        """The active Character's side."""
        return None if before.active is None else before.seat_of(before.active)


class PointsLost(Event, frozen=True, kw_only=True):
    """ARISTEIA.ACT.LOSE-UNSPENT: what was not spent is lost."""

    tells = "{who} loses {ap} Action and {mp} Movement Points"

    who: CharacterId
    ap: int
    mp: int

    def after(self, state: State) -> State:
        """Nothing is left."""
        return replace(state, ap=0, mp=0, extra=(), waived=())


class ActivationEnded(Event, frozen=True, kw_only=True):
    """An Activation is over."""

    tells = "{who}'s Activation ends"

    who: CharacterId

    def after(self, state: State) -> State:
        """Nobody is active."""
        return replace(state, active=None, declared=None, rolling=None)


class VictoryPointsGained(Event, frozen=True, kw_only=True):
    """A player gained Victory Points."""

    tells = "{seat} gains {points} Victory Points: {why}"

    seat: Seat
    points: int
    why: str

    def after(self, state: State) -> State:
        """They count for the game and for this Round."""
        points = at_seat(state.points, self.seat, state.points[self.seat] + self.points)
        gained = at_seat(state.gained, self.seat, state.gained[self.seat] + self.points)
        return replace(state, points=points, gained=gained)


class ZoneMoved(Event, frozen=True, kw_only=True):
    """ARISTEIA.ASSAULT.MOVE-ZONE: the blue counter lies in another zone."""

    tells = "Scoring Zone: {zone}"

    zone: ZoneId

    def after(self, state: State) -> State:
        """That is the Scoring Zone."""
        return replace(state, zone=self.zone)


class GameEnded(Event, frozen=True, kw_only=True):
    """ARISTEIA.OBJ.END-CHECK: the game is over."""

    def after(self, state: State) -> State:
        """Nothing more is asked."""
        return replace(state, phase="over")

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"the game is over: {state.points[0]} to {state.points[1]} Victory Points"


PLAY_EVENTS = (
    RoundBegan,
    OrderLaid,
    InitiativeRevealed,
    ActivationsOrdered,
    ActivationBegan,
    ActivationSkipped,
    ActionDeclared,
    ActionDenied,
    ActionEnded,
    PointsGained,
    CharacterMoved,
    MovementLost,
    CharacterDisplaced,
    CharacterPlaced,
    DicePromised,
    RequirementWaived,
    PointsLost,
    ActivationEnded,
    VictoryPointsGained,
    ZoneMoved,
    GameEnded,
)
