"""The content of a snapshot: all that is needed to continue a match from a row of its journal."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from gattai import games
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.snapshot import one_line, position_text, read_position
from gattai.kernel.text.transcript import Header, head_lines, parse
from gattai.server.table.seating import Seating


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the clocks that the position does not contain."""

    come: tuple[int, ...] = ()
    """Seats whose player has been there."""
    asked: tuple[tuple[int, int, float], ...] = ()
    """Seats that are asked: the number of answers before, and since when."""
    banks: tuple[tuple[int, float], ...] = ()
    """Seconds left in the time banks."""


class SnapshotBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment."""

    seating: Seating
    count: int = 0
    """The number of answers given."""
    check: str = ""
    """The digest that chains the next answer to all earlier ones."""
    position: str = ""
    """The position in one line; empty for the starting position."""
    epoch: int = 0
    """The number of undos so far."""
    times: Times = Times()
    names: tuple[str, ...] = ()


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(SnapshotBody).decode


def body_of(body: SnapshotBody) -> str:
    """Encode a snapshot for the database."""
    return _write(body).decode()


def body_in(body: str) -> SnapshotBody:
    """Decode a snapshot from the database."""
    return _read(body)


def digest_of(rules: AnyRuleset) -> str:
    """Return the digest of rules and packs; it differs between versions."""
    whole = f"{rules.name} {rules.version} {rules.packs}"
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def head_of(record: Record[Struct]) -> str:
    """Return the head of a record's transcript."""
    return "\n".join(head_lines(record.header, record.rules.seats))


def setting_of(head: str) -> Header:
    """Return the head of a transcript, decoded."""
    return parse(f"{head}\nbegin\n").header


def record_at(head: str, body: SnapshotBody, packs: Sequence[Path] = ()) -> Record[Struct]:
    """Return the record at a snapshot; earlier answers are not in it unless there are none."""
    header = setting_of(head)
    record: Record[Struct] = Record(
        games.load_fitting(header.game, packs),
        options=dict(header.options),
        players=header.players,
        dice=header.dice,
        start=header.start,
        written=header,
        secret=body.seating.secret,
    )
    if body.position:
        position = read_position(record.rules, body.position)
        record.go_on_from(position, body.check, body.count)
    return record


def position_of(record: Record[Struct]) -> str:
    """Return the position in one line; empty if it is still the starting position."""
    return one_line(position_text(record.rules, record.position)) if record.count else ""
