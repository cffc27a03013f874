"""Modifiers of Actions: Combine, Laser, Melee, Self, Divide, and the five stats."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import DONE, DivideDamage, Trigger
from gattai.games.aegis.figures import movement
from gattai.kernel.question import Choose
from tests.games.aegis.table import GUN, Battle, action, battle, effect, robot


def combined(*actions: object, **fields: object) -> Battle:
    """A and G have just become `duo`, with an enemy two hexes away."""
    assert all(isinstance(each, type(GUN)) for each in actions)
    card = robot("duo", *actions, level=2, classes=("A", "G"), **fields)  # type: ignore[arg-type]
    game = battle().red("a", at=(0, 0)).red("g", at=(-1, 0), classes=("G",))
    return game.blue("e", at=(2, 0)).prepares(card).combines("a", "g", "duo")


@pytest.mark.rule("AEGIS.MOD.CMB", "AEGIS.AMB.CMB-SUCCESS", "AEGIS.ACTION.COST")
@pytest.mark.parametrize(("mode", "left"), [("each", 3), ("all", 5)])
def test_a_combine_action_is_free_and_certain_without_dice(mode: str, left: int) -> None:
    game = combined(action("Salvo", 3, 6, mode=mode, distance=3, attributes="CMB"))
    game.answers(Trigger("Salvo")).answers(game.use("duo", "Salvo", "e")).ends(e=left)
    game.pays(10, 20)
    assert game.throws == []


@pytest.mark.rule("AEGIS.MOD.CMB")
def test_a_combine_action_may_be_left_out_and_another_is_not_free() -> None:
    salvo = action("Salvo", 3, 6, distance=3, attributes="CMB")
    game = combined(salvo, GUN)
    assert game.options == (Trigger("Salvo"), DONE)
    assert combined(GUN).ends(e=6).position.is_settled


@pytest.mark.rule("AEGIS.MOD.CMB")
def test_a_combine_action_still_needs_range() -> None:
    game = combined(action("Jab", 3, 6, attributes="CMB MLE")).answers(Trigger("Jab"))
    game.ends(e=6)


LASER = action("Laser", attributes="LSR")


@pytest.mark.rule("AEGIS.MOD.LSR", "AEGIS.AMB.LSR-EXTENT", "AEGIS.RANGE.DISTANCE")
def test_a_laser_strikes_all_on_its_axis_before_and_beyond_the_target() -> None:
    game = battle(terrain=[(4, 0)]).red("u", LASER, at=(-7, 0)).red("a", at=(-4, 0))
    game.blue("t", at=(0, 0)).blue("b", at=(3, 0)).blue("k", at=(5, 0)).blue("side", at=(-6, 2))
    assert game.area("u", "Laser", "t") == ["a", "b", "t"]
    assert game.area("u", "Laser", "side") == ["side"]
    game.refuses(game.use("u", "Laser", "k"), "AEGIS.LOS.BASIC")


@pytest.mark.rule("AEGIS.MOD.LSR")
def test_nothing_alters_the_accuracy_of_a_laser() -> None:
    game = battle().red("u", LASER, GUN, at=(0, 0), effects=(effect("ACC", 2),))
    game.blue("e", at=(3, 0), passives=("Evade 1",))
    assert game.needs("u", "Laser", "e").total == 4
    assert game.needs("u", "Gun", "e").total == 3


@pytest.mark.rule("AEGIS.MOD.MLE")
@pytest.mark.parametrize(("at", "near"), [((1, 0), True), ((1, 1), False), ((2, 0), False)])
def test_melee_reaches_neighbours_only(at: tuple[int, int], near: bool) -> None:
    sword = action("Sword", attributes="MLE")
    game = battle().red("u", sword, at=(0, 0)).blue("e", at=at)
    assert game.may(game.use("u", "Sword", "e")) == near


@pytest.mark.rule("AEGIS.MOD.SLF", "AEGIS.AMB.SLF-MANDATORY")
@pytest.mark.parametrize(("attributes", "found"), [("DEF SLF", ["a", "u"]), ("DEF", ["a"])])
def test_self_puts_the_user_into_the_area(attributes: str, found: list[str]) -> None:
    guard = action("Guard", 1, 3, type="buff", radius=1, attributes=attributes)
    game = battle().red("u", guard, at=(0, 0)).red("a", at=(1, 0)).blue("e", at=(5, 0))
    assert game.area("u", "Guard") == found


@pytest.mark.rule("AEGIS.MOD.SLF", "AEGIS.RANGE.DISTANCE")
def test_self_makes_an_action_legal_that_reaches_nobody_else() -> None:
    guard = action("Guard", 1, 3, type="buff", distance=2, attributes="DEF SLF")
    game = battle().red("u", guard, at=(0, 0)).red("a", at=(3, 0)).blue("e", at=(5, 0))
    game.uses("u", "Guard").rolls(3).ends()
    assert game.effects("u") == [("DEF", 1)]
    game = battle().red("u", guard, at=(0, 0)).red("a", at=(2, 0)).blue("e", at=(5, 0))
    game.refuses(game.use("u", "Guard"), "AEGIS.RANGE.DISTANCE")


RACKS = action("Racks", 3, 4, distance=4, radius=1, attributes="DIV")


@pytest.mark.rule("AEGIS.MOD.DIV", "AEGIS.AMB.DIV-ORDER")
def test_divided_damage_is_handed_out_whole_in_any_shares() -> None:
    game = battle().red("u", RACKS, at=(0, 0)).blue("t", at=(3, 0)).blue("n", at=(4, 0))
    game.uses("u", "Racks", "t").rolls(4, 5, 6)
    shares = [tuple(share for _, share in each.shares) for each in game.options]
    assert shares == [(3, 0), (2, 1), (1, 2), (0, 3)]
    game.answers(DivideDamage(((game.id("t"), 1), (game.id("n"), 2)))).ends(t=5, n=4)


@pytest.mark.rule("AEGIS.MOD.DIV")
def test_nothing_is_divided_after_a_miss_or_among_one() -> None:
    game = battle().red("u", RACKS, at=(0, 0)).blue("t", at=(3, 0)).blue("n", at=(4, 0))
    game.uses("u", "Racks", "t").rolls(1, 1, 1).ends(t=6, n=6)
    game = battle().red("u", RACKS, at=(0, 0)).blue("t", at=(3, 0))
    game.uses("u", "Racks", "t").rolls(4, 4, 4).ends(t=3)


@pytest.mark.rule("AEGIS.MOD.ACC")
@pytest.mark.parametrize(("amount", "needs"), [(1, 3), (-1, 5), (-9, 6)])
def test_accuracy_changes_what_the_units_own_actions_need(amount: int, needs: int) -> None:
    game = battle().red("u", GUN, at=(0, 0), effects=(effect("ACC", amount),))
    game.red("v", GUN, at=(0, 1)).blue("e", at=(3, 0))
    assert game.needs("u", "Gun", "e").total == needs
    assert game.needs("v", "Gun", "e").total == 4


@pytest.mark.rule("AEGIS.MOD.EVA")
@pytest.mark.parametrize(("amount", "needs"), [(1, 5), (-1, 3), (9, 6)])
def test_evasion_changes_what_actions_that_target_the_unit_need(amount: int, needs: int) -> None:
    bomb = action("Bomb", distance=4, radius=1)
    game = battle().red("u", bomb, at=(0, 0)).blue("t", at=(3, 0), effects=(effect("EVA", amount),))
    game.blue("n", at=(4, 0), effects=(effect("EVA", amount),))
    assert game.needs("u", "Bomb", "t").total == needs
    assert game.needs("u", "Bomb", "t", "n").total == 4


@pytest.mark.rule("AEGIS.MOD.DMD")
@pytest.mark.parametrize(("amount", "face", "left"), [(2, 4, 3), (-1, 4, 6), (2, 3, 6)])
def test_damage_is_raised_and_lowered_on_a_hit_alone(amount: int, face: int, left: int) -> None:
    game = battle().red("u", GUN, at=(0, 0), effects=(effect("DMD", amount),)).blue("e", at=(3, 0))
    game.uses("u", "Gun", "e").rolls(face).ends(e=left)


@pytest.mark.rule("AEGIS.MOD.DEF")
@pytest.mark.parametrize(("amount", "face", "left"), [(1, 4, 6), (-1, 4, 4), (-1, 3, 6)])
def test_defense_is_raised_and_lowered_on_a_hit_alone(amount: int, face: int, left: int) -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0), effects=(effect("DEF", amount),))
    game.uses("u", "Gun", "e").rolls(face).ends(e=left)


@pytest.mark.rule("AEGIS.MOD.COM")
def test_movement_is_changed_and_each_hex_costs_what_it_did() -> None:
    game = battle().red("u", at=(0, 0), move=1, effects=(effect("COM", 1),)).blue("e", at=(5, 0))
    assert movement(game.state, game.unit("u")) == 2
    game.moves("u", (1, 0), (2, 0)).pays(18, 20)
    assert isinstance(game.question, Choose)
