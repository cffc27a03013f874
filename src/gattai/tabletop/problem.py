"""Problems of a pack, worded for its author."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


class Problem(msgspec.Struct, frozen=True):
    """One problem and its place.

    >>> print(Problem("mine.toml", "no such field; did you mean 'speed'?", 7, "unit 'ox'", "sped"))
    mine.toml:7: unit 'ox', field 'sped': no such field; did you mean 'speed'?
    """

    file: str
    message: str
    line: int | None = None
    entry: str = ""
    field: str = ""
    column: int | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        field = f"field {self.field!r}" if self.field else ""
        subject = ", ".join(part for part in (self.entry, field) if part)
        return ": ".join(part for part in (place, subject, self.message) if part)


class PackError(ValueError):
    """Raised if packs cannot be loaded; `problems` lists all problems, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems]
        if len(lines) > 1:
            lines.insert(0, f"{len(lines)} problems in packs:")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[type["PackError"], tuple[tuple[Problem, ...]]]:
        return PackError, (self.problems,)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most similar to this one, or None if none is similar.

    >>> nearest("Evaed", ["aim", "evade"])
    'evade'
    """
    by_folded = {name.casefold(): name for name in sorted(known)}
    found = get_close_matches(word[:80].casefold(), by_folded, n=1)
    return by_folded[found[0]] if found else None


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return the end of a complaint about an unknown word.

    >>> did_you_mean("unti", ["unit", "weapon"])
    "; did you mean 'unit'?"
    >>> did_you_mean("zebra", ["unit", "weapon"])
    '; known: unit, weapon'
    """
    close = nearest(word, known)
    if close is not None:
        return f"; did you mean {close!r}?"
    listed = sorted(known)
    if not listed:
        return ""
    return f"; known: {', '.join(listed[:12])}{', ...' if len(listed) > 12 else ''}"


def found(value: object) -> str:
    """Return a short description of a value from a pack."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) >= 2**64:
            return "a huge number"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"text {value!r}" if len(value) <= 40 else f"text {value[:37] + '...'!r}"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return f"a {type(value).__name__}"


def kind_in_words(kind: str) -> str:
    """Return a type in plain words.

    >>> kind_in_words("int")
    'a whole number'
    """
    return _WORDS.get(kind, kind)


def in_words(validation_error: str, value: object) -> str:
    """Return msgspec's complaint about one value in plain words.

    >>> in_words("Expected `int | null`, got `str`", "fast")
    "expected a whole number, found text 'fast'"
    >>> in_words("Expected `int` >= 1", 0)
    'expected a whole number >= 1, found the number 0'
    """
    match = re.fullmatch(
        r"Expected `([^`]+)`(.*?)(?:, got [^ ]+)?(?: - at `\$?(.+)`)?", validation_error, re.DOTALL
    )
    if not match:
        return f"{validation_error}, found {found(value)}"
    kinds = [kind_in_words(kind) for kind in match[1].split(" | ") if kind != "null"]
    inside = f" (at {match[3]})" if match[3] else ""
    return f"expected {' or '.join(kinds)}{match[2]}{inside}, found {found(value)}"
