"""The actions of a player. Each action says why it is refused and what follows from it."""

from __future__ import annotations

from gattai.games.robot_empire.actions.acting import Act
from gattai.games.robot_empire.actions.fighting import Attack, Block, Shoot
from gattai.games.robot_empire.actions.going_on import NEXT, AskMe, Charge, Discard, Next
from gattai.games.robot_empire.actions.mining import ComeHome, Land
from gattai.games.robot_empire.actions.playing import (
    Assemble,
    BringOut,
    Install,
    Link,
    Permanent,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.actions.reacting import Employ, Instant, Spring
from gattai.games.robot_empire.battle.dividing import Divide
from gattai.kernel.window import Pass

__all__ = [
    "ACTIONS",
    "NEXT",
    "Act",
    "AskMe",
    "Assemble",
    "Attack",
    "Block",
    "BringOut",
    "Charge",
    "ComeHome",
    "Discard",
    "Divide",
    "Employ",
    "Install",
    "Instant",
    "Land",
    "Link",
    "Next",
    "Permanent",
    "Shoot",
    "Spring",
    "Unleash",
    "Unlink",
]

ACTIONS = (
    Charge,
    BringOut,
    Install,
    Assemble,
    Link,
    Unlink,
    Permanent,
    Instant,
    Spring,
    Unleash,
    Employ,
    Land,
    ComeHome,
    Shoot,
    Attack,
    Block,
    Divide,
    Discard,
    AskMe,
    Next,
    Pass,
)
