"""The state: players with their coins and hands, the rows, Moons, and whose turn it is."""

from __future__ import annotations

from typing import Literal, NewType

import msgspec
from msgspec.structs import replace

from gattai.games.robot_empire.cards import PARTS, ROBOTS, GameCard, Upgrade
from gattai.kernel.lazy import lazy
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.template import Speech

CardId = NewType("CardId", int)
"""The index of a single card in `Box.cards`. A unit is named by its first card."""
Cards = Secret[tuple[CardId, ...]]
FULL_BATTERY = 20
FIRST_VAULT = 6
"""ROBOT-EMPIRE.SETUP.BATTERY, ROBOT-EMPIRE.SETUP.VAULT: the coins in a Vault at the start."""

Watch = Literal["always", "attacked", "never"]
Phase = Literal[
    "batteries",
    "moon",
    "depot",
    "hands",
    "first",
    "begin",
    "play",
    "mining",
    "long-range",
    "attackers",
    "attacked",
    "blockers",
    "battle",
    "fought",
    "discard",
    "end",
    "over",
]


class Box(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """What never changes during a game: every single card, its owner, the coins, the variants."""

    cards: tuple[GameCard, ...]
    names: tuple[str, ...]
    pile_of: tuple[int, ...]
    """ROBOT-EMPIRE.DECK.DISCARD: the deck and pile of each card; all 0 if there is only one."""
    seats: tuple[str, ...]
    supply: int
    ports: bool = False
    turn_limit: int = 0

    @lazy
    def speech(self) -> Speech:
        """The names of single cards and players."""
        names = tuple(card.name for card in self.cards)
        return {CardId: names.__getitem__, Seat: self.seats.__getitem__}

    @lazy
    def cheapest_agent(self) -> int | None:
        """The lowest price of any Agent in this game; None if there is none."""
        costs = [int(c.cost) for c in self.cards if c.category == "agent"]
        return min(costs) if costs else None

    @lazy
    def cheapest_answer(self) -> int | None:
        """The lowest price of any card that can answer an Agent."""
        agents = [c for c in self.cards if c.category == "agent"]
        costs = [int(c.cost) for c in agents if c.effect and c.effect.target == "agent"]
        return min(costs) if costs else None


class Player(msgspec.Struct, frozen=True):
    """A seat's coins and hand, and when its player wants to be asked (ROBOT-EMPIRE.AMB.WATCH)."""

    hand: Cards
    battery: int = 0
    vault: int = 0
    watch: Watch = "attacked"
    rests: bool = False
    """Whether the player is not asked again in this turn."""
    is_out: bool = False


class Circle(msgspec.Struct, frozen=True, gc=False):
    """ROBOT-EMPIRE.UPG.COINS-STAY: a paid upgrade, named by its card and its index there."""

    card: CardId
    kind: Literal["permanent", "instant"]
    number: int
    coins: int


class Boost(msgspec.Struct, frozen=True, gc=False):
    """A bonus until the turn ends."""

    attack: int = 0
    defense: int = 0
    keyword: str = ""


class Unit(msgspec.Struct, frozen=True, dict=True):
    """One thing on the table: a Robot, a Mega Robot, a Monster, a chain, or Equipment.

    A single part of a Mega Robot in the Base is a unit too, but not a fighter.
    """

    cards: tuple[CardId, ...]
    faces: tuple[GameCard, ...]
    seat: Seat
    since: int
    """The turn in which it came under this player's control in its current form."""
    recharging: bool = False
    damage: int = 0
    components: tuple[CardId, ...] = ()
    fitted: tuple[GameCard, ...] = ()
    circles: tuple[Circle, ...] = ()
    boosts: tuple[Boost, ...] = ()
    moon: CardId | None = None
    landed: int = 0
    linked: int = 0
    """The turn in which a chain was linked."""
    shielded: int = 0
    """The damage to others that it has prevented this turn."""

    @property
    def id(self) -> CardId:
        return self.cards[0]

    @lazy
    def is_mega(self) -> bool:
        """Return whether it is a complete Mega Robot."""
        return len(self.cards) == 2 and self.faces[0].category == "mega-top"

    @lazy
    def is_part(self) -> bool:
        """ROBOT-EMPIRE.MEGA.PARTIAL: whether it is half a Mega Robot."""
        return self.faces[0].category in PARTS and not self.is_mega

    @lazy
    def is_robot(self) -> bool:
        """ROBOT-EMPIRE.CARD.ROBOT: whether it is a Robot or a complete Mega Robot
        (ROBOT-EMPIRE.CARD.MEGA).
        """
        return self.faces[0].category in ROBOTS and not self.is_part

    @lazy
    def is_monster(self) -> bool:
        """Return whether it is a Monster or a chain of them."""
        return self.faces[0].category == "monster"

    @lazy
    def is_fighter(self) -> bool:
        """Whether it belongs in the Front Line (ROBOT-EMPIRE.SETUP.ROWS)."""
        return self.is_robot or self.is_monster

    @lazy
    def is_equipment(self) -> bool:
        """Return whether it is Equipment in the Base."""
        return self.faces[0].category == "equipment"

    @lazy
    def is_chain(self) -> bool:
        """ROBOT-EMPIRE.CHAIN.ONE-UNIT: whether it is several Monsters that act as one."""
        return self.is_monster and len(self.cards) > 1

    @lazy
    def title(self) -> str:
        """The name of its card, or the names of all its cards."""
        if self.is_mega:
            return f"{self.faces[0].name} on {self.faces[1].name}"
        if self.is_chain:
            return "Chain of " + ", ".join(face.name for face in self.faces)
        return self.faces[0].name

    @property
    def row(self) -> str:
        """The Front Line, the Base, or the Moon it is on."""
        return "moon" if self.moon is not None else "front" if self.is_fighter else "base"

    @lazy
    def coins(self) -> int:
        """The sum of the coins on its circles."""
        return sum(circle.coins for circle in self.circles)

    def upgrade(self, card: CardId, kind: str, number: int) -> Upgrade | None:
        """Return an upgrade printed on one of its cards."""
        if card not in self.cards:
            return None
        face = self.faces[self.cards.index(card)]
        printed = face.permanent if kind == "permanent" else face.instant
        return printed[number] if 0 <= number < len(printed) else None

    def is_paid(self, card: CardId, kind: str, number: int) -> bool:
        """Return whether that circle is paid for."""
        return any((c.card, c.kind, c.number) == (card, kind, number) for c in self.circles)


class Moon(msgspec.Struct, frozen=True, gc=False):
    """ROBOT-EMPIRE.CARD.MOON: a Moon in the middle of the table, and the coins on it."""

    card: CardId
    coins: int


class DeclaredAttack(msgspec.Struct, frozen=True, gc=False):
    """One attacker, the player it attacks, and its blockers."""

    unit: CardId
    at: Seat
    blockers: tuple[CardId, ...] = ()
    blocked: bool = False
    """It stays True even if the blockers are gone (ROBOT-EMPIRE.AMB.BLOCKER-GONE)."""
    prevented: int = 0


class Announced(msgspec.Struct, frozen=True, gc=False):
    """Something shown to all that will be carried out: an Agent, a Super Weapon, or a shot."""

    kind: Literal["agent", "super-weapon", "shot"]
    seat: Seat
    card: CardId
    unit: CardId | None = None
    at: Seat | None = None
    amount: int = 0
    cancelled: bool = False


Moment = Literal["turn", "play", "mining", "announced", "attackers", "blockers", "damage"]


class Window(msgspec.Struct, frozen=True, gc=False):
    """ROBOT-EMPIRE.AMB.AGENT-WINDOWS: a window between two steps, and the players who have not
    passed yet.
    """

    moment: Moment
    waiting: tuple[Seat, ...]
    announced: Announced | None = None


class Rulings(msgspec.Struct, frozen=True, gc=False):
    """The readings of rulings for this match; `rulebook.toml` explains each."""

    overflow: Literal["lost", "battery"] = "lost"
    blockers_gone: Literal["blocked", "unblocked"] = "blocked"
    refill: Literal["seven", "discards"] = "seven"


class State(msgspec.Struct, frozen=True, dict=True):
    """The state of a game between two answers."""

    box: Box
    players: tuple[Player, ...]
    decks: tuple[Cards, ...]
    piles: tuple[tuple[CardId, ...], ...]
    """ROBOT-EMPIRE.SETUP.DISCARD: the discard piles, one for each deck."""
    chest: int
    bag: tuple[CardId, ...] = ()
    """The Moons from which the first one is drawn."""
    units: tuple[Unit, ...] = ()
    moons: tuple[Moon, ...] = ()
    phase: Phase = "batteries"
    unshuffled: tuple[int, ...] = ()
    """The decks that still have to be shuffled."""
    first: Seat = Seat(0)
    active: Seat = Seat(0)
    turn: int = 0
    owed: tuple[tuple[Seat, int], ...] = ()
    """The players who have to draw, and how many cards."""
    windows: tuple[Window, ...] = ()
    """The stack of interrupted windows; the last one is open."""
    onsets: tuple[DeclaredAttack, ...] = ()
    blocking: tuple[Seat, ...] = ()
    """The attacked players who still have to choose blockers, in order."""
    tried: tuple[CardId, ...] = ()
    """Cards whose rolled price was too high this turn."""
    mined: bool = False
    """Whether a Robot has landed or come home in this turn."""
    discarded: int = 0
    has_set_watch: bool = False
    winners: tuple[Seat, ...] = ()
    ended_by: str = ""
    rulings: Rulings = Rulings()

    @lazy
    def by_id(self) -> dict[CardId, Unit]:
        """All units by their first cards."""
        return {unit.cards[0]: unit for unit in self.units}

    @lazy
    def holder(self) -> dict[CardId, Unit]:
        """The unit of each card on the table, without Components."""
        return {card: unit for unit in self.units for card in unit.cards}

    @lazy
    def alive(self) -> tuple[Seat, ...]:
        """The players who are still in the game."""
        return tuple([Seat(s) for s, player in enumerate(self.players) if not player.is_out])

    @lazy
    def in_order(self) -> tuple[Seat, ...]:
        """ROBOT-EMPIRE.SETUP.CLOCKWISE: the players still in the game, beginning with the active one."""
        count = len(self.players)
        seats = [Seat((self.active + step) % count) for step in range(count)]
        return tuple([seat for seat in seats if not self.players[seat].is_out])

    @lazy
    def asked(self) -> Seat:
        """The player who is asked now, or None."""
        if self.windows:
            return self.windows[-1].waiting[0] if self.windows[-1].waiting else self.active
        return self.blocking[0] if self.phase == "blockers" and self.blocking else self.active

    @lazy
    def landed_on(self) -> dict[CardId, CardId]:
        """The Robot on each Moon."""
        return {unit.moon: unit.id for unit in self.units if unit.moon is not None}

    def own(self, seat: Seat) -> list[Unit]:
        """The units of a player."""
        return [unit for unit in self.units if unit.seat == seat]

    def card(self, card: CardId) -> GameCard:
        """Return the printed card of a single card."""
        return self.box.cards[card]

    def seat_of(self, unit: CardId) -> Seat | None:
        """The seat that owns a unit on the table."""
        found = self.by_id.get(unit)
        return None if found is None else found.seat

    def name(self, card: CardId) -> str:
        """Return a single card's name at this table."""
        return self.box.names[card]

    @property
    def speech(self) -> Speech:
        """The names of single cards and players in the log."""
        return self.box.speech

    @property
    def titles(self) -> Speech:
        """The names in options: a unit by all its cards."""
        return {**self.box.speech, CardId: self.called}

    def called(self, card: CardId) -> str:
        """A unit by all its cards; any other card by its name."""
        unit = self.by_id.get(card)
        return self.box.cards[card].name if unit is None else unit.title

    def deck_of(self, seat: Seat) -> int:
        """ROBOT-EMPIRE.DECK.SIZE: the deck from which a player draws."""
        return seat if len(self.decks) > 1 else 0

    def has(self, seat: Seat, card: CardId) -> bool:
        """Whether a card is in a hand, if this view shows it."""
        hand = self.players[seat].hand
        return hand.is_open and card in hand.open()

    def declared_attack_of(self, unit: CardId) -> DeclaredAttack | None:
        """The attack of a unit, if it is attacking."""
        return next((declared for declared in self.onsets if declared.unit == unit), None)

    def blocks(self, unit: CardId) -> DeclaredAttack | None:
        """The attack that a unit blocks, or None."""
        return next((declared for declared in self.onsets if unit in declared.blockers), None)

    def with_player(self, seat: Seat, **changes: object) -> State:
        """Return the state with one player changed."""
        player = replace(self.players[seat], **changes)
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_discarded(self, cards: tuple[CardId, ...]) -> State:
        """ROBOT-EMPIRE.DECK.DISCARD: put each card on the pile of its owner, or on the common one."""
        piles = [*self.piles]
        for card in cards:
            number = self.box.pile_of[card]
            piles[number] = (*piles[number], card)
        return replace(self, piles=tuple(piles))

    def with_unit(self, card: CardId, **changes: object) -> State:
        """Return the state with one unit changed."""
        units = tuple(
            [replace(unit, **changes) if unit.cards[0] == card else unit for unit in self.units]
        )
        return replace(self, units=units)
