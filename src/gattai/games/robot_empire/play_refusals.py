"""Why a card may not be played, an upgrade not be bought, a Moon not be mined."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.robot_empire.actions import (
    Aimed,
    Assemble,
    BringOut,
    ComeHome,
    Discard,
    Employ,
    Install,
    Instant,
    Land,
    Link,
    Permanent,
    Spring,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.cards import BROUGHT_OUT, PORTS, Deed
from gattai.games.robot_empire.course.timing import free_refusals, phase_refusals
from gattai.games.robot_empire.effects.targets import TARGETS
from gattai.games.robot_empire.figures import can_chain, flies, ports
from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal

LONGEST_CHAIN = 3
DISCARD_PRICE = 1


def can_pay(state: State, seat: Seat, price: int, rule: str) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.SPEND.FROM-VAULT: the Vault pays, the Battery never does."""
    vault = state.players[seat].vault
    if vault < price:
        figures = (("price", price), ("Vault", vault))
        yield Refusal(rule, "the Vault holds too few coins", figures)


def in_hand(state: State, seat: Seat, card: CardId) -> Iterator[Refusal]:
    """A card that is played or discarded comes from the hand."""
    if not state.has(seat, card):
        yield Refusal("ROBOT-EMPIRE.PLAY.PAY", "that card is not in your hand")


def play_phase(state: State, rule: str) -> Iterator[Refusal]:
    """What belongs to Play Cards."""
    return phase_refusals(state, "play", rule, "Play Cards")


def bring_out(state: State, seat: Seat, action: BringOut) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.PLAY.ANY-NUMBER: as many as can be paid."""
    yield from play_phase(state, "ROBOT-EMPIRE.PLAY.PAY")
    yield from in_hand(state, seat, action.card)
    card = state.card(action.card)
    if card.category not in BROUGHT_OUT:
        reason = f"{card.name} is not brought out to lie by itself"
        yield Refusal("ROBOT-EMPIRE.PLAY.PAY", reason)
    if action.card in state.tried:
        reason = "its price was thrown this turn, and was too high"
        yield Refusal("ROBOT-EMPIRE.AMB.DICE-COST-SHORT", reason)
    # ROBOT-EMPIRE.DICE.COST: the die shows at least 1.
    price = 1 if isinstance(card.cost, str) else card.cost
    yield from can_pay(state, seat, price, "ROBOT-EMPIRE.PLAY.PAY")


def install(state: State, seat: Seat, action: Install) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.COMPONENT.INSTALL: into one's own Robots, one of each type."""
    rule = "ROBOT-EMPIRE.COMPONENT.INSTALL"
    yield from play_phase(state, rule)
    yield from in_hand(state, seat, action.card)
    card = state.card(action.card)
    if card.category != "component":
        yield Refusal(rule, f"{card.name} is no Component")
        return
    assert not isinstance(card.cost, str)
    yield from can_pay(state, seat, card.cost, "ROBOT-EMPIRE.PLAY.PAY")
    unit = state.by_id.get(action.unit)
    if unit is None or unit.seat != seat:
        yield Refusal(rule, "a Component goes into a Robot of yours")
        return
    if unit.is_monster:
        yield Refusal("ROBOT-EMPIRE.CARD.MONSTER", "Monsters take no Components")
    elif not unit.is_robot:
        yield Refusal("ROBOT-EMPIRE.AMB.COMPONENT-WHO", "Components go into Robots only")
    if any(other.port == card.port for other in unit.fitted):
        reason = f"it has a Component of the type {card.port} already"
        yield Refusal("ROBOT-EMPIRE.AMB.COMPONENT-LIMIT", reason)
    # ROBOT-EMPIRE.COMPONENT.ANY-ROBOT: ports matter only where they are played with.
    if state.box.ports and card.port not in ports(unit):
        has = ", ".join(ports(unit)) or "none"
        reason = f"it has no port for {PORTS[card.port or 'JJ']}"
        yield Refusal("ROBOT-EMPIRE.VAR.PORTS", reason, (("ports", has),))


