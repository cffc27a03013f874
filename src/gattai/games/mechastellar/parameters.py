"""Every number that MechaStellar's log has changed or left open. The rules read them only from
here.

Each topic is a frozen struct whose defaults are VER10FINAL as printed. A ruleset (`rulesets`) is a
named set of changes; no rule asks which version is played. Lengths end in `_in` and are in inches;
hex play converts them with `hexes(...)`. Costs in Momentum end in `_m`. 99 means "never" or "no
limit" where a version had no permission or no limit.

>>> VER10_FINAL.armor_save.cap, VER10_FINAL.hexes(VER10_FINAL.engage.range_in)
(5, 1)
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

DEFAULT: Final = "ver10-final"
NEVER: Final = 99

Amount = Annotated[int, msgspec.Meta(ge=0, le=NEVER)]
Change = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Face = Annotated[int, msgspec.Meta(ge=1, le=10)]
Damage = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Inches = Annotated[int, msgspec.Meta(ge=0, le=400)]
Tier = Literal["basic", "battle_tested", "skilled", "ace"]


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, kw_only=True):
    """A group of parameters."""


class DiceParameters(Topic, frozen=True):
    pool_cap: Face = 10
    success: Face = 5
    crit: Face = 10
    crit_floor: Face = 7
    crit_value: Amount = 2
    total_floor: Amount = 0


class HexParameters(Topic, frozen=True):
    inches: Annotated[int, msgspec.Meta(ge=1, le=12)] = 4


class RoundParameters(Topic, frozen=True):
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 5


class TurnParameters(Topic, frozen=True):
    combat_actions: Amount = 1
    move_actions: Amount = 2
    free_spins: Amount = 1
    max_attacks_per_target: Amount = 2
    melee_is_free: bool = False


class RapidFireParameters(Topic, frozen=True):
    half_range: bool = False


class ArmyParameters(Topic, frozen=True):
    performance_window: Annotated[int, msgspec.Meta(ge=1, le=NEVER)] = 4


class SetupParameters(Topic, frozen=True):
    control_points: Amount = 5
    home_cp_edge_min_in: Inches = 8
    home_cp_edge_max_in: Inches = 16


class ReinforceParameters(Topic, frozen=True):
    from_round: Amount = 2
    move_in: Inches = 4
    ambush_in: Inches = 20
    combat_actions: Amount = 0
    acts_on_arrival: bool = True


class AlternateDeployParameters(Topic, frozen=True):
    clear_in: Inches = 20


class ChallengeParameters(Topic, frozen=True):
    issuer: Literal["elite", "any"] = "elite"


class ReturnFireParameters(Topic, frozen=True):
    enabled: bool = True
    target: Literal["aggressor_or_closest", "aggressor_first"] = "aggressor_or_closest"


class TargetingParameters(Topic, frozen=True):
    closest_rule: bool = True
    exempt_tiers: tuple[Tier, ...] = ("skilled", "ace")
    exempt_roles: tuple[str, ...] = ("Sniper",)
    exempt_kinds: tuple[str, ...] = ("Warship",)
    rotate_on: Literal["all_attacks", "melee_only"] = "all_attacks"


class WarshipMoveParameters(Topic, frozen=True):
    turn_limit_deg: Literal[60, 90, 120, 180] = 90
    free_spin: bool = False


class EngageParameters(Topic, frozen=True):
    range_in: Inches = 4
    disengage_cost_per_enemy: Amount = 1
    disengage_move_in: Inches = 4
    shoot_cost: Amount = 2
    size_gap: Amount = 2
    fly_needed_vs: Literal["warship_or_aircraft_with_fly", "any_with_fly", "none"] = (
        "warship_or_aircraft_with_fly"
    )


class AccelerateParameters(Topic, frozen=True):
    move_in: Inches = 4


class HighGroundParameters(Topic, frozen=True):
    cost_per_level_in: Inches = 4
    max_level: Amount = 2
    melee_min_size: Amount = 2
    drop_cost_m: Amount = 1
    exposed_hits: Amount = 1


class WarshipParameters(Topic, frozen=True):
    reaction_cost_m: Amount = 1
    all_fire_hits: Amount = 1
    all_fire_uses_basic: Amount = 1
    all_fire_uses_elite: Amount = 2
    aa_hits: Amount = 1
    aa_def: Amount = 1
    aa_uses_basic: Amount = 1
    aa_uses_elite: Amount = 2
    launch_in: Inches = 8
    board_in: Inches = 8
    repair_when: Literal["any_time", "round_end"] = "any_time"
    loss_saves: Amount = 3
    loss_pen: Amount = 5
    collide_saves: Amount = 3
    collide_pen: Amount = 5


class EliteLevels(Topic, frozen=True):
    basic: Amount = 0
    battle_tested: Amount = 1
    skilled: Amount = 1
    ace: Amount = 3


class MomentumParameters(Topic, frozen=True):
    min: Amount = 0
    max: Amount = 10
    start: Amount = 10
    start_floor: Amount = 5
    high: Amount = 5
    low: Amount = 5
    away_loss: Amount = 1
    closer_gain: Amount = 2
    closer_in: Inches = 4
    cp_gain: Amount = 2
    elite_level: EliteLevels = EliteLevels()


class MoraleParameters(Topic, frozen=True):
    basic: Face = 7
    battle_tested: Face = 7
    skilled: Face = 6
    ace: Face = 5
    rally_gain: Amount = 1
    rout_loss: Amount = 1
    loss_trigger: Literal["elite", "skilled_ace"] = "elite"


class CommandParameters(Topic, frozen=True):
    per_round: Amount = 1
    trust_dice: Face = 2
    trust_dice_late: Face = 4
    trust_unit: Damage = 100
    rally_allies: Amount = 2
    rout_allies: Amount = 4
    saves: Amount = 1
    saves_late: Amount = 2
    late_round: Amount = 4


class OrdersParameters(Topic, frozen=True):
    """With `extra_order_cost_m` 0 no extra order can be bought."""

    battle_tested: Amount = 1
    skilled: Amount = 2
    ace: Amount = 3
    reduction: Amount = 1
    extra_order_cost_m: Amount = 0


class CoverParameters(Topic, frozen=True):
    def_bonus: Amount = 1
    through_def: Amount = 2
    near_in: Inches = 4
    stacks_with_barrier: bool = False


class WaterParameters(Topic, frozen=True):
    energy_pen: Change = -3


class TerrainParameters(Topic, frozen=True):
    checks_used_as_cover: Amount = 1
    checks_direct: Amount = 3
    checks_aoe: Amount = 3
    aoe_max: Amount = 2


class SquadParameters(Topic, frozen=True):
    min: Amount = 2
    max: Amount = 3
    dice_per_extra_same_weapon: Amount = 1
    cohesion_in: Inches = 4
    elite_def_bonus: Amount = 0
    reforms_per_game: Amount = 1


class VictoryParameters(Topic, frozen=True):
    half_below_percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 50
    commander_per_round: Amount = 10
    challenger: Amount = 20
    massive_damage: Damage = 10_000
    massive_vp: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 100
    control_point: Amount = 0


# Attacks, defences, weapons and skills.


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
    """With `cost2` 0 the stronger form is not available."""

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
    """With `cost2` 0 the stronger form is not available."""

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
    """Support by proximity: whether a unit supports itself, and with which weapons."""
    on_counter: bool = False


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """All numbers of one version of the rules. `id` and `title` name its ruleset."""

    id: str = DEFAULT
    title: str = "VER10FINAL as printed"
    dice: DiceParameters = DiceParameters()
    hex: HexParameters = HexParameters()
    round: RoundParameters = RoundParameters()
    turn: TurnParameters = TurnParameters()
    rapid_fire: RapidFireParameters = RapidFireParameters()
    army: ArmyParameters = ArmyParameters()
    setup: SetupParameters = SetupParameters()
    reinforce: ReinforceParameters = ReinforceParameters()
    alternate_deploy: AlternateDeployParameters = AlternateDeployParameters()
    challenge: ChallengeParameters = ChallengeParameters()
    return_fire: ReturnFireParameters = ReturnFireParameters()
    targeting: TargetingParameters = TargetingParameters()
    warship_move: WarshipMoveParameters = WarshipMoveParameters()
    engage: EngageParameters = EngageParameters()
    accelerate: AccelerateParameters = AccelerateParameters()
    high_ground: HighGroundParameters = HighGroundParameters()
    idf: IndirectParameters = IndirectParameters()
    lock_on: LockOnParameters = LockOnParameters()
    armor_save: ArmorSaveParameters = ArmorSaveParameters()
    finishing: FinishingParameters = FinishingParameters()
    counter: CounterParameters = CounterParameters()
    battle_damage: BattleDamageParameters = BattleDamageParameters()
    throw: ThrowParameters = ThrowParameters()
    crash: CrashParameters = CrashParameters()
    warship: WarshipParameters = WarshipParameters()
    boost: BoostParameters = BoostParameters()
    momentum: MomentumParameters = MomentumParameters()
    morale: MoraleParameters = MoraleParameters()
    command: CommandParameters = CommandParameters()
    skill: SkillParameters = SkillParameters()
    orders: OrdersParameters = OrdersParameters()
    elite_bonus: EliteBonusParameters = EliteBonusParameters()
    tactical: TacticalParameters = TacticalParameters()
    stun: StunParameters = StunParameters()
    push: PushParameters = PushParameters()
    aoe: AreaParameters = AreaParameters()
    remote: RemoteParameters = RemoteParameters()
    barrier: BarrierParameters = BarrierParameters()
    cover: CoverParameters = CoverParameters()
    water: WaterParameters = WaterParameters()
    terrain: TerrainParameters = TerrainParameters()
    squad: SquadParameters = SquadParameters()
    support: SupportParameters = SupportParameters()
    vp: VictoryParameters = VictoryParameters()

    def hexes(self, inches: int) -> int:
        """A length on the hex map, rounded down to whole hexes."""
        return inches // self.hex.inches


VER10_FINAL: Final = Parameters()


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One field for each ruling, named after it."""

    water_idf: Literal["both-ways", "neither-way", "outwards"] = "both-ways"
    """MS.AMB.WATER-IDF: how Indirect Fire goes through the surface of deep water."""
    rf_gone: Literal["closest", "ends"] = "closest"
    """MS.AMB.RF-GONE: what Return Fire requires after the aggressor is destroyed or aboard a ship."""
    barrier_pen: Literal["actual", "printed"] = "actual"
    """MS.AMB.BARRIER-PEN: which PEN decides whether a barrier keeps its Strength."""
    barrier_recharge: Literal["replaces-cover", "adds-to-cover"] = "replaces-cover"
    """MS.AMB.BARRIER-RECHARGE: what happens to cover when the barrier is restored during a defence."""
    support_switch: Literal["each-use", "once"] = "each-use"
    """MS.AMB.SUPPORT-SWITCH: how often a weapon supports that is switched in the middle of a roll."""
    squad_size: Literal["squad", "model"] = "squad"
    """MS.AMB.SQUAD-SIZE: whose Size counts for engagements and for melee against High Ground."""
    squad_uses: Literal["each", "leader"] = "each"
    """MS.AMB.SQUAD-USES: whose uses a squad's attack with a limited weapon takes."""
    rf_target: Literal["either", "aggressor"] = "either"
    """MS.AMB.RF-EITHER: whether Return Fire may choose the closest target although it reaches the
    aggressor.
    """
    stun_damage: Literal["token", "both"] = "token"
    """MS.AMB.STUN-DAMAGE: whether a failed save against a stun weapon also costs HP."""
    push_building: Literal["destroyed", "checked"] = "destroyed"
    """MS.AMB.PUSH-BUILDING: what happens to a building that a unit is pushed into."""
