"""Each reading of the rulings that a match can change: what it allows, and where it stops."""

from __future__ import annotations

import pytest

from tests.games.attack_chart.table import Firefight, firefight, unit, weapon


def heavy(attacks: int = 1) -> Firefight:
    """A Heavy weapon whose user is in a melee with a foe."""
    gun = weapon(power=5, attacks=attacks, kind="heavy")
    return firefight().blue(unit("shooter", gun), at=(2, 5)).red(unit("foe", hp=9), at=(1, 5))


def into_another_melee() -> Firefight:
    """The same, and a target that fights a friend."""
    game = heavy().red(unit("target", defence=4, hp=9), at=(8, 5))
    return game.blue(unit("friend"), at=(9, 5))


def modifier_of(game: Firefight, target: str) -> int:
    game.activates("shooter").attacks("gun", target).rolls(0).ends()
    return game.volleys[0].modifier


@pytest.mark.rule("ATTACK-CHART.AMB.STACK", "ATTACK-CHART.MOD.STACK")
@pytest.mark.reading("melee-modifiers=sum", "melee-modifiers=worst")
@pytest.mark.parametrize(("reading", "modifier"), [("sum", -2 - 1 - 1), ("worst", -2)])
def test_several_melee_modifiers(reading: str, modifier: int) -> None:
    assert modifier_of(into_another_melee().reads(melee_modifiers=reading), "target") == modifier


@pytest.mark.rule("ATTACK-CHART.AMB.STACK", "ATTACK-CHART.MOD.STACK")
@pytest.mark.reading("melee-modifiers=worst")
def test_of_equal_modifiers_one_counts_and_a_single_one_counts_whole() -> None:
    game = firefight().blue(unit("shooter", weapon(power=5)), at=(2, 5)).red(unit("foe"), at=(1, 5))
    game.red(unit("target", defence=4, hp=9), at=(8, 5)).blue(unit("friend"), at=(9, 5))
    assert modifier_of(game.reads(melee_modifiers="worst"), "target") == -1
    assert modifier_of(heavy().reads(melee_modifiers="worst"), "foe") == -2


@pytest.mark.rule("ATTACK-CHART.AMB.CLASS-WHERE", "ATTACK-CHART.MELEE.HEAVY")
@pytest.mark.reading("class-penalty=anywhere", "class-penalty=inside")
@pytest.mark.parametrize(("reading", "modifier"), [("anywhere", -2 - 1), ("inside", -1)])
def test_a_heavy_weapon_fired_out_of_a_melee(reading: str, modifier: int) -> None:
    game = heavy().red(unit("target", defence=4, hp=9), at=(8, 5)).reads(class_penalty=reading)
    assert modifier_of(game, "target") == modifier


@pytest.mark.rule("ATTACK-CHART.AMB.CLASS-WHERE", "ATTACK-CHART.MELEE.HEAVY")
@pytest.mark.reading("class-penalty=inside")
def test_within_its_melee_a_heavy_weapon_takes_the_penalty_in_either_reading() -> None:
    assert modifier_of(heavy().reads(class_penalty="inside"), "foe") == -2
