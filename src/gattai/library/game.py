"""Games and matches: answers as text, dice from a seed, odds, reasons, transcripts.

Both are in one module because a match knows its game and a game begins its matches.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast, overload

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Bot
from gattai.bots.coach.coach import Coach, coach
from gattai.games.rule_search import search
from gattai.kernel.position import Seen, judge
from gattai.kernel.question import Question, Roll, Seat, Together, part_of
from gattai.kernel.record import Record, replay
from gattai.kernel.rulebook import Refusal, Refused, Rule
from gattai.kernel.ruleset import AnyRuleset, Outcome, Setting
from gattai.kernel.text.answers import answer_text
from gattai.kernel.text.snapshot import one_line, read_position
from gattai.kernel.text.transcript import Entry, parse
from gattai.library.dice import BY_HAND, SEEDED, are_sealed, seed_of, source_of
from gattai.library.log import log_texts
from gattai.library.meaning import meant, seat_of
from gattai.library.odds import Odds
from gattai.library.position import Position
from gattai.library.settings import settings_of
from gattai.library.table_text import lay_table
from gattai.library.view import View
from gattai.scene.citing import readings_of
from gattai.scene.maker import SceneMaker

if TYPE_CHECKING:
    import gattai.games.aegis.state as aegis
    import gattai.games.aristeia.state as aristeia
    import gattai.games.attack_chart.state as attack_chart
    import gattai.games.mechastellar.state as mechastellar
    import gattai.games.robot_empire.state as robot_empire

S = TypeVar("S", bound=msgspec.Struct)
Folders = str | PathLike[str] | Iterable[str | PathLike[str]]


class Game(Generic[S]):
    """A game with its packs, by `gattai.game`.

    >>> import gattai
    >>> chart = gattai.game("attack-chart")
    >>> chart
    <Game attack-chart 1.1.0: blue, red>
    >>> [(each.name, each.default) for each in chart.settings][:2]
    [('method', 'formula'), ('field', 'thickets')]
    >>> chart.rule("SEQ.4-AP").page
    'Attack Sequence 4'
    """

    def __init__(self, rules: AnyRuleset, packs: Iterable[Path] = ()) -> None:
        self._rules, self._packs = rules, tuple(packs)
        self._maker = games.scene_maker(rules.name)

    @property
    def name(self) -> str:
        """The name of the game in commands: `attack-chart`."""
        return self._rules.name

    @property
    def title(self) -> str:
        """The title of the game."""
        return self._rules.rulebook.game.title

    @property
    def version(self) -> str:
        """The version of its rules."""
        return self._rules.version

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all possible seats; `Match.seats` has those in use."""
        return self._rules.seats

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The match settings: name, description, default, choices."""
        return self._rules.options

    def rule(self, wanted: str) -> Rule:
        """Return a rule by its id, with or without the game's prefix: title, page, text."""
        return self._rules.rulebook.find(wanted)

    def rules(self, words: str = "") -> tuple[Rule, ...]:
        """Return the rules that answer a question or these words, best first; all rules if none are given."""
        book = self._rules.rulebook
        return tuple(map(book.find, search(self._rules, words).rules)) if words else book.rule

    def begin(
        self,
        *,
        seed: int | str | None = None,
        dice: Literal["seeded", "by hand"] = "seeded",
        position: Position[S] | None = None,
        **settings: object,
    ) -> Match[S]:
        """Begin a new match. Missing settings have their default; write hyphens in names as `_`.

        Without a seed a random one is drawn. With `dice="by hand"` players enter the faces. A match
        can begin from a position; then it has the settings of that position's match.
        """
        if dice not in (SEEDED, BY_HAND):
            raise ValueError(f"dice are {SEEDED!r} or {BY_HAND!r}, not {dice!r}")
        if dice == BY_HAND and seed is not None:
            raise ValueError("a seed throws dice; those by hand have none")
        wanted = settings_of(settings)
        start = ""
        if position is not None:
            wanted = {**dict(position._settings), **wanted}
            start = one_line(position.text())
        thrown = BY_HAND if dice == BY_HAND else f"{SEEDED} {seed_of(seed)}"
        record: Record[S] = Record(self._rules, options=wanted, dice=thrown, start=start)
        if position is not None:
            for answer in position._position.answers:  # those since the table was settled
                record.answer(answer.value, answer.seat)
        return Match(self, record)

    def position(self, text: str, **settings: object) -> Position[S]:
        """Return a position from its text; ValueError says what is wrong with it, and where."""
        wanted = settings_of(settings)
        rules = self._rules.seated(wanted)
        found = read_position(rules, text)
        return Position(rules, self._maker, found, tuple(sorted(wanted.items())))

    def table(self, text: str, **settings: object) -> Position[S]:
        """Return a position set up from text, as described in `library.table_text`.

        ValueError names the wrong statement and similar known words.

        >>> import gattai
        >>> chart = gattai.game("attack-chart")
        >>> here = chart.table("lancer-team at 3,2; gunners at 5,2, hp 2; acting lancer-team")
        >>> chart.begin(seed=7, position=here).odds("attack storm-rifle [(gunners 3)]")
        <Odds attack storm-rifle [(gunners 3)]: 1.79 HP lost by Gunners expected>
        """
        laid = lay_table(self._rules, text, settings_of(settings))
        return Position(laid.rules, self._maker, laid.position, laid.settings)

    def read(self, text: str) -> Match[S]:
        """Return a match from the text of its transcript; every line is replayed and checked."""
        *_, record = replay(self._rules, parse(text))
        return Match(self, record)

    def __reduce__(self) -> tuple[object, ...]:
        return game, (self.name, self._packs)

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.version}: {', '.join(self.seats)}>"


