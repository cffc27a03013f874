"""A game and its variations as text: a transcript that branches, with notes.

    gattai analysis 1
    game attack-chart 1.1.0
    player blue person
    player red person
    dice by hand
    begin
    1 blue deploy warden-squad 3,1 ; ATTACK-CHART.HOUSE.DEPLOY #5b1e09
    note Too far ahead.
    2 red deploy gunners 7,1 ; ATTACK-CHART.HOUSE.DEPLOY #90c2aa
    after 0
    1 blue deploy warden-squad 1,1 ; ATTACK-CHART.HOUSE.DEPLOY #1f02c4
    at 1 #1f02c4

The lines up to the first `after` are the game itself. Every `after` begins a variation behind the
answer that it names, by number and check; `after 0` begins one at the start. The check follows from
all answers before it, so it names a place in the tree. `note` belongs to the line above it, and
`at` says where the reader stopped. A transcript is a tree without variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from gattai.kernel.position import Diverged
from gattai.kernel.text.transcript import (
    BYTE_ORDER_MARK,
    Entry,
    Header,
    Transcript,
    head_lines,
    parse,
    read_entry,
)

FORMAT = 1
FIRST_LINE = f"gattai analysis {FORMAT}"
MAX_NOTE = 2_000
_PLACE = re.compile(r"0|([0-9]{1,9}) #([0-9a-f]{6})")

Place: TypeAlias = tuple[int, str]
"""A place in the tree: the number of answers given there, and the check of the last one."""
START: Place = (0, "")


class VariationNode(msgspec.Struct, frozen=True):
    """An answer in the tree."""

    entry: Entry
    parent: Place
    note: str = ""


class Variations(msgspec.Struct, frozen=True, dict=True):
    """A game with variations. Every change returns a new tree."""

    header: Header
    seats: tuple[str, ...]
    nodes: dict[Place, VariationNode] = {}
    """All answers, each after the one before it; of two after the same answer, the first is the main one."""
    here: Place = START
    """Where its reader is."""
    note: str = ""
    """The note about the start."""

    @cached_property
    def _after(self) -> dict[Place, list[Place]]:
        found: dict[Place, list[Place]] = {START: []}
        for place, node in self.nodes.items():
            found[place] = []
            found[node.parent].append(place)
        return found

    def after(self, place: Place) -> Sequence[Place]:
        """Return the places after this one, the main one first."""
        return self._after[place]

    def way(self, place: Place) -> list[Place]:
        """Return all places from the first answer to this one. Raises LookupError if there is none."""
        self._check(place)
        found = []
        while place != START:
            found.append(place)
            place = self.nodes[place].parent
        return found[::-1]

    def entries(self, place: Place) -> tuple[Entry, ...]:
        """Return the answers from the start to this place."""
        return tuple(self.nodes[each].entry for each in self.way(place))

    def walk(self) -> Iterator[tuple[Place, int]]:
        """Return all places with their depth: a variation stands behind the answer that it replaces, one deeper."""
        waiting = [(place, 0) for place in self.after(START)[:1]]
        while waiting:
            place, depth = waiting.pop()
            yield place, depth
            waiting += [(each, depth) for each in self.after(place)[:1]]
            beside = self.after(self.nodes[place].parent)
            if place == beside[0]:
                waiting += [(each, depth + 1) for each in reversed(beside[1:])]

    def depth_first(self) -> Iterator[Place]:
        """Return all places, each behind the one before it or behind one on the way to it."""
        waiting = [*reversed(self.after(START))]
        while waiting:
            place = waiting.pop()
            yield place
            waiting += reversed(self.after(place))

    def main(self, number: int) -> Place:
        """Return the place on the main line after so many answers. Raises LookupError if it is shorter."""
        place = START
        while place[0] < number and self.after(place):
            place = self.after(place)[0]
        if place[0] != number:
            raise LookupError(f"the game has {place[0]} answers, so there is no answer {number}")
        return place

    def played(self, place: Place, entries: Sequence[Entry]) -> Variations:
        """Return the tree with these answers behind a place, and its reader behind them."""
        self._check(place)
        nodes = dict(self.nodes)
        for entry in entries:
            parent, place = place, (place[0] + 1, entry.check)
            nodes.setdefault(place, VariationNode(entry, parent))
        return replace(self, nodes=nodes, here=place)

    def at(self, place: Place) -> Variations:
        """Return the tree with its reader at this place."""
        self._check(place)
        return replace(self, here=place)

    def noted(self, place: Place, note: str) -> Variations:
        """Return the tree with this note, in one line; an empty one deletes it."""
        self._check(place)
        note = " ".join(note.split())[:MAX_NOTE]
        if place == START:
            return replace(self, note=note)
        node = replace(self.nodes[place], note=note)
        return replace(self, nodes={**self.nodes, place: node})

    def without(self, place: Place) -> Variations:
        """Return the tree without a place and everything after it; a reader there goes back to the place before."""
        self._check(place)
        if place == START:
            raise ValueError("the start cannot be deleted")
        gone = {place}
        for each, node in self.nodes.items():  # parents stand before children
            if node.parent in gone:
                gone.add(each)
        nodes = {each: node for each, node in self.nodes.items() if each not in gone}
        here = self.nodes[place].parent if self.here in gone else self.here
        return replace(self, nodes=nodes, here=here)

    def text(self) -> str:
        """Return the tree as text."""
        lines = [FIRST_LINE, *head_lines(self.header, self.seats)[1:], "begin"]
        lines += [f"note {self.note}"] if self.note else []
        begins = [*self.after(START)]
        for number, begun in enumerate(begins):
            if number:
                lines.append(f"after {written(self.nodes[begun].parent)}")
            place: Place | None = begun
            while place is not None:
                node = self.nodes[place]
                lines.append(node.entry.line(place[0]))
                lines += [f"note {node.note}"] if node.note else []
                following = self.after(place)
                begins += following[1:]
                place = following[0] if following else None
        if self.here != START:
            lines.append(f"at {written(self.here)}")
        return "\n".join(lines) + "\n"

    def _check(self, place: Place) -> None:
        if place != START and place not in self.nodes:
            raise LookupError(f"there is no answer {written(place)} in this analysis")


def written(place: Place) -> str:
    """Return a place as text.

    >>> written((2, "90c2aa")), written(START)
    ('2 #90c2aa', '0')
    """
    return f"{place[0]} #{place[1]}" if place[0] else "0"


def read_place(text: str) -> Place:
    """Return the place that a text names. Raises ValueError if it names none."""
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(
            f"a place is the number and the check of an answer, as 2 #90c2aa, not {text[:40]!r}"
        )
    return (int(found[1]), found[2]) if found[2] else START


def of_transcript(transcript: Transcript) -> Variations:
    """Return a transcript as a tree without variations, its reader at the end."""
    return Variations(transcript.header, transcript.seats).played(START, transcript.entries)


def is_analysis(text: str) -> bool:
    """Whether a text is an analysis, and no transcript."""
    return text.removeprefix(BYTE_ORDER_MARK).startswith("gattai analysis ")


def read_variations(text: str) -> Variations:
    """Read an analysis or a transcript without playing it. `Diverged` names the line that cannot be read."""
    if not is_analysis(text):
        return of_transcript(parse(text))
    lines = text.removeprefix(BYTE_ORDER_MARK).removesuffix("\n").split("\n")
    lines = [line.removesuffix("\r") for line in lines]
    if lines[0] != FIRST_LINE:
        reason = f"this reads format {FORMAT} of an analysis, not {lines[0].split()[-1]!r}"
        raise Diverged(reason, place="line 1")
    begun = lines.index("begin") + 1 if "begin" in lines else len(lines)
    head = parse("\n".join(["gattai transcript 1", *lines[1:begun]]))
    tree = Variations(head.header, head.seats)
    nodes: dict[Place, VariationNode] = {}
    last, here, note = START, START, ""
    for number, line in enumerate(lines[begun:], begun + 1):
        word, _, rest = line.partition(" ")
        where = f"line {number}"
        if word == "note" and last == START:
            note = rest
        elif word == "note":
            nodes[last] = replace(nodes[last], note=rest)
        elif word in ("after", "at"):
            last = _known(rest, nodes, where)
            here = last if word == "at" else here
        elif (entry := read_entry(line, last[0] + 1)) is not None:
            parent, last = last, (last[0] + 1, entry.check)
            if last in nodes:
                raise Diverged(f"the answer {written(last)} stands above already", place=where)
            nodes[last] = VariationNode(entry, parent)
        else:
            raise Diverged(
                f"expected '{last[0] + 1} who answer ; RULE #check', 'note ...', 'after ...' or "
                f"'at ...', found {line[:60]!r}",
                place=where,
            )
    return replace(tree, nodes=nodes, here=here, note=note)


def _known(text: str, nodes: dict[Place, VariationNode], where: str) -> Place:
    """Return the place that a line names. Raises `Diverged` if it does not stand above."""
    try:
        place = read_place(text)
    except ValueError as problem:
        raise Diverged(str(problem), place=where) from problem
    if place != START and place not in nodes:
        raise Diverged(f"no answer {written(place)} stands above", place=where)
    return place
