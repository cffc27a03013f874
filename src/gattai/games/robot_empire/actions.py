"""What can be done: the answers a player can give, each with the word people type for it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gattai.games.robot_empire.state import CardId, Watch
from gattai.kernel.question import Seat
from gattai.kernel.window import Pass


class Charge(msgspec.Struct, frozen=True, tag="charge", gc=False):
    """ROBOT-EMPIRE.ADV.BATTERY-CHOICE: begin with so many coins on the Battery."""

    coins: int


class BringOut(msgspec.Struct, frozen=True, tag="bring-out", gc=False):
    """ROBOT-EMPIRE.PLAY.PAY: a Robot, a part, a Monster or Equipment comes to the table."""

    card: CardId


class Install(msgspec.Struct, frozen=True, tag="install", gc=False):
    """ROBOT-EMPIRE.COMPONENT.INSTALL: a Component goes into a Robot."""

    card: CardId
    unit: CardId


class Assemble(msgspec.Struct, frozen=True, tag="assemble", gc=False):
    """ROBOT-EMPIRE.MEGA.ASSEMBLE: torso over legs."""

    top: CardId
    bottom: CardId


class Link(msgspec.Struct, frozen=True, tag="link"):
    """ROBOT-EMPIRE.CHAIN.SIZE: Monsters, or a chain and a Monster, become one chain."""

    units: tuple[CardId, ...]


class Unlink(msgspec.Struct, frozen=True, tag="unlink", gc=False):
    """ROBOT-EMPIRE.AMB.CHAIN-WHEN: a chain becomes single Monsters."""

    unit: CardId


class Permanent(msgspec.Struct, frozen=True, tag="permanent", gc=False):
    """ROBOT-EMPIRE.UPG.PERMANENT-WHEN: pay for a Permanent Upgrade of a card."""

    card: CardId
    number: int = 0


class Instant(msgspec.Struct, frozen=True, tag="instant", gc=False):
    """ROBOT-EMPIRE.UPG.INSTANT-WHEN: pay for an Instant Upgrade of a card."""

    card: CardId
    number: int = 0


class Spring(msgspec.Struct, frozen=True, tag="spring", gc=False):
    """ROBOT-EMPIRE.AGENT.ANYTIME: show an Agent, at a unit, a player, or nothing."""

    card: CardId
    unit: CardId | None = None
    at: Seat | None = None


class Unleash(msgspec.Struct, frozen=True, tag="unleash", gc=False):
    """ROBOT-EMPIRE.SUPER.PLAY-PHASE: show a Super Weapon, at a unit, a player, or nothing."""

    card: CardId
    unit: CardId | None = None
    at: Seat | None = None


class Employ(msgspec.Struct, frozen=True, tag="employ", gc=False):
    """ROBOT-EMPIRE.TAP.SYMBOL: turn a card sideways for what it can do."""

    card: CardId
    unit: CardId | None = None
    at: Seat | None = None


class Land(msgspec.Struct, frozen=True, tag="land", gc=False):
    """ROBOT-EMPIRE.MOON.LAND: a Robot goes to a Moon."""

    unit: CardId
    moon: CardId


class ComeHome(msgspec.Struct, frozen=True, tag="come-home", gc=False):
    """ROBOT-EMPIRE.MOON.RETURN: a Robot comes back with its harvest."""

    unit: CardId


class Shoot(msgspec.Struct, frozen=True, tag="shoot", gc=False):
    """ROBOT-EMPIRE.LR.TARGETS: a long range attack."""

    unit: CardId
    target: CardId


class Attack(msgspec.Struct, frozen=True, tag="attack", gc=False):
    """ROBOT-EMPIRE.ATT.CHOOSE: a fighter attacks a player."""

    unit: CardId
    at: Seat


class Block(msgspec.Struct, frozen=True, tag="block", gc=False):
    """ROBOT-EMPIRE.BLOCK.CHOOSE: a fighter steps in the way of an attacker."""

    unit: CardId
    attacker: CardId


class Divide(msgspec.Struct, frozen=True, tag="divide"):
    """ROBOT-EMPIRE.DMG.ORDER: damage among a gang of blockers, in this order."""

    shares: tuple[tuple[CardId, int], ...]


class Discard(msgspec.Struct, frozen=True, tag="discard", gc=False):
    """ROBOT-EMPIRE.DRAW.DISCARD-FREE: throw a card of the hand away."""

    card: CardId


class AskMe(msgspec.Struct, frozen=True, tag="ask-me", gc=False):
    """ROBOT-EMPIRE.AMB.WATCH: when to be asked from now on. In a window it lets the moment pass too."""

    when: Watch


class Next(msgspec.Struct, frozen=True, tag="next", gc=False):
    """ROBOT-EMPIRE.TURN.ALL-PHASES: no more of this; on to what comes next."""


NEXT = Next()
WATCHES: tuple[AskMe, ...] = (AskMe("always"), AskMe("attacked"), AskMe("never"))

ACTIONS: tuple[type[msgspec.Struct], ...] = (
    Charge,
    BringOut,
    Install,
    Assemble,
    Link,
    Unlink,
    Permanent,
    Instant,
    Spring,
    Unleash,
    Employ,
    Land,
    ComeHome,
    Shoot,
    Attack,
    Block,
    Divide,
    Discard,
    AskMe,
    Next,
    Pass,
)
Aimed: TypeAlias = Spring | Unleash | Employ
