"""What a player can do, a chapter a file; each deed says why not and what follows.

What only an ability allows stands with it, what is asked in the middle of a procedure beside that.
"""

from __future__ import annotations

from gattai.games.aegis.course.turns import Arrive
from gattai.games.aegis.deeds.acting import END_TURN, EndTurn
from gattai.games.aegis.deeds.combining import DONE, Combine, Done, Inherit, Trigger
from gattai.games.aegis.deeds.moving import Move
from gattai.games.aegis.deeds.placing import Hold, Place
from gattai.games.aegis.deeds.using import Toll, Use
from gattai.games.aegis.keywords.combine import Rush, Select, TakeOver
from gattai.games.aegis.keywords.passives import Cloak
from gattai.games.aegis.strike.dividing import Divide
from gattai.games.aegis.strike.roll import KEEP, Keep, RollAgain
from gattai.kernel.window import Pass

__all__ = [
    "DEEDS",
    "DONE",
    "END_TURN",
    "KEEP",
    "Arrive",
    "Cloak",
    "Combine",
    "Divide",
    "Done",
    "EndTurn",
    "Hold",
    "Inherit",
    "Keep",
    "Move",
    "Place",
    "RollAgain",
    "Rush",
    "Select",
    "TakeOver",
    "Toll",
    "Trigger",
    "Use",
]

DEEDS = (
    Place,
    Hold,
    Move,
    EndTurn,
    Use,
    Combine,
    Cloak,
    Select,
    Rush,
    TakeOver,
    Arrive,
    Toll,
    RollAgain,
    Keep,
    Divide,
    Inherit,
    Trigger,
    Done,
    Pass,
)
