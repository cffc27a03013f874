"""A whole game as text: its header, then one line per answer. It can be read, diffed and checked.

    gattai transcript 1
    game attack-chart 1.0.0
    option method formula
    player blue random
    dice seeded 7
    begin
    1 blue deploy warden-squad 3,1 ; ATTACK-CHART.HOUSE.DEPLOY #5b1e09
    2 dice 3 9 0 2 7 5 ; ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK #90c2aa
    end red wins: ... ; ATTACK-CHART.HOUSE.VICTORY

The number after # chains each line to everything before it and to its events: change one answer by
hand and the replay stops at that line. A line may end in `by the table`: the seat ran out of time,
and the table gave the answer that spends nothing. A game that did not begin with the game's first
table has its first table in the head, after `position`. If the head says `dice committed`, the line
`secret` follows the end: with it all dice can be thrown again. If it says `dice linked`, the last
line is `values`, also before the end: from it all dice so far follow (`running/linked.py`). An end
outside the rules (`ending.py`) is named in place of the rule, as in `; by resignation`. A site adds a
second line `game` to the head, `game signed ...`, with its signature. Readers that do not know it
read the first such line only. It is not part of the chain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from gattai.kernel.position import Diverged
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Ruleset

FORMAT = 1
S = TypeVar("S", bound=msgspec.Struct)
BY_TABLE = "by the table"
SIGNED = "signed "
"""Begins the line `game` that contains a site's signature."""
BYTE_ORDER_MARK = "\ufeff"
"""Some editors put it before a text; it is ignored."""
_LINE = re.compile(rf"([0-9]{{1,9}}) (\S+) (.*?) ; (\S+) #([0-9a-f]{{6}})( {BY_TABLE})?")


class Header(msgspec.Struct, frozen=True):
    """The header: everything that is fixed before the first answer."""

    game: str
    version: str
    packs: str = ""
    options: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()
    """Who sits on each seat: `person`, or the name of a bot."""
    dice: str = "by hand"
    """The source of the dice, e.g. `seeded 7`, or `committed`, the commitment and the seeds."""
    start: str = ""
    """The first position, in one line (`snapshot.one_line`); empty for the game's usual one.

    Its answers since the table was settled are the first answers of the transcript.
    """


class Entry(msgspec.Struct, frozen=True):
    """One answer as a line of the file."""

    who: str
    text: str
    rule: RuleId
    check: str
    by_table: bool = False
    """Whether the table gave it for a seat that ran out of time."""

    def line(self, number: int) -> str:
        """Return the line of the file for the answer with this number."""
        given = f" {BY_TABLE}" if self.by_table else ""
        return f"{number} {self.who} {self.text} ; {self.rule} #{self.check}{given}"


class Transcript(msgspec.Struct, frozen=True):
    """The header and the answers given, as text; and how the game ended, if it has."""

    header: Header
    seats: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    end: str = ""
    secret: str = ""
    """The secret of committed dice; present only when the game is over."""
    values: str = ""
    """The last values that the seats have shown of the chains of linked dice."""
    signed: str = ""
    """A site's signature, which is checked elsewhere; empty if there is none."""

    def text(self) -> str:
        """Return the transcript as text."""
        lines = head_lines(self.header, self.seats)
        lines += [*([f"game {SIGNED}{self.signed}"] if self.signed else []), "begin"]
        lines += [entry.line(number) for number, entry in enumerate(self.entries, 1)]
        if self.end:
            lines += end_lines(self.end, self.secret)
        if self.values:
            lines.append(f"values {self.values}")
        return "\n".join(lines) + "\n"


def end_lines(end: str, secret: str = "") -> list[str]:
    """Yield the lines after the last answer of a finished game."""
    return [f"end {end}", *([f"secret {secret}"] if secret else [])]


