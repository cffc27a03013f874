"""What pages and server say to each other, as tagged JSON. The browser's types are made from these."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gattai.games.poster import Poster
from gattai.odds.reckoning import LuckLine
from gattai.scene.parts import (
    Board,
    Card,
    Citation,
    LogLine,
    Look,
    Odds,
    Piece,
    Preview,
    Reason,
    Scene,
    WhyNot,
)
from gattai.server.saying import MOST_BYTES as MOST_BYTES
from gattai.server.saying import Abort as Abort
from gattai.server.saying import Answer as Answer
from gattai.server.saying import AnswerDraw as AnswerDraw
from gattai.server.saying import AskAbout as AskAbout
from gattai.server.saying import AskHint as AskHint
from gattai.server.saying import AskLog as AskLog
from gattai.server.saying import AskOdds as AskOdds
from gattai.server.saying import AskPreview as AskPreview
from gattai.server.saying import AskUndo as AskUndo
from gattai.server.saying import CallMe as CallMe
from gattai.server.saying import Claim as Claim
from gattai.server.saying import Consent as Consent
from gattai.server.saying import FromPage as FromPage
from gattai.server.saying import LeaveLesson as LeaveLesson
from gattai.server.saying import OfferDraw as OfferDraw
from gattai.server.saying import Resign as Resign
from gattai.server.saying import Reveal as Reveal


class LessonPage(msgspec.Struct, frozen=True):
    """What a guided game says at once."""

    text: str
    """A rule stands in it as `[RULE.ID]`."""
    look: tuple[str, ...] = ()
    """What the words are about: ids of pieces, places, cards or zones."""
    point: str = ""
    """Such an id: who points at it goes on to the next page."""
    cites: tuple[Citation, ...] = ()
    """The rules that stand in the text."""


class LessonShown(msgspec.Struct, frozen=True):
    """Where a guided game has got to, and what is said there."""

    title: str
    number: int
    """How many of the learner's answers have been given."""
    last: int
    pages: tuple[LessonPage, ...]
    """Empty while others answer."""
    goal: str = ""
    """What is said to whoever tries something else."""
    later: tuple[str, ...] = ()
    """What the rules would allow besides, and the lesson does not want yet."""
    is_over: bool = False


class SeatClock(msgspec.Struct, frozen=True):
    """How long the table still waits for a seat before it answers in its place."""

    seat: int
    left: float
    """Seconds from when this was sent; a page counts on by itself."""
    limit: int
    """How many there were."""
    runs: bool = True
    """Whether it runs; else this is what the seat will have when it is asked."""


class SeatHere(msgspec.Struct, frozen=True):
    """A person's seat where guests play: whether anybody is there, and who."""

    seat: int
    is_here: bool
    """Whether a page is open that plays for it."""
    keeper: bool = False
    """Whether it was ever opened with the key of whoever keeps the table, and not by invitation."""
    is_guest: bool = True
    """Whether its player comes by invitation; else sits where the table is kept."""
    has_come: bool = False
    """Whether anybody was ever there."""
    name: str = ""
    """How whoever sits there wants to be called."""


class TakeBack(msgspec.Struct, frozen=True):
    """What taking back would undo: said before anybody asks for it, and to those who have to agree."""

    seat: int
    """Whose answer it is."""
    text: str
    """What was done with it, in the words of the log that everybody may read."""
    others: tuple[tuple[int, int], ...] = ()
    """Other people whose answers go with it, and how many of each."""
    agree: tuple[int, ...] = ()
    """Those who have to agree; nobody where it is free."""


class DrawOffer(msgspec.Struct, frozen=True):
    """A draw that somebody has offered."""

    seat: int
    """Who."""
    open: tuple[int, ...]
    """Those who have still to agree."""


