"""Combat: long range, attackers, blockers, damage, destruction."""

from __future__ import annotations

import pytest

from gattai.games.robot_empire.actions import Divide
from gattai.games.robot_empire.battle.dividing import divide_refusals, divisions
from tests.games.robot_empire.table import Game, rules_of


def fight(mine: list[str], theirs: list[str], **more: object) -> Game:
    return Game.laid(phase="attackers", cobalt={"units": mine}, crimson={"units": theirs}, **more)


@pytest.mark.rule("ROBOT-EMPIRE.LR.FIRST", "ROBOT-EMPIRE.TURN.COMBAT-STEPS")
def test_weapons_shoot_before_fighters_are_declared() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["longbow-unit", "rivet-pup"]},
        crimson={"units": ["stone-ogre"]},
    )
    assert "ROBOT-EMPIRE.ATT.CHOOSE" in rules_of(game.refused("attack rivet-pup crimson"))
    game.do("next")
    assert "ROBOT-EMPIRE.LR.FIRST" in rules_of(game.refused("shoot longbow-unit stone-ogre"))
    assert "no long range weapon" in str(game.refused("shoot rivet-pup stone-ogre")[-1])


@pytest.mark.rule("ROBOT-EMPIRE.LR.TARGETS", "ROBOT-EMPIRE.AMB.LR-BATTERY")
def test_a_shot_needs_an_enemy_unit() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["longbow-unit", "rivet-pup"]},
        crimson={"units": ["stone-ogre", "coin-mint", "volt-runner"]},
    )
    shots = [option for option in game.options() if option.startswith("shoot")]
    assert shots == [f"shoot longbow-unit {n}" for n in ("stone-ogre", "coin-mint", "volt-runner")]
    assert rules_of(game.refused("shoot longbow-unit rivet-pup")) == ["ROBOT-EMPIRE.LR.TARGETS"]


@pytest.mark.rule(
    "ROBOT-EMPIRE.LR.TAP", "ROBOT-EMPIRE.PLAY.USED-TAPS", "ROBOT-EMPIRE.AMB.LR-THEN-FIGHT"
)
def test_a_weapon_shoots_once_a_turn() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["longbow-unit", "echo-sniper"]},
        crimson={"units": ["bastion", "stone-ogre"]},
    )
    game.do("shoot longbow-unit bastion")
    assert rules_of(game.refused("shoot longbow-unit stone-ogre")) == ["ROBOT-EMPIRE.LR.TAP"]


@pytest.mark.rule("ROBOT-EMPIRE.PLAY.EQUIPMENT-FIRST-TURN", "ROBOT-EMPIRE.AMB.FIRST-TURN-LR")
def test_new_equipment_and_new_robots_shoot() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["missile-launcher new", "longbow-unit new"]},
        crimson={"units": ["stone-ogre"]},
    )
    game.do("shoot missile-launcher stone-ogre", "shoot longbow-unit stone-ogre")
    assert game.place_of("stone-ogre") == "pile"


@pytest.mark.rule("ROBOT-EMPIRE.AMB.LR-RETURN-FIRE")
def test_a_target_does_not_shoot_back() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["longbow-unit"]},
        crimson={"units": ["longbow-unit +force-field"]},
    )
    game.do("shoot longbow-unit longbow-unit-2")
    assert game.unit("longbow-unit").damage == 0  # type: ignore[union-attr]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.EQUIPMENT-DAMAGE", "ROBOT-EMPIRE.CARD.EQUIPMENT")
def test_equipment_falls_like_a_fighter_and_shields_are_used_up() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["radar-dish", "rail-cannon", "missile-launcher"]},
        crimson={"units": ["base-force-field", "deep-mine"]},
    )
    game.do("shoot rail-cannon deep-mine")  # 4 and 1 for the dish, less 2
    assert game.place_of("deep-mine") == "pile"
    shielded = Game.laid(
        phase="long-range",
        cobalt={"units": ["missile-launcher as=one", "missile-launcher as=two"]},
        crimson={"units": ["base-force-field", "deep-mine"]},
    )
    shielded.do("shoot one deep-mine", "shoot two base-force-field")
    assert shielded.unit("deep-mine").damage == 0  # type: ignore[union-attr]
    assert shielded.unit("base-force-field").damage == 2  # type: ignore[union-attr]  # not itself


