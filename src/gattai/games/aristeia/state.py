"""The state of a game: Characters, cards, points, and the current roll."""

from __future__ import annotations

from typing import Any, Literal, NewType

import msgspec

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import ActionCard, CharacterCard, StateCard, StateSide, TacticCard
from gattai.games.aristeia.effects.effect_card import Colour, Symbol
from gattai.games.aristeia.effects.wording import zone_name
from gattai.games.aristeia.roll.symbols import NOTHING, Symbols, in_words
from gattai.kernel.lazy import lazy
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.template import Speech
from gattai.tabletop.hexes import Hex, to_text

CharacterId = NewType("CharacterId", int)
"""The index of a Character in `State.characters`: Green's four, then Orange's."""
ZoneId = NewType("ZoneId", str)

GREEN, ORANGE = Seat(0), Seat(1)
SEATS = (GREEN, ORANGE)
SIDES = ("green", "orange")

Phase = Literal[
    "teams",
    "first-pick",
    "draft",
    "decks",
    "shuffle",
    "redraw",
    "underdog",
    "zones",
    "deploy",
    "planning",
    "first",
    "return",
    "activation",
    "next-zone",
    "over",
]
Cards = Secret[tuple[TacticCard, ...]]


def other(seat: Seat) -> Seat:
    return ORANGE if seat == GREEN else GREEN


class Token(msgspec.Struct, frozen=True):
    """ARISTEIA.STATE.IMPOSE: a State's token on a Character, and the Character that caused it."""

    state: StateCard
    is_red: bool = True
    cause: CharacterId | None = None

    @property
    def side(self) -> StateSide:
        """ARISTEIA.STATE.SIDES: the effect of the side that is up."""
        return self.state.red if self.is_red else self.state.blue


class Character(msgspec.Struct, frozen=True):
    """A Character of a team, on the board or off it."""

    name: str
    card: CharacterCard
    seat: Seat
    at: Hex | None = None
    off: Literal["", "infirmary", "bench"] = ""
    """Where it is when it is off the board after deployment."""
    damage: int = 0
    tokens: tuple[Token, ...] = ()
    is_firm: bool = False
    """Whether it cannot be Displaced until its next Activation begins."""

    @property
    def is_rooted(self) -> bool:
        """Whether a State forbids its Movement and Displacement."""
        return any(token.side.rooted for token in self.tokens)


class Side(msgspec.Struct, frozen=True):
    """One Character's part of a roll: its dice, and its current symbols."""

    who: CharacterId
    seat: Seat
    dice: tuple[Colour, ...]
    printed: tuple[Symbol, ...] = ()
    """ARISTEIA.ROLL.PRINTED-SYMBOL: symbols of the pool without a die."""
    symbols: Symbols = NOTHING
    faces: tuple[str, ...] = ()
    """The single dice, if it matters which symbols are on the same die."""


class Rolling(msgspec.Struct, frozen=True):
    """The current roll, the active Character's side first; a Simple Roll has one side."""

    kind: Literal["attack", "action", "disengage"]
    action: str
    sides: tuple[Side, ...]
    is_adjacent: bool = False
    """Whether the two were adjacent when the roll was called for."""
    used: tuple[tuple[CharacterId, str], ...] = ()
    """The Automatic Skills used in it."""
    firm: tuple[CharacterId, ...] = ()
    """The Characters that it cannot Displace."""
    again: tuple[int, ...] = ()
    """The sides that may reroll dice."""
    repeats: int = 0
    other_target: bool = False
    is_won: bool = False
    """Whether it counts as won without dice."""


class Declared(msgspec.Struct, frozen=True):
    """An Action in progress: its Character and its Target."""

    actor: CharacterId
    action: ActionCard
    target: CharacterId | None = None
    spot: Hex | None = None
    """The Obstacle that is its Target."""
    is_denied: bool = False


class Playing(msgspec.Struct, frozen=True):
    """ARISTEIA.TACTIC.DISCARD: a Tactic that was played and is not discarded yet."""

    seat: Seat
    tactic: TacticCard
    is_cancelled: bool = False


class Rulings(msgspec.Struct, frozen=True, gc=False):
    """The readings of rulings for this match; `rulebook.toml` explains each."""

    same_zone: Literal["allowed", "refused"] = "allowed"
    nil_tie: Literal["passes", "stays"] = "passes"


