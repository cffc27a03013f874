"""Parameters of forces, rounds, movement, momentum, terrain and victory; see `parameters.py`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

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
    """`extra_order_cost_m` 0 means that no extra order can be bought."""

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
