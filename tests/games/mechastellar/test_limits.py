"""The document's limits hold in random games between random forces, and each of them can fail."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.checks import broken
from gattai.games.mechastellar.events.attack import AttackDeclared, BattleDamageTaken, SkillUsed
from gattai.games.mechastellar.events.flow import (
    ChallengeIssued,
    CommandGiven,
    RoundBegan,
    UnitActivated,
)
from gattai.games.mechastellar.events.turn import HealthRestored, UnitSpun
from gattai.games.mechastellar.rulesets import changed_by_name
from gattai.games.mechastellar.state import Act, State, UnitId
from gattai.kernel.event import Event, Rolled
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import hex_at
from gattai.testing.walk import moments
from tests.games.mechastellar.limits import Limits
from tests.games.mechastellar.table import RULES, battle

ONE, TWO = UnitId(0), UnitId(1)


def rolled(rule: str, count: int) -> Rolled:
    return Rolled(rule=rule, dice=f"{count}d10", faces=Secret.of((1,) * count, None), by=Seat(0))


ACT = Act(unit=ONE, combat=1, moves=2, start=hex_at(0, 0))
TOO_MUCH: dict[str, list[Event]] = {
    "MS.VP.END": [RoundBegan(rule="-", number=n, first=Seat(0)) for n in range(1, 7)],
    "MS.ACT.ALTERNATE": [UnitActivated(rule="-", act=ACT)] * 2,
    "MS.CMD.ONE": [CommandGiven(rule="-", seat=Seat(0), command="rally")] * 2,
    "MS.CHALLENGE.ISSUE": [ChallengeIssued(rule="-", own=ONE, foe=TWO)] * 2,
    "MS.ATTACK.LIMIT": [AttackDeclared(rule="-", unit=ONE, weapon="w", target=TWO, what="w")] * 3,
    "MS.SKILL.LIMIT": [SkillUsed(rule="-", unit=ONE, word=w) for w in ("valor", "zeal")],
    "MS.MOVE.FREE-SPIN": [UnitSpun(rule="-", unit=ONE, facing=1)] * 2,
    "MS.WARSHIP.REPAIR-BAY": [HealthRestored(rule="-", unit=ONE, hp=1000, repaired=True)] * 2,
    "MS.BD.OPTION": [BattleDamageTaken(rule="-", unit=ONE, lost="head")] * 2,
    "MS.DICE.POOL-CAP": [rolled("MS.ATTACK.COUNT-HITS", 11)],
    "MS.DICE.REROLL": [rolled("MS.ATTACK.COUNT-DEF", 8), *[rolled("MS.RES.BOOST", 5)] * 2],
    "MS.SAVE.ROLL": [rolled("MS.SAVE.ROLL", 6)],
}
"""By limit, events that go beyond it with the last of them."""


@pytest.mark.parametrize("rule", TOO_MUCH)
def test_a_limit_can_fail(rule: str) -> None:
    limits = Limits()
    *before, last = TOO_MUCH[rule]
    assert [broke for event in before for broke in limits.sees(event)] == []
    assert [*limits.sees(last)] == [rule]


@pytest.mark.rule(*TOO_MUCH)
@pytest.mark.parametrize("seed", range(12))
def test_random_games_keep_all_limits(seed: int) -> None:
    limits, thrown = Limits(), 0
    for moment in moments(RULES, random.Random(f"limits {seed}")):
        for event in moment.step.events:
            thrown += isinstance(event, Rolled)
            assert [*limits.sees(event)] == [], event
    assert limits.rounds and thrown


def _table(**changes: Any) -> State:
    state = battle("A1 white-asura 0,0 0", "A2 turtle-robo 2,0 0", "B1 argonaut 0,-4 4").state
    return replace(state, **changes)


def _unit(**changes: Any) -> State:
    state = _table()
    return replace(state, units=(replace(state.units[0], **changes), *state.units[1:]))


def _led(leader: str, member: str) -> State:
    """A table on which the first model follows the second."""
    state = _table()
    one, two, foe = state.units
    lost = {"fate": leader, "hp": 0, "at": None} if leader else {}
    gone = {"fate": member, "hp": 0, "at": None} if member else {}
    return replace(state, units=(replace(one, leader=TWO, **gone), replace(two, **lost), foe))


WRONG: dict[str, State] = {
    "MS.MOM.POOL below": _table(momentum=(-1, 5)),
    "MS.MOM.POOL above": _table(momentum=(5, 11)),
    "MS.CMD.ONE": _table(commands=(2, 0)),
    "MS.SQUAD.REFORM": _table(reforms=(0, 2)),
    "a score below zero": _table(scores=(-1, 0)),
    "MS.VP.END": _table(round=6),
    "MS.HEX.OCCUPANCY": _unit(at=hex_at(2, 0)),
    "MS.ATTACK.DESTROYED": _unit(hp=0),
    "more HP than printed": _unit(hp=99999),
    "MS.RES.REFRESH": _unit(points=1),
    "MS.BARRIER.BLOCK": _unit(barrier=1),
    "stun below zero": _unit(stun=-1),
    "MS.WEAPON.USES": _unit(uses=(-2, -1, -1)),
    "MS.WEAPON.USES above": _unit(uses=(-1, -1, 4)),
    "MS.SKILL.LIMIT": _unit(effects=(("skill:valor", 1), ("skill:zeal", 1))),
    "MS.SQUAD.LEADER": _unit(leader=TWO + 1),
    "MS.SQUAD.LEADER lost": _led("destroyed", ""),
    "diving on dry land": _unit(submerged=True),
    "MS.ACT.ACTIONS": _table(phase="acting", act=replace(ACT, combat=-1)),
    "MS.ACT.ACTIONS to move": _table(phase="acting", act=replace(ACT, moves=-1)),
    "MS.ATTACK.LIMIT": _table(phase="acting", act=replace(ACT, attacks=((UnitId(2), "w"),) * 3)),
    "nobody acts": _table(phase="acting"),
}


JUST_ABOUT: dict[str, State] = {
    "MS.MOM.POOL": _table(momentum=(0, 10)),
    "MS.CMD.ONE": _table(commands=(1, 1)),
    "MS.SQUAD.REFORM": _table(reforms=(1, 1)),
    "MS.VP.END": _table(round=5),
    "MS.ATTACK.DESTROYED": _unit(hp=1),
    "MS.WEAPON.USES": _unit(uses=(-1, -1, 3)),
    "MS.SKILL.LIMIT": _unit(effects=(("skill:flash", 1), ("skill:flash", 1))),
    "MS.SKILL.LIMIT other rules": replace(
        _unit(effects=(("skill:flash", 1), ("skill:iron-wall", 1))),
        rules=changed_by_name(_table().rules, {"skill.defence_skills": "each_once_per_attack"}),
    ),
    "MS.SQUAD.LEADER": _led("", ""),
    "MS.SQUAD.LEADER lost together": _led("destroyed", "destroyed"),
    "MS.ACT.ACTIONS": _table(phase="acting", act=replace(ACT, combat=0, moves=0)),
    "MS.ATTACK.LIMIT": _table(phase="acting", act=replace(ACT, attacks=((UnitId(2), "w"),) * 2)),
}


def _bearing(tables: dict[str, State]) -> list[Any]:
    """Each bears the rule that it is named after."""
    return [
        pytest.param(
            what, id=what, marks=pytest.mark.rule(*[w for w in what.split()[:1] if "MS." in w])
        )
        for what in tables
    ]


@pytest.mark.parametrize("what", _bearing(JUST_ABOUT))
def test_a_table_at_a_limit_is_sound(what: str) -> None:
    assert [*broken(JUST_ABOUT[what])] == []


@pytest.mark.parametrize("what", _bearing(WRONG))
def test_a_table_beyond_a_limit_is_broken(what: str) -> None:
    assert [*broken(_table())] == []
    found = " ".join(broken(WRONG[what]))
    assert found
    rule = what.split()[0]
    assert not rule.startswith("MS.") or rule in found
