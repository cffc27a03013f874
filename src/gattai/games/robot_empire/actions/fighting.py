"""Combat: long range attacks, attackers and blockers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Self

from msgspec.structs import replace

from gattai.games.robot_empire.actions.acting import Act
from gattai.games.robot_empire.battle.chances import coins_lost, falls, hit, with_block
from gattai.games.robot_empire.effects.targets import SHOT
from gattai.games.robot_empire.events.battle import AttackDeclared, BlockDeclared
from gattai.games.robot_empire.events.cards import ShotAnnounced
from gattai.games.robot_empire.figures import Points, attack, defense, flies, has_range, shot
from gattai.games.robot_empire.phases.timing import phase_refusals
from gattai.games.robot_empire.phases.windows import asked_about
from gattai.games.robot_empire.state import Announced, CardId, DeclaredAttack, State, Unit
from gattai.kernel.action import Forecast, Total
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Shoot(Act, frozen=True, tag="shoot", gc=False):
    """ROBOT-EMPIRE.LR.TARGETS: make a long range attack."""

    says = "shoot at {target} with {unit}"
    unit: CardId
    target: CardId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        for unit in state.units:
            for other in state.units:
                if other is not unit:
                    yield cls(unit.id, other.id)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.LR.FIRST: a ready weapon against an enemy Robot, Monster or Equipment."""
        seat = state.asked
        yield from phase_refusals(
            state, "long-range", "ROBOT-EMPIRE.LR.FIRST", "the long range step of Combat"
        )
        unit = state.by_id.get(self.unit)
        # ROBOT-EMPIRE.AMB.FIRST-TURN-LR, ROBOT-EMPIRE.PLAY.EQUIPMENT-FIRST-TURN: the unit may be
        # new.
        if unit is None or unit.seat != seat or not has_range(unit):
            yield Refusal("ROBOT-EMPIRE.LR.FIRST", "that is no long range weapon of yours")
            return
        if unit.recharging:
            yield Refusal("ROBOT-EMPIRE.LR.TAP", f"{unit.faces[0].name} is Recharging")
        if unit.moon is not None:
            yield Refusal("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", "it is on a Moon")
        # ROBOT-EMPIRE.AMB.LR-BATTERY: a Battery is not a unit, so it cannot be a target.
        yield from SHOT.refusals(state, seat, (self.target, None), "ROBOT-EMPIRE.LR.TARGETS")

    def perform(self, table: Table[State]) -> None:
        """ROBOT-EMPIRE.LR.TAP: the weapon recharges; the target's player may answer before the shot
        hits.
        """
        state = table.state
        points = shot(state, state.by_id[self.unit]).total
        announced = Announced("shot", state.asked, self.unit, self.target, None, points)
        waiting = asked_about(state, announced)
        rule = "ROBOT-EMPIRE.LR.TAP"
        table.emit(ShotAnnounced(rule=rule, announced=announced, waiting=waiting))

    def has_odds(self, view: State) -> bool:
        here = self.unit in view.by_id and self.target in view.by_id
        return here and defense(view.by_id[self.target]).dice > 0

    def forecast(self, view: State) -> Forecast | None:
        """Whether the target is destroyed if no player answers."""
        if not self.has_odds(view):
            return None
        target = view.by_id[self.target]
        return Forecast(
            f"{target.title} destroyed",
            1,
            "destroys",
            sums=(Total("the shot", shot(view, view.by_id[self.unit]).terms), _guard(target)),
            shorter=partial(hit, view, self.unit, self.target),
        )