class Match(Generic[S]):
    """One match, from `Game.begin` or `load`.

    Dice are thrown automatically from the seed, so only seats are asked. In a match with dice by
    hand the faces are played like any answer: `match.play("3 5")`.

    >>> import gattai
    >>> match = gattai.game("aegis").begin(seed=7)
    >>> match
    <Match of aegis, seed 7: 1 answer, red is asked: place a unit>
    >>> match.options()[:2]
    ('place ark-150 -7,6', 'place ark-150 -6,6')
    >>> match.play("place ARK-150 on -7,6")
    ('ARK-150 is placed on -7,6',)
    """

    def __init__(self, game: Game[S], record: Record[S]) -> None:
        self.game: Game[S] = game
        """The game of this match."""
        self._record = record
        self._source = source_of(record.header.dice)
        self._throw()

    # Current state

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats in use."""
        return self._rules.seats

    @property
    def seat(self) -> str | None:
        """The seat to answer, the first of several; None for dice, or when it is over."""
        return next(iter(self.waiting), None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """All seats to answer now: several if they answer at once, in secret."""
        return tuple(self.seats[seat] for seat in self._record.step.waiting)

    @property
    def question(self) -> str:
        """The question in words; the result when it is over."""
        question = self._record.question
        if isinstance(question, Outcome):
            return question.reason
        if isinstance(question, Together):
            return question.what or question.asks[0].what
        return question.what

    @property
    def rule(self) -> str:
        """The rule behind the question or the end; `Game.rule` has its text."""
        return self._record.question.rule

    @property
    def number(self) -> int:
        """The number of answers given, including dice."""
        return self._record.count

    @property
    def state(self) -> S:
        """The whole table with all its secrets; a `view` has what a seat may see."""
        state: S = self._record.table
        return state

    @property
    def position(self) -> Position[S]:
        """The current position, as an immutable value."""
        record = self._record
        settings = record.header.options
        return Position(self._rules, self._maker, record.position, settings, record.step)

    def view(self, seat: str | int | None = None) -> View[S]:
        """Return what this seat sees; without a seat, what everybody sees."""
        return View(self._rules, self._maker, self._record.step, seat_of(self._rules, seat))

    # Before an answer

    def options(self, seat: str | int | None = None) -> tuple[str, ...]:
        """Return the options of this seat, or of the one that is asked, in notation."""
        return self.view(self.seat if seat is None else seat).options if self.waiting else ()

    def why_not(self, text: str, seat: str | int | None = None) -> tuple[Refusal, ...]:
        """Return every reason against an answer, each with its rule; empty if it is legal.

        ValueError if the text cannot be read at all.
        """
        by = self._by(seat)
        try:
            judge(self._rules, self._record.step, self._meant(text, by), seat=by)
        except Refused as refused:
            return refused.refusals
        return ()

    def rulings_on(self, rule: str) -> tuple[str, ...]:
        """Return the readings of the rulings on a rule, and this match's reading, as lines.

        Empty if the rule has no switchable ruling.
        """
        book = self._rules.rulebook
        found = book.find_ruling(rule) or book.find(rule)
        return tuple(readings_of(self._rules, found.id))

    def odds(self, text: str, seat: str | int | None = None) -> Odds:
        """Return the exact odds of an option, from its seat's view. ValueError if it has none."""
        by = self._by(seat)
        action = self._meant(text, by)
        step = self._record.step
        written = answer_text(self._rules, step.position, self._open(), action, step.table)
        return Odds(self._rules, self._maker, step.seen(by), written, action)

    def suggest(self, bot: str | Bot = "greedy", seat: str | int | None = None) -> str:
        """Return what a bot would answer here, in notation. It sees only what its seat sees."""
        by = self._by(seat)
        if by is None:
            raise ValueError("nobody is asked here")
        step, question = self._record.step, self._open()
        value = self._made(bot).answer(step.seen(by), part_of(question, by), self.number + 1)
        return answer_text(self._rules, step.position, question, value, step.table)

    def coach(self, seat: str | int | None = None) -> Coach:
        """Return the coach's advice: threat, plan, and the best three answers. It sees only what its seat sees.

        `print` it to read it; `ideas`, `plan` and `threat` have its parts.
        """
        by = self._by(seat)
        if by is None:
            raise ValueError("nobody is asked here")
        step, number = self._record.step, self.number + 1
        ask = part_of(self._open(), by)
        seen = cast("Seen[msgspec.Struct]", step.seen(by))
        return coach(seen, ask, number, random.Random, rules=self._rules)

    # Answers

    def play(self, text: str, seat: str | int | None = None) -> tuple[str, ...]:
        """Give an answer and return its public log lines. Dice that follow are thrown at once.

        `Refused`, with every reason, leaves the match unchanged, as does the ValueError for a text
        that cannot be read.
        """
        begun, by = len(self._record.past), self._by(seat)
        if isinstance(self._record.question, Roll) and are_sealed(self._record.header.dice):
            raise ValueError("its dice are committed: only the holder of their secret can play on")
        self._record.answer(self._meant(text, by), by)
        self._throw()
        return log_texts(self._record.past[begun:], None, self._maker)

    def play_out(
        self, *bots: str | Bot, until: Callable[[Match[S]], bool] | None = None
    ) -> Match[S]:
        """Let bots play to the end, or until a condition holds: one bot, or one per seat."""
        if len(bots) not in (0, 1, len(self.seats)):
            raise ValueError(f"{len(bots)} bots for {len(self.seats)} seats")
        made = [self._made(bot) for bot in bots or ("greedy",)] * len(self.seats)
        while not self.is_over and not (until is not None and until(self)):
            seat = self.seat
            if seat is None:
                raise ValueError("dice are needed here: enter their faces with play")
            at = self.seats.index(seat)
            self.play(self.suggest(made[at], at), at)
        return self

    def undo(self) -> None:
        """Take back the last answer of a seat, and the dice thrown since."""
        past = self._record.past
        mine = self._source is None
        for number in range(len(past) - 1, -1, -1):
            if mine or past[number].seat is not None:
                self._record.back_to(self._record.base + number)
                return
        raise ValueError("there is no answer to take back")

    def fork(self, seed: int | str | None = None) -> Match[S]:
        """Return a copy of the match from here; with another seed, its dice differ."""
        if seed is not None:
            return self.game.begin(seed=seed, position=self.position)
        record = copy.copy(self._record)
        record.past, record.entries = [*record.past], [*record.entries]
        return Match(self.game, record)

    def at(self, number: int) -> Match[S]:
        """Return a copy of the match as it was after so many answers, and the dice thrown at once."""
        first = self._record.base
        if not first <= number <= self.number:
            raise ValueError(f"there are {first} to {self.number} answers, not {number}")
        earlier = self.fork()
        earlier._record.back_to(number)
        earlier._throw()
        return earlier

    # Result and log

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return isinstance(self._record.question, Outcome)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners; several or none is a draw."""
        question = self._record.question
        if not isinstance(question, Outcome):
            return ()
        return tuple(self.seats[seat] for seat in question.winners)

    @property
    def winner(self) -> str | None:
        """The winner; None for a draw, or while it is not over."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def answers(self) -> tuple[Entry, ...]:
        """Every answer so far: its seat (`who`), its `text`, and the `rule` of its question."""
        return tuple(self._record.entries)

    def log(self, seat: str | int | None = None) -> tuple[str, ...]:
        """Return the log lines that this seat may know; without a seat, the public ones."""
        return log_texts(self._record.past, seat_of(self._rules, seat), self._maker)

    def text(self) -> str:
        """Return the transcript, which `load` reads and `gattai verify` checks."""
        return self._record.transcript().text()

    def save(self, path: str | PathLike[str]) -> None:
        """Write the transcript to a file, the same bytes on every system."""
        Path(path).write_text(self.text(), "utf-8", newline="\n")

    def __reduce__(self) -> tuple[object, ...]:
        # The transcript, not the running rules: a generator cannot be pickled.
        return Game.read, (self.game, self.text())

    # Pictures

    def svg(self) -> str:
        """What is open to all, as a picture."""
        return self.view().svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return str(self.view())

    def __repr__(self) -> str:
        dice = self._record.header.dice.replace("seeded", "seed")
        many = f"{self.number} answer{'s' * (self.number != 1)}"
        who = "over" if self.is_over else f"{' and '.join(self.waiting) or 'dice'} asked"
        if len(self.waiting) == 1:
            who = f"{self.seat} is asked"
        return f"<Match of {self.game.name}, {dice}: {many}, {who}: {self.question}>"

    # Internals

    @property
    def _rules(self) -> AnyRuleset:
        return self._record.rules

    @property
    def _maker(self) -> SceneMaker:
        return self.game._maker

    def _by(self, seat: str | int | None) -> Seat | None:
        """Return the seat that answers: the named one, or the first that is asked."""
        return seat_of(self._rules, self.seat if seat is None else seat)

    def _meant(self, text: str, by: Seat | None) -> object:
        question = self._record.question
        if isinstance(question, Outcome):
            reason = f"the game is over: {question.reason}"
            raise Refused([Refusal(question.rule, reason)])
        return meant(self._rules, self._record.step, by, text)

    def _open(self) -> Question:
        question = self._record.question
        if isinstance(question, Outcome):
            raise ValueError(f"the game is over: {question.reason}")
        return question

    def _made(self, bot: str | Bot) -> Bot:
        if not isinstance(bot, str):
            return bot
        return registry.make(bot, self._record.header.dice.split(" ")[-1], rules=self._rules)

    def _throw(self) -> None:
        while self._source is not None and isinstance(question := self._record.question, Roll):
            self._record.answer(self._source.faces(question, self.number + 1))


