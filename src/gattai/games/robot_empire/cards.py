"""What is printed: cards of every kind, and ready decks."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Figure: TypeAlias = int | Literal["1d6"]
"""ROBOT-EMPIRE.COMP.DIE: a number, or the die that makes one."""
Price: TypeAlias = Annotated[int, Meta(ge=0, le=20)] | Literal["1d6"]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=30)] | Literal["1d6"]
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

    attack: Annotated[int, Meta(ge=0, le=20)] = 0
    """Attack points it adds."""
    defense: Annotated[int, Meta(ge=0, le=20)] = 0
    """Defense points it adds."""
    keyword: str = ""
    """A keyword it gives."""


class Upgrade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One upgrade circle of a card: what it costs, and what it gives."""

    cost: Annotated[int, Meta(ge=1, le=20)]
    """Power coins that fill the circle."""
    attack: Annotated[int, Meta(ge=0, le=20)] = 0
    """Attack points it adds."""
    defense: Annotated[int, Meta(ge=0, le=20)] = 0
    """Defense points it adds."""
    keyword: str = ""
    """A keyword it gives."""


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a card does when it is used: the kind of effect, at what, and how much of it."""

    op: str
    """The kind of effect."""
    target: str = "nobody"
    """What it is aimed at."""
    amount: Annotated[int, Meta(ge=0, le=20)] = 0
    """How much of it, where the effect counts."""
    attack: Annotated[int, Meta(ge=-20, le=20)] = 0
    """Attack points, where the effect changes them."""
    defense: Annotated[int, Meta(ge=-20, le=20)] = 0
    """Defense points, where the effect changes them."""
    keyword: str = ""
    """The keyword that the effect gives."""


class GameCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One card: its number and name, its category, and whatever that category prints.

    ROBOT-EMPIRE.CARD.ATTACK-DEFENSE: Attack and Defense points. ROBOT-EMPIRE.CARD.PORTS-PLACE: the
    ports of a Robot. `copies` is how many of it lie in one box.
    """

    id: str
    number: str
    """'#' and digits, as in the corner of the card."""
    name: str
    category: Category
    """What kind of card it is; that says which other fields it has."""
    copies: Annotated[int, Meta(ge=1, le=40)]
    """How many of it lie in one box."""
    house: bool
    cost: Price = 0
    """Power coins to bring it out or to use it; 1d6 throws for it."""
    attack: Points | None = None
    """Attack points; 1d6 throws for them."""
    defense: Points | None = None
    """Defense points; 1d6 throws for them."""
    ports: tuple[Port, ...] = ()
    """The ports of a Robot, for Components."""
    port: Port | None = None
    """The port that a Component fits."""
    gives: Gain | None = None
    """What a Component gives to its Robot."""
    keywords: tuple[str, ...] = ()
    """Keywords; most have a number behind, such as long range 2."""
    permanent: tuple[Upgrade, ...] = ()
    """Upgrades that stay, circle by circle."""
    instant: tuple[Upgrade, ...] = ()
    """Upgrades for one turn, circle by circle."""
    ability: Deed | None = None
    """What it does when it is turned sideways for it (ROBOT-EMPIRE.TAP.SYMBOL)."""
    effect: Deed | None = None
    """What it does, once, when it is shown: Agents and Super Weapons."""
    value: Annotated[int, Meta(ge=0, le=20)] = 0
    """The coins that a Moon holds."""
    landing_cost: Annotated[int, Meta(ge=0, le=10)] = 0
    """Coins to land on a Moon."""
    start_coins: Annotated[int, Meta(ge=0, le=20)] = 0
    """Coins with which its player begins."""


class DeckCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready deck: lines such as `4 brax-the-strong`."""

    id: str
    title: str
    cards: tuple[str, ...]
    """Lines of a number and a card, such as 4 brax-the-strong."""
    house: bool = False