class Attack(Act, frozen=True, tag="attack", gc=False):
    """ROBOT-EMPIRE.ATT.CHOOSE: attack a player with a fighter."""

    says = "attack {at} with {unit}"
    unit: CardId
    at: Seat

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        for unit in state.units:
            for seat in range(len(state.players)):
                yield cls(unit.id, Seat(seat))

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ROBOT-EMPIRE.ATT.READY: which fighters may attack, and which players."""
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
        if state.declared_attack_of(unit.id) is not None:
            yield Refusal("ROBOT-EMPIRE.ATT.SIMULTANEOUS", f"{name} attacks already")
        if self.at == seat or self.at not in state.alive:
            yield Refusal(rule, "an attack is made on an opponent who is still in the game")

    def perform(self, table: Table[State]) -> None:
        table.emit(AttackDeclared(rule="ROBOT-EMPIRE.ATT.CHOOSE", unit=self.unit, at=self.at))

    def has_odds(self, view: State) -> bool:
        return self.unit in view.by_id and attack(view.by_id[self.unit]).dice > 0

    def forecast(self, view: State) -> Forecast | None:
        """The coins lost by the Battery of a player without blockers."""
        return self.effect(view) if self.has_odds(view) else None

    def effect(self, view: State) -> Forecast | None:
        """The same for a fixed Attack."""
        if self.unit not in view.by_id:
            return None
        name = view.box.seats[self.at]
        alone = replace(view, onsets=(DeclaredAttack(self.unit, self.at),))
        return Forecast(
            f"coins off {name}'s Battery, if nobody blocks",
            view.players[self.at].battery,
            f"{name} is out",
            sums=(_blow([view.by_id[self.unit]]),),
            shorter=partial(coins_lost, alone),
        )


class Block(Act, frozen=True, tag="block", gc=False):
    """ROBOT-EMPIRE.BLOCK.CHOOSE: block an attacker with a fighter."""

    says = "block {attacker} with {unit}"
    aim = "attacker"
    unit: CardId
    attacker: CardId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        for unit in state.units:
            for declared in state.onsets:
                yield cls(unit.id, declared.unit)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Which fighters may block which attackers. ROBOT-EMPIRE.BLOCK.NEW-OK: new ones may."""
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
        declared = state.declared_attack_of(self.attacker)
        if declared is None:
            yield Refusal(rule, "that fighter does not attack")
            return
        if declared.at != seat:
            reason = "that fighter attacks another player"
            yield Refusal("ROBOT-EMPIRE.MULTI.TARGETS", reason)
        # ROBOT-EMPIRE.AMB.FLY-MONSTER: for every kind of flying unit.
        if flies(state.by_id[declared.unit]) and not flies(unit):
            reason = f"{name} does not fly, and the attacker does"
            yield Refusal("ROBOT-EMPIRE.FLY.BLOCK", reason)

    def perform(self, table: Table[State]) -> None:
        seat, rule = table.state.asked, "ROBOT-EMPIRE.BLOCK.CHOOSE"
        table.emit(BlockDeclared(rule=rule, seat=seat, unit=self.unit, attacker=self.attacker))

    def has_odds(self, view: State) -> bool:
        """Return whether an Attack or a Defense in that fight is rolled."""
        here = self.unit in view.by_id and self.attacker in view.by_id
        return here and view.declared_attack_of(self.attacker) is not None and any(self._dice(view))

    def forecast(self, view: State) -> Forecast | None:
        """Whether the fighter with the uncertain outcome falls: the attacker first, else the blocker."""
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
        """All blockers of that attacker."""
        (declared,) = with_block(view, self.unit, self.attacker).onsets
        return [view.by_id[card] for card in declared.blockers]

    def _dice(self, view: State) -> tuple[int, int]:
        """The dice that decide the outcome for the attacker and for this blocker."""
        foe = view.by_id[self.attacker]
        return (
            sum(attack(unit).dice for unit in self._gang(view)) + defense(foe).dice,
            attack(foe).dice + defense(view.by_id[self.unit]).dice,
        )


def _blow(units: Sequence[Unit]) -> Total:
    """The sum of the damage dealt by these."""
    return _points_of("Attack", [attack(unit) for unit in units])


def _guard(unit: Unit) -> Total:
    """The damage that destroys this unit."""
    return _points_of("Defense", [defense(unit)])


def _points_of(name: str, points: Sequence[Points]) -> Total:
    """The points with their terms; dice are not part of the sum."""
    fixed, dice = sum(each.fixed for each in points), sum(each.dice for each in points)
    says = f"{name}: {fixed}" + (f" and {dice}d6" if dice else "")
    return Total(name, tuple(term for each in points for term in each.terms), says)


def shooting(state: State, seat: Seat) -> Iterator[Shoot]:
    """Every weapon with every target."""
    targets = [unit for unit, _ in SHOT.aims(state, seat) if unit is not None]
    for unit in state.units:
        if unit.seat == seat and not unit.recharging and has_range(unit):
            for target in targets:
                yield Shoot(unit.id, target)


def attacking(state: State, seat: Seat) -> Iterator[Attack]:
    """Every fighter with every opponent."""
    for unit in state.units:
        if unit.seat == seat and unit.is_fighter and not unit.recharging:
            for at in state.alive:
                if at != seat:
                    yield Attack(unit.id, at)


def blocking(state: State, seat: Seat) -> Iterator[Block]:
    """Every fighter with every attacker."""
    for unit in state.units:
        if unit.seat == seat and unit.is_fighter and not unit.recharging:
            for declared in state.onsets:
                if declared.at == seat:
                    yield Block(unit.id, declared.unit)
