"""The line of each key and table of a TOML text.

The standard parser gives values without lines. This reads only as much of the text as lines need,
and only after the parser has accepted it: it reports no errors.
"""

import re
from collections.abc import Sequence

_PART = r"""[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'"""
_KEY = rf"(?:{_PART})(?:[ \t]*\.[ \t]*(?:{_PART}))*"
_PARTS = re.compile(_PART)
_SUBJECT = re.compile(
    rf"[ \t]*(?:(?P<array>\[\[)[ \t]*(?P<tables>{_KEY})[ \t]*\]\]"
    rf"|\[[ \t]*(?P<table>{_KEY})[ \t]*\]"
    rf"|(?P<key>{_KEY})[ \t]*=)"
)
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|[\[\]{}\n]",
    re.DOTALL,
)

Place = tuple[str | int, ...]


class TomlLines:
    r"""The lines of a text's keys; a place is a path of names and, in arrays of tables, numbers.

    >>> lines = TomlLines('[pack]\nid = "a"\n[[unit]]\nid = "x"\n[[unit]]\nspeed = 3\n')
    >>> lines.line_of(("unit", 1, "speed")), lines.line_of(("unit", 0, "armour"))
    (6, 3)
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Place, int] = {}
        self._counts: dict[Place, int] = {}
        table: Place = ()
        position, line = 0, 1
        while position < len(text):
            subject = _SUBJECT.match(text, position)
            if subject:
                key = subject["key"]
                name = key or subject["tables"] or subject["table"]
                parts = [part.strip("\"'") for part in _PARTS.findall(name)]
                if key:
                    place = (*table, *parts)
                else:
                    place = table = self._table(parts, bool(subject["array"]))
                    if subject["array"]:
                        self._lines.setdefault(place[:-1], line)
                self._lines.setdefault(place, line)
            after = _end_of_value(text, subject.end() if subject else position)
            line += text.count("\n", position, after)
            position = after

    def _table(self, parts: Sequence[str], array: bool) -> Place:
        """Return the place a header opens, inside the latest table of an array."""
        place: Place = ()
        for i, part in enumerate(parts, start=1):
            place = (*place, part)
            if array and i == len(parts):
                self._counts[place] = self._counts.get(place, 0) + 1
            if place in self._counts:
                place = (*place, self._counts[place] - 1)
        return place

    def line_of(self, place: Sequence[str | int]) -> int | None:
        """Return the line of a place, or of the nearest enclosing place that has one."""
        for length in range(len(place), 0, -1):
            line = self._lines.get(tuple(place[:length]))
            if line is not None:
                return line
        return None


def _end_of_value(text: str, position: int) -> int:
    """Return where the line after a value begins; strings and brackets may span lines."""
    depth = 0
    for token in _TOKEN.finditer(text, position):
        mark = token[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif mark == "\n" and depth <= 0:
            return token.end()
    return len(text)
