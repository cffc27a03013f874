"""Bots at tables of two and of four: greedy wins, and what a table is worth adds up."""

from __future__ import annotations

import pytest

from gattai.bots.evaluations.robot_empire import score
from gattai.kernel.question import Seat
from gattai.lab.match import pairings, play
from tests.games.robot_empire.table import Game


@pytest.mark.parametrize(("seats", "games"), [(2, 4), (4, 3)])
def test_greedy_motions_random_players(seats: int, games: int) -> None:
    options = {"seats": str(seats), "turn-limit": "200"}
    planned = pairings("robot-empire", "greedy", "random", games, "bots", options)
    assert [each.first for each in planned[:seats]] == [*range(min(seats, games))]
    assert sum(play(each).score for each in planned) >= games - 1


def test_what_one_of_two_has_the_other_lacks() -> None:
    state = Game.laid(
        cobalt={"vault": 5, "units": ["brax-the-strong"]},
        crimson={"units": ["coin-mint"], "battery": 12},
    ).state
    assert score(state, Seat(0)) == -score(state, Seat(1)) > 0


def test_bringing_out_a_fighter_and_hitting_a_battery_have_value() -> None:
    game = Game.laid(
        cobalt={"vault": 5, "hand": ["stone-ogre"], "units": ["rivet-pup"]}, crimson={"hand": []}
    )
    before = score(game.state, Seat(0))
    game.do("bring-out stone-ogre")
    assert score(game.state, Seat(0)) > before
    game.do(".. attackers")
    before = score(game.state, Seat(0))
    game.do("attack rivet-pup crimson")
    assert score(game.state, Seat(0)) > before
