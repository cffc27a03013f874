"""What a player can do, a chapter a file; each deed says why not and what follows.

What is answered only inside a roll, an effect or a Tactic stands beside that procedure.
"""

from __future__ import annotations

from gattai.games.aristeia.course.tactics import Play, TakeEffect, Target, UseSkill
from gattai.games.aristeia.deeds.activating import END, ActFirst, End, LayOrder, Return
from gattai.games.aristeia.deeds.moving import Contest, Walk
from gattai.games.aristeia.deeds.performing import (
    APPLY,
    DECLINE,
    Apply,
    Decline,
    OnceMore,
    Perform,
)
from gattai.games.aristeia.deeds.preparing import (
    KEEP_HAND,
    REDRAW,
    ChooseZone,
    Deploy,
    KeepHand,
    PickCharacter,
    Redraw,
    TakeTactics,
)
from gattai.games.aristeia.effects.dealing import Discard, Swap
from gattai.games.aristeia.effects.marking import TakeOff
from gattai.games.aristeia.effects.moving import STAY, Stay, To
from gattai.games.aristeia.roll.pools import KEEP_DIE, KeepDie, SwapDie
from gattai.games.aristeia.roll.rolls import KEEP_BLOCK, KeepBlock, NullifyDie, RollAgain
from gattai.games.aristeia.roll.switches import Activate, GoFirst
from gattai.kernel.window import Pass

__all__ = [
    "APPLY",
    "DECLINE",
    "DEEDS",
    "END",
    "KEEP_BLOCK",
    "KEEP_DIE",
    "KEEP_HAND",
    "REDRAW",
    "STAY",
    "ActFirst",
    "Activate",
    "Apply",
    "ChooseZone",
    "Contest",
    "Decline",
    "Deploy",
    "Discard",
    "End",
    "GoFirst",
    "KeepBlock",
    "KeepDie",
    "KeepHand",
    "LayOrder",
    "NullifyDie",
    "OnceMore",
    "Perform",
    "PickCharacter",
    "Play",
    "Redraw",
    "Return",
    "RollAgain",
    "Stay",
    "Swap",
    "SwapDie",
    "TakeEffect",
    "TakeOff",
    "TakeTactics",
    "Target",
    "To",
    "UseSkill",
    "Walk",
]

DEEDS = (
    PickCharacter,
    ChooseZone,
    Deploy,
    ActFirst,
    Return,
    Perform,
    Walk,
    End,
    TakeTactics,
    Redraw,
    KeepHand,
    LayOrder,
    Play,
    UseSkill,
    Target,
    TakeEffect,
    Activate,
    GoFirst,
    NullifyDie,
    KeepBlock,
    RollAgain,
    SwapDie,
    KeepDie,
    Apply,
    Decline,
    OnceMore,
    Contest,
    To,
    Stay,
    Discard,
    Swap,
    TakeOff,
    Pass,
)