@overload
def game(name: Literal["aegis"], packs: Folders = ()) -> Game[aegis.State]: ...
@overload
def game(name: Literal["aristeia"], packs: Folders = ()) -> Game[aristeia.State]: ...
@overload
def game(name: Literal["attack-chart"], packs: Folders = ()) -> Game[attack_chart.State]: ...
@overload
def game(name: Literal["mechastellar"], packs: Folders = ()) -> Game[mechastellar.State]: ...
@overload
def game(name: Literal["robot-empire"], packs: Folders = ()) -> Game[robot_empire.State]: ...
@overload
def game(name: str, packs: Folders = ()) -> Game[Any]: ...
def game(name: str, packs: Folders = ()) -> Game[Any]:
    """Return a game by its name, with folders of your own packs. LookupError names the nearest.

    >>> import gattai
    >>> gattai.game("aegis").title
    'A.E.G.I.S. Combining Robot Strategy Game'
    """
    folders = [Path(folder) for folder in ([packs] if isinstance(packs, str | PathLike) else packs)]
    return Game(games.load(name, folders), folders)


def list_games() -> tuple[str, ...]:
    """Return the names of all games, including those of other distributions.

    >>> import gattai
    >>> gattai.list_games()[:2]
    ('aegis', 'aristeia')
    """
    return games.names()


def list_bots() -> tuple[str, ...]:
    """Return the names of all bots; settings follow a name, as in `search:iterations=50`.

    >>> import gattai
    >>> "greedy" in gattai.list_bots()
    True
    """
    return tuple(registry.kinds())


def load(path: str | PathLike[str], packs: Folders = ()) -> Match[Any]:
    """Return a match from a file of `Match.save` or `gattai play --save`; every line is checked.

    >>> import gattai, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "match.txt"
    >>> gattai.game("attack-chart").begin(seed=7, rounds=1).play_out("random").save(file)
    >>> gattai.load(file).is_over
    True
    """
    text = Path(path).read_text("utf-8")
    return game(parse(text).header.game, packs).read(text)