def assemble(state: State, seat: Seat, action: Assemble) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.MEGA.ANY-PAIR: any torso with any legs, both paid for (ROBOT-EMPIRE.MEGA.TWO-COSTS)."""
    rule = "ROBOT-EMPIRE.MEGA.ASSEMBLE"
    yield from play_phase(state, rule)
    wanted = ((action.top, "mega-top", "a torso"), (action.bottom, "mega-bottom", "legs"))
    for card, category, words in wanted:
        unit = state.by_id.get(card)
        if unit is None or unit.seat != seat or not unit.is_part:
            yield Refusal(rule, f"it takes {words} in your Base")
        elif unit.faces[0].category != category:
            yield Refusal(rule, f"{unit.faces[0].name} is not {words}")


def link(state: State, seat: Seat, action: Link) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.CHAIN.SIZE: Monsters with Chaining, three cards at most."""
    rule = "ROBOT-EMPIRE.CHAIN.SIZE"
    yield from play_phase(state, "ROBOT-EMPIRE.AMB.CHAIN-WHEN")
    members = [state.by_id.get(card) for card in action.units]
    if len({*action.units}) != len(action.units) or len(members) < 2:
        yield Refusal(rule, "a chain has two or three different members")
    own = [unit for unit in members if unit is not None and unit.seat == seat]
    if len(own) != len(members):
        yield Refusal(rule, "a chain is made of Monsters of yours")
    for unit in own:
        if not can_chain(unit):
            yield Refusal(rule, f"{unit.faces[0].name} has no Chaining")
    cards = sum(len(unit.cards) for unit in own)
    if cards > LONGEST_CHAIN:
        figures = (("cards", cards), ("most", LONGEST_CHAIN))
        yield Refusal(rule, "a chain has three cards at most", figures)


def break_chain(state: State, seat: Seat, action: Unlink) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.AMB.CHAIN-BREAK: not in the turn it was linked, and not with damage on it."""
    yield from play_phase(state, "ROBOT-EMPIRE.AMB.CHAIN-WHEN")
    unit = state.by_id.get(action.unit)
    if unit is None or unit.seat != seat or not unit.is_chain:
        yield Refusal("ROBOT-EMPIRE.AMB.CHAIN-WHEN", "that is no chain of yours")
        return
    if unit.linked == state.turn:
        yield Refusal("ROBOT-EMPIRE.AMB.CHAIN-BREAK", "it was linked in this turn")
    if unit.damage:
        yield Refusal("ROBOT-EMPIRE.AMB.CHAIN-BREAK", "there is damage on it")


def upgrade(state: State, seat: Seat, action: Permanent | Instant) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.UPG.PERMANENT-WHEN, ROBOT-EMPIRE.UPG.INSTANT-WHEN: an upgrade circle is paid for."""
    kind = "permanent" if isinstance(action, Permanent) else "instant"
    if isinstance(action, Permanent):
        yield from play_phase(state, "ROBOT-EMPIRE.UPG.PERMANENT-WHEN")
        rule = "ROBOT-EMPIRE.UPG.PERMANENT-WHEN"
    else:
        yield from free_refusals(state)
        rule = "ROBOT-EMPIRE.UPG.INSTANT-WHEN"
    unit = state.holder.get(action.card)
    printed = None if unit is None else unit.upgrade(action.card, kind, action.number)
    if unit is None or unit.seat != seat or printed is None:
        yield Refusal(rule, f"there is no such {kind} upgrade on a card of yours")
        return
    if unit.is_part:
        yield Refusal("ROBOT-EMPIRE.MEGA.PARTIAL", "a part of a Mega Robot does nothing by itself")
    yield from idle(unit)
    if unit.is_paid(action.card, kind, action.number):
        yield Refusal("ROBOT-EMPIRE.AMB.UPGRADE-TWICE", "there are coins on that circle already")
    yield from can_pay(state, seat, printed.cost, "ROBOT-EMPIRE.SPEND.FROM-VAULT")


def idle(unit: Unit) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.TAP.NO-ABILITIES: a Recharging card is of no use."""
    if unit.recharging:
        yield Refusal("ROBOT-EMPIRE.TAP.NO-ABILITIES", f"{unit.faces[0].name} is Recharging")


def spring(state: State, seat: Seat, action: Spring) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.AGENT.ANYTIME: whenever nobody is in the midst of a step, if the Vault can pay."""
    rule = "ROBOT-EMPIRE.AGENT.ANYTIME"
    card = state.card(action.card)
    deed = card.effect
    cancels = deed is not None and deed.target == "agent"
    yield from free_refusals(state, cancels=cancels)
    yield from in_hand(state, seat, action.card)
    if card.category != "agent" or deed is None:
        yield Refusal(rule, f"{card.name} is no Agent")
        return
    yield from can_pay(state, seat, int(card.cost), rule)
    yield from aimed(state, seat, deed, action, "ROBOT-EMPIRE.CARD.AGENT")


