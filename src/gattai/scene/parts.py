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
    group: str = ""
    """Of a term: the sum that it belongs to, with what that comes to; empty where there is only one."""


class Cell(msgspec.Struct, frozen=True):
    """One place of the board."""

    id: str
    x: float
    y: float
    terrain: str = ""
    zone: int | None = None
    """The seat whose zone it lies in."""
    height: int = 0
    """Its elevation in levels; 0 is the ground."""


class Shape(msgspec.Struct, frozen=True):
    """A polygon on an open board: a piece of terrain, or a seat's zone."""

    points: tuple[tuple[float, float], ...]
    terrain: str = ""
    zone: int | None = None
    """The seat whose zone it is."""


class Board(msgspec.Struct, frozen=True):
    """The places there are. It does not change during a game, so clients may keep it."""

    shape: str
    """`hex`: pointy-top hexes with sides of length 1; `flat`: the same with a flat side on top; `open`:
    a table without cells, where every place is a point `x,y` in inches from the lower left corner, y upwards.
    """
    title: str
    cells: tuple[Cell, ...]
    ground: str = ""
    """What it lies on: `plate`, `earth`, `void` (space), `court`; a client draws what it does not know like `plate`."""
    size: tuple[float, float] | None = None
    """Of an open board: its width and height in inches."""
    shapes: tuple[Shape, ...] = ()
    """Of an open board: zones and terrain, in inches like its places."""
    base: float = 0.0
    """Of an open board: half as wide as the base of a piece."""

    @property
    def is_open(self) -> bool:
        """Whether it has no cells, so that only who draws points can draw it."""
        return self.shape == "open"


class Look(msgspec.Struct, frozen=True):
    """What a unit or a card looks like, in words. Whoever draws it needs no picture and no other name."""

    kind: str = "robot"
    """`robot`, `suit`, `super`, `kaiju`, `ship`, `tank`, `jet`, `athlete`, `agent`, `squad`, `building`, `gear`, `moon` or `event`."""
    classes: tuple[str, ...] = ()
    """Of a robot: the letters of the classes it is made of, such as `A`, `G`."""
    role: str = ""
    level: int = 1
    weapons: tuple[str, ...] = ()
    """By their names: what its hands hold."""
    traits: tuple[str, ...] = ()
    family: str = ""
    """The make: those of one family look alike. Empty: the first word of its name."""


class Overlay(msgspec.Struct, frozen=True):
    """Places that belong together for a while: an arc, an engagement zone, a control point.

    `kind` is one of `arc` (hatched), `engaged` (rimmed), `control` (a flag), `mark` (tinted), `reach` (on an
    open board: the places are the corners of the area in which a piece can move); a
    client draws what it does not know like `mark`. With a piece it is drawn when somebody points
    at that piece or has selected it; without one it is always drawn.
    """

    kind: str
    about: str
    cells: tuple[str, ...]
    owner: int | None = None
    """Whose it is, as the holder of a control point; None is nobody's."""
    piece: str | None = None
    text: str = ""
    """A few letters for its middle, such as the points it is worth."""


class Bar(msgspec.Struct, frozen=True):
    """So much of so much: Integrity, HP, energy."""

    name: str
    now: int
    most: int


class Badge(msgspec.Struct, frozen=True):
    """A state in a few letters, and what it means.

    A marker with two sides shows `text` now; `back` is what its other side says, such as what it
    turns into next.
    """

    text: str
    about: str
    back: str = ""
    tone: str = ""
    """`good` or `bad` for whoever has it; empty where it is neither."""
    is_seen: bool = False
    """Whether the picture of the table says the same: a line to its target, a card turned aside."""


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
    facing: int | None = None
    """Degrees clockwise from straight up, drawn as a notch; None where the game has no facing.

    Direction d of `tabletop.hexes` is (90 - 60 * d) % 360.
    """
    bars: tuple[Bar, ...] = ()
    """What else it has so much of, after the main `bar`."""
    fate: str = ""
    """Why it is not on the board, in a word or two: destroyed, held back; empty while it is."""
    look: Look | None = None
    """What it looks like; None is as its card does."""


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
    cost: str = ""
    """For the corner of its face: what playing it takes."""
    figures: tuple[tuple[str, str], ...] = ()
    """Name and value of what is printed large on it: attack 3, health 5."""
    text: str = ""
    """What it does, for its face; `lines` are for whoever opens it."""
    keywords: tuple[str, ...] = ()
    kind: str = ""
    """What sort of card it is: robot, tactic, upgrade."""
    look: Look | None = None
    """What is drawn on it, and what a piece that is on this card looks like."""


