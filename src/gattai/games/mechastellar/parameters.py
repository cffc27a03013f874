"""Every number that MechaStellar's log has changed, or left open: the rules ask here, and nowhere else.

One frozen struct a topic, its defaults VER10FINAL as printed. A ruleset (`rulesets.py`) is a named
set of changes; no rule asks which version is played. Lengths end in `_in` and are inches; hex play
asks for `hexes(...)` of them. Costs in Momentum end in `_m`. 99 stands for "never", or for "no limit",
where a version knew no permission or no limit.

>>> VER10_FINAL.armor_save.cap, VER10_FINAL.hexes(VER10_FINAL.engage.range_in)
(5, 1)
"""

from __future__ import annotations

from typing import Final

import msgspec

from gattai.games.mechastellar import combat_parameters as combat
from gattai.games.mechastellar import play_parameters as play
from gattai.games.mechastellar.play_parameters import NEVER, Tier

__all__ = ["DEFAULT", "NEVER", "VER10_FINAL", "Parameters", "Tier"]

DEFAULT: Final = "ver10-final"


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """All numbers of one version of the rules. `id` and `title` name the ruleset they belong to."""

    id: str = DEFAULT
    title: str = "VER10FINAL as printed"
    dice: play.DiceParameters = play.DiceParameters()
    hex: play.HexParameters = play.HexParameters()
    round: play.RoundParameters = play.RoundParameters()
    turn: play.TurnParameters = play.TurnParameters()
    rapid_fire: play.RapidFireParameters = play.RapidFireParameters()
    army: play.ArmyParameters = play.ArmyParameters()
    setup: play.SetupParameters = play.SetupParameters()
    reinforce: play.ReinforceParameters = play.ReinforceParameters()
    alternate_deploy: play.AlternateDeployParameters = play.AlternateDeployParameters()
    challenge: play.ChallengeParameters = play.ChallengeParameters()
    return_fire: play.ReturnFireParameters = play.ReturnFireParameters()
    targeting: play.TargetingParameters = play.TargetingParameters()
    warship_move: play.WarshipMoveParameters = play.WarshipMoveParameters()
    engage: play.EngageParameters = play.EngageParameters()
    accelerate: play.AccelerateParameters = play.AccelerateParameters()
    high_ground: play.HighGroundParameters = play.HighGroundParameters()
    idf: combat.IndirectParameters = combat.IndirectParameters()
    lock_on: combat.LockOnParameters = combat.LockOnParameters()
    armor_save: combat.ArmorSaveParameters = combat.ArmorSaveParameters()
    finishing: combat.FinishingParameters = combat.FinishingParameters()
    counter: combat.CounterParameters = combat.CounterParameters()
    battle_damage: combat.BattleDamageParameters = combat.BattleDamageParameters()
    throw: combat.ThrowParameters = combat.ThrowParameters()
    crash: combat.CrashParameters = combat.CrashParameters()
    warship: play.WarshipParameters = play.WarshipParameters()
    boost: combat.BoostParameters = combat.BoostParameters()
    momentum: play.MomentumParameters = play.MomentumParameters()
    morale: play.MoraleParameters = play.MoraleParameters()
    command: play.CommandParameters = play.CommandParameters()
    skill: combat.SkillParameters = combat.SkillParameters()
    orders: play.OrdersParameters = play.OrdersParameters()
    elite_bonus: combat.EliteBonusParameters = combat.EliteBonusParameters()
    tactical: combat.TacticalParameters = combat.TacticalParameters()
    stun: combat.StunParameters = combat.StunParameters()
    push: combat.PushParameters = combat.PushParameters()
    aoe: combat.AreaParameters = combat.AreaParameters()
    remote: combat.RemoteParameters = combat.RemoteParameters()
    barrier: combat.BarrierParameters = combat.BarrierParameters()
    cover: play.CoverParameters = play.CoverParameters()
    water: play.WaterParameters = play.WaterParameters()
    terrain: play.TerrainParameters = play.TerrainParameters()
    squad: play.SquadParameters = play.SquadParameters()
    support: combat.SupportParameters = combat.SupportParameters()
    vp: play.VictoryParameters = play.VictoryParameters()

    def hexes(self, inches: int) -> int:
        """A length on the hex map: rounded down to whole hexes."""
        return inches // self.hex.inches


VER10_FINAL: Final = Parameters()
