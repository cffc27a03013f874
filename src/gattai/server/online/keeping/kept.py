"""A match as it stood after some row of its journal: all that is needed to go on from there."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.snapshot import one_line, position_text, read_position
from gattai.kernel.text.transcript import Setting, head_lines, parse
from gattai.server.table.seating import Seating


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """What clocks know that does not stand in the position."""

    come: tuple[int, ...] = ()
    """The seats at which somebody has been."""
    asked: tuple[tuple[int, int, float], ...] = ()
    """Seats that are asked: how many answers were before, and since when."""
    banks: tuple[tuple[int, float], ...] = ()
    """Seconds that seats have left for all their answers."""


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match at one moment."""

    seating: Seating
    count: int = 0
    """How many answers had been given."""
    check: str = ""
    """What ties the next answer to all before it."""
    position: str = ""
    """In one line; empty for the one that its head begins with."""
    epoch: int = 0
    """How often something had been taken back."""
    times: Times = Times()
    names: tuple[str, ...] = ()


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Kept).decode


def body_of(kept: Kept) -> str:
    """As it stands in the database."""
    return _write(kept).decode()


def kept_in(body: str) -> Kept:
    """What stands in the database."""
    return _read(body)


def digest_of(rules: AnyRuleset) -> str:
    """By what a match is played: another version of the rules, or other packs, have another one."""
    whole = f"{rules.name} {rules.version} {rules.packs}"
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def head_of(record: Record[Any]) -> str:
    """The head of its transcript."""
    return "\n".join(head_lines(record.setting, record.rules.seats))


def setting_of(head: str) -> Setting:
    """What the head of a transcript says."""
    return parse(f"{head}\nbegin\n").setting


def record_at(head: str, kept: Kept, packs: Sequence[Path] = ()) -> Record[Any]:
    """The record as it stood there; what was answered before is not in it, unless there is nothing."""
    setting = setting_of(head)
    record: Record[Any] = Record(
        games.load(setting.game, packs),
        options=dict(setting.options),
        players=setting.players,
        dice=setting.dice,
        start=setting.start,
        written=setting,
        secret=kept.seating.secret,
    )
    if kept.position:
        position = read_position(record.rules, kept.position)
        record.go_on_from(position, kept.check, kept.count)
    return record


def position_of(record: Record[Any]) -> str:
    """The position in one line; empty where it still is that of the head."""
    return one_line(position_text(record.rules, record.position)) if record.count else ""
