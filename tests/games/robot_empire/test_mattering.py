"""Standing orders: when a reaction would change the result of what is happening now."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.robot_empire.mattering import matters
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import EVERYBODY, view
from tests.games.robot_empire.table import Game


def seen(game: Game, seat: int, *, by_all: bool = False) -> bool:
    """Whether a reaction matters to a seat that is asked, in its own view or that of everybody."""
    assert game.state.windows and game.state.asked == seat
    return matters(view(game.state, EVERYBODY if by_all else seat), Seat(seat))


def attacked(*units: str, by: str = "3/3 as=foe", **crimson: Any) -> Game:
    """Cobalt has declared an attack on crimson, who has these units."""
    game = Game.laid(
        phase="attackers",
        cobalt={"units": [by], "hand": ["saboteur"]},
        crimson={"ask": "attacked", "vault": 4, "units": [*units], **crimson},
    )
    return game.do("attack foe crimson", "next")


def test_an_agent_that_takes_an_attacker_away_matters_before_blockers_are_chosen() -> None:
    assert seen(attacked("1/1", hand=["saboteur"], by="3/2 as=foe"), 1)


def test_an_agent_that_only_gains_coins_does_not() -> None:
    assert not seen(attacked("1/1", hand=["power-broker"]), 1)


def test_an_agent_that_leaves_the_attacker_standing_does_not() -> None:
    assert not seen(attacked("1/1", hand=["saboteur"], by="3/3 as=foe"), 1)


@pytest.mark.parametrize(("attack", "asked"), [("9/9", True), ("1/9", False)])
def test_a_bonus_matters_in_the_battle_that_it_decides(attack: str, asked: bool) -> None:
    """Combat Coach gives 2 Attack: that fells a 9/9 only together with 7 of one's own."""
    own = {"9/9": "7/1 as=own", "1/9": "1/9 as=own"}[attack]
    game = attacked(own, by=f"{attack} as=foe", hand=["combat-coach"])
    assert not seen(game, 1), "it can wait until blockers are chosen"
    game.do("crimson: pass", "crimson: block own foe")
    assert seen(game, 1) is asked


@pytest.mark.parametrize(("battery", "asked"), [(3, True), (9, False)])
def test_coins_for_a_battery_matter_if_it_would_be_empty(battery: int, asked: bool) -> None:
    game = attacked(hand=["machine-medic"], battery=battery)
    game.do("crimson: pass")
    assert game.state.windows[-1].moment == "blockers"
    assert seen(game, 1) is asked


def test_nobody_is_asked_while_nothing_happens() -> None:
    game = Game.laid(
        cobalt={"units": ["1/1"]},
        crimson={"ask": "always", "vault": 4, "hand": ["saboteur"], "units": ["1/1"]},
    ).do("next")
    assert game.state.windows[-1].moment == "play"
    assert not seen(game, 1)


@pytest.mark.parametrize(("damage", "asked"), [(1, False), (2, True), (3, False)])
def test_a_bonus_matters_against_a_shot_that_it_stops(damage: int, asked: bool) -> None:
    """Brax has 4 Defense and may pay for 1 more; the launcher deals 2 damage."""
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["missile-launcher"]},
        crimson={
            "ask": "attacked",
            "vault": 1,
            "units": [f"brax-the-strong damage={damage}"],
        },
    )
    assert seen(game.do("shoot missile-launcher brax-the-strong"), 1) is asked


def test_an_agent_is_answered_only_with_a_card_that_cancels_it() -> None:
    def sprung(*hand: str) -> Game:
        game = Game.laid(
            pile=["double-agent"],
            cobalt={"vault": 3, "hand": ["saboteur"]},
            crimson={"ask": "attacked", "vault": 4, "hand": [*hand], "units": ["3/3 as=hit"]},
        )
        return game.do("spring saboteur hit")

    assert seen(sprung("double-agent"), 1)
    assert not seen(sprung("saboteur"), 1)


@pytest.mark.parametrize("by_all", [True, False])
def test_from_everybodys_view_any_hand_gives_the_same_answer(by_all: bool) -> None:
    """The hands differ; what all can see does not: then a quick answer reveals nothing."""
    hands = (["saboteur"], ["rivet-pup"])  # cobalt holds another Saboteur
    answers = {
        seen(attacked("1/1", hand=hand, by="3/2 as=foe"), 1, by_all=by_all) for hand in hands
    }
    assert answers == ({True} if by_all else {True, False})


def test_from_everybodys_view_a_hand_without_coins_changes_nothing() -> None:
    game = attacked("volt-runner", hand=["saboteur"], vault=1, by="9/9 as=foe")
    assert not seen(game, 1, by_all=True)
