"""Boundaries of rules: the last case that a rule covers, and the first that it does not."""

from __future__ import annotations

import pytest

from gattai.games.attack_chart.actions import Activate, Move
from gattai.games.attack_chart.attack.needed import capped_defence, needed
from gattai.games.attack_chart.cards import FieldCard
from gattai.games.attack_chart.setup import set_table
from gattai.games.attack_chart.state import BLUE, RED, UnitId
from gattai.kernel.position import begin
from gattai.tabletop.hexes import offset
from tests.games.attack_chart.table import (
    ATTACK,
    RULES,
    Firefight,
    duel,
    firefight,
    open_field,
    unit,
    weapon,
)


def four_targets() -> Firefight:
    """Four models with four targets in range."""
    game = firefight().blue(unit("squad", models=4), (2, 5))
    for row, name in enumerate("abcd"):
        game.red(unit(name, hp=9), (8, 3 + row))
    return game.activates("squad")


@pytest.mark.rule("ATTACK-CHART.HOUSE.SPLIT")
def test_three_targets_may_be_named_and_four_are_too_many() -> None:
    game = four_targets()
    assert [*game.attack("gun", {"a": 2, "b": 1, "d": 1}).refusals(game.state)] == []
    four = game.attack("gun", dict.fromkeys("abcd", 1))
    (why,) = game.refuses(four, "ATTACK-CHART.HOUSE.SPLIT")
    assert why.figures == (("targets", 4), ("at most", 3))


@pytest.mark.rule("ATTACK-CHART.HOUSE.ALTERNATE")
def test_nobody_activates_before_the_fight_has_begun() -> None:
    game = Firefight(begin(RULES, {"method": "formula"}).state).rolls(9, 1)
    assert game.state.phase == "deploying"
    (why,) = game.refuses(Activate(UnitId(0)), "ATTACK-CHART.HOUSE.ALTERNATE")
    assert why.reason == "the fight has not begun or is over"


@pytest.mark.rule("ATTACK-CHART.HOUSE.WITHDRAW")
def test_only_engaged_units_cannot_enter_hexes_beside_an_enemy() -> None:
    game = firefight().blue(unit("one"), (3, 5)).red(unit("foe"), (6, 5)).activates("one")
    assert [*Move(offset(5, 5)).refusals(game.state)] == []
    game = firefight().blue(unit("one"), (5, 5)).red(unit("foe"), (6, 5)).activates("one")
    assert [*Move(offset(3, 5)).refusals(game.state)] == []
    game.refuses(Move(offset(6, 4)), "ATTACK-CHART.HOUSE.WITHDRAW")


@pytest.mark.rule("ATTACK-CHART.HOUSE.MELEE-WEAPON")
def test_a_gun_out_of_range_is_refused_for_its_range() -> None:
    game = firefight().blue(unit("one", weapon(inches=6)), (2, 5)).red(unit("far"), (9, 5))
    game.activates("one")
    game.refuses(game.attack("gun", "far"), "ATTACK-CHART.SEQ.2-RANGE")


@pytest.mark.rule("ATTACK-CHART.HOUSE.MELEE-WEAPON", "ATTACK-CHART.HOUSE.SIGHT")
def test_a_melee_weapon_that_reaches_far_enough_is_refused_for_the_thicket_alone() -> None:
    knife = weapon("knife", inches=8, kind="melee")
    game = firefight(field=open_field((4, 5))).blue(unit("one", knife), (2, 5))
    game.red(unit("hidden"), (6, 5)).activates("one")
    game.refuses(game.attack("knife", "hidden"), "ATTACK-CHART.HOUSE.SIGHT")


@pytest.mark.rule("ATTACK-CHART.HOUSE.SIGHT")
def test_what_is_only_too_far_is_not_hidden() -> None:
    game = firefight().blue(unit("one", weapon(inches=6)), (2, 5)).red(unit("far"), (9, 5))
    game.activates("one")
    game.refuses(game.attack("gun", "far"), "ATTACK-CHART.SEQ.2-RANGE")


@pytest.mark.rule("ATTACK-CHART.HOUSE.SIGHT", "ATTACK-CHART.SEQ.2-RETARGET")
@pytest.mark.parametrize(("inches", "too_far"), [(14, False), (12, False), (11, True)])
def test_what_a_thicket_hides_is_no_target_and_its_distance_is_a_reason_of_its_own(
    inches: int, too_far: bool
) -> None:
    game = firefight(field=open_field((5, 5))).blue(unit("one", weapon(inches=inches)), (2, 5))
    game.red(unit("hidden"), (8, 5)).red(unit("plain"), (2, 9)).activates("one")
    far = ("ATTACK-CHART.SEQ.2-RANGE",) if too_far else ()
    game.refuses(game.attack("gun", "hidden"), *far, "ATTACK-CHART.HOUSE.SIGHT")
    game.attacks("gun", "plain").rolls(0).ends()


