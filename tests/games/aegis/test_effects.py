"""The eight types of Actions, collisions, and the order of forced moves."""

from __future__ import annotations

import pytest

from gattai.games.aegis.attack.effects import damage
from gattai.games.aegis.attack.roll import Hit
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.events.attack import UnitShoved
from gattai.games.aegis.figures import output
from tests.games.aegis.table import GUN, action, battle, effect


def shove(power: int) -> ActionCard:
    return action("Shove", 1, 2, power=power, type="push", distance=4)


@pytest.mark.rule("AEGIS.EFFECT.DAMAGE", "AEGIS.AMB.DAMAGE-FLOOR", "AEGIS.AMB.DMD-PER-ACTION")
def test_damage_tells_every_reason_and_is_never_negative() -> None:
    flak = action("Flak", 2, 4, power=2, distance=4, attributes="AA CRT")
    game = battle().red("u", flak, at=(0, 0), effects=(effect("DMD", 1),))
    game.blue("e", at=(2, 0), passives=("Flight",), effects=(effect("DEF", 9),))
    tally = damage(game.state, game.id("u"), flak, Hit(game.id("e"), 2, 1), 1)
    assert [(term.amount, term.rule) for term in tally] == [
        (4, "AEGIS.EFFECT.DAMAGE"),
        (1, "AEGIS.ATTR.CRT"),
        (1, "AEGIS.MOD.DMD"),
        (1, "AEGIS.ATTR.AA"),
        (-9, "AEGIS.MOD.DEF"),
        (2, "AEGIS.EFFECT.DAMAGE"),
    ]
    assert tally.total == 0


@pytest.mark.rule("AEGIS.EFFECT.DAMAGE", "AEGIS.AMB.DAMAGE-CALCULATED")
def test_a_base_of_0_does_nothing_whatever_would_be_added() -> None:
    dud = action("Dud", 1, 2, power=0, distance=4)
    game = battle().red("u", dud, at=(0, 0), effects=(effect("DMD", 5),)).blue("e", at=(2, 0))
    game.uses("u", "Dud", "e").rolls(6).ends(e=6)


@pytest.mark.rule("AEGIS.EFFECT.REPAIR")
def test_repair_stops_at_the_maximum_and_knows_no_critical_and_no_defense() -> None:
    fix = action("Fix", 2, 3, type="repair", distance=3, attributes="CRT")
    game = battle().red("u", fix, at=(0, 0), effects=(effect("DMD", 5),))
    game.red("a", at=(1, 0), damage=3, effects=(effect("DEF", 5),)).red("b", fix, at=(0, 1))
    game.blue("e", at=(2, 0), damage=1)
    game.uses("u", "Fix", "a").rolls(3, 3).ends(a=5)
    game.uses("b", "Fix", "e").rolls(3, 3).ends(e=6)


@pytest.mark.rule("AEGIS.EFFECT.DRAIN", "AEGIS.AMB.DRAIN-POOL")
def test_a_drain_takes_output_for_good_down_to_0_and_no_energy() -> None:
    leech = action("Leech", 1, 2, power=4, type="drain", distance=3)
    charge = action("Charge", 1, 2, type="boost", distance=3)
    game = battle().red("u", leech, at=(0, 0)).red("v", charge, at=(0, 1))
    game.blue("e", at=(2, 0), ep=3)
    game.uses("u", "Leech", "e").rolls(2).ends(e=6).pays(19, 20)
    assert output(game.state, game.unit("e")) == 0
    game.uses("v", "Charge", "e").rolls(2)
    assert output(game.state, game.unit("e")) == 1


@pytest.mark.rule("AEGIS.EFFECT.BOOST", "AEGIS.AMB.BOOST-TO-BY", "AEGIS.AMB.SUCCESS-MULTIPLE")
def test_a_boost_adds_power_for_each_success_and_the_pool_waits() -> None:
    charge = action("Charge", 2, 3, power=2, type="boost", distance=3)
    game = battle().red("u", charge, at=(0, 0)).red("a", at=(1, 0), ep=3).blue("e", at=(6, 0))
    game.uses("u", "Charge", "a").rolls(3, 6).ends().pays(18, 20)
    assert output(game.state, game.unit("a")) == 7


@pytest.mark.rule("AEGIS.EFFECT.PUSH", "AEGIS.AMB.STN-SCOPE", "AEGIS.AMB.PUSH-FLIGHT")
def test_nothing_saves_from_a_push() -> None:
    game = battle().red("u", shove(2), at=(0, 0))
    game.blue("e", at=(1, 0), move=0, passives=("Flight",), effects=(effect("STN"),))
    game.uses("u", "Shove", "e").rolls(2).ends(e=6).pays(19, 20)
    assert game.at("e") == (3, 0)