@pytest.mark.rule("ROBOT-EMPIRE.ATT.CHOOSE", "ROBOT-EMPIRE.ATT.SIMULTANEOUS")
def test_attackers_are_declared_one_by_one_and_attack_together() -> None:
    game = fight(["1/1 as=P", "2/2 as=Q", "coin-mint"], [], seats=3)
    game.do("attack P crimson")
    assert rules_of(game.refused("attack P jade")) == ["ROBOT-EMPIRE.ATT.SIMULTANEOUS"]
    assert "is no fighter" in str(game.refused("attack coin-mint jade")[0])
    assert "still in the game" in str(game.refused("attack Q cobalt")[0])
    game.do("attack Q jade", "next")
    assert [player.battery for player in game.state.players] == [20, 19, 18]


@pytest.mark.rule("ROBOT-EMPIRE.ATT.READY", "ROBOT-EMPIRE.PLAY.NO-ATTACK-FIRST-TURN")
def test_who_can_attack() -> None:
    game = fight(["1/1 recharging as=tired", "1/1 new as=new", "1/1 as=ready"], ["2/2 as=foe"])
    assert rules_of(game.refused("attack tired crimson")) == ["ROBOT-EMPIRE.ATT.READY"]
    assert rules_of(game.refused("attack new crimson")) == [
        "ROBOT-EMPIRE.PLAY.NO-ATTACK-FIRST-TURN"
    ]
    assert rules_of(game.refused("attack foe crimson")) == ["ROBOT-EMPIRE.ATT.CHOOSE"]
    assert game.options() == ["attack ready crimson", "next"]


@pytest.mark.rule(
    "ROBOT-EMPIRE.BLOCK.CHOOSE", "ROBOT-EMPIRE.BLOCK.OPTIONAL", "ROBOT-EMPIRE.BLOCK.NEW-OK"
)
def test_the_attacked_player_blocks_or_does_not() -> None:
    game = fight(["2/2 as=foe"], ["1/1 new as=guard", "coin-mint"])
    game.do("attack foe crimson", "next")
    assert game.options() == ["block guard foe", "next"]
    assert "only fighters" in str(game.refused("block coin-mint foe")[0])
    assert "does not attack" in str(game.refused("block guard guard")[0])
    game.do("next")
    assert game.state.players[1].battery == 18


@pytest.mark.rule(
    "ROBOT-EMPIRE.BLOCK.NOT-RECHARGING", "ROBOT-EMPIRE.BLOCK.ONE-EACH", "ROBOT-EMPIRE.FLY.BLOCK"
)
def test_who_cannot_block() -> None:
    game = fight(
        ["sky-talon", "1/1 as=P", "1/1 as=Q"],
        ["1/1 recharging as=tired", "1/1 as=guard", "night-bat"],
    )
    game.do("attack sky-talon crimson", "attack P crimson", "attack Q crimson", "next")
    assert rules_of(game.refused("block tired P")) == ["ROBOT-EMPIRE.BLOCK.NOT-RECHARGING"]
    assert rules_of(game.refused("block guard sky-talon")) == ["ROBOT-EMPIRE.FLY.BLOCK"]
    game.do("block guard P")
    assert rules_of(game.refused("block guard Q")) == ["ROBOT-EMPIRE.BLOCK.ONE-EACH"]
    game.do("block night-bat Q")


@pytest.mark.rule(
    "ROBOT-EMPIRE.BLOCK.GANG", "ROBOT-EMPIRE.DMG.BLOCKER", "ROBOT-EMPIRE.DMG.SIMULTANEOUS"
)
def test_a_gang_strikes_together() -> None:
    game = fight(["5/4 as=foe"], ["1/1 as=X", "2/2 as=Y", "1/2 as=Z"])
    game.do("attack foe crimson", "next", "block X foe", "block Y foe", "block Z foe")
    game.do("divide [[X 1] [Y 2] [Z 2]]")
    assert {game.place_of(n) for n in ("foe", "X", "Y", "Z")} == {"pile"}


