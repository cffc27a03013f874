"""The events of a Round: order, Activations, Actions, movement, scoring."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.effects.effect_card import Colour
from gattai.games.aristeia.events.setup import at_seat
from gattai.games.aristeia.state import SEATS, SIDES, CharacterId, Declared, State, ZoneId
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import Hex, to_text


class RoundBegan(Event, frozen=True, kw_only=True):
    """ARISTEIA.ROUND.PHASES: a Round began with Planning."""

    template = "Round {round}"

    round: int

    def after(self, state: State) -> State:
        return replace(
            state,
            round=self.round,
            turn=0,
            phase="planning",
            revealed=((), ()),
            orders=tuple(order.became(()) for order in state.orders),
            gained=(0, 0),
        )


class OrderLaid(Event, frozen=True, kw_only=True):
    """ARISTEIA.PLANNING.ORDER: the Initiative cards were laid face down in order."""

    seat: Seat
    order: Secret[tuple[CharacterId, ...]]

    def after(self, state: State) -> State:
        return replace(state, orders=at_seat(state.orders, self.seat, self.order))

    def describe(self, state: State) -> str:
        if not self.order.is_open:
            return f"{SIDES[self.seat]} lays the Running Order"
        names = ", ".join(state.word(who) for who in self.order.open())
        return f"{SIDES[self.seat]} lays the Running Order: {names}"


class InitiativeRevealed(Event, frozen=True, kw_only=True):
    """ARISTEIA.TURN.REVEAL: both cards of the slot were turned over at the same time."""

    template = "Turn {turn}: {cards}"

    turn: int
    cards: tuple[CharacterId, ...]

    def after(self, state: State) -> State:
        """Both players see them; the others stay face down."""
        orders = tuple(order.rest(1) for order in state.orders)
        revealed = tuple((*state.revealed[seat], self.cards[seat]) for seat in SEATS)
        return replace(state, orders=orders, revealed=revealed, turn=self.turn)


class ActivationsOrdered(Event, frozen=True, kw_only=True):
    """ARISTEIA.TURN.CHOOSE-FIRST: which of the two activates first was decided."""

    order: tuple[CharacterId, ...]

    def after(self, state: State) -> State:
        return replace(state, waiting=self.order)

    def describe(self, state: State) -> str:
        return f"{state.word(self.order[0])} goes first"

    def actor(self, before: State) -> Seat | None:
        return before.seat_of(self.order[0])


class ActivationBegan(Event, frozen=True, kw_only=True):
    """ARISTEIA.ACT.STEPS: points were set to 0, then the Character gained Action Points."""

    template = "{who} activates with {ap} Action Points"

    who: CharacterId
    ap: int

    def after(self, state: State) -> State:
        """It is the active Character; effects that held it in place end."""
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

    template = "{who} does not activate"

    who: CharacterId

    def after(self, state: State) -> State:
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
        """The points are spent; requirements that were waived for an Attack are used up."""
        declared = Declared(self.who, self.action, self.target, self.spot)
        waived = () if self.action.kind == "attack" else state.waived
        ap, mp = state.ap - self.ap, state.mp - self.mp
        return replace(state, declared=declared, ap=ap, mp=mp, waived=waived)

    def describe(self, state: State) -> str:
        on = ""
        if self.target is not None:
            on = f" on {state.word(self.target)}"
        elif self.spot is not None:
            on = f" on the Obstacle at {to_text(self.spot)}"
        return f"{state.word(self.who)} performs {self.action.name}{on}"


class ActionDenied(Event, frozen=True, kw_only=True):
    """A declared Action failed; its price stays paid."""

    template = "the Action fails ({why})"

    why: str

    def after(self, state: State) -> State:
        assert state.declared is not None
        return replace(state, declared=replace(state.declared, is_denied=True))

    def actor(self, before: State) -> Seat | None:
        return None if before.declared is None else before.seat_of(before.declared.actor)


class ActionEnded(Event, frozen=True, kw_only=True):
    """The current Action has ended."""

    def after(self, state: State) -> State:
        return replace(state, declared=None)

    def describe_change(self, before: State, after: State) -> str:
        """The Action, which only the state before still has."""
        declared = before.declared
        if declared is None:
            return "the Action is over"
        return f"{before.word(declared.actor)}'s {declared.action.name} is over"

    def actor(self, before: State) -> Seat | None:
        return None if before.declared is None else before.seat_of(before.declared.actor)


class PointsGained(Event, frozen=True, kw_only=True):
    """The active Character gained Action Points or Movement Points."""

    who: CharacterId
    ap: int = 0
    mp: int = 0

    def after(self, state: State) -> State:
        """They can be spent at once; a Character that is not active cannot use them."""
        if self.who != state.active:
            return state
        return replace(state, ap=state.ap + self.ap, mp=state.mp + self.mp)

    def describe(self, state: State) -> str:
        gains = [f"{self.ap} Action Points"] if self.ap else []
        gains += [f"{self.mp} Movement Points"] if self.mp or not gains else []
        return f"{state.word(self.who)} gains {' and '.join(gains)}"


class CharacterMoved(Event, frozen=True, kw_only=True):
    """ARISTEIA.MOVE.STEP: a Movement Point was spent to enter an adjacent Free space."""

    template = "{who} moves to {to}"

    who: CharacterId
    to: Hex

    def after(self, state: State) -> State:
        moved = state.with_character(self.who, replace(state.characters[self.who], at=self.to))
        return replace(moved, mp=state.mp - 1)


class MovementLost(Event, frozen=True, kw_only=True):
    """ARISTEIA.DISENGAGE.FAIL: the Character stays where it is and loses all its Movement Points."""

    template = "{who} cannot get away and loses its Movement Points"

    who: CharacterId

    def after(self, state: State) -> State:
        return replace(state, mp=0)


class CharacterDisplaced(Event, frozen=True, kw_only=True):
    """ARISTEIA.DISPLACE.NO-DISENGAGE: a Character was Displaced."""

    template = "{who} is Displaced to {to}"

    who: CharacterId
    to: Hex

    def after(self, state: State) -> State:
        return state.with_character(self.who, replace(state.characters[self.who], at=self.to))


class CharacterPlaced(Event, frozen=True, kw_only=True):
    """ARISTEIA.PLACE.RULE: a Character was Placed on a space, possibly from the Bench."""

    template = "{who} is Placed on {to}"

    who: CharacterId
    to: Hex

    def after(self, state: State) -> State:
        character = replace(state.characters[self.who], at=self.to, off="")
        return state.with_character(self.who, character)


class DicePromised(Event, frozen=True, kw_only=True):
    """The active Character will have additional dice in its next roll."""

    dice: tuple[Colour, ...]

    def after(self, state: State) -> State:
        return replace(state, extra=(*state.extra, *self.dice))

    def describe(self, state: State) -> str:
        whose = "the" if state.active is None else f"{state.word(state.active)}'s"
        return f"{whose} next roll has {' '.join(self.dice)} more"

    def actor(self, before: State) -> Seat | None:
        return None if before.active is None else before.seat_of(before.active)


class RequirementWaived(Event, frozen=True, kw_only=True):
    """ARISTEIA.PRIORITY.RULES: a card lets the next Attack ignore a requirement."""

    what: str

    def after(self, state: State) -> State:
        return replace(state, waived=(*state.waived, self.what))

    def describe(self, state: State) -> str:
        whose = "the" if state.active is None else f"{state.word(state.active)}'s"
        return f"{whose} next Attack need not keep {self.what.replace('-', ' ')}"

    def actor(self, before: State) -> Seat | None:
        return None if before.active is None else before.seat_of(before.active)


class PointsLost(Event, frozen=True, kw_only=True):
    """ARISTEIA.ACT.LOSE-UNSPENT: unspent points were lost."""

    template = "{who} loses {ap} Action and {mp} Movement Points"

    who: CharacterId
    ap: int
    mp: int

    def after(self, state: State) -> State:
        return replace(state, ap=0, mp=0, extra=(), waived=())


class ActivationEnded(Event, frozen=True, kw_only=True):
    """The Activation of a Character ended."""

    template = "{who}'s Activation ends"

    who: CharacterId

    def after(self, state: State) -> State:
        return replace(state, active=None, declared=None, rolling=None)


class VictoryPointsGained(Event, frozen=True, kw_only=True):
    """A player gained Victory Points."""

    template = "{seat} gains {points} Victory Points: {why}"

    seat: Seat
    points: int
    why: str

    def after(self, state: State) -> State:
        """They count for the game and for this Round."""
        points = at_seat(state.points, self.seat, state.points[self.seat] + self.points)
        gained = at_seat(state.gained, self.seat, state.gained[self.seat] + self.points)
        return replace(state, points=points, gained=gained)


class ZoneMoved(Event, frozen=True, kw_only=True):
    """ARISTEIA.ASSAULT.MOVE-ZONE: the blue counter moved to another zone."""

    template = "Scoring Zone: {zone}"

    zone: ZoneId

    def after(self, state: State) -> State:
        return replace(state, zone=self.zone)


class GameEnded(Event, frozen=True, kw_only=True):
    """ARISTEIA.OBJ.END-CHECK: the game is over."""

    def after(self, state: State) -> State:
        return replace(state, phase="over")

    def describe(self, state: State) -> str:
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
