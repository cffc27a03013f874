"""Messages between pages and server, as tagged JSON. The browser's types are generated from these classes."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from gattai.bots.puzzles.verdict import JudgedAnswer
from gattai.games.poster import Poster
from gattai.odds.reckoning import LuckLine
from gattai.scene.parts import (
    Board,
    Card,
    Citation,
    LogLine,
    Look,
    Piece,
    Reason,
    Scene,
)
from gattai.scene.throwing import DiceQuestion
from gattai.server.queries import AboutShown as AboutShown
from gattai.server.queries import LogShown as LogShown
from gattai.server.queries import QueryAnswer, ReactionShown
from gattai.server.receipts import Receipt
from gattai.server.saying import MAX_BYTES as MAX_BYTES
from gattai.server.saying import Abort as Abort
from gattai.server.saying import Analyse as Analyse
from gattai.server.saying import AnswerDraw as AnswerDraw
from gattai.server.saying import AskUndo as AskUndo
from gattai.server.saying import CallMe as CallMe
from gattai.server.saying import Claim as Claim
from gattai.server.saying import Consent as Consent
from gattai.server.saying import FromPage as FromPage
from gattai.server.saying import GiveAnswer as GiveAnswer
from gattai.server.saying import LeaveLesson as LeaveLesson
from gattai.server.saying import OfferDraw as OfferDraw
from gattai.server.saying import Resign as Resign
from gattai.server.saying import Reveal as Reveal
from gattai.server.variations import VariationsShown


class LessonPage(msgspec.Struct, frozen=True):
    """A page of text in a guided game."""

    text: str
    """The text; a rule appears in it as `[RULE.ID]`."""
    look: tuple[str, ...] = ()
    """What the text is about: ids of pieces, places, cards or zones."""
    point: str = ""
    """An id; pointing at it turns to the next page."""
    cites: tuple[Citation, ...] = ()
    """The rules cited in the text."""


class LessonShown(msgspec.Struct, frozen=True):
    """How far a guided game is, and its current text."""

    title: str
    number: int
    """How many of the learner's answers have been given."""
    last: int
    pages: tuple[LessonPage, ...]
    """Empty while others answer."""
    goal: str = ""
    """Shown when the learner tries something else."""
    later: tuple[str, ...] = ()
    """Options that the rules allow but the lesson does not want yet."""
    is_over: bool = False


class SeatClock(msgspec.Struct, frozen=True):
    """How long the server waits for a seat before it answers in its place."""

    seat: int
    left: float
    """Seconds from when this was sent; the page counts down by itself."""
    limit: int
    """Total seconds at the start."""
    runs: bool = True
    """Whether the clock is running; otherwise this is the time the seat will have when it is asked."""


class SeatHere(msgspec.Struct, frozen=True):
    """The presence of a person's seat in a match with guests."""

    seat: int
    is_here: bool
    """Whether a page that plays for this seat is open."""
    keeper: bool = False
    """Whether it was ever opened with the host's token instead of the invitation."""
    is_guest: bool = True
    """Whether its player comes by invitation; otherwise they play at the host's screen."""
    has_come: bool = False
    """Whether anyone was ever there."""
    name: str = ""
    """The player's chosen name."""


class TakeBack(msgspec.Struct, frozen=True):
    """What an undo would take back, shown before anyone asks for it and to those who must agree."""

    seat: int
    """The seat whose answer it is."""
    text: str
    """The public log line of that answer."""
    others: tuple[tuple[int, int], ...] = ()
    """Other people whose answers would be taken back too, and how many of each."""
    agree: tuple[int, ...] = ()
    """The seats that must agree; empty if the undo is free."""


class DrawOffer(msgspec.Struct, frozen=True):
    """An open draw offer."""

    seat: int
    """The seat that offers the draw."""
    open: tuple[int, ...]
    """The seats that have not agreed yet."""


class PuzzleShown(msgspec.Struct, frozen=True):
    """The puzzle of a match."""

    id: str
    seat: str
    theme: str
    difficulty: str
    verdict: JudgedAnswer | None
    """None until it is answered."""


class PuzzleCard(msgspec.Struct, frozen=True):
    """A puzzle in the list of puzzles."""

    id: str
    game: str
    theme: str
    difficulty: str


