"""Words that people write: as much as is read, and nothing in them that cannot be seen."""

from __future__ import annotations

import unicodedata
from typing import Annotated

import msgspec

Word = Annotated[str, msgspec.Meta(max_length=200)]
"""A name, a label, a password."""
Words = Annotated[str, msgspec.Meta(max_length=2_000)]
"""What is said of somebody, or why."""
Key = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]
"""An id of something."""


def legible(text: str, most: int = 2_000) -> str:
    r"""A text as it is kept: lines stay, what steers a terminal or the direction of writing goes.

    >>> legible("  a\0b\u202e\n c\r\n")
    'ab\n c'
    """
    seen = (one for one in text if one == "\n" or not unicodedata.category(one).startswith("C"))
    return "".join(seen).strip()[:most]
