"""Effects on units: damage, repair, help for a turn, recharging, destruction, new owners."""

from __future__ import annotations

from gattai.games.robot_empire.battle.damage import hurt, judge, strike
from gattai.games.robot_empire.cards import Deed
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
    """Damage to one unit."""

    targets = UNIT_TARGETS
    helps = False
    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        return f"{deed.amount} damage to {TARGETS[deed.target].words}."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from strike(table, unit_of(aim), deed.amount, rule)


@effect("damage-each")
class DamageEach(Effect):
    """Damage to every fighter of one opponent, those on Moons apart."""

    targets = ("opponent",)
    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        return f"{deed.amount} damage to each fighter of one opponent."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        foes = table.state.own(player_of(aim))
        reached = [unit.id for unit in foes if unit.is_fighter and unit.moon is None]
        for unit in reached:
            hurt(table, unit, deed.amount, rule)
        yield from judge(table, reached)


@effect("mend")
class Mend(Effect):
    """All damage off one unit."""

    targets = UNIT_TARGETS
    helps = True

    def says(self, deed: Deed) -> str:
        return f"Take all damage off {TARGETS[deed.target].words}."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.happens(UnitMended(rule=rule, unit=unit_of(aim)))


@effect("boost")
class Strengthen(Effect):
    """Attack or Defense for this turn."""

    targets = UNIT_TARGETS
    helps = True
    needs = ("attack", "defense")

    def says(self, deed: Deed) -> str:
        points = ((deed.attack, "Attack"), (deed.defense, "Defense"))
        given = " and ".join(f"{number:+d} {name}" for number, name in points if number)
        return f"{given} this turn for {TARGETS[deed.target].words}."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        boost = Boost(deed.attack, deed.defense)
        table.happens(UnitBoosted(rule=rule, unit=unit_of(aim), boost=boost))
        if deed.defense < 0:
            yield from judge(table, (unit_of(aim),))


@effect("grant")
class Grant(Effect):
    """A keyword for this turn."""

    targets = UNIT_TARGETS
    helps = True
    needs = ("keyword",)

    def says(self, deed: Deed) -> str:
        return f"{TARGETS[deed.target].words} has {deed.keyword} this turn.".capitalize()

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.happens(UnitBoosted(rule=rule, unit=unit_of(aim), boost=Boost(keyword=deed.keyword)))


@effect("recharge")
class Recharge(Effect):
    """One unit becomes Recharging, and is out of the battle."""

    targets = UNIT_TARGETS
    helps = False

    def says(self, deed: Deed) -> str:
        return (
            f"{TARGETS[deed.target].words} becomes Recharging and leaves the battle.".capitalize()
        )

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.happens(UnitRecharged(rule=rule, unit=unit_of(aim), leaves=True))


@effect("recharge-each")
class RechargeEach(Effect):
    """All fighters and Equipment of one opponent become Recharging, those on Moons apart."""

    targets = ("opponent",)

    def says(self, deed: Deed) -> str:
        return "All fighters and Equipment of one opponent become Recharging."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        for unit in table.state.own(player_of(aim)):
            if not unit.is_part and unit.moon is None and not unit.recharging:
                table.happens(UnitRecharged(rule=rule, unit=unit.id, leaves=True))


@effect("destroy")
class Destroy(Effect):
    """One unit is destroyed."""

    targets = UNIT_TARGETS
    helps = False

    def says(self, deed: Deed) -> str:
        return f"Destroy {TARGETS[deed.target].words}."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        unit = table.state.by_id[unit_of(aim)]
        table.happens(UnitDestroyed(rule=rule, seat=unit.seat, unit=unit.id))


@effect("take-over")
class TakeOver(Effect):
    """A Robot with its Components changes hands, and recharges."""

    targets = ("enemy robot",)

    def says(self, deed: Deed) -> str:
        return "An enemy Robot with its Components is yours; it arrives Recharging."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.happens(UnitTaken(rule=rule, unit=unit_of(aim), seat=seat))


@effect("recall")
class Recall(Effect):
    """A Robot on a Moon goes home with nothing."""

    targets = ("robot on a moon",)

    def says(self, deed: Deed) -> str:
        return "A Robot on a Moon goes home without a harvest, Recharging."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.happens(UnitRecalled(rule=rule, unit=unit_of(aim)))


@effect("prevent")
class Prevent(Effect):
    """One attacker deals less to the Battery of the player it attacks."""

    targets = ("attacker",)
    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        return f"One attacker deals up to {deed.amount} less to your Battery."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.happens(BlowSoftened(rule=rule, attacker=unit_of(aim), amount=deed.amount))
