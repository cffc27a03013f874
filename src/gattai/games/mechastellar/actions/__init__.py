"""The actions of a player. Each action says why it is refused and what follows from it.

Actions that are possible at any time, also in the middle of procedures, are in `phases.anytime`.
Answers that only a procedure asks for are next to it. This module exports all of them.
"""

from __future__ import annotations

from gattai.games.mechastellar.actions.activating import Activate, Combine, Disband, Reinforce
from gattai.games.mechastellar.actions.attacking import Attack, Sweep, ThrowEnemy, ThrowTerrain
from gattai.games.mechastellar.actions.crashing import CrashAttack
from gattai.games.mechastellar.actions.moving import Disengage, Move, Rotate, Spin, Surface
from gattai.games.mechastellar.actions.preparing import READY, Deploy, Embark, Face, Hold, Ready
from gattai.games.mechastellar.actions.rounds import (
    DECLINE,
    Begin,
    Challenge,
    Decline,
    Launch,
    Stay,
)
from gattai.games.mechastellar.actions.terrain import (
    PullSelf,
    RazeCover,
    SlideTerrain,
    StrikeTerrain,
)
from gattai.games.mechastellar.actions.turn import (
    END_TURN,
    EndTurn,
    GiveUp,
    ReadyAntiAir,
    Support,
    Zeal,
)
from gattai.games.mechastellar.attack.attack import Aim, AtRisk, Brace
from gattai.games.mechastellar.attack.countering import Counter
from gattai.games.mechastellar.attack.damage import ENDURE, Assign, Endure, Suffer
from gattai.games.mechastellar.attack.destruction import Land
from gattai.games.mechastellar.attack.exchange import DONE, Commit, Done, Lift
from gattai.games.mechastellar.attack.pushing import Collide, Shove
from gattai.games.mechastellar.phases.anytime import (
    Accelerate,
    Order,
    Recharge,
    Repair,
    ShakeOff,
    Transform,
)
from gattai.games.mechastellar.phases.momentum import Command, Select
from gattai.games.mechastellar.phases.moving import Follow
from gattai.games.mechastellar.phases.turns import GoAboard
from gattai.kernel.window import Pass

ACTIONS = (
    Deploy, Hold, Embark, Face, Ready, Begin, Launch, Stay, Challenge, Decline, Activate,
    Reinforce, Combine, Disband, Move, Rotate, Spin, Surface, Accelerate, Disengage, Attack, Sweep,
    CrashAttack, ThrowEnemy, ThrowTerrain, StrikeTerrain, RazeCover, SlideTerrain, PullSelf, Zeal,
    GiveUp, Transform, Support, ShakeOff, Recharge, Order, ReadyAntiAir, Repair, EndTurn, Aim, Brace,
    Assign, Suffer, Endure, Shove, Collide, Counter, AtRisk, Follow, GoAboard, Command, Select, Land,
    Commit, Done, Lift, Pass,
)  # fmt: skip

__all__ = [
    "DECLINE", "ACTIONS", "DONE", "END_TURN", "ENDURE", "READY", "Accelerate", "Activate", "Aim",
    "ReadyAntiAir", "Assign", "AtRisk", "Attack", "Begin", "GoAboard", "Brace", "Challenge", "Collide",
    "Combine", "Command", "Commit", "Counter", "CrashAttack", "Decline", "Deploy", "Disband",
    "Disengage", "Done", "Embark", "Endure", "EndTurn", "Face", "Follow", "GiveUp", "Hold", "Land",
    "Launch", "Lift", "Move", "Order", "Pass", "PullSelf", "RazeCover", "Ready", "Recharge",
    "Reinforce", "Repair", "Rotate", "Select", "ShakeOff", "Shove", "SlideTerrain", "Spin", "Stay",
    "StrikeTerrain", "Suffer", "Support", "Surface", "Sweep", "ThrowEnemy", "ThrowTerrain",
    "Transform", "Zeal",
]  # fmt: skip
