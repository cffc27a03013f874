"""What came of it: a table by rule, the survivors as differences, and those that change nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from tests.mutants.breaks import Mutant, Side

Fate = Literal["killed", "survived", "seen", "unseen", "equivalent"]
"""survived: not yet looked at further; seen: by other tests than the rule's own; unseen: by none."""
REVIEWED = Path(__file__).parent / "equivalent.toml"


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A break that changes nothing anybody could see, and why."""

    game: str
    file: str
    """Where it stood when it was reviewed; it is known again wherever its function has gone."""
    function: str
    kind: str
    source: str
    becomes: str
    reason: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """As `Mutant.key`."""
        return self.function, self.kind, self.source, self.becomes


class Result(msgspec.Struct, kw_only=True):
    """What became of one break."""

    file: str
    line: int
    function: str
    rules: tuple[str, ...]
    kind: str
    source: str
    becomes: str
    side: Side = ""
    """Which side of the rule it takes away."""
    fate: Fate
    by: str = ""
    tests: int = 0
    """How many tests bear one of the rules."""

    @classmethod
    def of(cls, mutant: Mutant, fate: Fate, by: str, tests: int) -> Result:
        """From a break."""
        return cls(
            file=mutant.module.file,
            line=mutant.at,
            function=mutant.line.function,
            rules=tuple(sorted(mutant.line.rules)),
            kind=mutant.kind,
            source=mutant.before,
            becomes=mutant.after,
            side=mutant.side,
            fate=fate,
            by=by,
            tests=tests,
        )

    @property
    def survives(self) -> bool:
        """Whether no test of its rule sees it, though it may well change something."""
        return self.fate in ("survived", "seen", "unseen")


def reviewed(game: str, path: Path = REVIEWED) -> dict[tuple[str, str, str, str], Equivalent]:
    """The breaks of a game that were found to change nothing."""
    entries = tomllib.loads(path.read_text("utf-8")).get("mutant", [])
    found = msgspec.convert(entries, list[Equivalent])
    return {one.key: one for one in found if one.game == game}


def figures(results: Sequence[Result]) -> dict[str, int]:
    """How many there are of each fate, and in all."""
    found = {"all": len(results)}
    for fate in ("killed", "survived", "seen", "unseen", "equivalent"):
        found[fate] = sum(one.fate == fate for one in results)
    return found


def share(results: Iterable[Result]) -> float:
    """Of the breaks that count, the share that the tests of their own rules see."""
    counted = [one for one in results if one.fate != "equivalent"]
    return sum(one.fate == "killed" for one in counted) / len(counted) if counted else 1


def table(results: Sequence[Result], ids: Sequence[str]) -> list[str]:
    """One line a rule that has survivors, then the rules without lines, then all together."""
    said = []
    bare = []
    for rule in ids:
        mine = [one for one in results if rule in one.rules]
        if not mine:
            bare.append(rule)
            continue
        left = sum(one.survives for one in mine)
        if left:
            tests = max(one.tests for one in mine)
            said.append(f"{rule:48} {len(mine):4} broken, {left:4} survive, {tests:3} tests")
    if bare:
        said.append(f"no lines of their own ({len(bare)}): {', '.join(bare)}")
    count = figures(results)
    said.append(
        f"{count['all']} broken: {count['killed']} killed by the rule's own tests, "
        f"{count['seen']} only by others, {count['unseen']} by none, {count['survived']} not yet "
        f"looked at further, {count['equivalent']} change nothing: {share(results):.1%}"
    )
    return said


def difference(one: Result) -> list[str]:
    """A survivor, as it can be read."""
    how = {"seen": f"seen by {one.by}", "unseen": "no test anywhere sees it"}
    return [
        f"{one.file}:{one.line} {one.function} [{one.kind}] {', '.join(one.rules)}",
        *(f"  - {text}" for text in one.source.splitlines()),
        *(f"  + {text}" for text in one.becomes.splitlines()),
        f"    {how.get(one.fate, one.fate)}; {one.tests} tests bear the rule",
    ]
