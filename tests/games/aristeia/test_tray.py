"""The dice as they are shown agree, symbol by symbol, with what the rules hold of the roll."""

from __future__ import annotations

from typing import Any

import pytest

from gattai import games
from gattai.bots import registry
from gattai.games.aristeia.roll.symbols import count
from gattai.games.aristeia.state import State
from gattai.kernel.position import observe, table_now
from gattai.kernel.question import Choose, Roll, Together
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.scene.parts import DiceGroup, Scene
from gattai.scene.stage import make_scene
from gattai.server.table.opening import dice_of


def left_on(group: DiceGroup) -> tuple[int, ...]:
    """The symbols that are neither spent nor cancelled."""
    return count(
        [
            symbol
            for die in group.dice
            for symbol, fate in zip(die.symbols, die.fates, strict=False)
            if not fate and symbol != "·"
        ]
    )


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_what_lies_there_is_what_the_rules_count(seed: str) -> None:
    rules, maker = games.load("aristeia"), games.scene_maker("aristeia")
    record: Record[Any] = Record(rules, players=("random", "random"), dice=f"seeded {seed}")
    dice = dice_of(record.header)
    bots = [registry.make("random", seed + side, rules=rules) for side in ("g", "o")]
    looked = 0
    while not isinstance(question := record.question, Outcome) and len(record.entries) < 700:
        number = len(record.entries) + 1
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
            continue
        asks = question.asks if isinstance(question, Together) else (question,)
        state: State = table_now(rules, record.position)
        if state.rolling is not None:
            scene: Scene = make_scene(rules, maker, record.position, asks[0].seat, number=number)
            assert scene.throw is not None
            for group, side in zip(scene.throw.groups, state.rolling.sides, strict=True):
                if group.total:
                    looked += 1
                    assert left_on(group) == side.symbols, scene.throw
        for ask in asks:
            assert isinstance(ask, Choose)
            seen = observe(rules, record.position, ask.seat)
            record.answer(bots[ask.seat].answer(seen, ask, number), ask.seat)
    assert looked > 3
