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

The difference between A and B determines the kind of study:

* **versus**: different bots (`with`) or different armies (`army`, also written squad, deck, team or
  force). A plays against B at one table; a pair is that table with A on every seat in turn, with
  the same seed.
* **under**: different tables: `rules`, `options` (a map, a number of rounds), `packs`, or numbers
  (`change`). The same players play the same seed under A and under B, seats swapped under each.
* **alone**: there is no B. One table is played and measured, seats swapped.

Seats are swapped only if that gives another game: the same bot with the same army on both would
play the same game again.

Every game begins with a random opening: its first twelve answers (at most a quarter of a short
game) are drawn from the better ideas of greedy, the same in all games of a pair. `openings =
"none"` in `[play]` leaves the opening to the bots.

`kind` states the kind if A and B are equal; otherwise it is checked.
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
"""Synonyms for a player's force: all set the option with the name of the seat."""
MAX_PAIRS = 100_000_000
MAX_OPENINGS = 1_000
STUDY = "study.toml"
ROWS = "rows"
"""The folder of the rows, beside the study file."""
ORDER = ("pair", "arm", "leg")
"""The sort order of rows."""


class BadStudy(ValueError):
    """Raised for an invalid study, with every problem and its place."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


class StudySide(msgspec.Struct, frozen=True, omit_defaults=True, rename={"bot": "with"}):
    """A or B: its differences."""

    rules: str = ""
    """A ruleset by name, or a file (`.toml`) that holds one."""
    options: dict[str, str] = {}
    packs: tuple[str, ...] = ()
    """Folders of packs, or single files."""
    change: dict[str, Any] = {}
    """Numbers of rules or cards: `armor_save.cap = 3`, `unit.gunners.hp = 5`."""
    army: str = ""
    bot: str = ""
    """Its bot, if not the one of `[play]`."""

    @property
    def table(self) -> tuple[object, ...]:
        """Return the settings of the table, without those of players."""
        return self.rules, sorted(self.options.items()), _flat(self.change)


class StudyPlay(msgspec.Struct, frozen=True, omit_defaults=True, rename={"bot": "with"}):
    """The settings of play for both sides."""

    bot: str = "greedy"
    """A bot, or one per seat, separated by commas."""
    pairs: int = 1000
    seed: str = "1"
    rules: str = ""
    options: dict[str, str] = {}
    packs: tuple[str, ...] = ()
    armies: tuple[str, ...] = ()
    """The force of each player, if A and B do not set it."""
    tables: tuple[dict[str, str], ...] = ()
    """Further sets of options; pairs cycle through these tables."""
    longest: int = 5_000
    """Maximum number of answers, after which a game is a draw."""
    openings: Openings | None = None
    """Random unless set to `none`: bots without blunders would begin every game in the same way."""


class StudyPopulation(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the pairs of a study are drawn from."""

    openings: Openings | int | None = None
    """Random unless set to `none`; a number of openings if they are used more than once."""
    players: dict[str, float] = {}
    """Bots with their weights: in a pair, one of them plays on all seats."""
    forces: tuple[str, ...] = ()
    """The forces that each seat draws from."""
    options: dict[str, tuple[str, ...]] = {}
    """Maps and other options of the table, with the values they are drawn from."""


class StudyMeasures(msgspec.Struct, frozen=True, omit_defaults=True):
    """The metrics of every game, with `*` as a wildcard; all by default."""

    metrics: tuple[str, ...] = ()