class Held(msgspec.Struct, frozen=True):
    """One card as it lies in a zone. `id` is what options point at; no two of a scene are alike.

    A card that is face down for this seat has no `card`: the face must not be in the scene.
    """

    id: str
    card: str = ""
    """The `Card` that is its face; empty while it is face down."""
    badges: tuple[Badge, ...] = ()
    bar: Bar | None = None
    is_done: bool = False
    """Turned aside: used up until it is turned back."""
    is_active: bool = False
    order: int | None = None
    """Its place in a plan, counted from 1."""
    about: str = ""


class Zone(msgspec.Struct, frozen=True):
    """Where cards lie: a hand, a deck, a row on the table, a plan.

    `kind` is one of `hand`, `row` (side by side, open), `pile` (only the top is seen), `plan`
    (in order, face down until it is told); a client draws what it does not know like `row`.
    """

    id: str
    name: str
    kind: str
    owner: int | None = None
    """The seat it belongs to; None for the middle of the table."""
    cards: tuple[Held, ...] = ()
    count: int = 0
    """How many cards lie there in all; more than `cards` where the rest is face down."""
    about: str = ""


class Phase(msgspec.Struct, frozen=True):
    """A part of a turn, for the strip on which one sees how far the turn is."""

    name: str
    is_now: bool = False
    about: str = ""


class Link(msgspec.Struct, frozen=True):
    """Two things that have to do with each other just now: a client draws a line between them.

    `kind` is one of `attack`, `shot`, `block` and `aim`; both ends are cards in zones, pieces or zones.
    """

    source: str
    goal: str
    kind: str
    about: str = ""


class Fate(msgspec.Struct, frozen=True):
    """What would become of one of those who take part."""

    thing: str
    """The card in a zone, the piece, or the zone of whoever it happens to."""
    name: str
    deals: str = ""
    left: str = ""
    """What it has to lose now, in a word or two."""
    fate: str = ""
    tone: str = ""
    """`good` or `bad` for whoever it happens to; empty where it is neither, or not sure."""


class Outlook(msgspec.Struct, frozen=True):
    """What would come of it if everything stayed as it is now."""

    source: tuple[Fate, ...]
    """Those who began it."""
    goal: tuple[Fate, ...]
    """Those who stand against it."""
    text: str = ""
    rule: str = ""
    """The rule that says so, by its id."""


class ThrownDie(msgspec.Struct, frozen=True):
    """One die as it lies there: what it shows, what it counted for, what has become of it."""

    face: str
    """What it shows, as text: `6`, or symbols in words such as `hit hit`."""
    symbols: tuple[str, ...] = ()
    """What it shows, symbol by symbol; empty where the face is a number."""
    counted: str = ""
    """What it counted for: `2 hits`; empty for nothing."""
    mark: str = ""
    """Empty, `spent`, `blocked` (another die cancelled it), `ignored` or `again` (thrown again)."""
    by: str = ""
    """What blocked it, or what it was spent on."""
    kind: str = ""
    """What die it is, where a group has several kinds: a colour, or `printed` for no die at all."""
    fates: tuple[str, ...] = ()
    """What has become of each of the `symbols`, in the words of `mark`; empty where only the whole die counts."""


class DiceGroup(msgspec.Struct, frozen=True):
    """The dice that one seat has thrown together."""

    name: str
    dice: tuple[ThrownDie, ...]
    owner: int | None = None
    total: str = ""
    """What is left of it now, in words: `3 hits`."""
    kind: str = ""
    """What dice these are: `d6`, `orange`."""


