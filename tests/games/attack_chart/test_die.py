"""The die, and the rolls of two stages."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gattai.games.attack_chart.attack.attack import D10, dice_needing
from gattai.kernel.event import Rolled
from gattai.kernel.rulebook import Refused
from tests.games.attack_chart.table import AEGIS, ARMOUR, GATE, SECOND, duel, unit, weapon

SPARE = unit("target", defence=4, hp=99)


@pytest.mark.rule("ATTACK-CHART.DIE.TEN-SIDED", "ATTACK-CHART.AMB.DIE")
def test_a_die_has_the_faces_0_to_9() -> None:
    assert D10.faces == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


@pytest.mark.rule("ATTACK-CHART.DIE.TEN-SIDED")
@pytest.mark.parametrize("face", [-1, 11, 12])
def test_a_face_that_the_die_does_not_have_is_refused(face: int) -> None:
    game = duel(weapon(), SPARE).attacks("gun", "target")
    with pytest.raises(Refused, match="a d10 has no face"):
        game.rolls(face)


@pytest.mark.rule("ATTACK-CHART.DIE.TEN-SIDED")
@pytest.mark.parametrize("number", range(1, 10))
def test_each_number_has_ten_minus_itself_chances_in_ten(number: int) -> None:
    outcomes = dict(dice_needing(1, number, 0).outcomes())
    assert Fraction(outcomes[1], 10) == Fraction(10 - number, 10)


@pytest.mark.rule("ATTACK-CHART.DIE.ZERO-FAILS")
@pytest.mark.parametrize("number", range(1, 10))
@pytest.mark.parametrize("modifier", [-4, -1, 0, 1, 9])
def test_a_zero_misses_whatever_is_needed_and_whatever_the_modifier(
    number: int, modifier: int
) -> None:
    assert dice_needing(1, number, modifier).read((0,)) == 0


@pytest.mark.rule("ATTACK-CHART.DIE.ZERO-FAILS", "ATTACK-CHART.AMB.SAVE-DIE")
def test_a_zero_misses_as_a_save_too() -> None:
    target = unit("target", defence=0, hp=9, armour=1, aegis=1)
    game = duel(weapon(power=5, attacks=2), target, method="chart").attacks("gun", "target")
    game.rolls(0, 1, what=ARMOUR).rolls(0, what=AEGIS).ends(saved_by_armour=1, hp_lost=1)


@pytest.mark.rule("ATTACK-CHART.DIE.TEN-READS-ZERO")
def test_a_ten_is_recorded_as_a_zero_and_misses() -> None:
    game = duel(weapon(power=6, attacks=3), SPARE).attacks("gun", "target")
    game.rolls(10, 1, 0).ends(code="1+", successes=1)
    (rolled,) = (event for event in game.told if isinstance(event, Rolled))
    assert rolled.faces.open() == (0, 1, 0)


@pytest.mark.rule("ATTACK-CHART.TWO-STAGE.GATE")
@pytest.mark.parametrize("face", range(9))
def test_less_than_a_nine_does_not_pass_the_first_stage(face: int) -> None:
    game = duel(weapon(power=2), unit("target", defence=5, hp=9)).attacks("gun", "target")
    game.rolls(face, what=GATE).ends(code="9/3", successes=0)
    assert game.throws == [(GATE, 1)]


@pytest.mark.rule("ATTACK-CHART.TWO-STAGE.SECOND", "ATTACK-CHART.AMB.SECOND-ROLL")
def test_only_the_dice_that_showed_a_nine_are_rolled_again() -> None:
    game = duel(weapon(power=2, attacks=5), unit("target", defence=5, hp=9))
    game.attacks("gun", "target").rolls(9, 0, 9, 8, 9, what=GATE).rolls(2, 3, 9, what=SECOND)
    game.ends(successes=2, hp_lost=2)
    assert game.throws == [(GATE, 5), (SECOND, 3)]


@pytest.mark.rule("ATTACK-CHART.TWO-STAGE.SECOND")
@pytest.mark.parametrize(("defence", "second"), [(5, 3), (6, 6), (8, 9)])
def test_the_second_roll_needs_the_number_behind_the_slash(defence: int, second: int) -> None:
    game = duel(weapon(power=2, attacks=2), unit("target", defence=defence, hp=9))
    game.attacks("gun", "target").rolls(9, 9).rolls(second - 1, second).ends(successes=1)


@pytest.mark.rule("ATTACK-CHART.TWO-STAGE.SECOND")
def test_a_second_nine_counts_once() -> None:
    game = duel(weapon(power=2), unit("target", defence=5, hp=9)).attacks("gun", "target")
    game.rolls(9).rolls(9).ends(successes=1, hp_lost=1)
