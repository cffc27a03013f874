"""What pages ask and hear about studies of changed rules."""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.lab.asking.what import Changeable, Scalar

StudyState = Literal["running", "reporting", "done", "stopped", "failed"]


class StudyPlayer(msgspec.Struct, frozen=True):
    """A bot that can play a study."""

    name: str
    about: str


class StudyMetric(msgspec.Struct, frozen=True):
    """Something that is measured in every game."""

    name: str
    about: str = ""


class StudyKit(msgspec.Struct, frozen=True):
    """Everything that a page needs to ask what a change does to a game."""

    game: str
    title: str
    changeable: tuple[Changeable, ...]
    players: tuple[StudyPlayer, ...]
    metrics: tuple[StudyMetric, ...]
    """What can be measured, `won` first."""
    fielded: tuple[str, ...]
    """The cards that stand on the usual table, such as `unit.gunners`; others change nothing there."""


class AskStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a study: the game as printed against the game with these changes."""

    game: str
    change: dict[str, Scalar]
    """New values, by the paths of `Changeable`."""
    player: str = "policy"
    """The bot on every seat."""
    metric: str = "won"
    difference: float = 0.05
    """The smallest difference that matters."""
    pairs: int = 2000
    """Maximum number of pairs of games."""


class StudyChange(msgspec.Struct, frozen=True):
    """One change of a study."""

    path: str
    of: str
    """The card or the rules that it belongs to."""
    was: Scalar | None
    becomes: Scalar


class StudyAbout(msgspec.Struct, frozen=True):
    """What is known of a study when it begins; stored with it, because finding it out sets games up."""

    player_1: str
    changes: tuple[StudyChange, ...]
    warnings: tuple[str, ...]


class StudyForecast(msgspec.Struct, frozen=True):
    """How long a study will take in all, estimated from the games so far."""

    pairs: int
    """The number of pairs that decide it if the difference stays as it is, at most all."""
    seconds: float
    """The seconds from its beginning to that number of pairs."""
    most_pairs: int
    """The same if nothing differs."""
    most_seconds: float


class StudyCard(msgspec.Struct, frozen=True):
    """A study as it stands."""

    id: str
    game: str
    changes: tuple[StudyChange, ...]
    player: str
    """The bot on every seat."""
    player_1: str
    """The seat that verdicts call player 1."""
    state: StudyState
    pairs: int
    wanted: int
    games: int
    cpu_seconds: float
    metric: str = ""
    is_share: bool = True
    """Whether the metric is shown in percent."""
    value: float | None = None
    """The mean difference so far, B minus A."""
    low: float | None = None
    high: float | None = None
    difference: float = 0.0
    """The smallest difference that matters."""
    sentence: str = ""
    """The verdict so far, in words."""
    population: str = ""
    ended: str = ""
    """Why it ended; empty if it has not."""
    forecast: StudyForecast | None = None
    """None before enough games are played."""
    warnings: tuple[str, ...] = ()
    problem: str = ""
    """Why it failed."""
    has_report: bool = False
