"""Combining: recipes, price, the new piece, inheriting, and what comes into play with it."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import DONE, Inherit, Trigger
from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.state import BLUE
from gattai.kernel.question import Choose
from gattai.kernel.window import PASS
from tests.games.aegis.table import GUN, RULES, Battle, action, battle, effect, robot

DUO = robot("duo", GUN, level=2, classes=("A", "G"), integrity=12, ep=6)


def pair(*pool: str | UnitCard, **fields: object) -> Battle:
    """An A and a G side by side, and an enemy far away."""
    game = battle().red("a", GUN, at=(0, 0), classes=("A",), make="ARK", **fields)
    game.red("g", GUN, at=(1, 0), classes=("G",), make="GEL").blue("e", GUN, at=(0, -6))
    return game.prepares(*(pool or (DUO,)))


@pytest.mark.rule("AEGIS.COMBINE.BASIC")
def test_a_unit_combines_after_moving_or_not_with_one_neighbour() -> None:
    game = pair().moves("a", (1, -1)).combines("a", "g", "duo").ends(duo=12)
    assert (game.at("duo"), game.at("a"), game.at("g")) == ((1, -1), None, None)


@pytest.mark.rule("AEGIS.COMBINE.BASIC")
def test_it_has_to_be_an_ally_and_adjacent() -> None:
    game = pair().red("far", at=(3, 0), classes=("G",)).blue("foe", at=(0, 1), classes=("G",))
    refusal = game.refuses(game.combine("a", "far", "duo"), "AEGIS.COMBINE.BASIC")[0]
    assert refusal.figures == (("hexes away", 3), ("at most", 1))
    game.refuses(game.combine("a", "foe", "duo"), "AEGIS.COMBINE.BASIC")
    game.refuses(game.combine("a", "a", "duo"), "AEGIS.COMBINE.BASIC")


@pytest.mark.rule("AEGIS.COMBINE.BASIC", "AEGIS.AMB.COMBINE-PARTNER-ACTED")
def test_not_after_the_action_but_the_partner_may_have_acted() -> None:
    game = pair().blue("f", at=(3, 0)).uses("a", "Gun", "f").rolls(1)
    game.refuses(game.combine("a", "g", "duo"), "AEGIS.COMBINE.BASIC")
    game.combines("g", "a", "duo").ends(duo=12)


@pytest.mark.rule("AEGIS.COMBINE.COST", "AEGIS.AMB.COMBINE-COST")
def test_the_price_is_the_current_output_of_both() -> None:
    game = pair(output_change=-2).set(energy=(8, 0)).combines("a", "g", "duo").pays(0, 0)
    game = pair(output_change=-1).set(energy=(8, 0))
    refusal = game.refuses(game.combine("a", "g", "duo"), "AEGIS.COMBINE.COST")[0]
    assert refusal.figures == (("price", 9), ("energy", 8))


@pytest.mark.rule("AEGIS.COMBINE.REPLACE", "AEGIS.AMB.COMBINE-DAMAGE", "AEGIS.AMB.COMBINE-STATUS")
def test_the_new_unit_is_fresh_has_acted_and_has_not_moved() -> None:
    game = pair(damage=5, effects=(effect("XPO"), effect("DMD", 3))).moves("a", (0, 1))
    game.combines("a", "g", "duo").ends(duo=12)
    made = game.unit("duo")
    assert (made.acted, made.moved, made.effects, made.damage) == (True, False, (), 0)
    assert made.actions == (GUN,)
    game.refuses(game.use("duo", "Gun", "e"), "AEGIS.TURN.ACT-ONCE")
    assert game.state.pools == ((), ())


@pytest.mark.rule(
    "AEGIS.COMBINE.TRIGGERS", "AEGIS.COMBINE-ABILITY.GENERAL", "AEGIS.COMBINE-ABILITY.IGNITION"
)
def test_inheriting_comes_before_the_triggers_and_ignition_after_all_others() -> None:
    gun = action("Old Gun", distance=2, inherit=True)
    shock = action("Shock", 1, 4, radius=1, attributes="CMB", inherit=True)
    card = robot(
        "omni", shock, level=2, classes=("A", "G"), combine_abilities=("Ignition", "Refuel")
    )
    game = battle().red("a", gun, at=(0, 0)).red("g", at=(1, 0), classes=("G",))
    game.blue("e", at=(-1, 0)).prepares(card).combines("a", "g", "omni")
    assert [*game.options] == [Inherit(0, game.id("a"), "Old Gun"), PASS]
    game.answers(PASS)
    assert [*game.options] == [Trigger("Refuel"), Trigger("Shock")]
    game.answers(Trigger("Shock")).answers(game.use("omni", "Shock"))
    assert [*game.options] == [Trigger("Ignition"), DONE]
    game.pays(15, 20).answers(DONE).ends(e=5)
    assert game.state.act is None


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.GENERAL", "AEGIS.AMB.CMB-OPTIONAL")
@pytest.mark.parametrize("name", ["Blitz", "Ignition"])
def test_what_is_optional_may_be_left_out(name: str) -> None:
    card = robot("duo", level=2, classes=("A", "G"), combine_abilities=(name,))
    game = pair(card).combines("a", "g", "duo")
    assert game.options == (Trigger(name), DONE)
    game.answers(DONE).ends()


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.GENERAL", "AEGIS.AMB.ABILITY-CATEGORY")
@pytest.mark.parametrize("name", ["Capture", "Arrest Mandate II"])
def test_what_is_not_optional_must_be_done(name: str) -> None:
    card = robot("duo", level=2, classes=("A", "G"), combine_abilities=(name,))
    game = pair(card).combines("a", "g", "duo")
    assert not {PASS, DONE} & {*game.options}


@pytest.mark.rule("AEGIS.COMBINE.RECIPE-CLASS", "AEGIS.AMB.COMBINE-CLASSES")
def test_the_classes_beneath_must_be_exactly_those_of_the_new_unit() -> None:
    game = pair().red("a2", at=(0, 1), classes=("A",)).red("s", at=(-1, 0), classes=("S",))
    for partner, classes in (("a2", "AA"), ("s", "AS")):
        refusal = game.refuses(game.combine("a", partner, "duo"), "AEGIS.COMBINE.RECIPE-CLASS")[0]
        assert refusal.figures == (("classes", classes), ("wanted", "AG"))


@pytest.mark.rule("AEGIS.COMBINE.RECIPE-MAKE", "AEGIS.AMB.AEGIS-NAME")
def test_each_make_of_the_recipe_must_lie_beneath() -> None:
    game = pair("ark-2500").red("a2", at=(1, -1), classes=("A",), make="ARLY")
    game.refuses(game.combine("a2", "g", "ark-2500"), "AEGIS.COMBINE.RECIPE-MAKE")
    assert game.may(game.combine("a", "g", "ark-2500"))
    assert RULES.units["aegis-9500"].makes == ()


@pytest.mark.rule(
    "AEGIS.COMBINE.LEVEL2",
    "AEGIS.COMBINE.LEVEL3",
    "AEGIS.COMBINE.LEVEL4",
    "AEGIS.COMBINE.LEVEL5",
    "AEGIS.AMB.COMBINE-L3",
    "AEGIS.AMB.COMBINE-L45",
    "AEGIS.COMMANDER.FORMS",
)
@pytest.mark.parametrize(
    ("one", "two", "makes"),
    [(1, 1, 2), (1, 2, 3), (1, 3, 4), (2, 2, 4), (1, 4, 5), (2, 3, 5), (1, 1, 3), (2, 2, 5)],
)
def test_which_levels_make_which(one: int, two: int, makes: int) -> None:
    letters = "AEGIS"
    sides = (letters[:one], letters[one : one + two])
    card = robot("new", level=makes, classes=tuple(letters[:makes]))
    game = battle().blue("e", at=(0, -6)).prepares(card)
    for name, classes, at in (("a", sides[0], (0, 0)), ("b", sides[1], (1, 0))):
        game.red(name, at=at, level=len(classes), classes=tuple(classes))
    if one + two == makes:
        assert game.may(game.combine("a", "b", "new"))
    else:
        wrong = (f"AEGIS.COMBINE.LEVEL{makes}", "AEGIS.COMBINE.RECIPE-CLASS")
        game.refuses(game.combine("a", "b", "new"), *wrong)


@pytest.mark.rule("AEGIS.COMBINE.PERMANENT", "AEGIS.AMB.COMBINE-DESTROYED")
def test_a_destroyed_combined_unit_takes_all_beneath_it_and_its_card() -> None:
    frail = robot("duo", level=2, classes=("A", "G"), integrity=1)
    game = pair(frail).red("k", GUN, at=(3, 0)).combines("a", "g", "duo")
    game.uses("k", "Gun", "duo").rolls(4).ends(duo=0, a=0, g=0)
    assert [game.unit(name).fate for name in ("a", "g", "duo")] == [
        "consumed",
        "consumed",
        "destroyed",
    ]
    assert game.state.destroyed == (1, 0)
    assert game.state.pools == ((), ())


HEIR = robot(
    "heir",
    action("Slot 1", distance=1, inherit=True),
    action("Slot 2", distance=1, inherit=True),
    level=2,
    classes=("A", "G"),
)


@pytest.mark.rule("AEGIS.INHERIT.BASIC", "AEGIS.AMB.INHERIT-TAGS")
def test_each_tagged_action_fills_one_tagged_slot_only() -> None:
    old, plain = action("Old", distance=3, inherit=True), action("Plain", distance=3)
    game = battle().red("a", old, plain, at=(0, 0)).red("g", at=(1, 0), classes=("G",))
    game.blue("e", at=(0, -6)).prepares(HEIR).combines("a", "g", "heir")
    assert game.options == (Inherit(0, game.id("a"), "Old"), PASS)
    game.answers(game.options[0]).ends()
    assert [each.name for each in game.unit("heir").actions] == ["Old", "Slot 2"]


@pytest.mark.rule("AEGIS.INHERIT.TIMING")
def test_what_is_not_inherited_at_once_never_is() -> None:
    old = action("Old", distance=3, inherit=True)
    game = battle().red("a", old, at=(0, 0)).red("g", old, at=(1, 0), classes=("G",))
    game.blue("e", at=(0, -6)).prepares(HEIR).combines("a", "g", "heir")
    game.answers(PASS).answers(PASS).ends()
    assert game.unit("heir").actions == HEIR.action
    assert isinstance(game.question, Choose)


@pytest.mark.rule("AEGIS.INHERIT.ONE-STEP", "AEGIS.AMB.INHERIT-OVERWRITTEN")
def test_neither_inherited_nor_overwritten_actions_go_up_again() -> None:
    old = action("Old", distance=3, inherit=True)
    trio = robot("trio", action("Top", distance=1, inherit=True), level=3, classes=("A", "G", "S"))
    game = battle().red("a", old, at=(0, 0)).red("g", at=(1, 0), classes=("G",))
    game.red("s", at=(-1, 0), classes=("S",)).blue("e", at=(0, -6)).prepares(HEIR, trio)
    game.combines("a", "g", "heir").answers(Inherit(0, game.id("a"), "Old"))
    game.combines("s", "heir", "trio")
    assert game.options == (Inherit(0, game.id("heir"), "Slot 2"), PASS)


@pytest.mark.rule("AEGIS.COMMANDER.FORMS", "AEGIS.AMB.COMMANDER-NONCOMMANDER")
def test_a_higher_commander_needs_a_lower_form_of_the_same() -> None:
    form = robot("form", level=2, classes=("A", "G"), commander="boss")
    game = pair(form).red("boss", at=(1, -1), classes=("A",), commander="boss")
    game.red("rival", at=(0, 1), classes=("A",), commander="rival")
    game.refuses(game.combine("a", "g", "form"), "AEGIS.COMMANDER.FORMS")
    game.refuses(game.combine("rival", "g", "form"), "AEGIS.COMMANDER.FORMS")
    assert game.may(game.combine("g", "boss", "form"))


@pytest.mark.rule("AEGIS.SQUAD.POOL", "AEGIS.COMBINE.BASIC")
def test_only_cards_of_the_own_pool_can_be_made() -> None:
    other = robot("other", level=2, classes=("A", "G"))
    game = pair().prepares(other, seat=BLUE)
    game.refuses(game.combine("a", "g", "other"), "AEGIS.SQUAD.POOL")
