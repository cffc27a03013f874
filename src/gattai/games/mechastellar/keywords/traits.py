"""Traits: of units (MS.UNIT.ENVIRONMENT) and of pilots (MS.TIER.SKILLED, MS.TIER.ACE)."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.keywords.moments import Strike, Trait
from gattai.games.mechastellar.keywords.registry import trait
from gattai.games.mechastellar.state import State
from gattai.kernel.tally import Term


@trait("fly")
class Fly(Trait):
    """MS.HIGH.FLY: it crosses High Ground and water."""

    rule = "MS.HIGH.FLY"
    flies = True


@trait("amphibious")
class Amphibious(Trait):
    """MS.WATER.MOVE: it moves on and in deep water."""

    rule = "MS.WATER.MOVE"
    swims = True


@trait("ambush")
class Ambush(Trait):
    """MS.REINFORCE.AMBUSH: it may arrive from any table edge."""

    rule = "MS.REINFORCE.AMBUSH"
    ambushes = True


@trait("catapult-16")
class Catapult(Trait):
    """MS.WARSHIP.LAUNCH: units are launched up to 16 in from the ship."""

    rule = "MS.WARSHIP.LAUNCH"
    launches_in = 16


@trait("hot-blooded")
class HotBlooded(Trait):
    """MS.TIER.SKILLED: its Finishing Blows need one Hit fewer."""

    rule = "MS.TIER.SKILLED"
    finishes_earlier = 1


@trait("immortal")
class Immortal(Trait):
    """MS.TIER.ACE: once per battle it keeps 100 HP when it would be destroyed."""

    rule = "MS.TIER.ACE"
    rises_with = 100


@trait("improvised-weapons")
class ImprovisedWeapons(Trait):
    """MS.TIER.SKILLED: thrown terrain has bonus Hits and stays as rubble."""

    rule = "MS.TIER.SKILLED"
    throw_hits = 1
    keeps_thrown = True


@trait("duelist")
class Duelist(Trait):
    """MS.TIER.SKILLED: +1 Hit in melee, also on a Counter."""

    rule = "MS.TIER.SKILLED"

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        """The trait names Counters, so it applies to them."""
        if strike.is_melee:
            yield Term(1, "a duelist", self.rule)


@trait("sharpshooter")
class Sharpshooter(Trait):
    """MS.TIER.SKILLED: +1 Hit when shooting directly in its own turn."""

    rule = "MS.TIER.SKILLED"

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        """Not on a Counter (MS.COUNTER.PASSIVES), not indirectly (MS.IDF.NO-BONUS)."""
        if not strike.is_melee and not strike.counter:
            yield Term(1, "a sharpshooter", self.rule)


@trait("ace-reflexes")
class AceReflexes(Trait):
    """MS.TIER.SKILLED: one Focus on defence each round is free."""

    rule = "MS.TIER.SKILLED"
    steadies_defence = True


@trait("silent-hunter")
class SilentHunter(Trait):
    """MS.TIER.SKILLED: one action of Zeal is free in the turn in which it arrives by Ambush."""

    rule = "MS.TIER.SKILLED"
    strikes_from_ambush = True


@trait("steady-helm")
class SteadyHelm(Trait):
    """MS.TIER.SKILLED: the ship may spin by one hex side after its first move."""

    rule = "MS.TIER.SKILLED"
    spins_by = 1
