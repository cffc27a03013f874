"""What pages say to a table, as tagged JSON."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

MOST_BYTES = 16_384
"""A message from a page is never longer; a longer one is refused unread."""


class Answer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """An option was chosen: its text, and the number of the question it answers."""

    number: int
    text: str
    epoch: int = 0
    """That of the scene in which it was asked: after something was taken back, numbers come again."""
    key: str = ""
    """The answer's own, made by the page: said again with the same key, it is given only once."""


class AskOdds(msgspec.Struct, frozen=True, tag="odds", forbid_unknown_fields=True):
    """What will this option probably do?"""

    number: int
    text: str


class AskPreview(msgspec.Struct, frozen=True, tag="preview", forbid_unknown_fields=True):
    """What does this option look like on the board?"""

    number: int
    text: str


class AskAbout(msgspec.Struct, frozen=True, tag="about", forbid_unknown_fields=True):
    """What could this piece do there, and why can it not?"""

    number: int
    actor: str
    cell: str | None = None
    target: str | None = None
    """Without a place and without a target: each kind of thing that it cannot do at all."""


class AskHint(msgspec.Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """What would a bot answer in my place? Told only where no other person plays."""

    number: int


class AskUndo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back my last answer: free if nobody learnt anything since, else by consent."""

    number: int


class Consent(msgspec.Struct, frozen=True, tag="consent", forbid_unknown_fields=True):
    """An answer to another seat's wish to take back."""

    yes: bool


class Reveal(msgspec.Struct, frozen=True, tag="reveal", forbid_unknown_fields=True):
    """At one screen: the player of this seat has sat down, draw the curtain."""

    seat: int


class LeaveLesson(msgspec.Struct, frozen=True, tag="leave-lesson", forbid_unknown_fields=True):
    """No more guiding: the match goes on as any other."""


class CallMe(msgspec.Struct, frozen=True, tag="name", forbid_unknown_fields=True):
    """How the player at this page wants to be called; empty for the name of the seat."""

    name: str


class Resign(msgspec.Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    """Give the match up: the other seat wins."""


class OfferDraw(msgspec.Struct, frozen=True, tag="offer-draw", forbid_unknown_fields=True):
    """Leave it at that, if the others agree. An offer holds until somebody answers a question."""


class AnswerDraw(msgspec.Struct, frozen=True, tag="answer-draw", forbid_unknown_fields=True):
    """An answer to another seat's offer of a draw."""

    yes: bool


class Abort(msgspec.Struct, frozen=True, tag="abort", forbid_unknown_fields=True):
    """Break it off, as long as not everybody has played: it counts for nobody."""


class Claim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """Claim the win, for the other one has left: see `claim_in` of the scene."""


class AskLog(msgspec.Struct, frozen=True, tag="log", forbid_unknown_fields=True):
    """What was told before this answer: a page that opens is sent only the last lines."""

    before: int


FromPage: TypeAlias = (
    Answer
    | AskOdds
    | AskPreview
    | AskAbout
    | AskHint
    | AskUndo
    | Consent
    | Resign
    | OfferDraw
    | AnswerDraw
    | Abort
    | Claim
    | AskLog
    | Reveal
    | LeaveLesson
    | CallMe
)
