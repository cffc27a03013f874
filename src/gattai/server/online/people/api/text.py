"""Text that people write: limited in length, without invisible characters."""

from __future__ import annotations

import unicodedata
from typing import Annotated

import msgspec

Word = Annotated[str, msgspec.Meta(max_length=200)]
"""Maximum length of a name, a label or a password."""
Words = Annotated[str, msgspec.Meta(max_length=2_000)]
"""Maximum length of a report or a reason."""
Key = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]
"""Maximum length of an id."""


def legible(text: str, most: int = 2_000) -> str:
    r"""Return a text cleaned: line breaks stay, control characters and direction marks are removed.

    >>> legible("  a\0b\u202e\n c\r\n")
    'ab\n c'
    """
    seen = (one for one in text if one == "\n" or not unicodedata.category(one).startswith("C"))
    return "".join(seen).strip()[:most]
