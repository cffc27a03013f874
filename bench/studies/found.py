"""What the studies of one game have found: the summary that is kept, and that its page is made from."""

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
    """A study and how much of it was played."""

    file: str
    question: str
    bot: str
    games: int
    cpu_seconds: float
    opening: int = 0
    """So many first answers of each game were drawn at random; 0 in what was played before that was usual."""


class First(msgspec.Struct, frozen=True):
    """Whether it is better to move first."""

    played: Played
    figure: Figure
    ended: str
    everywhere: Figure | None = None
    """The same over all meetings of squads."""

    @property
    def is_own(self) -> bool:
        """Whether it was asked by itself, and is not only counted where squads met."""
        return self.played.file.startswith("first-mover")


class Before(msgspec.Struct, frozen=True):
    """What squads had against all others before our own figures were corrected, and why they were."""

    version: str
    """The pack and its version that was corrected."""
    reason: str
    games: int
    overall: dict[str, Figure]


class Squads(msgspec.Struct, frozen=True, omit_defaults=True):
    """Squads against squads."""

    played: Played
    titles: dict[str, str]
    matrix: Matrix
    before: Before | None = None


class Pieces(msgspec.Struct, frozen=True):
    """What each piece is worth, from mixed forces."""

    played: Played
    names: dict[str, str]
    balance: Balance


class Rule(msgspec.Struct, frozen=True):
    """A rule and in how many games something cited it."""

    id: str
    title: str
    games: int


class Rules(msgspec.Struct, frozen=True):
    """Which rules fired in all games of these studies together."""

    games: int
    counted: int
    """So many rules can be cited by code at all."""
    seldom: tuple[Rule, ...]
    """Those that fired in fewer than one game in a hundred, the dead ones first."""

    @property
    def dead(self) -> tuple[Rule, ...]:
        """Those that never did."""
        return tuple(rule for rule in self.seldom if not rule.games)


class Version(msgspec.Struct, frozen=True):
    """What the same games were like under one ruleset."""

    name: str
    title: str
    first_mover: Figure
    means: dict[str, float]


class Rulesets(msgspec.Struct, frozen=True):
    """The same seeds under every ruleset, and how any two of them differ."""

    played: Played
    pairs: int
    versions: tuple[Version, ...]
    differences: dict[str, dict[str, Figure]]
    """By metric and by "one less other"; all of a metric are counted together."""


class Compared(msgspec.Struct, frozen=True):
    """One study of A and B."""

    played: Played
    sides: tuple[str, str]
    answer: str
    ended: str
    figures: dict[str, tuple[Figure, Figure, Figure]]
    """Under A, under B, and B less A."""


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """All studies of one game."""

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
        """As it was kept."""
        told = msgspec.json.decode((SUMMARIES / f"{game}.json").read_bytes())
        return msgspec.convert(_endless(told), cls)

    @classmethod
    def kept(cls) -> list[Summary]:
        """Of all games that were played."""
        return [cls.load(game) for game in GAMES if cls.is_kept(game)]

    @classmethod
    def is_kept(cls, game: str) -> bool:
        """Whether there is one."""
        return (SUMMARIES / f"{game}.json").is_file()

    def beside(self, older: Summary) -> Summary:
        """What is not known here, as it was found before; of rules, what was counted in more games."""
        missing = {
            name: getattr(older, name)
            for name in ("first", "squads", "pieces", "rulesets", "compared")
            if getattr(self, name) is None
        }
        if older.rules and (self.rules is None or older.rules.games > self.rules.games):
            missing["rules"] = older.rules
        if self.first and older.first and not self.first.is_own and older.first.is_own:
            # The games of squads tell who moves first too, but a study of its own tells it better.
            everywhere = self.first.figure
            missing["first"] = msgspec.structs.replace(older.first, everywhere=everywhere)
        if self.squads and older.squads and self.squads.before is None:
            # What was said of a correction is said as long as nobody says anything else.
            kept = msgspec.structs.replace(self.squads, before=older.squads.before)
            missing["squads"] = kept
        return msgspec.structs.replace(self, **missing)

    def since(self, older: Summary, version: str, reason: str) -> Summary:
        """The same, with what squads had before a pack of this version was corrected."""
        if self.squads is None or older.squads is None:
            raise ValueError(f"{self.game}: squads have to be played before and after a correction")
        was = older.squads
        before = Before(version, reason, was.played.games, was.matrix.overall)
        return msgspec.structs.replace(
            self, squads=msgspec.structs.replace(self.squads, before=before)
        )

    def keep(self) -> None:
        """Write it down, rounded: small, and readable in a difference."""
        SUMMARIES.mkdir(parents=True, exist_ok=True)
        told = rounded(msgspec.to_builtins(self))
        text = msgspec.json.format(msgspec.json.encode(told), indent=1)
        (SUMMARIES / f"{self.game}.json").write_bytes(text + b"\n")


def _endless(value: object) -> object:
    """The words of `rounded` as numbers again."""
    if isinstance(value, dict):
        return {name: _endless(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_endless(each) for each in value]
    return float(value) if value in ("inf", "-inf", "nan") else value


def rounded(value: object) -> object:
    """The same with numbers of five digits; what has no end is a word, for JSON has no number for it.

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