class State(msgspec.Struct, frozen=True, dict=True):
    """The state of a game. Hands, decks and face-down Initiative cards are secret."""

    box: Box
    style: Literal["preset", "custom", "draft"]
    first_game: bool
    characters: tuple[Character, ...]
    picks: tuple[Secret[tuple[CharacterCard, ...]], ...]
    """ARISTEIA.TEAM.SECRET: the Characters picked so far, while teams are built."""
    lists: tuple[Cards, ...]
    """The Tactics of each deck: public for preset teams, otherwise known only to its player."""
    decks: tuple[Cards, ...]
    """The decks, top card first; neither player knows the order."""
    hands: tuple[Cards, ...]
    orders: tuple[Secret[tuple[CharacterId, ...]], ...]
    """ARISTEIA.PLANNING.ORDER: the face-down Initiative cards, the next one first."""
    set_aside: tuple[tuple[TacticCard, ...], ...] = ((), ())
    """Starting hands set aside before shuffling, in the first game."""
    places: tuple[Hex, ...] = ()
    """The places of deployment in the first game."""
    phase: Phase = "shuffle"
    to_act: Seat = GREEN
    underdog: Seat = GREEN
    unshuffled: tuple[Seat, ...] = SEATS
    """The seats whose decks have to be shuffled now."""
    redrawn: bool = False
    """Whether both players have decided about their starting hands."""
    homes: tuple[ZoneId, ...] = ()
    """The zones in which the teams start."""
    zone: ZoneId = ZoneId("")
    """ARISTEIA.ASSAULT.ZONE: the Scoring Zone."""
    round: int = 0
    turn: int = 0
    revealed: tuple[tuple[CharacterId, ...], ...] = ((), ())
    """The open Initiative cards of this Round."""
    waiting: tuple[CharacterId, ...] = ()
    """The Characters that still activate in this Turn, in order."""
    active: CharacterId | None = None
    ap: int = 0
    mp: int = 0
    extra: tuple[Colour, ...] = ()
    """Dice for the active Character's next roll."""
    waived: tuple[str, ...] = ()
    """Requirements that its next Attack may ignore."""
    declared: Declared | None = None
    rolling: Rolling | None = None
    playing: tuple[Playing, ...] = ()
    discards: tuple[tuple[TacticCard, ...], ...] = ((), ())
    spared: tuple[CharacterId, ...] = ()
    """The Characters that get no State on the way to the Bench."""
    points: tuple[int, ...] = (0, 0)
    gained: tuple[int, ...] = (0, 0)
    """The Victory Points of this Round."""
    frags: tuple[int, ...] = (0, 0)
    needs_score: bool = False
    rulings: Rulings = Rulings()
    """The readings of rulings for this match."""

    @lazy
    def speech(self) -> Speech:
        """The names of Characters, cards, spaces and sides in the log."""
        return {
            CharacterId: self.word,
            CharacterCard: _name_of,
            TacticCard: _name_of,
            StateCard: _name_of,
            ZoneId: zone_name,
            Hex: to_text,
            Seat: SIDES.__getitem__,
            Symbols: in_words,
        }

    @lazy
    def titles(self) -> Speech:
        """The names in options: Characters as on their cards."""
        return {**self.speech, CharacterId: self.called}

    def word(self, who: CharacterId) -> str:
        """The word for a Character in the log."""
        return self.characters[who].name

    def called(self, who: CharacterId) -> str:
        """The name on a Character's card, with its side if both teams have it."""
        character = self.characters[who]
        name = character.card.name
        alone = sum(each.card.name == name for each in self.characters) == 1
        return name if alone else f"{SIDES[character.seat]}'s {name}"

    def seat_of(self, who: CharacterId) -> Seat:
        """The seat that owns a Character."""
        return self.characters[who].seat

    def with_character(self, who: CharacterId, character: Character) -> State:
        """Return the state with one Character changed."""
        everybody = (*self.characters[:who], character, *self.characters[who + 1 :])
        return msgspec.structs.replace(self, characters=everybody)

    @lazy
    def on_board(self) -> tuple[tuple[CharacterId, Character, Hex], ...]:
        """The Characters on the board with their spaces."""
        return tuple(
            [(CharacterId(n), c, c.at) for n, c in enumerate(self.characters) if c.at is not None]
        )

    @lazy
    def standing(self) -> dict[Hex, CharacterId]:
        """ARISTEIA.SPACE.OCCUPIED: the Character on each space."""
        return {at: who for who, _, at in self.on_board}

    @lazy
    def standing_bits(self) -> int:
        """The occupied spaces as bits of the box."""
        bit = self.box.bit
        return sum([bit[at] for _, _, at in self.on_board])

    @lazy
    def found_ways(self) -> dict[Hex, Hex]:
        """A cache of the walks of the active Character."""
        return {}

    @lazy
    def found(self) -> dict[object, Any]:
        """A cache for results computed from public parts of this state."""
        return {}

    def team(self, seat: Seat) -> tuple[CharacterId, ...]:
        """The Characters of a player."""
        return tuple([CharacterId(n) for n, c in enumerate(self.characters) if c.seat == seat])

    def neighbours_of(self, who: CharacterId) -> tuple[CharacterId, ...]:
        """The Characters on adjacent spaces."""
        at = self.characters[who].at
        if at is None:
            return ()
        near = self.box.board.hexes.neighbours[at]
        standing = self.standing
        return tuple([standing[h] for h in near if h in standing])

    def foes_beside(self, who: CharacterId) -> tuple[CharacterId, ...]:
        """The enemies on adjacent spaces."""
        seat = self.characters[who].seat
        return tuple([n for n in self.neighbours_of(who) if self.characters[n].seat != seat])


def _name_of(card: CharacterCard | TacticCard | StateCard) -> str:
    return card.name


def is_free(state: State, at: Hex) -> bool:
    """ARISTEIA.SPACE.FREE: whether a space is on the board, not Blocked (ARISTEIA.SPACE.BLOCKED),
    and without a Character or an Obstacle (ARISTEIA.OBSTACLE.MOVEMENT).
    """
    return at in state.box.bit and at not in state.box.shut and at not in state.standing


def free_beside(state: State, at: Hex) -> tuple[Hex, ...]:
    """The Free spaces next to a space."""
    standing = state.standing
    return tuple([h for h in state.box.open_neighbours[at] if h not in standing])


def status(state: State, at: Hex) -> Literal["occupied", "blocked", "free"]:
    """The status of a space."""
    if at in state.box.board.walls:
        return "blocked"
    return "free" if is_free(state, at) else "occupied"
