"""A match by link: each link carries the match so far, and the dice are those of both players.

No server takes part. Each side has a copy of its own, with the secret of its chain, and judges
every link against it: a link must continue the copy, may not answer in its owner's name, and every
throw must follow from the values of both. docs/explanation/by-link.md says what that proves.
"""

from __future__ import annotations

import base64
import binascii
import re
import secrets
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gattai import games
from gattai.bots.registry import PERSON
from gattai.kernel.dice import Face
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.record import replay as replayed
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.running.committed import SECRET_BYTES
from gattai.kernel.running.linked import ABSENT, Chain, Linked, linked_of
from gattai.kernel.text.transcript import Entry, Header, Transcript, other_versions, parse
from gattai.server.local import disk as files
from gattai.server.local.disk import Storage
from gattai.server.table.opening import why_not_by_link

IN_LINK = "#/open/"
"""What stands before the match in a link, as in the address of a page."""
MAX_TEXT = 1_000_000
_LETTERS = re.compile(r"[\w-]+", re.ASCII)


class BadLink(ValueError):
    """A link that does not continue the match; says why."""


def in_letters(text: str) -> str:
    """Return a text compressed for an address, as the page does it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def in_link(link: str) -> str:
    """Return the transcript in a link, or in the letters behind its `#/open/`. Raises `BadLink`."""
    letters = "".join(link.split()).rpartition(IN_LINK)[2]
    if not _LETTERS.fullmatch(letters):
        raise BadLink(f"this is not a link of a match: it has no letters after {IN_LINK}")
    unpacker = zlib.decompressobj(-15)
    try:
        packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        content = unpacker.decompress(packed, MAX_TEXT)
        if unpacker.unconsumed_tail:
            raise BadLink("this link contains more than a match")
        if not unpacker.eof:
            raise BadLink("this link is cut short: copy it from its beginning to its end")
        return content.decode()
    except (zlib.error, binascii.Error, UnicodeDecodeError) as problem:
        raise BadLink("this link is damaged: copy it from its beginning to its end") from problem


class LinkedMatch:
    """One side of a match by link: the match so far, the own seat, and the chain of the own dice."""

    def __init__(self, record: Record[Struct], seat: Seat, secret: str) -> None:
        self.record = record
        self.seat = seat
        self.secret = secret
        self._chain = Chain(secret)
        dice = linked_of(record.header.dice, record.values)
        if dice is None or dice.ends[seat] != self._chain.end:
            raise ValueError("this is not the secret of these dice")
        self._dice = dice

    @property
    def dice(self) -> Linked:
        """Return the dice, with the values shown so far."""
        return self._dice

    def text(self) -> str:
        """Return the transcript: everything in it may be sent."""
        return self.record.transcript().text()

    @property
    def name(self) -> str:
        """Return the name of the match here: its game, and the beginning of the own chain's end."""
        return _name_of(self.record.header, self.seat)

    def link(self) -> str:
        """Return the link to send."""
        return f"{IN_LINK}{in_letters(self.text())}"

    def is_mine(self) -> bool:
        """Whether the own seat has to answer now. Nobody has to before the other side has joined."""
        return self._dice.is_complete and self.seat in self.record.step.waiting

    def settle(self) -> Iterator[Entry]:
        """Throw the dice that are asked for, as long as the values of both sides are there."""
        while self.throws():
            self.record.answer(self.faces())
            yield self.record.entries[-1]

    def throws(self) -> bool:
        """Show the own value for the dice that are asked for; returns whether the other value is there too.

        Nothing is shown before the other side has joined.
        """
        record = self.record
        if not self._dice.is_complete or not isinstance(record.question, Roll):
            return False
        number = record.count + 1
        if self.seat in self._dice.waits_for(number):
            self._dice = self._dice.showing(self.seat, self._chain, number)
            record.values = self._dice.values()
        return not self._dice.waits_for(number)

    def faces(self) -> tuple[Face, ...]:
        """Return the faces of the dice that are asked for. LookupError if a value is missing."""
        record = self.record
        assert isinstance(record.question, Roll), "only asked while dice are waited for"
        return self._dice.faces(record.question, record.count + 1)


def begun(
    game: str, options: Mapping[str, str], seat: Seat, packs: Sequence[Path] = ()
) -> LinkedMatch:
    """Return a new match that waits for the other side. ValueError if this game cannot be played so."""
    rules = games.load_fitting(game, packs).seated(options)
    _check_open(rules)
    secret = secrets.token_hex(SECRET_BYTES)
    ends = [ABSENT, ABSENT]
    ends[seat] = Chain(secret).end
    return LinkedMatch(_record(rules, options, ends), seat, secret)


def joined(text: str, packs: Sequence[Path] = ()) -> LinkedMatch:
    """Return the match of an invitation, with a chain on the seat that is free. Raises `BadLink`."""
    record = _checked(text, packs)
    dice = linked_of(record.header.dice)
    if dice is None or dice.is_complete:
        raise BadLink("this match has both its players, and you are neither: no copy of it is here")
    seat = Seat(dice.ends.index(ABSENT))
    if dice.ends == (ABSENT, ABSENT):
        raise BadLink("nobody has begun this match: its head has no chain")
    secret = secrets.token_hex(SECRET_BYTES)
    ends = [*dice.ends]
    ends[seat] = Chain(secret).end
    options = dict(record.header.options)
    return LinkedMatch(_record(record.rules, options, ends), seat, secret)


