"""MS.ELITE.CHOOSE: the bonuses that an Elite pilot or Kaiju may choose before each roll."""

from __future__ import annotations

from gattai.games.mechastellar.keywords.moments import Bonus
from gattai.games.mechastellar.keywords.registry import bonus


@bonus
class Barrage(Bonus):
    """MS.ELITE.BARRAGE: one more die when shooting, also with indirect fire."""

    rule = "MS.ELITE.BARRAGE"
    word = "barrage"
    on = ("shooting",)
    dice = True
    indirectly = True


@bonus
class Bullseye(Bonus):
    """MS.ELITE.BULLSEYE: a wider critical range when shooting."""

    rule = "MS.ELITE.BULLSEYE"
    word = "bullseye"
    on = ("shooting",)
    crit = True


@bonus
class SwiftStrike(Bonus):
    """MS.ELITE.SWIFT: one more die in melee; sets the cost of the enemy's Counter."""

    rule = "MS.ELITE.SWIFT"
    word = "swift-strike"
    on = ("melee",)
    dice = True
    sets_counter_cost = True


@bonus
class Feint(Bonus):
    """MS.ELITE.FEINT: a wider critical range in melee, and a free Disengage afterwards."""

    rule = "MS.ELITE.FEINT"
    word = "feint"
    on = ("melee",)
    crit = True
    frees = True


@bonus
class TearThrough(Bonus):
    """MS.ELITE.TEAR: in melee, bonus Hits by the Size of the squad or unit."""

    rule = "MS.ELITE.TEAR"
    word = "tear"
    on = ("melee",)
    by_size = True


@bonus
class Guard(Bonus):
    """MS.ELITE.GUARD: one more die on defence."""

    rule = "MS.ELITE.GUARD"
    word = "guard"
    on = ("defence",)
    dice = True


@bonus
class Dodge(Bonus):
    """MS.ELITE.DODGE: a wider critical range on defence."""

    rule = "MS.ELITE.DODGE"
    word = "dodge"
    on = ("defence",)
    crit = True


@bonus
class CounterStance(Bonus):
    """MS.ELITE.COUNTER: allows a Counter where the rules make that an elite choice."""

    rule = "MS.ELITE.COUNTER"
    word = "counter"
    on = ("defence",)
    allows_counter = True
