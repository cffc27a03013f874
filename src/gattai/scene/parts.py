"""What a scene is made of. A client that draws these knows no game.

Lengths are in sides of a hex, y downwards. Every place, piece and option has words for those who
hover and for those who listen. Seats are numbers; colours and shapes are the client's business.
"""

from __future__ import annotations

import msgspec


class Citation(msgspec.Struct, frozen=True):
    """A rule as it is cited: its id, its title, and where it stands."""

    rule: str
    title: str
    page: str


class Reason(msgspec.Struct, frozen=True):
    """Something said with its rule: a refusal, a term of a sum, a line of an explanation."""

    text: str
    cites: Citation
    amount: int | None = None


class Cell(msgspec.Struct, frozen=True):
    """One place of the board."""

    id: str
    x: float
    y: float
    terrain: str = ""
    zone: int | None = None
    """The seat whose zone it lies in."""


class Board(msgspec.Struct, frozen=True):
    """The places there are. It does not change during a game, so clients may keep it."""

    shape: str
    """`hex`: pointy-top hexes with sides of length 1."""
    title: str
    cells: tuple[Cell, ...]


class Bar(msgspec.Struct, frozen=True):
    """So much of so much: Integrity, HP, energy."""

    name: str
    now: int
    most: int


class Badge(msgspec.Struct, frozen=True):
    """A state in a few letters, and what it means."""

    text: str
    about: str


class Piece(msgspec.Struct, frozen=True):
    """A unit: on the board, or beside it."""

    id: str
    name: str
    owner: int
    glyph: str
    at: str | None
    bar: Bar
    figures: tuple[tuple[str, str], ...] = ()
    """Name and value of what else counts about it now."""
    badges: tuple[Badge, ...] = ()
    is_done: bool = False
    is_active: bool = False
    is_gone: bool = False
    house: bool = False
    card: str = ""
    about: str = ""


class Line(msgspec.Struct, frozen=True):
    """One line of a card: what it is called and what it says."""

    name: str
    text: str
    words: tuple[str, ...] = ()


class Card(msgspec.Struct, frozen=True):
    """A card that can be opened and read."""

    id: str
    title: str
    subtitle: str
    lines: tuple[Line, ...]
    owner: int | None = None
    house: bool = False


class Track(msgspec.Struct, frozen=True):
    """A counter for the head of the table: energy, points, rounds."""

    name: str
    now: int
    most: int
    owner: int | None = None


class Option(msgspec.Struct, frozen=True):
    """One thing that can be answered, anchored to what it is about.

    `text` is the answer as the rules write it: what a client sends back. An option may belong to a
    piece (who acts), and be about a place or another piece; without any of them it is a button.
    """

    text: str
    label: str
    kind: str
    actor: str | None = None
    cell: str | None = None
    target: str | None = None
    price: str = ""
    has_odds: bool = False


class Ask(msgspec.Struct, frozen=True):
    """The question: who is asked, what, by which rule; and the options, for those who are asked."""

    number: int
    what: str
    cites: Citation
    seats: tuple[int, ...]
    is_mine: bool
    options: tuple[Option, ...] = ()
    dice: str = ""


class LogLine(msgspec.Struct, frozen=True):
    """Something that happened, with its rule; dice with what they showed."""

    number: int
    text: str
    cites: Citation
    faces: tuple[str, ...] = ()
    luck: float | None = None
    """What the dice counted for, less what was to be expected."""


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    winners: tuple[int, ...]
    reason: str
    cites: Citation
    scores: tuple[int, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """Everything one seat can see of a match at one moment."""

    game: str
    title: str
    headline: str
    seats: tuple[str, ...]
    seat: int | None
    """Whose scene this is; None for those who only watch."""
    turn: int | None
    """The seat whose turn it is."""
    board: Board | None
    pieces: tuple[Piece, ...]
    cards: tuple[Card, ...]
    tracks: tuple[Track, ...]
    notes: tuple[str, ...]
    ask: Ask | None
    ending: Ending | None
    log: tuple[LogLine, ...]


class Preview(msgspec.Struct, frozen=True):
    """What an option looks like on the board before one commits to it."""

    text: str
    way: tuple[str, ...] = ()
    """The places passed, with both ends."""
    line: tuple[str, ...] = ()
    """A line of sight, from place to place."""
    reached: tuple[str, ...] = ()
    """The pieces it reaches."""


class Odds(msgspec.Struct, frozen=True):
    """What an option will probably do, before one commits to it."""

    text: str
    label: str
    headline: tuple[tuple[str, str], ...]
    """A few figures with their names: chance to hit, expected damage, chance to destroy."""
    bars: tuple[tuple[str, float], ...]
    """The distribution of the main figure."""
    reasons: tuple[Reason, ...]


class WhyNot(msgspec.Struct, frozen=True):
    """Why something cannot be done."""

    text: str
    label: str
    reasons: tuple[Reason, ...]
