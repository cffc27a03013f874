"""Crashes: through what, how far, and to where."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.actions import CrashAttack
from gattai.games.mechastellar.state import UnitId
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import from_text
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"
SPIN = "shell-spin"


def ready(*units: str, **given: Any) -> Battle:
    return battle(*units, FAR, **given).begins("A1")


def against(game: Battle, action: Any) -> list[str]:
    found: list[Refusal] = [*RULES.refusals(game.state, action)]
    return [refusal.rule for refusal in found]


@pytest.mark.rule("MS.CRASH.ACTION", "MS.ACT.ACTIONS")
def test_a_crash_needs_its_weapon_and_one_move_that_is_left() -> None:
    units = ("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3")
    game = ready(*units).plays("A1", "rotate 1")
    assert game.may("crash shell-spin [B1] 2,0")
    lost = ready("A1 turtle-robo 0,0 0 lost=weapon:shell-spin", "B1 argonaut 1,0 3")
    lost.refuses("crash shell-spin [B1] 2,0")
    empty = battle(*units, FAR).armed("A1", SPIN, power_cost=2).begins("A1")
    empty.refuses("crash shell-spin [B1] 2,0", "MS.RES.POWER")


@pytest.mark.rule("MS.CRASH.ACTION")
def test_a_crash_takes_one_or_two_targets_that_are_there() -> None:
    units = ("B1 argonaut 1,0 3", "A1 turtle-robo 0,0 0", "B2 argonaut 4,0 3", "B3 argonaut 4,-1 3")
    game = ready(*units, "B4 argonaut - 0 reserve")
    assert game.may("crash shell-spin [B1] 2,0")
    to = from_text("2,0")
    for targets in ((), (UnitId(0), UnitId(2), UnitId(3))):
        assert against(game, CrashAttack(SPIN, targets, to)) == ["MS.CRASH.ACTION"]
    assert against(game, CrashAttack(SPIN, (game.id("B4"),), to)) == ["MS.CRASH.ACTION"]
    assert against(game, CrashAttack(SPIN, (UnitId(99),), to)) == ["MS.UNIT.DEFINITION"]


@pytest.mark.rule("MS.CRASH.ACTION", "MS.TERRAIN.DIRECT")
def test_the_way_leads_by_all_that_it_crashes_into() -> None:
    game = ready("A1 turtle-robo 0,0 0", "B1 argonaut 0,1 3", terrain=["-1,0 wall", "1,-1 fence"])
    assert game.may("crash shell-spin [B1] 1,1")
    game.refuses("crash shell-spin [B1] 2,0", "MS.CRASH.ACTION")
    game = ready("A1 turtle-robo 0,0 0", terrain=["-1,0 wall", "1,-1 fence"])
    here = from_text("-1,0")
    assert against(game, CrashAttack(SPIN, (), from_text("-2,0"), (here,))) == []
    assert against(game, CrashAttack(SPIN, (), from_text("1,0"), (here,))) == ["MS.CRASH.ACTION"]
    for nothing in ("1,-1", "0,-1"):
        action = CrashAttack(SPIN, (), from_text("2,-2"), (from_text(nothing),))
        assert against(game, action) == ["MS.TERRAIN.DIRECT"]


@pytest.mark.rule("MS.CRASH.ACTION", "MS.HEX.OCCUPANCY", "MS.ENGAGE.STRAFE")
def test_a_way_around_other_enemies_counts_as_far_as_it_leads() -> None:
    units = ("A1 trident-drake 0,0 0 grounded", "B1 argonaut 1,0 3", "B2 argonaut 2,0 3")
    game = ready(*units)
    game.refuses("crash wing-crash [B1] 3,0", "MS.CRASH.ACTION")
    assert game.may("crash wing-crash [B1] 3,-1") and game.may("crash wing-crash [B1 B2] 3,0")
    wall = ready(*units, terrain=["3,0 wall"])
    on_it = CrashAttack("wing-crash", (wall.id("B1"),), from_text("3,0"), (from_text("3,0"),))
    assert against(wall, on_it) == ["MS.CRASH.ACTION"]  # around the second it is a hex too far
    free = ready(*units[:2], terrain=["3,0 wall"])
    assert against(free, on_it) == []
    held = ready("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut 2,0 3")
    found = against(held, CrashAttack(SPIN, (held.id("B1"),), from_text("2,0")))
    assert "MS.ENGAGE.STRAFE" not in found and "MS.CRASH.ACTION" in found


@pytest.mark.rule("MS.HIGH.CLIMB", "MS.CRASH.ACTION")
def test_a_crash_climbs_only_with_fly() -> None:
    foe, hill = "B1 argonaut 1,0 3", ["2,0 hill"]
    walker = ready("A1 trident-drake 0,0 0 grounded", foe, terrain=hill)
    walker.refuses("crash wing-crash [B1] 2,0", "MS.HIGH.CLIMB")
    assert walker.may("crash wing-crash [B1] 2,-1")
    assert ready("A1 trident-drake 0,0 0", foe, terrain=hill).may("crash wing-crash [B1] 2,0")
    level = ready(
        "A1 turtle-robo 0,0 0", "B1 iron-duke 1,0 3", terrain=["0,0 hill", "1,0 hill", *hill]
    )
    assert level.may("crash shell-spin [B1] 2,0")


@pytest.mark.rule("MS.SQUAD.COHESION", "MS.CRASH.ACTION")
def test_a_squad_crashes_only_to_where_all_of_it_finds_room() -> None:
    squad = ("A1 turtle-robo 0,0 0", "A2 turtle-robo 0,1 0 leader=A1", "B1 argonaut 1,0 3")
    assert ready(*squad).may("crash shell-spin [B1] 2,0")
    around = ["3,0", "2,1", "1,1", "3,-1", "2,-1"]
    tight = ready(*squad, terrain=[f"{at} hill" for at in around])
    tight.refuses("crash shell-spin [B1] 2,0", "MS.SQUAD.COHESION")
    assert ready(squad[0], squad[2], terrain=[f"{at} hill" for at in around]).may(
        "crash shell-spin [B1] 2,0"
    )
