"""What follows from each action of a player: paying, placing, showing, landing, shooting."""

from __future__ import annotations

from typing import Any, assert_never

from gattai.games.robot_empire.actions import (
    Assemble,
    Attack,
    Block,
    BringOut,
    ComeHome,
    Discard,
    Employ,
    Install,
    Instant,
    Land,
    Link,
    Permanent,
    Shoot,
    Spring,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.course.timing import asked_at
from gattai.games.robot_empire.effects.register import carry_out, is_hit
from gattai.games.robot_empire.events.battle import (
    AttackDeclared,
    BlockDeclared,
    UnitRecharged,
)
from gattai.games.robot_empire.events.cards import (
    CameHome,
    CardAnnounced,
    CardBroughtOut,
    CardTooDear,
    ChainBroken,
    ChainLinked,
    ComponentInstalled,
    HandCardDiscarded,
    Landed,
    MegaAssembled,
    ShotAnnounced,
    UpgradePaid,
)
from gattai.games.robot_empire.figures import amount, shot, thrown
from gattai.games.robot_empire.play_refusals import DISCARD_PRICE
from gattai.games.robot_empire.state import Announced, CardId, Circle, State
from gattai.kernel.question import Roll, Seat, Steps
from gattai.kernel.ruleset import Table

Deeds = (
    BringOut
    | Install
    | Assemble
    | Link
    | Unlink
    | Permanent
    | Instant
    | Spring
    | Unleash
    | Employ
    | Land
    | ComeHome
    | Shoot
    | Attack
    | Block
    | Discard
)


def perform(table: Table[State], seat: Seat, action: Deeds) -> Steps[None]:
    """One action of the player who was asked."""
    state = table.state
    match action:
        case BringOut(card=card):
            yield from _bring_out(table, seat, card)
        case Install(card=card, unit=unit):
            price = int(state.card(card).cost)
            rule = "ROBOT-EMPIRE.COMPONENT.INSTALL"
            table.happens(
                ComponentInstalled(rule=rule, seat=seat, card=card, unit=unit, price=price)
            )
        case Assemble(top=top, bottom=bottom):
            rule = "ROBOT-EMPIRE.MEGA.ASSEMBLE"
            table.happens(MegaAssembled(rule=rule, top=top, bottom=bottom))
        case Link(units=units):
            table.happens(ChainLinked(rule="ROBOT-EMPIRE.CHAIN.SIZE", units=units))
        case Unlink(unit=unit):
            table.happens(ChainBroken(rule="ROBOT-EMPIRE.CHAIN.SIZE", unit=unit))
        case Permanent() | Instant():
            _upgrade(table, action)
        case Spring() | Unleash():
            _announce(table, seat, action)
        case Employ():
            yield from _employ(table, seat, action)
        case Land(unit=unit, moon=moon):
            price = state.card(moon).landing_cost
            table.happens(Landed(rule="ROBOT-EMPIRE.MOON.LAND", unit=unit, moon=moon, price=price))
        case ComeHome(unit=unit):
            _come_home(table, seat, unit)
        case Shoot():
            _shoot(table, seat, action)
        case Attack(unit=unit, at=at):
            table.happens(AttackDeclared(rule="ROBOT-EMPIRE.ATT.CHOOSE", unit=unit, at=at))
        case Block(unit=unit, attacker=attacker):
            rule = "ROBOT-EMPIRE.BLOCK.CHOOSE"
            table.happens(BlockDeclared(rule=rule, seat=seat, unit=unit, attacker=attacker))
        case Discard(card=card):
            price, rule = 0, "ROBOT-EMPIRE.DRAW.DISCARD-FREE"
            if state.discarded:
                price, rule = DISCARD_PRICE, "ROBOT-EMPIRE.DRAW.DISCARD-PAID"
            table.happens(HandCardDiscarded(rule=rule, seat=seat, card=card, price=price))
        case _:
            assert_never(action)


def _bring_out(table: Table[State], seat: Seat, card: CardId) -> Steps[None]:
    """ROBOT-EMPIRE.PLAY.PAY: the price goes to the War Chest, the card to its row."""
    face = table.state.card(card)
    price: Any = face.cost
    if isinstance(price, str):
        # ROBOT-EMPIRE.DICE.COST: thrown once, as the card comes out.
        what = f"the price of {face.name}"
        price = yield Roll(thrown(1), "ROBOT-EMPIRE.DICE.COST", what, seat)
        if price > table.state.players[seat].vault:
            rule = "ROBOT-EMPIRE.DICE.COST"
            table.happens(CardTooDear(rule=rule, seat=seat, card=card, price=price))
            return
    match face.category:
        case "equipment":
            rule = "ROBOT-EMPIRE.PLAY.BASE"
        case "mega-top" | "mega-bottom":
            rule = "ROBOT-EMPIRE.MEGA.PARTIAL"
        case _:
            rule = "ROBOT-EMPIRE.PLAY.FRONT"
    table.happens(CardBroughtOut(rule=rule, seat=seat, card=card, price=price))


def _upgrade(table: Table[State], action: Permanent | Instant) -> None:
    """ROBOT-EMPIRE.UPG.COINS-STAY: the coins stay on the circle."""
    unit = table.state.holder[action.card]
    if isinstance(action, Permanent):
        printed = unit.upgrade(action.card, "permanent", action.number)
        assert printed is not None
        circle = Circle(action.card, "permanent", action.number, printed.cost)
        rule = "ROBOT-EMPIRE.UPG.PERMANENT-WHEN"
    else:
        printed = unit.upgrade(action.card, "instant", action.number)
        assert printed is not None
        circle = Circle(action.card, "instant", action.number, printed.cost)
        rule = "ROBOT-EMPIRE.UPG.INSTANT-WHEN"
    table.happens(UpgradePaid(rule=rule, unit=unit.id, circle=circle))


def _announce(table: Table[State], seat: Seat, action: Spring | Unleash) -> None:
    """ROBOT-EMPIRE.AGENT.REVEAL, ROBOT-EMPIRE.SUPER.PLAY-PHASE: shown to all and paid for.

    Carried out when those who are asked have let it pass (ROBOT-EMPIRE.AMB.AGENT-STACK).
    """
    state = table.state
    face = state.card(action.card)
    assert face.effect is not None
    is_agent = isinstance(action, Spring)
    announced = Announced(
        "agent" if is_agent else "super-weapon", seat, action.card, action.unit, action.at
    )
    concerned = is_hit(state, face.effect, (action.unit, action.at), seat)
    # Before the price is paid: only the others are asked, and nothing of theirs has changed.
    waiting = asked_at(state, "announced", announced, concerned)
    rule = "ROBOT-EMPIRE.AGENT.REVEAL" if is_agent else "ROBOT-EMPIRE.SUPER.PLAY-PHASE"
    price = int(face.cost)
    table.happens(CardAnnounced(rule=rule, announced=announced, price=price, waiting=waiting))


def _employ(table: Table[State], seat: Seat, action: Employ) -> Steps[None]:
    """ROBOT-EMPIRE.TAP.SYMBOL, ROBOT-EMPIRE.PLAY.ABILITY-FIRST-TURN: sideways, and then what it says."""
    deed = table.state.card(action.card).ability
    assert deed is not None
    unit = table.state.holder[action.card]
    table.happens(UnitRecharged(rule="ROBOT-EMPIRE.TAP.SYMBOL", unit=unit.id, leaves=True))
    aim = (action.unit, action.at)
    yield from carry_out(table, seat, deed, aim, "ROBOT-EMPIRE.PLAY.ABILITY-FIRST-TURN")


def _come_home(table: Table[State], seat: Seat, card: CardId) -> None:
    """ROBOT-EMPIRE.AMB.HARVEST: all that lies on the Moon, and what the Robot's card adds."""
    state = table.state
    unit = state.by_id[card]
    moon = next(moon for moon in state.moons if moon.card == unit.moon)
    bonus = min(amount(unit, "harvest"), state.chest)
    refill = min(state.card(moon.card).value, state.chest - bonus)
    table.happens(
        CameHome(
            rule="ROBOT-EMPIRE.MOON.RETURN",
            unit=card,
            moon=moon.card,
            harvest=moon.coins,
            bonus=bonus,
            refill=refill,
        )
    )


def _shoot(table: Table[State], seat: Seat, action: Shoot) -> None:
    """ROBOT-EMPIRE.LR.TAP: the weapon recharges; the target's player may answer before it hits."""
    state = table.state
    points = shot(state, state.by_id[action.unit]).total
    announced = Announced("shot", seat, action.unit, action.target, None, points)
    concerned = (state.by_id[action.target].seat,)
    waiting = asked_at(state, "announced", announced, concerned)
    table.happens(ShotAnnounced(rule="ROBOT-EMPIRE.LR.TAP", announced=announced, waiting=waiting))