class SceneUpdate(msgspec.Struct, frozen=True, tag="scene"):
    """The current scene; `log` contains only lines that this page has not received yet.

    Board and cards are sent in the first scene only and are empty afterwards: they do
    not change, except for cards that come into play.
    """

    scene: Scene
    can_undo: str
    """`free`, `consent` or empty."""
    thinking: bool = False
    """Whether a bot is about to answer."""
    whole: bool = False
    """Board, cards and recent log lines are sent again, and the page must forget earlier scenes.

    This happens after connecting, after an undo, and when another player sits down at this screen.
    """
    lesson: LessonShown | None = None
    notice: str = ""
    """A notice for the players about this match, for example that its file was damaged."""
    clocks: tuple[SeatClock, ...] = ()
    """The clocks of seats that are asked, and the time that others will have; empty without time limits."""
    epoch: int = 0
    """The number of undos so far: an answer says in which epoch it was given."""
    here: tuple[SeatHere, ...] = ()
    """In matches with guests: who is there, and which seats the host has opened."""
    undo: TakeBack | None = None
    """What an undo would take back now; None if nothing."""
    draw: DrawOffer | None = None
    """The open draw offer; None if there is none."""
    can_resign: bool = False
    """Whether this page may resign."""
    can_draw: bool = False
    """Whether this page may offer a draw, that is, whether another person could agree."""
    can_abort: bool = False
    """Whether this page may abort the match: not everyone has played yet."""
    can_coach: bool = False
    """Whether this page may ask the coach: only bots are playing against it."""
    claim_in: float | None = None
    """Seconds until this page may claim the win or a draw because the opponent left; None if it may not."""
    throw: DiceQuestion | None = None
    """The real dice whose faces this page must enter; None if there are none, or another page enters them."""
    by_link: LinkToSend | None = None
    """In a match by link: what to send to the other side now; None while this side has to answer."""
    receipt: Receipt | None = None
    """The signed receipt of this page's last answer, sent once; keep the latest. None away from a site."""
    puzzle: PuzzleShown | None = None
    """The puzzle that this match asks; None if it is a game."""
    variations: VariationsShown | None = None
    """The steps of an analysis; None if it is a game."""


class LinkToSend(msgspec.Struct, frozen=True):
    """The link of a match by link, which the other side waits for."""

    link: str
    """The part of an address from the `#` on: a page of Gattai may stand before it."""
    why: Literal["invitation", "dice", "answer", "end"]
    """What it is needed for: to begin, for a value of the other side, for their answer, or to show the end."""


class Rejected(msgspec.Struct, frozen=True, tag="refused"):
    """A message that was refused, and why."""

    reasons: tuple[Reason, ...]
    text: str = ""


class UndoWanted(msgspec.Struct, frozen=True, tag="undo-wanted"):
    """Another seat asks for an undo, and this seat must agree."""

    what: TakeBack


class Curtain(msgspec.Struct, frozen=True, tag="curtain"):
    """With several players at one screen: it is another player's turn, and nothing is shown until that player is there."""

    seat: int
    seats: tuple[str, ...] = ()
    """The names of the seats; nothing else is visible through the curtain."""


class LuckShown(msgspec.Struct, frozen=True, tag="luck"):
    """The luck of completed actions, sent a little after the events themselves.

    These lines are new; after a whole scene, they are all lines.
    """

    lines: tuple[LuckLine, ...]


class TurnReport(msgspec.Struct, frozen=True):
    """A turn of a completed game, and the chances of all players after it."""

    number: int
    """The number of answers given before."""
    name: str
    """The turn's name in the game, such as `turn 4` or `round 2`; empty for the start."""
    seat: int | None
    """The seat whose turn it was."""
    shares: tuple[float, ...]
    """Each seat's chance to win, as a bot judges the position."""
    amounts: tuple[int, ...] = ()
    """What each seat achieved in the turn, in the unit of the analysis."""


class TurningPoint(msgspec.Struct, frozen=True):
    """The action of a turn that changed the chances most."""

    number: int
    """The replay at this step shows the moment just before it."""
    until: int
    """The replay at this step shows the moment just after it."""
    turn: int
    """The index of its turn."""
    seat: int | None
    """The seat that acted."""
    gained: int
    """The seat that was better off after the whole turn."""
    change: float
    """The change of that seat's chance to win."""
    title: str
    text: str
    chance: float | None = None
    """For dice: the probability of a result this extreme."""
    name: str = ""
    look: Look | None = None
    """The look of the unit or card that acted, which may be gone since; None if unknown."""
    came: int = 0
    expected: float = 0.0
    unit: str = ""
    """For dice: the result, the expected result, and their unit."""


