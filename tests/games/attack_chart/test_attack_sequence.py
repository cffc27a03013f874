"""The Attack Sequence: six steps in their order."""

from __future__ import annotations

import pytest

from gattai.games.attack_chart.actions import Aim, Attack
from gattai.games.attack_chart.events import UnitDestroyed, VolleyFired, WeaponResolved
from gattai.games.attack_chart.state import BLUE, UnitId
from gattai.kernel.question import Choose
from gattai.kernel.rulebook import Refused
from tests.games.attack_chart.table import (
    AEGIS,
    ARMOUR,
    ATTACK,
    GATE,
    SECOND,
    Firefight,
    duel,
    firefight,
    kinds,
    open_field,
    unit,
    weapon,
)

AUTOMATIC = 5
"""Power that the Chart passes automatically, once for each Attack, against Defence 0."""


@pytest.fixture
def volley() -> Firefight:
    """Three lancers about to fire at gunners twenty inches away."""
    game = firefight("formula").blue("lancer-team", at=(2, 5)).red("gunners", at=(12, 5))
    return game.activates("lancer-team")


@pytest.mark.rule("ATTACK-CHART.SEQ.ORDER")
def test_dice_saves_and_losses_follow_each_other_in_the_order_of_the_sheet(
    volley: Firefight,
) -> None:
    volley.attacks("storm-rifle", "gunners")
    volley.rolls(3, 9, 0, 2, 7, 5).rolls(7, 1, 4, 6).rolls(9, 0, 2)
    volley.ends(successes=4, saved_by_armour=1, saved_by_aegis=1, hp_lost=2).leaves(gunners=1)
    assert volley.throws == [(ATTACK, 6), (ARMOUR, 4), (AEGIS, 3)]
    assert kinds(volley.told) == ["Rolled", "Rolled", "Rolled", "VolleyFired", "WeaponResolved"]


@pytest.mark.rule("ATTACK-CHART.SEQ.ORDER")
def test_nobody_can_act_before_the_sequence_is_through(volley: Firefight) -> None:
    volley.attacks("storm-rifle", "gunners").rolls(3, 9, 0, 2, 7, 5)
    assert not volley.position.is_settled
    assert volley.unit("gunners").hp == 3
    with pytest.raises(AssertionError, match="still open"):
        volley.finishes()


@pytest.mark.rule("ATTACK-CHART.SEQ.ORDER")
def test_a_volley_without_a_success_skips_the_saves(volley: Firefight) -> None:
    volley.attacks("storm-rifle", "gunners").rolls(0, 1, 2, 2, 1, 0)
    volley.ends(successes=0, hp_lost=0).leaves(gunners=3)
    assert volley.throws == [(ATTACK, 6)]


@pytest.mark.rule("ATTACK-CHART.SEQ.1-SELECT")
def test_a_unit_a_weapon_of_its_own_and_an_enemy_are_selected(volley: Firefight) -> None:
    attack = volley.attack("storm-rifle", "gunners")
    assert volley.may(attack)
    assert attack.target_in(volley.state) == volley.id("gunners")
    split = Attack("storm-rifle", (Aim(volley.id("gunners"), 2), Aim(UnitId(0), 1)))
    assert split.target_in(volley.state) is None


@pytest.mark.rule("ATTACK-CHART.SEQ.1-SELECT")
def test_a_weapon_that_the_unit_does_not_have_is_refused(volley: Firefight) -> None:
    (why,) = volley.refuses(volley.attack("carbine", "gunners"), "ATTACK-CHART.SEQ.1-SELECT")
    assert why.reason == "lancer-team has no carbine"


