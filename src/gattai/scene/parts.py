"""The parts of a scene. A client that draws them needs to know no game.

Lengths are in sides of a hex, y downwards. Every place, piece and option has text for tooltips and
screen readers. Seats are numbers; the client chooses colours and shapes.
"""

from __future__ import annotations

import msgspec


class Citation(msgspec.Struct, frozen=True):
    """A citation of a rule: its id, its title, and its page."""

    rule: str
    title: str
    page: str


class Reason(msgspec.Struct, frozen=True):
    """A text with its rule: a refusal, a term of a sum, a line of an explanation."""

    text: str
    cites: Citation
    amount: int | None = None
    group: str = ""
    """For a term: the sum that it belongs to, with its total; empty if there is only one sum."""


class Cell(msgspec.Struct, frozen=True):
    """One place of the board."""

    id: str
    x: float
    y: float
    terrain: str = ""
    zone: int | None = None
    """The seat that owns the zone it lies in."""
    height: int = 0
    """Its elevation in levels; 0 is the ground."""


class Shape(msgspec.Struct, frozen=True):
    """A polygon on an open board: a piece of terrain, or a seat's zone."""

    points: tuple[tuple[float, float], ...]
    terrain: str = ""
    zone: int | None = None
    """The seat that owns the zone."""


class Board(msgspec.Struct, frozen=True):
    """The places of the board. It does not change during a game, so clients may cache it."""

    shape: str
    """`hex`: pointy-top hexes with sides of length 1; `flat`: the same with a flat side on top; `open`:
    a table without cells, where every place is a point `x,y` in inches from the lower left corner, y upwards.
    """
    title: str
    cells: tuple[Cell, ...]
    ground: str = ""
    """`plate`, `earth`, `void` (space) or `court`; clients draw unknown ones like `plate`."""
    size: tuple[float, float] | None = None
    """For an open board: its width and height in inches."""
    shapes: tuple[Shape, ...] = ()
    """For an open board: zones and terrain, in inches like its places."""
    base: float = 0.0
    """For an open board: the radius of a piece's base."""

    @property
    def is_open(self) -> bool:
        """Return whether it has no cells, so that clients have to draw points."""
        return self.shape == "open"


class Look(msgspec.Struct, frozen=True):
    """The appearance of a unit or a card, in words, for clients that draw it."""

    kind: str = "robot"
    """`robot`, `suit`, `super`, `kaiju`, `ship`, `tank`, `jet`, `athlete`, `agent`, `squad`, `building`, `gear`, `moon` or `event`."""
    classes: tuple[str, ...] = ()
    """For a robot: the letters of its classes, such as `A`, `G`."""
    role: str = ""
    level: int = 1
    weapons: tuple[str, ...] = ()
    """The names of the weapons it holds."""
    traits: tuple[str, ...] = ()
    family: str = ""
    """The model family: units of one family look alike. Empty: the first word of its name."""


class Overlay(msgspec.Struct, frozen=True):
    """A temporary group of places: an arc, an engagement zone, a control point.

    `kind` is one of `arc` (hatched), `engaged` (rimmed), `control` (a flag), `zone` (its
    `about` as a label), `mark` (tinted),
    `reach` (on an open board: the places are the corners of the area in which a piece can move);
    clients draw unknown kinds like `mark`. An overlay with a piece is drawn while that piece is
    pointed at or selected; without one it is always drawn.
    """

    kind: str
    about: str
    cells: tuple[str, ...]
    owner: int | None = None
    """Its owner, such as the holder of a control point, or None."""
    piece: str | None = None
    text: str = ""
    """A few letters for its middle, such as its points."""


class Bar(msgspec.Struct, frozen=True):
    """An amount out of a maximum: Integrity, HP, energy."""

    name: str
    now: int
    most: int


class Badge(msgspec.Struct, frozen=True):
    """A state in a few letters, and its meaning.

    A marker with two sides shows `text` now; `back` is the text of its other side, such as what it
    turns into next.
    """

    text: str
    about: str
    back: str = ""
    tone: str = ""
    """`good` or `bad` for its piece; empty if neither."""
    is_seen: bool = False
    """Whether the table also shows it otherwise: a line to its target, a card turned aside."""


class Piece(msgspec.Struct, frozen=True):
    """A unit on the board or beside it."""

    id: str
    name: str
    owner: int
    glyph: str
    at: str | None
    bar: Bar
    figures: tuple[tuple[str, str], ...] = ()
    """Other current figures: name and value."""
    badges: tuple[Badge, ...] = ()
    is_done: bool = False
    is_active: bool = False
    is_gone: bool = False
    house: bool = False
    card: str = ""
    about: str = ""
    facing: int | None = None
    """Degrees clockwise from straight up, drawn as a notch; None if the game has no facing.

    Direction d of `tabletop.hexes` is (90 - 60 * d) % 360.
    """
    bars: tuple[Bar, ...] = ()
    """Further bars after the main `bar`."""
    fate: str = ""
    """Why it is not on the board: destroyed, held back; empty while it is on the board."""
    look: Look | None = None
    """Its appearance; None for that of its card."""


