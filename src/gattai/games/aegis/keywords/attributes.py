"""Attributes and modifiers of Actions. Those that last a full turn are also conditions of units."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.keywords.moments import Attribute, Condition
from gattai.games.aegis.keywords.registry import attribute, condition, flies, has_distance
from gattai.games.aegis.state import Effect, State, Unit, UnitId
from gattai.kernel.rulebook import Refusal
from gattai.kernel.tally import Term

ANYWHERE = 999


@attribute("AA")
class AntiAir(Attribute):
    """AEGIS.ATTR.AA: 1 more damage to a unit that flies."""

    rule = "AEGIS.ATTR.AA"

    def adds_damage(self, state: State, struck: Unit) -> Iterator[Term]:
        """Counted once for an Action, even if the unit flies for several reasons."""
        if flies(struck):
            yield Term(1, "Anti-Air against a flyer", self.rule)


@attribute("CRT")
class Critical(Attribute):
    """AEGIS.ATTR.CRT: 1 more damage for each die exactly on the number needed."""

    rule = "AEGIS.ATTR.CRT"
    bonus_per_exact_die = 1


@attribute("AP")
class ArmorPiercing(Attribute):
    """AEGIS.ATTR.AP: on a line, also those behind the target up to the Distance."""

    rule = "AEGIS.ATTR.AP"
    look = "beam"

    def line(
        self, state: State, user: Unit, target: Unit, action: ActionCard, *, through: bool
    ) -> Iterator[UnitId]:
        """From the target outward to the first terrain, unless terrain is no obstacle.

        A Distance that is replaced does not count (AMB.MLE-RANGE).
        """
        assert user.at is not None
        assert target.at is not None
        if not has_distance(action):
            return
        ground = state.field.ground
        for met in ground.line(state, user.at, target.at, beyond=True, through=through):
            at = state.units[met].at
            if at is not None and ground.gap(user.at, at) <= action.distance:
                yield met


@attribute("FRC")
class Force(Attribute):
    """AEGIS.ATTR.FRC: pushes as well, by Power for each success."""

    rule = "AEGIS.ATTR.FRC"
    pushes = True


@attribute("AIM")
class Aimed(Attribute):
    """AEGIS.ATTR.AIM: nothing changes the Accuracy Number."""

    rule = "AEGIS.ATTR.AIM"
    keeps_accuracy = True


@attribute("HVY")
class Heavy(Attribute):
    """AEGIS.ATTR.HVY: the Action cannot be used after moving."""

    rule = "AEGIS.ATTR.HVY"

    def refusals(self, state: State, unit: Unit, action: ActionCard) -> Iterator[Refusal]:
        """Being pushed or pulled does not count as moving (AMB.HVY-FORCED)."""
        if unit.moved:
            yield Refusal(self.rule, f"{action.name} is Heavy and {unit.name} has moved this turn")


@attribute("ARC")
class Arcing(Attribute):
    """AEGIS.ATTR.ARC, AEGIS.LOS.ARC: needs no line of sight, and terrain stops no line."""

    rule = "AEGIS.ATTR.ARC"
    look = "arc"
    needs_sight = False


@attribute("STN")
@condition("STN")
class Stun(Attribute, Condition):
    """AEGIS.ATTR.STN: affected units cannot move for a full turn."""

    rule = "AEGIS.ATTR.STN"
    afflicts = "STN"
    word = "stunned"
    bars_moving = True


@attribute("DSA")
@condition("DSA")
class Disarm(Attribute, Condition):
    """AEGIS.ATTR.DSA: affected units cannot use Actions for a full turn."""

    rule = "AEGIS.ATTR.DSA"
    afflicts = "DSA"
    word = "disarmed"
    bars_actions = True


@attribute("LHT")
class Light(Attribute):
    """AEGIS.ATTR.LHT: once per act, in addition to the normal Action, before or after move and
    Action.
    """

    rule = "AEGIS.ATTR.LHT"
    is_light = True


@attribute("RCH")
class Recharge(Attribute):
    """AEGIS.ATTR.RCH: after use it cannot be used again in the same full turn or the next."""

    rule = "AEGIS.ATTR.RCH"
    remembers = True

    def refusals(self, state: State, unit: Unit, action: ActionCard) -> Iterator[Refusal]:
        """The owner's full turns are counted from one turn start to the next (AMB.RCH-WINDOW)."""
        now = state.turns[unit.seat]
        for name, used in unit.last_used:
            if name == action.name and now < used + 2:
                figures = (("used in own turn", used), ("now", now), ("free from", used + 2))
                yield Refusal(self.rule, f"{action.name} has to recharge", figures)


