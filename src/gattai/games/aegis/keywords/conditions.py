"""Temporary states of a unit, each lasting a full turn (AEGIS.TERM.FULL-TURN)."""

from __future__ import annotations

from gattai.games.aegis.keywords.moments import Condition
from gattai.games.aegis.keywords.registry import condition
from gattai.games.aegis.state import Effect


@condition("STN")
class Stunned(Condition):
    """AEGIS.ATTR.STN: it cannot move of itself."""

    rule = "AEGIS.ATTR.STN"
    word = "stunned"
    bars_moving = True


@condition("CAPTURE")
class Captured(Condition):
    """AEGIS.COMBINE-ABILITY.CAPTURE: it cannot move of itself."""

    rule = "AEGIS.COMBINE-ABILITY.CAPTURE"
    word = "captured"
    bars_moving = True


@condition("DSA")
class Disarmed(Condition):
    """AEGIS.ATTR.DSA: it cannot use Actions nor start a combine."""

    rule = "AEGIS.ATTR.DSA"
    word = "disarmed"
    bars_actions = True


@condition("XPO")
class Exposed(Condition):
    """AEGIS.ATTR.XPO: Actions that target it are Critical."""

    rule = "AEGIS.ATTR.XPO"
    word = "exposed"
    exposes = True


@condition("CLOAK")
class Cloaked(Condition):
    """AEGIS.PASSIVE.CLOAKING: it can neither use Actions nor be targeted."""

    rule = "AEGIS.PASSIVE.CLOAKING"
    word = "cloaked"
    bars_actions = True
    bars_targeting = True


@condition("VANISH")
class Vanished(Condition):
    """AEGIS.COMBINE-ABILITY.VANISH: it cannot be targeted and takes no damage."""

    rule = "AEGIS.COMBINE-ABILITY.VANISH"
    word = "vanished"
    bars_targeting = True
    stops_damage = True


@condition("WARRANT")
class Warranted(Condition):
    """AEGIS.COMMANDER.ARREST-MANDATE: it targeted a marked unit and has Reroll 1 this turn."""

    rule = "AEGIS.COMMANDER.ARREST-MANDATE"
    word = "Arrest Mandate"
    gives_reroll = 1


@condition("ACC")
class AccuracyChange(Condition):
    """AEGIS.MOD.ACC: its own Actions need less."""

    rule = "AEGIS.MOD.ACC"
    word = "Accuracy"
    adds_up = True

    def helps_aim(self, effect: Effect) -> int:
        """By the amount."""
        return effect.amount


@condition("EVA")
class EvasionChange(Condition):
    """AEGIS.MOD.EVA: Actions that target it need more."""

    rule = "AEGIS.MOD.EVA"
    word = "Evasion"
    adds_up = True

    def evades(self, effect: Effect) -> int:
        """By the amount."""
        return effect.amount


@condition("DMD")
class DamageChange(Condition):
    """AEGIS.MOD.DMD: its Actions deal more."""

    rule = "AEGIS.MOD.DMD"
    word = "Damage"
    adds_up = True

    def adds_damage(self, effect: Effect) -> int:
        """By the amount."""
        return effect.amount


@condition("DEF")
class DefenseChange(Condition):
    """AEGIS.MOD.DEF: Actions deal less to it."""

    rule = "AEGIS.MOD.DEF"
    word = "Defense"
    adds_up = True

    def softens(self, effect: Effect) -> int:
        """By the amount."""
        return effect.amount


@condition("COM")
class MovementChange(Condition):
    """AEGIS.MOD.COM: it moves farther."""

    rule = "AEGIS.MOD.COM"
    word = "Movement"
    adds_up = True

    def hastens(self, effect: Effect) -> int:
        """By the amount."""
        return effect.amount
