"""Mining: only a clear lead survives, and the difficulty follows from who misses the solution."""

from __future__ import annotations

from typing import cast

from gattai import games
from gattai.bots.puzzles import mining
from gattai.bots.puzzles.mining import MAX_TRIED, Mining, difficulty_of, mined
from gattai.bots.puzzles.rollouts import Played, Rollouts


class Shares:
    """Rollouts whose results are given."""

    def __init__(self, **shares: float) -> None:
        self._shares = shares
        self.asked = 0

    def share(self, answer: object, count: int) -> float:
        self.asked += count
        return self._shares[str(answer)]

    def games(self, answer: object, count: int) -> list[Played]:
        won = round(self._shares[str(answer)] * count)
        return [Played(float(number < won), at_once=False) for number in range(count)]


def sieved(**shares: float) -> list[object] | None:
    return mining._sieved([*shares], cast(Rollouts, Shares(**shares)))


def test_a_clear_lead_survives_and_the_rivals_are_in_order() -> None:
    assert sieved(one=0.3, two=0.7, three=0.5) == ["two", "three", "one"]


def test_no_clear_lead_is_no_puzzle() -> None:
    assert sieved(one=0.6, two=0.7, three=0.1) is None
    assert sieved(one=0.7, two=0.7) is None


def test_answers_far_behind_are_given_up_early() -> None:
    rollouts = Shares(one=0.9, two=0.6, **{f"bad{number}": 0.1 for number in range(20)})
    assert mining._sieved([*rollouts._shares], cast(Rollouts, rollouts)) is not None
    assert rollouts.asked < 22 * mining.STEPS[0][0] + 3 * sum(count for count, *_ in mining.STEPS)


def test_a_game_that_is_decided_is_not_tried() -> None:
    def is_open(**shares: float) -> bool:
        return mining._is_open([*shares], cast(Rollouts, Shares(**shares)))

    assert is_open(one=1.0, two=0.5)
    assert not is_open(one=1.0, two=1.0)
    assert not is_open(one=0.0, two=0.0)


def test_the_difficulty_is_who_misses_it() -> None:
    assert difficulty_of(()) == "easy"
    assert difficulty_of(("random", "rookie")) == "easy"
    assert difficulty_of(("random", "greedy")) == "medium"
    assert difficulty_of(("veteran",)) == "hard"


def test_the_same_seed_finds_the_same_puzzles() -> None:
    rules = games.load("attack-chart")
    how = Mining(players="policy", opening=0, since=0.9, rollouts=20)
    one, two = ([*mined(rules, "short", how)] for _ in range(2))
    assert one == two
    assert all(len(each.proof.tried) <= MAX_TRIED for each in one)