class CostlyChoice(msgspec.Struct, frozen=True):
    """A choice that cost something, and a better one."""

    number: int
    """The replay at this step shows the moment just before it."""
    turn: str
    chosen: str
    better: str
    lost: float


class Choices(msgspec.Struct, frozen=True):
    """The choices of one seat, as a bot judges them from what that seat could see."""

    seat: int
    best: int
    """How many were the best option, or as good."""
    good: int
    costly: int
    worst: tuple[CostlyChoice, ...] = ()
    """The most costly choices."""


class BestUnit(msgspec.Struct, frozen=True):
    """The unit that achieved most."""

    piece: str
    name: str
    owner: int
    card: str
    amount: int
    destroyed: int
    spent: int = 0
    currency: str = ""
    """The resource it spent, such as energy; empty if actions are free."""


class Analysis(msgspec.Struct, frozen=True):
    """How a completed game went. It judges the positions, so nobody sees it before the end."""

    players: tuple[str, ...]
    unit: str
    """The unit in which turns are measured besides the chances, such as `damage`; empty if none."""
    turns: tuple[TurnReport, ...]
    """The first entry is the start; empty if no bot can judge this game."""
    points: tuple[TurningPoint, ...]
    choices: tuple[Choices, ...] = ()
    best: BestUnit | None = None


class AnalysisShown(msgspec.Struct, frozen=True, tag="analysis"):
    """How the game went, sent a while after its end and never before."""

    analysis: Analysis


class RematchMade(msgspec.Struct, frozen=True, tag="rematch"):
    """A rematch was created; contains the link to this page's seat in it."""

    link: str


ToPage: TypeAlias = (
    RematchMade
    | AnalysisShown
    | LuckShown
    | SceneUpdate
    | QueryAnswer
    | ReactionShown
    | Rejected
    | UndoWanted
    | Curtain
)


class Likeness(msgspec.Struct, frozen=True):
    """A picture of a unit or a card in the set-up."""

    name: str
    look: Look | None = None
    count: int = 1


class SettingChoice(msgspec.Struct, frozen=True):
    """A value that an option may have, with pictures if available."""

    value: str
    title: str
    units: tuple[Likeness, ...] = ()
    """What belongs to it: the units of a force or team, the first cards of a deck."""
    board: Board | None = None
    """The board it is played on."""


class Choice(msgspec.Struct, frozen=True):
    """An option of a game's set-up, and its possible values."""

    name: str
    about: str
    default: str
    choices: tuple[SettingChoice, ...] = ()
    """The possible values; empty if any text is allowed."""
    seats: tuple[int, ...] = ()
    """For each value, how many seats the game then has; empty if it does not depend on it."""
    is_open: bool = False
    """Whether other texts are allowed too, such as a list of one's own."""
    needs: tuple[tuple[str, str], ...] = ()
    """The values of other options for which this one matters."""
    ruling: str = ""
    """The ruling whose readings the values are."""


class Opponent(msgspec.Struct, frozen=True):
    """A player for a seat: a bot, `person` or `guest`."""

    name: str
    about: str
    level: int = 0
    """The level of a bot, from 1; 0 if it has none."""
    styles: tuple[str, ...] = ()
    """The styles of a bot, used as `veteran:style=bold`. The first is the default."""