@pytest.mark.rule("ATTACK-CHART.SEQ.1-SELECT")
def test_neither_oneself_nor_a_friend_nor_a_casualty_nor_nobody_can_be_selected() -> None:
    game = firefight().blue(unit("shooter"), at=(2, 5)).blue(unit("friend"), at=(3, 5))
    game.red(unit("foe"), at=(8, 5)).red(unit("fallen"), at=None, hp=0).activates("shooter")
    for target in ("shooter", "friend", "fallen"):
        game.refuses(game.attack("gun", target), "ATTACK-CHART.SEQ.1-SELECT")
    game.refuses(Attack("gun", ()), "ATTACK-CHART.SEQ.1-SELECT", "ATTACK-CHART.HOUSE.SPLIT")
    assert game.targets("gun") == ["foe"]


@pytest.mark.rule("ATTACK-CHART.SEQ.1-SELECT")
@pytest.mark.parametrize("number", [-1, 7])
def test_a_unit_that_is_not_at_the_table_cannot_be_selected(volley: Firefight, number: int) -> None:
    attack = Attack("storm-rifle", (Aim(number, 3),))  # type: ignore[arg-type]
    volley.refuses(attack, "ATTACK-CHART.SEQ.1-SELECT")


@pytest.mark.rule("ATTACK-CHART.SEQ.2-RANGE")
@pytest.mark.parametrize(
    ("inches", "column", "in_range"),
    [(10, 3, True), (10, 7, True), (10, 8, False), (9, 6, True), (9, 7, False), (1, 3, True)],
)
def test_range_reaches_to_its_last_inch_and_no_farther(
    inches: int, column: int, in_range: bool
) -> None:
    game = firefight().blue(unit("shooter", weapon(inches=inches)), at=(2, 5))
    game.red(unit("target"), at=(column, 5)).activates("shooter")
    assert game.may(game.attack("gun", "target")) == in_range


@pytest.mark.rule("ATTACK-CHART.SEQ.2-RANGE")
@pytest.mark.parametrize("inches", [8, 24])
def test_a_target_in_range_but_hidden_is_refused(inches: int) -> None:
    gun = weapon(inches=inches)
    game = firefight(field=open_field((4, 5))).blue(unit("shooter", gun), at=(2, 5))
    game.red(unit("target"), at=(6, 5)).activates("shooter")
    game.refuses(game.attack("gun", "target"), "ATTACK-CHART.HOUSE.SIGHT")


@pytest.mark.rule("ATTACK-CHART.SEQ.2-RANGE")
def test_a_target_both_too_far_and_hidden_is_refused_for_both_reasons() -> None:
    game = firefight(field=open_field((4, 5))).blue(unit("shooter", weapon(inches=6)), at=(2, 5))
    game.red(unit("target"), at=(6, 5)).activates("shooter")
    action = game.attack("gun", "target")
    game.refuses(action, "ATTACK-CHART.SEQ.2-RANGE", "ATTACK-CHART.HOUSE.SIGHT")


@pytest.mark.rule("ATTACK-CHART.SEQ.2-RETARGET")
def test_an_enemy_of_the_same_melee_is_a_target_however_far() -> None:
    knife = weapon("knife", inches=2, kind="melee")
    game = firefight().blue(unit("one", knife), (2, 5)).red(unit("near"), (3, 5))
    game.blue(unit("friend"), (4, 5)).red(unit("end"), (5, 5)).activates("one")
    game.attacks("knife", "end").rolls(9).ends(hp_lost=1)


@pytest.mark.rule("ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK")
@pytest.mark.parametrize(("attacks", "models"), [(1, 1), (1, 5), (2, 3), (4, 3)])
def test_a_pool_has_attacks_times_models_dice(attacks: int, models: int) -> None:
    game = duel(weapon(attacks=attacks), unit("target"), models=models)
    game.attacks("gun", "target").rolls(*[0] * attacks * models).ends(dice=attacks * models)
    assert game.throws == [(ATTACK, attacks * models)]


@pytest.mark.rule("ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK")
def test_a_die_too_few_or_too_many_is_not_accepted() -> None:
    for faces in ((5,), (5, 5, 5)):
        game = duel(weapon(attacks=2), unit("target"))
        with pytest.raises(Refused, match="2d10 shows 2 faces"):
            game.attacks("gun", "target").rolls(*faces)


