"""Agents, Instant Upgrades and abilities in between: who is asked, when, and what may be answered."""

from __future__ import annotations

import pytest

from gattai.kernel.question import Choose
from gattai.kernel.window import PASS
from tests.games.robot_empire.table import SEATS, Game, rules_of


def seats_waiting(game: Game) -> list[str]:
    return [SEATS[seat] for seat in game.state.windows[-1].waiting] if game.state.windows else []


@pytest.mark.rule(
    "ROBOT-EMPIRE.AGENT.ANYTIME", "ROBOT-EMPIRE.AGENT.REVEAL", "ROBOT-EMPIRE.CARD.AGENT"
)
@pytest.mark.parametrize("phase", ["play", "mining", "long-range", "attackers", "discard"])
def test_an_agent_is_sprung_in_any_phase_of_ones_own_turn(phase: str) -> None:
    game = Game.laid(
        phase=phase,
        chest=20,
        moons=["rusty-moon"],
        cobalt={
            "vault": 1,
            "hand": ["power-broker", "rivet-pup"],
            "units": ["sky-talon", "longbow-unit", "1/1 as=own"],
        },
        crimson={"units": ["stone-ogre"]},
    )
    assert "spring power-broker" in game.options()
    game.do("spring power-broker")
    assert game.state.players[0].vault == 3 and game.place_of("power-broker") == "pile"
    assert game.state.phase == phase


@pytest.mark.rule("ROBOT-EMPIRE.UPG.INSTANT-WHEN", "ROBOT-EMPIRE.AMB.AGENT-WINDOWS")
@pytest.mark.parametrize("phase", ["play", "mining", "long-range", "attackers", "discard"])
def test_an_instant_upgrade_is_paid_for_in_any_phase_of_ones_own_turn(phase: str) -> None:
    game = Game.laid(
        phase=phase,
        moons=["rusty-moon"],
        cobalt={"vault": 1, "units": ["volt-runner", "longbow-unit", "1/1 as=own", "sky-talon"]},
        crimson={"units": ["stone-ogre"]},
    )
    game.do("instant volt-runner 0")
    assert game.state.players[0].vault == 0 and game.state.phase == phase


@pytest.mark.rule(
    "ROBOT-EMPIRE.DRAW.REPLACE",
    "ROBOT-EMPIRE.AMB.DRAW-AGENT",
    "ROBOT-EMPIRE.AGENT.ANYTIME",
    "ROBOT-EMPIRE.DRAW.DISCARD-FREE",
)
@pytest.mark.reading("refill=seven", "refill=discards")
@pytest.mark.parametrize(("reading", "held"), [("seven", 7), ("discards", 6)])
@pytest.mark.parametrize("actions", [["discard rivet-pup"], []])
def test_an_agent_played_in_draw_cards_is_replaced(
    reading: str, held: int, actions: list[str]
) -> None:
    game = Game.laid(
        phase="discard",
        cobalt={"vault": 1, "hand": ["power-broker", *["rivet-pup"] * 6]},
        rulings={"refill": reading},
    )
    game.do("spring power-broker", *actions, "next")
    assert len(game.state.players[0].hand) == held


@pytest.mark.rule("ROBOT-EMPIRE.AMB.DRAW-AGENT", "ROBOT-EMPIRE.DRAW.REPLACE")
@pytest.mark.reading("refill=seven")
def test_nothing_is_drawn_onto_a_full_hand_at_the_end_of_draw_cards() -> None:
    game = Game.laid(phase="discard", cobalt={"hand": ["rivet-pup"] * 7})
    deck = len(game.state.decks[0])
    game.do("next")
    assert len(game.state.players[0].hand) == 7 and len(game.state.decks[0]) == deck


@pytest.mark.rule("ROBOT-EMPIRE.AMB.AGENT-WINDOWS")
def test_not_in_the_midst_of_a_step() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"vault": 3, "hand": ["power-broker"], "units": ["1/1 as=P", "1/1 as=Q"]},
        crimson={"vault": 3, "hand": ["power-broker"], "units": ["1/1 as=X"]},
    )
    game.do("attack P crimson")
    assert rules_of(game.refused("spring power-broker")) == ["ROBOT-EMPIRE.AMB.AGENT-WINDOWS"]
    game.do("next")
    assert rules_of(game.refused("crimson: spring power-broker-2")) == [
        "ROBOT-EMPIRE.AMB.AGENT-WINDOWS"
    ]
    assert "say next" in str(game.refused("crimson: pass")[0])


