"""The look of a shot by the name of its weapon, for cards that define no look."""

from __future__ import annotations

import re

LOOKS = (
    ("beam", re.compile(r"beam|laser|\bray\b|lance|maser|flash|blaster|ion\b", re.IGNORECASE)),
    (
        "arc",
        re.compile(
            r"missile|rocket|mortar|bomb|grenade|torpedo|siege|shell|launcher|bazooka|catapult|spit",
            re.IGNORECASE,
        ),
    ),
)


def shot_look(name: str, otherwise: str = "shots") -> str:
    """Return the look of a shot of this weapon.

    >>> shot_look("Beam Rifle"), shot_look("Siege Mortar"), shot_look("Carbine")
    ('beam', 'arc', 'shots')
    """
    return next((look for look, like in LOOKS if like.search(name)), otherwise)