def continued(mine: LinkedMatch, text: str, packs: Sequence[Path] = ()) -> LinkedMatch:
    """Return the own match after a link of the other side. Raises `BadLink` with what is wrong.

    A link that is older than the own copy changes nothing: the copy itself is returned.
    """
    theirs = _checked(text, packs)
    dice = linked_of(theirs.header.dice, theirs.values)
    assert dice is not None, "a checked link has linked dice"
    _check_head(mine, theirs, dice)
    here, there = mine.record.entries, theirs.entries
    for number, (entry, found) in enumerate(zip(here, there, strict=False), 1):
        if entry != found:
            raise BadLink(
                f"answer {number} is {found.who} {found.text} in this link, "
                f"but {entry.who} {entry.text} in your copy: it belongs to another course of the match"
            )
    if len(there) < len(here) or _shown(dice) < _shown(mine.dice) or not dice.is_complete:
        return mine
    own = mine.record.rules.seat_name(mine.seat)
    for number, entry in enumerate(there[len(here) :], len(here) + 1):
        if entry.who == own or entry.by_table:
            raise BadLink(
                f"answer {number} ({entry.who} {entry.text}) is given in your name, but not by you"
            )
    return LinkedMatch(theirs, mine.seat, mine.secret)


def _shown(dice: Linked) -> int:
    return sum(value.number for value in dice.shown)


def _check_head(mine: LinkedMatch, theirs: Record[Struct], dice: Linked) -> None:
    """Raise `BadLink` if a link is of another match, or changes what was agreed."""
    head = replace(theirs.header, dice=mine.record.header.dice)
    pairs = zip(mine.dice.ends, dice.ends, strict=True)
    if any(ABSENT not in pair and pair[0] != pair[1] for pair in pairs):
        raise BadLink("this link has other chains in its head: it belongs to another match")
    if head != mine.record.header:
        raise BadLink("this link has another head than your copy: game, options or players differ")


def _checked(text: str, packs: Sequence[Path]) -> Record[Struct]:
    """Return the match in a link, every answer and every throw checked. Raises `BadLink`."""
    try:
        transcript = parse(text)
        rules = _rules(transcript, packs)
        *_, record = replayed(rules, transcript)
    except BadLink:
        raise
    except (Diverged, games.UnknownGame, ValueError) as problem:
        raise BadLink(f"this link does not hold: {problem}") from problem
    if record.ending is not None:
        raise BadLink("this link ends the match outside the rules, which a match by link cannot do")
    if record.transcript().text() != text:
        raise BadLink("this link is not written as Gattai writes it: it was changed")
    return record


def _rules(transcript: Transcript, packs: Sequence[Path]) -> AnyRuleset:
    """Return the rules of a link. Raises `BadLink` if it cannot be continued with those here."""
    header = transcript.header
    rules = games.load_as_listed(header.game, header.packs, packs)
    others = other_versions(rules, header)
    if others:
        raise BadLink(f"both sides need the same rules and packs: {others}")
    if linked_of(header.dice) is None:
        raise BadLink("this is not a match by link: its dice are of another kind")
    if header.players != (PERSON, PERSON) or header.start:
        raise BadLink("a match by link is between two people, from the beginning of a game")
    rules = rules.seated(dict(header.options))
    _check_open(rules)
    return rules


def _check_open(rules: AnyRuleset) -> None:
    """Raise ValueError unless this game has two seats and hides nothing."""
    if problem := why_not_by_link(rules):
        raise ValueError(problem)


def _record(rules: AnyRuleset, options: Mapping[str, str], ends: Sequence[str]) -> Record[Struct]:
    players = tuple(PERSON for _ in ends)
    return Record(rules, options=dict(options), players=players, dice=Linked(ends).line())


def _name_of(header: Header, seat: int) -> str:
    return f"{header.game}-{header.dice.rpartition(' ')[2].split(',')[seat][:8]}"


class OwnCopy(msgspec.Struct, frozen=True):
    """What one side stores of a match: never sent, because it contains the secret."""

    seat: int
    secret: str
    text: str

    @property
    def name(self) -> str:
        """Return the name of the match, without checking its answers."""
        return _name_of(parse(self.text).header, self.seat)

    def match(self, packs: Sequence[Path] = ()) -> LinkedMatch:
        """Return the match. Raises `BadLink` if the rules here are others by now."""
        return LinkedMatch(_checked(self.text, packs), Seat(self.seat), self.secret)


class OwnCopies:
    """The own copies of matches by link, in a folder of the data folder."""

    def __init__(self, data: Path, storage: Storage = files) -> None:
        self.folder = data / "by-link"
        self._disk = storage

    def write(self, match: LinkedMatch, text: str = "") -> None:
        """Store a match before anything of it is shown: a value may belong to one course only.

        `text` is the transcript with what happens next, if that is known.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        copy = OwnCopy(match.seat, match.secret, text or match.text())
        path = self.path(match.dice.ends[match.seat])
        self._disk.write_whole(path, msgspec.json.encode(copy))

    def find(self, text: str) -> OwnCopy | None:
        """Return the own copy of the match in a link; None if there is none. Raises `BadLink`."""
        try:
            dice = linked_of(parse(text).header.dice)
        except (Diverged, ValueError) as problem:
            raise BadLink(f"this link does not hold: {problem}") from problem
        if dice is None:
            raise BadLink("this is not a match by link: its dice are of another kind")
        for path in sorted(self.folder.glob("*.json")):
            copy = self.read(path)
            own = linked_of(parse(copy.text).header.dice)
            if own and any(end != ABSENT and end in own.ends for end in dice.ends):
                return copy
        return None

    def read(self, path: Path) -> OwnCopy:
        """Return the copy in a file. Raises `BadLink` if it is damaged."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=OwnCopy)
        except msgspec.MsgspecError as problem:
            raise BadLink(f"your copy of a match is damaged: {path}: {problem}") from problem

    def path(self, end: str) -> Path:
        """Return the file of the match in which the own chain has this end."""
        return self.folder / f"{end[:16]}.json"
