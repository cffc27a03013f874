"""Playing cards: prices, rows, upgrades, Components, Mega Robots, chains, dice as prices."""

from __future__ import annotations

import pytest

from gattai.games.robot_empire.figures import attack, defense, flies
from tests.games.robot_empire.table import RULES, Game, rules_of


@pytest.mark.rule("ROBOT-EMPIRE.PLAY.PAY", "ROBOT-EMPIRE.SPEND.TO-CHEST")
def test_the_vault_pays_and_the_war_chest_is_paid() -> None:
    game = Game.laid(cobalt={"vault": 6, "hand": ["brax-the-strong"]}, chest=24)
    game.do("bring-out brax-the-strong")
    assert (game.state.players[0].vault, game.state.chest) == (1, 29)


@pytest.mark.rule("ROBOT-EMPIRE.SPEND.FROM-VAULT")
def test_nothing_is_paid_from_the_battery() -> None:
    game = Game.laid(
        cobalt={
            "vault": 0,
            "hand": ["rivet-pup", "power-broker", "jump-jets"],
            "units": ["glide-ace"],
        }
    )
    for line in ("bring-out rivet-pup", "spring power-broker", "install jump-jets glide-ace"):
        assert "Vault 0" in str(game.refused(line)[0])
    assert rules_of(game.refused("instant glide-ace")) == ["ROBOT-EMPIRE.SPEND.FROM-VAULT"]


@pytest.mark.rule(
    "ROBOT-EMPIRE.PLAY.ANY-NUMBER", "ROBOT-EMPIRE.PLAY.FRONT", "ROBOT-EMPIRE.PLAY.BASE"
)
def test_as_many_cards_as_can_be_paid_each_to_its_row() -> None:
    game = Game.laid(cobalt={"vault": 7, "hand": ["rivet-pup", "stone-ogre", "base-force-field"]})
    game.do("bring-out rivet-pup", "bring-out stone-ogre", "bring-out base-force-field")
    places = [game.place_of(n) for n in ("rivet-pup", "stone-ogre", "base-force-field")]
    assert places == ["front", "front", "base"] and game.state.players[0].vault == 0


@pytest.mark.rule("ROBOT-EMPIRE.PLAY.PAY")
def test_a_card_that_is_not_in_the_hand_is_not_played() -> None:
    game = Game.laid(cobalt={"vault": 9}, crimson={"hand": ["rivet-pup"]})
    assert "not in your hand" in str(game.refused("bring-out rivet-pup")[0])
    assert "belongs to Play Cards" in str(
        Game.laid(phase="mining", cobalt={"vault": 9, "hand": ["rivet-pup"]}).refused(
            "bring-out rivet-pup"
        )[0]
    )


@pytest.mark.rule(
    "ROBOT-EMPIRE.CARD.AGENT", "ROBOT-EMPIRE.CARD.SUPER", "ROBOT-EMPIRE.CARD.COMPONENT"
)
def test_agents_super_weapons_and_components_are_not_brought_out() -> None:
    game = Game.laid(cobalt={"vault": 9, "hand": ["saboteur", "emp-storm", "rocket"]})
    for card in ("saboteur", "emp-storm", "rocket"):
        assert "lie by itself" in str(game.refused(f"bring-out {card}")[0])


@pytest.mark.rule("ROBOT-EMPIRE.CARD.SUPER", "ROBOT-EMPIRE.SUPER.PLAY-PHASE")
def test_a_super_weapon_works_once_and_is_discarded() -> None:
    game = Game.laid(
        cobalt={"vault": 6, "hand": ["meteor-strike"]},
        crimson={"units": ["bastion", "stone-ogre", "coin-mint", "sky-talon moon=rusty-moon"]},
        moons=["rusty-moon"],
    )
    game.do("unleash meteor-strike - crimson")
    assert [game.place_of(n) for n in ("stone-ogre", "meteor-strike")] == ["pile", "pile"]
    assert [game.place_of(n) for n in ("bastion", "coin-mint", "sky-talon")] == [
        "front",
        "base",
        "moon",
    ]


@pytest.mark.rule("ROBOT-EMPIRE.CARD.ROBOT", "ROBOT-EMPIRE.UPG.PERMANENT-WHEN")
def test_an_upgrade_may_be_paid_as_the_robot_comes_out() -> None:
    game = Game.laid(cobalt={"vault": 8, "hand": ["brax-the-strong"]})
    game.do("bring-out brax-the-strong", "permanent brax-the-strong")
    brax = game.unit("brax-the-strong")
    assert brax is not None and attack(brax).fixed == 6


