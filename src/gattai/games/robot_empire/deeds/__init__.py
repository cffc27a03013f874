"""What a player can do, a chapter a file; each deed says why not and what follows."""

from __future__ import annotations

from gattai.games.robot_empire.battle.dividing import Divide
from gattai.games.robot_empire.deeds.acting import Act
from gattai.games.robot_empire.deeds.fighting import Attack, Block, Shoot
from gattai.games.robot_empire.deeds.going_on import NEXT, AskMe, Charge, Discard, Next
from gattai.games.robot_empire.deeds.mining import ComeHome, Land
from gattai.games.robot_empire.deeds.playing import (
    Assemble,
    BringOut,
    Install,
    Link,
    Permanent,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.deeds.reacting import Employ, Instant, Spring
from gattai.kernel.window import Pass

__all__ = [
    "DEEDS",
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

DEEDS = (
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
