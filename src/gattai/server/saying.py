"""Messages that pages send to the server, as tagged JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from gattai.server.queries import AskReaction, Query

MAX_BYTES = 16_384
"""Maximum length of a message in bytes; a longer one is refused unread."""


class GiveAnswer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """The player chose an option: its text, and the number of the question it answers."""

    number: int
    text: str
    epoch: int = 0
    """The epoch of the scene with the question: numbers repeat after an undo."""
    key: str = ""
    """A key made by the page: an answer sent again with the same key counts only once."""


class AskUndo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back my last answer: free if nobody has learned anything since, otherwise by consent."""

    number: int


class Consent(msgspec.Struct, frozen=True, tag="consent", forbid_unknown_fields=True):
    """Agree to or decline another seat's undo."""

    yes: bool


class Reveal(msgspec.Struct, frozen=True, tag="reveal", forbid_unknown_fields=True):
    """With several players at one screen: the player of this seat is here, open the curtain."""

    seat: int


class LeaveLesson(msgspec.Struct, frozen=True, tag="leave-lesson", forbid_unknown_fields=True):
    """Leave the lesson and play on without guidance."""


class CallMe(msgspec.Struct, frozen=True, tag="name", forbid_unknown_fields=True):
    """Set the name of the player at this page; empty for the name of the seat."""

    name: str


class Resign(msgspec.Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    """Resign: the other seat wins."""


class OfferDraw(msgspec.Struct, frozen=True, tag="offer-draw", forbid_unknown_fields=True):
    """Offer a draw. The offer holds until someone answers a question."""


class AnswerDraw(msgspec.Struct, frozen=True, tag="answer-draw", forbid_unknown_fields=True):
    """Agree to or decline another seat's draw offer."""

    yes: bool


class Abort(msgspec.Struct, frozen=True, tag="abort", forbid_unknown_fields=True):
    """Abort the match while not everyone has played: it counts for nobody."""


class Claim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """Claim the win because the opponent has left, or call it a draw: see `claim_in` of the scene."""

    draw: bool = False


class Analyse(msgspec.Struct, frozen=True, tag="analyse", forbid_unknown_fields=True):
    """In an analysis: do something with one of its steps."""

    do: Literal["go", "roll", "note", "delete"]
    place: str
    """The step, by the `id` of its row; `0` for the start."""
    text: str = ""
    """The note; empty to delete it."""


FromPage: TypeAlias = (
    GiveAnswer
    | Query
    | AskReaction
    | AskUndo
    | Consent
    | Resign
    | OfferDraw
    | AnswerDraw
    | Abort
    | Claim
    | Reveal
    | Analyse
    | LeaveLesson
    | CallMe
)
