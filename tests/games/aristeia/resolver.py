"""A Combat Roll by the booklet, written from the booklet: symbols, blocks, criticals, Switches.

Nothing here is taken from the engine. A die is the text of its face: S success, SC critical
success, B block, BC critical block, X special, - blank.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

SYMBOL = re.compile("SC|BC|S|B|X")
FACES = {
    "red": ("SC", "SSX", "SX", "SX", "S", "-"),
    "green": ("BC", "BBX", "BX", "B", "-", "-"),
    "orange": ("SSX", "SBX", "SB", "S", "B", "-"),
    "blue": ("BBX", "SBX", "SB", "B", "S", "-"),
    "yellow": ("SBX", "SXX", "BX", "X", "X", "-"),
    "black": ("B", "B", "B", "-", "-", "-"),
}


def symbols(face: str) -> Counter[str]:
    return Counter(SYMBOL.findall(face))


@dataclass(frozen=True)
class Switch:
    """What a Switch costs, and what it does: adds a success, or takes a block from the other."""

    cost: tuple[str, ...]
    adds: int = 0
    nullifies: int = 0


@dataclass
class Roller:
    """One side of a roll: its dice, each a face, printed symbols among them; then its symbols."""

    dice: list[str]
    switches: tuple[Switch, ...] = ()
    have: Counter[str] = field(default_factory=Counter)

    def count(self) -> None:
        """Once no die can be taken away any more, all that counts is the symbols together."""
        self.have = Counter()
        for face in self.dice:
            self.have += symbols(face)

    @property
    def has_critical_block(self) -> bool:
        return "BC" in self.dice


def removable(foe: Roller) -> set[str]:
    """A critical block takes a whole die, whatever it shows; a blank one is of no use to take."""
    return {face for face in foe.dice if face != "-"}


def take(own: Roller, foe: Roller, face: str) -> None:
    """Before any Switch: the critical block is spent, and the die is gone."""
    own.dice.remove("BC")
    foe.dice.remove(face)


def worth(have: Counter[str], symbol: str) -> int:
    """A critical counts twice when it pays for a Switch."""
    return have[symbol] + (2 * have[f"{symbol}C"] if symbol in "SB" else 0)


def payable(roller: Roller) -> set[int]:
    """The Switches that the symbols pay for, by their place."""
    return {
        number
        for number, switch in enumerate(roller.switches)
        if all(worth(roller.have, s) >= n for s, n in Counter(switch.cost).items())
    }


def is_price(paid: Counter[str], switch: Switch, times: int) -> bool:
    """Whether these symbols are a price: enough of each, and nothing more that could stay."""
    cost = Counter(switch.cost * times)
    if any(symbol[0] not in cost for symbol in paid):
        return False
    for symbol, wanted in cost.items():
        given = worth(paid, symbol)
        spare = given - wanted
        # Half a critical may be lost, but no symbol that need not have been given.
        if spare < 0 or spare > 1 or (spare == 1 and not paid[f"{symbol}C"]):
            return False
        if spare == 1 and paid[symbol]:
            return False
    return True


def pay(own: Roller, foe: Roller, number: int, paid: Counter[str], times: int) -> None:
    """The symbols are gone, and the Switch works at once."""
    own.have.subtract(paid)
    assert min(own.have.values()) >= 0
    switch = own.switches[number]
    own.have["S"] += switch.adds * times
    foe.have["B"] -= min(foe.have["B"], switch.nullifies * times)


def left(own: Roller, foe: Roller) -> int:
    """Each block cancels a success, none a critical one; a critical block that was kept blocks too."""
    blocks = foe.have["B"] + foe.have["BC"]
    return max(0, own.have["S"] - blocks) + own.have["SC"]
