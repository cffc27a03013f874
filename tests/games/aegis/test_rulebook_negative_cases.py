"""What a rule allows and the nearest case that it refuses; for numbers, their first terms."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.aegis.actions import KEEP, Rush, Trigger
from gattai.games.aegis.cards import ActionCard, UnitCard
from gattai.games.aegis.events.attack import ActionUsed
from gattai.games.aegis.figures import output
from gattai.games.aegis.keywords.combine import Blitz
from gattai.games.aegis.keywords.rerolls import reroll_sources
from gattai.games.aegis.state import RED, SEATS, Effect, State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import axial
from tests.games.aegis.table import (
    GUN,
    SWORD,
    Battle,
    action,
    battle,
    effect,
    open_table,
    place,
    robot,
)


@pytest.mark.rule("AEGIS.RANGE.DISTANCE", "AEGIS.RANGE.BOTH")
@pytest.mark.parametrize(("radius", "reached"), [(0, ["t"]), (1, ["by", "t"])])
def test_without_a_radius_who_touches_the_target_is_not_reached(
    radius: int, reached: list[str]
) -> None:
    shot = action("Shot", distance=6, radius=radius, attributes="AIM")
    game = battle(field=open_table()).red("u", shot, at="5,5").blue("t", at="9,5")
    assert game.blue("by", at="10,5").area("u", "Shot", "t") == reached


@pytest.mark.rule("AEGIS.RANGE.RADIUS", "AEGIS.MOD.SLF")
@pytest.mark.parametrize(("radius", "reached"), [(0, ["u"]), (1, ["by", "u"])])
def test_without_a_radius_who_touches_the_user_is_not_reached(
    radius: int, reached: list[str]
) -> None:
    brace = action("Brace", type="buff", radius=radius, attributes="DEF SLF")
    game = battle(field=open_table()).red("u", brace, at="5,5").red("by", at="6,5")
    assert game.blue("e", at="20,5").area("u", "Brace") == reached


@pytest.mark.rule("AEGIS.PASSIVE.SIGNAL")
def test_a_signal_unsettles_all_beside_it_but_not_its_own_unit() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("s", at=(3, 0), passives=("Signal",))
    game.blue("near", at=(4, 0)).blue("far", at=(5, 0))
    assert [game.needs("u", "Gun", name).total for name in ("s", "near", "far")] == [4, 3, 4]


@pytest.mark.rule("AEGIS.TERM.UNIT", "AEGIS.TERM.FULL-TURN")
def test_a_unit_begins_fresh() -> None:
    unit = Unit("u", robot("u"), RED, (), ())
    assert (unit.damage, unit.output_change, unit.came) == (0, 0, 0)
    assert not unit.acted
    assert not unit.moved
    assert Effect("STN", RED).amount == 0


@pytest.mark.rule("AEGIS.TERM.TRACKING")
def test_a_table_begins_with_nothing_counted() -> None:
    state = State(field=battle().state.field, units=(), pools=((), ()))
    assert state.turns == state.energy == state.destroyed == (0, 0)
    assert state.turn_limit == 0


@pytest.mark.rule("AEGIS.ACTION.STEPS")
def test_only_an_action_that_has_to_recharge_is_remembered() -> None:
    game = battle().red("u", GUN, at=(0, 0), last_used=(("Big", 1),)).blue("e", at=(3, 0))
    used = ActionUsed(
        rule="AEGIS.ACTION.COST", unit=UnitId(0), action="Gun", target=None, price=1, how="act"
    )
    assert used.after(game.state).units[0].last_used == (("Big", 1),)


LIMITED = {"commander_ability": "Stellar Limiter"}


@pytest.mark.rule("AEGIS.ACTION.COST", "AEGIS.ACTION.STEPS", "AEGIS.COMMANDER.STELLAR-LIMITER")
def test_who_strikes_back_pays_for_its_dice_and_an_allys_output() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("a", at=(6, 0), ep=2)
    game.blue("e", GUN, at=(3, 0), passives=("Retaliate",), **LIMITED)
    game.uses("u", "Gun", "e").rolls(4).strikes_back("e", "Gun", "u").rolls(4).ends(u=5, e=5)
    game.pays(20 - 1, 20 - 1 - 2)
    assert not game.unit("e").acted


@pytest.mark.rule("AEGIS.ACTION.STEPS", "AEGIS.MOD.CMB", "AEGIS.COMMANDER.STELLAR-LIMITER")
def test_what_is_free_costs_no_allys_output_either() -> None:
    salvo = action("Salvo", 3, 6, distance=3, attributes="CMB")
    duo = robot("duo", salvo, level=2, classes=("A", "G"), **LIMITED)
    game = battle().red("a", at=(0, 0), ep=1).red("g", at=(-1, 0), classes=("G",), ep=1)
    game.red("b", at=(-3, 0)).red("c", at=(-5, 0)).prepares(duo).blue("e", at=(2, 0))
    game.combines("a", "g", "duo").answers(Trigger("Salvo")).answers(game.use("duo", "Salvo", "e"))
    game.ends(e=3).pays(20 - 2, 20)


OPEN = [(2, 0), (3, 0), (1, -1), (1, -2), (1, -3), (0, 1), (-1, 2), (-2, 3)]


@pytest.mark.rule("AEGIS.HEX.AXIS", "AEGIS.COMBINE-ABILITY.BLITZ")
@pytest.mark.parametrize(
    ("over", "more"), [(False, []), (True, [(-1, 0), (-2, 0), (1, 2), (3, -2)])]
)
def test_a_straight_line_ends_before_what_is_in_the_way_unless_it_passes_over_it(
    over: bool, more: list[tuple[int, int]]
) -> None:
    game = battle(terrain=[(1, 1)], radius=3).red("u", at=(1, 0)).red("a", at=(0, 0))
    state = game.blue("e", at=(2, -1)).state
    ends = state.field.ground.straight(state, place(1, 0), 3, over=over)
    assert sorted(map(axial, ends)) == sorted([*OPEN, *more])


@pytest.mark.rule("AEGIS.SETUP.BOARD")
@pytest.mark.parametrize("seat", SEATS)
def test_nobody_is_placed_where_somebody_of_either_side_stands(seat: Seat) -> None:
    game = battle(phase="placing").red("r", at=(0, 6)).blue("b", at=(0, -6))
    ground, row = game.state.field.ground, 6 if seat == RED else -6
    assert [*ground.zone_refusals(game.state, seat, place(-row // 6, row))] == []
    (refusal,) = ground.zone_refusals(game.state, seat, place(0, row))
    assert refusal.rule == "AEGIS.SETUP.BOARD"


@pytest.mark.rule("AEGIS.PASSIVE.RETALIATE", "AEGIS.AMB.RETALIATE-CHAIN")
@pytest.mark.parametrize("passives", [("Retaliate",), ()])
def test_only_who_has_the_ability_strikes_back(passives: tuple[str, ...]) -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", GUN, at=(3, 0), passives=passives)
    game.uses("u", "Gun", "e").rolls(4)
    assert game.position.is_settled != bool(passives)


def pair(duo: UnitCard) -> Battle:
    """Two that make this card, beside each other."""
    game = battle().red("a", at=(0, 0)).red("g", at=(-1, 0), classes=("G",))
    return game.prepares(duo)


def two(*actions: ActionCard, **fields: Any) -> UnitCard:
    return robot("duo", *actions, level=2, classes=("A", "G"), **fields)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.BLITZ")
@pytest.mark.parametrize(("move", "asked"), [(1, True), (0, False)])
def test_nobody_is_asked_to_rush_who_cannot_go_anywhere(move: int, asked: bool) -> None:
    game = pair(two(move=move, combine_abilities=("Blitz",))).blue("e", at=(6, 0))
    game.combines("a", "g", "duo").answers(Trigger("Blitz"))
    assert game.position.is_settled != asked


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.BLITZ", "AEGIS.ATTR.STN")
@pytest.mark.parametrize(("state", "asked"), [("XPO", True), ("STN", False)])
def test_who_has_stunned_itself_does_not_rush(state: str, asked: bool) -> None:
    jam = action("Jam", type="repair", attributes=f"CMB SLF {state}")
    game = pair(two(jam, combine_abilities=("Blitz",))).blue("e", at=(6, 0))
    game.combines("a", "g", "duo").answers(Trigger("Jam")).answers(game.use("duo", "Jam"))
    game.answers(Trigger("Blitz"))
    assert game.position.is_settled != asked


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.BLITZ")
def test_a_rush_leads_somewhere_or_is_left_out() -> None:
    state = battle().red("u", at=(0, 0)).state
    blitz, unit = Blitz(), UnitId(0)
    for fine in (Rush(place(2, 0)), PASS):
        assert [*blitz.refusals(state, unit, fine)] == []
    (refusal,) = blitz.refusals(state, unit, KEEP)
    assert refusal.rule == "AEGIS.COMBINE-ABILITY.BLITZ"


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.ARREST-MANDATE-II")
@pytest.mark.parametrize(("at", "asked"), [((6, 0), True), (None, False)])
def test_nobody_selects_where_no_enemy_stands(at: tuple[int, int] | None, asked: bool) -> None:
    game = pair(two(combine_abilities=("Arrest Mandate II",))).blue("e", at=at)
    game.combines("a", "g", "duo")
    assert game.position.is_settled != asked


@pytest.mark.rule("AEGIS.PASSIVE.REROLL", "AEGIS.AMB.REROLL-STACK", "AEGIS.COMMANDER.STEADY-FIRE")
@pytest.mark.parametrize(
    ("name", "sources"),
    [
        ("u", [("Reroll", 2), ("Steady Fire", 1)]),
        ("c", [("Steady Fire", 1)]),
        ("e", [("Reroll", 1)]),
        ("f", []),
    ],
)
def test_a_reroll_is_the_units_own_or_its_commanders(
    name: str, sources: list[tuple[str, int]]
) -> None:
    exposed = (effect("XPO"),)
    game = battle().red("u", GUN, at=(0, 0), passives=("Reroll 2",), effects=exposed)
    game.red("c", GUN, at=(0, 2), commander_ability="Steady Fire")
    game.blue("e", GUN, at=(3, 0), passives=("Reroll 1",)).blue("f", GUN, at=(5, 0))
    found = reroll_sources(game.state, game.id(name))
    assert [(source, x) for source, x, _ in found] == sources


@pytest.mark.rule("AEGIS.TERM.UNIT", "AEGIS.TERM.TRACKING")
def test_a_table_knows_who_stands_where_and_a_unit_its_actions_by_their_names() -> None:
    game = battle().red("u", GUN, SWORD, at=(0, 0)).blue("e", at=(3, 0)).blue("gone", at=None)
    assert game.state.standing == {place(0, 0): game.id("u"), place(3, 0): game.id("e")}
    found = [game.unit("u").find_action(name) for name in ("Gun", "Sword", "Wave")]
    assert found == [GUN, SWORD, None]


@pytest.mark.rule("AEGIS.ACTION.STEPS")
@pytest.mark.parametrize(
    ("kind", "attributes", "left", "gives", "at"),
    [
        ("damage", "", 4, 5, (2, 0)),
        ("damage", "DIV", 4, 5, (2, 0)),
        ("repair", "", 6, 5, (2, 0)),
        ("repair", "DIV", 6, 5, (2, 0)),
        ("drain", "", 5, 4, (2, 0)),
        ("boost", "", 5, 6, (2, 0)),
        ("push", "", 5, 5, (3, 0)),
        ("pull", "", 5, 5, (1, 0)),
    ],
)
def test_each_type_does_its_own_thing_and_no_other(
    kind: str, attributes: str, left: int, gives: int, at: tuple[int, int]
) -> None:
    act = action("Act", 1, 2, type=kind, distance=4, attributes=attributes)
    game = battle().red("u", act, at=(0, 0)).blue("e", at=(2, 0), damage=1)
    game.uses("u", "Act", "e").rolls(2).ends(e=left)
    assert (output(game.state, game.unit("e")), game.at("e")) == (gives, at)


@pytest.mark.rule("AEGIS.MOD.DIV")
@pytest.mark.parametrize(
    ("change", "face", "asked"), [(5, 1, False), (5, 2, True), (-1, 2, False), (0, 2, True)]
)
def test_damage_is_divided_only_if_dice_succeed_and_some_is_left(
    change: int, face: int, asked: bool
) -> None:
    spray = action("Spray", 1, 2, radius=3, attributes="DIV")
    game = battle().red("u", spray, at=(0, 0), effects=(effect("DMD", change),))
    game.blue("e", at=(1, 0)).blue("f", at=(2, 0)).uses("u", "Spray").rolls(face)
    assert game.position.is_settled != asked


@pytest.mark.rule("AEGIS.DICE.ACCURACY")
@pytest.mark.parametrize(
    ("attributes", "evade", "terms"),
    [("AIM", 1, [4]), ("", 1, [4, 1]), ("", 2, [4, 2]), ("", 3, [4, 3, -1])],
)
def test_the_number_is_changed_unless_nothing_may_and_limited_only_beyond_6(
    attributes: str, evade: int, terms: list[int]
) -> None:
    gun = action("Gun", distance=6, attributes=attributes)
    game = battle().red("u", gun, at=(0, 0)).blue("e", at=(3, 0), passives=(f"Evade {evade}",))
    assert [term.amount for term in game.needs("u", "Gun", "e").terms] == terms
