"""An address of the site as data: who may, what goes in, what comes out, how often.

From these come the routes, the page for bot authors (OpenAPI), the table of who may what, and the test
that tries every address in every role. Nothing is served that is not declared so.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypeVar, cast

import msgspec

from gattai.server.messages import MOST_BYTES
from gattai.server.online.caller import Caller, Rank

Method = Literal["GET", "POST", "PUT", "DELETE"]
T = TypeVar("T")
_NAMED = re.compile(r"{(\w+)}")


class Rate(msgspec.Struct, frozen=True):
    """How often something may be asked for: so often in so many seconds, by one address and one person."""

    times: int
    seconds: int


USUAL = Rate(120, 60)
"""For whatever says nothing else."""


class Call(msgspec.Struct, frozen=True):
    """One request, read and let in."""

    caller: Caller
    params: Mapping[str, str] = {}
    """What stands in the address."""
    query: Mapping[str, str] = {}
    """What stands behind it."""
    body: Any = None
    """What was sent, as the type that the endpoint takes."""
    request_id: str = ""

    def sent(self, kind: type[T]) -> T:
        """What was sent; the endpoint has declared it to be of this kind."""
        assert isinstance(self.body, kind)
        return self.body


class Reply(msgspec.Struct, frozen=True):
    """An answer that is more than JSON with 200: another status, headers, or bytes of another kind."""

    value: Any = None
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    content: bytes | None = None
    """Sent as it is, instead of `value` as JSON."""
    kind: str = "application/json"


Handler = Callable[[Any, Call], Awaitable[Any]]
"""Takes the site and the call; gives a value that becomes JSON, or a `Reply`."""


class Endpoint(msgspec.Struct, frozen=True):
    """One address and one method."""

    method: Method
    path: str
    summary: str
    may: Rank
    handler: Handler
    takes: Any = None
    """The type of what is sent, as JSON; None where nothing is."""
    gives: Any = None
    """The type of what comes back, as JSON; None where it is something else."""
    scope: str = ""
    """What a token has to allow; with none, tokens are not let in."""
    rate: Rate = USUAL
    most: int = MOST_BYTES
    """Bytes that are read at most."""

    @property
    def params(self) -> tuple[str, ...]:
        """What stands in the path in braces."""
        return tuple(cast("list[str]", _NAMED.findall(self.path)))