@attribute("XPO")
@condition("XPO")
class Expose(Attribute, Condition):
    """AEGIS.ATTR.XPO: for a full turn every Action that targets the unit is Critical."""

    rule = "AEGIS.ATTR.XPO"
    afflicts = "XPO"
    word = "exposed"
    exposes = True


@attribute("CMB")
class CombineAction(Attribute):
    """AEGIS.MOD.CMB: used once, free and successful, when its unit comes into play by combining."""

    rule = "AEGIS.MOD.CMB"
    on_combining = True


@attribute("LSR")
class Laser(Attribute):
    """AEGIS.MOD.LSR: any distance; the whole line; the printed Accuracy Number."""

    rule = "AEGIS.MOD.LSR"
    look = "beam"
    reach = ANYWHERE
    keeps_accuracy = True

    def line(
        self, state: State, user: Unit, target: Unit, action: ActionCard, *, through: bool
    ) -> Iterator[UnitId]:
        """All units from the user to the first terrain or the edge, friends included."""
        assert user.at is not None
        assert target.at is not None
        return state.field.ground.line(state, user.at, target.at, beyond=False, through=through)


@attribute("MLE")
class Melee(Attribute):
    """AEGIS.MOD.MLE: adjacent units only."""

    rule = "AEGIS.MOD.MLE"
    look = "melee"
    reach = 1


@attribute("SLF", "SLE")  # SLE is an accepted misprint in the document (AMB.SLE-SPELLING)
class Self(Attribute):
    """AEGIS.MOD.SLF: the user is always in the area."""

    rule = "AEGIS.MOD.SLF"
    includes_user = True


@attribute("DIV")
class Divide(Attribute):
    """AEGIS.MOD.DIV: the damage is computed once and divided."""

    rule = "AEGIS.MOD.DIV"
    divides = True


@attribute("ACC")
@condition("ACC")
class Accuracy(Attribute, Condition):
    """AEGIS.MOD.ACC: changes the number that the unit's own Actions need."""

    rule = "AEGIS.MOD.ACC"
    changes = "ACC"
    word = "Accuracy"
    adds_up = True

    def helps_aim(self, effect: Effect) -> int:
        return effect.amount


@attribute("EVA")
@condition("EVA")
class Evasion(Attribute, Condition):
    """AEGIS.MOD.EVA: changes the number that Actions targeting the unit need."""

    rule = "AEGIS.MOD.EVA"
    changes = "EVA"
    word = "Evasion"
    adds_up = True

    def evades(self, effect: Effect) -> int:
        return effect.amount


@attribute("DMD")
@condition("DMD")
class Damage(Attribute, Condition):
    """AEGIS.MOD.DMD: changes the damage the unit deals."""

    rule = "AEGIS.MOD.DMD"
    changes = "DMD"
    word = "Damage"
    adds_up = True

    def strengthens(self, effect: Effect) -> int:
        return effect.amount


@attribute("DEF")
@condition("DEF")
class Defense(Attribute, Condition):
    """AEGIS.MOD.DEF: changes the damage the unit takes."""

    rule = "AEGIS.MOD.DEF"
    changes = "DEF"
    word = "Defense"
    adds_up = True

    def softens(self, effect: Effect) -> int:
        return effect.amount


@attribute("COM")
@condition("COM")
class Movement(Attribute, Condition):
    """AEGIS.MOD.COM: changes the unit's Movement Value."""

    rule = "AEGIS.MOD.COM"
    changes = "COM"
    word = "Movement"
    adds_up = True

    def hastens(self, effect: Effect) -> int:
        return effect.amount
