"""What is wrong with a pack, said so that its author can mend it at once."""

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
    """One thing wrong, and where.

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
    """Packs could not be loaded; `problems` lists everything found wrong, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems]
        if len(lines) > 1:
            lines.insert(0, f"{len(lines)} problems in packs:")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[type["PackError"], tuple[tuple[Problem, ...]]]:
        return PackError, (self.problems,)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, or None when none is much like it.

    >>> nearest("Evaed", ["aim", "evade"])
    'evade'
    """
    by_folded = {name.casefold(): name for name in sorted(known)}
    found = get_close_matches(word[:80].casefold(), by_folded, n=1)
    return by_folded[found[0]] if found else None


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """The end of a complaint about an unknown word.

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
    """A value from a pack, in a few words."""
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
    """A type in the words of a pack's author.

    >>> kind_in_words("int")
    'a whole number'
    """
    return _WORDS.get(kind, kind)


def in_words(validation_error: str, value: object) -> str:
    """A complaint of msgspec about one value, in the words of a pack's author.

    >>> in_words("Expected `int | null`, got `str`", "fast")
    "expected a whole number, found text 'fast'"
    >>> in_words("Expected `int` >= 1", 0)
    'expected a whole number >= 1, found the number 0'
    """
    said = re.fullmatch(
        r"Expected `([^`]+)`(.*?)(?:, got [^ ]+)?(?: - at `\$?(.+)`)?", validation_error, re.DOTALL
    )
    if not said:
        return f"{validation_error}, found {found(value)}"
    kinds = [kind_in_words(kind) for kind in said[1].split(" | ") if kind != "null"]
    inside = f" (at {said[3]})" if said[3] else ""
    return f"expected {' or '.join(kinds)}{said[2]}{inside}, found {found(value)}"
