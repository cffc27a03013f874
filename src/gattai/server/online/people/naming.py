"""Names by which people tell each other apart: seen as written, and no two that look the same."""

from __future__ import annotations

import secrets
import unicodedata

from gattai.server.table.seating import MOST_NAME, proper

LEFT = "somebody who left"
"""What is shown instead of the name of somebody who is gone."""

SIGNS = " _-.'’"
"""What may stand in a name besides letters and figures."""

# After case is folded: letters of other scripts, and figures, that look like a Latin letter.
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
    """A name that nobody can have, and why."""


class TakenName(WrongName):
    """Somebody is called so already, or in a way that looks the same."""

    def __init__(self) -> None:
        super().__init__("somebody is called so, or nearly so, already")


def folded(name: str) -> str:
    """What two names have in common that look alike: case, width, spaces and signs do not count.

    >>> folded("Anna Bell") == folded("аnna_ＢＥＬＬ"), folded("Il1") == folded("lll")
    (True, True)
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    text = text.translate(_LOOKS_LIKE).translate(_SAME)
    return "".join(letter for letter in text if unicodedata.category(letter)[0] in "LNM")


_RESERVED = frozenset(folded(name) for name in (*RESERVED, LEFT))


def named(wanted: str) -> str:
    """A name as it is shown, for an account or a bot. `WrongName` with the reason."""
    name = proper(wanted)
    if name != " ".join(unicodedata.normalize("NFC", wanted).split()):
        raise WrongName(f"a name has at most {MOST_NAME} letters, all of which can be seen")
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)[0]
        marks = marks + 1 if kind == "M" else 0
        if (kind not in "LNM" and letter not in SIGNS) or marks > 2:
            raise WrongName("a name is made of letters, figures, spaces and - _ . '")
    common = folded(name)
    if len(common) < 2 or not any(letter.isalpha() for letter in name):
        raise WrongName("a name has at least two letters")
    if len(_scripts(name)) > 1:
        raise WrongName("a name is written in one alphabet")
    if common in _RESERVED or _is_a_guests(common):
        raise WrongName("nobody can be called that")
    return name


def for_guest() -> str:
    """A name for somebody who has said none. Others may have the same: a guest is known as one."""
    return f"Guest {secrets.randbelow(9_000) + 1_000}"


def _is_a_guests(common: str) -> bool:
    rest = common.removeprefix(folded("guest"))
    return rest != common and all(letter.isdecimal() or letter in "lo" for letter in rest)


def _scripts(name: str) -> set[str]:
    """Which of the alphabets that have letters in common a name is written in."""
    found = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    return found & {"LATIN", "CYRILLIC", "GREEK"}