@pytest.mark.rule("ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK")
def test_models_that_were_lost_roll_no_dice() -> None:
    game = firefight().blue("lancer-team", at=(2, 5), hp=3).red("gunners", at=(8, 5))
    assert game.unit("lancer-team").models == 2
    game.activates("lancer-team").attacks("storm-rifle", "gunners")
    game.rolls(0, 0, 0, 0).ends(dice=4)


@pytest.mark.rule("ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK")
def test_an_attack_in_two_rolls_throws_for_a_nine_first() -> None:
    game = duel(weapon(power=2, attacks=2), unit("target", defence=5)).attacks("gun", "target")
    game.rolls(9, 8).rolls(2).ends(successes=0)
    assert game.throws == [(GATE, 2), (SECOND, 1)]


@pytest.mark.rule("ATTACK-CHART.SEQ.3-GROUPING")
def test_another_target_is_another_throw() -> None:
    game = firefight().blue("lancer-team", at=(2, 5)).red(unit("one", hp=9), at=(8, 5))
    game.red(unit("two", hp=9), at=(8, 7)).activates("lancer-team")
    game.attacks("storm-rifle", {"one": 2, "two": 1}).rolls(9, 9, 9, 0).rolls(0, 9).ends()
    assert game.throws == [(ATTACK, 4), (ATTACK, 2)]
    assert [volley.successes for volley in game.volleys] == [3, 1]


@pytest.mark.rule("ATTACK-CHART.SEQ.3-GROUPING")
def test_a_target_may_not_be_named_twice_nor_out_of_order() -> None:
    game = firefight().blue("lancer-team", at=(2, 5)).red(unit("one", hp=9), at=(8, 5))
    game.red(unit("two", hp=9), at=(8, 7)).activates("lancer-team")
    one, two = game.id("one"), game.id("two")
    for aims in ((Aim(one, 2), Aim(one, 1)), (Aim(two, 1), Aim(one, 2))):
        game.refuses(Attack("storm-rifle", aims), "ATTACK-CHART.SEQ.3-GROUPING")


@pytest.mark.rule("ATTACK-CHART.SEQ.3-COMPARE")
def test_the_number_depends_on_power_and_defence_and_on_nothing_else() -> None:
    plain = duel(weapon(power=5), unit("target", defence=4, hp=99))
    other = duel(
        weapon(power=5, attacks=3, ap=2, inches=12, kind="heavy"),
        unit("target", defence=4, hp=9, armour=3, aegis=3, models=5),
    )
    plain.attacks("gun", "target").rolls(0).ends(code="3+")
    other.attacks("gun", "target").rolls(0, 0, 0).ends(code="3+")


@pytest.mark.rule("ATTACK-CHART.SEQ.3-SUCCESS")
def test_the_needed_number_itself_succeeds_and_one_less_does_not() -> None:
    game = duel(weapon(power=4, attacks=3), unit("target", defence=4, hp=9))
    game.attacks("gun", "target").rolls(4, 5, 6).ends(code="5+", successes=2)


@pytest.mark.rule("ATTACK-CHART.SEQ.4-BOTH-SAVES", "ATTACK-CHART.AMB.SAVE-ORDER")
@pytest.mark.parametrize(
    ("armour", "aegis", "throws"),
    [
        (0, 0, []),
        (7, 0, [(ARMOUR, 2)]),
        (0, 7, [(AEGIS, 2)]),
        (7, 7, [(ARMOUR, 2), (AEGIS, 1)]),
    ],
)
def test_a_target_rolls_the_saves_it_has(
    armour: int, aegis: int, throws: list[tuple[str, int]]
) -> None:
    target = unit("target", defence=0, hp=9, armour=armour, aegis=aegis)
    game = duel(weapon(power=AUTOMATIC, attacks=2), target, method="chart")
    game.attacks("gun", "target")
    for _, dice in throws:
        game.rolls(*(7, 0)[:dice])
    game.ends(successes=2)
    assert game.throws == throws