class Line(msgspec.Struct, frozen=True):
    """One line of a card: its name and its text."""

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
    cost: str = ""
    """The cost to play it, for the corner of its face."""
    figures: tuple[tuple[str, str], ...] = ()
    """The large figures on it: attack 3, health 5."""
    text: str = ""
    """Its effect, for its face; `lines` are shown when it is opened."""
    keywords: tuple[str, ...] = ()
    kind: str = ""
    """The kind of card: robot, tactic, upgrade."""
    look: Look | None = None
    """Its picture, and the appearance of a piece with this card."""


class Held(msgspec.Struct, frozen=True):
    """One card in a zone. `id` is unique in a scene; options point at it.

    A card that is face down for this seat has no `card`: its face must not be in the scene.
    """

    id: str
    card: str = ""
    """The id of its face, a `Card`; empty while it is face down."""
    badges: tuple[Badge, ...] = ()
    bar: Bar | None = None
    is_done: bool = False
    """Whether it is turned aside: used up until it is turned back."""
    is_active: bool = False
    order: int | None = None
    """Its place in a plan, counted from 1."""
    about: str = ""


class Zone(msgspec.Struct, frozen=True):
    """A zone for cards: a hand, a deck, a row on the table, a plan.

    `kind` is one of `hand`, `row` (side by side, open), `pile` (only the top is visible), `plan`
    (in order, face down until revealed); clients draw unknown kinds like `row`.
    """

    id: str
    name: str
    kind: str
    owner: int | None = None
    """The seat that owns it; None for the middle of the table."""
    cards: tuple[Held, ...] = ()
    count: int = 0
    """The total number of cards; more than `cards` if the rest is face down."""
    about: str = ""


class Phase(msgspec.Struct, frozen=True):
    """A part of a turn, for the strip that shows the progress of the turn."""

    name: str
    is_now: bool = False
    about: str = ""


class RelationLine(msgspec.Struct, frozen=True):
    """A line between two related things.

    `kind` is one of `attack`, `shot`, `block` and `aim`; both ends are cards in zones, pieces or
    zones.
    """

    source: str
    goal: str
    kind: str
    about: str = ""


class Fate(msgspec.Struct, frozen=True):
    """The expected result for one participant."""

    thing: str
    """The card in a zone, the piece, or the zone that it happens to."""
    name: str
    deals: str = ""
    left: str = ""
    """What it has left now, in a word or two."""
    fate: str = ""
    tone: str = ""
    """`good` or `bad` for that thing; empty if neither or uncertain."""


class Outlook(msgspec.Struct, frozen=True):
    """The expected result if nothing changes."""

    source: tuple[Fate, ...]
    """The results for the attackers."""
    goal: tuple[Fate, ...]
    """The results for the defenders."""
    text: str = ""
    rule: str = ""
    """The id of the rule behind it."""


class DeclaredAction(msgspec.Struct, frozen=True):
    """The attack or other action in progress, for players who may react to it."""

    text: str
    """One sentence: who does what to whom, with what."""
    name: str
    """The weapon, action or card used."""
    actor: str | None = None
    """The piece or card that acts."""
    target: str | None = None
    line: tuple[str, ...] = ()
    """The places from the actor to the target."""
    facts: tuple[tuple[str, str], ...] = ()
    """Its figures with their names: dice, range, damage."""
    reasons: tuple[Reason, ...] = ()
    """The terms of its numbers, such as cover."""


class ThrownDie(msgspec.Struct, frozen=True):
    """One die on the table: its face, what it counted for, and its state."""

    face: str
    """The face as text: `6`, or symbols in words such as `hit hit`."""
    symbols: tuple[str, ...] = ()
    """The symbols on its face; empty if the face is a number."""
    counted: str = ""
    """What it counted for: `2 hits`; empty for nothing."""
    mark: str = ""
    """Empty, `spent`, `blocked` (another die cancelled it), `ignored` or `again` (thrown again)."""
    by: str = ""
    """The die that blocked it, or what it was spent on."""
    kind: str = ""
    """The kind of die, if a group has several: a colour, or `printed` for no die at all."""
    fates: tuple[str, ...] = ()
    """The state of each of the `symbols`, as for `mark`; empty if only the whole die counts."""


