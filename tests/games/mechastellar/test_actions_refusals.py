"""Throws, Crashes, turns and retreats: each is refused by its cost and by what holds the unit."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.state import UnitId
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"


def against(game: Battle, text: str) -> list[str]:
    return [refusal.rule for refusal in RULES.refusals(game.state, game.read(text))]


def acting(
    *units: str, terrain: tuple[str, ...] = (), act: dict[str, Any] | None = None, **state: Any
) -> Battle:
    game = battle(*units, terrain=terrain, **state).begins("A1")
    return Battle(replace(game.state, act=replace(game.act, **(act or {}))))


TWICE = {"attacks": ((UnitId(1), "a"), (UnitId(1), "b"))}
BOUND: dict[str, Any] = {"aggressor": UnitId(2)}


@pytest.mark.rule("MS.THROW.ENEMY", "MS.THROW.LARGER", "MS.ATTACK.LIMIT", "MS.RETURNFIRE.ATTACK")
def test_a_throw_takes_an_action_a_target_beside_it_and_strength() -> None:
    units = ("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut 0,1 3")
    assert against(acting(*units), "throw B1") == []
    assert against(acting(*units, act={"combat": 0}), "throw B1") == ["MS.ACT.ACTIONS"]
    assert against(acting(*units, act=TWICE), "throw B1") == ["MS.ATTACK.LIMIT"]
    far = ("A1 turtle-robo 0,0 0", "B1 argonaut 3,0 3")
    assert against(acting(*far), "throw B1") == ["MS.RANGE.MEASURE"]
    large = ("A1 dervish 0,0 0", "B1 iron-duke 1,0 3")
    assert against(acting(*large), "throw B1") == ["MS.THROW.LARGER"]  # Boost lifts nothing
    bound = ("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut 3,0 3", "B3 argonaut 0,1 3")
    assert "MS.RETURNFIRE.ATTACK" not in against(acting(*bound, act=BOUND), "throw B1")


@pytest.mark.rule("MS.THROW.TERRAIN", "MS.ATTACK.LIMIT", "MS.ENGAGE.SHOOT", "MS.RETURNFIRE.ATTACK")
def test_a_thrown_piece_is_an_attack_like_any_other() -> None:
    units, wall = ("A1 turtle-robo 0,0 0", "B1 argonaut 3,0 3"), ("0,1 wall",)
    hurl = "hurl 0,1 B1"
    assert against(acting(*units, terrain=wall), hurl) == []
    assert against(acting(*units, terrain=wall, act={"combat": 0}), hurl) == ["MS.ACT.ACTIONS"]
    assert against(acting(*units, terrain=wall, act=TWICE), hurl) == ["MS.ATTACK.LIMIT"]
    far = ("A1 turtle-robo 0,0 0", "B1 argonaut 5,0 3")
    assert against(acting(*far, terrain=wall), hurl) == ["MS.RANGE.MEASURE"]
    close = ("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3")
    assert against(acting(*close, terrain=wall, momentum=(1, 5)), hurl) == ["MS.ENGAGE.SHOOT"]
    two = ("A1 turtle-robo 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut 4,0 3", "B3 argonaut 2,-1 3")
    free = {"targeting.closest_rule": False}
    assert against(acting(*two, terrain=wall, act=BOUND, parameters=free), hurl) == [
        "MS.RETURNFIRE.ATTACK"
    ]


@pytest.mark.rule("MS.CRASH.ACTION", "MS.ATTACK.LIMIT", "MS.CHALLENGE.DUTY", "MS.RETURNFIRE.ATTACK")
def test_a_crash_keeps_limits_return_fire_and_challenges() -> None:
    units = ("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3", FAR)
    assert against(acting(*units), "crash shell-spin [B1] 2,0") == []
    assert against(acting(*units, act=TWICE), "crash shell-spin [B1] 2,0") == ["MS.ATTACK.LIMIT"]
    duel = ("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut 6,-6 3")
    found = against(
        acting(*duel, challenge=("A1", "B1"), act={"moves": 1}), "crash shell-spin [B1] 2,0"
    )
    assert found == []
    three = ("A1 turtle-robo 0,0 0", "B1 argonaut 2,0 3", "B2 argonaut 0,1 3")
    held = acting(*three, act=BOUND, parameters={"targeting.closest_rule": False})
    assert "MS.RETURNFIRE.ATTACK" in against(held, "crash shell-spin [B1] 1,0")


@pytest.mark.rule(
    "MS.MOVE.ROTATE", "MS.WATER.SUBMERGED", "MS.ENGAGE.DISENGAGE", "MS.RETURNFIRE.ATTACK"
)
def test_turning_surfacing_and_leaving_take_what_is_left() -> None:
    units = ("A1 dervish 0,0 0", "B1 argonaut 1,0 3")
    assert against(acting(*units), "rotate 1") == []
    assert against(acting(*units, act={"moves": 1}), "rotate 1") == []
    assert against(acting(*units, act={"moves": 0}), "rotate 1") == ["MS.ACT.ACTIONS"]
    diver = ("A1 turtle-robo 0,0 0 submerged", FAR)
    assert against(acting(*diver, terrain=("0,0 water",)), "surface") == []
    assert against(acting(*diver, terrain=("0,0 water",), act={"moves": 0}), "surface") == [
        "MS.ACT.ACTIONS"
    ]
    fire = {"aggressor": UnitId(1)}
    assert against(acting(*units, act=fire), "disengage -1,0 action") == ["MS.RETURNFIRE.ATTACK"]
    assert against(acting(*units, act=fire), "disengage -1,0 move") == []
    assert against(acting(*units, act=fire), "disengage -1,0 point") == []


@pytest.mark.rule("MS.DEPLOY.RESERVE", "MS.WARSHIP.BOARD", "MS.ACT.ALTERNATE")
def test_a_unit_begins_aboard_a_ship_that_is_there_and_nobody_passes_in_a_turn() -> None:
    ship = "A2 musarl-cruiser 0,5 1"
    held = battle("A1 argonaut - 1", ship, "B1 argonaut - 4", phase="deploying")
    assert against(held, "embark A1 A2") == []
    turn = battle("A1 argonaut 0,0 0", FAR).begins("A1")
    assert against(turn, "pass") == ["MS.ACT.ALTERNATE"]
