"""A study: a question about a game, in one TOML file.

    game = "mechastellar"
    question = "Does soft armour help the smaller army?"
    [a]
    rules = "ver10-final"
    [b]
    rules = "soft-armour.toml"      # a ruleset of one's own, beside the study
    [play]
    with = "greedy"
    pairs = 20000
    seed = "7"
    [measure]
    metrics = ["won", "length", "lost.*"]
    [stop]
    at = "difference of 1 % in 'won' decided either way, error 5 %"

What A and B differ in says what is played:

* **versus**: they bring different bots (`with`) or different armies (`army`, which may also be written
  squad, deck, team or force). A sits against B at one table; a pair is that table with A on every
  seat in turn, the same seed each time.
* **under**: their tables differ: `rules`, `options` (a map, a number of rounds), `packs`, or numbers
  (`change`). The same players play the same seed under A and under B, seats swapped under each.
* **alone**: there is no B. One table is played and measured, seats swapped.

Seats are swapped where that makes another game: the same bot with the same army on both would play
the very same one again.

Every game begins with a random opening: its first twelve answers (of a short game at most a quarter) are
drawn from the better ideas of greedy, the same in all games of a pair. `openings = "none"` in `[play]` leaves the opening to the bots.

`kind` may say it where the difference does not (A and B are equal), and is checked where it does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.lab.statistics import stopping
from gattai.tabletop.card_check import complaints
from gattai.tabletop.problem import did_you_mean
from gattai.tabletop.toml_lines import TomlLines

if TYPE_CHECKING:
    import polars

Kind = Literal["versus", "under", "alone"]
Openings = Literal["random", "none"]
KINDS: tuple[Kind, ...] = ("versus", "under", "alone")
ARMIES = ("army", "squad", "deck", "team", "force")
"""What games call that which a player brings: all are the option with the name of the seat."""
MOST_PAIRS = 100_000_000
STUDY = "study.toml"
ROWS = "rows"
"""The folder of the rows, beside the study once it was played."""
ORDER = ("pair", "arm", "leg")
"""By what rows are sorted."""


class BadStudy(ValueError):
    """A study that cannot be played: every reason, each with its place."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


class Side(msgspec.Struct, frozen=True, omit_defaults=True, rename={"bot": "with"}):
    """A or B: what is different about it."""

    rules: str = ""
    """A ruleset by name, or a file (`.toml`) that holds one."""
    options: dict[str, str] = {}
    packs: tuple[str, ...] = ()
    """Folders of packs, or single files."""
    change: dict[str, Any] = {}
    """Numbers of rules or cards: `armor_save.cap = 3`, `unit.gunners.hp = 5`."""
    army: str = ""
    bot: str = ""
    """Who plays it, where that is not the one of `[play]`."""

    @property
    def table(self) -> tuple[Any, ...]:
        """What belongs to the table, and not to who sits at it."""
        return self.rules, sorted(self.options.items()), _flat(self.change)


class Play(msgspec.Struct, frozen=True, omit_defaults=True, rename={"bot": "with"}):
    """How it is played, on both sides."""

    bot: str = "greedy"
    """A bot; or one for each seat, with commas."""
    pairs: int = 1000
    seed: str = "1"
    rules: str = ""
    options: dict[str, str] = {}
    packs: tuple[str, ...] = ()
    armies: tuple[str, ...] = ()
    """What each player brings, where A and B do not say it."""
    tables: tuple[dict[str, str], ...] = ()
    """Options over the others; each pair takes the next of these tables."""
    longest: int = 5_000
    """A game that has had so many answers is a draw."""
    openings: Openings | None = None
    """Random unless a study says `none`: bots that do not slip begin every game in the same way."""


