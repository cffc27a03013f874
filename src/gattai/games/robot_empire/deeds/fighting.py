"""Combat: long range attacks, who attacks whom, and who blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Self

from msgspec.structs import replace

from gattai.games.robot_empire.battle.chances import coins_lost, falls, hit, with_block
from gattai.games.robot_empire.course.timing import phase_refusals
from gattai.games.robot_empire.course.windows import asked_about
from gattai.games.robot_empire.deeds.acting import Act
from gattai.games.robot_empire.effects.targets import SHOT
from gattai.games.robot_empire.events.battle import AttackDeclared, BlockDeclared
from gattai.games.robot_empire.events.cards import ShotAnnounced
from gattai.games.robot_empire.figures import Points, attack, defense, flies, has_range, shot
from gattai.games.robot_empire.state import Announced, CardId, Onset, State, Unit
from gattai.kernel.deed import Forecast, Sum
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Shoot(Act, frozen=True, tag="shoot", gc=False):
    """ROBOT-EMPIRE.LR.TARGETS: a long range attack."""

    says = "shoot at {target} with {unit}"
    unit: CardId
    target: CardId

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Self]:
        """Each unit at each other."""
        for unit in state.units:
            for other in state.units:
                if other is not unit:
                    yield cls(unit.id, other.id)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.LR.FIRST: a ready weapon, at an enemy Robot, Monster or Equipment."""
        seat = state.asked
        yield from phase_refusals(
            state, "long-range", "ROBOT-EMPIRE.LR.FIRST", "the long range step of Combat"
        )
        unit = state.by_id.get(self.unit)
        # ROBOT-EMPIRE.AMB.FIRST-TURN-LR, ROBOT-EMPIRE.PLAY.EQUIPMENT-FIRST-TURN: it may be new.
        if unit is None or unit.seat != seat or not has_range(unit):
            yield Refusal("ROBOT-EMPIRE.LR.FIRST", "that is no long range weapon of yours")
            return
        if unit.recharging:
            yield Refusal("ROBOT-EMPIRE.LR.TAP", f"{unit.faces[0].name} is Recharging")
        if unit.moon is not None:
            yield Refusal("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", "it is on a Moon")
        # ROBOT-EMPIRE.AMB.LR-BATTERY: a Battery is no unit, so no shot can name one.
        yield from SHOT.refusals(state, seat, (self.target, None), "ROBOT-EMPIRE.LR.TARGETS")

    def happens(self, table: Table[State]) -> None:
        """ROBOT-EMPIRE.LR.TAP: the weapon recharges; the target's player may answer before it hits."""
        state = table.state
        points = shot(state, state.by_id[self.unit]).total
        announced = Announced("shot", state.asked, self.unit, self.target, None, points)
        waiting = asked_about(state, announced)
        rule = "ROBOT-EMPIRE.LR.TAP"
        table.happens(ShotAnnounced(rule=rule, announced=announced, waiting=waiting))

    def has_odds(self, view: State) -> bool:
        """Where the Defense is thrown."""
        here = self.unit in view.by_id and self.target in view.by_id
        return here and defense(view.by_id[self.target]).dice > 0

    def forecast(self, view: State) -> Forecast | None:
        """Whether the target is destroyed, if nobody answers."""
        if not self.has_odds(view):
            return None
        target = view.by_id[self.target]
        return Forecast(
            f"{target.title} destroyed",
            1,
            "destroys",
            sums=(Sum("the shot", shot(view, view.by_id[self.unit]).terms), _guard(target)),
            shorter=partial(hit, view, self.unit, self.target),
        )


