"""How an Action is carried out: price, dice, who is affected, destruction."""

from __future__ import annotations

import pytest

from gattai.games.aegis.events.attack import (
    ActionUsed,
    DamageTaken,
    EffectGained,
    NumbersNeeded,
    UnitDestroyed,
    UnitShoved,
)
from gattai.kernel.event import Rolled
from tests.games.aegis.table import GUN, WAVE, action, battle, effect

THREE = action("Three", 3, 4, distance=6)
ALL = action("All", 3, 4, mode="all", power=3, distance=6)


@pytest.mark.rule("AEGIS.ACTION.STEPS")
def test_an_action_goes_pay_roll_damage_states_push_removal_retaliation() -> None:
    hammer = action("Hammer", 1, 2, attributes="MLE STN FRC")
    game = battle().red("u", hammer, at=(0, 0))
    game.blue("e", GUN, at=(1, 0), passives=("Retaliate",)).blue("k", at=(1, 1), integrity=1)
    game.uses("u", "Hammer", "e").rolls(2)
    order = [ActionUsed, NumbersNeeded, Rolled, DamageTaken, EffectGained, UnitShoved]
    assert [type(event) for event in game.told] == order
    game.strikes_back("e", "Gun", "k").rolls(4).ends(e=5, k=0)
    order += [ActionUsed, NumbersNeeded, Rolled, DamageTaken, UnitDestroyed]
    assert [type(event) for event in game.told] == order


@pytest.mark.rule("AEGIS.ACTION.STEPS")
def test_an_action_with_nobody_in_its_area_is_refused() -> None:
    game = battle().red("u", WAVE, at=(0, 0)).blue("e", at=(3, 0))
    game.refuses(game.use("u", "Wave"), "AEGIS.ACTION.STEPS")


@pytest.mark.rule("AEGIS.ACTION.COST")
def test_the_dice_are_paid_before_the_roll_hit_or_miss() -> None:
    game = battle().red("u", THREE, at=(0, 0)).blue("e", at=(2, 0)).uses("u", "Three", "e")
    game.pays(17, 20).rolls(1, 1, 1).ends(e=6).pays(17, 20)


@pytest.mark.rule("AEGIS.ACTION.COST")
def test_fewer_dice_cannot_be_rolled_for_less() -> None:
    game = battle(energy=(2, 0)).red("u", THREE, at=(0, 0)).blue("e", at=(2, 0))
    refusal = game.refuses(game.use("u", "Three", "e"), "AEGIS.TURN.ENERGY-NONNEG")[0]
    assert refusal.figures == (("price", 3), ("energy", 2))


@pytest.mark.rule("AEGIS.ACTION.ANY-SIDE", "AEGIS.AMB.SELF-TARGET")
def test_allies_can_be_targeted_and_areas_spare_nobody_but_no_unit_targets_itself() -> None:
    game = battle().red("u", GUN, at=(0, 0)).red("v", WAVE, at=(0, 1)).red("a", at=(1, 0))
    game.blue("e", at=(1, 1))
    game.refuses(game.use("u", "Gun", "u"), "AEGIS.ACTION.ANY-SIDE")
    game.uses("u", "Gun", "a").rolls(4).ends(a=5)
    game.uses("v", "Wave").rolls(4).ends(u=5, a=4, e=5, v=6)


@pytest.mark.rule("AEGIS.ACTION.DESTROY")
def test_the_destroyed_leave_together_and_the_pool_stays_as_it_is() -> None:
    game = battle().red("u", WAVE, at=(0, 0), integrity=1).red("a", at=(1, 0), integrity=1)
    game.blue("e", at=(0, 1), integrity=1).blue("f", GUN, at=(6, 0))
    game.uses("u", "Wave").rolls(4).ends(a=0, e=0, u=1).pays(19, 20)
    gone = [event.unit for event in game.told if isinstance(event, UnitDestroyed)]
    assert gone == [game.id("a"), game.id("e")]
    assert game.state.destroyed == (1, 1)
    assert (game.unit("e").fate, game.unit("e").at) == ("destroyed", None)


@pytest.mark.rule("AEGIS.ACTION.DESTROY")
def test_integrity_does_not_fall_below_0() -> None:
    game = battle().red("u", ALL, at=(0, 0)).blue("e", at=(2, 0), integrity=1).blue("f", at=(6, 0))
    game.uses("u", "All", "e").rolls(6, 6, 6).ends(e=0)
    assert [event.amount for event in game.told if isinstance(event, DamageTaken)] == [1]


