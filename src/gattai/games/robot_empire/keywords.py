"""Keywords printed on cards: one small class each, and every moment at which one can speak.

The core asks the moments and never names a keyword. Numbers of several voices are added up; a yes
of one is a yes, save that a chain flies only where all its members do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ClassVar, TypeVar

from gattai.kernel.rulebook import RuleId


class Keyword:
    """A word on a card. Each moment has an answer that changes nothing."""

    rule: ClassVar[RuleId]
    takes_number: ClassVar[bool] = True
    is_for: ClassVar[tuple[str, ...]] = ()
    """The categories of card on which it means something; empty for all that lie on the table."""
    flies: ClassVar[bool] = False
    chains: ClassVar[bool] = False

    def __init__(self, number: int) -> None:
        self.number = number

    def long_range(self) -> int:
        """The damage of a long range attack."""
        return 0

    def range_bonus(self) -> int:
        """What other long range attacks of its owner gain."""
        return 0

    def harvest(self) -> int:
        """Coins that are added to a harvest."""
        return 0

    def income(self) -> int:
        """Coins that are added in Collect Resources."""
        return 0

    def revenge(self) -> int:
        """Damage to the fighter it fought, when it is destroyed in combat."""
        return 0

    def equipment_shield(self) -> int:
        """Damage that it keeps off other Equipment of its owner each turn."""
        return 0

    def battery_shield(self) -> int:
        """What each unblocked attacker deals less to its owner's Battery."""
        return 0

    def says(self) -> str:
        """What it does, as a card says it."""
        return type(self).__doc__ or ""


KEYWORDS: dict[str, type[Keyword]] = {}
K = TypeVar("K", bound=Keyword)


def keyword(name: str) -> Callable[[type[K]], type[K]]:
    """Class decorator: the keyword with this name on a card."""

    def enter(kind: type[K]) -> type[K]:
        KEYWORDS[name] = kind
        return kind

    return enter


def split_name(text: str) -> tuple[str, int]:
    """A keyword as printed, its number apart.

    >>> split_name("long range 2"), split_name("flying")
    (('long range', 2), ('flying', 0))
    """
    name, _, number = text.rpartition(" ")
    return (name, int(number)) if name and number.isdigit() else (text, 0)


@cache
def read(text: str) -> Keyword:
    """The keyword that a text on a card stands for."""
    name, number = split_name(text)
    return KEYWORDS[name](number)


@keyword("flying")
class Flying(Keyword):
    """Can be blocked by flyers only; a Robot that flies may mine."""

    rule = "ROBOT-EMPIRE.FLY.SOURCES"
    takes_number = False
    is_for = ("robot", "mega-top", "mega-bottom", "monster")
    flies = True


@keyword("chaining")
class Chaining(Keyword):
    """May be linked with one or two others that have Chaining."""

    rule = "ROBOT-EMPIRE.CHAIN.SIZE"
    takes_number = False
    is_for = ("monster",)
    chains = True


@keyword("long range")
class LongRange(Keyword):
    """Shoots before fighters attack, then recharges."""

    rule = "ROBOT-EMPIRE.LR.FIRST"
    is_for = ("robot", "mega-top", "mega-bottom", "equipment")

    def long_range(self) -> int:
        """Its number."""
        return self.number

    def says(self) -> str:
        """With its number."""
        return f"Shoots for {self.number} before fighters attack, then recharges."


@keyword("range bonus")
class RangeBonus(Keyword):
    """Other long range attacks deal more."""

    rule = "ROBOT-EMPIRE.CARD.EQUIPMENT"

    def range_bonus(self) -> int:
        """Its number."""
        return self.number

    def says(self) -> str:
        """With its number."""
        return f"Your other long range attacks deal {self.number} more."


@keyword("harvest")
class Harvest(Keyword):
    """Brings home more."""

    rule = "ROBOT-EMPIRE.AMB.HARVEST"
    is_for = ("robot", "mega-top", "mega-bottom")

    def harvest(self) -> int:
        """Its number."""
        return self.number

    def says(self) -> str:
        """With its number."""
        return f"Brings home {self.number} more, from the War Chest."


@keyword("income")
class Income(Keyword):
    """More coins in Collect Resources."""

    rule = "ROBOT-EMPIRE.CARD.EQUIPMENT"

    def income(self) -> int:
        """Its number."""
        return self.number

    def says(self) -> str:
        """With its number."""
        return f"You collect {self.number} more each turn."


@keyword("revenge")
class Revenge(Keyword):
    """Strikes as it falls."""

    rule = "ROBOT-EMPIRE.CARD.MONSTER"
    is_for = ("robot", "mega-top", "mega-bottom", "monster")

    def revenge(self) -> int:
        """Its number."""
        return self.number

    def says(self) -> str:
        """With its number."""
        return f"Destroyed in combat, it deals {self.number} to the fighter it fought."


@keyword("equipment shield")
class EquipmentShield(Keyword):
    """Protects other Equipment."""

    rule = "ROBOT-EMPIRE.CARD.EQUIPMENT"

    def equipment_shield(self) -> int:
        """Its number."""
        return self.number

    def says(self) -> str:
        """With its number."""
        return f"Each turn keeps the first {self.number} damage off your other Equipment."


@keyword("battery shield")
class BatteryShield(Keyword):
    """Protects the Battery."""

    rule = "ROBOT-EMPIRE.CARD.EQUIPMENT"

    def battery_shield(self) -> int:
        """Its number."""
        return self.number

    def says(self) -> str:
        """With its number."""
        return f"Each unblocked attacker deals {self.number} less to your Battery."