class Shown(msgspec.Struct, frozen=True, tag="scene"):
    """The scene now; `log` holds only what is new since the last one this page was sent.

    The board and the cards are sent in the first scene only and are empty afterwards: they do
    not change but for cards that come into play.
    """

    scene: Scene
    can_undo: str
    """`free`, `consent` or empty."""
    thinking: bool = False
    """Whether a bot is about to answer."""
    whole: bool = False
    """Board, cards and the last lines of the log anew: a page keeps nothing of earlier scenes.

    So after connecting, after something was taken back, and when another player has sat down.
    """
    lesson: LessonShown | None = None
    notice: str = ""
    """Something about this match that its players should know, such as that its file was damaged."""
    clocks: tuple[SeatClock, ...] = ()
    """Where silence has a limit: the clocks of seats that are asked, and what others will have."""
    epoch: int = 0
    """How often something was taken back: an answer says in which epoch it was given."""
    here: tuple[SeatHere, ...] = ()
    """Where guests play: who is there, and on whose seat the keeper of the table has sat."""
    undo: TakeBack | None = None
    """What would be taken back now; None where there is nothing."""
    draw: DrawOffer | None = None
    """The draw that is offered now; None where none is."""
    can_resign: bool = False
    """Whether this page may give the match up."""
    can_draw: bool = False
    """Whether this page may offer a draw: there are others who could agree."""
    can_abort: bool = False
    """Whether this page may break it off: not everybody has played yet."""
    can_hint: bool = False
    """Whether this page may ask what a bot would answer: nobody else plays but bots."""
    claim_in: float | None = None
    """Seconds until this page may claim the win, for the other one has left; None where it may not."""


class LogShown(msgspec.Struct, frozen=True, tag="log"):
    """Lines of the log from before the first that the page has, as whoever looks may know them."""

    lines: tuple[LogLine, ...]
    is_all: bool
    """Whether nothing was told before these."""


class OddsShown(msgspec.Struct, frozen=True, tag="odds"):
    """The odds card of an option."""

    number: int
    odds: Odds


class PreviewShown(msgspec.Struct, frozen=True, tag="preview"):
    """The way, the line of sight, those reached."""

    number: int
    preview: Preview


class AboutShown(msgspec.Struct, frozen=True, tag="about"):
    """What could be done there; with reasons, what cannot."""

    number: int
    about: tuple[WhyNot, ...]


class HintIdea(msgspec.Struct, frozen=True):
    """An answer that a bot has thought of, and what it expects of it."""

    text: str
    """The option."""
    label: str
    """The same in words, with who does it and on whom."""
    chance: float
    """Of winning, once it has been carried out, as the bot judges the table: against one other."""
    expects: tuple[tuple[str, str], ...] = ()
    """What its dice will probably do: the headline of its odds."""


class HintShown(msgspec.Struct, frozen=True, tag="hint"):
    """What a bot would answer, the best first."""

    number: int
    ideas: tuple[HintIdea, ...] = ()
    none: str = ""
    """Why there are none."""


class NotSo(msgspec.Struct, frozen=True, tag="refused"):
    """A message that was not accepted, and why."""

    reasons: tuple[Reason, ...]
    text: str = ""


class UndoWanted(msgspec.Struct, frozen=True, tag="undo-wanted"):
    """Another seat wants to take back an answer; this seat may consent."""

    what: TakeBack


class Curtain(msgspec.Struct, frozen=True, tag="curtain"):
    """At one screen: it is another player's turn; nothing is shown until that player says so."""

    seat: int
    seats: tuple[str, ...] = ()
    """What the seats are called; nothing else is told through a curtain."""


class LuckShown(msgspec.Struct, frozen=True, tag="luck"):
    """The luck of actions that are over: it comes a little later than what happened in them.

    These lines are new; after a whole scene they are all there are.
    """

    lines: tuple[LuckLine, ...]


class Turn(msgspec.Struct, frozen=True):
    """A turn of a game that is over, and how everybody stood after it."""

    number: int
    """So many answers had been given."""
    name: str
    """As the table called it: `turn 4`, `round 2`; empty for the start."""
    seat: int | None
    """Whose it was."""
    shares: tuple[float, ...]
    """Each seat's chance to win, as a bot judges the table."""
    amounts: tuple[int, ...] = ()
    """What each seat did in it, in the unit of the course."""


class TurningPoint(msgspec.Struct, frozen=True):
    """The action of a turn that changed most."""

    number: int
    """The replay at this step is just before it."""
    until: int
    """The replay at this step is just after it."""
    turn: int
    """Its place among the turns."""
    seat: int | None
    """Who acted."""
    gained: int
    """The seat that stood better afterwards, after the whole turn."""
    change: float
    """By so much of the chance to win."""
    title: str
    text: str
    chance: float | None = None
    """Of dice: how likely it was that they would come to so much, or to so little."""
    name: str = ""
    look: Look | None = None
    """Which unit or card acted, as it is drawn: it may be gone since. Nothing where that cannot be told."""
    came: int = 0
    expected: float = 0.0
    unit: str = ""
    """Of dice: what they came to, what was expected, and of what."""


