"""Both sides of every rule: what it allows, or does, and what it refuses, or leaves alone.

A break that lets a condition hold too seldom takes away what a rule allows; a break that lets it hold
too often takes away what it refuses. A side is proved if a test of that very rule sees one such break. That
break is the side's witness: each game's `sides.txt` names it by a digest of its text, so that anybody
can tell whether it is still there, and judge it again. `python -m tests.mutants GAME --sides` writes the
file; it judges only what has no witness, or one that is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from gattai.terminal.commands.proofs import SIDES_HEAD, Sides, sides, sides_file
from tests.mutants.breaks import Mutant

NEAREST = ("bound", "kind", "whose", "nobody", "drop", "join")
"""The breaks that only a near case tells from the rule are tried first."""

Breaks = Mapping[tuple[str, str], Sequence[Mutant]]
"""By rule and side."""


def digest(mutant: Mutant) -> str:
    """By what a break is known again, in short."""
    return sha256(repr(mutant.key).encode()).hexdigest()[:10]


def by_side(found: Iterable[Mutant], excused: Iterable[tuple[str, ...]] = ()) -> Breaks:
    """The breaks of each rule by the side that they take away; a rule without any condition has one
    side alone, named "does".
    """
    known = {*excused}
    every: dict[str, dict[str, list[Mutant]]] = {}
    for mutant in found:
        if mutant.key not in known:
            for rule in mutant.line.rules:
                if ".AMB." in rule:
                    continue  # a ruling says how a rule is read, and stands on that rule's lines
                every.setdefault(rule, {}).setdefault(mutant.side, []).append(mutant)
    breaks: dict[tuple[str, str], Sequence[Mutant]] = {}
    for rule, mine in every.items():
        if mine.keys() >= {"allows", "refuses"}:
            breaks[rule, "allows"], breaks[rule, "refuses"] = mine["allows"], mine["refuses"]
        else:
            breaks[rule, "does"] = [one for some in mine.values() for one in some]
    return breaks


def witnesses(game: str) -> set[str]:
    """The breaks that a game's file names."""
    return {mark for one in sides(game).values() for mark in one.witnesses.values()}


def kept(game: str, breaks: Breaks) -> dict[tuple[str, str], str]:
    """The witnesses of a game's file that are still there."""
    found = {}
    for rule, known in sides(game).items():
        for side, witness in known.witnesses.items():
            if witness in map(digest, breaks.get((rule, side), ())):
                found[rule, side] = witness
    return found


def prove(
    breaks: Breaks, kills: Callable[[Mutant, str], bool]
) -> Iterator[tuple[tuple[str, str], str]]:
    """Find a witness for each side, as far as there is one, the nearest case first.

    What counts only when a game is loaded comes last: it takes longest to judge.
    """
    for (rule, side), mine in breaks.items():
        near = sorted(mine, key=lambda one: (not one.line.inside, one.kind not in NEAREST))
        witness = next((one for one in near if kills(one, rule)), None)
        if witness is not None:
            yield (rule, side), digest(witness)


def text(breaks: Breaks, have: Mapping[tuple[str, str], str]) -> str:
    """The file of a game: a rule, and the witness of each of its sides."""
    rules: dict[str, dict[str, str]] = {}
    for rule, side in sorted(breaks):
        rules.setdefault(rule, {})[side] = have.get((rule, side), "")
    return "".join(
        f"{line}\n"
        for line in (SIDES_HEAD, *(f"{rule} {Sides(mine)}" for rule, mine in rules.items()))
    )


def write(game: str, breaks: Breaks, have: Mapping[tuple[str, str], str]) -> None:
    """Keep what was proved."""
    sides_file(game).write_text(text(breaks, have), "utf-8")


def stale(game: str, breaks: Breaks) -> list[str]:
    """What a game's file says that its code no longer bears out."""
    known = sides(game)
    written = {
        (rule, side): mark for rule, one in known.items() for side, mark in one.marks.items()
    }
    have = kept(game, breaks)
    return [
        *(
            f"{rule}: its side ({side}) is not in the file"
            for rule, side in breaks
            if (rule, side) not in written
        ),
        *(
            f"{rule}: what proved its side ({side}) is gone"
            for (rule, side), mark in written.items()
            if (rule, side) not in breaks or (mark and (rule, side) not in have)
        ),
    ]
