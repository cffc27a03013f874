"""Lists as text to send and to keep: a few lines that people can read.

gattai list
title: Aurora, first list
game: mechastellar 1.3.0
settings: points=250
list: white-asura!, white-raven, jack-knife-iii*3
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping

import msgspec

from gattai import games
from gattai.games.building import ListFault

HEADER = "gattai list"
FIELDS = ("title", "game", "settings", "list")
MAX_TITLE = 60
MAX_SHARED = 6_000
"""The longest text that is read, in characters."""


class SharedList(msgspec.Struct, frozen=True):
    """What a shared text says. Without a header the whole text is the list."""

    text: str
    """The list as the text of an option, as it stands there."""
    at: int = 0
    """Where the list begins in the shared text."""
    game: str = ""
    version: str = ""
    """The version of the rules under which it was written."""
    title: str = ""
    settings: dict[str, str] = {}
    faults: tuple[ListFault, ...] = ()


def checked_title(title: str) -> str:
    """Return a title without spaces around it. Raises ValueError if it is no title."""
    found = " ".join(title.split())
    if not 1 <= len(found) <= MAX_TITLE or not found.isprintable():
        raise ValueError(f"a title has 1 to {MAX_TITLE} printable characters")
    return found


def write_shared(
    game: str, version: str, title: str, settings: Mapping[str, str], text: str
) -> str:
    """Write a list so that `read_shared` reads it again."""
    chosen = " ".join(f"{name}={value}" for name, value in sorted(settings.items()))
    lines = [
        HEADER,
        *([f"title: {title}"] if title else []),
        f"game: {game} {version}",
        *([f"settings: {chosen}"] if chosen else []),
        f"list: {' '.join(text.split())}",
    ]
    return "\n".join(lines) + "\n"


def read_shared(sent: str) -> SharedList:
    """Read a shared text, with everything that is wrong with it. Never raises for bad text."""
    if not sent.lstrip().casefold().startswith(HEADER):
        return SharedList(sent)
    found: dict[str, tuple[str, int]] = {}
    faults: list[ListFault] = []
    for name, value, start in _fields(sent):
        if name not in FIELDS:
            near = difflib.get_close_matches(name.casefold(), FIELDS, n=1)
            known = f"no line {name[:30]!r} in a list; known are {', '.join(FIELDS)}"
            faults.append(ListFault(known, start, len(name) or len(value), tuple(near)))
        elif name in found:
            faults.append(ListFault(f"a second line {name!r}", start, len(value)))
        else:
            found[name] = value, start
    faults += [
        ListFault(f"the line {name!r} is missing", len(sent.rstrip()))
        for name in ("game", "list")
        if name not in found
    ]
    game, version, wrong = _game(*found.get("game", ("", 0)))
    settings, odd = _settings(*found.get("settings", ("", 0)))
    text, at = found.get("list", ("", 0))
    title = " ".join(found.get("title", ("", 0))[0].split())[:MAX_TITLE]
    found_all = sorted((*faults, *wrong, *odd), key=lambda fault: fault.at)
    return SharedList(text, at, game, version, title, settings, tuple(found_all))


def _fields(sent: str) -> Iterator[tuple[str, str, int]]:
    """Yield each line with its name, its value, and where the value begins; a list may go on.

    Of a line with another name, where the name begins.
    """
    at = 0
    lines = sent.splitlines(keepends=True)
    for number, line in enumerate(lines):
        name, colon, value = line.partition(":")
        is_header = not _has_header(lines[:number]) and _has_header([line])
        if line.strip() and not is_header:
            start = at + len(name) + len(colon)
            if not colon:
                yield "", line.strip(), at + len(line) - len(line.lstrip())
            elif name.strip().casefold() == "list":
                rest = sent[start:]
                yield "list", rest.strip(), start + len(rest) - len(rest.lstrip())
                return
            else:
                known = name.strip().casefold()
                if known in FIELDS:
                    yield known, value.strip(), start + len(value) - len(value.lstrip())
                else:
                    yield name.strip(), value.strip(), at + len(name) - len(name.lstrip())
        at += len(line)


def _has_header(lines: list[str]) -> bool:
    """Return whether one of the lines is the header."""
    return any(line.strip().casefold().startswith(HEADER) for line in lines)


def _game(value: str, at: int) -> tuple[str, str, list[ListFault]]:
    name, _, version = value.partition(" ")
    if not name or name in games.names():
        return name, version.strip(), []
    near = difflib.get_close_matches(name.casefold(), games.names(), n=3)
    known = f"no game {name[:30]!r}; known are {', '.join(games.names())}"
    return "", "", [ListFault(known, at, len(name), tuple(near))]


def _settings(value: str, at: int) -> tuple[dict[str, str], list[ListFault]]:
    found: dict[str, str] = {}
    faults: list[ListFault] = []
    for word in re.finditer(r"\S+", value):
        name, equals, chosen = word.group().partition("=")
        if equals and name and chosen:
            found[name] = chosen
        else:
            wrong = f"{word.group()[:30]!r} is no setting, such as points=250"
            faults.append(ListFault(wrong, at + word.start(), len(word.group())))
    return found, faults