@pytest.mark.rule("ROBOT-EMPIRE.UPG.PERMANENT-LASTS")
def test_a_permanent_upgrade_lasts_over_the_turns() -> None:
    game = Game.laid(cobalt={"vault": 3, "units": ["brax-the-strong"]})
    game.do("permanent brax-the-strong", ".. crimson", ".. cobalt")
    brax = game.unit("brax-the-strong")
    assert brax is not None and attack(brax).fixed == 6 and brax.coins == 3
    assert "ROBOT-EMPIRE.UPG.PERMANENT-LASTS" in str(attack(brax).tally)


@pytest.mark.rule("ROBOT-EMPIRE.UPG.COINS-STAY", "ROBOT-EMPIRE.AMB.UPGRADE-TWICE")
def test_a_circle_is_paid_once_and_keeps_its_coins() -> None:
    game = Game.laid(cobalt={"vault": 9, "units": ["brax-the-strong"]}, chest=20)
    game.do("permanent brax-the-strong", "instant brax-the-strong")
    assert game.state.chest == 20 and game.state.players[0].vault == 5
    for line in ("permanent brax-the-strong", "instant brax-the-strong"):
        assert rules_of(game.refused(line)) == ["ROBOT-EMPIRE.AMB.UPGRADE-TWICE"]


@pytest.mark.rule("ROBOT-EMPIRE.UPG.INSTANT-LASTS", "ROBOT-EMPIRE.CLEAR.INSTANT")
def test_an_instant_upgrade_can_be_paid_again_in_another_turn() -> None:
    game = Game.laid(cobalt={"vault": 1, "units": ["volt-runner"]}, chest=20)
    game.do("instant volt-runner")
    runner = game.unit("volt-runner")
    assert runner is not None and attack(runner).fixed == 4
    game.do(".. crimson")
    runner = game.unit("volt-runner")
    assert runner is not None and attack(runner).fixed == 3 and runner.coins == 0
    game.do(".. cobalt", "instant volt-runner")


@pytest.mark.rule("ROBOT-EMPIRE.COMPONENT.INSTALL", "ROBOT-EMPIRE.COMPONENT.ANY-ROBOT")
def test_components_of_all_types_go_into_any_robot() -> None:
    game = Game.laid(
        cobalt={"vault": 9, "hand": ["jump-jets", "rocket", "force-field"], "units": ["bastion"]}
    )
    game.do("install jump-jets bastion", "install rocket bastion", "install force-field bastion")
    bastion = game.unit("bastion")
    assert bastion is not None and flies(bastion) and defense(bastion).fixed == 9
    assert [game.place_of(n) for n in ("jump-jets", "rocket", "force-field")] == ["in"] * 3


@pytest.mark.rule("ROBOT-EMPIRE.AMB.COMPONENT-WHO", "ROBOT-EMPIRE.CARD.MONSTER")
def test_a_mega_robot_takes_components_and_a_monster_or_part_does_not() -> None:
    game = Game.laid(
        cobalt={
            "vault": 9,
            "hand": ["force-field", "rivet-pup"],
            "units": ["titan-torso&tread-base", "stone-ogre", "wing-torso", "coin-mint"],
        },
        crimson={"units": ["bastion"]},
    )
    assert rules_of(game.refused("install force-field stone-ogre")) == ["ROBOT-EMPIRE.CARD.MONSTER"]
    for other in ("wing-torso", "coin-mint"):
        assert rules_of(game.refused(f"install force-field {other}")) == [
            "ROBOT-EMPIRE.AMB.COMPONENT-WHO"
        ]
    assert "Robot of yours" in str(game.refused("install force-field bastion")[0])
    assert "no Component" in str(game.refused("install rivet-pup titan-torso")[0])
    game.do("install force-field titan-torso")
    mega = game.unit("tread-base")
    assert mega is not None and defense(mega).fixed == 12


