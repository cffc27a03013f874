"""The journal of a match: one row per action, and the interface for writing rows.

A match uses this interface and knows neither disk nor database. Nothing has happened until it is in the
journal: a row is written, then applied, then shown. Several servers may write
to one journal. Each says with its row how far it has read; the first one wins, and the
others read its rows before they judge again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gattai.kernel.record import Record
from gattai.kernel.text.transcript import read_entry


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """An answer and the dice rolls that follow from it: a match rests on a roll only if people throw the dice."""

    lines: tuple[str, ...]
    """Lines as in the transcript (`Entry.line`)."""


class TakenBack(msgspec.Struct, frozen=True, tag="taken-back", omit_defaults=True):
    """All answers after the first `to` are taken back."""

    to: int
    by: int | None = None
    """The seat, if it needed no consent and gets no time back; None after consent."""
    rules: str = ""
    """The digest of the rules from here on, as in `Ruled`, if new rules require the undo."""


class UndoAsked(msgspec.Struct, frozen=True, tag="undo-asked"):
    """A seat asks to take back all answers after the first `to`; others must agree."""

    seat: int
    to: int


class UndoAgreed(msgspec.Struct, frozen=True, tag="undo-agreed"):
    """Some of them agree; the last agreement triggers the undo."""

    seats: tuple[int, ...]


class UndoDeclined(msgspec.Struct, frozen=True, tag="undo-declined"):
    """One of them declines."""

    seat: int


class Resigned(msgspec.Struct, frozen=True, tag="resigned"):
    """A seat has resigned."""

    seat: int


class DrawOffered(msgspec.Struct, frozen=True, tag="draw-offered"):
    """A seat offers a draw."""

    seat: int
    open: tuple[int, ...] = ()
    """The seats that must agree."""


class DrawAccepted(msgspec.Struct, frozen=True, tag="draw-accepted"):
    """Some of them agree; the last agreement ends the match."""

    seats: tuple[int, ...]


class DrawDeclined(msgspec.Struct, frozen=True, tag="draw-declined"):
    """A seat declines the draw."""

    seat: int


class DrawAgreed(msgspec.Struct, frozen=True, tag="draw-agreed", omit_defaults=True):
    """All seats have agreed to a draw, or all but one that left."""

    left: int | None = None
    """The seat that left, if the other one called it a draw."""


class Aborted(msgspec.Struct, frozen=True, tag="aborted"):
    """The match was aborted and counts for nobody."""

    why: str


class TimedOut(msgspec.Struct, frozen=True, tag="timed-out"):
    """A seat has lost on time."""

    seat: int


class SeatNamed(msgspec.Struct, frozen=True, tag="named"):
    """The player of a seat has set a name."""

    seat: int
    name: str


class Ruled(msgspec.Struct, frozen=True, tag="ruled"):
    """All answers are valid under new rules or packs, which apply from here on."""

    rules: str
    """Their digest. A server with other rules closes the match."""


UndoRow: TypeAlias = UndoAsked | UndoAgreed | UndoDeclined
DrawRow: TypeAlias = DrawOffered | DrawAccepted | DrawDeclined
EndRow: TypeAlias = Resigned | DrawAgreed | Aborted | TimedOut
Row: TypeAlias = Answered | TakenBack | UndoRow | DrawRow | EndRow | SeatNamed | Ruled


def rules_of(row: Row) -> str:
    """Return the digest of the rules that apply from this row on; empty if they do not change.

    >>> rules_of(Ruled("b2")), rules_of(TakenBack(7, rules="b2")), rules_of(TakenBack(7))
    ('b2', 'b2', '')
    """
    return row.rules if isinstance(row, Ruled | TakenBack) else ""


def standing_lines(rows: Iterable[Row]) -> list[str]:
    """Return the lines of the answers that were not taken back.

    >>> rows = [Answered(("1 blue pass", "2 dice 3")), TakenBack(1), Answered(("2 red pass",))]
    >>> standing_lines(rows)
    ['1 blue pass', '2 red pass']
    """
    lines: list[str] = []
    for row in rows:
        if isinstance(row, Answered):
            lines += row.lines
        elif isinstance(row, TakenBack):
            del lines[row.to :]
    return lines


class Written(msgspec.Struct, frozen=True):
    """A row in the journal."""

    number: int
    """Consecutive numbers from 1."""
    key: str
    """A unique key: no other row of this match has it."""
    at: float
    """When it was written, by the journal's clock, in seconds since 1970."""
    row: Row


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the match waits for after a row; stored together with it in one statement."""

    answers: int = 0
    """The number of answers after it."""
    waiting: tuple[int, ...] = ()
    """The seats that must answer, persons and bots."""
    bots: tuple[int, ...] = ()
    """Those of them that are bots: each needs a job."""
    deadline: float | None = None
    """Seconds from writing until someone's time is up; None for no limit."""
    over: str = ""
    """How it ended, as in the transcript's end line; empty while it goes on."""
    winners: tuple[int, ...] = ()
    """For a match that is over: the winning seats; none or several for a draw."""
    until: float | None = None
    """The row must not be written after this moment, by the journal's clock."""
    after: float | None = None
    """The row must not be written before this moment, by the same clock."""


