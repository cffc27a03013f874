"""What a shot looks like that is told by the name of its weapon alone, where a card says no more."""

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
    """How the shot of such a weapon flies.

    >>> shot_look("Beam Rifle"), shot_look("Siege Mortar"), shot_look("Carbine")
    ('beam', 'arc', 'shots')
    """
    return next((look for look, like in LOOKS if like.search(name)), otherwise)