class StudyStop(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stopping rule; empty to play all pairs."""

    at: str = ""


class Study(msgspec.Struct, frozen=True, omit_defaults=True):
    """One study, as in its file. Its paths are relative to `home`, which is not in the file."""

    game: str
    question: str = ""
    asked: Kind | None = msgspec.field(name="kind", default=None)
    a: StudySide = StudySide()
    b: StudySide | None = None
    play: StudyPlay = StudyPlay()
    population: StudyPopulation = StudyPopulation()
    measure: StudyMeasures = StudyMeasures()
    stop: StudyStop = StudyStop()
    home: str = msgspec.field(name="home", default="")

    @classmethod
    def load(cls, path: Path | str) -> Study:
        """Load the study of a file, or of a results folder; `BadStudy` if it is invalid."""
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
        """Return the kind of study. ValueError if A and B differ in both players and table."""
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

    @property
    def openings(self) -> Openings | int | None:
        """Return how games open: random unless it is `none`."""
        return self.play.openings if self.population.openings is None else self.population.openings

    def folder(self) -> Path:
        """Return the folder that the paths of this study are relative to."""
        return Path(self.home or ".")

    def frame(self) -> polars.DataFrame:
        """Return the games of a played study, one row each, for notebooks."""
        import polars as pl

        return pl.read_parquet(self.folder() / ROWS / "*.parquet").sort(ORDER)

    def text(self) -> str:
        """Return the study as the text of a file."""
        import tomli_w

        content: dict[str, object] = msgspec.to_builtins(self)
        content.pop("home", None)
        return tomli_w.dumps(content)


def read(text: str, file: str = "study", *, home: str = "") -> Study:
    """Parse a study; `BadStudy` lists all its problems."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadStudy([f"{file}: not TOML: {problem}"]) from None
    content.pop("home", None)
    lines = TomlLines(text)
    problems: list[str] = []
    for side in ("a", "b", "play"):
        if isinstance(content.get(side), dict):
            problems += _tidied(content[side], side, file, lines)
    for place, message in complaints(content, Study):
        at = lines.line_of(place)
        where = f"{file}:{at}" if at else file
        named = ".".join(map(str, place))
        problems.append(": ".join(part for part in (where, named, message) if part))
    if problems:
        raise BadStudy(problems)
    study = msgspec.convert({**content, "home": home}, Study)
    problems = [f"{file}: {problem}" for problem in faults(study)]
    if problems:
        raise BadStudy(problems)
    return study


def _tidied(side: dict[str, object], name: str, file: str, lines: TomlLines) -> Iterator[str]:
    """Normalize options to text, and squad, deck, team or force to army."""
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
    """Yield the problems of a study beyond its types, without playing it."""
    if games.find(study.game) is None:
        yield f"game: no game {study.game!r}{did_you_mean(study.game, games.names())}"
    yield from _play_faults(study.play)
    yield from _population_faults(study)
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


def _play_faults(play: StudyPlay) -> Iterator[str]:
    if not 1 <= play.pairs <= MAX_PAIRS:
        yield f"play.pairs: is a number from 1 to {MAX_PAIRS}, not {play.pairs}"
    if not 1 <= play.longest <= 1_000_000:
        yield f"play.longest: is a number from 1 to 1000000, not {play.longest}"
    if any(letter.isspace() for letter in play.seed) or not play.seed:
        yield f"play.seed: is one word, not {play.seed!r}"


def _population_faults(study: Study) -> Iterator[str]:
    """Yield what is drawn but also stated, and what cannot be drawn."""
    drawn, sides = study.population, [study.a, *([study.b] if study.b else [])]
    if drawn.openings is not None and study.play.openings is not None:
        yield "population.openings: is the same as play.openings; say one of them"
    if isinstance(drawn.openings, int) and not 2 <= drawn.openings <= MAX_OPENINGS:
        yield f"population.openings: is a number from 2 to {MAX_OPENINGS}, not {drawn.openings}"
    for bot, weight in drawn.players.items():
        if problem := _bot_fault(bot):
            yield f"population.players: {problem}"
        if not weight > 0:
            yield f"population.players: the weight of {bot} is more than 0, not {weight:g}"
    if drawn.players and (study.play.bot != StudyPlay().bot or any(side.bot for side in sides)):
        yield "population.players: 'with' says who plays already; say one of them"
    if drawn.forces and (study.play.armies or any(side.army for side in sides)):
        yield "population.forces: the armies are stated already; say one of them"
    stated = {*study.play.options, *(name for side in sides for name in side.options)}
    stated |= {name for table in study.play.tables for name in table}
    for name, values in drawn.options.items():
        if not values:
            yield f"population.options.{name}: name the values it is drawn from"
        if name in stated:
            yield f"population.options: {name} is stated already; say one of them"


def _bot_fault(bot: str) -> str:
    if bot == registry.PERSON:
        return "in a study there are bots only"
    try:
        registry.check(bot)
    except registry.UnknownPlayer as problem:
        return str(problem)
    return ""


def _flat(changes: Mapping[str, object]) -> list[tuple[str, str]]:
    return sorted((name, repr(value)) for name, value in flat(changes).items())


def flat(changes: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Return changes by their dotted names, for any way of writing them.

    >>> flat({"armor_save": {"cap": 3}, "unit.gunners.hp": 5})
    {'armor_save.cap': 3, 'unit.gunners.hp': 5}
    """
    found: dict[str, object] = {}
    for name, value in changes.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found
