"""What a melee does to attacks: range, sight, cover, and the modifiers of the sheet."""

from __future__ import annotations

import pytest

from gattai.games.attack_chart.attack.attack import armour_save
from tests.games.attack_chart.table import (
    ARMOUR,
    Firefight,
    duel,
    firefight,
    open_field,
    unit,
    weapon,
)

GUN = weapon(power=4, attacks=2, inches=24)
TARGET = unit("target", defence=4, hp=9)


def shooter(kind: str = "light", inches: int = 24) -> Firefight:
    """A shooter with one weapon of this class at (2, 5), and nobody else yet."""
    return firefight().blue(unit("shooter", weapon(kind=kind, inches=inches)), at=(2, 5))


def modifier_of(game: Firefight) -> int:
    """The modifier with which the shooter attacks its target, as the log tells it."""
    game.activates("shooter").attacks("gun", "target").rolls(0).ends()
    return game.volleys[0].modifier


@pytest.mark.rule("ATTACK-CHART.MELEE.RANGE")
def test_range_0_reaches_an_enemy_in_the_same_melee_and_nobody_else() -> None:
    game = shooter(inches=0).red(unit("beside"), at=(3, 5)).red(unit("behind"), at=(4, 5))
    assert game.activates("shooter").targets("gun") == ["beside"]


@pytest.mark.rule("ATTACK-CHART.MELEE.RANGE", "ATTACK-CHART.HOUSE.ENGAGED")
def test_range_is_unlimited_along_the_whole_chain_of_a_melee() -> None:
    game = shooter(inches=2)
    for column in range(3, 12):
        (game.red if column % 2 else game.blue)(unit(f"u{column}"), at=(column, 5))
    game.red(unit("outside"), at=(14, 5)).activates("shooter")
    assert game.targets("gun") == ["u3", "u5", "u7", "u9", "u11"]


@pytest.mark.rule("ATTACK-CHART.MELEE.RANGE")
def test_a_gap_in_the_chain_ends_the_melee() -> None:
    game = shooter(inches=2).red(unit("u3"), at=(3, 5)).blue(unit("u5"), at=(5, 5))
    game.red(unit("u6"), at=(6, 5)).activates("shooter")
    assert game.targets("gun") == ["u3"]


@pytest.mark.rule("ATTACK-CHART.MELEE.SIGHT")
@pytest.mark.parametrize("linked", [True, False])
def test_an_enemy_unseen_can_be_attacked_only_within_one_melee(linked: bool) -> None:
    game = firefight(field=open_field((3, 5))).blue(unit("shooter"), at=(2, 5))
    game.red(unit("target"), at=(4, 5)).red(unit("one"), at=(3, 4))
    game.blue(unit("two"), at=(4, 4) if linked else (9, 9)).activates("shooter")
    assert game.may(game.attack("gun", "target")) == linked


@pytest.mark.rule("ATTACK-CHART.MELEE.COVER", "ATTACK-CHART.AMB.COVER-VALUE")
@pytest.mark.parametrize(("at", "needs"), [((3, 5), 7), ((4, 5), 6)])
def test_cover_does_not_count_within_one_melee(at: tuple[int, int], needs: int) -> None:
    gun = weapon(power=8, attacks=2)
    game = firefight(field=open_field(at)).blue(unit("shooter", gun), at=(2, 5))
    game.red(unit("target", defence=4, hp=9, armour=7), at=at).activates("shooter")
    save = armour_save(game.state, game.id("shooter"), gun, game.id("target"))
    assert save.total == needs
    game.attacks("gun", "target").rolls(needs, needs - 1, what=ARMOUR).ends(saved_by_armour=1)


@pytest.mark.rule("ATTACK-CHART.MELEE.COVER")
def test_a_friend_outside_the_melee_still_fires_at_a_covered_target() -> None:
    gun = weapon(power=8)
    game = firefight(field=open_field((8, 5))).blue(unit("shooter", gun), at=(2, 5))
    game.red(unit("target", defence=4, hp=9, armour=7), at=(8, 5)).blue(unit("friend"), at=(9, 5))
    game.activates("shooter").attacks("gun", "target").rolls(6, what=ARMOUR)
    game.ends(saved_by_armour=1)


