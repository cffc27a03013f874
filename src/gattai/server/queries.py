"""What a page can ask without changing anything, each with its answer, as tagged JSON."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gattai.bots.coach.coach import Coach
from gattai.scene.parts import LogLine, OptionOdds, Preview, WhyNot
from gattai.scene.reaction import Reaction


class AskOdds(msgspec.Struct, frozen=True, tag="odds", forbid_unknown_fields=True):
    """Request the odds of an option."""

    number: int
    text: str


class OddsShown(msgspec.Struct, frozen=True, tag="odds"):
    """The odds card of an option."""

    number: int
    odds: OptionOdds


class AskReaction(msgspec.Struct, frozen=True, tag="reaction", forbid_unknown_fields=True):
    """Request what each choice of the open question leads to."""

    number: int


class ReactionShown(msgspec.Struct, frozen=True, tag="reaction"):
    """What each choice of a question leads to. If the exact odds take longer, they follow."""

    number: int
    reaction: Reaction
    passes: bool = False
    """Whether it makes no difference what is answered, and the page may answer it."""


class AskPreview(msgspec.Struct, frozen=True, tag="preview", forbid_unknown_fields=True):
    """Request the preview of an option on the board."""

    number: int
    text: str


class PreviewShown(msgspec.Struct, frozen=True, tag="preview"):
    """The preview of an option: path, line of sight, targets."""

    number: int
    preview: Preview


class AskAbout(msgspec.Struct, frozen=True, tag="about", forbid_unknown_fields=True):
    """Ask what a piece can do at a place, and why not."""

    number: int
    actor: str
    cell: str | None = None
    target: str | None = None
    """Without place and target: everything it cannot do at all."""


class AboutShown(msgspec.Struct, frozen=True, tag="about"):
    """What can be done there and, with reasons, what cannot."""

    number: int
    about: tuple[WhyNot, ...]


class AskCoach(msgspec.Struct, frozen=True, tag="coach", forbid_unknown_fields=True):
    """Ask the coach. Answered only if no other person plays."""

    number: int


class CoachShown(msgspec.Struct, frozen=True, tag="coach"):
    """The coach's advice: its first statement, then the whole."""

    number: int
    advice: Coach
    is_whole: bool = True
    """Whether this is all; otherwise the rest follows."""


class AskLog(msgspec.Struct, frozen=True, tag="log", forbid_unknown_fields=True):
    """Request log lines before this answer: a new page receives only the last lines."""

    before: int


class LogShown(msgspec.Struct, frozen=True, tag="log"):
    """Log lines before the first one that the page has, as its seat may see them."""

    lines: tuple[LogLine, ...]
    is_all: bool
    """Whether these lines reach back to the start of the log."""


Query: TypeAlias = AskOdds | AskPreview | AskAbout | AskCoach | AskLog
"""Answered once; an `AskCoach` and an `AskReaction` may be answered twice."""
QueryAnswer: TypeAlias = LogShown | OddsShown | PreviewShown | AboutShown | CoachShown