def head_lines(header: Header, seats: tuple[str, ...]) -> list[str]:
    return [
        f"gattai transcript {FORMAT}",
        f"game {header.game} {header.version}",
        *([f"packs {header.packs}"] if header.packs else []),
        *(f"option {name} {value}" for name, value in header.options),
        *(f"player {seat} {who}" for seat, who in zip(seats, header.players, strict=False)),
        f"dice {header.dice}",
        *([f"position {header.start}"] if header.start else []),
    ]


def parse(text: str) -> Transcript:
    """Parse a transcript without playing it. `Diverged` names the line that cannot be read."""
    text = text.removeprefix(BYTE_ORDER_MARK).removesuffix("\n")
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if lines[0].startswith("gattai analysis "):
        raise Diverged("this is an analysis; `gattai analyse` opens it", place="line 1")
    if not lines or not lines[0].startswith("gattai transcript "):
        raise Diverged("this is not a transcript", place="line 1")
    if lines[0] != f"gattai transcript {FORMAT}":
        raise Diverged(f"this reads format {FORMAT}, not {lines[0].split()[-1]!r}", place="line 1")
    header, seats, signed, began = _head(lines)
    entries: list[Entry] = []
    end = secret = values = ""
    if lines[-1].startswith("values "):
        values = lines.pop()[len("values ") :]
    if lines[-1].startswith("secret ") and lines[-2].startswith("end "):
        secret = lines.pop()[len("secret ") :]
    for number, line in enumerate(lines[began:], began + 1):
        if line.startswith("end ") and number == len(lines):
            end = line[4:]
            continue
        entry = read_entry(line, len(entries) + 1)
        if entry is None:
            raise Diverged(
                f"expected '{len(entries) + 1} who answer ; RULE #check', found {line[:60]!r}",
                place=f"line {number}",
            )
        entries.append(entry)
    return Transcript(header, seats, tuple(entries), end, secret, values, signed)


def _head(lines: Sequence[str]) -> tuple[Header, tuple[str, ...], str, int]:
    """Return the header, the seats, the signature, and the number of lines up to the line `begin`."""
    head: dict[str, list[str]] = {}
    for number, line in enumerate(lines[1:], 2):
        word, _, rest = line.partition(" ")
        if line == "begin":
            break
        if word not in ("game", "packs", "option", "player", "dice", "position"):
            raise Diverged(f"{word!r} is no line of the head", place=f"line {number}")
        head.setdefault(word, []).append(rest)
    else:
        raise Diverged("the line 'begin' is missing", place=f"line {len(lines)}")
    game, _, version = head.get("game", [""])[0].partition(" ")
    options = [line.partition(" ") for line in head.get("option", [])]
    players = [line.partition(" ") for line in head.get("player", [])]
    header = Header(
        game=game,
        version=version,
        packs=head.get("packs", [""])[0],
        options=tuple((name, value) for name, _, value in options),
        players=tuple(who for _, _, who in players),
        dice=head.get("dice", ["by hand"])[0],
        start=head.get("position", [""])[0],
    )
    signed = [line for line in head.get("game", [])[1:] if line.startswith(SIGNED)]
    signature = signed[-1].removeprefix(SIGNED) if signed else ""
    return header, tuple(seat for seat, _, _ in players), signature, number


def read_entry(line: str, number: int) -> Entry | None:
    """Return the answer with this number from its line; None if the line is something else."""
    found = _LINE.fullmatch(line)
    if found is None or int(found[1]) != number:
        return None
    return Entry(found[2], found[3], found[4], found[5], by_table=bool(found[6]))


def other_versions(rules: Ruleset[S], header: Header) -> str:
    """Return how the rules and packs here differ from those of a transcript; empty if they do not.

    A difference is no fault: as long as every line replays as it did, the transcript is valid.
    """
    differences = []
    if header.version != rules.version:
        differences.append(f"played with {rules.name} {header.version}, this is {rules.version}")
    if header.packs != rules.packs:
        differences.append(f"played with packs {header.packs!r}, here are {rules.packs!r}")
    return "; ".join(differences)