@pytest.mark.rule("ROBOT-EMPIRE.VAR.PORTS")
def test_with_ports_a_component_needs_its_port() -> None:
    game = Game.laid(
        ports=True,
        cobalt={
            "vault": 9,
            "hand": ["jump-jets", "force-field", "rocket"],
            "units": ["bastion", "titan-torso&tread-base"],
        },
    )
    assert "ports FF" in str(game.refused("install jump-jets bastion")[0])
    game.do("install force-field bastion", "install rocket titan-torso")


@pytest.mark.rule("ROBOT-EMPIRE.AMB.COMPONENT-DEATH")
def test_components_are_discarded_with_their_robot() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["rail-cannon"]},
        crimson={"units": ["volt-runner +force-field +jump-jets"]},
    )
    game.do("shoot rail-cannon volt-runner")
    assert {game.place_of(n) for n in ("volt-runner", "force-field", "jump-jets")} == {"pile"}


@pytest.mark.rule("ROBOT-EMPIRE.DICE.COST", "ROBOT-EMPIRE.COMP.DIE")
@pytest.mark.parametrize(("face", "left"), [(1, 4), (5, 0)])
def test_the_price_is_what_the_die_shows(face: int, left: int) -> None:
    game = Game.laid(cobalt={"vault": 5, "hand": ["dice-golem"]})
    game.do("bring-out dice-golem", f"dice {face}")
    assert game.state.players[0].vault == left


@pytest.mark.rule("ROBOT-EMPIRE.AMB.DICE-COST-SHORT")
def test_a_card_too_dear_may_be_tried_again_next_turn() -> None:
    game = Game.laid(cobalt={"vault": 2, "hand": ["dice-golem"]})
    game.do("bring-out dice-golem", "dice 3")
    assert game.place_of("dice-golem") == "hand" and game.state.players[0].vault == 2
    assert "ROBOT-EMPIRE.AMB.DICE-COST-SHORT" in rules_of(game.refused("bring-out dice-golem"))
    game.do(".. crimson", ".. cobalt", "bring-out dice-golem", "dice 3")
    assert game.place_of("dice-golem") == "front"


@pytest.mark.rule(
    "ROBOT-EMPIRE.CARD.MEGA", "ROBOT-EMPIRE.MEGA.TWO-COSTS", "ROBOT-EMPIRE.MEGA.ANY-PAIR"
)
@pytest.mark.parametrize("bottom", ["titan-legs", "tread-base", "hover-skirt", "spider-frame"])
def test_any_torso_goes_on_any_legs_and_both_are_paid(bottom: str) -> None:
    price = int(RULES.cards[bottom].cost)
    game = Game.laid(cobalt={"vault": 7 + price, "hand": ["wing-torso", bottom]})
    game.do("bring-out wing-torso", f"bring-out {bottom}", f"assemble wing-torso {bottom}")
    assert game.state.players[0].vault == 0
    mega = game.unit("wing-torso")
    assert mega is not None and mega.is_robot and mega.row == "front" and flies(mega)


@pytest.mark.rule("ROBOT-EMPIRE.MEGA.ASSEMBLE", "ROBOT-EMPIRE.AMB.MEGA-STATS")
def test_a_mega_robot_adds_up_and_needs_one_of_each() -> None:
    game = Game.laid(cobalt={"units": ["titan-torso", "wing-torso", "tread-base", "rivet-pup"]})
    assert "not legs" in str(game.refused("assemble titan-torso wing-torso")[0])
    assert "in your Base" in str(game.refused("assemble rivet-pup tread-base")[0])
    game.do("assemble titan-torso tread-base")
    mega = game.unit("tread-base")
    assert mega is not None and (attack(mega).fixed, defense(mega).fixed) == (6, 10)


@pytest.mark.rule("ROBOT-EMPIRE.MEGA.PARTIAL")
def test_half_a_mega_robot_does_nothing_and_is_no_target() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["titan-torso", "rivet-pup"]},
        crimson={"units": ["wing-torso"]},
    )
    assert rules_of(game.refused("attack titan-torso crimson")) == ["ROBOT-EMPIRE.MEGA.PARTIAL"]
    shots = Game.laid(
        phase="long-range",
        cobalt={"units": ["missile-launcher"]},
        crimson={"units": ["wing-torso"]},
    )
    assert "ROBOT-EMPIRE.MEGA.PARTIAL" in rules_of(
        shots.refused("shoot missile-launcher wing-torso")
    )


