"""The interface of a battlefield for the rules: gaps, sight, lines, pushes, ways, zones.

The rules know places only as `Spot`s and lengths only as whole numbers, such as the 4" of a card.
The ground defines what a length is, and where units can be and move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NewType, Protocol, TypeAlias

import msgspec

from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import Hex

UnitId = NewType("UnitId", int)
"""The index of a unit in `State.units`; a combined unit gets the next free index."""

Spot: TypeAlias = Hex
"""A place for a unit. Only the ground can interpret it: a hex, or a point in hundredths of an inch."""

Figure: TypeAlias = tuple[str, int | str]
"""A number with its unit, as refusals compare them."""


class Named(Protocol):
    """A unit of which only the name is known."""

    @property
    def name(self) -> str:
        """The name at this table."""
        ...


class Standing(Protocol):
    """A state of which only the positions of units are known."""

    @property
    def units(self) -> Sequence[Named]:
        """Every unit, by its id."""
        ...

    @property
    def standing(self) -> Mapping[Spot, UnitId]: ...

    @property
    def on_field(self) -> Sequence[tuple[UnitId, Named, Spot]]:
        """The active units and where they stand, in their order."""
        ...

    @property
    def found_ways(self) -> dict[object, dict[Spot, int]]:
        """A cache of the ways that units can move in this state."""
        ...


class Shoved(msgspec.Struct, frozen=True, gc=False):
    """The result of being pushed or pulled along a line."""

    to: Spot
    off: bool = False
    """Whether the unit leaves the battlefield."""
    struck: UnitId | None = None
    """The unit that is in the way."""
    left: int = 0
    """The distance that is left when a unit or terrain is in the way."""


class Ground(Protocol):
    """Everything that the rules ask of a battlefield."""

    @property
    def is_countable(self) -> bool:
        """Whether all places can be listed. If not, `spots` and other lists are examples."""
        ...

    @property
    def spots(self) -> Sequence[Spot]:
        """Places worth considering, in a fixed order, including terrain."""
        ...

    def text(self, at: Spot) -> str:
        """The place as users write it."""
        ...

    def read(self, text: str) -> Spot:
        """Read the place from `text`. Raises ValueError if it is wrong."""
        ...

    def gap(self, a: Spot, b: Spot) -> int:
        """The distance between units at these places: in range n if at most n, adjacent if at most 1."""
        ...

    def away(self, a: Spot, b: Spot) -> Figure:
        """The same distance in words."""
        ...

    def too_far(self, a: Spot, b: Spot, reach: int) -> str:
        """A phrase that says how far the two are beyond this distance; may be empty."""
        ...

    def sees(self, a: Spot, b: Spot) -> bool:
        """Return whether no terrain blocks the line between the two."""
        ...

    def zone(self, seat: Seat) -> Sequence[Spot]:
        """Places in a side's starting zone worth considering."""
        ...

    def zone_refusals(self, state: Standing, seat: Seat, at: Spot) -> Iterator[Refusal]:
        """Why a unit of that side cannot be placed there."""
        ...

    def near(self, at: Spot, radius: int) -> Sequence[Spot]:
        """Places within that distance, beginning with this one."""
        ...

    def around(self, at: Spot, steps: int) -> Sequence[Spot]:
        """Places that a move of that length might reach."""
        ...

    def covers(self, at: Spot, steps: int) -> Sequence[Spot]:
        """Places next to terrain; empty if all places are listed."""
        ...

    def apart(self, at: Spot, other: Spot, far: int, *, beyond: bool = False) -> Spot | None:
        """The place in front of or behind `at`, seen from another place, at exactly that distance
        from the latter.

        With `beyond` it is slightly farther. None if there is none, or if all places are listed.
        """
        ...

    def towards(self, at: Spot, other: Spot, steps: int) -> Spot | None:
        """The place at that distance on the way to another place, or next to it; None as for `apart`."""
        ...

    def ways(
        self, state: Standing, at: Spot, steps: int, *, over: bool, also: Iterable[Spot] = ()
    ) -> Mapping[Spot, int]:
        """The places that a move of that length can reach, each with the length it needs.

        With `over` the unit may pass over terrain and units but not end on them. If places cannot
        be counted, these are examples and include `also`.
        """
        ...

    def outline(self, state: Standing, at: Spot, steps: int, *, over: bool) -> Sequence[Spot]:
        """The outline of the area where such a move may end, for drawing; empty if places are listed."""
        ...

    def length(
        self, state: Standing, at: Spot, to: Spot, by: tuple[Spot, ...], most: int, *, over: bool
    ) -> int | None:
        """The length of a move by the shortest way or by the one that is named; None if there is
        none.
        """
        ...

    def way(
        self, state: Standing, at: Spot, to: Spot, most: int, *, over: bool
    ) -> tuple[Spot, ...]:
        """The shortest way, including both ends; empty if there is none.

        It may be longer than `most`, the length that the rules allow, which is searched first.
        """
        ...

    def way_refusals(
        self, state: Standing, at: Spot, to: Spot, by: tuple[Spot, ...], most: int, *, over: bool
    ) -> Iterator[Refusal]:
        """Why a move cannot end there."""
        ...

    def straight(self, state: Standing, at: Spot, steps: int, *, over: bool) -> Sequence[Spot]:
        """Places where a straight move of that length may end."""
        ...

    def line_refusals(
        self, state: Standing, at: Spot, to: Spot, steps: int, *, over: bool
    ) -> Iterator[Refusal]:
        """Why a straight move cannot end there."""
        ...

    def between(self, a: Spot, b: Spot) -> tuple[Spot, ...]:
        """The places on the straight line between two places, including both, for drawing."""
        ...

    def line(
        self, state: Standing, start: Spot, towards: Spot, *, beyond: bool, through: bool
    ) -> Iterator[UnitId]:
        """The units on the line from one place through another, nearest first.

        With `beyond` only units behind the other place. Terrain stops the line unless `through` is
        set.
        """
        ...

    def bearing(self, origin: Spot, at: Spot) -> tuple[int, int] | None:
        """The distance and direction from which a unit would be pushed, to decide the order of
        pushes.

        None if it cannot be pushed from there at all.
        """
        ...

    def shove(
        self, state: Standing, origin: Spot, at: Spot, steps: int, *, towards: bool
    ) -> Shoved:
        """The result of pushing a unit away from another place, or pulling it towards it."""
        ...

    def landings(self, state: Standing, foes: Iterable[Spot], away: int) -> Sequence[Spot]:
        """Free places at least that far from all of these."""
        ...

    def landing_refusals(
        self, state: Standing, foes: Iterable[Spot], away: int, at: Spot
    ) -> Iterator[Refusal]:
        """Why a unit cannot land there."""
        ...

    def broken(self, state: Standing) -> Iterator[str]:
        """Return broken invariants of the positions of units."""
        ...