@pytest.mark.rule(
    "ATTACK-CHART.MELEE.HEAVY", "ATTACK-CHART.MELEE.BATTLE", "ATTACK-CHART.MELEE.OTHER"
)
@pytest.mark.parametrize(
    ("kind", "inches", "modifier"),
    [("heavy", 24, -2), ("battle", 24, -1), ("light", 24, 0), ("melee", 0, 0)],
)
def test_in_a_melee_a_weapon_takes_the_modifier_of_its_class(
    kind: str, inches: int, modifier: int
) -> None:
    assert modifier_of(shooter(kind, inches).red(TARGET, at=(3, 5))) == modifier


@pytest.mark.rule("ATTACK-CHART.MELEE.HEAVY", "ATTACK-CHART.MELEE.BATTLE")
@pytest.mark.parametrize("kind", ["heavy", "battle", "light"])
def test_outside_a_melee_no_class_takes_a_modifier(kind: str) -> None:
    assert modifier_of(shooter(kind).red(TARGET, at=(4, 5))) == 0


@pytest.mark.rule("ATTACK-CHART.MELEE.HEAVY", "ATTACK-CHART.AMB.CLASS-WHERE")
def test_a_heavy_weapon_takes_its_modifier_whomever_it_fires_at() -> None:
    game = shooter("heavy").red(unit("foe"), at=(1, 5)).red(TARGET, at=(8, 5))
    assert modifier_of(game) == -2 - 1  # and one for firing out


@pytest.mark.rule("ATTACK-CHART.MELEE.BATTLE", "ATTACK-CHART.AMB.CLASS-WHERE")
def test_a_battle_weapon_takes_its_modifier_whomever_it_fires_at() -> None:
    game = shooter("battle").red(unit("foe"), at=(1, 5)).red(TARGET, at=(8, 5))
    assert modifier_of(game) == -1 - 1


@pytest.mark.rule("ATTACK-CHART.MELEE.INTO")
def test_a_friend_that_does_not_touch_the_target_costs_nothing() -> None:
    assert modifier_of(shooter().red(TARGET, at=(8, 5)).blue(unit("friend"), at=(10, 5))) == 0


@pytest.mark.rule("ATTACK-CHART.MELEE.INTO")
def test_an_enemy_beside_the_target_costs_nothing() -> None:
    assert modifier_of(shooter().red(TARGET, at=(8, 5)).red(unit("other"), at=(9, 5))) == 0


@pytest.mark.rule("ATTACK-CHART.MELEE.INTO")
def test_two_friends_in_the_melee_cost_no_more_than_one() -> None:
    game = shooter().red(TARGET, at=(8, 5)).blue(unit("one"), at=(9, 5))
    assert modifier_of(game.blue(unit("two"), at=(7, 5))) == -1


@pytest.mark.rule("ATTACK-CHART.MELEE.INTO-EXEMPT")
def test_being_linked_to_the_melee_through_others_is_fighting_in_it() -> None:
    game = shooter().red(unit("foe"), at=(3, 5)).blue(unit("friend"), at=(4, 5))
    assert modifier_of(game.red(TARGET, at=(5, 5))) == 0


@pytest.mark.rule("ATTACK-CHART.MELEE.INTO-EXEMPT")
def test_a_unit_outside_a_melee_pays_for_a_friend_in_one() -> None:
    assert modifier_of(shooter().red(TARGET, at=(8, 5)).blue(unit("friend"), at=(9, 5))) == -1


@pytest.mark.rule("ATTACK-CHART.MELEE.OUT-OF")
def test_firing_out_of_a_melee_takes_one_off() -> None:
    assert modifier_of(shooter().red(unit("foe"), at=(1, 5)).red(TARGET, at=(8, 5))) == -1


@pytest.mark.rule("ATTACK-CHART.MELEE.OUT-OF")
def test_firing_within_the_melee_or_from_outside_any_takes_nothing_off() -> None:
    assert modifier_of(shooter().red(unit("foe"), at=(1, 5)).red(TARGET, at=(3, 5))) == 0
    assert modifier_of(shooter().red(unit("foe"), at=(0, 5)).red(TARGET, at=(8, 5))) == 0


@pytest.mark.rule("ATTACK-CHART.MELEE.OTHER")
def test_a_melee_weapon_is_rolled_without_modifier() -> None:
    knife = weapon("gun", power=4, attacks=2, inches=0, kind="melee")
    game = duel(knife, TARGET, engaged=True)
    game.attacks("gun", "target").rolls(4, 5).ends(modifier=0, successes=1)
