"""Attributes and modifiers of Actions."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.keywords.moments import Attribute
from gattai.games.aegis.keywords.registry import attribute, flies, has_distance
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.kernel.rulebook import Refusal
from gattai.kernel.tally import Term

ANYWHERE = 999


@attribute("AA")
class AntiAir(Attribute):
    """AEGIS.ATTR.AA: 1 more damage to a unit that flies."""

    rule = "AEGIS.ATTR.AA"

    def adds_damage(self, state: State, struck: Unit) -> Iterator[Term]:
        """Once for an Action, however the unit comes to fly."""
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
        """From the target outward, to the first terrain unless that is no obstacle.

        A Distance that something else takes the place of is none (AMB.MLE-RANGE).
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
    """AEGIS.ATTR.HVY: not after moving."""

    rule = "AEGIS.ATTR.HVY"

    def refusals(self, state: State, unit: Unit, action: ActionCard) -> Iterator[Refusal]:
        """Being pushed or pulled is no move of one's own (AMB.HVY-FORCED)."""
        if unit.moved:
            yield Refusal(self.rule, f"{action.name} is Heavy and {unit.name} has moved this turn")


@attribute("ARC")
class Arcing(Attribute):
    """AEGIS.ATTR.ARC, AEGIS.LOS.ARC: no line of sight is needed, and terrain stops no line."""

    rule = "AEGIS.ATTR.ARC"
    look = "arc"
    needs_sight = False


@attribute("STN")
class Stun(Attribute):
    """AEGIS.ATTR.STN: those affected cannot move for a full turn."""

    rule = "AEGIS.ATTR.STN"
    afflicts = "STN"


@attribute("DSA")
class Disarm(Attribute):
    """AEGIS.ATTR.DSA: those affected cannot use Actions for a full turn."""

    rule = "AEGIS.ATTR.DSA"
    afflicts = "DSA"


@attribute("LHT")
class Light(Attribute):
    """AEGIS.ATTR.LHT: once in an act, besides the normal Action, before or after move and Action."""

    rule = "AEGIS.ATTR.LHT"
    is_light = True


@attribute("RCH")
class Recharge(Attribute):
    """AEGIS.ATTR.RCH: used in a full turn, not again in that one nor in the next."""

    rule = "AEGIS.ATTR.RCH"
    remembers = True

    def refusals(self, state: State, unit: Unit, action: ActionCard) -> Iterator[Refusal]:
        """The owner's full turns are counted from turn start to turn start (AMB.RCH-WINDOW)."""
        now = state.turns[unit.seat]
        for name, used in unit.last_used:
            if name == action.name and now < used + 2:
                figures = (("used in own turn", used), ("now", now), ("free from", used + 2))
                yield Refusal(self.rule, f"{action.name} has to recharge", figures)


@attribute("XPO")
class Expose(Attribute):
    """AEGIS.ATTR.XPO: for a full turn every Action that targets the unit is Critical."""

    rule = "AEGIS.ATTR.XPO"
    afflicts = "XPO"


@attribute("CMB")
class CombineAction(Attribute):
    """AEGIS.MOD.CMB: once free and successful when its unit comes into play by combining."""

    rule = "AEGIS.MOD.CMB"
    on_combining = True


@attribute("LSR")
class Laser(Attribute):
    """AEGIS.MOD.LSR: any distance; the whole line; the Accuracy Number as printed."""

    rule = "AEGIS.MOD.LSR"
    look = "beam"
    reach = ANYWHERE
    keeps_accuracy = True

    def line(
        self, state: State, user: Unit, target: Unit, action: ActionCard, *, through: bool
    ) -> Iterator[UnitId]:
        """From the user to the first terrain or the edge, friend and foe."""
        assert user.at is not None
        assert target.at is not None
        return state.field.ground.line(state, user.at, target.at, beyond=False, through=through)


@attribute("MLE")
class Melee(Attribute):
    """AEGIS.MOD.MLE: adjacent units only."""

    rule = "AEGIS.MOD.MLE"
    look = "melee"
    reach = 1


@attribute("SLF", "SLE")  # SLE is a misprint of the document, accepted (AMB.SLE-SPELLING)
class Self(Attribute):
    """AEGIS.MOD.SLF: the user is in the area, always."""

    rule = "AEGIS.MOD.SLF"
    includes_user = True


@attribute("DIV")
class Divide(Attribute):
    """AEGIS.MOD.DIV: the damage is worked out once and divided."""

    rule = "AEGIS.MOD.DIV"
    divides = True


@attribute("ACC")
class Accuracy(Attribute):
    """AEGIS.MOD.ACC: what the unit's own Actions need."""

    rule = "AEGIS.MOD.ACC"
    changes = "ACC"


@attribute("EVA")
class Evasion(Attribute):
    """AEGIS.MOD.EVA: what Actions that target the unit need."""

    rule = "AEGIS.MOD.EVA"
    changes = "EVA"


@attribute("DMD")
class Damage(Attribute):
    """AEGIS.MOD.DMD: the damage the unit deals."""

    rule = "AEGIS.MOD.DMD"
    changes = "DMD"


@attribute("DEF")
class Defense(Attribute):
    """AEGIS.MOD.DEF: the damage the unit takes."""

    rule = "AEGIS.MOD.DEF"
    changes = "DEF"


@attribute("COM")
class Movement(Attribute):
    """AEGIS.MOD.COM: the unit's Movement Value."""

    rule = "AEGIS.MOD.COM"
    changes = "COM"
