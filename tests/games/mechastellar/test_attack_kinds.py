"""Prices, sweeps, lines, throws and Crashes: what an attack takes and whom it meets."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.actions import Attack, Sweep
from gattai.games.mechastellar.actions.attacking import thrown_terrain
from gattai.games.mechastellar.attack.aiming import blindsides
from gattai.games.mechastellar.events.attack import AttackDeclared, TerrainBroken, TerrainMoved
from gattai.games.mechastellar.state import UnitId
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"


def struck(game: Battle) -> list[str]:
    return [game.state.units[event.target].name for event in game.happened(AttackDeclared)]


def against(game: Battle, action: Any) -> list[str]:
    return [refusal.rule for refusal in RULES.refusals(game.state, action)]


@pytest.mark.rule("MS.ACT.ACTIONS", "MS.WEAPON.FREE", "MS.REMOTE.FIRE")
def test_an_attack_takes_a_combat_action_unless_something_makes_it_free() -> None:
    def left(unit: str, what: str, *foes: str, **given: Any) -> int:
        game = battle(unit, *(foes or ("B1 argonaut 1,0 3",)), parameters=given)
        return game.plays("A1", what).act.combat

    asura = "A1 white-asura 0,0 0"
    assert left(asura, "attack beam-saber B1") == 0 and left(asura, "attack vulcans B1") == 1
    free = {"turn.melee_is_free": True}
    assert left(asura, "attack beam-saber B1", **free) == 1
    assert left(asura, "attack beam-rifle B1", **free) == 0
    far = "B1 argonaut 4,0 3"
    assert left("A1 crimson-gallant 0,0 0", "attack seeker-bits B1 indirect", far) == 1


@pytest.mark.rule("MS.ACT.ACTIONS")
@pytest.mark.parametrize(("weapon", "left"), [("machine-gun", 0), ("hand-grenade", 1)])
def test_the_same_weapon_on_the_same_target_may_cost_more_the_second_time(
    weapon: str, left: int
) -> None:
    dear = {"skill.zeal.repeat_same_weapon_cost": 2}
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 3,0 3", parameters=dear)
    game.plays("A1", "attack machine-gun B1").plays("A1", "zeal 2")
    assert game.plays("A1", f"attack {weapon} B1").act.combat == left
    other = battle("A1 argonaut 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut 3,-1 3", parameters=dear)
    other.plays("A1", "attack machine-gun B1").plays("A1", "zeal 2")
    assert other.plays("A1", "attack machine-gun B2").act.combat == 1


@pytest.mark.rule("MS.TA.BLINDSIDE", "MS.BD.HEAD", "MS.IDF.NO-BONUS", "MS.REMOTE.FIRE")
def test_only_the_active_unit_comes_from_behind() -> None:
    units = ("A1 argonaut 0,0 0", "A2 argonaut 0,1 0", "B1 argonaut 3,0 0", "B2 argonaut 3,1 3")
    idle = battle(*units)
    gun = idle.unit("A1").card.weapon[0]
    assert not blindsides(idle.state, UnitId(0), gun, UnitId(2))  # nobody acts
    game = idle.begins("A1")
    assert blindsides(game.state, UnitId(0), gun, UnitId(2))
    assert not blindsides(game.state, UnitId(0), gun, UnitId(3))
    assert not blindsides(game.state, UnitId(1), gun, UnitId(2))


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.RES.POWER", "MS.RES.HAVOC")
def test_a_weapon_takes_its_points_with_every_attack() -> None:
    for unit, weapon, have, price in (
        ("iron-castle", "fire-blaster", 1, 1), ("trident-drake", "gravity-storm", 3, 1),
        ("iron-castle", "rocket-punch", 1, 0), ("voltlion", "final-flash", 2, 0),
    ):  # fmt: skip
        game = battle(f"A1 {unit} 0,0 0", "B1 argonaut 4,0 3").plays("A1", f"attack {weapon} B1")
        assert game.unit("A1").points == have - price
    more = battle("A1 voltlion 0,0 0", "B1 argonaut 4,0 3")
    more.plays("A1", "attack final-flash B1 direct yes")
    assert more.unit("A1").points == 1


@pytest.mark.rule("MS.RES.POWER", "MS.ATTACK.SEQUENCE")
@pytest.mark.parametrize(("power", "failed"), [("", 0), (" direct yes", 1)])
def test_power_makes_the_attack_harder_to_save_and_no_other(power: str, failed: int) -> None:
    game = battle("A1 voltlion 0,0 0", "B1 argonaut 6,0 3 hp=90000")
    game.plays("A1", f"attack final-flash B1{power}", dice=[[1] * 8, [1] * 8, [6, 10, 10]])
    assert 90000 - game.unit("B1").hp == 3 * 300 + failed * 1000


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.AOE.LINE")
def test_an_area_weapon_hits_a_line_only_by_the_older_rule_and_other_weapons_never() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 2,0 3", "B2 argonaut 4,0 3", FAR)
    older = {"aoe.mode": "line_or_circle"}
    assert struck(battle(*units, parameters=older).plays("A1", "attack rust-hurricane B1")) == [
        "B1",
        "B2",
    ]
    assert struck(battle(*units).plays("A1", "attack rust-hurricane B1")) == ["B1"]
    assert struck(battle(*units, parameters=older).plays("A1", "attack rocket-punch B1")) == ["B1"]


@pytest.mark.rule("MS.AOE.LINE")
def test_anyone_who_would_hit_their_own_along_a_line_is_warned() -> None:
    units = ("A1 iron-duke 0,0 0", "A2 argonaut 2,0 0", "B1 argonaut 4,0 3", FAR)
    for older, warned in (({"aoe.mode": "line_or_circle"}, True), ({}, False)):
        game = battle(*units, parameters=older).begins("A1")
        attacks = (Attack(weapon, game.id("B1")) for weapon in ("rust-hurricane", "rocket-punch"))
        area, other = (attack.caution(game.state) for attack in attacks)
        assert area.startswith("hits your own ") is warned and other == ""


@pytest.mark.rule("MS.AOE.LINE")
def test_of_a_line_the_named_target_is_attacked_in_full_and_no_squad_hits_itself() -> None:
    units = (
        "A1 iron-castle 0,0 0",
        "A2 iron-castle 1,0 0 leader=A1",
        "B1 argonaut 3,0 3",
        "B2 argonaut 2,0 0",
        FAR,
    )
    game = battle(*units, parameters={"aoe.mode": "line_or_circle"})
    game.plays("A1", "attack fire-blaster B1", answers=["aim barrage", "use focus"])
    assert struck(game) == ["B2", "B1"]
    aims = [each for each in game.questions if each.what == "before the dice: aim"]
    assert len(aims) == 1  # only the named target is aimed at


@pytest.mark.rule("MS.AOE.SWEEP", "MS.AOE.COUNTER", "MS.AOE.FIRST", "MS.AOE.COVER")
def test_a_sweep_takes_one_action_and_one_use_and_blindsides_at_most_its_first_target() -> None:
    foes = ("B1 argonaut 3,0 0", "B2 argonaut 3,-1 0", "B3 argonaut 4,-2 0")
    game = battle("A1 trident-drake 0,0 0", *foes).armed("A1", "gravity-storm", uses=3)
    game.plays("A1", "sweep gravity-storm [B1 B2 B3]")
    assert struck(game) == ["B1", "B2", "B3"] and game.act.combat == 0
    assert game.unit("A1").left_of("gravity-storm") == 2 and game.unit("A1").points == 2
    assert game.act.blindsided == (game.id("B1"),)
    assert [target for target, _ in game.act.attacks] == [
        game.id(name) for name in ("B1", "B2", "B3")
    ]
    aims = [each for each in game.questions if each.what == "before the dice: aim"]
    assert len(aims) == 1  # nothing helps but the first attack


@pytest.mark.rule("MS.AOE.SWEEP", "MS.TARGET.CLOSEST", "MS.ATTACK.LIMIT", "MS.RETURNFIRE.ATTACK")
def test_what_a_sweep_refuses() -> None:
    units = ("A1 deathly-beastman 0,0 0", "B1 argonaut 2,0 3", "B2 argonaut 3,-1 3", FAR)
    one, two = UnitId(1), UnitId(2)

    def refused(weapon: str, *targets: UnitId, power: bool = False, game: Battle | None = None,
                **given: Any) -> list[str]:  # fmt: skip
        game = game or battle(*units, **given).begins("A1")
        return against(game, Sweep(weapon, targets, power))

    rule = ["MS.AOE.SWEEP"]
    assert refused("bile-spray", one, two) == []
    assert refused("rending-claws", one, two) == rule and refused("nothing", one, two) == rule
    assert refused("bile-spray", one, two, parameters={"aoe.mode": "line_or_circle"}) == rule
    assert refused("bile-spray", one) == rule and refused("bile-spray", one, one) == rule
    assert refused("bile-spray", one, two, UnitId(3)) == rule
    assert refused("bile-spray", one, two, power=True) == ["MS.RES.POWER"]
    tired = battle(*units).plays("A1", "attack bile-spray B1")
    assert "MS.ACT.ACTIONS" in refused("bile-spray", one, two, game=tired)
    tired.plays("A1", "zeal 2").plays("A1", "attack bile-spray B1")
    assert refused("bile-spray", one, two, game=tired) == ["MS.ATTACK.LIMIT"]
    # only the first has to be the closest
    basic = ("A1 turtle-robo 0,0 0", "B1 argonaut 2,0 3", "B2 argonaut 3,-1 3", FAR)
    sprays = battle(*basic).armed("A1", "shell-cannon", tags=("AOE",)).begins("A1")
    assert refused("shell-cannon", one, two, game=sprays) == []
    assert refused("shell-cannon", two, one, game=sprays) == ["MS.TARGET.CLOSEST"]
    hidden = battle(*basic, terrain=["2,-1 rock"]).armed("A1", "shell-cannon", tags=("AOE",))
    assert refused("shell-cannon", one, two, game=hidden.begins("A1")) == ["MS.LOS.NEED"]
    bound = battle(
        *basic, duty=(UnitId(0),), aggressor=one, parameters={"targeting.closest_rule": False}
    )
    bound.armed("A1", "shell-cannon", tags=("AOE",))
    bound.begins("A1")
    assert refused("shell-cannon", one, two, game=bound) == []
    assert "MS.RETURNFIRE.ATTACK" in refused("shell-cannon", two, one, game=bound)


@pytest.mark.rule("MS.AOE.SWEEP")
@pytest.mark.parametrize(("second", "may"), [("4,-4", True), ("5,-5", False)])
def test_the_targets_of_a_sweep_are_at_most_sixteen_inches_apart(second: str, may: bool) -> None:
    game = battle("A1 trident-drake 0,-1 1", "B1 argonaut 2,-1 3", f"B2 argonaut {second} 3")
    game.armed("A1", "gravity-storm", range_in=40).begins("A1")
    apart = {"4,-4": 3, "5,-5": 4}[second]
    assert apart <= 4
    found = against(game, Sweep("gravity-storm", (UnitId(1), UnitId(2))))
    far = battle(
        "A1 trident-drake 0,0 0", "B1 argonaut 2,2 3", f"B2 argonaut {'2,-2' if may else '3,-3'} 3"
    )
    far.armed("A1", "gravity-storm", range_in=40).begins("A1")
    assert against(far, Sweep("gravity-storm", (UnitId(1), UnitId(2)))) == (
        [] if may else ["MS.AOE.SWEEP"]
    )
    assert found == []


@pytest.mark.rule("MS.THROW.ENEMY", "MS.THROW.LARGER")
def test_a_throw_takes_a_combat_action_and_no_weapon() -> None:
    game = battle("A1 iron-duke 0,0 0", "B1 argonaut 1,0 3").plays("A1", "throw B1")
    assert game.act.combat == 0 and game.unit("A1").fired == () and game.unit("A1").points == 1
    bigger = battle("A1 argonaut 0,0 0 power=2 points=2", "B1 iron-duke 1,0 3").plays(
        "A1", "throw B1"
    )
    assert bigger.unit("A1").points == 1


@pytest.mark.rule("MS.THROW.TERRAIN", "MS.TERRAIN.DESTROYED", "MS.ENGAGE.SHOOT")
def test_a_thrown_piece_is_gone_or_rubble_and_costs_an_action_and_in_melee_momentum() -> None:
    wall = ["0,1 wall"]
    game = battle("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", terrain=wall).plays(
        "A1", "hurl 0,1 B1"
    )
    assert game.act.combat == 0 and game.state.momentum[0] == 10 and game.unit("A1").fired == ()
    assert len(game.happened(TerrainMoved)) == 1 and game.happened(TerrainBroken) == []
    kept = battle("A1 iron-castle 0,0 0 traits", "B1 argonaut 3,0 3", terrain=wall).plays(
        "A1", "hurl 0,1 B1"
    )
    assert len(kept.happened(TerrainBroken)) == 1 and look_up(kept, "terrain.0,1", "") == "rubble"
    engaged = battle("A1 iron-duke 0,0 0", "B1 iron-duke 1,0 3", terrain=wall).plays(
        "A1", "hurl 0,1 B1"
    )
    assert engaged.state.momentum[0] == 8
    plain, skilled = battle("A1 iron-castle 0,0 0", FAR), battle("A1 iron-castle 0,0 0 traits", FAR)
    hits = [thrown_terrain(each.state, each.unit("A1")).bonus_hits for each in (plain, skilled)]
    assert hits[1] == hits[0] + 1


@pytest.mark.rule("MS.THROW.TERRAIN")
def test_only_a_loose_piece_right_beside_the_thrower_is_thrown() -> None:
    terrain = ["0,1 wall", "0,2 wall", "-1,1 fence", "-1,0 wall"]
    game = battle("A1 iron-duke 0,0 0", "A2 argonaut -1,0 0", "B1 argonaut 3,0 3", terrain=terrain)
    game.begins("A1")
    assert game.may("hurl 0,1 B1")
    for piece in ("0,2", "-1,1", "-1,0", "1,0"):
        game.refuses(f"hurl {piece} B1", "MS.THROW.TERRAIN")
    rubble = battle("A1 iron-castle 0,0 0 traits", "B1 argonaut 3,0 3", terrain=["0,1 wall"])
    rubble.plays("A1", "hurl 0,1 B1").plays("A1", "zeal 1")
    assert rubble.may("hurl 0,1 B1")


@pytest.mark.rule("MS.CRASH.ACTION", "MS.CRASH.BONUS", "MS.TERRAIN.DIRECT", "MS.MOM.SHIFT-CLOSER")
def test_a_crash_takes_both_actions_and_points_and_breaks_what_it_goes_through() -> None:
    units = ("A1 turtle-robo 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut 5,0 3")
    game = battle(*units, momentum=(3, 3)).armed("A1", "shell-spin", power_cost=1)
    game.plays("A1", "crash shell-spin [B1] 2,0")
    assert (game.act.combat, game.act.moves, game.unit("A1").points) == (0, 1, 0)
    assert game.state.momentum[0] == 5  # it has come closer to somebody
    wall = battle("A1 turtle-robo 0,0 0", FAR, terrain=["1,0 wall"])
    wall.plays("A1", "crash shell-spin [] 2,0 [1,0]", dice=[[1, 10, 10]])
    assert len(wall.happened(TerrainBroken)) == 1
    two = ("A1 trident-drake 0,0 0", "B1 argonaut 1,0 3 hp=100", "B2 argonaut 2,0 3", FAR)
    both = battle(*two).plays(
        "A1", "crash wing-crash [B1 B2] 3,0", dice=[[10] * 6, [1] * 6, [1] * 5]
    )
    assert struck(both) == ["B1", "B2"]


@pytest.mark.rule("MS.CRASH.ACTION")
def test_who_falls_to_a_counter_crashes_into_nobody_else() -> None:
    units = (
        "A1 trident-drake 0,0 0 hp=100",
        "A2 argonaut -4,0 0",
        "B1 white-asura 1,0 3",
        "B2 argonaut 2,-1 3",
    )
    game = battle(*units)
    game.plays("A1", "crash wing-crash [B1 B2] 2,0", answers=["counter beam-saber"],
               dice=[[1] * 6, [10] * 6, [10] * 7, [1] * 6, [1] * 5])  # fmt: skip
    assert struck(game) == ["B1", "A1"]


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.ATTACK.LIMIT", "MS.RETURNFIRE.ATTACK", "MS.RES.POWER")
def test_what_an_attack_refuses_besides_its_target() -> None:
    units = ("B1 argonaut 3,0 3", "A1 voltlion 0,0 0", "B2 argonaut 3,-1 3")
    game = battle(*units).begins("A1")
    assert against(game, Attack("final-flash", UnitId(0), power=True)) == []
    assert against(game, Attack("lion-missiles", UnitId(0), power=True)) == ["MS.RES.POWER"]
    game.plays("A1", "attack final-flash B1").plays("A1", "zeal 3").plays(
        "A1", "attack final-flash B1"
    )
    assert against(game, Attack("final-flash", UnitId(0))) == ["MS.ATTACK.LIMIT"]
    assert against(game, Attack("final-flash", UnitId(2))) == []
    priced = battle(*units).armed("A1", "final-flash", power_cost=1).begins("A1")
    assert against(priced, Attack("final-flash", UnitId(0), power=True)) == []
    dear = battle(*units).armed("A1", "final-flash", power_cost=2).begins("A1")
    assert against(dear, Attack("final-flash", UnitId(0), power=True)) == ["MS.RES.POWER"]


@pytest.mark.rule("MS.WEAPON.FREE", "MS.WEAPON.USES", "MS.ENGAGE.SHOOT")
def test_a_free_weapon_too_has_its_uses_its_price_and_one_attack_a_turn() -> None:
    units = ("A1 white-asura 0,0 0", "B1 voltlion 1,0 3")
    game = battle(*units).plays("A1", "attack beam-saber B1")
    assert game.may("attack vulcans B1")
    empty = battle("A1 white-asura 0,0 0 uses.vulcans=0", units[1]).begins("A1")
    empty.refuses("attack vulcans B1", "MS.WEAPON.USES")
    battle(*units, momentum=(1, 10)).begins("A1").refuses("attack vulcans B1", "MS.ENGAGE.SHOOT")
    game.plays("A1", "attack vulcans B1").refuses("attack vulcans B1", "MS.WEAPON.FREE")


@pytest.mark.rule("MS.RETURNFIRE.ATTACK")
def test_return_fire_goes_to_the_aggressor_or_the_closest_that_can_be_attacked() -> None:
    units = ("A1 argonaut 0,0 0", "B1 argonaut 5,0 3", "B2 argonaut 3,0 3", "B3 argonaut 4,-1 3")
    shots = {name: f"attack machine-gun {name}" for name in ("B1", "B2", "B3")}

    def bound(*given: str, **state: Any) -> Battle:
        return battle(*(given or units), duty=(UnitId(0),), aggressor=UnitId(1), **state).begins(
            "A1"
        )

    free = {"targeting.closest_rule": False}
    game = bound(parameters=free)
    assert game.may(shots["B1"]) and game.may(shots["B2"])
    game.refuses(shots["B3"], "MS.RETURNFIRE.ATTACK").refuses("end-turn", "MS.RETURNFIRE.ATTACK")
    game.plays("A1", shots["B1"])
    assert game.may("end-turn")
    first = bound(parameters={**free, "return_fire.target": "aggressor_first"})
    assert first.may(shots["B1"])
    first.refuses(shots["B2"], "MS.RETURNFIRE.ATTACK")
    far = ("A1 argonaut 0,0 0", "B1 argonaut 7,0 3", "B2 argonaut 3,0 3", "B3 argonaut 4,-1 3")
    away = bound(*far, parameters={**free, "return_fire.target": "aggressor_first"})
    assert away.may(shots["B2"])
    away.refuses(shots["B3"], "MS.RETURNFIRE.ATTACK")
    ace = bound("A1 white-asura 0,0 0", *units[1:])
    assert ace.may("attack beam-rifle B3") and ace.may("end-turn")
    nobody = bound("A1 argonaut 0,0 0", "B1 argonaut 7,0 3")
    assert nobody.may("end-turn")
    duel = bound(challenge=("A1", "B3"))
    assert duel.may(shots["B3"])


@pytest.mark.rule("MS.STUN.ACTIONS", "MS.RETURNFIRE.ATTACK", "MS.CHALLENGE.DUTY")
def test_stun_takes_attacks_first_and_what_is_left_is_still_owed() -> None:
    units = ("A1 argonaut 0,0 0 stun={}", "B1 argonaut 5,0 3")

    def ends(stun: int, **state: Any) -> bool:
        game = battle(units[0].format(stun), units[1], **state).begins("A1")
        return game.may("end-turn")

    hit: dict[str, Any] = {"duty": (UnitId(0),), "aggressor": UnitId(1)}
    assert not ends(0, **hit) and ends(1, **hit)
    duel = {"challenge": ("A1", "B1")}
    assert not ends(0, **duel) and not ends(1, **duel) and not ends(2, **duel) and ends(3, **duel)
    more = {"turn.combat_actions": 2}
    assert not ends(1, parameters=more, **hit) and ends(2, parameters=more, **hit)
    spent = battle("A1 argonaut 0,0 0 stun=4", "B1 argonaut 5,0 3").begins("A1")
    for what in ("combat", "move", "move"):
        spent.refuses("rotate 1", "MS.STUN.ACTIONS").plays("A1", f"give-up {what}")
    spent.refuses("rotate 1", "MS.ACT.ACTIONS")  # one more is owed, and nothing left to take


@pytest.mark.rule("MS.TERRAIN.DIRECT", "MS.RES.HAVOC", "MS.PUSH.ON-TERRAIN", "MS.RETURNFIRE.ATTACK")
def test_what_an_attack_on_terrain_refuses() -> None:
    wall = ["1,0 wall", "2,0 wall"]
    beast = ("A1 deathly-beastman 0,0 0 uses.rending-claws=0", FAR)
    battle(*beast, terrain=wall).begins("A1").refuses("raze rending-claws 1,0", "MS.WEAPON.USES")
    tired = battle("A1 deathly-beastman 0,0 0", FAR, terrain=wall).plays(
        "A1", "strike rending-claws 1,0"
    )
    tired.refuses("raze rending-claws 1,0", "MS.ACT.ACTIONS")
    empty = battle("A1 argonaut 0,0 0 uses.hand-grenade=0", FAR, terrain=wall).begins("A1")
    empty.refuses("strike hand-grenade 2,0", "MS.WEAPON.USES")
    units = ("A1 dervish 0,0 0", "B1 argonaut 4,0 3")
    bound = battle(*units, terrain=wall, duty=(UnitId(0),), aggressor=UnitId(1)).begins("A1")
    bound.refuses("strike beam-pistol 2,0", "MS.RETURNFIRE.ATTACK")
    assert bound.may("strike vulcans 2,0")  # a Free weapon leaves the Combat Action
    push = battle("A1 iron-duke 0,0 0", "A2 argonaut 2,0 0", FAR, terrain=wall).begins("A1")
    push.refuses("slide drill-missiles 1,0 0", "MS.PUSH.ON-TERRAIN")
    push.refuses("slide rocket-punch 2,0 0", "MS.PUSH.ON-TERRAIN")
    assert push.may("slide rocket-punch 1,0 0")
    push.refuses("slide giant-fists 2,0 0", "MS.RANGE.MEASURE")


@pytest.mark.rule("MS.RANGE.MEASURE", "MS.TARGET.ARC", "MS.LOS.NEED", "MS.AOE.LIMITS")
def test_a_piece_has_to_be_near_ahead_and_seen_but_not_under_ones_feet() -> None:
    here = battle("A1 iron-duke 0,0 0", FAR, terrain=["0,0 wall", "-2,0 wall"]).begins("A1")
    here.refuses("strike rocket-punch 0,0", "MS.RANGE.MEASURE")
    here.refuses("strike rocket-punch -2,0", "MS.TARGET.ARC")
    assert (
        battle("A1 iron-duke 0,0 0", FAR, terrain=["-1,0 wall"])
        .begins("A1")
        .may("strike giant-fists -1,0")
    )
    tank = battle("A1 tankcrawler 0,0 0", FAR, terrain=["-2,0 wall"]).begins("A1")
    assert tank.may("strike turret-gatling -2,0")
    dived = battle("A1 turtle-robo 0,0 0 submerged", FAR, terrain=["0,0 water", "2,0 wall"]).begins(
        "A1"
    )
    dived.refuses("strike shell-cannon 2,0", "MS.LOS.NEED")
    melee = battle("A1 iron-duke 0,0 0", "B1 iron-duke 0,1 3", terrain=["2,0 wall"]).begins("A1")
    melee.refuses("strike rust-hurricane 2,0", "MS.AOE.LIMITS")
    assert melee.may("strike rocket-punch 2,0")
    apart = battle("A1 iron-duke 0,0 0", FAR, terrain=["2,0 wall"]).begins("A1")
    assert apart.may("strike rust-hurricane 2,0")
