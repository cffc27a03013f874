"""The stored summary of the studies of one game; its page is made from this."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

import msgspec

from gattai.lab.asking.balance import Balance, Matrix
from gattai.lab.statistics.figures import Figure

ROOT = Path(__file__).parents[2]
STUDIES = ROOT / "studies"
PAGES = ROOT / "docs" / "lab"
SUMMARIES = PAGES / "data"
GAMES = ("attack-chart", "aegis", "aristeia", "mechastellar", "robot-empire")


class Played(msgspec.Struct, frozen=True):
    """A study, and how many games of it were played."""

    file: str
    question: str
    bot: str
    games: int
    cpu_seconds: float
    opening: int = 0
    """Number of random first answers in each game; 0 in old studies."""


class First(msgspec.Struct, frozen=True):
    """The first mover's share of the points."""

    played: Played
    figure: Figure
    ended: str
    everywhere: Figure | None = None
    """The same over all games of the squads study."""

    @property
    def is_own(self) -> bool:
        """Whether it has a study of its own, instead of being counted in the squads study."""
        return self.played.file.startswith("first-mover")


class Before(msgspec.Struct, frozen=True):
    """Shares of the squads before a correction of our own pack, and its reason."""

    version: str
    """The corrected pack, with the version before the correction."""
    reason: str
    games: int
    overall: dict[str, Figure]


class Squads(msgspec.Struct, frozen=True, omit_defaults=True):
    """Each squad against each other."""

    played: Played
    titles: dict[str, str]
    matrix: Matrix
    before: Before | None = None


class Pieces(msgspec.Struct, frozen=True):
    """The value of each piece, estimated from mixed forces."""

    played: Played
    names: dict[str, str]
    balance: Balance


class Rule(msgspec.Struct, frozen=True):
    """A rule, and the number of games with an event that cites it."""

    id: str
    title: str
    games: int


class Rules(msgspec.Struct, frozen=True):
    """The rules cited in all games of these studies together."""

    games: int
    counted: int
    """Number of rules that code can cite."""
    seldom: tuple[Rule, ...]
    """Rules cited in fewer than one game in a hundred, those never cited first."""

    @property
    def dead(self) -> tuple[Rule, ...]:
        """Rules that no game cited."""
        return tuple(rule for rule in self.seldom if not rule.games)


class Version(msgspec.Struct, frozen=True):
    """Results of the same seeds under one ruleset."""

    name: str
    title: str
    first_mover: Figure
    means: dict[str, float]


class Rulesets(msgspec.Struct, frozen=True):
    """The same seeds under every ruleset, and the differences between any two."""

    played: Played
    pairs: int
    versions: tuple[Version, ...]
    differences: dict[str, dict[str, Figure]]
    """By metric and by "one less other"; the intervals of a metric hold together."""


class Compared(msgspec.Struct, frozen=True):
    """A study that compares A and B."""

    played: Played
    sides: tuple[str, str]
    answer: str
    ended: str
    figures: dict[str, tuple[Figure, Figure, Figure]]
    """Under A, under B, and the difference B minus A."""


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of all studies of one game."""

    game: str
    title: str
    first: First | None = None
    squads: Squads | None = None
    pieces: Pieces | None = None
    rules: Rules | None = None
    rulesets: Rulesets | None = None
    compared: Compared | None = None

    @classmethod
    def load(cls, game: str) -> Summary:
        """Load the stored summary of a game."""
        told = msgspec.json.decode((SUMMARIES / f"{game}.json").read_bytes())
        return msgspec.convert(_endless(told), cls)

    @classmethod
    def kept(cls) -> list[Summary]:
        """Load all stored summaries."""
        return [cls.load(game) for game in GAMES if cls.is_kept(game)]

    @classmethod
    def is_kept(cls, game: str) -> bool:
        """Return whether a summary of a game is stored."""
        return (SUMMARIES / f"{game}.json").is_file()

    def beside(self, older: Summary) -> Summary:
        """Fill the missing parts from an older summary; of two rule counts keep that with more games."""
        missing = {
            name: getattr(older, name)
            for name in ("first", "squads", "pieces", "rulesets", "compared")
            if getattr(self, name) is None
        }
        if older.rules and (self.rules is None or older.rules.games > self.rules.games):
            missing["rules"] = older.rules
        if self.first and older.first and not self.first.is_own and older.first.is_own:
            # A study of its own measures the first mover better than the games of squads do.
            everywhere = self.first.figure
            missing["first"] = msgspec.structs.replace(older.first, everywhere=everywhere)
        if self.squads and older.squads and self.squads.before is None:
            # Keep the note on the last correction until there is another.
            kept = msgspec.structs.replace(self.squads, before=older.squads.before)
            missing["squads"] = kept
        return msgspec.structs.replace(self, **missing)

    def since(self, older: Summary, version: str, reason: str) -> Summary:
        """Add the squads' older shares, from before the pack of this version was corrected."""
        if self.squads is None or older.squads is None:
            raise ValueError(f"{self.game}: squads have to be played before and after a correction")
        was = older.squads
        before = Before(version, reason, was.played.games, was.matrix.overall)
        return msgspec.structs.replace(
            self, squads=msgspec.structs.replace(self.squads, before=before)
        )

    def keep(self) -> None:
        """Store it, rounded to keep the file small and its diffs readable."""
        SUMMARIES.mkdir(parents=True, exist_ok=True)
        told = rounded(msgspec.to_builtins(self))
        text = msgspec.json.format(msgspec.json.encode(told), indent=1)
        (SUMMARIES / f"{self.game}.json").write_bytes(text + b"\n")


def _endless(value: object) -> object:
    """Reverse `rounded`: turn the words for endless numbers into floats."""
    if isinstance(value, dict):
        return {name: _endless(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_endless(each) for each in value]
    return float(value) if value in ("inf", "-inf", "nan") else value


def rounded(value: object) -> object:
    """Round all floats to five digits; infinities become words, because JSON has no number for them.

    >>> rounded({"mean": [0.123456789, 3, float("-inf")]})
    {'mean': [0.12346, 3, '-inf']}
    """
    if isinstance(value, float):
        return float(f"{value:.5g}") if isfinite(value) else str(value)
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    return value