class Attack(Act, frozen=True, tag="attack", gc=False):
    """ROBOT-EMPIRE.ATT.CHOOSE: a fighter attacks a player."""

    says = "attack {at} with {unit}"
    unit: CardId
    at: Seat

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Self]:
        """Each unit at each player."""
        for unit in state.units:
            for seat in range(len(state.players)):
                yield cls(unit.id, Seat(seat))

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.ATT.READY: who attacks, and whom."""
        rule = "ROBOT-EMPIRE.ATT.CHOOSE"
        seat = state.asked
        words = "the step of Combat in which attackers are declared"
        yield from phase_refusals(state, "attackers", rule, words)
        unit = state.by_id.get(self.unit)
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
        if self.at == seat or self.at not in state.alive:
            yield Refusal(rule, "an attack is made on an opponent who is still in the game")

    def happens(self, table: Table[State]) -> None:
        """It is among those who attack."""
        table.happens(AttackDeclared(rule="ROBOT-EMPIRE.ATT.CHOOSE", unit=self.unit, at=self.at))

    def has_odds(self, view: State) -> bool:
        """Where the Attack is thrown."""
        return self.unit in view.by_id and attack(view.by_id[self.unit]).dice > 0

    def forecast(self, view: State) -> Forecast | None:
        """Coins off the Battery of a player whom nobody covers."""
        if not self.has_odds(view):
            return None
        name = view.box.seats[self.at]
        alone = replace(view, onsets=(Onset(self.unit, self.at),))
        return Forecast(
            f"coins off {name}'s Battery, if nobody blocks",
            view.players[self.at].battery,
            f"{name} is out",
            sums=(_blow([view.by_id[self.unit]]),),
            shorter=partial(coins_lost, alone),
        )


class Block(Act, frozen=True, tag="block", gc=False):
    """ROBOT-EMPIRE.BLOCK.CHOOSE: a fighter steps in the way of an attacker."""

    says = "block {attacker} with {unit}"
    aim = "attacker"
    unit: CardId
    attacker: CardId

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Self]:
        """Each unit before each attacker."""
        for unit in state.units:
            for onset in state.onsets:
                yield cls(unit.id, onset.unit)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Who blocks, and whom. ROBOT-EMPIRE.BLOCK.NEW-OK: new ones may."""
        rule = "ROBOT-EMPIRE.BLOCK.CHOOSE"
        seat = state.asked
        words = "the step of Combat in which blockers are declared"
        yield from phase_refusals(state, "blockers", rule, words)
        unit = state.by_id.get(self.unit)
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
        onset = state.onset_of(self.attacker)
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

    def happens(self, table: Table[State]) -> None:
        """It joins those who block that attacker."""
        seat, rule = table.state.asked, "ROBOT-EMPIRE.BLOCK.CHOOSE"
        table.happens(BlockDeclared(rule=rule, seat=seat, unit=self.unit, attacker=self.attacker))

    def has_odds(self, view: State) -> bool:
        """Where an Attack or a Defense of that fight is thrown."""
        here = self.unit in view.by_id and self.attacker in view.by_id
        return here and view.onset_of(self.attacker) is not None and any(self._dice(view))

    def forecast(self, view: State) -> Forecast | None:
        """Whether he falls whose end is uncertain: the attacker first, else who blocks."""
        if not self.has_odds(view):
            return None
        judged = view.by_id[self.attacker if self._dice(view)[0] else self.unit]
        foes = [view.by_id[self.attacker]] if judged.id == self.unit else self._gang(view)
        return Forecast(
            f"{judged.title} destroyed, by those who block now",
            1,
            "destroys",
            sums=(_blow(foes), _guard(judged)),
            shorter=partial(falls, with_block(view, self.unit, self.attacker), judged.id),
        )

    def _gang(self, view: State) -> list[Unit]:
        """All who would block that attacker."""
        (onset,) = with_block(view, self.unit, self.attacker).onsets
        return [view.by_id[card] for card in onset.blockers]

    def _dice(self, view: State) -> tuple[int, int]:
        """The dice that decide about the attacker, and about the one who blocks."""
        foe = view.by_id[self.attacker]
        return (
            sum(attack(unit).dice for unit in self._gang(view)) + defense(foe).dice,
            attack(foe).dice + defense(view.by_id[self.unit]).dice,
        )


def _blow(units: Sequence[Unit]) -> Sum:
    """What these deal together."""
    return _points_of("Attack", [attack(unit) for unit in units])


def _guard(unit: Unit) -> Sum:
    """What destroys this one."""
    return _points_of("Defense", [defense(unit)])


def _points_of(name: str, points: Sequence[Points]) -> Sum:
    """Points with their terms; dice are no part of the sum."""
    fixed, dice = sum(each.fixed for each in points), sum(each.dice for each in points)
    says = f"{name}: {fixed}" + (f" and {dice}d6" if dice else "")
    return Sum(name, tuple(term for each in points for term in each.terms), says)


def shooting(state: State, seat: Seat) -> Iterator[Shoot]:
    """Every weapon at every target."""
    targets = [unit for unit, _ in SHOT.aims(state, seat) if unit is not None]
    for unit in state.units:
        if unit.seat == seat and not unit.recharging and has_range(unit):
            for target in targets:
                yield Shoot(unit.id, target)


def attacking(state: State, seat: Seat) -> Iterator[Attack]:
    """Every fighter at every opponent."""
    for unit in state.units:
        if unit.seat == seat and unit.is_fighter and not unit.recharging:
            for at in state.alive:
                if at != seat:
                    yield Attack(unit.id, at)


def blocking(state: State, seat: Seat) -> Iterator[Block]:
    """Every fighter before every attacker."""
    for unit in state.units:
        if unit.seat == seat and unit.is_fighter and not unit.recharging:
            for onset in state.onsets:
                if onset.at == seat:
                    yield Block(unit.id, onset.unit)