@pytest.mark.rule(
    "ROBOT-EMPIRE.AMB.WATCH", "ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "ROBOT-EMPIRE.MOON.LANDING-COST"
)
def test_who_wants_to_be_asked_always_is_asked_between_all_steps() -> None:
    game = Game.laid(
        moons=["rusty-moon"],
        cobalt={"units": ["sky-talon", "longbow-unit", "1/1 as=foe"]},
        crimson={"vault": 2, "hand": ["saboteur"], "units": ["stone-ogre"], "ask": "always"},
    )
    moments = []
    for line in (
        "next",
        "land sky-talon rusty-moon",
        "shoot longbow-unit stone-ogre",
        "attack foe crimson",
        "next",
        "next",
        "next",
    ):
        game.do(line)
        while game.state.windows:
            moments.append(game.state.windows[-1].moment)
            game.do("crimson: pass")
    expected = ["play", "mining", "announced", "attackers", "blockers", "damage", "turn"]
    assert moments == expected


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
def test_when_attacked_means_attacked_attacking_or_aimed_at() -> None:
    three = {
        "seats": 3,
        "crimson": {"vault": 2, "hand": ["saboteur"], "ask": "attacked", "units": ["stone-ogre"]},
    }
    jade = {"vault": 2, "hand": ["saboteur"], "ask": "attacked"}
    game = Game.laid(phase="attackers", cobalt={"units": ["1/1 as=foe"]}, jade=jade, **three)
    game.do("attack foe jade", "next")
    assert seats_waiting(game) == ["jade"]
    shot = Game.laid(phase="long-range", cobalt={"units": ["longbow-unit"]}, jade=jade, **three)
    shot.do("shoot longbow-unit stone-ogre")
    assert seats_waiting(shot) == ["crimson"]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH", "ROBOT-EMPIRE.DMG.UNTIL-END")
def test_never_this_turn_ends_with_the_turn() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["1/9 as=P", "1/9 as=Q"]},
        crimson={"vault": 1, "hand": ["combat-coach"], "ask": "attacked", "units": ["1/1 as=X"]},
    )
    game.do("attack P crimson", "next", "crimson: ask-me never")
    assert game.state.players[1].rests and not game.state.windows
    game.do("crimson: next", ".. crimson")
    assert not game.state.players[1].rests


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH", "ROBOT-EMPIRE.AMB.AGENT-WINDOWS")
def test_a_setting_is_made_once_in_play_cards_or_with_a_pass() -> None:
    game = Game.laid(cobalt={"ask": "attacked", "vault": 1, "hand": ["combat-coach"]})
    assert "already" in str(game.refused("ask-me attacked")[0])
    game.do("ask-me always")
    assert game.state.players[0].watch == "always"
    assert "for this turn" in str(game.refused("ask-me attacked")[0])
    game.do("next")
    assert game.state.windows and seats_waiting(game) == ["cobalt"]
    assert "pass to do nothing" in str(game.refused("next")[0])
    game.do("ask-me attacked")
    assert next(player.watch for player in game.state.players) == "attacked"


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
@pytest.mark.parametrize(
    ("crimson", "asked"),
    [
        (
            {"vault": 1, "hand": ["rivet-pup"]},
            True,
        ),  # it could be an Agent, for all that others know
        ({"vault": 0, "hand": ["rivet-pup"]}, False),  # but not without a coin
        ({"vault": 9, "hand": []}, False),
        ({"vault": 1, "hand": [], "units": ["volt-runner"]}, True),
        ({"vault": 0, "hand": [], "units": ["repair-drone"]}, True),
        ({"vault": 0, "hand": [], "units": ["repair-drone recharging"]}, False),
    ],
)
def test_only_what_all_can_see_decides_who_is_asked(
    crimson: dict[str, object], asked: bool
) -> None:
    game = Game.laid(
        cobalt={"hand": ["power-broker"]},
        crimson={"ask": "always", **crimson},
        deck=["saboteur"] * 9,
    )
    game.do("next")
    assert bool(game.state.windows) is asked


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH", "ROBOT-EMPIRE.AGENT.ANYTIME")
def test_a_silent_player_can_be_passed_for() -> None:
    game = Game.laid(cobalt={}, crimson={"vault": 2, "hand": ["saboteur"], "ask": "always"})
    game.do("next")
    question = game.question
    assert isinstance(question, Choose) and question.otherwise == PASS
    assert PASS in question.options


