"""Match settings: from Python keywords to the names in transcripts."""

from __future__ import annotations

from collections.abc import Mapping


def settings_of(settings: Mapping[str, object]) -> dict[str, str]:
    """Return settings by their names, because a keyword in Python has no hyphen.

    >>> settings_of({"turn_limit": 40, "moons": True})
    {'turn-limit': '40', 'moons': 'yes'}
    """
    words = {True: "yes", False: "no"}
    return {
        name.replace("_", "-"): words[value] if isinstance(value, bool) else str(value)
        for name, value in settings.items()
    }