def unleash(state: State, seat: Seat, action: Unleash) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.SUPER.PLAY-PHASE: in one's own Play Cards."""
    rule = "ROBOT-EMPIRE.SUPER.PLAY-PHASE"
    yield from play_phase(state, rule)
    yield from in_hand(state, seat, action.card)
    card = state.card(action.card)
    if card.category != "super-weapon" or card.effect is None:
        yield Refusal(rule, f"{card.name} is no Super Weapon")
        return
    yield from can_pay(state, seat, int(card.cost), rule)
    yield from aimed(state, seat, card.effect, action, "ROBOT-EMPIRE.CARD.SUPER")


def employ(state: State, seat: Seat, action: Employ) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.AMB.ABILITY-WHEN: whenever an Instant Upgrade may be bought; the card must be ready."""
    rule = "ROBOT-EMPIRE.TAP.SYMBOL"
    yield from free_refusals(state)
    unit = state.holder.get(action.card)
    deed = state.card(action.card).ability
    if unit is None or unit.seat != seat or deed is None:
        yield Refusal(rule, "there is no ability to use on a card of yours")
        return
    if unit.is_part:
        yield Refusal("ROBOT-EMPIRE.MEGA.PARTIAL", "a part of a Mega Robot does nothing by itself")
    yield from idle(unit)
    if unit.moon is not None:
        yield Refusal("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", "it is on a Moon")
    yield from aimed(state, seat, deed, action, rule)


def aimed(state: State, seat: Seat, deed: Deed, action: Aimed, rule: str) -> Iterator[Refusal]:
    """What the card's words say about its target."""
    return TARGETS[deed.target].refusals(state, seat, (action.unit, action.at), rule)


def land(state: State, seat: Seat, action: Land) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.MOON.LAND: a ready Robot that flies, a free Moon, and the price of landing."""
    rule = "ROBOT-EMPIRE.MOON.LAND"
    yield from phase_refusals(state, "mining", rule, "Moon Mining")
    unit = state.by_id.get(action.unit)
    if unit is None or unit.seat != seat or not unit.is_robot:
        yield Refusal("ROBOT-EMPIRE.AMB.MOON-MONSTER", "only Robots of yours land on Moons")
        return
    # ROBOT-EMPIRE.PLAY.MINE-FIRST-TURN: it does not matter how long it has been out.
    if unit.recharging:
        yield Refusal(rule, f"{unit.faces[0].name} is Recharging")
    elif not flies(unit):
        reason = f"{unit.faces[0].name} does not fly"
        yield Refusal("ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS", reason)
    if unit.moon is not None:
        yield Refusal(rule, "it is on a Moon already")
    if all(moon.card != action.moon for moon in state.moons):
        yield Refusal(rule, "there is no such Moon on the table")
        return
    if action.moon in state.landed_on:
        yield Refusal(rule, "there is a Robot on that Moon")
    price = state.card(action.moon).landing_cost
    yield from can_pay(state, seat, price, "ROBOT-EMPIRE.MOON.LANDING-COST")


def come_home(state: State, seat: Seat, action: ComeHome) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.MOON.RETURN: in a later turn, and flying."""
    rule = "ROBOT-EMPIRE.MOON.RETURN"
    yield from phase_refusals(state, "mining", rule, "Moon Mining")
    unit = state.by_id.get(action.unit)
    if unit is None or unit.seat != seat or unit.moon is None:
        yield Refusal(rule, "that is no Robot of yours on a Moon")
        return
    if unit.landed == state.turn:
        yield Refusal(rule, "it landed in this turn")
    if not flies(unit):
        reason = f"{unit.faces[0].name} does not fly"
        yield Refusal("ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS", reason)


def discard(state: State, seat: Seat, action: Discard) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.DRAW.DISCARD-FREE, ROBOT-EMPIRE.DRAW.DISCARD-PAID: one is free, others cost a coin."""
    yield from phase_refusals(state, "discard", "ROBOT-EMPIRE.DRAW.DISCARD-FREE", "Draw Cards")
    yield from in_hand(state, seat, action.card)
    if state.discarded:
        yield from can_pay(state, seat, DISCARD_PRICE, "ROBOT-EMPIRE.DRAW.DISCARD-PAID")
