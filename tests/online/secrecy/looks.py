"""Everything that can be asked about a match that is played, by its addresses, in somebody's name."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec

OF_A_MATCH = (
    "/api/matches/{match}",
    "/api/matches/{match}/glance",
    "/api/matches/{match}/transcript",
    "/api/matches/{match}/position",
    "/dice/{match}",
    "/replay/{match}",
    "/api/rooms/{match}",
)
LISTS = ("/api/archive", "/api/turns", "/api/matches", "/api/door", "/api/live", "/api/lobby")
"""Several matches stand in these: what they say of one is looked at."""
LATER = ("/api/live", "/api/lobby")
"""Nodes say only every few seconds what is played there."""
SENT = ("/api/replay", "/api/replay/luck", "/api/replay/course", "/api/replay/film")
TOO_LONG = "seconds and was stopped"
"""Said about a position by a machine that has too much else to do."""
CHANCE = {"x-request-id"}
"""Headers that are drawn anew each time."""
TIMES = re.compile(r'("(?:ago|left|began|made|deadline)":)[-\d.]+')
"""How long ago something was: it hangs on the moment of the look."""


async def patiently(http: httpx.AsyncClient, method: str, path: str, **more: Any) -> httpx.Response:
    """What is answered, by a node that may have too much else to do for a while."""
    for _ in range(40):
        try:
            answer = await http.request(method, path, **more)
        except httpx.TransportError:
            await asyncio.sleep(0.5)
            continue
        if answer.status_code != 503 and TOO_LONG not in answer.text:
            return answer
        await asyncio.sleep(0.5)
    raise AssertionError(f"{method} {path} is not answered")


async def told(http: httpx.AsyncClient, match: str) -> list[str]:
    """Path, status, headers and body of each address; the name of the match is made the same.

    Nothing is compressed, for the length of what is hangs on the name of the match.
    """
    plain = {"accept-encoding": "identity"}
    found = [
        await patiently(http, "GET", path.format(match=match), headers=plain) for path in OF_A_MATCH
    ]
    found += [
        await patiently(http, "POST", path, json={"match": match}, headers=plain) for path in SENT
    ]
    lines = [_line(answer, answer.text, match) for answer in found]
    for path in LISTS:
        answer = await patiently(http, "GET", path, headers=plain)
        said = [msgspec.json.encode(each).decode() for each in _about(answer.json(), match)]
        is_there = bool(said) or path not in LATER
        lines.append(
            _line(answer, "\n".join(sorted(said)), match, is_list=True) if is_there else ""
        )
    return lines


def _line(answer: httpx.Response, body: str, match: str, *, is_list: bool = False) -> str:
    headers = sorted(
        f"{name}: {value.replace(match, 'MATCH')}"
        for name, value in answer.headers.items()
        if name not in CHANCE and not is_list  # a list is as long as the others in it make it
    )
    path = answer.url.path.replace(match, "MATCH")
    plain = TIMES.sub(r"\1*", body.replace(match, "MATCH"))
    if TIMES.search(body):  # its length hangs on how the figure is written
        headers = [line for line in headers if not line.startswith("content-length")]
    return "\n".join((path, str(answer.status_code), *headers, plain))


def _about(value: Any, match: str) -> Iterator[Any]:
    """The innermost things of a list in which a match is named."""
    if isinstance(value, dict):
        inner = [found for item in value.values() for found in _about(item, match)]
        if inner:
            yield from inner
        elif match in str([*value.values()]):
            yield value
    elif isinstance(value, list):
        for item in value:
            yield from _about(item, match)