@pytest.mark.rule("ATTACK-CHART.SEQ.4-TOGETHER")
def test_saves_are_one_throw_that_takes_no_modifier_and_is_not_made_for_nothing() -> None:
    gun, target = weapon(kind="heavy", attacks=2), unit("target", armour=5, hp=9)
    game = duel(gun, target, engaged=True).attacks("gun", "target")
    game.rolls(9, 8).rolls(5, 4).ends(successes=2, saved_by_armour=1)
    game = duel(gun, target, engaged=True).attacks("gun", "target").rolls(0, 0).ends(successes=0)
    assert game.throws == [(ATTACK, 2)]


@pytest.mark.rule("ATTACK-CHART.CHART.AUTO-MULTIPLE", "ATTACK-CHART.AUTO.HP-MULTIPLIER")
def test_the_chart_multiplies_successes_and_the_formula_the_hp_they_cost() -> None:
    chart, formula = needed("chart", 9, 2), needed("formula", 9, 2)
    assert (chart.code, chart.successes_each, chart.hp_each) == ("Ax3", 3, 1)
    assert (formula.code, formula.successes_each, formula.hp_each) == ("Ax4", 1, 4)


@pytest.mark.rule("ATTACK-CHART.CAP.DEFENCE", "ATTACK-CHART.AMB.LIMITS-LOW")
def test_defence_is_kept_between_0_and_15() -> None:
    assert [capped_defence(defence) for defence in (-1, 0, 1, 14, 15, 16)] == [0, 0, 1, 14, 15, 15]


@pytest.mark.rule(
    "ATTACK-CHART.FORMULA.POWER-MULTIPLE",
    "ATTACK-CHART.FORMULA.DEFENCE-QUADRUPLE",
    "ATTACK-CHART.FORMULA.THRESHOLD-FIVE",
)
def test_a_multiple_counts_only_if_the_larger_figure_is_5_or_more() -> None:
    assert [needed("formula", *pair).code for pair in ((4, 2), (5, 2), (6, 3))] == [
        "1+", "Ax2", "Ax2",
    ]  # fmt: skip
    assert [needed("formula", *pair).code for pair in ((1, 4), (1, 5), (2, 8))] == [
        "9", "9/9", "9/9",
    ]  # fmt: skip


@pytest.mark.rule("ATTACK-CHART.CHART.LEGEND-SIX", "ATTACK-CHART.CHART.TWO-STAGE-CAP")
def test_the_second_number_of_the_chart_rises_to_nine_and_stays_there() -> None:
    last, beyond = needed("chart", 2, 15), needed("chart", 1, 15)
    assert (last.code, last.rule) == ("9/9", "ATTACK-CHART.CHART.TWO-STAGE")
    assert (beyond.code, beyond.rule) == ("9/9", "ATTACK-CHART.CHART.TWO-STAGE-CAP")


@pytest.mark.rule("ATTACK-CHART.HOUSE.ROLL-OFF")
@pytest.mark.parametrize(("faces", "winner"), [((5, 4), BLUE), ((4, 5), RED)])
def test_one_more_is_enough_to_deploy_first(faces: tuple[int, int], winner: int) -> None:
    game = Firefight(begin(RULES, {"method": "formula"}).state).rolls(*faces)
    assert game.state.turn == winner


@pytest.mark.rule("ATTACK-CHART.HOUSE.ARMY", "ATTACK-CHART.HOUSE.FIELD")
def test_an_army_may_fill_its_rows_and_not_more_and_a_single_round_may_be_fought() -> None:
    cards, field = {"one": unit("one")}, FieldCard("open", "Tiny", 4, 8, 2, 2)
    zone = len(field.zones[BLUE])

    def lay(blue: int, red: int) -> int:
        samples = {"blue": ("one",) * blue, "red": ("one",) * red}
        options = {
            "method": "formula", "field": "open", "blue": "sample", "red": "sample", "rounds": "1",
        }  # fmt: skip
        return len(set_table(options, cards, {"open": field}, samples).units)

    assert lay(zone, 1) == lay(1, zone) == zone + 1
    for blue, red in ((zone + 1, 1), (1, zone + 1)):
        with pytest.raises(ValueError, match="does not fit"):
            lay(blue, red)
