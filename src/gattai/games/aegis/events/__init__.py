"""All events of a battle."""

from __future__ import annotations

from gattai.games.aegis.events.attack import (
    ActionUsed,
    DamageTaken,
    DiceRerolled,
    EffectGained,
    NumbersNeeded,
    OutputChanged,
    UnitDestroyed,
    UnitRepaired,
    UnitShoved,
)
from gattai.games.aegis.events.combining import ActGranted, ActionInherited, UnitCombined
from gattai.games.aegis.events.flow import (
    EnergyGained,
    FirstPlayerDrawn,
    GameEnded,
    MarkOwed,
    Recharged,
    SideChanged,
    TurnBegan,
    UnitHeldBack,
    UnitMarked,
    UnitMoved,
    UnitPlaced,
    UnitSlippedAway,
)

EVENTS = (
    FirstPlayerDrawn,
    UnitPlaced,
    UnitHeldBack,
    SideChanged,
    UnitMarked,
    MarkOwed,
    TurnBegan,
    Recharged,
    UnitMoved,
    UnitSlippedAway,
    EnergyGained,
    GameEnded,
    ActionUsed,
    NumbersNeeded,
    DiceRerolled,
    DamageTaken,
    UnitRepaired,
    OutputChanged,
    EffectGained,
    UnitShoved,
    UnitDestroyed,
    UnitCombined,
    ActionInherited,
    ActGranted,
)