class Thrown(msgspec.Struct, frozen=True):
    """A throw in progress: everybody's dice, and what was done with them, in order."""

    title: str
    groups: tuple[DiceGroup, ...]
    steps: tuple[Reason, ...] = ()
    """What cancelled what, what was spent, each with its rule; the last is the latest."""
    result: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    """The symbols that lie there, and what each is called."""


class Track(msgspec.Struct, frozen=True):
    """A counter for the head of the table: energy, points, rounds.

    A track that two seats share runs from `low` (all for the first) to `most` (all for the second).
    """

    name: str
    now: int
    most: int
    owner: int | None = None
    low: int = 0
    between: tuple[int, int] | None = None
    """The two seats that pull at it, as at momentum; the first pulls downwards."""
    marks: tuple[tuple[int, str], ...] = ()
    """Numbers at which something happens, and what."""


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
    card: str | None = None
    """The card in a zone (a `Held`) that it is about: the option is chosen by pointing at it."""
    zone: str | None = None
    """The zone it is about, such as a deck to draw from."""
    picks: tuple[str, ...] = ()
    """Cards or pieces that it stands for together, in order: picked one after the other."""
    facing: int | None = None
    """The facing it ends with, as at `Piece`: drawn as an arrow at `cell`."""
    caution: str = ""
    """What nobody would want of it as a rule: it takes a second, explicit step."""
    ends: bool = False
    """Whether it gives up whatever could still be done, as the end of a turn does."""
    gives_up: bool = False
    """Whether its card is thrown away for nothing but that: it must not look like playing it."""


class Ask(msgspec.Struct, frozen=True):
    """The question: who is asked, what, by which rule; and the options, for those who are asked."""

    number: int
    what: str
    cites: Citation
    seats: tuple[int, ...]
    is_mine: bool
    options: tuple[Option, ...] = ()
    dice: str = ""
    kind: str = "choose"
    """`choose`, `roll`, `together` (several in secret), `react` (a moment to interrupt), `place`."""
    answered: tuple[int, ...] = ()
    """Of several who are asked at once, those who have answered already."""
    given: str = ""
    """What this seat itself has answered, while it waits for the others."""
    in_order: bool = False
    """Whether the order of an option's `picks` matters."""
    obvious: bool = False
    """Whether there is nothing to decide, so that the one answer may be given unasked."""
    are_examples: bool = False
    """Whether the options are a few of endlessly many: the same at another place may be answered too."""


class Hit(msgspec.Struct, frozen=True):
    """What a beat does to one piece or card."""

    piece: str
    """The `Piece` or the `Held` it happens to; of a player the `Zone` by which options mean that player."""
    amount: int = 0
    """How much was lost (below nought) or gained of `bar`."""
    bar: str = ""
    fate: str = ""
    """What becomes of it, in a word: destroyed, missed, blocked, stunned; empty for the amount alone."""


class Change(msgspec.Struct, frozen=True):
    """What is different on the table after a beat: whole parts of the scene, as they are then."""

    pieces: tuple[Piece, ...] = ()
    """Those that are new or not as they were."""
    gone: tuple[str, ...] = ()
    """Pieces and zones that are no longer there at all: taken away first, new ones come at the end."""
    zones: tuple[Zone, ...] = ()
    """Those that are new or not as they were."""
    order: tuple[str, ...] = ()
    """All zones there are now, by id and in their order, where a new one is not the last; else empty."""
    tracks: tuple[Track, ...] = ()
    """All of them, in their order, where one is not as it was; else empty. A game keeps at least one."""
    turn: int | None = None
    """Whose turn it is from now on; None if that is as it was."""


