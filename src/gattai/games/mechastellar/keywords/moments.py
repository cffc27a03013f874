"""Every moment at which a tag, a trait or a bonus may speak; the core asks these and names none.

How several voices combine is said at each: any, sum, the highest, or everybody in turn.
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
    """One attack on one unit: who, with what, on whom, and all that was decided before the dice."""

    unit: UnitId
    weapon: WeaponCard
    target: UnitId
    how: Literal["direct", "indirect", "through"] = "direct"
    counter: bool = False
    sweep: int = 0
    """MS.AOE.SWEEP: 1 is the first target, 2 any other; 0 is no sweep."""
    lock_on: Literal["", "die", "steady"] = ""
    bonus: str = ""
    """The elite bonus of the attacker, of the defender."""
    guard: str = ""
    guard_lock_on: bool = False
    trade: bool = False
    """MS.COUNTER.TRADE: the defender gives up dice for its Counter."""
    traded: bool = False
    """This is the Counter for which dice were given up."""
    blindside: bool = False
    made_up: bool = False
    """A throw: no weapon of the profile."""
    extra_hits: int = 0
    extra_why: str = "speed and weight"
    extra_rule: str = "MS.CRASH.BONUS"
    extra_pen: int = 0
    broken_cover: int = 0
    """MS.AOE.COVER: what cover that the attack has just destroyed still gives."""
    barrels: int = -1
    """MS.SQUAD.DICE: how many other models joined in when it was declared; -1 before that."""

    @property
    def is_melee(self) -> bool:
        """Answered by Melee DEF."""
        return self.weapon.kind == "melee"

    @property
    def is_indirect(self) -> bool:
        """Fired without needing sight (MS.IDF.BASIC)."""
        return self.how == "indirect"

    @property
    def takes_outside_help(self) -> bool:
        """MS.AOE.FIRST: in a sweep, only the first attack gains from what the weapon does not print."""
        return self.sweep < 2


class Tag:
    """A tag of a weapon."""

    rule: ClassVar[RuleId]
    fires_indirectly: ClassVar[bool] = False
    """Any: may it be fired without sight?"""
    sweeps: ClassVar[bool] = False
    """Any: may it take several targets, and does it go on behind what it destroys?"""
    all_round: ClassVar[bool] = False
    """Any: does it fire in every direction, without a turn of the model?"""
    is_free: ClassVar[bool] = False
    """Any: does it attack without a Combat Action?"""
    is_remote: ClassVar[bool] = False
    """Any: is it fired with Momentum, from unexpected angles?"""
    rams: ClassVar[bool] = False
    """Any: does it attack along a move?"""
    is_anti_air: ClassVar[bool] = False
    """Any: does it belong to the ship's anti-air guns?"""
    draws_user: ClassVar[bool] = False
    """Any: can it draw its user towards terrain?"""
    gathers_speed: ClassVar[bool] = False
    """Any: does its PEN grow with every Accelerate?"""

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        """Sum: bonus Hits."""
        return iter(())


class Trait:
    """A trait of a unit or of its pilot."""

    rule: ClassVar[RuleId]
    flies: ClassVar[bool] = False
    """Any: does it have Fly?"""
    swims: ClassVar[bool] = False
    """Any: is it at home in deep water?"""
    ambushes: ClassVar[bool] = False
    """Any: may it arrive from any table edge?"""
    launches_in: ClassVar[int] = 0
    """The highest: how far from the ship it launches others, in inches."""
    spins_by: ClassVar[int] = 0
    """The highest: sixths of a turn that a ship may spin after its first move."""
    finishes_earlier: ClassVar[int] = 0
    """Sum: how much sooner its attacks are a Finishing Blow."""
    rises_with: ClassVar[int] = 0
    """The highest: HP it keeps, once in a battle, when it would be destroyed."""
    sharpens: ClassVar[int] = 0
    """Sum: steps of critical range that can be called up once in a battle."""
    steadies_defence: ClassVar[bool] = False
    """Any: is one Focus on defence free each round?"""
    strikes_from_ambush: ClassVar[bool] = False
    """Any: is one action of Zeal free in the turn in which it arrives by Ambush?"""
    throw_hits: ClassVar[int] = 0
    """Sum: bonus Hits with thrown terrain."""
    keeps_thrown: ClassVar[bool] = False
    """Any: does thrown terrain stay as rubble?"""

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        """Sum: bonus Hits of its own attacks."""
        return iter(())


class Bonus:
    """MS.ELITE.CHOOSE: a bonus that an Elite unit chooses before the dice."""

    rule: ClassVar[RuleId]
    word: ClassVar[str]
    on: ClassVar[tuple[Literal["shooting", "melee", "defence"], ...]]
    dice: ClassVar[bool] = False
    """Does it add a die?"""
    crit: ClassVar[bool] = False
    """Does it widen the critical range?"""
    by_size: ClassVar[bool] = False
    """Does it add Hits by the Size of the target?"""
    indirectly: ClassVar[bool] = False
    """Does it help indirect fire as well?"""
    frees: ClassVar[bool] = False
    """Does it end with a free Disengage?"""
    allows_counter: ClassVar[bool] = False
    """Is it what a Counter needs, where the rules ask for that?"""
    sets_counter_cost: ClassVar[bool] = False
    """Does it say what the enemy's Counter costs?"""
