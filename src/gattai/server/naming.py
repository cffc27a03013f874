"""Names of matches, lists and studies: easy to read out, and fit for a file."""

from __future__ import annotations

import re
import secrets

LETTERS = "abcdefghjkmnpqrstvwxyz23456789"
"""Without those that are easily confused."""
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}-[a-z0-9]{8}")


def readable_name(game: str, letters: int = 8) -> str:
    """Return a random name; with 8 letters it matches `NAME`."""
    return f"{game}-{''.join(secrets.choice(LETTERS) for _ in range(letters))}"