@pytest.mark.rule("ATTACK-CHART.SEQ.4-BOTH-SAVES")
def test_aegis_is_not_rolled_when_armour_has_stopped_everything() -> None:
    target = unit("target", defence=0, hp=9, armour=5, aegis=5)
    game = duel(weapon(power=AUTOMATIC, attacks=2), target, method="chart")
    game.attacks("gun", "target").rolls(5, 9).ends(saved_by_armour=2, hp_lost=0)


@pytest.mark.rule("ATTACK-CHART.SEQ.4-AP", "ATTACK-CHART.AMB.AP-BETTER")
@pytest.mark.parametrize(("ap", "rolled"), [(0, 1), (1, 0), (5, 0), (6, 0), (7, 1), (9, 1)])
def test_ap_as_low_as_the_armour_takes_its_save_away(ap: int, rolled: int) -> None:
    target = unit("target", defence=0, hp=9, armour=6)
    game = duel(weapon(power=AUTOMATIC, ap=ap), target, method="chart")
    game.attacks("gun", "target")
    if rolled:
        game.rolls(6)
    game.ends(saved_by_armour=rolled, hp_lost=1 - rolled)
    assert game.thrown(ARMOUR) == rolled


@pytest.mark.rule("ATTACK-CHART.SEQ.4-AP")
def test_ap_leaves_the_aegis_save() -> None:
    target = unit("target", defence=0, hp=9, armour=6, aegis=8)
    game = duel(weapon(power=AUTOMATIC, ap=1), target, method="chart")
    game.attacks("gun", "target").rolls(8, what=AEGIS).ends(saved_by_aegis=1, hp_lost=0)


@pytest.mark.rule("ATTACK-CHART.SEQ.4-TOGETHER")
def test_saves_against_like_weapons_are_one_throw_and_against_others_another() -> None:
    guns = weapon("one", power=AUTOMATIC, attacks=2), weapon("two", power=AUTOMATIC)
    game = firefight("chart").blue(unit("shooter", *guns, models=2), at=(2, 5))
    game.red(unit("target", defence=0, hp=9, armour=6), at=(8, 5)).activates("shooter")
    game.attacks("one", "target").rolls(0, 0, 0, 6, what=ARMOUR).ends(hp_lost=3)
    assert game.throws == [(ARMOUR, 4)]
    game.attacks("two", "target").rolls(6, 0, what=ARMOUR).ends(hp_lost=1)
    assert game.throws == [(ARMOUR, 2)]


@pytest.mark.rule("ATTACK-CHART.SEQ.4-PREVENT")
@pytest.mark.parametrize("saves", range(4))
def test_each_save_stops_one_success(saves: int) -> None:
    target = unit("target", defence=0, hp=9, armour=6)
    game = duel(weapon(power=AUTOMATIC, attacks=3), target, method="chart")
    faces = [6] * saves + [5] * (3 - saves)
    game.attacks("gun", "target").rolls(*faces).ends(saved_by_armour=saves, hp_lost=3 - saves)


@pytest.mark.rule("ATTACK-CHART.SEQ.4-ONE-HP")
def test_each_success_left_costs_one_hp() -> None:
    game = duel(weapon(power=4, attacks=4), unit("target", defence=4, hp=9))
    game.attacks("gun", "target").rolls(5, 5, 5, 0).ends(successes=3, hp_lost=3).leaves(target=6)


@pytest.mark.rule("ATTACK-CHART.SEQ.5-APPLY")
def test_nothing_is_lost_before_all_saves_are_rolled(volley: Firefight) -> None:
    volley.attacks("storm-rifle", "gunners").rolls(9, 9, 9, 9, 9, 9).rolls(0, 0, 0, 0, 0, 0)
    assert not any(isinstance(event, VolleyFired) for event in volley.told)
    volley.rolls(9, 9, 9, 9, 0, 0).ends(hp_lost=2).leaves(gunners=1)


