"""Endpoints as data: who may use them, types of request and response, rate limits.

Routes, the OpenAPI description, the table of permissions and the test that tries every endpoint in every
role are made from them. Nothing is served without a declaration.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypeVar, cast

import msgspec

from gattai.server.messages import MAX_BYTES
from gattai.server.online.caller import Caller, Rank

Method = Literal["GET", "POST", "PUT", "DELETE"]
T = TypeVar("T")
_NAMED = re.compile(r"{(\w+)}")


class Rate(msgspec.Struct, frozen=True):
    """A rate limit per address and per person: so many requests in so many seconds."""

    times: int
    seconds: int


USUAL = Rate(120, 60)
"""The rate limit of endpoints without their own."""


class Call(msgspec.Struct, frozen=True):
    """A request that was read and admitted."""

    caller: Caller
    params: Mapping[str, str] = {}
    """Values from the path."""
    query: Mapping[str, str] = {}
    """Values from the query string."""
    body: object = None
    """The body, as the type that the endpoint declares."""
    request_id: str = ""

    def sent(self, kind: type[T]) -> T:
        """Return the body; the endpoint has declared it to be of this type."""
        assert isinstance(self.body, kind)
        return self.body


class Reply(msgspec.Struct, frozen=True):
    """A response other than JSON with status 200: another status, headers, or other content."""

    value: object = None
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    content: bytes | None = None
    """Sent as it is, instead of `value` as JSON."""
    kind: str = "application/json"


Handler = Callable[[Any, Call], Awaitable[object]]
"""Takes the site and the call; returns a value for JSON, or a `Reply`."""


class Endpoint(msgspec.Struct, frozen=True):
    """One address and one method."""

    method: Method
    path: str
    summary: str
    may: Rank
    handler: Handler
    takes: type | None = None
    """The type of the request body; None if there is none."""
    gives: object = None
    """The type of the response; None if it is not JSON."""
    scope: str = ""
    """The scope that a token needs; without one, tokens are refused."""
    rate: Rate = USUAL
    most: int = MAX_BYTES
    """Maximum size of the body in bytes."""

    @property
    def params(self) -> tuple[str, ...]:
        """The names of the parameters in the path."""
        return tuple(cast("list[str]", _NAMED.findall(self.path)))
