"""The course of a turn: phases, income and drawing, players who drop out, the end."""

from __future__ import annotations

import pytest

from gattai.kernel.position import begin
from gattai.kernel.question import Roll
from gattai.kernel.ruleset import Outcome
from tests.games.robot_empire.table import RULES, SEATS, Game, rules_of, with_vault


@pytest.mark.rule("ROBOT-EMPIRE.TURN.ALL-PHASES", "ROBOT-EMPIRE.AMB.OVERVIEW-NUMBERING")
def test_next_goes_from_phase_to_phase() -> None:
    game = Game.laid(
        moons=["rusty-moon"],
        cobalt={"units": ["sky-talon", "longbow-unit"], "vault": 1},
        crimson={"units": ["stone-ogre"]},
    )
    game.do("next", "next", "next", "next", "next")
    assert game.phases == ["play", "mining", "long-range", "attackers", "discard", "play"]
    assert game.state.active == 1


@pytest.mark.rule(
    "ROBOT-EMPIRE.CLEAR.INSTANT",
    "ROBOT-EMPIRE.AMB.CLEAR-WHOSE",
    "ROBOT-EMPIRE.AMB.CLEAR-COINS",
    "ROBOT-EMPIRE.UPG.INSTANT-LASTS",
)
def test_everybodys_instant_upgrades_are_cleared() -> None:
    game = Game.laid(
        phase="discard",
        chest=20,
        cobalt={"units": ["volt-runner instant", "brax-the-strong permanent instant"]},
        crimson={"units": ["glide-ace instant"]},
    )
    game.do("next")
    assert game.state.chest == 23
    assert [unit.coins for unit in game.state.units] == [0, 3, 0]


@pytest.mark.rule("ROBOT-EMPIRE.REACT.STRAIGHTEN", "ROBOT-EMPIRE.AMB.REACT-WHOSE")
def test_only_the_active_players_cards_are_straightened() -> None:
    game = Game.laid(
        phase="discard",
        cobalt={"units": ["1/1 recharging as=mine"]},
        crimson={"units": ["1/1 recharging as=theirs", "coin-mint recharging"]},
    )
    game.do("next")
    assert [unit.recharging for unit in game.state.units] == [True, False, False]


@pytest.mark.rule("ROBOT-EMPIRE.COLLECT.THREE", "ROBOT-EMPIRE.AMB.CHEST-EMPTY")
@pytest.mark.parametrize(("chest", "gained"), [(20, 6), (4, 4), (0, 0)])
def test_income_is_three_and_more_with_mints(chest: int, gained: int) -> None:
    game = Game.laid(chest=chest, cobalt={"units": ["coin-mint", "deep-mine"]})
    game.do(".. discard")
    assert game.state.players[0].vault == gained


@pytest.mark.rule("ROBOT-EMPIRE.DRAW.SEVEN", "ROBOT-EMPIRE.AMB.HAND-OVER-SEVEN")
@pytest.mark.parametrize(("held", "then"), [(1, 7), (7, 7), (9, 9)])
def test_a_hand_is_filled_to_seven_and_never_cut(held: int, then: int) -> None:
    game = Game.laid(cobalt={"hand": ["rivet-pup"] * held})
    game.do(".. discard")
    assert len(game.state.players[0].hand) == then


@pytest.mark.rule("ROBOT-EMPIRE.AMB.DECK-EMPTY", "ROBOT-EMPIRE.DRAW.SEVEN")
def test_the_pile_becomes_the_deck_when_the_deck_is_empty() -> None:
    game = Game.laid(
        phase="discard",
        cobalt={"hand": ["rivet-pup"] * 7, "vault": 1},
        deck=["stone-ogre"],
        pile=["bastion"] * 2,
    )
    game.do("discard rivet-pup", "discard rivet-pup-2", "next")
    question = game.question
    assert isinstance(question, Roll) and question.known_to == ()  # two old discards and two new
    assert question.dice.name == "shuffle of 4"
    game.give((3, 2, 1, 0))
    assert len(game.state.players[0].hand) == 7 and len(game.state.decks[0]) == 3
    empty = Game.laid(phase="discard", cobalt={"hand": []}, deck=[])
    empty = Game.laid(cobalt={"hand": ["rivet-pup"]}, deck=[])
    empty.do(".. discard")
    assert empty.has_event("DrawGivenUp") and len(empty.state.players[0].hand) == 1


@pytest.mark.rule(
    "ROBOT-EMPIRE.DRAW.DISCARD-FREE", "ROBOT-EMPIRE.DRAW.DISCARD-PAID", "ROBOT-EMPIRE.DRAW.REPLACE"
)
def test_discards_cost_a_coin_after_the_first_and_are_replaced() -> None:
    game = Game.laid(phase="discard", chest=20, cobalt={"hand": ["rivet-pup"] * 7, "vault": 1})
    game.do("discard rivet-pup", "discard rivet-pup-2")
    assert (game.state.players[0].vault, game.state.chest) == (0, 21)
    assert rules_of(game.refused("discard rivet-pup-3")) == ["ROBOT-EMPIRE.DRAW.DISCARD-PAID"]
    game.do("next")
    assert len(game.state.players[0].hand) == 7
    assert game.place_of("rivet-pup") == "pile"


