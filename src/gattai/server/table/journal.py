"""The journal of a match: what was done in it, one row for each thing, and how rows are written.

A table plays against this and knows neither disk nor database. Nothing that is not in the journal
has happened: a row is written first, then it is entered, then it is shown. Several tables may write
in one journal. Each says with its row how far it has read; whoever is quicker is first, and the
others read what was written before they judge again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias

import msgspec

from gattai.kernel.record import Record
from gattai.kernel.text.transcript import Transcript, read_entry


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """An answer and the throws that follow from it: a match never rests on a throw."""

    lines: tuple[str, ...]
    """As they stand in the transcript (`Entry.line`)."""


class TakenBack(msgspec.Struct, frozen=True, tag="taken-back", omit_defaults=True):
    """Everything after the first `to` answers is taken back."""

    to: int
    by: int | None = None
    """The seat that asked nobody, and gets no time back; None where the others agreed."""
    rules: str = ""
    """Where other rules have it taken back: by which it is played from here on, as in `Ruled`."""


class UndoAsked(msgspec.Struct, frozen=True, tag="undo-asked"):
    """A seat would take back everything after the first `to` answers; others have to agree."""

    seat: int
    to: int


class UndoAgreed(msgspec.Struct, frozen=True, tag="undo-agreed"):
    """Some of them do; the last who does takes back."""

    seats: tuple[int, ...]


class UndoDeclined(msgspec.Struct, frozen=True, tag="undo-declined"):
    """One of them does not."""

    seat: int


class Resigned(msgspec.Struct, frozen=True, tag="resigned"):
    """A seat gave the match up."""

    seat: int


class DrawOffered(msgspec.Struct, frozen=True, tag="draw-offered"):
    """A seat would leave it at that."""

    seat: int
    open: tuple[int, ...] = ()
    """Those who have to agree."""


class DrawAccepted(msgspec.Struct, frozen=True, tag="draw-accepted"):
    """Some others would too; the last who does agrees for all."""

    seats: tuple[int, ...]


class DrawDeclined(msgspec.Struct, frozen=True, tag="draw-declined"):
    """A seat plays on."""

    seat: int


class DrawAgreed(msgspec.Struct, frozen=True, tag="draw-agreed"):
    """All have left it at that."""


class Aborted(msgspec.Struct, frozen=True, tag="aborted"):
    """It was broken off, and counts for nobody."""

    why: str


class TimedOut(msgspec.Struct, frozen=True, tag="timed-out"):
    """A seat has used up its time, and with it the match."""

    seat: int


class Named(msgspec.Struct, frozen=True, tag="named"):
    """Who sits on a seat wants to be called so."""

    seat: int
    name: str


class Ruled(msgspec.Struct, frozen=True, tag="ruled"):
    """All answers hold by other rules or packs too, and by those it is played from here on."""

    rules: str
    """Their digest. Whoever has others lets go of the match."""


UndoRow: TypeAlias = UndoAsked | UndoAgreed | UndoDeclined
DrawRow: TypeAlias = DrawOffered | DrawAccepted | DrawDeclined
EndRow: TypeAlias = Resigned | DrawAgreed | Aborted | TimedOut
Row: TypeAlias = Answered | TakenBack | UndoRow | DrawRow | EndRow | Named | Ruled


def rules_of(row: Row) -> str:
    """The digest of the rules that take over with this row; empty where none do.

    >>> rules_of(Ruled("b2")), rules_of(TakenBack(7, rules="b2")), rules_of(TakenBack(7))
    ('b2', 'b2', '')
    """
    return row.rules if isinstance(row, Ruled | TakenBack) else ""


def standing_lines(rows: Iterable[Row]) -> list[str]:
    """The answers that stand, a line each: what was taken back is gone.

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
    """A row as it stands in the journal."""

    number: int
    """1, 2, 3 and so on without a gap."""
    key: str
    """Its own: nobody writes another row of this match with it."""
    at: float
    """When it was written, by the clock of whoever keeps the journal: seconds since 1970."""
    row: Row


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is set together with a row, in one statement: what the match waits for from then on."""

    answers: int = 0
    """How many answers stand after it."""
    waiting: tuple[int, ...] = ()
    """The seats that have to answer: all of them, persons and bots."""
    bots: tuple[int, ...] = ()
    """Those of them at which bots sit: there is to be a job for each."""
    deadline: float | None = None
    """Seconds from the moment it is written until somebody's time is up; None: nobody's is."""
    over: str = ""
    """How it ended, as the transcript's end line says it; empty while it goes on."""
    winners: tuple[int, ...] = ()
    """Of a match that is over: the seats that won; nobody, or several, in a draw."""
    until: float | None = None
    """After this moment it must not be written any more, by the clock of whoever keeps the journal."""
    after: float | None = None
    """Before this moment it must not be written yet, by the same clock: nobody loses time by another clock."""


class NotSaved(OSError):
    """A row could not be written, and was not."""


class InDoubt(OSError):
    """Nobody knows whether a row was written: append it again with the same key to find out."""


class TooLate(Exception):
    """The time until which a row could be written is over: nothing was written."""


class TooSoon(Exception):
    """The time from which a row may be written has not come yet: nothing was written."""

    def __init__(self, now: float) -> None:
        super().__init__("its time has not come yet")
        self.now = now
        """What time it is, by the clock of whoever keeps the journal."""


class Behind(Exception):
    """Others have written meanwhile: their rows after the head, the first of them first.

    The row that was to be written may be among them, by its key, if it was sent twice.
    """

    def __init__(self, rows: tuple[Written, ...]) -> None:
        super().__init__(f"{len(rows)} rows were written meanwhile")
        self.rows = rows


class AlreadyWritten(Exception):
    """A row with this key stands in the journal, at or before the head: nothing was written now."""

    def __init__(self, number: int) -> None:
        super().__init__(f"written as row {number}")
        self.number = number


class Journal(Protocol):
    """The journal of one match, read as far as its head."""

    @property
    def head(self) -> int:
        """The number of the last row that was appended or read here."""
        ...

    async def append(self, row: Row, aim: Aim, key: str) -> Written:
        """Write one row after the head, which becomes the head.

        `Behind` if others have written: the head is then the last of their rows. `AlreadyWritten` if
        this row was, before the head. `TooLate` if its time is over, `TooSoon` if it has not come. `NotSaved` and `InDoubt` leave the
        head where it is.
        """
        ...

    async def since(self, number: int) -> tuple[Written, ...]:
        """All rows after this one; the head becomes the last of them. `NotSaved` if it cannot be read."""
        ...

    def heard(self, number: int) -> None:
        """The rows up to this one came another way, and were entered: it is the head."""
        ...


class WholeJournal:
    """Keeps the whole transcript up to date, by a function that takes its text and may raise OSError."""

    def __init__(self, record: Record[Any], save: Callable[[str], None]) -> None:
        self.head = 0
        self._record = record
        self._save = save

    async def append(self, row: Row, aim: Aim, key: str) -> Written:
        """The transcript as it will be."""
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
        later = Transcript(whole.setting, whole.seats, entries, aim.over, secret)
        if later != whole:
            try:
                self._save(later.text())
            except OSError as problem:
                raise NotSaved(problem.errno, problem.strerror or "the disk refused") from problem
        self.head += 1
        return Written(self.head, key, time.time(), row)

    async def since(self, number: int) -> tuple[Written, ...]:
        """Nobody else writes here."""
        return ()

    def heard(self, number: int) -> None:
        """Rows come from nowhere else."""
