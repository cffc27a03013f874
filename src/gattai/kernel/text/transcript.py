"""A whole game as text: its setting, then one line an answer. It can be read, diffed and checked.

    gattai transcript 1
    game attack-chart 1.0.0
    option method formula
    player blue random
    dice seeded 7
    begin
    1 blue deploy warden-squad 3,1 ; ATTACK-CHART.HOUSE.DEPLOY #5b1e09
    2 dice 3 9 0 2 7 5 ; ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK #90c2aa
    end red wins: ... ; ATTACK-CHART.HOUSE.VICTORY

The number after # ties each line to everything before it and to what happened because of it:
change one answer by hand and the replay stops at that line. A line may end in `by the table`: the
seat said nothing in time, and the table gave the answer that spends nothing. A game that did not
begin with the game's first table has that table in its head, after `position`. Where the head says
`dice committed`, the line `secret` follows the end: with it all dice can be thrown again. An end that
no rule has made (`ending.py`) names the way in place of the rule, as in `; by resignation`.
"""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from gattai.kernel.position import Diverged
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Ruleset

FORMAT = 1
S = TypeVar("S", bound=msgspec.Struct)
BY_TABLE = "by the table"
BYTE_ORDER_MARK = "\ufeff"
"""Some editors put it before a text; it says nothing."""
_LINE = re.compile(rf"([0-9]{{1,9}}) (\S+) (.*?) ; (\S+) #([0-9a-f]{{6}})( {BY_TABLE})?")


class Setting(msgspec.Struct, frozen=True):
    """Everything that is fixed before the first answer."""

    game: str
    version: str
    packs: str = ""
    options: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()
    """Who sits on each seat: `person`, or the name of a bot."""
    dice: str = "by hand"
    """Where the dice come from, e.g. `seeded 7`, or `committed`, the commitment and the seeds."""
    start: str = ""
    """The position it began from, in one line (`snapshot.one_line`); empty for the game's first.

    Answers that stand in it, since its table was settled, are the first answers of the transcript.
    """


class Entry(msgspec.Struct, frozen=True):
    """One answer as it stands in the file."""

    who: str
    text: str
    rule: RuleId
    check: str
    by_table: bool = False
    """Whether the table gave it for a seat that said nothing in time."""

    def line(self, number: int) -> str:
        """The line of the file, as the answer of this number."""
        given = f" {BY_TABLE}" if self.by_table else ""
        return f"{number} {self.who} {self.text} ; {self.rule} #{self.check}{given}"


class Transcript(msgspec.Struct, frozen=True):
    """A setting and the answers given, as text; and how the game ended, if it has."""

    setting: Setting
    seats: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    end: str = ""
    secret: str = ""
    """That of the dice, if they were committed to; told when the game is over, never before."""

    def text(self) -> str:
        """The whole file."""
        lines = [*head_lines(self.setting, self.seats), "begin"]
        lines += [entry.line(number) for number, entry in enumerate(self.entries, 1)]
        if self.end:
            lines += end_lines(self.end, self.secret)
        return "\n".join(lines) + "\n"


def end_lines(end: str, secret: str = "") -> list[str]:
    """What stands behind the last answer of a game that is over."""
    return [f"end {end}", *([f"secret {secret}"] if secret else [])]


def head_lines(setting: Setting, seats: tuple[str, ...]) -> list[str]:
    return [
        f"gattai transcript {FORMAT}",
        f"game {setting.game} {setting.version}",
        *([f"packs {setting.packs}"] if setting.packs else []),
        *(f"option {name} {value}" for name, value in setting.options),
        *(f"player {seat} {who}" for seat, who in zip(seats, setting.players, strict=False)),
        f"dice {setting.dice}",
        *([f"position {setting.start}"] if setting.start else []),
    ]


def parse(text: str) -> Transcript:
    """Read a transcript. `Diverged` names the line that cannot be read; nothing is played yet."""
    text = text.removeprefix(BYTE_ORDER_MARK).removesuffix("\n")
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if not lines or not lines[0].startswith("gattai transcript "):
        raise Diverged("this is not a transcript", place="line 1")
    if lines[0] != f"gattai transcript {FORMAT}":
        raise Diverged(f"this reads format {FORMAT}, not {lines[0].split()[-1]!r}", place="line 1")
    head: dict[str, list[str]] = {}
    at = 1
    while at < len(lines) and lines[at] != "begin":
        word, _, rest = lines[at].partition(" ")
        if word not in ("game", "packs", "option", "player", "dice", "position"):
            raise Diverged(f"{word!r} is no line of the head", place=f"line {at + 1}")
        head.setdefault(word, []).append(rest)
        at += 1
    if at == len(lines):
        raise Diverged("the line 'begin' is missing", place=f"line {at}")
    game, _, version = head.get("game", [""])[0].partition(" ")
    players = [line.partition(" ") for line in head.get("player", [])]
    setting = Setting(
        game=game,
        version=version,
        packs=head.get("packs", [""])[0],
        options=tuple(
            (line.partition(" ")[0], line.partition(" ")[2]) for line in head.get("option", [])
        ),
        players=tuple(who for _, _, who in players),
        dice=head.get("dice", ["by hand"])[0],
        start=head.get("position", [""])[0],
    )
    entries: list[Entry] = []
    end = secret = ""
    if lines[-1].startswith("secret ") and lines[-2].startswith("end "):
        secret = lines.pop()[len("secret ") :]
    for number, line in enumerate(lines[at + 1 :], at + 2):
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
    return Transcript(setting, tuple(seat for seat, _, _ in players), tuple(entries), end, secret)


def read_entry(line: str, number: int) -> Entry | None:
    """The answer of this number as its line stands in a file; None if the line is something else."""
    found = _LINE.fullmatch(line)
    if found is None or int(found[1]) != number:
        return None
    return Entry(found[2], found[3], found[4], found[5], by_table=bool(found[6]))


def other_versions(rules: Ruleset[S], setting: Setting) -> str:
    """In what the rules and packs here differ from those a transcript was written with; or nothing.

    A difference is no fault: as long as every line comes out as it did, the transcript holds.
    """
    said = []
    if setting.version != rules.version:
        said.append(f"played with {rules.name} {setting.version}, this is {rules.version}")
    if setting.packs != rules.packs:
        said.append(f"played with packs {setting.packs!r}, here are {rules.packs!r}")
    return "; ".join(said)
