"""The ground under a battle, as the rules ask it: gaps, sight, lines, pushes, ways, zones.

The rules know places only as `Spot`s and lengths only as whole numbers, the 4" of a card. What a
length is, and where one can stand and go, the ground of the field says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NewType, Protocol, TypeAlias

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import Hex

UnitId = NewType("UnitId", int)
"""The place of a unit in `State.units`; a combined unit gets the next free place."""

Spot: TypeAlias = Hex
"""Where a unit stands: a number that only the ground can read: a hex, or a point in hundredths of an inch."""

Figure: TypeAlias = tuple[str, int | str]
"""A number with what it counts, as refusals compare them."""


class Named(Protocol):
    """Of a unit no more than its name."""

    @property
    def name(self) -> str:
        """As it is called on this table."""
        ...


class Standing(Protocol):
    """Of a table no more than who stands where."""

    @property
    def units(self) -> Sequence[Named]:
        """Every unit, by its id."""
        ...

    @property
    def standing(self) -> Mapping[Spot, UnitId]:
        """Who stands where."""
        ...

    @property
    def on_field(self) -> Sequence[tuple[UnitId, Named, Spot]]:
        """The active units and where they stand, in their order."""
        ...

    @property
    def found_ways(self) -> dict[Any, dict[Spot, int]]:
        """Where units can get to from here, kept as it is found."""
        ...


class Shoved(msgspec.Struct, frozen=True, gc=False):
    """What comes of being pushed or pulled along a line."""

    to: Spot
    off: bool = False
    """Whether it leaves the battlefield."""
    struck: UnitId | None = None
    """Who is in the way."""
    left: int = 0
    """How much of the way is left if somebody or terrain is in the way."""


class Ground(Protocol):
    """Everything that the rules ask of a battlefield."""

    @property
    def is_countable(self) -> bool:
        """Whether all places can be listed; else `spots` and whatever is listed are examples."""
        ...

    @property
    def spots(self) -> Sequence[Spot]:
        """Places that somebody could think of, in a fixed order; terrain among them."""
        ...

    def text(self, at: Spot) -> str:
        """A place as people write it."""
        ...

    def read(self, text: str) -> Spot:
        """The place that `text` wrote. ValueError says what is wrong."""
        ...

    def gap(self, a: Spot, b: Spot) -> int:
        """How far two units at these places are apart: in range n if at most n, adjacent if at most 1."""
        ...

    def away(self, a: Spot, b: Spot) -> Figure:
        """The same for people."""
        ...

    def too_far(self, a: Spot, b: Spot, reach: int) -> str:
        """By how much two that are farther apart than this are so, to go on a sentence; or nothing."""
        ...

    def sees(self, a: Spot, b: Spot) -> bool:
        """Whether no terrain hides the two from each other."""
        ...

    def zone(self, seat: Seat) -> Sequence[Spot]:
        """Places in a side's starting zone that somebody could think of."""
        ...

    def zone_refusals(self, state: Standing, seat: Seat, at: Spot) -> Iterator[Refusal]:
        """Why a unit of that side cannot be placed there."""
        ...

    def near(self, at: Spot, radius: int) -> Sequence[Spot]:
        """Places not farther than that, this one first."""
        ...

    def around(self, at: Spot, steps: int) -> Sequence[Spot]:
        """Places where a move of that length might lead."""
        ...

    def covers(self, at: Spot, steps: int) -> Sequence[Spot]:
        """Those close beside terrain; none where all places are listed."""
        ...

    def apart(self, at: Spot, other: Spot, far: int, *, beyond: bool = False) -> Spot | None:
        """The place before or behind `at`, seen from another, that is just so far from that one.

        With `beyond` it is just farther. None where there is none, or where all places are listed.
        """
        ...

    def towards(self, at: Spot, other: Spot, steps: int) -> Spot | None:
        """The place so far on the way to another, or next to that; None as with `apart`."""
        ...

    def ways(
        self, state: Standing, at: Spot, steps: int, *, over: bool, also: Iterable[Spot] = ()
    ) -> Mapping[Spot, int]:
        """Places where a move of that length leads, each with the length it needs.

        With `over` the unit passes over terrain and others and only does not end on them. Where
        places cannot be counted these are examples, `also` among them.
        """
        ...

    def outline(self, state: Standing, at: Spot, steps: int, *, over: bool) -> Sequence[Spot]:
        """The edge of where such a move may end, to be drawn; nothing where places are listed."""
        ...

    def length(
        self, state: Standing, at: Spot, to: Spot, by: tuple[Spot, ...], most: int, *, over: bool
    ) -> int | None:
        """The length of a move: the shortest way, or the one that is named; None if there is none."""
        ...

    def way(
        self, state: Standing, at: Spot, to: Spot, most: int, *, over: bool
    ) -> tuple[Spot, ...]:
        """The shortest way, with both ends; nothing if there is none.

        It may be longer than `most`, the length that the rules allow and that is looked through first.
        """
        ...

    def way_refusals(
        self, state: Standing, at: Spot, to: Spot, by: tuple[Spot, ...], most: int, *, over: bool
    ) -> Iterator[Refusal]:
        """Why a move does not lead there."""
        ...

    def straight(self, state: Standing, at: Spot, steps: int, *, over: bool) -> Sequence[Spot]:
        """Places where a move in one straight line of that length may end."""
        ...

    def line_refusals(
        self, state: Standing, at: Spot, to: Spot, steps: int, *, over: bool
    ) -> Iterator[Refusal]:
        """Why a move in one straight line does not end there."""
        ...

    def between(self, a: Spot, b: Spot) -> tuple[Spot, ...]:
        """The places from one straight to another, to be drawn; both ends included."""
        ...

    def line(
        self, state: Standing, start: Spot, towards: Spot, *, beyond: bool, through: bool
    ) -> Iterator[UnitId]:
        """Whom the line from one place through another meets on its way, nearest first.

        With `beyond` only those behind the other place. Terrain stops it unless it goes `through`.
        """
        ...

    def bearing(self, origin: Spot, at: Spot) -> tuple[int, int] | None:
        """How far and in which direction a unit would be pushed from, for telling who comes first.

        None if it cannot be pushed from there at all.
        """
        ...

    def shove(
        self, state: Standing, origin: Spot, at: Spot, steps: int, *, towards: bool
    ) -> Shoved:
        """Being pushed away from another place, or pulled towards it."""
        ...

    def landings(self, state: Standing, foes: Iterable[Spot], away: int) -> Sequence[Spot]:
        """Free places at least so far from all of these."""
        ...

    def landing_refusals(
        self, state: Standing, foes: Iterable[Spot], away: int, at: Spot
    ) -> Iterator[Refusal]:
        """Why a place is none of them."""
        ...

    def broken(self, state: Standing) -> Iterator[str]:
        """What no rule could have made of where the units stand."""
        ...
