"""All tags of weapons (MS.WEAPON.TAGS)."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.figures import barrier_holds, size_of
from gattai.games.mechastellar.keywords.moments import Strike, Tag
from gattai.games.mechastellar.keywords.registry import tag
from gattai.games.mechastellar.state import State
from gattai.kernel.tally import Term


@tag("IDF")
class IndirectFire(Tag):
    """MS.IDF.BASIC: it can be fired without sight; MS.IDF.SQUAD, MS.BARRIER.WEAK: its bonus Hits."""

    rule = "MS.IDF.BASIC"
    fires_indirectly = True

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        """Against squads and active barriers, direct or indirect; in space kinetic weapons lose the
        tag.
        """
        idf = state.rules.idf
        if grounded_kinetic(state, strike.weapon.category):
            return
        if len(state.squad(strike.target)) > 1:
            yield Term(idf.vs_squad, "indirect fire at a squad", "MS.IDF.SQUAD")
        if barrier_holds(state, strike):
            yield Term(idf.vs_barrier, "against an active barrier", "MS.BARRIER.WEAK")


def grounded_kinetic(state: State, category: str) -> bool:
    """MS.IDF.SPACE: in space, kinetic weapons have Support ATK instead of indirect fire."""
    in_space = state.ground.field.environment == "S"
    return in_space and category == "K" and state.rules.idf.space_kinetic == "support_atk"


@tag("AOE")
class AreaOfEffect(Tag):
    """MS.AOE.SIZE: bonus Hits by the Size of the target; MS.AOE.SWEEP: several targets at once."""

    rule = "MS.AOE.SIZE"
    sweeps = True

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        """By Size, and against an active barrier."""
        size = size_of(state, strike.target)
        if size:
            yield Term(size, f"area against Size {size}", self.rule)
        if barrier_holds(state, strike):
            yield Term(state.rules.idf.vs_barrier, "against an active barrier", "MS.BARRIER.WEAK")


@tag("AA")
class AntiAir(Tag):
    """MS.WARSHIP.AA: a normal weapon; Anti-Air Defences help it, All Weapons Fire does not."""

    rule = "MS.WARSHIP.AA"
    is_anti_air = True


@tag("360")
class AllRound(Tag):
    """MS.TARGET.360: it sees and fires in every direction without turning the model."""

    rule = "MS.TARGET.360"
    all_round = True


@tag("CC")
class CloseCombat(Tag):
    """MS.PUSH.ACCEL: PEN +1 for each Accelerate used this turn."""

    rule = "MS.PUSH.ACCEL"
    gathers_speed = True


@tag("Crash")
class Crash(Tag):
    """MS.CRASH.ACTION: it attacks along a move, with bonuses for Size and speed."""

    rule = "MS.CRASH.ACTION"
    rams = True
    gathers_speed = True


@tag("Free")
class FreeAttack(Tag):
    """MS.WEAPON.FREE: it attacks without a Combat Action, once a turn."""

    rule = "MS.WEAPON.FREE"
    is_free = True


@tag("Pull")
class Pull(Tag):
    """MS.PUSH.ON-TERRAIN: it can pull its user towards a piece of terrain."""

    rule = "MS.PUSH.ON-TERRAIN"
    draws_user = True


@tag("Remote")
class Remote(Tag):
    """MS.REMOTE.FIRE: it is fired with Momentum, blindsides, and then fires indirectly."""

    rule = "MS.REMOTE.FIRE"
    is_remote = True
    fires_indirectly = True