class NotSaved(OSError):
    """A row was certainly not written."""


class InDoubt(OSError):
    """It is unknown whether a row was written: append it again with the same key to find out."""


class TooLate(Exception):
    """The row's time is over: nothing was written."""


class TooSoon(Exception):
    """The row's time has not come yet: nothing was written."""

    def __init__(self, now: float) -> None:
        super().__init__("it is too early to write this row")
        self.now = now
        """The current time by the journal's clock."""


class Behind(Exception):
    """Others have written rows after the head; these are the rows, in order.

    The row itself may be among them, by its key, if it was sent twice.
    """

    def __init__(self, rows: tuple[Written, ...]) -> None:
        super().__init__(f"{len(rows)} other rows were written first")
        self.rows = rows


class AlreadyWritten(Exception):
    """A row with this key is already in the journal, at or before the head; nothing was written now."""

    def __init__(self, number: int) -> None:
        super().__init__(f"already written as row {number}")
        self.number = number


class Journal(Protocol):
    """The journal of one match, read up to its head."""

    @property
    def head(self) -> int:
        """The number of the last row that was appended or read here."""
        ...

    async def append(self, row: Row, aim: Awaited, key: str) -> Written:
        """Append one row after the head, which becomes the head.

        Raises `Behind` if others have written; the head is then their last row. `AlreadyWritten` if
        this row is at or before the head. `TooLate` or `TooSoon` outside its time. `NotSaved` and `InDoubt` leave the
        head unchanged.
        """
        ...

    async def since(self, number: int) -> tuple[Written, ...]:
        """Return all rows after this one; the head becomes the last of them. Raises `NotSaved` if reading fails."""
        ...

    def heard(self, number: int) -> None:
        """Move the head to this row, because the rows before it arrived another way."""
        ...


class WholeJournal:
    """Keeps a whole transcript up to date with a function that takes its text and may raise OSError."""

    def __init__(self, record: Record[Struct], save: Callable[[str], None]) -> None:
        self.head = 0
        self._record = record
        self._save = save

    async def append(self, row: Row, aim: Awaited, key: str) -> Written:
        """Write the transcript with this row."""
        whole = self._record.transcript()
        entries = whole.entries
        if isinstance(row, Answered):
            fresh = [
                read_entry(line, number) for number, line in enumerate(row.lines, len(entries) + 1)
            ]
            entries = (*entries, *(entry for entry in fresh if entry is not None))
        elif isinstance(row, TakenBack):
            entries = entries[: row.to]
        secret = self._record.secret if aim.over else ""
        later = replace(whole, entries=entries, end=aim.over, secret=secret)
        if later != whole:
            try:
                self._save(later.text())
            except OSError as problem:
                raise NotSaved(problem.errno, problem.strerror or "the disk refused") from problem
        self.head += 1
        return Written(self.head, key, time.time(), row)

    async def since(self, number: int) -> tuple[Written, ...]:
        """Return nothing: nobody else writes here."""
        return ()

    def heard(self, number: int) -> None:
        """Do nothing: no rows come from elsewhere."""