class DiceGroup(msgspec.Struct, frozen=True):
    """The dice that one seat threw together."""

    name: str
    dice: tuple[ThrownDie, ...]
    owner: int | None = None
    total: str = ""
    """The current total in words: `3 hits`."""
    kind: str = ""
    """The kind of dice: `d6`, `orange`."""


class Thrown(msgspec.Struct, frozen=True):
    """A throw in progress: all dice, and what was done with them, in order."""

    title: str
    groups: tuple[DiceGroup, ...]
    steps: tuple[Reason, ...] = ()
    """What was cancelled or spent, each with its rule, in order."""
    result: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    """The symbols shown, and their names."""


class Track(msgspec.Struct, frozen=True):
    """A counter in the header of the table: energy, points, rounds.

    A track that two seats share runs from `low` (all for the first) to `most` (all for the second).
    """

    name: str
    now: int
    most: int
    owner: int | None = None
    low: int = 0
    between: tuple[int, int] | None = None
    """The two seats that share it, as for momentum; the first pulls downwards."""
    marks: tuple[tuple[int, str], ...] = ()
    """Numbers at which something happens, with a text."""


class Share(msgspec.Struct, frozen=True):
    """What an option adds to a sum, where several are chosen together and sent one after the other."""

    adds: int
    of: int
    """What the sum is compared with, such as the coins on a Battery."""
    unless: str = ""
    """When the sum holds, such as `if nobody blocks`."""


class ListedOption(msgspec.Struct, frozen=True):
    """One option, anchored to the things it is about.

    `text` is the answer in notation, which a client sends back. An option may belong to a piece
    (its actor), and be about a place or another piece; without any of them it is a button.
    """

    text: str
    label: str
    kind: str
    actor: str | None = None
    cell: str | None = None
    target: str | None = None
    price: str = ""
    has_odds: bool = False
    card: str | None = None
    """The card in a zone (a `Held`) that it is about: clicking it chooses the option."""
    zone: str | None = None
    """The zone it is about, such as a deck to draw from."""
    picks: tuple[str, ...] = ()
    """The cards or pieces that it combines, in order: picked one after the other."""
    facing: int | None = None
    """The facing afterwards, as in `Piece`: drawn as an arrow at `cell`."""
    caution: str = ""
    """A warning about a usually unwanted effect: clients ask for confirmation."""
    ends: bool = False
    """Whether it forgoes all remaining actions, as ending the turn does."""
    gives_up: bool = False
    """Whether it only discards its card: it must not look like playing it."""
    share: Share | None = None
    """Its share, if it may be chosen together with others that have one."""
    order: str = ""
    """The standing order that it sets for reactions: `nothing`, `matters` or `always`."""
    advanced: bool = False
    """Whether it belongs to an advanced rule: clients fold it in a player's first games."""


class Ask(msgspec.Struct, frozen=True):
    """The question: its seats, its text and its rule; and the options, for the seats asked."""

    number: int
    what: str
    cites: Citation
    seats: tuple[int, ...]
    is_mine: bool
    options: tuple[ListedOption, ...] = ()
    dice: str = ""
    kind: str = "choose"
    """`choose`, `roll`, `together` (several in secret), `react` (a moment to interrupt), `place`."""
    answered: tuple[int, ...] = ()
    """If several seats are asked at once, those that have answered already."""
    given: str = ""
    """This seat's own answer while it waits for the others."""
    in_order: bool = False
    """Whether the order of an option's `picks` matters."""
    obvious: bool = False
    """Whether there is only one sensible answer, which may be given automatically."""
    passes: str = ""
    """The option that declines to react, where a standing order may give it."""
    idle: bool = False
    """Whether no reaction would change the result of what is happening now."""
    are_examples: bool = False
    """Whether the options are examples of infinitely many, such as places on an open board."""


class Impact(msgspec.Struct, frozen=True):
    """The effect of a motion on one piece or card."""

    piece: str
    """The `Piece` or `Held` that is hit; for a player the `Zone` that stands for that player."""
    amount: int = 0
    """How much of `bar` was lost (negative) or gained."""
    bar: str = ""
    fate: str = ""
    """The result in a word: destroyed, missed, blocked, stunned; empty for the amount alone."""


class Change(msgspec.Struct, frozen=True):
    """The changes of the table by a motion: whole parts of the scene in their new state."""

    pieces: tuple[Piece, ...] = ()
    """New or changed pieces."""
    gone: tuple[str, ...] = ()
    """Removed pieces and zones: remove them first, then append new ones."""
    zones: tuple[Zone, ...] = ()
    """New or changed zones."""
    order: tuple[str, ...] = ()
    """The ids of all zones in their order, if a new one is not the last; else empty."""
    tracks: tuple[Track, ...] = ()
    """All tracks in their order, if one has changed; else empty. A game has at least one."""
    turn: int | None = None
    """The seat whose turn it is now; None if that has not changed."""


