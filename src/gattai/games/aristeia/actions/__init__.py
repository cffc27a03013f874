"""The actions of a player. Each action says why it is refused and what follows from it.

Answers inside a roll, an effect or a Tactic are next to that procedure.
"""

from __future__ import annotations

from gattai.games.aristeia.actions.activating import END, ActFirst, End, LayOrder, Return
from gattai.games.aristeia.actions.moving import Contest, Walk
from gattai.games.aristeia.actions.performing import (
    APPLY,
    DECLINE,
    Apply,
    Decline,
    OnceMore,
    Perform,
)
from gattai.games.aristeia.actions.preparing import (
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
from gattai.games.aristeia.phases.tactics import Play, TakeEffect, Target, UseSkill
from gattai.games.aristeia.roll.pools import KEEP_DIE, KeepDie, SwapDie
from gattai.games.aristeia.roll.rolls import KEEP_BLOCK, KeepBlock, NullifyDie, RollAgain
from gattai.games.aristeia.roll.switches import Activate, GoFirst
from gattai.kernel.window import Pass

__all__ = [
    "APPLY",
    "DECLINE",
    "ACTIONS",
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

ACTIONS = (
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
