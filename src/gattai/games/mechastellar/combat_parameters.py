"""Parameters of attacks, defences, weapons and skills; see `parameters.py`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from gattai.games.mechastellar.play_parameters import Amount, Change, Damage, Face, Inches, Topic


class IndirectParameters(Topic, frozen=True):
    penalty: Change = -2
    vs_squad: Change = 2
    vs_barrier: Change = 2
    space_kinetic: Literal["support_atk", "unchanged"] = "support_atk"
    fly_immune_on_ground: bool = True


class LockOnParameters(Topic, frozen=True):
    atk_dice: Amount = 1
    def_dice: Amount = 1
    needs: Literal["nothing", "elite", "combat_action"] = "nothing"
    through_pen: Change = -3
    through_cover_def: Amount = 2


class ArmorSaveParameters(Topic, frozen=True):
    cap: Face = 5
    fail_damage: Damage = 1000
    replaces_base: bool = False


class FinishingParameters(Topic, frozen=True):
    mode: Literal["flat_bonus", "defender_saves_fail_on_1", "attacker_crit_10"] = "flat_bonus"
    threshold: Amount = 10
    shooting_bonus: Damage = 100
    melee_bonus: Damage = 200
    finisher_adds_round: bool = True
    tier: Literal["any", "elite", "skilled_ace"] = "any"
    own_turn_only: bool = True


class CounterParameters(Topic, frozen=True):
    who: Literal["elite", "all", "automatic"] = "elite"
    cost_m: Amount = 1
    penalty: Change = -2
    rapid_fire: bool = True
    trade_dice: Amount = 2
    as_elite_choice: bool = False
    swift_strike_total_cost: Amount = 1


class BattleDamageParameters(Topic, frozen=True):
    explosive_hits: Amount = 3
    called_shots: bool = False
    trait_option: bool = False


class ThrowParameters(Topic, frozen=True):
    dice: Face = 5
    enemy_pen_base: Amount = 8
    terrain_pen_base: Amount = 5
    terrain_range_in: Inches = 16
    terrain_dmg_base: Amount = 3


class CrashParameters(Topic, frozen=True):
    max_targets: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    hits_per_size: Amount = 1
    hits_per_accelerate: Amount = 1
    pen_per_accelerate: Amount = 1


class BoostParameters(Topic, frozen=True):
    reroll_lasts: Literal["turn", "roll"] = "turn"


class FocusParameters(Topic, frozen=True):
    cost: Amount = 1
    target: Face = 3


class FlashParameters(Topic, frozen=True):
    """`cost2` 0 means that the stronger form is not to be had."""

    cost: Amount = 3
    add: Amount = 5
    cost2: Amount = 6
    add2: Amount = 10


class ZealParameters(Topic, frozen=True):
    """`repeat_same_weapon_cost` 1 means no surcharge."""

    cost_each: Amount = 1
    max: Amount = 3
    repeat_same_weapon_cost: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


class IronWallParameters(Topic, frozen=True):
    """`cost2` 0 means that the stronger form is not to be had."""

    cost: Amount = 3
    add: Amount = 3
    cost2: Amount = 6
    add2: Amount = 6
    save_reduction: Damage = 500
    tier: Literal["elite", "any"] = "elite"


class ValorParameters(Topic, frozen=True):
    cost: Amount = 3
    add: Amount = 5
    ace_add: Amount = 1
    from_round: Amount = 1
    tier: Literal["elite", "elite_no_warship"] = "elite"


class SkillParameters(Topic, frozen=True):
    per_turn: Amount = 1
    defence_skills: Literal["one_skill_per_turn", "each_once_per_attack"] = "one_skill_per_turn"
    focus: FocusParameters = FocusParameters()
    flash: FlashParameters = FlashParameters()
    zeal: ZealParameters = ZealParameters()
    iron_wall: IronWallParameters = IronWallParameters()
    valor: ValorParameters = ValorParameters()


class EliteBonusParameters(Topic, frozen=True):
    enabled: bool = True
    dice: Amount = 1
    crit_step: Amount = 1


class TacticalParameters(Topic, frozen=True):
    crit_hits: Amount = 1
    blindside_per_turn: Amount = 1
    overwhelm_models: Amount = 3
    overwhelm_in: Inches = 8


class StunParameters(Topic, frozen=True):
    shutdown_base: Amount = 3
    recover: Face = 5
    replaces_damage: bool = True


class PushParameters(Topic, frozen=True):
    step_in: Inches = 4
    fail_damage: Damage = 0
    collision_damage: Damage = 1000
    collision_m: Amount = 1
    terrain: Literal["always_destroyed", "one_check_unless_momentum"] = "always_destroyed"


class AreaParameters(Topic, frozen=True):
    mode: Literal["sweep", "line_or_circle"] = "sweep"
    sweep_targets: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    sweep_spread_in: Inches = 16
    sweep_penalty: Change = -2
    broken_cover_def: Amount = 1
    broken_blocker_def: Amount = 2


class RemoteParameters(Topic, frozen=True):
    cost_m: Amount = 1


class BarrierParameters(Topic, frozen=True):
    recover: Amount = 1
    loss_per_hit: Amount = 1


class SupportParameters(Topic, frozen=True):
    mode: Literal["support_mode", "proximity"] = "support_mode"
    bonus: Amount = 1
    cap: Amount = 2
    limited_use_bonus: Amount = 1
    range: Literal["max", "rapid_fire_or_max"] = "max"
    proximity_in: Inches = 0
    proximity_limited_in: Inches = 0
    own: Literal["last_unit", "limited_uses", "none"] = "last_unit"
    """By closeness: whether a unit supports itself, and with what."""
    on_counter: bool = False
