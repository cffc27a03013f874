"""Every hook that a tag, a trait or a bonus can override. The core calls the hooks and names no
keyword.

Each docstring begins with how several results combine: any, sum, highest, or each in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec

from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.rulebook import RuleId
from gattai.kernel.tally import Term


class Strike(msgspec.Struct, frozen=True, cache_hash=True):
    """One attack on one unit: attacker, weapon, target, and all choices made before the roll."""

    unit: UnitId
    weapon: WeaponCard
    target: UnitId
    how: Literal["direct", "indirect", "through"] = "direct"
    counter: bool = False
    sweep: int = 0
    """MS.AOE.SWEEP: 1 is the first target, 2 any other; 0 means no sweep."""
    lock_on: Literal["", "die", "steady"] = ""
    bonus: str = ""
    """The elite bonus of the attacker, then of the defender."""
    guard: str = ""
    guard_lock_on: bool = False
    trade: bool = False
    """MS.COUNTER.TRADE: the defender gives up dice for its Counter."""
    traded: bool = False
    """Whether this is the Counter for which dice were given up."""
    blindside: bool = False
    made_up: bool = False
    """Whether it is a throw, which is no weapon of the profile."""
    extra_hits: int = 0
    extra_why: str = "speed and weight"
    extra_rule: str = "MS.CRASH.BONUS"
    extra_pen: int = 0
    broken_cover: int = 0
    """MS.AOE.COVER: the DEF of cover that the attack has just destroyed."""
    barrels: int = -1
    """MS.SQUAD.DICE: the number of other models that joined in when it was declared; -1 before that."""

    @property
    def is_melee(self) -> bool:
        """Whether the target defends with Melee DEF."""
        return self.weapon.kind == "melee"

    @property
    def is_indirect(self) -> bool:
        """Whether it is fired without sight (MS.IDF.BASIC)."""
        return self.how == "indirect"

    @property
    def takes_outside_help(self) -> bool:
        """MS.AOE.FIRST: only the first attack of a sweep gets bonuses that the weapon does not print."""
        return self.sweep < 2


class Tag:
    """A tag of a weapon."""

    rule: ClassVar[RuleId]
    fires_indirectly: ClassVar[bool] = False
    """Any: whether it may be fired without sight."""
    sweeps: ClassVar[bool] = False
    """Any: whether it may have several targets, and continues behind destroyed terrain."""
    all_round: ClassVar[bool] = False
    """Any: whether it fires in every direction without turning the model."""
    is_free: ClassVar[bool] = False
    """Any: whether it attacks without a Combat Action."""
    is_remote: ClassVar[bool] = False
    """Any: whether it is fired with Momentum, from unexpected angles."""
    rams: ClassVar[bool] = False
    """Any: whether it attacks along a move."""
    is_anti_air: ClassVar[bool] = False
    """Any: whether it belongs to the ship's anti-air guns."""
    draws_user: ClassVar[bool] = False
    """Any: whether it can pull its user towards terrain."""
    gathers_speed: ClassVar[bool] = False
    """Any: whether its PEN grows with every Accelerate."""

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        return iter(())


class Trait:
    """A trait of a unit or of its pilot."""

    rule: ClassVar[RuleId]
    flies: ClassVar[bool] = False
    """Any: whether it has Fly."""
    swims: ClassVar[bool] = False
    """Any: whether it can move in deep water."""
    ambushes: ClassVar[bool] = False
    """Any: whether it may arrive from any table edge."""
    launches_in: ClassVar[int] = 0
    """Highest: the distance from the ship at which it launches others, in inches."""
    spins_by: ClassVar[int] = 0
    """Highest: sixths of a turn that a ship may spin after its first move."""
    finishes_earlier: ClassVar[int] = 0
    """Sum: how many Hits fewer its Finishing Blows need."""
    rises_with: ClassVar[int] = 0
    """Highest: the HP it keeps, once per battle, when it would be destroyed."""
    steadies_defence: ClassVar[bool] = False
    """Any: whether one Focus on defence is free each round."""
    strikes_from_ambush: ClassVar[bool] = False
    """Any: whether one action of Zeal is free in the turn in which it arrives by Ambush."""
    throw_hits: ClassVar[int] = 0
    """Sum: bonus Hits with thrown terrain."""
    keeps_thrown: ClassVar[bool] = False
    """Any: whether thrown terrain stays as rubble."""

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        """Sum: bonus Hits of its own attacks."""
        return iter(())


class Bonus:
    """MS.ELITE.CHOOSE: a bonus that an Elite unit chooses before the roll."""

    rule: ClassVar[RuleId]
    word: ClassVar[str]
    on: ClassVar[tuple[Literal["shooting", "melee", "defence"], ...]]
    dice: ClassVar[bool] = False
    """Whether it adds a die."""
    crit: ClassVar[bool] = False
    """Whether it widens the critical range."""
    by_size: ClassVar[bool] = False
    """Whether it adds Hits by the Size of the target."""
    indirectly: ClassVar[bool] = False
    """Whether it also applies to indirect fire."""
    frees: ClassVar[bool] = False
    """Whether it ends with a free Disengage."""
    allows_counter: ClassVar[bool] = False
    """Whether it allows a Counter, where the rules require that."""
    sets_counter_cost: ClassVar[bool] = False
    """Whether it sets the cost of the enemy's Counter."""
