"""Everything that a match hears, one after the other."""

from __future__ import annotations

import msgspec

from gattai.kernel.question import Seat
from gattai.server.messages import (
    Abort,
    Answer,
    AnswerDraw,
    AskUndo,
    Claim,
    Consent,
    LeaveLesson,
    OfferDraw,
    Resign,
    Reveal,
)
from gattai.server.table.clock import Silence
from gattai.server.table.hearing.thoughts import BotSaid
from gattai.server.table.journal import Aborted, TimedOut, Written
from gattai.server.table.viewer import Viewer

Said = (
    Answer
    | AskUndo
    | Consent
    | Resign
    | OfferDraw
    | AnswerDraw
    | Abort
    | Claim
    | Reveal
    | LeaveLesson
)
"""What changes a match, or who looks at it; the rest only asks."""


class TryAgain(msgspec.Struct, frozen=True):
    """Something could not be written that nobody says again by themselves: dice, a bot, a silent seat."""


class Read(msgspec.Struct, frozen=True):
    """Rows that others have written, as far as they were told; there may be more."""

    rows: tuple[Written, ...]


class Ends(msgspec.Struct, frozen=True):
    """Somebody who keeps the table, or a clock, ends it."""

    row: Aborted | TimedOut


class Calls(msgspec.Struct, frozen=True):
    """Who sits on a seat wants to be called so, at all tables of the match."""

    seat: Seat
    name: str


Heard = tuple[Viewer, Said] | BotSaid | Silence | TryAgain | Read | Ends | Calls
