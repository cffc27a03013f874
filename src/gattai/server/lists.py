"""What pages ask and hear about lists: building, judging, saving, sharing, and trials by bots."""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.games.building import BuildingKit, JudgedList, ListFault, ListRow

TrialState = Literal["running", "done", "cancelled", "failed"]


class BuilderName(msgspec.Struct, frozen=True):
    """A game whose lists can be built."""

    game: str
    title: str
    noun: str
    """What the game calls a list: squad, army, team, deck."""


class BuilderCard(msgspec.Struct, frozen=True):
    """Everything that a page needs to build lists of a game, under these settings."""

    game: str
    title: str
    version: str
    """The version of the rules."""
    settings: dict[str, str]
    """The value of each setting, as asked or by default."""
    kit: BuildingKit


class AskJudgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Judge a list, given as rows or as text."""

    rows: tuple[ListRow, ...] | None = None
    text: str = ""
    """Read if there are no rows: the text of the option, or the name of a ready-made list."""
    settings: dict[str, str] = {}
    title: str = ""
    """For `JudgedList.shared`."""


class SaveList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Save a new list, or save one again. A list need not be legal."""

    game: str
    title: str
    text: str
    settings: dict[str, str] = {}
    id: str = ""
    """The saved list to replace; empty for a new one."""


class SavedList(msgspec.Struct, frozen=True):
    """A list as it stands in its file."""

    id: str
    game: str
    title: str
    text: str
    settings: dict[str, str]
    version: str
    """The version of the rules when it was saved."""
    changed: int
    """When it was saved last, in seconds since 1970."""
    judged: JudgedList | None = None
    """The list under today's rules; None if the game is not installed."""
    problem: str = ""
    """Why its file cannot be read."""


class RenameList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give a saved list another title."""

    title: str


class ImportList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Read a shared list, or the mere text of a list of this game."""

    text: str
    game: str = ""


class ImportedList(msgspec.Struct, frozen=True):
    """A list that was read, not saved. Without a game, nothing could be read."""

    game: str
    title: str
    settings: dict[str, str]
    judged: JudgedList | None
    faults: tuple[ListFault, ...] = ()
    """Where the shared text itself, not its list, cannot be read."""
    remarks: tuple[str, ...] = ()
    """What is worth knowing, such as that it was written under another version of the rules."""


class AskTrial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Have bots play a list against the ready-made lists of its game."""

    game: str
    text: str
    settings: dict[str, str] = {}
    games: int = 40
    """How many games against each ready-made list."""


class TrialRival(msgspec.Struct, frozen=True):
    """How a list fares against one ready-made list."""

    id: str
    title: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    share: float | None = None
    """Wins with draws as halves, from 0 to 1; None before the first games."""
    low: float | None = None
    """The 95 % interval of the share."""
    high: float | None = None


class ListTrial(msgspec.Struct, frozen=True):
    """A trial of a list and its results so far."""

    id: str
    game: str
    text: str
    state: TrialState
    bot: str
    """The bot that plays both sides."""
    played: int
    wanted: int
    seconds: float
    rivals: tuple[TrialRival, ...]
    problem: str = ""
    """Why it failed."""
