"""What a player can do, a chapter a file; each deed says why not and what follows.

What is done at any time, also in the middle of procedures, stands in `course.anytime`; answers that
only a procedure asks for stand beside it. All of them are passed on here.
"""

from __future__ import annotations

from gattai.games.mechastellar.course.anytime import (
    Accelerate,
    Order,
    Recharge,
    Repair,
    ShakeOff,
    Transform,
)
from gattai.games.mechastellar.course.momentum import Command, Select
from gattai.games.mechastellar.course.moving import Follow
from gattai.games.mechastellar.course.turns import Board
from gattai.games.mechastellar.deeds.activating import Activate, Combine, Disband, Reinforce
from gattai.games.mechastellar.deeds.attacking import Attack, Sweep, ThrowEnemy, ThrowTerrain
from gattai.games.mechastellar.deeds.crashing import Crash
from gattai.games.mechastellar.deeds.moving import Disengage, Move, Rotate, Spin, Surface
from gattai.games.mechastellar.deeds.preparing import READY, Deploy, Embark, Face, Hold, Ready
from gattai.games.mechastellar.deeds.rounds import (
    DECLINE,
    Begin,
    Challenge,
    Decline,
    Launch,
    Stay,
)
from gattai.games.mechastellar.deeds.terrain import (
    PullSelf,
    RazeCover,
    SlideTerrain,
    StrikeTerrain,
)
from gattai.games.mechastellar.deeds.turn import (
    END_TURN,
    AntiAir,
    EndTurn,
    GiveUp,
    Support,
    Zeal,
)
from gattai.games.mechastellar.strike.attack import Aim, AtRisk, Brace
from gattai.games.mechastellar.strike.countering import Counter
from gattai.games.mechastellar.strike.damage import ENDURE, Assign, Endure, Suffer
from gattai.games.mechastellar.strike.destruction import Land
from gattai.games.mechastellar.strike.exchange import DONE, Commit, Done, Lift
from gattai.games.mechastellar.strike.pushing import Collide, Shove
from gattai.kernel.window import Pass

DEEDS = (
    Deploy, Hold, Embark, Face, Ready, Begin, Launch, Stay, Challenge, Decline, Activate,
    Reinforce, Combine, Disband, Move, Rotate, Spin, Surface, Accelerate, Disengage, Attack, Sweep,
    Crash, ThrowEnemy, ThrowTerrain, StrikeTerrain, RazeCover, SlideTerrain, PullSelf, Zeal,
    GiveUp, Transform, Support, ShakeOff, Recharge, Order, AntiAir, Repair, EndTurn, Aim, Brace,
    Assign, Suffer, Endure, Shove, Collide, Counter, AtRisk, Follow, Board, Command, Select, Land,
    Commit, Done, Lift, Pass,
)  # fmt: skip

__all__ = [
    "DECLINE", "DEEDS", "DONE", "END_TURN", "ENDURE", "READY", "Accelerate", "Activate", "Aim",
    "AntiAir", "Assign", "AtRisk", "Attack", "Begin", "Board", "Brace", "Challenge", "Collide",
    "Combine", "Command", "Commit", "Counter", "Crash", "Decline", "Deploy", "Disband",
    "Disengage", "Done", "Embark", "Endure", "EndTurn", "Face", "Follow", "GiveUp", "Hold", "Land",
    "Launch", "Lift", "Move", "Order", "Pass", "PullSelf", "RazeCover", "Ready", "Recharge",
    "Reinforce", "Repair", "Rotate", "Select", "ShakeOff", "Shove", "SlideTerrain", "Spin", "Stay",
    "StrikeTerrain", "Suffer", "Support", "Surface", "Sweep", "ThrowEnemy", "ThrowTerrain",
    "Transform", "Zeal",
]  # fmt: skip