@pytest.mark.rule("ROBOT-EMPIRE.DRAW.REPLACE")
def test_who_discards_the_whole_hand_draws_a_whole_hand() -> None:
    game = Game.laid(phase="discard", chest=20, cobalt={"hand": ["rivet-pup"] * 7, "vault": 6})
    game.do(*(f"discard rivet-pup{f'-{n}' if n > 1 else ''}" for n in range(1, 8)))
    assert len(game.state.players[0].hand) == 7 and game.state.active == 1
    assert not any("rivet-pup" in game.state.name(c) for c in game.state.players[0].hand.open())


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.CLOCKWISE")
def test_turns_go_round_and_pass_over_who_is_out() -> None:
    game = Game.laid(seats=4, active="amber", phase="discard")
    game.do("next")
    assert game.state.active == 0
    game.do(".. crimson", ".. jade", ".. amber", ".. cobalt")


@pytest.mark.rule(
    "ROBOT-EMPIRE.DMG.BATTERY-ZERO",
    "ROBOT-EMPIRE.END.GIVE-ROBOTS",
    "ROBOT-EMPIRE.END.OTHERS-DESTROYED",
    "ROBOT-EMPIRE.AMB.ELIMINATED-COINS",
    "ROBOT-EMPIRE.AMB.ELIMINATED-HAND",
    "ROBOT-EMPIRE.AMB.GIVEN-ROBOTS-STATE",
    "ROBOT-EMPIRE.AMB.GIVEN-MEGA",
)
def test_what_becomes_of_a_beaten_players_things() -> None:
    game = Game.laid(
        seats=3,
        phase="attackers",
        moons=["rusty-moon"],
        cobalt={"units": ["9/9 flying as=foe"]},
        crimson={
            "battery": 4,
            "vault": 7,
            "hand": ["rivet-pup", "saboteur"],
            "units": [
                "brax-the-strong permanent +jump-jets recharging",
                "sky-talon moon=rusty-moon",
                "titan-torso&tread-base",
                "wing-torso",
                "stone-ogre",
                "coin-mint",
            ],
        },
        chest=10,
    )
    game.do("attack foe crimson", "next")
    owners = {game.state.name(u.id): SEATS[u.seat] for u in game.state.units}
    assert owners == dict.fromkeys(("foe", "brax-the-strong", "sky-talon", "titan-torso"), "cobalt")
    brax = game.unit("brax-the-strong")
    assert (
        brax is not None and brax.recharging and brax.coins == 3 and brax.since == game.state.turn
    )
    assert game.place_of("sky-talon") == "moon" and game.place_of("jump-jets") == "in"
    gone = ("rivet-pup", "saboteur", "wing-torso", "stone-ogre", "coin-mint")
    assert {game.place_of(name) for name in gone} == {"pile"}
    assert game.state.chest == 10 + 4 + 7 - 3


@pytest.mark.rule("ROBOT-EMPIRE.DECK.DISCARD")
def test_an_inherited_robot_goes_to_the_pile_of_its_first_owner() -> None:
    game = Game.laid(
        **{
            "own-decks": True,
            "seats": 3,
            "phase": "attackers",
            "cobalt": {"units": ["9/9 flying as=foe"]},
            "crimson": {"battery": 1, "units": ["rivet-pup recharging"]},
            "jade": {"units": ["missile-launcher"]},
        }
    )
    game.do(
        "attack foe crimson", "next", ".. jade", ".. long-range", "shoot missile-launcher rivet-pup"
    )
    assert game.card("rivet-pup") in game.state.piles[1]


@pytest.mark.rule("ROBOT-EMPIRE.GOAL.LAST-STANDING", "ROBOT-EMPIRE.GOAL.ENERGY")
def test_the_last_one_with_energy_wins_at_once() -> None:
    game = Game.laid(phase="attackers", cobalt={"units": ["3/3 as=foe"]}, crimson={"battery": 3})
    game.do("attack foe crimson", "next")
    outcome = game.question
    assert isinstance(outcome, Outcome) and outcome.winners == (0,)
    assert outcome.rule == "ROBOT-EMPIRE.GOAL.LAST-STANDING" and outcome.scores == (20, 0)


@pytest.mark.rule("ROBOT-EMPIRE.INV.COINS", "ROBOT-EMPIRE.AMB.UPGRADE-COINS-DEATH")
def test_a_coin_too_many_is_noticed() -> None:
    state = Game.laid(cobalt={"units": ["brax-the-strong permanent"]}).state
    assert not [*RULES.broken(state)]
    assert [*RULES.broken(state.with_player(state.active, vault=1))]
    assert not [*RULES.broken(with_vault(state, 0, 1))]


@pytest.mark.rule("ROBOT-EMPIRE.HOUSE.TURN-LIMIT")
def test_a_limit_of_turns_is_kept_and_most_energy_wins() -> None:
    game = Game.laid(
        phase="discard",
        turn=9,
        **{"turn-limit": 9},
        cobalt={"battery": 12},
        crimson={"battery": 15},
    )
    game.do("next")
    outcome = game.question
    assert isinstance(outcome, Outcome) and outcome.winners == (1,)
    assert outcome.rule == "ROBOT-EMPIRE.HOUSE.TURN-LIMIT"
    with pytest.raises(ValueError, match="turn-limit"):
        begin(RULES.seated({}), {"turn-limit": "soon"})