@pytest.mark.rule("ROBOT-EMPIRE.DMG.ORDER", "ROBOT-EMPIRE.AMB.DIVIDE-VS-CHOOSE")
def test_every_way_to_divide_that_is_offered_is_allowed_and_some_others_are() -> None:
    game = fight(["5/9 as=foe"], ["1/2 as=X", "1/3 as=Y", "1/4 as=Z"])
    game.do("attack foe crimson", "next", "block X foe", "block Y foe", "block Z foe")
    offered = game.options()
    assert "divide [[X 2] [Y 3]]" in offered and "divide [[Z 4] [X 1]]" in offered
    assert "ROBOT-EMPIRE.DMG.ORDER" in rules_of(game.refused("divide [[X 2] [Y 2]]"))
    assert "ROBOT-EMPIRE.DMG.ORDER" in rules_of(game.refused("divide [[X 1] [Y 4]]"))
    assert "ROBOT-EMPIRE.DMG.ORDER" in rules_of(game.refused("divide [[X 5] [X 0]]"))
    gang = [game.unit(name) for name in ("X", "Y", "Z")]
    units = [unit for unit in gang if unit is not None]
    for way in divisions(units, 5):
        assert not [*divide_refusals(units, 5, way)]
        assert sum(amount for _, amount in way.shares) == 5
    assert not [*divide_refusals(units, 5, Divide(((units[0].id, 5),)))]  # more than enough on one
    game.do("divide [[X 5]]")
    assert game.place_of("X") == "pile" and game.unit("Y").damage == 0  # type: ignore[union-attr]


@pytest.mark.rule(
    "ROBOT-EMPIRE.AMB.DICE-ORDER", "ROBOT-EMPIRE.AMB.DICE-DEFENSE", "ROBOT-EMPIRE.DICE.COMBAT"
)
def test_enough_for_a_die_is_the_highest_it_can_show() -> None:
    game = fight(["7/9 as=foe"], ["wobble-tank", "1/1 as=Y"])
    game.do("attack foe crimson", "next", "block wobble-tank foe", "block Y foe")
    assert "ROBOT-EMPIRE.DMG.ORDER" in rules_of(game.refused("divide [[wobble-tank 5] [Y 2]]"))
    game.do("divide [[wobble-tank 6] [Y 1]]", "dice 6")
    assert {game.place_of(n) for n in ("wobble-tank", "Y")} == {"pile"}


@pytest.mark.rule("ROBOT-EMPIRE.AMB.LETHAL-PRIOR", "ROBOT-EMPIRE.DMG.LETHAL")
@pytest.mark.parametrize(("attack", "falls"), [(2, False), (3, True)])
def test_damage_of_a_turn_adds_up_to_the_defense(attack: int, falls: bool) -> None:
    game = fight([f"{attack}/9 as=foe"], ["bastion damage=4"])
    game.do("attack foe crimson", "next", "block bastion foe")
    assert game.place_of("bastion") == ("pile" if falls else "front")


@pytest.mark.rule("ROBOT-EMPIRE.DMG.UNBLOCKED", "ROBOT-EMPIRE.AMB.COINS-DAMAGE")
def test_coins_off_a_battery_fall_into_the_war_chest() -> None:
    game = fight(["4/4 as=foe"], [], chest=10)
    game.do("attack foe crimson", "next")
    assert game.state.players[1].battery == 16
    assert game.state.chest == 10 + 4 - 3  # and three of them are collected


@pytest.mark.rule("ROBOT-EMPIRE.DMG.UNBLOCKED")
def test_a_shield_takes_something_off_every_unblocked_attacker() -> None:
    game = fight(["3/3 as=P", "1/1 as=Q"], ["shield-battery"])
    game.do("attack P crimson", "attack Q crimson", "next")
    assert game.state.players[1].battery == 18


@pytest.mark.rule(
    "ROBOT-EMPIRE.DMG.BLOCKED", "ROBOT-EMPIRE.AMB.TRAMPLE", "ROBOT-EMPIRE.TAP.BLOCKERS"
)
def test_what_is_left_over_does_not_reach_the_battery() -> None:
    game = fight(["9/9 as=foe"], ["1/1 as=guard"])
    game.do("attack foe crimson", "next", "block guard foe")
    assert game.state.players[1].battery == 20 and game.place_of("guard") == "pile"
    strong = fight(["1/9 as=foe"], ["1/5 as=guard"])
    strong.do("attack foe crimson", "next", "block guard foe")
    assert not strong.unit("guard").recharging  # type: ignore[union-attr]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.BLOCKER-GONE")