@pytest.mark.rule("ROBOT-EMPIRE.CHAIN.SIZE", "ROBOT-EMPIRE.AMB.CHAIN-WHEN")
def test_only_monsters_with_chaining_in_play_cards() -> None:
    units = ["cave-rat-pack", "ash-wolf", "stone-ogre", "rivet-pup"]
    game = Game.laid(cobalt={"units": units}, crimson={"units": ["swamp-biter"]})
    assert "no Chaining" in str(game.refused("link [cave-rat-pack stone-ogre]")[0])
    assert "Monsters of yours" in str(game.refused("link [cave-rat-pack swamp-biter]")[0])
    assert "two or three" in str(game.refused("link [ash-wolf]")[0])
    later = Game.laid(phase="attackers", cobalt={"units": units})
    assert "ROBOT-EMPIRE.AMB.CHAIN-WHEN" in rules_of(later.refused("link [cave-rat-pack ash-wolf]"))


@pytest.mark.rule(
    "ROBOT-EMPIRE.CHAIN.SIZE", "ROBOT-EMPIRE.AMB.CHAIN-BREAK", "ROBOT-EMPIRE.AMB.CHAIN-WHEN"
)
def test_a_chain_grows_and_is_broken_in_a_later_turn() -> None:
    game = Game.laid(cobalt={"units": ["cave-rat-pack", "ash-wolf", "fang-twins", "swamp-biter"]})
    game.do("link [cave-rat-pack ash-wolf]", "link [cave-rat-pack fang-twins]")
    chain = game.unit("fang-twins")
    assert chain is not None and (attack(chain).fixed, defense(chain).fixed) == (5, 4)
    assert rules_of(game.refused("link [cave-rat-pack swamp-biter]")) == ["ROBOT-EMPIRE.CHAIN.SIZE"]
    assert rules_of(game.refused("unlink cave-rat-pack")) == ["ROBOT-EMPIRE.AMB.CHAIN-BREAK"]
    game.do(".. crimson", ".. cobalt", "unlink cave-rat-pack")
    assert len(game.state.units) == 4
    hurt = Game.laid(cobalt={"units": ["cave-rat-pack&ash-wolf damage=1"]})
    assert rules_of(hurt.refused("unlink cave-rat-pack")) == ["ROBOT-EMPIRE.AMB.CHAIN-BREAK"]


@pytest.mark.rule(
    "ROBOT-EMPIRE.CHAIN.SUM", "ROBOT-EMPIRE.CHAIN.ONE-UNIT", "ROBOT-EMPIRE.CHAIN.KILL"
)
def test_a_chain_fights_as_one() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["cave-rat-pack&ash-wolf&fang-twins"]},
        crimson={"units": ["3/9 as=guard"]},
    )
    game.do("attack cave-rat-pack crimson", "next", "block guard cave-rat-pack")
    assert game.place_of("ash-wolf") == "front" and game.unit("guard").damage == 5  # type: ignore[union-attr]
    assert "only fighters of yours" in str(
        Game.laid(phase="attackers", cobalt={"units": ["cave-rat-pack&ash-wolf"]}).refused(
            "attack ash-wolf crimson"
        )[0]
    )


@pytest.mark.rule("ROBOT-EMPIRE.AMB.CHAIN-NEW-MEMBER")
def test_a_chain_with_a_new_or_recharging_member_does_not_attack() -> None:
    game = Game.laid(cobalt={"units": ["cave-rat-pack", "ash-wolf new", "rivet-pup"]})
    game.do("link [cave-rat-pack ash-wolf]", ".. attackers")
    assert rules_of(game.refused("attack cave-rat-pack crimson")) == [
        "ROBOT-EMPIRE.PLAY.NO-ATTACK-FIRST-TURN"
    ]
    tired = Game.laid(cobalt={"units": ["cave-rat-pack", "ash-wolf recharging"]})
    tired.do("link [cave-rat-pack ash-wolf]")
    assert tired.unit("cave-rat-pack").recharging  # type: ignore[union-attr]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.CHAIN-ABILITIES")
def test_a_chain_flies_only_if_all_do() -> None:
    walker = Game.laid(cobalt={"units": ["night-bat&cave-rat-pack"]}).unit("night-bat")
    flyer = Game.laid(cobalt={"units": ["night-bat&gloom-wyrm"]}).unit("night-bat")
    assert walker is not None and not flies(walker)
    assert flyer is not None and flies(flyer)
