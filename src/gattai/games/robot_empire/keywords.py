"""Keywords printed on cards: one small class each, and every hook that they can override.

The core calls the hooks and never names a keyword. Numbers of several keywords are added; one True
is enough, except that a chain flies only if all its members do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ClassVar, TypeVar

from gattai.kernel.rulebook import RuleId


class Keyword:
    """A word on a card. By default a hook changes nothing."""

    rule: ClassVar[RuleId]
    takes_number: ClassVar[bool] = True
    is_for: ClassVar[tuple[str, ...]] = ()
    """The categories of card on which it has a meaning; empty for all cards on the table."""
    flies: ClassVar[bool] = False
    chains: ClassVar[bool] = False

    def __init__(self, number: int) -> None:
        self.number = number

    def long_range(self) -> int:
        """The damage of a long range attack."""
        return 0

    def range_bonus(self) -> int:
        """The bonus of other long range attacks of its owner."""
        return 0

    def harvest(self) -> int:
        """Coins added to a harvest."""
        return 0

    def income(self) -> int:
        """Coins added in Collect Resources."""
        return 0

    def revenge(self) -> int:
        """Damage to its opponent when it is destroyed in combat."""
        return 0

    def equipment_shield(self) -> int:
        """Damage to other Equipment of its owner that it prevents each turn."""
        return 0

    def battery_shield(self) -> int:
        """Damage to its owner's Battery that it prevents from each unblocked attacker."""
        return 0

    def says(self) -> str:
        """Return the keyword as card text."""
        return type(self).__doc__ or ""


KEYWORDS: dict[str, type[Keyword]] = {}
K = TypeVar("K", bound=Keyword)


def keyword(name: str) -> Callable[[type[K]], type[K]]:
    """Class decorator: register the keyword with this name on a card."""

    def enter(kind: type[K]) -> type[K]:
        KEYWORDS[name] = kind
        return kind

    return enter


def split_name(text: str) -> tuple[str, int]:
    """Split a printed keyword into its name and its number.

    >>> split_name("long range 2"), split_name("flying")
    (('long range', 2), ('flying', 0))
    """
    name, _, number = text.rpartition(" ")
    return (name, int(number)) if name and number.isdigit() else (text, 0)


@cache
def read(text: str) -> Keyword:
    """Read the keyword from a text on a card."""
    name, number = split_name(text)
    return KEYWORDS[name](number)


@keyword("flying")
class Flying(Keyword):
    """Can be blocked only by flyers; a flying Robot may mine."""

    rule = "ROBOT-EMPIRE.FLY.SOURCES"
    takes_number = False
    is_for = ("robot", "mega-top", "mega-bottom", "monster")
    flies = True


@keyword("chaining")
class Chaining(Keyword):
    """May be linked with one or two other cards with Chaining."""

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
        return self.number

    def says(self) -> str:
        return f"Shoots for {self.number} before fighters attack, then recharges."


@keyword("range bonus")
class RangeBonus(Keyword):
    """Other long range attacks deal more damage."""

    rule = "ROBOT-EMPIRE.CARD.EQUIPMENT"

    def range_bonus(self) -> int:
        return self.number

    def says(self) -> str:
        return f"Your other long range attacks deal {self.number} more."


@keyword("harvest")
class Harvest(Keyword):
    """Its harvests are larger."""

    rule = "ROBOT-EMPIRE.AMB.HARVEST"
    is_for = ("robot", "mega-top", "mega-bottom")

    def harvest(self) -> int:
        return self.number

    def says(self) -> str:
        return f"Brings home {self.number} more, from the War Chest."


@keyword("income")
class Income(Keyword):
    """Gives more coins in Collect Resources."""

    rule = "ROBOT-EMPIRE.CARD.EQUIPMENT"

    def income(self) -> int:
        return self.number

    def says(self) -> str:
        return f"You collect {self.number} more each turn."


@keyword("revenge")
class Revenge(Keyword):
    """Deals damage when it is destroyed."""

    rule = "ROBOT-EMPIRE.CARD.MONSTER"
    is_for = ("robot", "mega-top", "mega-bottom", "monster")

    def revenge(self) -> int:
        return self.number

    def says(self) -> str:
        return f"Destroyed in combat, it deals {self.number} to the fighter it fought."


@keyword("equipment shield")
class EquipmentShield(Keyword):
    """Protects other Equipment from damage."""

    rule = "ROBOT-EMPIRE.CARD.EQUIPMENT"

    def equipment_shield(self) -> int:
        return self.number

    def says(self) -> str:
        return f"Each turn keeps the first {self.number} damage off your other Equipment."


@keyword("battery shield")
class BatteryShield(Keyword):
    """Protects the Battery from damage."""

    rule = "ROBOT-EMPIRE.CARD.EQUIPMENT"

    def battery_shield(self) -> int:
        return self.number

    def says(self) -> str:
        return f"Each unblocked attacker deals {self.number} less to your Battery."
