"""Our rulings that a match can be played without: for each the reading in use, ours by default."""

from __future__ import annotations

from typing import Literal

import msgspec


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One field for each ruling, named after it."""

    water_idf: Literal["both-ways", "neither-way", "outwards"] = "both-ways"
    """MS.AMB.WATER-IDF: how Indirect Fire goes through the surface of deep water."""
    rf_gone: Literal["closest", "ends"] = "closest"
    """MS.AMB.RF-GONE: what Return Fire asks once the aggressor is destroyed or aboard a ship."""
    barrier_pen: Literal["actual", "printed"] = "actual"
    """MS.AMB.BARRIER-PEN: by which PEN a barrier is spared."""
    barrier_recharge: Literal["replaces-cover", "adds-to-cover"] = "replaces-cover"
    """MS.AMB.BARRIER-RECHARGE: what becomes of cover when the barrier comes back in a defence."""
    support_switch: Literal["each-use", "once"] = "each-use"
    """MS.AMB.SUPPORT-SWITCH: how often a weapon supports that is switched in the middle of a roll."""
    squad_size: Literal["squad", "model"] = "squad"
    """MS.AMB.SQUAD-SIZE: whose Size counts for engagements and for melee against High Ground."""
    squad_uses: Literal["each", "leader"] = "each"
    """MS.AMB.SQUAD-USES: whose uses a squad's attack with a limited weapon takes."""
    rf_target: Literal["either", "aggressor"] = "either"
    """MS.AMB.RF-EITHER: whether Return Fire may choose the closest target though it reaches the aggressor."""
    stun_damage: Literal["token", "both"] = "token"
    """MS.AMB.STUN-DAMAGE: whether a failed save against a stun weapon also costs HP."""
    push_building: Literal["destroyed", "checked"] = "destroyed"
    """MS.AMB.PUSH-BUILDING: what becomes of a building that a unit is pushed into."""
