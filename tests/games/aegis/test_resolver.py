"""Thousands of Actions, played by the engine and worked out from the rulebook beside it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gattai.games.aegis.actions import Use
from gattai.games.aegis.attack.aiming import area
from gattai.games.aegis.attack.roll import needed
from gattai.games.aegis.figures import integrity
from gattai.games.aegis.state import UnitId
from gattai.kernel.question import Choose, Roll
from tests.games.aegis import resolver
from tests.games.aegis.resolver import Attack, Robot
from tests.games.aegis.table import Battle, action, battle, effect, field

CASES = 2_500
BOARD = 7
FIELD = field(radius=BOARD)
NEAR = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
NUMBERED = ("Evade", "Melee Evade", "Range Evade", "Vector Evade", "Jet")
PLAIN = ("Flight", "Signal")


def some_attack(source: Random) -> Attack:
    attributes = [
        code for code in ("AA", "CRT", "AP", "AIM", "ARC", "SLF") if source.random() < 0.2
    ]
    reach = source.choice(["distance", "distance", "melee", "laser", "radius", "both"])
    if reach == "melee":
        attributes.append("MLE")
    if reach == "laser":
        attributes.append("LSR")
    printed = reach in ("distance", "both") or (reach == "melee" and source.random() < 0.2)
    return Attack(
        dice=source.randint(1, 5),
        accuracy=source.randint(1, 6),
        each=source.random() < 0.7,
        power=source.randint(1, 4),
        distance=source.randint(1, 6) if printed else 0,
        radius=source.randint(1, 2) if reach in ("radius", "both") else 0,
        attributes=tuple(attributes),
    )


def some_robots(source: Random) -> list[Robot]:
    places = source.sample(NEAR, source.randint(2, 6))
    robots = []
    for number, at in enumerate(places):
        passives = {name: source.randint(1, 3) for name in NUMBERED if source.random() < 0.12}
        passives |= {name: 0 for name in PLAIN if source.random() < 0.15}
        buffs = {
            code: source.choice([-2, -1, 1, 2, 3])
            for code in ("ACC", "EVA", "DMD", "DEF")
            if source.random() < 0.15
        }
        side = 0 if number == 0 else 1 if number == 1 else source.randint(0, 1)
        states = ("XPO",) if source.random() < 0.15 else ()
        left = source.randint(1, 15)
        robots.append(Robot(f"r{number}", side, at, left, passives, buffs, states))
    return robots


def laid(attack: Attack, robots: list[Robot]) -> Battle:
    """The same on a table; one of each side stands far away, so that nobody has lost yet."""
    card = action(
        "Try",
        attack.dice,
        attack.accuracy,
        mode="each" if attack.each else "all",
        power=attack.power,
        distance=attack.distance,
        radius=attack.radius,
        attributes=attack.attributes,
    )
    game = battle().set(field=FIELD)
    for robot in robots:
        words = [f"{name} {x}" if x else name for name, x in robot.passives.items()]
        effects = [effect(code, amount) for code, amount in robot.buffs.items()]
        effects += [effect(state) for state in robot.states]
        put = game.red if robot.side == 0 else game.blue
        fields: dict[str, Any] = {"integrity": robot.left, "passives": tuple(words)}
        put(
            robot.name, *[card][: robot.name == "r0"], at=robot.at, effects=tuple(effects), **fields
        )
    return game


def use_on(robots: list[Robot], target: Robot | None) -> Use:
    return Use(UnitId(0), "Try", None if target is None else UnitId(robots.index(target)))


@pytest.mark.rule(
    "AEGIS.ACTION.STEPS", "AEGIS.DICE.ACCURACY", "AEGIS.DICE.EACH", "AEGIS.DICE.ALL",
    "AEGIS.DICE.PER-UNIT", "AEGIS.EFFECT.DAMAGE", "AEGIS.ATTR.AA", "AEGIS.ATTR.CRT",
    "AEGIS.ATTR.AP", "AEGIS.ATTR.AIM", "AEGIS.ATTR.XPO", "AEGIS.MOD.LSR", "AEGIS.MOD.MLE",
    "AEGIS.MOD.SLF", "AEGIS.MOD.ACC", "AEGIS.MOD.EVA", "AEGIS.MOD.DMD", "AEGIS.MOD.DEF",
    "AEGIS.PASSIVE.EVADE", "AEGIS.PASSIVE.MELEE-EVADE", "AEGIS.PASSIVE.RANGE-EVADE",
    "AEGIS.PASSIVE.VECTOR-EVADE", "AEGIS.PASSIVE.SIGNAL", "AEGIS.RANGE.BOTH",
)  # fmt: skip
def test_thousands_of_actions_come_to_what_the_rulebook_makes_of_the_same_dice(
    pytestconfig: pytest.Config,
) -> None:
    source = Random("Actions by the rulebook")
    wanted_cases = int(CASES * pytestconfig.getoption("--games"))
    played = 0
    while played < wanted_cases:
        attack, robots = some_attack(source), some_robots(source)
        game = laid(attack, robots)
        state, question = game.state, game.question
        assert isinstance(question, Choose)
        targets: list[Robot | None] = [*robots[1:], None]
        source.shuffle(targets)
        uses = [(target, use_on(robots, target)) for target in targets]
        target, use = next(((t, u) for t, u in uses if u in question.options), (None, None))
        if use is None:
            continue
        played += 1
        reach = 99 if attack.has("LSR") else 1 if attack.has("MLE") else attack.distance
        for robot in robots[1:] if reach else ():
            # Whom the Action may target is a matter of reach; nothing stands in the way here.
            near = 0 < resolver.apart(robot.at, robots[0].at) <= reach
            assert (use_on(robots, robot) in question.options) == near, (attack, robot)
        faces = tuple(source.randint(1, 6) for _ in range(attack.dice))
        wanted = resolver.resolve(attack, robots[0], target, robots, iter(faces).__next__, BOARD)
        where = (played, attack, robots, target, faces)
        card = state.units[0].actions[0]
        reached = area(state, UnitId(0), card, use.target)
        assert {state.units[unit].name for unit in reached} == {*wanted.numbers}, where
        for unit in reached:
            number = needed(state, UnitId(0), card, use.target, unit).total
            assert number == wanted.numbers[state.units[unit].name], where
        game.does(use)
        assert isinstance(game.question, Roll)
        game.rolls(*faces)
        after = game.state
        found = {u.name: 0 if u.at is None else integrity(after, u) for u in after.units}
        assert found == wanted.left, where
        assert after.energy[0] == 20 - attack.dice