class Beat(msgspec.Struct, frozen=True):
    """One event as something to be seen. A client plays beats in the order of the log.

    `kind` is one of `move`, `turn`, `attack`, `dice`, `hit`, `mend`, `destroyed`, `combine`, `appear`,
    `push`, `state`, `card`, `pass` (another's turn begins) and `end`; a client shows the `change` of
    one it does not know at once, and that of a `state` without `hits`: nobody need wait for it. Pieces,
    zones and tracks of a scene with the changes of all later beats are those of the later scene.
    """

    kind: str
    actor: str = ""
    """The piece or the card in a zone that does it."""
    way: tuple[str, ...] = ()
    """The places passed, with both ends."""
    line: tuple[str, ...] = ()
    """The places of an attack, from the first to the last."""
    look: str = ""
    """Of an attack: `beam`, `shots`, `arc`, `melee` or `area`."""
    name: str = ""
    """What it is done with: a weapon, an action, a card; of `combine`: what comes out of it."""
    hits: tuple[Hit, ...] = ()
    """Those an attack is aimed at, or those it happens to."""
    parts: tuple[str, ...] = ()
    """The pieces that become one."""
    card: str = ""
    """The card (a `Held`) that moves between zones; empty if it is face down."""
    source: str = ""
    """The zone it comes from."""
    goal: str = ""
    """The zone it goes to."""
    change: Change | None = None
    """What is different afterwards; None where nothing is, or where it was long ago."""


class LogLine(msgspec.Struct, frozen=True):
    """Something that happened, with its rule; dice with what they showed."""

    number: int
    text: str
    cites: Citation
    faces: tuple[str, ...] = ()
    seat: int | None = None
    """Whose dice, or whose doing, it was; None is nobody's in particular."""
    counted: tuple[str, ...] = ()
    """What each of the dice counted for, one for each face; empty words for nothing."""
    title: str = ""
    """Of dice: the action they were thrown for, as the log names it; empty where nothing does."""
    beat: Beat | None = None
    """How it is shown; None where there is nothing to see."""
    dice: tuple[str, ...] = ()
    """What dice these are, one name for each face: `d6`, `orange`."""
    symbols: tuple[tuple[str, ...], ...] = ()
    """What each face shows, symbol by symbol, in words; empty where faces are numbers."""


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
    zones: tuple[Zone, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    throw: Thrown | None = None
    """The dice that lie on the table in the middle of an action."""
    phases: tuple[Phase, ...] = ()
    """What a turn is made of, in order; empty where that is not worth a strip."""
    links: tuple[Link, ...] = ()
    outlooks: tuple[Outlook, ...] = ()
    """What is about to happen, if it stays so."""


class Preview(msgspec.Struct, frozen=True):
    """What an option looks like on the board before one commits to it."""

    text: str
    way: tuple[str, ...] = ()
    """The places passed, with both ends."""
    line: tuple[str, ...] = ()
    """A line of sight, from place to place."""
    reached: tuple[str, ...] = ()
    """The pieces it reaches, or the cards in zones."""
    open_to: tuple[str, ...] | None = None
    """After a move: the others' pieces that could be attacked from there; None where that is not known."""
    outlook: Outlook | None = None
    """What would come of it; None where that is not foreseen."""
    price: str = ""
    """Of what is not among the options: what it costs."""
    against: tuple[Reason, ...] = ()
    """Of what is not among the options: all that speaks against it."""


class Odds(msgspec.Struct, frozen=True):
    """What an option will probably do, before one commits to it."""

    text: str
    label: str
    headline: tuple[tuple[str, str], ...]
    """A few figures with their names: chance to hit, expected damage, chance to destroy."""
    bars: tuple[tuple[str, float], ...]
    """The distribution of the main figure."""
    reasons: tuple[Reason, ...]
    enough: int | None = None
    """From this bar on (an index of `bars`) something special happens."""
    enough_words: str = ""


class WhyNot(msgspec.Struct, frozen=True):
    """Why something cannot be done."""

    text: str
    label: str
    reasons: tuple[Reason, ...]
    kind: str = ""
    """What kind of thing it is, as options have it."""


class Starter(msgspec.Struct, frozen=True):
    """A squad that is ready to be taken, and the text of an option that means the same."""

    id: str
    title: str
    text: str


class Builder(msgspec.Struct, frozen=True):
    """What a squad can be put together from: `a,b,c+x,y` is units a, b, c and pool x, y."""

    units: tuple[Card, ...]
    pool: tuple[Card, ...]
    starters: tuple[Starter, ...]
