"""The table of a game: Characters, cards, points, and the roll that is being made."""

from __future__ import annotations

from typing import Any, Literal, NewType

import msgspec

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import ActionCard, CharacterCard, StateCard, StateSide, TacticCard
from gattai.games.aristeia.effects.cards import Colour, Symbol
from gattai.games.aristeia.effects.wording import zone_name
from gattai.games.aristeia.roll.symbols import NOTHING, Symbols, in_words
from gattai.kernel.lazy import lazy
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.template import Speech
from gattai.tabletop.hexes import Hex, to_text

CharacterId = NewType("CharacterId", int)
"""The place of a Character in `State.characters`: Green's four, then Orange's."""
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
    """The other player."""
    return ORANGE if seat == GREEN else GREEN


class Token(msgspec.Struct, frozen=True):
    """ARISTEIA.STATE.IMPOSE: a State's token on a Character, and who caused it."""

    state: StateCard
    is_red: bool = True
    cause: CharacterId | None = None

    @property
    def side(self) -> StateSide:
        """ARISTEIA.STATE.SIDES: what the side that shows does."""
        return self.state.red if self.is_red else self.state.blue


class Character(msgspec.Struct, frozen=True):
    """A Character of a team, on the board or off it."""

    name: str
    card: CharacterCard
    seat: Seat
    at: Hex | None = None
    off: Literal["", "infirmary", "bench"] = ""
    """Where it is when it is not on the board, once it was deployed."""
    damage: int = 0
    tokens: tuple[Token, ...] = ()
    is_firm: bool = False
    """Whether it cannot be Displaced until its next Activation begins."""

    @property
    def is_rooted(self) -> bool:
        """Whether a State forbids it Movement and Displacement."""
        return any(token.side.rooted for token in self.tokens)


class Side(msgspec.Struct, frozen=True):
    """One Character's part of a roll: its dice, and the symbols it has now."""

    who: CharacterId
    seat: Seat
    dice: tuple[Colour, ...]
    printed: tuple[Symbol, ...] = ()
    """ARISTEIA.ROLL.PRINTED-SYMBOL: symbols of the pool that need no die."""
    symbols: Symbols = NOTHING
    faces: tuple[str, ...] = ()
    """The dice one by one, where it matters which symbols lie on the same die."""


class Rolling(msgspec.Struct, frozen=True):
    """A roll in progress, the active Character's side first; a Simple Roll has one side."""

    kind: Literal["attack", "action", "disengage"]
    action: str
    sides: tuple[Side, ...]
    is_adjacent: bool = False
    """Whether the two stood side by side when the roll was called for."""
    used: tuple[tuple[CharacterId, str], ...] = ()
    """Automatic Skills that were used in it."""
    firm: tuple[CharacterId, ...] = ()
    """Who cannot be Displaced by it."""
    again: tuple[int, ...] = ()
    """Sides that may throw dice once more."""
    repeats: int = 0
    other_target: bool = False
    is_won: bool = False
    """Whether it counts as won without dice."""


class Declared(msgspec.Struct, frozen=True):
    """An Action that is being performed: by whom, on whom."""

    actor: CharacterId
    action: ActionCard
    target: CharacterId | None = None
    spot: Hex | None = None
    """The Obstacle that is its Target."""
    is_denied: bool = False


class Playing(msgspec.Struct, frozen=True):
    """ARISTEIA.TACTIC.DISCARD: a Tactic that was played and has not been discarded yet."""

    seat: Seat
    tactic: TacticCard
    is_cancelled: bool = False


class Rulings(msgspec.Struct, frozen=True, gc=False):
    """The readings of rulings that this match is played with; `rulebook.toml` says what each means."""

    same_zone: Literal["allowed", "refused"] = "allowed"
    nil_tie: Literal["passes", "stays"] = "passes"


