"""What the addresses of a site ask of a node: matches that are played, and who the people at them are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from gattai.kernel.record import Record
from gattai.server.online.caller import Person
from gattai.server.table.match import Match
from gattai.server.table.seating import Seating


class Tables(Protocol):
    """The matches that this node plays; every other node may play the same ones."""

    async def begin(
        self, match: str, record: Record[Any], seating: Seating, seats: Mapping[int, str]
    ) -> None:
        """Enter a match of this name with these persons on their seats. The second time changes nothing."""
        ...

    async def find(self, match: str) -> Match:
        """A match, opened if need be. LookupError if there is none of that name."""
        ...

    async def call_again(self, match: str, links: Mapping[int, str]) -> None:
        """Tell all who played, at whichever node they look, where they sit in the rematch."""
        ...

    def open(self) -> Iterable[Match]:
        """Those that are open here."""
        ...


class Names(Protocol):
    """Who people are."""

    async def these(self, ids: Iterable[str]) -> Mapping[str, Person]:
        """Persons by their ids, for lists; who is not there has left."""
        ...
