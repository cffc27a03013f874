"""The interfaces that the endpoints need: open matches, and the people in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from gattai.kernel.record import Record
from gattai.server.online.caller import Person
from gattai.server.table.match import TableMatch
from gattai.server.table.seating import Seating


class Tables(Protocol):
    """The matches open on this node; every other node may play the same ones."""

    async def begin(
        self, match: str, record: Record[Struct], seating: Seating, seats: Mapping[int, str]
    ) -> None:
        """Create a match of this name with these persons on its seats. A second call changes nothing."""
        ...

    async def find(self, match: str) -> TableMatch:
        """Return a match, opened if necessary. Raises LookupError if there is none."""
        ...

    async def call_again(self, match: str, links: Mapping[int, str]) -> None:
        """Send all players of a match, on any node, the link to their seat in the rematch."""
        ...

    def open(self) -> Iterable[TableMatch]:
        """Return the matches that are open here."""
        ...


class Names(Protocol):
    """Finds people by id."""

    async def these(self, ids: Iterable[str]) -> Mapping[str, Person]:
        """Return persons by id, for lists; ids without an entry have left."""
        ...
