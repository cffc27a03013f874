"""Every kind of effect, by a card that has it; and what only a user's pack can do."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.games.robot_empire.effects import EFFECTS, words_of
from gattai.games.robot_empire.faces import text_of
from gattai.games.robot_empire.figures import attack, flies
from gattai.games.robot_empire.keywords import KEYWORDS
from gattai.games.robot_empire.ruleset import RobotEmpire
from gattai.kernel.ruleset import Outcome
from tests.games.robot_empire import table
from tests.games.robot_empire.table import RULES, Game, rules_of

AGENT = "ROBOT-EMPIRE.CARD.AGENT"


def spring(card: str, aim: str = "", **given: object) -> Game:
    mine = {"vault": 9, "hand": [card], **given.pop("cobalt", {})}  # type: ignore[dict-item]
    game = Game.laid(cobalt=mine, **given)
    verb = "spring" if RULES.cards[card].category == "agent" else "unleash"
    return game.do(f"{verb} {card} {aim}".strip())


def test_every_kind_of_effect_is_on_some_card_or_in_this_file() -> None:
    used = {card.effect.op for card in RULES.cards.values() if card.effect}
    used |= {card.ability.op for card in RULES.cards.values() if card.ability}
    assert {*EFFECTS} == used
    words = {
        w.rpartition(" ")[0] if w[-1].isdigit() else w
        for c in RULES.cards.values()
        for w in c.keywords
    }
    assert {*KEYWORDS} == words


def test_every_card_says_what_it_does() -> None:
    for card in RULES.cards.values():
        if card.category not in ("setup",) and (card.effect or card.ability or card.keywords):
            assert text_of(card).endswith("."), card.name
        for action in (card.effect, card.ability):
            assert (
                action is None
                or words_of(action)[0].isupper()
                or words_of(action)[0] in "+0123456789"
            )


@pytest.mark.rule("ROBOT-EMPIRE.CARD.AGENT")
def test_damage() -> None:
    game = spring("saboteur", "stone-ogre", crimson={"units": ["stone-ogre"]})
    assert game.unit("stone-ogre").damage == 2  # type: ignore[union-attr]
    assert game.place_of("saboteur") == "pile"


@pytest.mark.rule("ROBOT-EMPIRE.CARD.AGENT")
def test_damage_is_for_enemies() -> None:
    game = Game.laid(cobalt={"vault": 9, "hand": ["saboteur"], "units": ["rivet-pup"]})
    assert rules_of(game.refused("spring saboteur rivet-pup")) == [AGENT]
    assert rules_of(game.refused("spring saboteur")) == [AGENT]
    assert rules_of(game.refused("spring saboteur - crimson")) == [AGENT]


@pytest.mark.rule("ROBOT-EMPIRE.CARD.AGENT")
def test_mend_boost_gain_steal_charge_and_draw() -> None:
    mended = spring("field-mechanic", "bastion", cobalt={"units": ["bastion damage=5"]})
    assert mended.unit("bastion").damage == 0  # type: ignore[union-attr]
    boosted = spring("combat-coach", "rivet-pup", cobalt={"units": ["rivet-pup"]})
    unit = boosted.unit("rivet-pup")
    assert unit is not None and attack(unit).fixed == 3
    boosted.do(".. crimson")
    unit = boosted.unit("rivet-pup")
    assert unit is not None and attack(unit).fixed == 1
    assert (
        spring("power-broker", chest=1).state.players[0].vault == 10
    )  # 9 - 1 + 2: no more is there
    stolen = spring("pilferer", "- crimson", crimson={"vault": 1})
    assert [p.vault for p in stolen.state.players] == [9, 0]
    drawn = spring("recruiter")
    assert len(drawn.state.players[0].hand) == 2


@pytest.mark.rule("ROBOT-EMPIRE.AMB.BATTERY-MAX", "ROBOT-EMPIRE.SETUP.BATTERY")
@pytest.mark.parametrize(("battery", "then"), [(10, 12), (19, 20), (20, 20)])
def test_a_battery_is_charged_to_twenty_at_most(battery: int, then: int) -> None:
    game = spring("machine-medic", cobalt={"battery": battery})
    assert game.state.players[0].battery == then


@pytest.mark.rule(
    "ROBOT-EMPIRE.CARD.AGENT", "ROBOT-EMPIRE.AMB.BLOCKER-GONE", "ROBOT-EMPIRE.PLAY.USED-TAPS"
)
def test_recharging_takes_an_attacker_out_of_the_attack() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["3/3 as=P", "2/2 as=Q"]},
        crimson={"vault": 2, "hand": ["signal-hacker"], "ask": "attacked"},
    )
    game.do("attack P crimson", "attack Q crimson", "next", "crimson: spring signal-hacker P")
    assert game.state.players[1].battery == 18 and game.unit("P").recharging  # type: ignore[union-attr]


@pytest.mark.rule("ROBOT-EMPIRE.CARD.AGENT", "ROBOT-EMPIRE.DMG.BLOCKED")
def test_a_bodyguard_softens_the_blow_of_one_attacker() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["5/3 as=P", "2/2 as=Q"]},
        crimson={"vault": 1, "hand": ["bodyguard"], "ask": "attacked"},
    )
    game.do("attack P crimson", "attack Q crimson", "next", "crimson: spring bodyguard P")
    assert game.state.players[1].battery == 16
    early = Game.laid(cobalt={"vault": 1, "hand": ["bodyguard"]}, crimson={"units": ["rivet-pup"]})
    assert rules_of(early.refused("spring bodyguard rivet-pup")) == [AGENT]


@pytest.mark.rule("ROBOT-EMPIRE.CARD.SUPER", "ROBOT-EMPIRE.SUPER.PLAY-PHASE")
def test_super_weapons() -> None:
    taken = spring(
        "scrap-magnet", "brax-the-strong", crimson={"units": ["brax-the-strong +rocket"]}
    )
    brax = taken.unit("brax-the-strong")
    assert brax is not None and brax.seat == 0 and brax.recharging and len(brax.components) == 1
    assert (
        spring("base-breaker", "deep-mine", crimson={"units": ["deep-mine"]}).place_of("deep-mine")
        == "pile"
    )
    assert (
        spring("solar-lance", "bog-titan", crimson={"units": ["bog-titan"]}).place_of("bog-titan")
        == "pile"
    )
    stormed = spring(
        "emp-storm", "- crimson", crimson={"units": ["rivet-pup", "coin-mint", "wing-torso"]}
    )
    assert [unit.recharging for unit in stormed.state.units] == [True, True, False]
    assert spring("core-drill", "- crimson").state.players[1].battery == 15


@pytest.mark.rule("ROBOT-EMPIRE.PLAY.ABILITY-FIRST-TURN", "ROBOT-EMPIRE.DMG.UNTIL-END")
def test_a_launch_pad_lets_a_robot_fly_for_a_turn() -> None:
    game = Game.laid(
        phase="mining",
        moons=["rusty-moon", "dust-moon"],
        cobalt={"units": ["launch-pad", "bastion", "sky-talon"]},
    )
    game.do("employ launch-pad bastion", "land bastion rusty-moon")
    bastion = game.unit("bastion")
    assert bastion is not None and flies(bastion)
    game.do(".. crimson")
    bastion = game.unit("bastion")
    assert bastion is not None and not flies(bastion)


PACK = """
[pack]
id = "doom"
version = "1"
title = "Doom"
licence = "free"
source = "a test"
house = true

