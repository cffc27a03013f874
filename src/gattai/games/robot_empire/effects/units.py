"""Effects on units: damage, repair, bonuses for a turn, recharging, destruction, new owners."""

from __future__ import annotations

from gattai.games.robot_empire.battle.damage import hurt, judge, strike
from gattai.games.robot_empire.cards import CardAction
from gattai.games.robot_empire.effects.register import Effect, effect, player_of, unit_of
from gattai.games.robot_empire.effects.targets import TARGETS, UNIT_TARGETS, Aim
from gattai.games.robot_empire.events.battle import (
    BlowSoftened,
    UnitBoosted,
    UnitDestroyed,
    UnitMended,
    UnitRecalled,
    UnitRecharged,
    UnitTaken,
)
from gattai.games.robot_empire.state import Boost, State
from gattai.kernel.question import Seat, Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


@effect("damage")
class Damage(Effect):
    """Deal damage to one unit."""

    targets = UNIT_TARGETS
    helps = False
    needs = ("amount",)

    def says(self, spec: CardAction) -> str:
        return f"{spec.amount} damage to {TARGETS[spec.target].words}."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from strike(table, unit_of(aim), spec.amount, rule)


@effect("damage-each")
class DamageEach(Effect):
    """Deal damage to every fighter of one opponent except those on Moons."""

    targets = ("opponent",)
    needs = ("amount",)

    def says(self, spec: CardAction) -> str:
        return f"{spec.amount} damage to each fighter of one opponent."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        foes = table.state.own(player_of(aim))
        reached = [unit.id for unit in foes if unit.is_fighter and unit.moon is None]
        for unit in reached:
            hurt(table, unit, spec.amount, rule)
        yield from judge(table, reached)


@effect("mend")
class Mend(Effect):
    """Remove all damage from one unit."""

    targets = UNIT_TARGETS
    helps = True

    def says(self, spec: CardAction) -> str:
        return f"Take all damage off {TARGETS[spec.target].words}."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.emit(UnitMended(rule=rule, unit=unit_of(aim)))


@effect("boost")
class Strengthen(Effect):
    """Give Attack or Defense for this turn."""

    targets = UNIT_TARGETS
    helps = True
    needs = ("attack", "defense")

    def says(self, spec: CardAction) -> str:
        points = ((spec.attack, "Attack"), (spec.defense, "Defense"))
        given = " and ".join(f"{number:+d} {name}" for number, name in points if number)
        return f"{given} this turn for {TARGETS[spec.target].words}."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        boost = Boost(spec.attack, spec.defense)
        table.emit(UnitBoosted(rule=rule, unit=unit_of(aim), boost=boost))
        if spec.defense < 0:
            yield from judge(table, (unit_of(aim),))


@effect("grant")
class Grant(Effect):
    """Give a keyword for this turn."""

    targets = UNIT_TARGETS
    helps = True
    needs = ("keyword",)

    def says(self, spec: CardAction) -> str:
        return f"{TARGETS[spec.target].words} has {spec.keyword} this turn.".capitalize()

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.emit(UnitBoosted(rule=rule, unit=unit_of(aim), boost=Boost(keyword=spec.keyword)))


@effect("recharge")
class Recharge(Effect):
    """One unit becomes Recharging and leaves the battle."""

    targets = UNIT_TARGETS
    helps = False

    def says(self, spec: CardAction) -> str:
        return (
            f"{TARGETS[spec.target].words} becomes Recharging and leaves the battle.".capitalize()
        )

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.emit(UnitRecharged(rule=rule, unit=unit_of(aim), leaves=True))


@effect("recharge-each")
class RechargeEach(Effect):
    """All fighters and Equipment of one opponent become Recharging, except those on Moons."""

    targets = ("opponent",)

    def says(self, spec: CardAction) -> str:
        return "All fighters and Equipment of one opponent become Recharging."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        for unit in table.state.own(player_of(aim)):
            if not unit.is_part and unit.moon is None and not unit.recharging:
                table.emit(UnitRecharged(rule=rule, unit=unit.id, leaves=True))


@effect("destroy")
class Destroy(Effect):
    """Destroy one unit with everything on it."""

    targets = UNIT_TARGETS
    helps = False

    def says(self, spec: CardAction) -> str:
        return f"Destroy {TARGETS[spec.target].words}."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        unit = table.state.by_id[unit_of(aim)]
        table.emit(UnitDestroyed(rule=rule, seat=unit.seat, unit=unit.id))


@effect("take-over")
class TakeOver(Effect):
    """Take over a Robot with its Components, which recharges."""

    targets = ("enemy robot",)

    def says(self, spec: CardAction) -> str:
        return "An enemy Robot with its Components is yours; it arrives Recharging."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.emit(UnitTaken(rule=rule, unit=unit_of(aim), seat=seat))


@effect("recall")
class Recall(Effect):
    """Send a Robot home from its Moon without a harvest."""

    targets = ("robot on a moon",)

    def says(self, spec: CardAction) -> str:
        return "A Robot on a Moon goes home without a harvest, Recharging."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.emit(UnitRecalled(rule=rule, unit=unit_of(aim)))


@effect("prevent")
class Prevent(Effect):
    """Reduce the damage of one attacker to the Battery of the player it attacks."""

    targets = ("attacker",)
    needs = ("amount",)

    def says(self, spec: CardAction) -> str:
        return f"One attacker deals up to {spec.amount} less to your Battery."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.emit(BlowSoftened(rule=rule, attacker=unit_of(aim), amount=spec.amount))