class CostlyChoice(msgspec.Struct, frozen=True):
    """A choice that cost something, and what would have been better."""

    number: int
    """The replay at this step is just before it."""
    turn: str
    said: str
    better: str
    lost: float


class Choices(msgspec.Struct, frozen=True):
    """The choices of one seat, as a bot judges them by what could be seen from there."""

    seat: int
    best: int
    """How many were the best there was, or as good."""
    good: int
    costly: int
    worst: tuple[CostlyChoice, ...] = ()
    """A few of those that cost most."""


class BestUnit(msgspec.Struct, frozen=True):
    """The unit that did most."""

    piece: str
    name: str
    owner: int
    card: str
    amount: int
    destroyed: int
    spent: int = 0
    currency: str = ""
    """What it spent so much of, such as energy; empty where actions have no price."""


class Course(msgspec.Struct, frozen=True):
    """How a game went that is over. It judges tables as they were, so nobody is told of it before."""

    players: tuple[str, ...]
    unit: str
    """In what the turns are measured besides: `damage`; empty where nothing is."""
    turns: tuple[Turn, ...]
    """The first is the start; empty for a game that no bot can judge."""
    points: tuple[TurningPoint, ...]
    choices: tuple[Choices, ...] = ()
    best: BestUnit | None = None


class CourseShown(msgspec.Struct, frozen=True, tag="course"):
    """How the game went: it comes a while after the end, and never before."""

    course: Course


class RematchMade(msgspec.Struct, frozen=True, tag="rematch"):
    """The same players play again: where this page's seat is in the new match."""

    link: str


ToPage: TypeAlias = (
    RematchMade
    | CourseShown
    | LuckShown
    | Shown
    | LogShown
    | OddsShown
    | PreviewShown
    | AboutShown
    | HintShown
    | NotSo
    | UndoWanted
    | Curtain
)


class Likeness(msgspec.Struct, frozen=True):
    """A unit or a card as somebody who chooses sees it."""

    name: str
    look: Look | None = None
    count: int = 1


class Offer(msgspec.Struct, frozen=True):
    """One of the things that an option may be set to, with a picture where it has one."""

    value: str
    title: str
    units: tuple[Likeness, ...] = ()
    """Those that come with it: of a force, of a team, the first of a deck."""
    board: Board | None = None
    """The field that is played on with it."""


class Choice(msgspec.Struct, frozen=True):
    """One option of a game's set-up: what it may be."""

    name: str
    about: str
    default: str
    choices: tuple[Offer, ...] = ()
    """What there is; empty when nothing is ready and any text goes."""
    seats: tuple[int, ...] = ()
    """For each choice how many seats are taken with it; empty where that does not hang on it."""
    is_open: bool = False
    """Whether it may be set to other texts too, such as a list of one's own."""
    needs: tuple[tuple[str, str], ...] = ()
    """How other options have to be set for this one to matter."""
    ruling: str = ""
    """The ruling whose readings these are."""


class Opponent(msgspec.Struct, frozen=True):
    """Somebody who can sit on a seat: a bot, `person` or `guest`."""

    name: str
    about: str
    level: int = 0
    """How hard a bot is to beat, from 1; 0 where it has no such number."""
    styles: tuple[str, ...] = ()
    """The styles it can be asked for: `veteran:style=bold`. The first is the usual one."""