@pytest.mark.rule("AEGIS.EFFECT.PUSH")
def test_a_miss_pushes_nobody() -> None:
    game = battle().red("u", shove(2), at=(0, 0)).blue("e", at=(1, 0))
    game.uses("u", "Shove", "e").rolls(1).ends(e=6)
    assert game.at("e") == (1, 0)


@pytest.mark.rule("AEGIS.EFFECT.PULL", "AEGIS.AMB.PULL-INTO-USER")
@pytest.mark.parametrize(("power", "to", "left"), [(2, (3, 0), 6), (5, (1, 0), 6), (6, (1, 0), 5)])
def test_a_pull_ends_beside_the_user_and_may_run_into_it(
    power: int, to: tuple[int, int], left: int
) -> None:
    winch = action("Winch", 1, 2, power=power, type="pull", distance=6)
    game = battle().red("u", winch, at=(0, 0)).blue("e", at=(5, 0))
    game.uses("u", "Winch", "e").rolls(2).ends(e=left, u=left)
    assert game.at("e") == to


@pytest.mark.rule("AEGIS.EFFECT.COLLISION", "AEGIS.AMB.PUSH-ROUNDING")
@pytest.mark.parametrize(("power", "left"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 4)])
def test_a_collision_deals_half_the_steps_left_rounded_down_to_both(power: int, left: int) -> None:
    game = battle().red("u", shove(power), at=(0, 0))
    game.blue("e", at=(1, 0)).blue("wall", at=(3, 0), effects=(effect("DEF", 5),))
    game.uses("u", "Shove", "e").rolls(2).ends(e=left, wall=left)
    assert game.at("wall") == (3, 0)


@pytest.mark.rule("AEGIS.EFFECT.COLLISION", "AEGIS.AMB.COLLISION-MODIFIERS")
def test_a_collision_with_terrain_hurts_the_pushed_alone_whatever_its_defense() -> None:
    game = battle(terrain=[(2, 0)]).red("u", shove(4), at=(0, 0))
    game.blue("e", at=(1, 0), effects=(effect("DEF", 5),))
    game.uses("u", "Shove", "e").rolls(2).ends(e=4, u=6)
    assert game.at("e") == (1, 0)


@pytest.mark.rule("AEGIS.EFFECT.PUSHED-OFF", "AEGIS.AMB.PUSH-EDGE", "AEGIS.TERM.TRACKING")
def test_a_step_over_the_edge_destroys_even_the_vanished() -> None:
    wave = action("Shock", 1, 2, power=3, type="push", radius=2)
    game = battle().red("u", wave, at=(5, 0)).blue("k", GUN, at=(0, -5))
    game.blue("e", at=(6, 0), integrity=30, effects=(effect("VANISH"),))
    game.uses("u", "Shock").rolls(2).ends(e=0)
    assert game.state.destroyed == (0, 1)


@pytest.mark.rule("AEGIS.EFFECT.PUSH-SEQUENCE", "AEGIS.AMB.PUSH-ORDER")
@pytest.mark.parametrize(
    ("kind", "order"), [("push", ["far", "near", "east"]), ("pull", ["near", "east", "far"])]
)
def test_pushes_begin_with_the_farthest_and_pulls_with_the_nearest(
    kind: str, order: list[str]
) -> None:
    shock = action("Shock", 1, 2, power=1, type=kind, radius=3)
    game = battle().red("u", shock, at=(0, 0)).blue("east", at=(2, -2)).blue("far", at=(3, 0))
    game.blue("near", at=(2, 0)).uses("u", "Shock").rolls(2).ends()
    moved = [event.unit for event in game.told if isinstance(event, UnitShoved)]
    assert [game.state.units[unit].name for unit in moved] == order


@pytest.mark.rule("AEGIS.EFFECT.BUFF", "AEGIS.AMB.STACKING")
def test_buffs_and_debuffs_add_up_each_with_its_own_end() -> None:
    guard = action("Guard", 2, 3, type="buff", distance=3, attributes="DEF")
    game = battle().red("u", guard, GUN, at=(0, 0))
    game.red("a", at=(1, 0), effects=(effect("DEF", -1),))
    game.blue("e", GUN, at=(5, 0)).uses("u", "Guard", "a").rolls(3, 3).ends()
    assert game.effects("a") == [("DEF", -1), ("DEF", 2)]
    game.ends_turn()
    assert game.effects("a") == [("DEF", 2)]


@pytest.mark.rule("AEGIS.EFFECT.DEBUFF")
def test_a_debuff_lowers_every_stat_it_names_and_its_attributes_count_besides() -> None:
    jam = action("Jam", 1, 2, power=2, type="debuff", distance=3, attributes="EVA COM XPO")
    game = battle().red("u", jam, at=(0, 0)).blue("e", at=(2, 0))
    game.uses("u", "Jam", "e").rolls(2).ends(e=6)
    assert game.effects("e") == [("EVA", -2), ("COM", -2), ("XPO", 0)]
