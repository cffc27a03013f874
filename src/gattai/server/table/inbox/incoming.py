"""Everything that can arrive at a match, as one closed union."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gattai.kernel.question import Seat
from gattai.server.messages import (
    Abort,
    Analyse,
    AnswerDraw,
    AskUndo,
    Claim,
    Consent,
    GiveAnswer,
    LeaveLesson,
    OfferDraw,
    Resign,
    Reveal,
)
from gattai.server.table.clock import Silence
from gattai.server.table.inbox.thoughts import BotReply
from gattai.server.table.journal import Aborted, TimedOut, Written
from gattai.server.table.viewer import Viewer

Request: TypeAlias = AskUndo | Resign | OfferDraw | Abort | Claim
"""Requests of a seat other than answers."""
Command: TypeAlias = GiveAnswer | Request | Consent | AnswerDraw | Reveal | LeaveLesson | Analyse
"""Messages that change a match or its viewers; all other messages of pages only ask."""


class PageCommand(msgspec.Struct, frozen=True):
    """A command from a page."""

    page: Viewer
    command: Command


class Retry(msgspec.Struct, frozen=True):
    """Retry something that nobody repeats by themselves: dice, a bot's or a silent seat's answer."""


class RowsRead(msgspec.Struct, frozen=True):
    """Rows that others have written; there may be more."""

    rows: tuple[Written, ...]


class EndMatch(msgspec.Struct, frozen=True):
    """The host or a clock ends the match."""

    row: Aborted | TimedOut


class NamesSeat(msgspec.Struct, frozen=True):
    """The player of a seat has a name, for all tables of the match."""

    seat: Seat
    name: str


Incoming: TypeAlias = PageCommand | BotReply | Silence | Retry | RowsRead | EndMatch | NamesSeat