class Motion(msgspec.Struct, frozen=True):
    """The animation of one event. A client plays motions in the order of the log.

    `kind` is one of `move`, `turn`, `attack`, `dice`, `hit`, `mend`, `destroyed`, `combine`,
    `appear`, `push`, `state`, `card`, `pass` (another's turn begins) and `end`; a client applies
    the `change` of an unknown kind, and of a `state` without `hits`, at once. A scene's pieces,
    zones and tracks plus the changes of all later motions give those of the later scene.
    """

    kind: str
    actor: str = ""
    """The acting piece or card in a zone."""
    way: tuple[str, ...] = ()
    """The places on the path, both ends included."""
    line: tuple[str, ...] = ()
    """The places of an attack, from the first to the last."""
    look: str = ""
    """For an attack: `beam`, `shots`, `arc`, `melee` or `area`."""
    name: str = ""
    """The weapon, action or card used; for `combine`: the result."""
    hits: tuple[Impact, ...] = ()
    """The targets of an attack, or the pieces affected."""
    parts: tuple[str, ...] = ()
    """The pieces that become one."""
    card: str = ""
    """The card (a `Held`) that moves between zones; empty if it is face down."""
    source: str = ""
    """The zone the card comes from."""
    goal: str = ""
    """The zone the card goes to."""
    change: Change | None = None
    """The change; None if there is none, or if the event is old."""


class LogLine(msgspec.Struct, frozen=True):
    """One line of the log with its rule; for dice, with their faces."""

    number: int
    text: str
    cites: Citation
    faces: tuple[str, ...] = ()
    seat: int | None = None
    """The seat that acted or threw, or None."""
    counted: tuple[str, ...] = ()
    """What each die counted for, one text per face; empty for nothing."""
    title: str = ""
    """For dice: the action they were thrown for, as named in the log; may be empty."""
    motion: Motion | None = None
    """Its animation; None if there is nothing to see."""
    dice: tuple[str, ...] = ()
    """The name of each die: `d6`, `orange`."""
    symbols: tuple[tuple[str, ...], ...] = ()
    """The symbols of each face in words; empty if faces are numbers."""


class GameOver(msgspec.Struct, frozen=True):
    """How the game ended."""

    winners: tuple[int, ...]
    reason: str
    cites: Citation
    scores: tuple[int, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """Everything one seat can see of a match at one time."""

    game: str
    title: str
    headline: str
    seats: tuple[str, ...]
    seat: int | None
    """The seat that sees it; None for spectators."""
    turn: int | None
    """The seat whose turn it is."""
    board: Board | None
    pieces: tuple[Piece, ...]
    cards: tuple[Card, ...]
    tracks: tuple[Track, ...]
    notes: tuple[str, ...]
    ask: Ask | None
    ending: GameOver | None
    log: tuple[LogLine, ...]
    zones: tuple[Zone, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    throw: Thrown | None = None
    """The dice on the table in the middle of an action."""
    phases: tuple[Phase, ...] = ()
    """The parts of a turn, in order; empty for no strip."""
    links: tuple[RelationLine, ...] = ()
    outlooks: tuple[Outlook, ...] = ()
    """What will happen if nothing changes."""
    declared: DeclaredAction | None = None


class Preview(msgspec.Struct, frozen=True):
    """What to show on the board for an option before it is chosen."""

    text: str
    way: tuple[str, ...] = ()
    """The places on the path, both ends included."""
    line: tuple[str, ...] = ()
    """A line of sight, from place to place."""
    reached: tuple[str, ...] = ()
    """The pieces or cards in zones that it reaches."""
    open_to: tuple[str, ...] | None = None
    """After a move: enemy pieces that could be attacked from there; None if unknown."""
    outlook: Outlook | None = None
    """The expected result; None if unknown."""
    price: str = ""
    """For something that is not among the options: its cost."""
    against: tuple[Reason, ...] = ()
    """For something that is not among the options: all reasons against it."""


class OptionOdds(msgspec.Struct, frozen=True):
    """The odds of an option before it is chosen."""

    text: str
    label: str
    headline: tuple[tuple[str, str], ...]
    """The main figures with their names: chance to hit, expected damage, chance to destroy."""
    bars: tuple[tuple[str, float], ...]
    """The distribution of the main figure."""
    reasons: tuple[Reason, ...]
    enough: int | None = None
    """The first bar (an index of `bars`) at which something special happens."""
    enough_words: str = ""


class WhyNot(msgspec.Struct, frozen=True):
    """The reasons why something is not legal."""

    text: str
    label: str
    reasons: tuple[Reason, ...]
    kind: str = ""
    """The kind of action, as for options."""