@pytest.mark.rule("AEGIS.ACTION.DESTROY")
def test_the_act_of_a_unit_that_destroys_itself_is_over() -> None:
    bomb = action("Bomb", distance=2, radius=1, attributes="LHT")
    game = battle().red("u", bomb, GUN, at=(0, 0), integrity=1).red("v", at=(0, 5))
    game.blue("e", at=(1, 0)).uses("u", "Bomb", "e").rolls(4).ends(u=0, e=5)
    assert game.state.act is None
    game.refuses(game.use("u", "Gun", "e"), "AEGIS.TERM.UNIT")


@pytest.mark.rule("AEGIS.DICE.EACH")
@pytest.mark.parametrize(("faces", "left"), [((3, 3, 3), 6), ((4, 3, 6), 4), ((4, 5, 6), 3)])
def test_each_die_at_or_above_the_number_is_a_success(faces: tuple[int, ...], left: int) -> None:
    game = battle().red("u", THREE, at=(0, 0)).blue("e", at=(2, 0))
    game.uses("u", "Three", "e").rolls(*faces).ends(e=left)


@pytest.mark.rule("AEGIS.DICE.ALL")
@pytest.mark.parametrize(("faces", "left"), [((4, 5, 6), 3), ((6, 6, 3), 6)])
def test_all_dice_make_one_success_or_none(faces: tuple[int, ...], left: int) -> None:
    game = battle().red("u", ALL, at=(0, 0)).blue("e", at=(2, 0))
    game.uses("u", "All", "e").rolls(*faces).ends(e=left)


@pytest.mark.rule("AEGIS.DICE.ACCURACY", "AEGIS.AMB.ACC-CLAMP-ORDER")
def test_the_accuracy_number_tells_every_reason() -> None:
    game = battle().red("u", GUN, at=(0, 0), effects=(effect("ACC", 1),))
    game.red("s", at=(3, 1), passives=("Signal",))
    evasive = ("Evade 2", "Range Evade 1")
    game.blue("e", at=(3, 0), passives=evasive, effects=(effect("EVA", 2),))
    tally = game.needs("u", "Gun", "e")
    assert [(term.amount, term.rule) for term in tally] == [
        (4, "AEGIS.DICE.ACCURACY"),
        (-1, "AEGIS.MOD.ACC"),
        (2, "AEGIS.MOD.EVA"),
        (2, "AEGIS.PASSIVE.EVADE"),
        (1, "AEGIS.PASSIVE.RANGE-EVADE"),
        (-1, "AEGIS.PASSIVE.SIGNAL"),
        (-1, "AEGIS.DICE.ACCURACY"),
    ]
    assert tally.total == 6


@pytest.mark.rule("AEGIS.DICE.ACCURACY", "AEGIS.AMB.ACC-LOWER-BOUND")
def test_at_1_every_die_succeeds() -> None:
    game = battle().red("u", GUN, at=(0, 0), effects=(effect("ACC", 9),)).blue("e", at=(2, 0))
    assert game.needs("u", "Gun", "e").total == 1
    game.uses("u", "Gun", "e").rolls(1).ends(e=5)


@pytest.mark.rule(
    "AEGIS.DICE.PER-UNIT", "AEGIS.AMB.PER-TARGET-ROLL", "AEGIS.TERM.AFFECTED", "AEGIS.ACTION.STEPS"
)
def test_one_roll_is_held_against_each_units_own_number() -> None:
    bomb = action("Bomb", 2, 3, type="debuff", distance=4, radius=1, attributes="COM STN")
    game = battle().red("u", bomb, at=(0, 0)).blue("t", at=(3, 0), passives=("Evade 2",))
    game.blue("n", at=(4, 0), passives=("Evade 2",))
    game.uses("u", "Bomb", "t").rolls(3, 4).ends()
    assert game.throws == [(3, 4)]
    assert game.effects("t") == []
    assert game.effects("n") == [("COM", -2), ("STN", 0)]


@pytest.mark.rule("AEGIS.TERM.AFFECTED", "AEGIS.RANGE.RADIUS")
def test_a_radius_only_action_targets_nobody() -> None:
    game = battle().red("u", WAVE, at=(0, 0)).blue("e", GUN, at=(1, 0), passives=("Retaliate",))
    game.refuses(game.use("u", "Wave", "e"), "AEGIS.RANGE.RADIUS")
    game.uses("u", "Wave").rolls(4).ends(e=5)
