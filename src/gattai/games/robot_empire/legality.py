"""Why something may not be done: every action in one place, those of battle in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.robot_empire import play_refusals as play
from gattai.games.robot_empire.actions import (
    AskMe,
    Assemble,
    Attack,
    Block,
    BringOut,
    Charge,
    ComeHome,
    Discard,
    Divide,
    Employ,
    Install,
    Instant,
    Land,
    Link,
    Next,
    Permanent,
    Shoot,
    Spring,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.course.timing import phase_refusals
from gattai.games.robot_empire.effects.targets import SHOT
from gattai.games.robot_empire.figures import flies, has_range
from gattai.games.robot_empire.state import State
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.window import Pass

ENDED_BY_NEXT = ("play", "mining", "long-range", "attackers", "blockers", "discard")
LOWEST_BATTERY = 15
HIGHEST_BATTERY = 20


def refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Every reason against an action of the player who is asked."""
    seat = state.asked
    match action:
        case BringOut():
            return play.bring_out(state, seat, action)
        case Install():
            return play.install(state, seat, action)
        case Assemble():
            return play.assemble(state, seat, action)
        case Link():
            return play.link(state, seat, action)
        case Unlink():
            return play.break_chain(state, seat, action)
        case Permanent() | Instant():
            return play.upgrade(state, seat, action)
        case Spring():
            return play.spring(state, seat, action)
        case Unleash():
            return play.unleash(state, seat, action)
        case Employ():
            return play.employ(state, seat, action)
        case Land():
            return play.land(state, seat, action)
        case ComeHome():
            return play.come_home(state, seat, action)
        case Discard():
            return play.discard(state, seat, action)
        case Shoot():
            return _shoot(state, seat, action)
        case Attack():
            return _attack(state, seat, action)
        case Block():
            return _block(state, seat, action)
        case _:
            return _course(state, seat, action)


def _course(state: State, seat: Seat, action: Any) -> Iterator[Refusal]:
    """What only moves the game on."""
    match action:
        case Pass():
            if not state.windows:
                reason = "there is nothing to let pass; say next"
                yield Refusal("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", reason)
        case AskMe(when=when):
            yield from _ask_me(state, seat, when)
        case Next():
            if state.windows:
                reason = "you are asked whether to react; pass lets the moment go by"
                yield Refusal("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", reason)
            elif state.phase not in ENDED_BY_NEXT:
                yield Refusal("ROBOT-EMPIRE.TURN.ALL-PHASES", "there is nothing to end here")
        case Charge(coins=coins):
            rule = "ROBOT-EMPIRE.ADV.BATTERY-CHOICE"
            if not LOWEST_BATTERY <= coins <= HIGHEST_BATTERY:
                yield Refusal(rule, "a Battery begins with 15 to 20 coins", (("coins", coins),))
            elif state.phase != "batteries":
                yield Refusal(rule, "Batteries are charged before the game begins")
        case Divide():
            yield Refusal("ROBOT-EMPIRE.DMG.ORDER", "no damage is being divided")
        case _:
            yield Refusal("ROBOT-EMPIRE.TURN.ALL-PHASES", "that is nothing one can do")


def _ask_me(state: State, seat: Seat, when: str) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.AMB.WATCH: in any window, and once in one's own Play Cards."""
    rule = "ROBOT-EMPIRE.AMB.WATCH"
    player = state.players[seat]
    if not state.windows:
        if state.phase != "play":
            yield Refusal(rule, "settings are made in Play Cards, or when you are asked to react")
        if state.has_set_watch:
            yield Refusal(rule, "you have made your setting for this turn")
    is_so = player.rests if when == "never" else player.watch == when and not player.rests
    if is_so:
        yield Refusal(rule, "that is your setting already")