[[card]]
id = "doomsday"
number = "#901"
name = "Doomsday"
category = "super-weapon"
copies = 1
cost = 1
effect = { op = "drain", target = "everybody", amount = 20 }
house = true

[[card]]
id = "martyr"
number = "#902"
name = "Martyr"
category = "agent"
copies = 1
cost = 1
effect = { op = "drain", target = "yourself", amount = 20 }
house = true
"""


@pytest.fixture
def doom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RobotEmpire:
    (tmp_path / "doom.toml").write_text(PACK, "utf-8")
    rules = RobotEmpire([tmp_path])
    monkeypatch.setattr(table, "RULES", rules)
    return rules


@pytest.mark.rule("ROBOT-EMPIRE.AMB.DRAW-GAME")
def test_if_all_lose_their_last_energy_together_it_is_a_draw(doom: RobotEmpire) -> None:
    game = Game.laid(cobalt={"vault": 1, "hand": ["doomsday"]}).do("unleash doomsday")
    outcome = game.question
    assert isinstance(outcome, Outcome) and outcome.winners == ()
    assert outcome.rule == "ROBOT-EMPIRE.AMB.DRAW-GAME"


@pytest.mark.rule("ROBOT-EMPIRE.AMB.SELF-ELIMINATION")
def test_who_takes_the_own_energy_leaves_nothing_to_anybody(doom: RobotEmpire) -> None:
    game = Game.laid(seats=3, cobalt={"vault": 1, "hand": ["martyr"], "units": ["brax-the-strong"]})
    game.do("spring martyr")
    assert game.place_of("brax-the-strong") == "pile" and game.state.players[0].is_out
    assert game.state.active == 1  # the turn passes on
