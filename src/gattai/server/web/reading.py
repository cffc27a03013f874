"""Reads a match from its file. Reading never writes.

If the last line is incomplete, as after a crash, the match continues from the line
before. In all other cases of damage (other rules or packs, or an edited file) the match is shown
as far as it can be replayed, with the problem, and nobody can answer until it has been repaired.
Messages about a file never quote an answer: answers may be secret.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll
from gattai.kernel.record import Record, replay_end, replay_entry
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.committed import commitment_of
from gattai.kernel.text.answers import answer_text
from gattai.kernel.text.snapshot import answers_in
from gattai.kernel.text.transcript import Entry, Header, other_versions, parse, read_entry
from gattai.kernel.text.variations import Variations, is_analysis, read_variations
from gattai.server.failures import frames_of
from gattai.server.table.analyses.steps import OpenedVariations, open_variations
from gattai.server.table.opening import known_dice

log = logging.getLogger(__name__)

TORN = (
    "the file of this match was damaged: its last line was incomplete, as after a crash; "
    "the match continues from the line before"
)


_SECRET = re.compile(rb"(?<=\n)(?:secret [^\n]*\n?|secret|secre|secr|sec|se|s)\Z")
"""The last line of a file, which may be incomplete."""
_BEGIN = re.compile(rb"^begin\r?(\n|\Z)", re.MULTILINE)


class Unreadable(LookupError):
    """Nothing in the file can be shown; the message says why."""


class MatchFile(msgspec.Struct, frozen=True):
    """The content of a match's file."""

    record: Record[Struct]
    size: int | None = None
    """The length of the valid part in bytes, where the next line is written. None if the whole file is valid."""
    notice: str = ""
    """A notice for the players."""
    why: str = ""
    """What is wrong with the file."""
    shut: bool = False
    """Whether the match can only be viewed until it is repaired."""
    analysis: OpenedVariations | None = None
    """The variations, if it is an analysis."""


class _Lines(msgspec.Struct):
    header: Header
    entries: list[Entry]
    ends: list[int]
    """The positions in bytes where the head and each entry end."""
    end: str = ""
    secret: str = ""
    bad: int | None = None
    """The number of the first answer whose line is invalid."""
    torn: bool = False
    """Whether the last line has no line break, so that it may be incomplete."""

    @property
    def written(self) -> int:
        """Return the number of answers, including an invalid one."""
        return len(self.entries) + (self.bad is not None)


def summary(content: bytes) -> tuple[Header, int, str]:
    """Return the head of a file, the number of answers, and the result, without checking the answers."""
    if has_variations(content):
        tree = _variations(content)
        return tree.header, len(tree.nodes), ""
    header, begun = _head(content)
    lines = _SECRET.sub(b"", content[begun:]).removesuffix(b"\n")
    _, _, last = lines.rpartition(b"\n")
    end = last[4:].decode("utf-8", "replace") if last.startswith(b"end ") else ""
    return header, lines.count(b"\n") + bool(lines) - bool(end), end


def _head(content: bytes) -> tuple[Header, int]:
    """Return the head of a file, and its length in bytes."""
    begin = _BEGIN.search(content)
    head = content if begin is None else content[: begin.end()]
    try:
        header = parse(head.decode("utf-8", "replace")).header
    except Diverged as problem:
        raise Unreadable(f"its file is damaged ({problem})") from problem
    return header, len(head)


def begins_elsewhere(content: bytes) -> bool:
    """Whether the match begins from a position, which may be untrusted."""
    begin = _BEGIN.search(content)
    return b"\nposition " in (content if begin is None else content[: begin.end()])


def read_match(content: bytes, packs: Sequence[Path] = (), secret: str = "") -> MatchFile:
    """Return the match in a file. Raises `Unreadable` if nothing can be shown.

    `secret` is the secret of committed dice, which the file contains only at the end.
    """
    if has_variations(content):
        return _analysis(content, packs)
    lines = _lines(content)
    lost = _choose_secret(lines, secret)
    rules = _rules_of(lines.header, packs)
    other = other_versions(rules, lines.header)
    record = _begun(rules, lines, lines.header, other)
    doubt = _walk(record, lines, verify=True)
    wrong = doubt or lines.bad
    if wrong is None:
        replay_end(record, lines.end)
    if lines.torn and doubt == lines.written:
        record.back_to(doubt - 1)  # truncated to something that still looks like a line
        return MatchFile(record, lines.ends[doubt - 1], TORN)
    is_over = isinstance(record.question, Outcome)
    if lost and not is_over:
        notice = f"this match can be viewed but not continued: {lost}"
        return MatchFile(record, None, notice, lost, shut=True)
    if wrong is None and (is_over or not lines.end):
        return MatchFile(
            record,
            None,
            f"every answer of this match is still valid, although {other}" if other else "",
        )
    if doubt is None and lines.torn:
        return MatchFile(record, lines.ends[-1], TORN)
    if doubt is not None:  # show and repair it as these rules would have written it
        record = _begun(rules, lines, None, other)
        _walk(record, lines, verify=False)
    return _shut(record, lines, other or _disagreement(wrong))