class Measure(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is counted in every game; `*` stands for anything, and all is counted if nothing is said."""

    metrics: tuple[str, ...] = ()


class Stop(msgspec.Struct, frozen=True, omit_defaults=True):
    """When the answer is sure enough; empty: when all pairs are played."""

    at: str = ""


class Study(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question, as its file asks it. Paths in it are told from `home`, which no file says."""

    game: str
    question: str = ""
    asked: Kind | None = msgspec.field(name="kind", default=None)
    a: Side = Side()
    b: Side | None = None
    play: Play = Play()
    measure: Measure = Measure()
    stop: Stop = Stop()
    home: str = msgspec.field(name="home", default="")

    @classmethod
    def load(cls, path: Path | str) -> Study:
        """The study of a file, or of a folder that was written by one; `BadStudy` if it is none."""
        path = Path(path)
        if path.is_dir():
            path = path / STUDY
        try:
            text = path.read_text("utf-8")
        except FileNotFoundError:
            raise BadStudy([f"{path}: no such study"]) from None
        except UnicodeDecodeError:
            raise BadStudy([f"{path}: is not a text file in UTF-8"]) from None
        return read(text, path.as_posix(), home=path.parent.as_posix())

    @property
    def kind(self) -> Kind:
        """What is played. ValueError where A and B differ in what cannot be told apart."""
        if self.b is None:
            return "alone"
        seated = (self.a.bot, self.a.army) != (self.b.bot, self.b.army)
        laid = self.a.table != self.b.table
        if seated and laid:
            raise ValueError(
                "a and b differ both in who plays (with, army) and in the table (rules, options, "
                "change): nobody could tell which of them made the difference; ask one at a time"
            )
        found: Kind | None = "versus" if seated else "under" if laid else None
        if found is None and self.a.packs != self.b.packs:
            found = "under"
        if found is None:
            return self.asked or ("versus" if self.a.bot or self.a.army else "under")
        if self.asked not in (None, found):
            raise ValueError(
                f"a and b differ in a way that makes this {found!r}, not {self.asked!r}"
            )
        return found

    def folder(self) -> Path:
        """Where the paths of this study are told from."""
        return Path(self.home or ".")

    def frame(self) -> polars.DataFrame:
        """Every game of a study that was played, one row each: for notebooks."""
        import polars as pl

        return pl.read_parquet(self.folder() / ROWS / "*.parquet").sort(ORDER)

    def text(self) -> str:
        """As a file."""
        import tomli_w

        told: dict[str, Any] = msgspec.to_builtins(self)
        told.pop("home", None)
        return tomli_w.dumps(told)


def read(text: str, file: str = "study", *, home: str = "") -> Study:
    """A study from its text; `BadStudy` lists all that is wrong with it."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadStudy([f"{file}: not TOML: {problem}"]) from None
    told.pop("home", None)
    lines = TomlLines(text)
    problems: list[str] = []
    for side in ("a", "b", "play"):
        if isinstance(told.get(side), dict):
            problems += _tidied(told[side], side, file, lines)
    for place, message in complaints(told, Study):
        at = lines.line_of(place)
        where = f"{file}:{at}" if at else file
        named = ".".join(map(str, place))
        problems.append(": ".join(part for part in (where, named, message) if part))
    if problems:
        raise BadStudy(problems)
    study = msgspec.convert({**told, "home": home}, Study)
    problems = [f"{file}: {problem}" for problem in faults(study)]
    if problems:
        raise BadStudy(problems)
    return study


def _tidied(side: dict[str, Any], name: str, file: str, lines: TomlLines) -> Iterator[str]:
    """Numbers among options become words; a squad, deck, team or force is an army."""
    options = side.get("options")
    tables = side.get("tables", [])
    for each in (options, *(tables if isinstance(tables, list) else ())):
        if isinstance(each, dict):
            for key, value in each.items():
                if isinstance(value, bool):
                    each[key] = "yes" if value else "no"
                elif isinstance(value, int):
                    each[key] = str(value)
    if isinstance(side.get("seed"), int):
        side["seed"] = str(side["seed"])
    if name == "play":
        return
    given = [word for word in ARMIES if word in side]
    if len(given) > 1:
        at = lines.line_of((name, given[1]))
        yield f"{file}:{at}: {name}.{given[1]}: is the same as {given[0]}; say one of them"
    for word in given:
        side["army"] = side.pop(word)


def faults(study: Study) -> Iterator[str]:
    """What is wrong with a study that types cannot say, without playing it."""
    if games.find(study.game) is None:
        yield f"game: no game {study.game!r}{did_you_mean(study.game, games.names())}"
    if not 1 <= study.play.pairs <= MOST_PAIRS:
        yield f"play.pairs: is a number from 1 to {MOST_PAIRS}, not {study.play.pairs}"
    if not 1 <= study.play.longest <= 1_000_000:
        yield f"play.longest: is a number from 1 to 1000000, not {study.play.longest}"
    if any(letter.isspace() for letter in study.play.seed) or not study.play.seed:
        yield f"play.seed: is one word, not {study.play.seed!r}"
    for place, bots in (
        ("play", study.play.bot),
        ("a", study.a.bot),
        ("b", study.b.bot if study.b else ""),
    ):
        for bot in bots.split(",") if bots else ():
            if problem := _bot_fault(bot.strip()):
                yield f"{place}.with: {problem}"
    if study.stop.at:
        try:
            stopping.parse(study.stop.at)
        except stopping.Unclear as problem:
            yield f"stop.at: {problem}"
    try:
        kind = study.kind
    except ValueError as problem:
        yield str(problem)
    else:
        if kind == "alone" and study.asked not in (None, "alone"):
            yield f"kind: {study.asked!r} needs a [b]"


def _bot_fault(bot: str) -> str:
    if bot == registry.PERSON:
        return "in a study there are bots only"
    try:
        registry.check(bot)
    except registry.UnknownPlayer as problem:
        return str(problem)
    return ""


def _flat(changes: Mapping[str, Any]) -> list[tuple[str, str]]:
    return sorted((name, repr(value)) for name, value in flat(changes).items())


def flat(changes: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Changes by their dotted names, however they were written.

    >>> flat({"armor_save": {"cap": 3}, "unit.gunners.hp": 5})
    {'armor_save.cap': 3, 'unit.gunners.hp': 5}
    """
    found: dict[str, Any] = {}
    for name, value in changes.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found
