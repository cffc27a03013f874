"""Damage to the point: PEN, Finishing Blows, barriers, saves, losses."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.attack.damage import (
    fail_damage,
    finish_threshold,
    finishes,
    losses_of,
    pen_of,
    wound_by,
)
from gattai.games.mechastellar.events.attack import AttackDeclared, DamageTaken
from gattai.games.mechastellar.events.flow import ScoreChanged
from gattai.games.mechastellar.events.turn import BarrierChanged
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.kernel.event import Rolled
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"


def strike(game: Battle, weapon: str, by: str = "A1", on: str = "B1", **how: Any) -> Strike:
    card = game.unit(by).find_weapon(weapon)
    assert card is not None
    return Strike(game.id(by), card, game.id(on), **how)


def dealt(game: Battle) -> list[int]:
    return [event.damage for event in game.happened(DamageTaken)]


@pytest.mark.rule("MS.SAVE.TARGET", "MS.SAVE.NO-PEN", "MS.LOCKON.THROUGH", "MS.WATER.ENERGY")
def test_pen_is_what_is_printed_with_all_that_changes_it_and_at_least_one() -> None:
    def pen(unit: str, weapon: str, foe: str = "B1 argonaut 4,0 3", **how: Any) -> int:
        game = battle(unit, foe, terrain=["0,0 water", "4,0 water"])
        return pen_of(game.state, strike(game, weapon, **how))

    asura = "A1 white-asura 0,0 0"
    assert pen(asura, "beam-rifle") == 7 and pen(asura, "beam-rifle", extra_pen=2) == 9
    assert pen(asura, "beam-rifle", how="through") == 4
    assert pen(f"{asura} submerged", "beam-rifle") == 4
    assert pen(asura, "beam-rifle", "B1 turtle-robo 4,0 3 submerged") == 4
    assert pen("A1 turtle-robo 0,0 0 submerged", "shell-cannon") == 5
    assert pen("A1 hoverjet 0,0 0", "nose-guns") == 1
    assert pen("A1 argonaut 0,0 0", "machine-gun") == 0
    assert pen("A1 argonaut 0,0 0", "machine-gun", extra_pen=3) == 0


@pytest.mark.rule("MS.PUSH.ACCEL", "MS.SAVE.TARGET")
def test_speed_sharpens_only_close_weapons_of_the_unit_that_has_accelerated() -> None:
    units = ("A1 dusk-wraith 0,0 0", "B1 dusk-wraith 2,0 3")
    game = battle(*units).plays("A1", "accelerate A1 1,0 1").plays("A1", "accelerate A1 2,-1 1")
    assert pen_of(game.state, strike(game, "wire-claw")) == 8
    assert pen_of(game.state, strike(game, "shock-daggers")) == 6
    assert pen_of(game.state, strike(game, "wire-claw", "B1", "A1", counter=True)) == 6


@pytest.mark.rule("MS.FINISH.THRESHOLD", "MS.FINISH.FINISHER")
def test_a_finishing_blow_comes_nearer_by_finisher_rounds_and_traits() -> None:
    def number(unit: str, weapon: str, number: int = 1, **how: Any) -> int:
        given = how.pop("given", {})
        game = battle(unit, "B1 argonaut 4,0 3", round=number, parameters=given)
        return finish_threshold(game.state, strike(game, weapon, **how))

    asura, duke = "A1 white-asura 0,0 0", "A1 iron-duke 0,0 0 traits"
    assert number(asura, "beam-saber") == 10
    assert number(asura, "beam-rifle") == 7 and number(asura, "beam-rifle", 3) == 5
    assert number(asura, "beam-rifle", 3, given={"finishing.finisher_adds_round": False}) == 8
    assert number(duke, "rocket-punch") == 9
    for how in ({"counter": True}, {"how": "indirect"}, {"sweep": 2}):
        assert number(duke, "rocket-punch", **how) == 10
    assert number(duke, "rocket-punch", sweep=1) == 9
    for printed, least in ((5, 4), (4, 3), (3, 3), (2, 2)):
        assert number(duke, "rocket-punch", given={"finishing.threshold": printed}) == least


@pytest.mark.rule("MS.FINISH.OWN-TURN")
def test_a_finishing_blow_is_struck_in_ones_own_turn_by_whom_the_rules_allow() -> None:
    def blow(unit: str, hits: int, given: dict[str, Any], **how: Any) -> bool:
        game = battle(f"A1 {unit} 0,0 0", "B1 argonaut 1,0 3", parameters=given)
        weapon = game.unit("A1").card.weapon[-1].id if unit == "turtle-robo" else "beam-saber"
        return finishes(game.state, strike(game, weapon, **how), hits)

    assert blow("white-asura", 10, {}) and not blow("white-asura", 9, {})
    assert blow("jack-knife-iii", 10, {})
    assert not blow("white-asura", 10, {}, counter=True)
    assert blow("white-asura", 10, {"finishing.own_turn_only": False}, counter=True)
    elite, best = {"finishing.tier": "elite"}, {"finishing.tier": "skilled_ace"}
    assert blow("turtle-robo", 10, elite) and not blow("jack-knife-iii", 10, elite)
    assert blow("white-asura", 10, best) and not blow("turtle-robo", 10, best)
    assert blow("white-raven", 10, best)
    none = {"finishing.threshold": 0}
    assert not blow("white-asura", 0, none) and blow("white-asura", 1, none)


def swept(barrier: int, attack: int, defence: int) -> list[str]:
    """Whom a sweep attacks whose first target has a barrier."""
    units = ("A1 iron-duke 0,0 0", f"B1 turtle-robo 3,0 3 barrier={barrier}", "B2 argonaut 3,-1 3")
    game = battle(*units)
    dice = [[5] * attack + [1] * (8 - attack), [5] * defence + [1] * (5 - defence)]
    game.plays("A1", "sweep rust-hurricane [B1 B2]", dice=dice)
    return [game.state.units[event.target].name for event in game.happened(AttackDeclared)]


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.AOE.COVER", "MS.BARRIER.BLOCK")
def test_a_sweep_ends_at_a_barrier_that_lets_nothing_through_and_at_no_other() -> None:
    # an active barrier makes two Hits more: 4 + 1 + 2 - 2 and the dice, against 3 and the dice
    assert swept(5, 0, 5) == ["B1"]  # nothing came to the barrier, but it stands
    assert swept(2, 0, 0) == ["B1"]  # two Hits, and it is just worn down
    assert swept(1, 0, 1) == ["B1"]
    assert swept(1, 0, 0) == ["B1", "B2"]  # one gets through
    assert swept(0, 0, 5) == ["B1", "B2"]  # no barrier is left


@pytest.mark.rule("MS.BARRIER.BLOCK", "MS.BARRIER.FREE")
@pytest.mark.parametrize(
    ("weapon", "pen", "left"),
    [("beam-rifle", 6, 5), ("beam-rifle", 7, 0), ("bazooka", 5, 0)],
)
def test_a_barrier_is_spared_by_weak_shots_of_the_kind_it_is_made_for(
    weapon: str, pen: int, left: int
) -> None:
    unit = "triclops" if weapon == "bazooka" else "white-raven"
    game = battle(f"A1 {unit} 0,0 0", "B1 turtle-robo 5,0 3").armed("A1", weapon, pen=pen)
    dice = [[10] * (5 if weapon == "bazooka" else 6), [1] * 5]
    game.plays("A1", f"attack {weapon} B1", dice=dice)
    assert game.unit("B1").barrier == left


@pytest.mark.rule("MS.BARRIER.BLOCK", "MS.BARRIER.ARC")
def test_a_barrier_that_has_nothing_to_stop_or_looks_the_other_way_does_nothing() -> None:
    units = ("A1 white-asura 0,0 0", "B1 turtle-robo 5,0 3")
    missed = battle(*units).plays("A1", "attack beam-rifle B1")
    assert missed.happened(BarrierChanged) == []
    for facing, blocked in ((3, True), (0, False)):
        game = battle("A1 white-asura 0,0 0", f"B1 turtle-robo 5,0 {facing}")
        card = game.unit("B1").card.barrier
        assert card is not None
        game.armed("B1", barrier=replace(card, arc=180))
        game.plays("A1", "attack beam-rifle B1", dice=[[10] * 6, [1] * 5])
        assert bool(game.happened(BarrierChanged)) == blocked


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.PUSH.MOVE")
def test_only_failed_saves_against_a_weapon_that_pushes_push() -> None:
    def asked(weapon: str, saves: list[int]) -> int:
        game = battle("A1 iron-castle 0,0 0", "B1 argonaut 4,0 3 hp=90000")
        dice = [[10] * (6 if weapon == "rocket-punch" else 5), [1] * 8, saves]
        return len(game.plays("A1", f"attack {weapon} B1", dice=dice).questioned("MS.PUSH.MOVE"))

    assert asked("rocket-punch", [1, 10, 10, 10, 10]) == 1
    assert asked("rocket-punch", [10] * 5) == 0
    assert asked("freezing-ray", [1] * 5) == 0


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.VP.MASSIVE")
@pytest.mark.parametrize(("dmg", "scored"), [(1111, 0), (1112, 100), (3000, 100)])
def test_ten_thousand_damage_in_one_attack_is_scored(dmg: int, scored: int) -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 6,0 3 hp=90000").armed(
        "A1", "machine-gun", dmg=dmg
    )
    game.plays("A1", "attack machine-gun B1", dice=[[5] * 6 + [1] * 4, [1] * 8])  # nine Hits
    assert dealt(game) == [9 * dmg] and game.state.scores == (scored, 0)
    none = battle(
        "A1 argonaut 0,0 0", "B1 argonaut 6,0 3 hp=90000", parameters={"vp.massive_vp": 0}
    )
    none.armed("A1", "machine-gun", dmg=dmg)
    none.plays("A1", "attack machine-gun B1", dice=[[5] * 6 + [1] * 4, [1] * 8])
    assert none.happened(ScoreChanged) == []


@pytest.mark.rule("MS.SQUAD.ASSIGN")
def test_hits_are_spread_over_a_squad_as_the_attacker_likes_and_else_go_to_its_leader() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 6,0 3", "B2 argonaut 6,-1 3 leader=B1")
    game = battle(*units).plays("A1", "attack machine-gun B1", dice=[[1] * 10, [5] + [1] * 7])
    (question,) = game.questioned("MS.SQUAD.ASSIGN")
    assert [each.hits for each in question.options] == [(2, 0), (1, 1), (0, 2)]
    assert question.otherwise == next(iter(question.options))
    alone = battle(*units[:2]).plays("A1", "attack machine-gun B1", dice=[[1] * 10, [5] + [1] * 7])
    assert alone.questioned("MS.SQUAD.ASSIGN") == [] and dealt(alone) == [400]


@pytest.mark.rule(
    "MS.ATTACK.DAMAGE", "MS.SAVE.FAIL", "MS.FINISH.BONUS", "MS.PUSH.SIZE", "MS.STUN.TOKEN"
)
def test_damage_is_hits_times_dmg_and_what_failed_saves_add() -> None:
    def damage(shot: tuple[str, str, list[list[int]]], given: dict[str, Any]) -> int:
        unit, weapon, dice = shot
        game = battle(unit, "B1 argonaut 5,0 3 hp=90000", parameters=given)
        return sum(dealt(game.plays("A1", f"attack {weapon} B1", dice=dice)))

    rifle = ("A1 jack-knife-iii 0,0 0", "beam-rifle", [[1] * 6, [1] * 8, [5, 6, 10]])
    assert damage(rifle, {}) == 3 * 300 + 1000  # PEN 6: a five fails, a six does not
    assert damage(rifle, {"armor_save.replaces_base": True}) == 2 * 300 + 1000
    punch = ("A1 iron-duke 0,0 0", "rocket-punch", [[1] * 6, [1] * 8, [1, 1, 10]])
    assert damage(punch, {}) == 3 * 300
    assert damage(punch, {"push.fail_damage": 700}) == 3 * 300 + 2 * 700
    ray = ("A1 maser-tank 0,0 0", "maser-cannon", [[1] * 5, [1] * 8, [1, 10]])
    assert damage(ray, {}) == 2 * 200
    assert damage(ray, {"stun.replaces_damage": False}) == 2 * 200 + 1000


@pytest.mark.rule("MS.SAVE.FAIL", "MS.SKILL.IRON-WALL")
def test_an_iron_wall_of_ones_own_or_of_the_leader_halves_failed_saves() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 4,0 3", "B2 argonaut 4,-1 3 leader=B1")
    lead, member = game.unit("B1"), game.unit("B2")
    assert fail_damage(game.state, lead) == fail_damage(game.state, member) == 1000
    walled = replace(lead, effects=(("iron", 3),))
    assert fail_damage(game.state, walled) == 500
    state = game.state.with_unit(game.id("B1"), walled)
    assert fail_damage(state, member) == 500
    assert fail_damage(game.state, replace(member, effects=(("iron", 3),))) == 500
    much = battle(
        "A1 argonaut 0,0 0",
        "B1 argonaut 4,0 3",
        parameters={"skill.iron_wall.save_reduction": 1500},
    )
    assert fail_damage(much.state, replace(much.unit("B1"), effects=(("iron", 3),))) == 0


@pytest.mark.rule("MS.FINISH.BONUS")
def test_a_finishing_blow_adds_by_kind_and_in_earlier_versions_by_dice() -> None:
    def blow(mode: str, dice: list[list[int]], least: int = 10) -> tuple[int, list[int]]:
        given = {"finishing.mode": mode, "finishing.threshold": least}
        game = battle(
            "A1 white-asura 0,0 0", "B1 argonaut 6,0 3 hp=90000", parameters=given, round=2
        )
        game.plays("A1", "attack beam-rifle B1", dice=dice, answers=["aim"])
        thrown = [len(event.faces.open()) for event in game.told if isinstance(event, Rolled)]
        return sum(dealt(game)), thrown

    six = [[5] * 3 + [1] * 3, [1] * 8, [10] * 5]  # six Hits: enough in the second round
    assert blow("flat_bonus", six) == (6 * 300 + 6 * 100, [6, 8, 5])
    few = [[1] * 6, [1] * 8, [10] * 3]
    assert blow("flat_bonus", few) == (3 * 300, [6, 8, 3])
    saves = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert blow("defender_saves_fail_on_1", [*six, saves]) == (6 * 300 + 1000, [6, 8, 5, 10])
    four = [[5] + [1] * 5, [1] * 8, [10] * 4]
    assert blow("defender_saves_fail_on_1", [*four, saves[:8]], 8)[1] == [6, 8, 4, 8]
    assert blow("attacker_crit_10", [*six, [9, 10, 1, 1, 1, 1]]) == (6 * 300 + 1000, [6, 8, 5, 6])


@pytest.mark.rule("MS.BD.WEAPON", "MS.BD.PROTECTED", "MS.BD.TRAIT", "MS.BD.MD-SHIELD", "MS.BD.CORE")
def test_what_a_model_can_lose_is_what_it_still_has() -> None:
    def losses(unit: str, **given: Any) -> list[str]:
        game = battle(unit, FAR, parameters=given)
        return [*losses_of(game.state, game.unit("A1"))]

    assert losses("A1 white-raven 0,0 0") == ["weapon:beam-rifle", "weapon:missile-pod", "weapon:pulse-laser", "head", "legs", "core"]  # fmt: skip
    assert losses("A1 green-viking 0,0 0") == ["weapon:machine-gun", "shield_md", "head", "legs"]
    assert losses("A1 green-viking 0,0 0 lost=shield_md,head") == ["weapon:machine-gun", "legs"]
    assert losses("A1 triclops 0,0 0") == ["weapon:bazooka", "head", "legs"]  # Free, and one use
    assert losses("A1 white-asura 0,0 0 lost=weapon:beam-rifle") == ["shield_s", "head", "legs"]
    assert losses("A1 mithridates-cruiser 0,0 0") == ["weapon:main-cannon", "weapon:secondary-beam-guns", "head", "legs"]  # fmt: skip
    assert losses("A1 dervish 0,0 0 lost=legs,legs,core,head") == ["weapon:beam-pistol"]
    traits = {"battle_damage.trait_option": True}
    asura = "A1 white-asura 0,0 0 traits"
    assert losses(asura, **traits)[-2:] == ["trait:duelist", "trait:hyper-mode"]
    assert losses(f"{asura} lost=trait:duelist", **traits)[-2:] == ["legs", "trait:hyper-mode"]
    assert losses(asura)[-1] == "legs"
    spent = battle(asura, FAR, parameters=traits)
    unit = replace(spent.unit("A1"), spent=("hyper-mode",))
    assert [*losses_of(spent.state, unit)][-1] == "trait:duelist"


@pytest.mark.rule("MS.CALLED.SHOTS", "MS.BD.OPTION")
@pytest.mark.parametrize(
    ("unit", "called", "asked"),
    [("white-asura", True, True), ("white-asura", False, False), ("jack-knife-iii", True, False)],
)
def test_shots_are_called_by_elites_where_that_is_played(
    unit: str, called: bool, asked: bool
) -> None:
    given = {"battle_damage.called_shots": called}
    game = battle(f"A1 {unit} 0,0 0", "B1 argonaut 5,0 3 hp=90000", parameters=given)
    game.plays("A1", "attack beam-rifle B1", dice=[[1] * 6, [1] * 8, [1, 10, 10]])
    assert bool(game.questioned("MS.CALLED.SHOTS")) == asked


@pytest.mark.rule("MS.CALLED.SHOTS", "MS.FINISH.BONUS")
def test_a_called_shot_may_stand_for_the_blow_where_no_save_failed() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 6,0 3 hp=90000",
                  parameters={"battle_damage.called_shots": True}, round=2)  # fmt: skip
    game.plays("A1", "attack beam-rifle B1", dice=[[5] * 3 + [1] * 3, [1] * 8, [10] * 5],
               answers=["aim", "suffer head"])  # fmt: skip
    assert dealt(game) == [6 * 300] and game.unit("B1").lost == ("head",)
    assert len(game.questioned("MS.CALLED.SHOTS")) == 1


@pytest.mark.rule("MS.BD.TRAIT")
@pytest.mark.parametrize(("loss", "asked"), [("trait:duelist", 1), ("head", 0)])
def test_to_the_loss_of_a_trait_and_of_nothing_else_the_attacker_has_to_agree(
    loss: str, asked: int
) -> None:
    game = battle("A1 jack-knife-iii 0,0 0", "B1 white-asura 5,0 3 traits",
                  parameters={"battle_damage.trait_option": True})  # fmt: skip
    agrees = [f"south: suffer {loss}"] * asked
    game.plays("A1", "attack beam-rifle B1", dice=[[5] + [1] * 5, [1] * 8, [1, 10]],
               answers=[f"suffer {loss}", *agrees])  # fmt: skip
    assert len(game.questioned("MS.BD.TRAIT")) == asked and game.unit("B1").lost == (loss,)


@pytest.mark.rule("MS.BD.EXPLOSIVE", "MS.BD.WEAPON")
def test_only_a_loaded_explosive_weapon_goes_off_when_it_is_given_up() -> None:
    def lost(weapon: str, changes: dict[str, Any], **given: Any) -> list[int]:
        game = battle("A1 jack-knife-iii 0,0 0", "B1 white-raven 5,0 3 hp=90000", parameters=given)
        if changes:
            game.armed("B1", weapon, **changes)
        game.plays("A1", "attack beam-rifle B1", dice=[[1] * 6, [1] * 8, [1, 10]],
                   answers=[f"suffer weapon:{weapon}"])  # fmt: skip
        assert game.unit("B1").lost == (f"weapon:{weapon}",)
        return dealt(game)

    assert lost("missile-pod", {}) == [3 * 2 * 300, 2 * 300]
    assert lost("beam-rifle", {}) == [2 * 300]
    for changes in ({"uses": -1}, {"dmg": 0}):
        assert lost("missile-pod", changes) == [2 * 300]
    assert lost("missile-pod", {}, **{"battle_damage.explosive_hits": 0}) == [2 * 300]


SAVES, DICE = "defender_saves_fail_on_1", "attacker_crit_10"


@pytest.mark.rule("MS.SAVE.FAIL", "MS.PUSH.SIZE", "MS.SKILL.IRON-WALL", "MS.FINISH.BONUS")
@pytest.mark.parametrize(
    ("suffix", "iron", "given", "saves", "blow"),
    [
        ("", False, {}, (0, 1000, 500, True), (100, "", 0, 1000, 1000)),
        ("", True, {}, (0, 500, 500, True), (100, "", 0, 1000, 1000)),
        ("", False, {"armor_save.replaces_base": True}, (0, 700, 200, True), (100, "", 0, 1000, 1000)),
        ("P", False, {"armor_save.replaces_base": True}, (3, 0, 0, False), (100, "", 0, 1000, 1000)),
        ("P", True, {"push.fail_damage": 70}, (3, 70, 70, False), (100, "", 0, 1000, 1000)),
        ("S", False, {}, (0, 0, 0, False), (100, "", 0, 1000, 1000)),
        ("S", True, {"stun.replaces_damage": False}, (0, 500, 500, False), (100, "", 0, 1000, 1000)),
        ("S", False, {"stun.replaces_damage": False, "armor_save.replaces_base": True}, (0, 1000, 500, False), (100, "", 0, 1000, 1000)),
        ("", False, {"finishing.mode": SAVES}, (0, 1000, 500, True), (0, "saves", 5, 1000, 500)),
        ("", True, {"finishing.mode": SAVES}, (0, 500, 500, True), (0, "saves", 5, 500, 500)),
        ("", True, {"finishing.mode": DICE}, (0, 500, 500, True), (0, "dice", 0, 1000, 1000)),
    ],
)  # fmt: skip
def test_a_wound_by_suffix_wall_and_version(
    suffix: str,
    iron: bool,
    given: dict[str, Any],
    saves: tuple[int, int, int, bool],
    blow: tuple[int, str, int, int, int],
) -> None:
    game = battle("A1 white-asura 0,0 0", FAR, parameters=given)
    rifle = game.unit("A1").find_weapon("beam-rifle")
    assert rifle is not None
    weapon = replace(rifle, pen_suffix=suffix, dmg=300, finisher=3)
    found = wound_by(game.state.rules, weapon, 7, 3, 2, threshold=10, iron=iron)
    assert (found.bonus, found.fail, found.fail_behind_wall, found.swaps) == saves
    assert (
        found.finishing, found.rolled, found.rolled_more, found.rolled_damage, found.rolled_behind_wall
    ) == blow  # fmt: skip
    assert (found.dmg, found.pen, found.cap, found.threshold, found.barrier) == (300, 7, 5, 10, 0)


@pytest.mark.rule("MS.BD.OPTION", "MS.CALLED.SHOTS")
@pytest.mark.parametrize(("legs", "asked"), [("legs,legs", False), ("legs", True)])
def test_nobody_is_asked_for_battle_damage_who_has_nothing_left_to_lose(
    legs: str, asked: bool
) -> None:
    lost = f"lost=weapon:beam-rifle,shield_s,head,{legs}"
    units = ("A1 white-asura 0,0 0", f"B1 white-asura 6,0 3 hp=90000 {lost}")
    game = battle(*units, parameters={"battle_damage.called_shots": True})
    defence = game.unit("B1").card.evade_dice + game.unit("B1").card.shield_s
    game.plays("A1", "attack beam-rifle B1", dice=[[10] * 6, [1] * defence, [1] * 5])
    assert bool(game.questioned("MS.CALLED.SHOTS")) == asked
    assert bool(game.questioned("MS.BD.OPTION")) == asked