def has_variations(content: bytes) -> bool:
    """Whether a file is an analysis."""
    return is_analysis(content[:40].decode("utf-8", "replace"))


def _variations(content: bytes) -> Variations:
    try:
        return read_variations(content.decode("utf-8", "replace"))
    except Diverged as problem:
        raise Unreadable(f"its file is damaged ({problem})") from problem


def _analysis(content: bytes, packs: Sequence[Path]) -> MatchFile:
    tree = _variations(content)
    try:
        found = open_variations(tree, packs)
    except games.UnknownGame as problem:
        raise Unreadable(f"it cannot be shown: {problem.args[0]}") from problem
    except Diverged as problem:
        raise Unreadable(f"its file is damaged ({problem})") from problem
    return MatchFile(found.record, analysis=found)


def _disagreement(wrong: int | None) -> str:
    """Return how a file differs from what these rules would have written: in an answer, else in its end."""
    if wrong is None:
        return "it says that the game is over, but by these rules it is not"
    return f"answer {wrong} is not what this server would have written"


def _shut(record: Record[Struct], lines: _Lines, what: str) -> MatchFile:
    """Return a match that can only be viewed until it is repaired."""
    played = len(record.entries)
    notice = (
        f"this match can be viewed but not continued: {what}. {played} of its {lines.written} answers "
        "can be shown. Its file is unchanged; the host can repair it, which "
        "also keeps the old file"
    )
    return MatchFile(record, None, notice, what, shut=True)


def _choose_secret(lines: _Lines, stored: str) -> str:
    """Choose the secret of the dice from the seating, else from the end of the file; returns the problem if there is none."""
    try:
        commitment = commitment_of(lines.header.dice)
    except ValueError as problem:
        raise Unreadable(f"its file is damaged ({problem})") from problem
    if commitment is None:
        lines.secret = ""
        return ""
    known = [secret for secret in (stored, lines.secret) if commitment.is_of(secret)]
    lines.secret = known[0] if known else ""
    return "" if known else "the secret of its committed dice is missing"


def _lines(content: bytes) -> _Lines:
    """Return the lines of a file, as far as they can be read."""
    header, at = _head(content)
    body = content[at:]
    found = _Lines(header, [], [at], torn=not content.endswith(b"\n"))
    found_secret = _SECRET.search(body)
    if found_secret:
        found.secret = (
            found_secret[0].decode("utf-8", "replace").removeprefix("secret ").rstrip("\r\n")
        )
        body, content = body[: found_secret.start()], content[: at + found_secret.start()]
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


def other_rules(header: Header, packs: Sequence[Path]) -> str:
    """Return how other rules wrote the match; empty if these rules did."""
    try:
        return other_versions(_rules_of(header, packs), header)
    except Unreadable as problem:
        return str(problem)


def _rules_of(header: Header, packs: Sequence[Path]) -> AnyRuleset:
    try:
        return games.load_as_listed(header.game, header.packs, packs)
    except games.UnknownGame as problem:
        raise Unreadable(f"it cannot be shown: {problem.args[0]}") from problem


def _begun(rules: AnyRuleset, lines: _Lines, written: Header | None, other: str) -> Record[Struct]:
    header = lines.header
    try:
        return Record(
            rules,
            options=dict(header.options),
            players=header.players,
            dice=header.dice,
            start=header.start,
            written=written,
            secret=lines.secret,
        )
    except Exception as problem:  # these rules may fail on it anywhere
        why = other or f"its file is damaged: {problem}"
        raise Unreadable(f"nothing in it can be shown: {why}") from problem


def _walk(record: Record[Struct], lines: _Lines, *, verify: bool) -> int | None:
    """Replay the match as far as possible; returns the number of the first invalid answer."""
    dice = known_dice(record.header, lines.secret)
    given = answers_in(record.header.start)
    doubt: int | None = None
    for number, entry in enumerate(lines.entries, 1):
        question = record.question
        try:
            if dice and number > given and isinstance(question, Roll):
                thrown = dice.faces(question, number)
                if answer_text(record.rules, record.position, question, thrown) != entry.text:
                    return doubt or number
            replay_entry(record, entry, number, verify=False)
        except Exception as problem:  # the same: other rules may have written it
            game, frames = record.rules.name, frames_of(problem)
            log.warning("answer %d of a match of %s cannot be replayed:\n%s", number, game, frames)
            return doubt or number
        if verify and doubt is None and record.entries[-1] != entry:
            doubt = number
    return doubt
