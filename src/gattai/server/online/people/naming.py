"""Names of accounts and bots: shown as written, and no two names look the same."""

from __future__ import annotations

import secrets
import unicodedata

from gattai.server.table.seating import MAX_NAME, proper

LEFT = "somebody who left"
"""Shown in place of the name of someone who has deleted their account."""

SIGNS = " _-.'’"
"""Characters allowed in a name besides letters and digits."""

# Letters of other scripts, and digits, that look like a Latin letter once case is folded.
_LOOKS_LIKE = str.maketrans(
    "авеікмнорстухѕјԁԛԝһαβγεζηικνορτυχωϲ01",
    "abelkmhopctyxsjdqwhabyeznlkvoptuxwcol",
)
_SAME = str.maketrans({"i": "l", "ı": "l", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d"})

RESERVED = (
    "admin administrator anonymous anybody bot bots everybody everyone gattai guest guests host me "
    "mod moderator moderators nobody null official root somebody staff stranger support system team "
    "undefined you ace greedy random rookie search veteran"
).split()


class WrongName(ValueError):
    """A name that is not allowed, with the reason."""


class TakenName(WrongName):
    """The name, or one that looks the same, is already taken."""

    def __init__(self) -> None:
        super().__init__("this name, or one that looks like it, is already taken")


def folded(name: str) -> str:
    """Return what look-alike names have in common: case, width, spaces and punctuation do not count.

    >>> folded("Anna Bell") == folded("аnna_ＢＥＬＬ"), folded("Il1") == folded("lll")
    (True, True)
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    text = text.translate(_LOOKS_LIKE).translate(_SAME)
    return "".join(letter for letter in text if unicodedata.category(letter)[0] in "LNM")


_RESERVED = frozenset(folded(name) for name in (*RESERVED, LEFT))


def named(wanted: str) -> str:
    """Return an account or bot name as it is shown. `WrongName` gives the reason."""
    name = proper(wanted)
    if name != " ".join(unicodedata.normalize("NFC", wanted).split()):
        raise WrongName(f"a name has at most {MAX_NAME} visible characters")
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)[0]
        marks = marks + 1 if kind == "M" else 0
        if (kind not in "LNM" and letter not in SIGNS) or marks > 2:
            raise WrongName("a name may contain only letters, digits, spaces and - _ . '")
    common = folded(name)
    if len(common) < 2 or not any(letter.isalpha() for letter in name):
        raise WrongName("a name needs at least two letters")
    if len(_scripts(name)) > 1:
        raise WrongName("a name must use a single alphabet")
    if common in _RESERVED or _is_a_guests(common):
        raise WrongName("this name is reserved")
    return name


def for_guest() -> str:
    """Return a name for a guest who has not chosen one. Guests are known by their id, so names may repeat."""
    return f"Guest {secrets.randbelow(9_000) + 1_000}"


def _is_a_guests(common: str) -> bool:
    rest = common.removeprefix(folded("guest"))
    return rest != common and all(letter.isdecimal() or letter in "lo" for letter in rest)


def _scripts(name: str) -> set[str]:
    """Return the alphabets that a name is written in, of those that share letter shapes."""
    found = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    return found & {"LATIN", "CYRILLIC", "GREEK"}