class State(msgspec.Struct, frozen=True, dict=True):
    """The whole table. Hands, decks and face-down Initiative cards are secret."""

    box: Box
    style: Literal["preset", "custom", "draft"]
    first_game: bool
    characters: tuple[Character, ...]
    picks: tuple[Secret[tuple[CharacterCard, ...]], ...]
    """ARISTEIA.TEAM.SECRET: Characters chosen so far, while teams are built."""
    lists: tuple[Cards, ...]
    """What each deck was built of: open for preset teams, else known to its player."""
    decks: tuple[Cards, ...]
    """The top card first; nobody knows the order."""
    hands: tuple[Cards, ...]
    orders: tuple[Secret[tuple[CharacterId, ...]], ...]
    """ARISTEIA.PLANNING.ORDER: Initiative cards that lie face down, the next one first."""
    set_aside: tuple[tuple[TacticCard, ...], ...] = ((), ())
    """Starting hands that are set aside before shuffling, in the first game."""
    places: tuple[Hex, ...] = ()
    """Where the Characters are deployed in the first game."""
    phase: Phase = "shuffle"
    to_act: Seat = GREEN
    underdog: Seat = GREEN
    unshuffled: tuple[Seat, ...] = SEATS
    """Whose decks have to be shuffled now."""
    redrawn: bool = False
    """Whether both have decided about their starting hands."""
    homes: tuple[ZoneId, ...] = ()
    """The zones in which the teams start."""
    zone: ZoneId = ZoneId("")
    """ARISTEIA.ASSAULT.ZONE: the Scoring Zone."""
    round: int = 0
    turn: int = 0
    revealed: tuple[tuple[CharacterId, ...], ...] = ((), ())
    """Initiative cards of this Round that lie open."""
    waiting: tuple[CharacterId, ...] = ()
    """Who still activates in this Turn, in order."""
    active: CharacterId | None = None
    ap: int = 0
    mp: int = 0
    extra: tuple[Colour, ...] = ()
    """Dice for the active Character's next roll."""
    waived: tuple[str, ...] = ()
    """Requirements that its next Attack need not keep."""
    declared: Declared | None = None
    rolling: Rolling | None = None
    playing: tuple[Playing, ...] = ()
    discards: tuple[tuple[TacticCard, ...], ...] = ((), ())
    spared: tuple[CharacterId, ...] = ()
    """Who gets no State on the way to the Bench."""
    points: tuple[int, ...] = (0, 0)
    gained: tuple[int, ...] = (0, 0)
    """Victory Points of this Round."""
    frags: tuple[int, ...] = (0, 0)
    needs_score: bool = False
    rulings: Rulings = Rulings()
    """Whether the Scoring Zone stays where it is when nobody scored."""

    @lazy
    def speech(self) -> Speech:
        """How the log calls Characters, cards, spaces and sides."""
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
        """How options call them: Characters as on their cards."""
        return {**self.speech, CharacterId: self.called}

    def word(self, who: CharacterId) -> str:
        """A Character as the log calls it."""
        return self.characters[who].name

    def called(self, who: CharacterId) -> str:
        """A Character by its card; where both teams have it, with its side."""
        character = self.characters[who]
        name = character.card.name
        alone = sum(each.card.name == name for each in self.characters) == 1
        return name if alone else f"{SIDES[character.seat]}'s {name}"

    def seat_of(self, who: CharacterId) -> Seat:
        """Whose a Character is."""
        return self.characters[who].seat

    def with_character(self, who: CharacterId, character: Character) -> State:
        """The same table with one Character changed."""
        everybody = (*self.characters[:who], character, *self.characters[who + 1 :])
        return msgspec.structs.replace(self, characters=everybody)

    @lazy
    def on_board(self) -> tuple[tuple[CharacterId, Character, Hex], ...]:
        """The Characters on the board and where they stand."""
        return tuple(
            [(CharacterId(n), c, c.at) for n, c in enumerate(self.characters) if c.at is not None]
        )

    @lazy
    def standing(self) -> dict[Hex, CharacterId]:
        """ARISTEIA.SPACE.OCCUPIED: who stands where."""
        return {at: who for who, _, at in self.on_board}

    @lazy
    def standing_bits(self) -> int:
        """The spaces Characters stand on, as bits of the box."""
        bit = self.box.bit
        return sum([bit[at] for _, _, at in self.on_board])

    @lazy
    def found_ways(self) -> dict[Hex, Hex]:
        """Where the active Character can walk; filled in when first asked for."""
        return {}

    @lazy
    def found(self) -> dict[Any, Any]:
        """What was worked out about this table, kept as it is found; never from anything secret."""
        return {}

    def team(self, seat: Seat) -> tuple[CharacterId, ...]:
        """The Characters of a player."""
        return tuple([CharacterId(n) for n, c in enumerate(self.characters) if c.seat == seat])

    def neighbours_of(self, who: CharacterId) -> tuple[CharacterId, ...]:
        """Characters on adjacent spaces."""
        at = self.characters[who].at
        if at is None:
            return ()
        near = self.box.board.hexes.neighbours[at]
        standing = self.standing
        return tuple([standing[h] for h in near if h in standing])

    def foes_beside(self, who: CharacterId) -> tuple[CharacterId, ...]:
        """Enemies on adjacent spaces."""
        seat = self.characters[who].seat
        return tuple([n for n in self.neighbours_of(who) if self.characters[n].seat != seat])


def _name_of(card: CharacterCard | TacticCard | StateCard) -> str:
    return card.name


def is_free(state: State, at: Hex) -> bool:
    """ARISTEIA.SPACE.FREE: a space of the board, not Blocked (ARISTEIA.SPACE.BLOCKED), with nobody
    and nothing on it (ARISTEIA.OBSTACLE.MOVEMENT).
    """
    return at in state.box.bit and at not in state.box.shut and at not in state.standing


def free_beside(state: State, at: Hex) -> tuple[Hex, ...]:
    """The Free spaces around a space."""
    standing = state.standing
    return tuple([h for h in state.box.open_neighbours[at] if h not in standing])


def status(state: State, at: Hex) -> Literal["occupied", "blocked", "free"]:
    """What kind of space it is."""
    if at in state.box.board.walls:
        return "blocked"
    return "free" if is_free(state, at) else "occupied"