def test_who_was_blocked_stays_blocked_when_the_blocker_is_gone() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"vault": 2, "hand": ["saboteur"], "units": ["5/5 as=foe"], "ask": "attacked"},
        crimson={"units": ["2/2 as=guard"]},
    )
    game.do("attack foe crimson", "next", "pass", "block guard foe", "spring saboteur guard")
    assert game.place_of("guard") == "pile"
    assert game.state.players[1].battery == 20 and game.unit("foe").damage == 0  # type: ignore[union-attr]


@pytest.mark.rule("ROBOT-EMPIRE.TAP.ATTACKERS", "ROBOT-EMPIRE.AMB.ATTACKER-TAP-WHEN")
def test_surviving_attackers_recharge_after_damage() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={
            "units": ["3/5 as=foe", "1/1 as=weak"],
            "ask": "always",
            "vault": 1,
            "hand": ["combat-coach"],
        },
        crimson={"units": ["2/2 as=guard"]},
    )
    game.do("attack foe crimson", "attack weak crimson", "next")
    assert not game.unit("foe").recharging  # type: ignore[union-attr]
    game.do("pass", "block guard weak", "pass")
    assert game.unit("foe").recharging and game.place_of("weak") == "pile"  # type: ignore[union-attr]


@pytest.mark.rule("ROBOT-EMPIRE.DMG.UNTIL-END", "ROBOT-EMPIRE.CARD.ATTACK-DEFENSE")
def test_damage_stays_until_the_turn_ends() -> None:
    game = fight(["6/9 as=foe"], ["bastion"])
    game.do("attack foe crimson", "next", "block bastion foe")
    assert game.unit("bastion").damage == 6  # type: ignore[union-attr]
    game.do("next")
    assert game.unit("bastion").damage == 0  # type: ignore[union-attr]


@pytest.mark.rule("ROBOT-EMPIRE.MULTI.TARGETS")
def test_only_the_attacked_players_fighters_block() -> None:
    game = fight(["1/1 as=P"], ["1/1 as=X"], seats=3)
    game.do("attack P jade")
    game.do("next")
    assert game.state.players[2].battery == 19  # jade has nobody, and crimson is not asked


@pytest.mark.rule("ROBOT-EMPIRE.CARD.MONSTER", "ROBOT-EMPIRE.DMG.BLOCKED")
def test_revenge_strikes_the_fighter_it_fought() -> None:
    game = fight(["2/2 as=foe"], ["spore-beast"])
    game.do("attack foe crimson", "next", "block spore-beast foe")
    assert {game.place_of(n) for n in ("foe", "spore-beast")} == {"pile"}


@pytest.mark.rule(
    "ROBOT-EMPIRE.TAP.NO-ABILITIES",
    "ROBOT-EMPIRE.AMB.RECHARGE-STATS",
    "ROBOT-EMPIRE.AMB.RECHARGE-FLYING",
)
def test_a_recharging_card_keeps_its_points_and_loses_its_words() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["rail-cannon"]},
        crimson={
            "units": [
                "brax-the-strong recharging permanent +force-field",
                "base-force-field recharging",
                "coin-mint",
            ]
        },
    )
    game.do("shoot rail-cannon coin-mint")
    assert game.place_of("coin-mint") == "pile"  # the shield sleeps
    unit = game.unit("brax-the-strong")
    from gattai.games.robot_empire.figures import attack, defense

    assert unit is not None and (attack(unit).fixed, defense(unit).fixed) == (6, 6)


@pytest.mark.rule("ROBOT-EMPIRE.FLY.BLOCK", "ROBOT-EMPIRE.AMB.FLY-MONSTER")
@pytest.mark.parametrize("attacker", ["sky-talon as=A", "2/2 flying as=A"])
def test_a_robot_and_a_monster_that_fly_are_blocked_by_flyers_alone(attacker: str) -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": [attacker]},
        crimson={"units": ["2/2 as=walks", "2/2 flying as=flies", "sky-talon as=jets"]},
    )
    game.do("attack A crimson", "next")
    assert rules_of(game.refused("crimson: block walks A")) == ["ROBOT-EMPIRE.FLY.BLOCK"]
    offered = game.options()
    assert "block flies A" in offered and "block jets A" in offered
