"""The actions of a player. Each action says why it is refused and what follows from it.

Actions that only an ability allows are in the module of the ability. Answers to questions in the
middle of a procedure are next to the procedure.
"""

from __future__ import annotations

from gattai.games.aegis.actions.acting import END_TURN, EndTurn
from gattai.games.aegis.actions.combining import DONE, Combine, Done, Inherit, Trigger
from gattai.games.aegis.actions.moving import Move
from gattai.games.aegis.actions.placing import Hold, PlaceUnit
from gattai.games.aegis.actions.using import Toll, Use
from gattai.games.aegis.attack.dividing import DivideDamage
from gattai.games.aegis.attack.roll import KEEP, Keep, RollAgain
from gattai.games.aegis.keywords.combine import Rush, Select, TakeOver
from gattai.games.aegis.keywords.passives import Cloak
from gattai.games.aegis.phases.turns import Arrive
from gattai.kernel.window import Pass

__all__ = [
    "ACTIONS",
    "DONE",
    "END_TURN",
    "KEEP",
    "Arrive",
    "Cloak",
    "Combine",
    "DivideDamage",
    "Done",
    "EndTurn",
    "Hold",
    "Inherit",
    "Keep",
    "Move",
    "PlaceUnit",
    "RollAgain",
    "Rush",
    "Select",
    "TakeOver",
    "Toll",
    "Trigger",
    "Use",
]

ACTIONS = (
    PlaceUnit,
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
    DivideDamage,
    Inherit,
    Trigger,
    Done,
    Pass,
)