class GameListing(msgspec.Struct, frozen=True):
    """A game that can be played. Pictures of its options are sent only if one game is requested."""

    name: str
    title: str
    summary: str
    owner: str
    seats: tuple[str, ...]
    options: tuple[Choice, ...]
    opponents: tuple[Opponent, ...]
    """The possible opponents, easiest first; those without a level are for experiments."""
    lesson: str = ""
    """The title of its guided first game; empty if there is none."""
    lesson_about: str = ""
    poster: Poster | None = None
    """The poster for the first screen; None if the game has none."""
    goal_cites: tuple[Citation, ...] = ()
    """The rules that state the goal of the poster."""


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to create: players and options."""

    game: str
    players: tuple[str, ...]
    options: dict[str, str] = {}
    seed: str = ""
    """The seed of the dice. Refused with a `guest`, because another person joins."""
    transcript: str = ""
    """A transcript to continue from; its head then provides the other fields."""
    at: int | None = None
    position: str = ""
    """A position to continue from, as `save position` writes it; it then provides the game."""
    guided: bool = False
    """Play the game's lesson; it then provides seats and options."""
    alone: bool = False
    """The table of the lesson without guidance: dice fall at random, and a bot plays the opponent."""
    reaction_seconds: int | None = None
    """Seconds a person has to react in another player's turn; 0 is unlimited.

    The default is 30 with guests and unlimited otherwise.
    """
    turn_seconds: int | None = None
    """The same for all other answers; the default with guests is 300."""
    bank_seconds: int = 0
    """Seconds each person has for the whole match, only on a site; in a match for two, running out of time loses. 0 is unlimited."""
    increment_seconds: int = 0
    """Seconds added after each answer."""
    puzzle: str = ""
    """The puzzle of the game to play, by its id; it then provides seats, options and position. Not on a site."""
    physical_dice: bool = False
    """The players throw real dice and enter the faces. Not on a site."""
    analysis: bool = False
    """Analyse the transcript, position or new game: one person plays all seats. Not on a site.

    The transcript may be an analysis, and the position a table in words.
    """
    tries: str = ""
    """The first answer that an analysis tries, as text."""


class OpenLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a link of a match by link."""

    link: str


class MatchCard(msgspec.Struct, frozen=True):
    """A match in the list of matches, or a new one."""

    id: str
    game: str
    players: tuple[str, ...]
    answers: int
    headline: str
    links: tuple[str, ...] = ()
    """A link for each person's seat; for a match without persons, a link to watch."""
    is_over: bool = False
    damaged: str = ""
    """What is wrong with the match's file."""
    is_lesson: bool = False
    addresses: tuple[str, ...] = ()
    """Addresses of this server in its networks, to put before a link; empty without guests."""
    is_shut: bool = False
    """Whether the match can only be viewed until the host has its file repaired."""
    ago: int = 0
    """Seconds since the last event."""
    names: tuple[str, ...] = ()
    """The names of the persons on the seats; empty if they have not chosen one."""
    replay: str = ""
    """For a match that is over: the public address of its replay."""
    is_analysis: bool = False


class LinkOpened(msgspec.Struct, frozen=True):
    """The match of a link that was opened."""

    match: MatchCard
    is_new: bool
    """Whether the link contained anything that the own copy did not have."""


class Door(msgspec.Struct, frozen=True):
    """The first screen: games to play and matches to continue."""

    games: tuple[GameListing, ...]
    matches: tuple[MatchCard, ...] = ()
    """Only for the host: the most recently played first."""
    broken: tuple[str, ...] = ()
    """Plug-ins that failed to load."""
    is_host: bool = True
    has_lab: bool = False
    """Whether this page may begin studies of changed rules."""


class OpenNetwork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open the table to the local network, or close it."""

    is_open: bool


class NetworkCard(msgspec.Struct, frozen=True):
    """Whether the local network can reach the table."""

    is_open: bool
    can_switch: bool
    """Whether this page may open and close it: only at the machine itself, and not if it is open since the start."""
    addresses: tuple[str, ...] = ()
    """Addresses of the table in its networks, most likely first."""


class Glance(msgspec.Struct, frozen=True):
    """A preview of a match, without anything hidden from the caller."""

    headline: str
    seats: tuple[str, ...]
    turn: int | None
    asked: tuple[int, ...]
    """The seats that are waited for."""
    board: Board | None
    pieces: tuple[Piece, ...]
    cards: tuple[Card, ...]

    @classmethod
    def at(cls, scene: Scene) -> Glance:
        """Return the preview of a scene."""
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
    """Create a rematch: same players, same options, new dice."""

    swap: bool = False
    """Whether each player takes the next seat."""


class AskReplay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Show a step of a replay, of a new transcript or of a stored one."""

    transcript: str = ""
    match: str = ""
    """A match, or the `id` of an earlier step."""
    at: int = 0
    """The number of answers before the step; a negative number counts from the end."""
    seat: int | None = None
    """The seat that looks; None shows public information only."""


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a replay: the scene, and what led to it."""

    number: int
    last: int
    scene: Scene
    log: tuple[LogLine, ...]
    answer: str
    id: str = ""
    """Use this to request other steps without sending the transcript again."""


class LuckOf(msgspec.Struct, frozen=True):
    """All luck of a replay, from the first answer to the last."""

    lines: tuple[LuckLine, ...]