@pytest.mark.rule("ATTACK-CHART.SEQ.5-APPLY", "ATTACK-CHART.AMB.OVERKILL")
@pytest.mark.parametrize(
    ("lost", "models", "left"), [(1, 3, 5), (2, 2, 4), (3, 2, 3), (5, 1, 1), (6, 0, 0), (9, 0, 0)]
)
def test_losses_run_from_model_to_model_and_stop_with_the_last(
    lost: int, models: int, left: int
) -> None:
    target = unit("target", defence=0, hp=2, models=3)
    game = duel(weapon(power=AUTOMATIC, attacks=lost), target, method="chart")
    game.attacks("gun", "target").ends(hp_lost=lost).leaves(target=left)
    assert game.unit("target").models == models


@pytest.mark.rule("ATTACK-CHART.SEQ.5-CASUALTY")
def test_a_unit_without_hp_leaves_the_field_and_cannot_act_again() -> None:
    game = firefight().blue(unit("shooter", weapon(power=6)), at=(2, 5))
    game.red(unit("target", defence=2, hp=3), at=(8, 5)).red(unit("other"), at=(8, 7))
    game.activates("shooter").attacks("gun", "target").ends(hp_lost=3)
    assert UnitDestroyed(rule="ATTACK-CHART.SEQ.5-CASUALTY", unit=game.id("target")) in game.told
    assert game.unit("target").at is None
    game.finishes()
    assert [game.state.units[action.unit].name for action in game.options] == ["other"]  # type: ignore[attr-defined]


@pytest.mark.rule("ATTACK-CHART.SEQ.5-CASUALTY")
def test_a_unit_with_one_hp_left_stays() -> None:
    game = duel(weapon(power=6), unit("target", defence=2, hp=4))
    game.attacks("gun", "target").ends(hp_lost=3).leaves(target=1)
    assert game.unit("target").at is not None
    assert "UnitDestroyed" not in kinds(game.told)


@pytest.mark.rule("ATTACK-CHART.SEQ.6-NEXT", "ATTACK-CHART.AMB.RETARGET-LATER")
def test_after_a_weapon_the_next_follows_and_no_weapon_twice() -> None:
    guns = weapon("one"), weapon("two")
    game = firefight().blue(unit("shooter", *guns), at=(2, 5)).red(unit("target"), at=(8, 5))
    game.activates("shooter").attacks("two", "target").rolls(0).ends()
    assert isinstance(game.told[-1], WeaponResolved)
    game.refuses(game.attack("two", "target"), "ATTACK-CHART.SEQ.6-NEXT")
    game.attacks("one", "target").rolls(0).ends()
    assert [type(action).__name__ for action in game.options] == ["Finish"]


@pytest.mark.rule("ATTACK-CHART.SEQ.6-NEXT")
def test_a_player_who_goes_on_is_not_given_the_turn_again() -> None:
    game = firefight().blue(unit("one"), (2, 5)).blue(unit("two"), (3, 5))
    game.red(unit("done"), (8, 5), activated=1).passes_with("one")
    assert game.state.turn == BLUE and "TurnPassed" not in kinds(game.told)


@pytest.mark.rule("ATTACK-CHART.SEQ.6-NEXT")
def test_when_a_unit_has_no_more_to_do_the_next_player_goes_on(volley: Firefight) -> None:
    volley.attacks("storm-rifle", "gunners").rolls(0, 0, 0, 0, 0, 0).finishes()
    assert isinstance(volley.question, Choose)
    assert volley.question.seat == volley.unit("gunners").seat
    assert [event.rule for event in volley.told][-1] == "ATTACK-CHART.SEQ.6-NEXT"
