"""A match of bots: its score adds up, at tables of more than two as well."""

import msgspec
import pytest

from gattai.lab.match import GameResult, Pairing, pairings, play, score_of


def result(score: float) -> GameResult:
    return GameResult(score, "X", 1, (0, 0), (0.0, 0.0), (0.0, 0.0))


def test_a_game_shared_by_three_is_drawn() -> None:
    score = score_of([result(points) for points in (1.0, 0.0, 0.5, 1 / 3)])
    assert (score.games, score.won, score.drawn, score.lost) == (4, 1, 2, 1)


@pytest.mark.parametrize("seats", [2, 3])
def test_all_share_a_game_that_was_too_long(seats: int) -> None:
    options = {"seats": str(seats)}
    (pairing,) = pairings("robot-empire", "random", "random", 1, "too-long", options)
    short = msgspec.structs.replace(pairing.plan, longest=3)
    found = play(Pairing(short, 0))
    assert (found.reason, found.score) == ("too long", 1 / seats)
