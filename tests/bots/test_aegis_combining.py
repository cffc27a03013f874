"""Bots combine in A.E.G.I.S. when it is good, and not when it is not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gattai import games
from gattai.bots import registry
from gattai.bots.evaluations.aegis_values import card_value, health_value
from gattai.games.aegis.actions import Combine, EndTurn
from gattai.games.aegis.state import RED, State
from gattai.kernel.position import GamePosition, apply, asked, begin
from gattai.kernel.question import Choose
from tests.bots.tables import ask_of

RULES = games.load("aegis")
DAMAGED = {"ark-150": 4, "go-100": 6}


def table(damage: dict[str, int]) -> GamePosition[Any]:
    """Red's first robots stand side by side in the middle of their zone, hurt or not."""
    position: GamePosition[Any] = apply(RULES, begin(RULES), (0,)).position
    question = asked(RULES, position)
    while isinstance(question, Choose) and position.state.phase == "placing":
        bot = registry.make("greedy", "7", rules=RULES)
        seen, ask = ask_of(RULES, position)
        step = apply(RULES, position, bot.answer(seen, ask, 1))
        position, question = step.position, step.question
    state: State = position.state
    hurt = tuple(
        msgspec.structs.replace(unit, damage=damage.get(unit.name, 0) if unit.seat == RED else 0)
        for unit in state.units
    )
    one, two = (next(u for u in hurt if u.name == name) for name in ("ark-150", "go-100"))
    assert one.at is not None
    beside = next(at for at in state.field.hexes.neighbours[one.at])
    units = tuple(
        msgspec.structs.replace(unit, at=beside)
        if unit is two
        else msgspec.structs.replace(unit, at=two.at)
        if unit.at == beside
        else unit
        for unit in hurt
    )
    return GamePosition(msgspec.structs.replace(state, units=units))


@pytest.mark.parametrize("name", ["greedy", "search:iterations=48"])
def test_two_damaged_robots_combine(name: str) -> None:
    """Within the turn: others may move first."""
    bot, position = registry.make(name, "7", rules=RULES), table(DAMAGED)
    answers: list[Any] = []
    while not answers or not isinstance(answers[-1], Combine | EndTurn):
        seen, ask = ask_of(RULES, position)
        answers.append(bot.answer(seen, ask, 1 + len(answers)))
        position = apply(RULES, position, answers[-1]).position
    assert isinstance(answers[-1], Combine)


def test_two_robots_without_a_scratch_do_not() -> None:
    seen, ask = ask_of(RULES, table({}))
    assert not isinstance(registry.make("greedy", "7", rules=RULES).answer(seen, ask, 1), Combine)


def test_a_combined_robot_has_about_the_value_of_its_parts() -> None:
    """Fresh parts a little more, badly damaged parts clearly less: else nobody would ever combine."""
    whole, one, two = (RULES.units[name] for name in ("ark-2500", "ark-150", "go-100"))  # type: ignore[attr-defined]
    parts = [(card_value(card, card.action), card.integrity) for card in (one, two)]
    made = card_value(whole, whole.action)
    assert 0.8 < made / sum(value for value, _ in parts) < 1.05
    assert made > sum(health_value(value, left // 3, left) for value, left in parts) + 3
