"""What is printed: cards of every kind, and ready decks."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Figure: TypeAlias = int | Literal["1d6"]
"""ROBOT-EMPIRE.COMP.DIE: a number, or the die that makes one."""
Category = Literal[
    "robot",
    "mega-top",
    "mega-bottom",
    "monster",
    "agent",
    "component",
    "super-weapon",
    "equipment",
    "moon",
    "setup",
]
Port = Literal["JJ", "RT", "FF"]
"""ROBOT-EMPIRE.CARD.COMPONENT: Jump Jets, Rocket, Force Field."""
PORTS: dict[str, str] = {"JJ": "Jump Jets", "RT": "Rocket", "FF": "Force Field"}

PARTS = ("mega-top", "mega-bottom")
ROBOTS = ("robot", *PARTS)
FIGHTERS = (*ROBOTS, "monster")
BROUGHT_OUT = (*FIGHTERS, "equipment")
"""What lies on the table by itself once its Power-Up price is paid (ROBOT-EMPIRE.CARD.COST-PLACE)."""


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a Component gives to its Robot: points, or a keyword."""

    attack: int = 0
    defense: int = 0
    keyword: str = ""


class Upgrade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One upgrade circle of a card: what it costs, and what it gives."""

    cost: int
    attack: int = 0
    defense: int = 0
    keyword: str = ""


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a card does when it is used: the kind of effect, at what, and how much of it."""

    op: str
    target: str = "nobody"
    amount: int = 0
    attack: int = 0
    defense: int = 0
    keyword: str = ""


class GameCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One card: its number and name, its category, and whatever that category prints.

    ROBOT-EMPIRE.CARD.ATTACK-DEFENSE: Attack and Defense points. ROBOT-EMPIRE.CARD.PORTS-PLACE: the
    ports of a Robot. `copies` is how many of it lie in one box.
    """

    id: str
    number: str
    name: str
    category: Category
    copies: int
    house: bool
    cost: Figure = 0
    attack: Figure | None = None
    defense: Figure | None = None
    ports: tuple[Port, ...] = ()
    port: Port | None = None
    gives: Gain | None = None
    keywords: tuple[str, ...] = ()
    permanent: tuple[Upgrade, ...] = ()
    instant: tuple[Upgrade, ...] = ()
    ability: Deed | None = None
    """What it does when it is turned sideways for it (ROBOT-EMPIRE.TAP.SYMBOL)."""
    effect: Deed | None = None
    """What it does, once, when it is shown: Agents and Super Weapons."""
    value: int = 0
    landing_cost: int = 0
    start_coins: int = 0


class DeckCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready deck: lines such as `4 brax-the-strong`."""

    id: str
    title: str
    cards: tuple[str, ...]
    house: bool = False