def _shoot(state: State, seat: Seat, action: Shoot) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.LR.FIRST: a ready weapon, at an enemy Robot, Monster or Equipment."""
    yield from phase_refusals(
        state, "long-range", "ROBOT-EMPIRE.LR.FIRST", "the long range step of Combat"
    )
    unit = state.by_id.get(action.unit)
    # ROBOT-EMPIRE.AMB.FIRST-TURN-LR, ROBOT-EMPIRE.PLAY.EQUIPMENT-FIRST-TURN: it may be new.
    if unit is None or unit.seat != seat or not has_range(unit):
        yield Refusal("ROBOT-EMPIRE.LR.FIRST", "that is no long range weapon of yours")
        return
    if unit.recharging:
        yield Refusal("ROBOT-EMPIRE.LR.TAP", f"{unit.faces[0].name} is Recharging")
    if unit.moon is not None:
        yield Refusal("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", "it is on a Moon")
    # ROBOT-EMPIRE.AMB.LR-BATTERY: a Battery is no unit, so no shot can name one.
    yield from SHOT.refusals(state, seat, (action.target, None), "ROBOT-EMPIRE.LR.TARGETS")


def _attack(state: State, seat: Seat, action: Attack) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.ATT.READY: who attacks, and whom."""
    rule = "ROBOT-EMPIRE.ATT.CHOOSE"
    words = "the step of Combat in which attackers are declared"
    yield from phase_refusals(state, "attackers", rule, words)
    unit = state.by_id.get(action.unit)
    if unit is None or unit.seat != seat:
        yield Refusal(rule, "only fighters of yours attack for you")
        return
    name = unit.faces[0].name
    if unit.is_part:
        yield Refusal("ROBOT-EMPIRE.MEGA.PARTIAL", f"{name} is only part of a Mega Robot")
    elif not unit.is_fighter:
        yield Refusal(rule, f"{name} is no fighter")
    if unit.recharging:
        yield Refusal("ROBOT-EMPIRE.ATT.READY", f"{name} is Recharging")
    if unit.since == state.turn:
        reason = f"{name} was not yours to attack with as the turn began"
        yield Refusal("ROBOT-EMPIRE.PLAY.NO-ATTACK-FIRST-TURN", reason)
    if unit.moon is not None:
        yield Refusal("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", f"{name} is on a Moon")
    if state.onset_of(unit.id) is not None:
        yield Refusal("ROBOT-EMPIRE.ATT.SIMULTANEOUS", f"{name} attacks already")
    if action.at == seat or action.at not in state.alive:
        yield Refusal(rule, "an attack is made on an opponent who is still in the game")


def _block(state: State, seat: Seat, action: Block) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.BLOCK.CHOOSE: who blocks, and whom. ROBOT-EMPIRE.BLOCK.NEW-OK: new ones may."""
    rule = "ROBOT-EMPIRE.BLOCK.CHOOSE"
    words = "the step of Combat in which blockers are declared"
    yield from phase_refusals(state, "blockers", rule, words)
    unit = state.by_id.get(action.unit)
    if unit is None or unit.seat != seat or not unit.is_fighter:
        yield Refusal(rule, "only fighters of yours block for you")
        return
    name = unit.faces[0].name
    if unit.recharging:
        yield Refusal("ROBOT-EMPIRE.BLOCK.NOT-RECHARGING", f"{name} is Recharging")
    if unit.moon is not None:
        yield Refusal("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", f"{name} is on a Moon")
    if state.blocks(unit.id) is not None:
        yield Refusal("ROBOT-EMPIRE.BLOCK.ONE-EACH", f"{name} blocks already")
    onset = state.onset_of(action.attacker)
    if onset is None:
        yield Refusal(rule, "that fighter does not attack")
        return
    if onset.at != seat:
        reason = "that fighter attacks another player"
        yield Refusal("ROBOT-EMPIRE.MULTI.TARGETS", reason)
    # ROBOT-EMPIRE.AMB.FLY-MONSTER: whatever it is that flies.
    if flies(state.by_id[onset.unit]) and not flies(unit):
        reason = f"{name} does not fly, and the attacker does"
        yield Refusal("ROBOT-EMPIRE.FLY.BLOCK", reason)
