"""The printed cards of every kind, and ready-made decks."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Figure: TypeAlias = int | Literal["1d6"]
"""ROBOT-EMPIRE.COMP.DIE: a number, or a die that is rolled for it."""
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
"""Cards that are separate units on the table after their Power-Up price is paid
(ROBOT-EMPIRE.CARD.COST-PLACE).
"""


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a Component gives its Robot: points, or a keyword."""

    attack: Annotated[int, Meta(ge=0, le=20)] = 0
    """Attack points it adds."""
    defense: Annotated[int, Meta(ge=0, le=20)] = 0
    """Defense points it adds."""
    keyword: str = ""
    """A keyword it gives."""


class Upgrade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One upgrade circle of a card: its price and what it gives."""

    cost: Annotated[int, Meta(ge=1, le=20)]
    """The Power coins that fill the circle."""
    attack: Annotated[int, Meta(ge=0, le=20)] = 0
    """Attack points it adds."""
    defense: Annotated[int, Meta(ge=0, le=20)] = 0
    """Defense points it adds."""
    keyword: str = ""
    """A keyword it gives."""


class CardAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The effect of a card: its kind, its target, and its amount."""

    op: str
    """The kind of effect."""
    target: str = "nobody"
    """The target of the effect."""
    amount: Annotated[int, Meta(ge=0, le=20)] = 0
    """The amount, if the effect has one."""
    attack: Annotated[int, Meta(ge=-20, le=20)] = 0
    """Attack points, if the effect changes them."""
    defense: Annotated[int, Meta(ge=-20, le=20)] = 0
    """Defense points, if the effect changes them."""
    keyword: str = ""
    """The keyword that the effect gives."""


class GameCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One card: its number, its name, its category, and what that category prints.

    ROBOT-EMPIRE.CARD.ATTACK-DEFENSE: Attack and Defense points. ROBOT-EMPIRE.CARD.PORTS-PLACE: the
    ports of a Robot. `copies` is the number in one box.
    """

    id: str
    number: str
    """'#' and digits, as in the corner of the card."""
    name: str
    category: Category
    """The kind of card, which determines its other fields."""
    copies: Annotated[int, Meta(ge=1, le=40)]
    """The number of copies in one box."""
    house: bool
    cost: Price = 0
    """The price in Power coins; with 1d6 it is rolled."""
    attack: Points | None = None
    """Attack points; with 1d6 they are rolled."""
    defense: Points | None = None
    """Defense points; with 1d6 they are rolled."""
    ports: tuple[Port, ...] = ()
    """The ports of a Robot, for Components."""
    port: Port | None = None
    """The port that a Component fits."""
    gives: Gain | None = None
    """What a Component gives its Robot."""
    keywords: tuple[str, ...] = ()
    """Keywords, most of them with a number, such as long range 2."""
    permanent: tuple[Upgrade, ...] = ()
    """Upgrades that stay, circle by circle."""
    instant: tuple[Upgrade, ...] = ()
    """Upgrades for one turn, circle by circle."""
    ability: CardAction | None = None
    """Its ability when turned sideways (ROBOT-EMPIRE.TAP.SYMBOL)."""
    effect: CardAction | None = None
    """Its effect, once, when shown: Agents and Super Weapons."""
    value: Annotated[int, Meta(ge=0, le=20)] = 0
    """The coins that a Moon holds."""
    landing_cost: Annotated[int, Meta(ge=0, le=10)] = 0
    """Coins to land on a Moon."""
    start_coins: Annotated[int, Meta(ge=0, le=20)] = 0
    """The coins with which its player begins."""


class DeckCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made deck: lines such as `4 brax-the-strong`."""

    id: str
    title: str
    cards: tuple[str, ...]
    """Lines of a number and a card, such as `4 brax-the-strong`."""
    house: bool = False