@pytest.mark.rule("ROBOT-EMPIRE.AMB.AGENT-STACK")
def test_simultaneous_requests_go_round_from_the_active_player() -> None:
    asks = {"vault": 3, "hand": ["power-broker"], "ask": "always"}
    game = Game.laid(seats=4, active="jade", cobalt=asks, crimson=asks, jade=asks, amber=asks)
    game.do("next")
    assert seats_waiting(game) == ["jade", "amber", "cobalt", "crimson"]
    game.do("jade: pass", "amber: pass", "cobalt: spring power-broker")
    # Answers to the Agent first, then all are asked again.
    assert game.state.windows[-1].moment == "play"
    assert seats_waiting(game)[0] == "jade"


@pytest.mark.rule(
    "ROBOT-EMPIRE.AMB.AGENT-STACK", "ROBOT-EMPIRE.AMB.WATCH", "ROBOT-EMPIRE.CARD.SUPER"
)
def test_only_a_card_that_cancels_answers_an_agent_and_can_be_cancelled_itself() -> None:
    game = Game.laid(
        chest=20,
        cobalt={"vault": 3, "hand": ["power-broker", "double-agent"], "ask": "always"},
        crimson={
            "vault": 9,
            "hand": ["double-agent", "saboteur"],
            "units": ["volt-runner"],
            "ask": "always",
        },
    )
    assert "ROBOT-EMPIRE.AMB.AGENT-STACK" in rules_of(game.refused("spring double-agent"))
    game.do("spring power-broker")
    assert "ROBOT-EMPIRE.AMB.AGENT-STACK" in rules_of(game.refused("crimson: instant volt-runner"))
    assert "ROBOT-EMPIRE.AMB.AGENT-STACK" in rules_of(game.refused("crimson: spring saboteur"))
    game.do("crimson: spring double-agent-2", "cobalt: spring double-agent")
    while game.state.windows:
        game.do("pass")
    assert game.state.players[0].vault == 3  # 3 - 1 - 2 + 3: its Agent did its work after all


@pytest.mark.rule(
    "ROBOT-EMPIRE.PLAY.ABILITY-FIRST-TURN",
    "ROBOT-EMPIRE.TAP.SYMBOL",
    "ROBOT-EMPIRE.AMB.ABILITY-WHEN",
)
def test_an_ability_recharges_its_card_and_may_be_used_at_once_and_in_answer() -> None:
    game = Game.laid(
        cobalt={"vault": 3, "hand": ["jammer"]}, crimson={"units": ["rail-cannon", "rivet-pup"]}
    )
    game.do("bring-out jammer", "employ jammer rail-cannon")
    assert game.unit("jammer").recharging and game.unit("rail-cannon").recharging  # type: ignore[union-attr]
    assert "ROBOT-EMPIRE.TAP.NO-ABILITIES" in rules_of(game.refused("employ jammer rail-cannon"))
    assert rules_of(game.refused("employ rail-cannon jammer")) == ["ROBOT-EMPIRE.TAP.SYMBOL"]
    repair = Game.laid(
        phase="long-range",
        cobalt={"units": ["missile-launcher as=one", "missile-launcher as=two"]},
        crimson={"units": ["stone-ogre", "repair-bay"], "ask": "attacked"},
    )
    repair.do(
        "shoot one stone-ogre",
        "crimson: pass",
        "shoot two stone-ogre",
        "crimson: employ repair-bay stone-ogre",
    )
    assert repair.unit("stone-ogre").damage == 2  # type: ignore[union-attr]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.INSTANT-RECHARGING", "ROBOT-EMPIRE.UPG.INSTANT-WHEN")
def test_an_instant_upgrade_in_ones_own_turn_but_not_while_recharging() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"vault": 2, "units": ["volt-runner", "brax-the-strong recharging"]},
    )
    assert "ROBOT-EMPIRE.TAP.NO-ABILITIES" in rules_of(game.refused("instant brax-the-strong"))
    game.do("instant volt-runner", "attack volt-runner crimson", "next")
    assert game.state.players[1].battery == 16
