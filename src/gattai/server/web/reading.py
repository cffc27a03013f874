"""A match read from its file. Reading writes nothing, whatever is found.

A file may be sound; or cut off in the middle of its last line, as by a crash, and then it goes on
from the line before. In all other cases (other rules or packs wrote it, or somebody did) it is shown
as far as it can be played, says what is wrong, and nobody answers in it until it has been repaired.
What is said of it never quotes an answer: answers may be secret.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll
from gattai.kernel.record import Record, replay_end, replay_entry
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.committed import commitment_of
from gattai.kernel.text.answers import answer_text
from gattai.kernel.text.snapshot import answers_in
from gattai.kernel.text.transcript import Entry, Setting, other_versions, parse, read_entry
from gattai.server.table.opening import known_dice

log = logging.getLogger(__name__)

TORN = (
    "the file of this match was damaged: its last line was cut off, as when a computer stops in the "
    "midst of it; the match goes on from the line before"
)


_SECRET = re.compile(rb"(?<=\n)(?:secret [^\n]*\n?|secret|secre|secr|sec|se|s)\Z")
"""The last line of a file, though it may have been cut off."""
_BEGIN = re.compile(rb"^begin\r?(\n|\Z)", re.MULTILINE)


class Unreadable(LookupError):
    """A file of which nothing can be shown, and why."""


class Found(msgspec.Struct, frozen=True):
    """What a file holds."""

    record: Record[Any]
    size: int | None = None
    """How many of its bytes hold: what comes next is written there. None if all do."""
    notice: str = ""
    """What its players should know."""
    why: str = ""
    """What is wrong with it, without what follows from that."""
    shut: bool = False
    """Whether it can only be looked at, until somebody repairs it."""


class _Lines(msgspec.Struct):
    setting: Setting
    entries: list[Entry]
    ends: list[int]
    """Where each of the entries ends, in bytes; one more in front, where the head does."""
    end: str = ""
    secret: str = ""
    bad: int | None = None
    """The number of the first answer whose line cannot be read."""
    torn: bool = False
    """Whether the last line has no end, so that it may have been cut off."""


def summary(content: bytes) -> tuple[Setting, int, str]:
    """The head of a file, how many answers stand in it, and its end; read without judging them."""
    setting, begun = _head(content)
    lines = _SECRET.sub(b"", content[begun:]).removesuffix(b"\n")
    _, _, last = lines.rpartition(b"\n")
    end = last[4:].decode("utf-8", "replace") if last.startswith(b"end ") else ""
    return setting, lines.count(b"\n") + bool(lines) - bool(end), end


def _head(content: bytes) -> tuple[Setting, int]:
    """The head of a file, and how many bytes it has."""
    begin = _BEGIN.search(content)
    head = content if begin is None else content[: begin.end()]
    try:
        setting = parse(head.decode("utf-8", "replace")).setting
    except Diverged as problem:
        raise Unreadable(f"its file is damaged ({problem})") from problem
    return setting, len(head)


def begins_elsewhere(content: bytes) -> bool:
    """Whether a file says that its match began from a position, which may have been anything."""
    begin = _BEGIN.search(content)
    return b"\nposition " in (content if begin is None else content[: begin.end()])


def read_match(content: bytes, packs: Sequence[Path] = (), secret: str = "") -> Found:
    """The match that a file holds. `Unreadable` if there is nothing to be shown.

    `secret` is that of dice which were committed to: while it is played its file does not tell it.
    """
    lines = _lines(content)
    lost = _choose_secret(lines, secret)
    try:
        rules = games.load(lines.setting.game, packs)
    except games.UnknownGame as problem:
        raise Unreadable(f"it cannot be shown: {problem.args[0]}") from problem
    other = other_versions(rules, lines.setting)
    record = _begun(rules, lines, lines.setting, other)
    doubt = _walk(record, lines, verify=True)
    if doubt is None and lines.bad is None:
        replay_end(record, lines.end)
    written = len(lines.entries) + (lines.bad is not None)
    if lines.torn and lines.bad is None and doubt == written > 0:
        record.back_to(written - 1)  # cut off just so that it still reads like a line
        return Found(record, lines.ends[written - 1], TORN)
    ends = not lines.end or isinstance(record.question, Outcome)
    if lost and not isinstance(record.question, Outcome):
        said = f"this match can be looked at and not played on: {lost}"
        return Found(record, None, said, lost, shut=True)
    if doubt is None and lines.bad is None and ends:
        return Found(
            record, None, f"every line of this match holds, though {other}" if other else ""
        )
    if doubt is None and lines.torn and (lines.bad == written or (lines.bad is None and not ends)):
        return Found(record, lines.ends[-1], TORN)
    if doubt is not None:  # then it is shown, and repaired, as these rules would have written it
        record = _begun(rules, lines, None, other)
        _walk(record, lines, verify=False)
    if not ends and not other and doubt is None:
        other = "it says that the game is over, and by these rules it is not"
    played = len(record.entries)
    what = other or f"answer {doubt or lines.bad} is not as this table would have written it"
    said = (
        f"this match can be looked at and not played on: {what}. {played} of its {written} answers "
        "can be shown. Its file is left as it is; whoever keeps this table can repair it, which "
        "keeps the old file too"
    )
    return Found(record, None, said, what, shut=True)


def _choose_secret(lines: _Lines, kept: str) -> str:
    """Take the secret of the dice from beside the file, else from its end; why not, if it cannot be."""
    try:
        commitment = commitment_of(lines.setting.dice)
    except ValueError as problem:
        raise Unreadable(f"its file is damaged ({problem})") from problem
    if commitment is None:
        lines.secret = ""
        return ""
    known = [secret for secret in (kept, lines.secret) if commitment.is_of(secret)]
    lines.secret = known[0] if known else ""
    return "" if known else "its dice were committed to, and their secret is not here"


def _lines(content: bytes) -> _Lines:
    """The lines of a file, as far as they can be read."""
    setting, at = _head(content)
    body = content[at:]
    found = _Lines(setting, [], [at], torn=not content.endswith(b"\n"))
    told = _SECRET.search(body)
    if told:
        found.secret = told[0].decode("utf-8", "replace").removeprefix("secret ").rstrip("\r\n")
        body, content = body[: told.start()], content[: at + told.start()]
    rows = body.removesuffix(b"\n").split(b"\n") if body else []
    for row in rows:
        at = min(at + len(row) + 1, len(content))
        line = row.removesuffix(b"\r").decode("utf-8", "replace")
        if line.startswith("end ") and at == len(content):
            found.end = line[4:]
            break
        entry = read_entry(line, len(found.entries) + 1)
        if entry is None:
            found.bad = len(found.entries) + 1
            if at != len(content):
                found.torn = False
            break
        found.entries.append(entry)
        found.ends.append(at)
    return found


def other_rules(setting: Setting, packs: Sequence[Path]) -> str:
    """By what other rules a match was written; empty if by those of this table."""
    try:
        return other_versions(games.load(setting.game, packs), setting)
    except games.UnknownGame as problem:
        return f"it cannot be shown: {problem.args[0]}"


def _begun(rules: AnyRuleset, lines: _Lines, written: Setting | None, other: str) -> Record[Any]:
    setting = lines.setting
    try:
        return Record(
            rules,
            options=dict(setting.options),
            players=setting.players,
            dice=setting.dice,
            start=setting.start,
            written=written,
            secret=lines.secret,
        )
    except Exception as problem:  # these rules may stumble over it anywhere
        why = other or f"its file is damaged: {problem}"
        raise Unreadable(f"nothing of it can be shown: {why}") from problem


def _walk(record: Record[Any], lines: _Lines, *, verify: bool) -> int | None:
    """Play it again, as far as it can be played; the first answer that is not as it should be."""
    dice = known_dice(record.setting, lines.secret)
    given = answers_in(record.setting.start)
    doubt: int | None = None
    for number, entry in enumerate(lines.entries, 1):
        question = record.question
        try:
            if dice and number > given and isinstance(question, Roll):
                thrown = dice.faces(question, number)
                if answer_text(record.rules, record.position, question, thrown) != entry.text:
                    return doubt or number
            replay_entry(record, entry, number, verify=False)
        except Exception as problem:  # the same: these need not be the rules that wrote it
            # Only the kind of error: its words may quote an answer, and answers may be secret.
            kind, game = type(problem).__name__, record.rules.name
            log.warning("answer %d of a match of %s cannot be replayed: %s", number, game, kind)
            return doubt or number
        if verify and doubt is None and record.entries[-1] != entry:
            doubt = number
    return doubt