class GameCard(msgspec.Struct, frozen=True):
    """A game that can be played. Pictures of its options come only where one game is asked for."""

    name: str
    title: str
    summary: str
    owner: str
    seats: tuple[str, ...]
    options: tuple[Choice, ...]
    opponents: tuple[Opponent, ...]
    """Those who can sit on the other seats, the easiest first; those without a level are for trying out."""
    squads: tuple[str, ...] = ()
    """The options whose text can be put together from cards: see `Builder`."""
    lesson: str = ""
    """The title of its guided first game; empty if there is none."""
    lesson_about: str = ""
    poster: Poster | None = None
    """What hangs at the door for it; None in a game without."""


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be set up: who sits where, and the game's options."""

    game: str
    players: tuple[str, ...]
    options: dict[str, str] = {}
    seed: str = ""
    """The seed of the dice. Only where no other person joins: with a `guest` a chosen seed is refused."""
    transcript: str = ""
    """A transcript to play on from; then the rest is taken from its head."""
    at: int | None = None
    position: str = ""
    """A position to play on from, as `save position` wrote it; then the game is taken from it."""
    guided: bool = False
    """The game's lesson; then seats and options are taken from it."""
    alone: bool = False
    """The table of the lesson without its words: dice fall as they like, and a bot sits opposite."""
    reaction_seconds: int | None = None
    """How long a silent person is waited for who may react in somebody else's turn; 0 is for ever.

    Without it the usual: 30 seconds where guests play, else for ever.
    """
    turn_seconds: int | None = None
    """The same for everything else; usual are 300 seconds where guests play."""
    bank_seconds: int = 0
    """How long each person has for all answers together, at a site; of two, who has used it up has lost. 0 is for no such limit."""
    increment_seconds: int = 0
    """What is added to that after each answer."""


class MatchCard(msgspec.Struct, frozen=True):
    """A match that exists: for the list of matches, and after making one."""

    id: str
    game: str
    players: tuple[str, ...]
    answers: int
    headline: str
    links: tuple[str, ...] = ()
    """One address for each seat that a person takes; of a match without any, one for watching."""
    is_over: bool = False
    damaged: str = ""
    """What was found wrong with its file."""
    is_lesson: bool = False
    addresses: tuple[str, ...] = ()
    """Where others in this network find the table, to be put before a link; none without guests."""
    is_shut: bool = False
    """Whether it can only be looked at, until whoever keeps the table has it repaired."""
    ago: int = 0
    """Seconds since something happened in it."""
    names: tuple[str, ...] = ()
    """How the persons on its seats call themselves; empty where nobody has said."""
    replay: str = ""
    """Of a match that is over: the address of its replay for everybody who has it."""


class Door(msgspec.Struct, frozen=True):
    """The first screen: what there is to play and to go on with."""

    games: tuple[GameCard, ...]
    matches: tuple[MatchCard, ...] = ()
    """For whoever keeps the table only: the last played first."""
    broken: tuple[str, ...] = ()
    """What was plugged in and cannot be used."""
    is_host: bool = True


class Glance(msgspec.Struct, frozen=True):
    """A match as it stands, for a small picture: nothing that is hidden from whoever asks."""

    headline: str
    seats: tuple[str, ...]
    turn: int | None
    asked: tuple[int, ...]
    """Those who are waited for."""
    board: Board | None
    pieces: tuple[Piece, ...]
    cards: tuple[Card, ...]

    @classmethod
    def at(cls, scene: Scene) -> Glance:
        """What a scene shows, made small."""
        return cls(
            scene.headline,
            scene.seats,
            scene.turn,
            scene.ask.seats if scene.ask else (),
            scene.board,
            scene.pieces,
            scene.cards if scene.pieces else (),
        )


class AskRematch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play the same again: same players, same options, other dice."""

    swap: bool = False
    """Whether everybody takes the next seat."""


class AskReplay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Show a step of a replay: of a transcript, or of one that the table keeps."""

    transcript: str = ""
    match: str = ""
    """A match, or the `id` of an earlier step."""
    at: int = 0
    """After so many answers; a negative number counts from the end."""
    seat: int | None = None
    """Through whose eyes; None shows what is open to all."""


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a replay: the scene after so many answers, and what had happened."""

    number: int
    last: int
    scene: Scene
    log: tuple[LogLine, ...]
    answer: str
    id: str = ""
    """Ask for other steps by this, instead of sending the transcript again."""


class LuckOf(msgspec.Struct, frozen=True):
    """All luck of a replay, from its first answer to its last."""

    lines: tuple[LuckLine, ...]


class SquadText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squad to be judged."""

    text: str


class SquadSaid(msgspec.Struct, frozen=True):
    """Every rule that a squad breaks; none if it may be played."""

    text: str
    reasons: tuple[Reason, ...]
