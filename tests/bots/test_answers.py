"""Whatever a bot is asked, it answers something that is offered, and the same thing again."""

from __future__ import annotations

import random

import pytest

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import begin, look
from tests.bots.tables import SMALL, answers_from, random_asks

GAMES = 200
BOTS = ("greedy", "rookie", "search:iterations=2:horizon=1")


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", games.names())
def test_in_two_hundred_random_games_every_answer_is_offered(game: str, part: int) -> None:
    rules = games.load(game)
    for number in range(part, GAMES, 4):
        rng = random.Random(f"{game}/{number}")
        moments = [*random_asks(rules, rng, SMALL[game])]
        for position, question in rng.sample(moments, 2):
            seen = look(rules, position, question.seat)
            name = BOTS[number % len(BOTS)]
            answer = registry.make(name, "7").answer(seen, question, number)
            assert answer in question.options, (name, answer)


@pytest.mark.parametrize("game", games.names())
def test_questions_in_the_middle_of_an_action_are_answered_too(game: str) -> None:
    rules = games.load(game)
    asked = 0
    for number in range(12):
        rng = random.Random(f"middle/{number}")
        for position, question in random_asks(rules, rng, {**SMALL[game]}):
            if position.is_settled or asked > 25:
                continue
            asked += 1
            seen = look(rules, position, question.seat)
            for name in ("greedy", "search:iterations=4"):
                assert registry.make(name, "7").answer(seen, question, 1) in question.options
    assert asked or game == "attack-chart"  # which asks nothing in the middle of an attack


@pytest.mark.parametrize("name", ["greedy", "rookie", "search:iterations=6:horizon=1"])
@pytest.mark.parametrize("game", games.names())
def test_a_game_resumed_by_new_bots_goes_on_as_it_would_have(game: str, name: str) -> None:
    rules = games.load(game)
    start = begin(rules, SMALL[game])
    whole, _ = answers_from(rules, start, 1, [registry.make(name, "7")] * 2, 26)
    first, position = answers_from(rules, start, 1, [registry.make(name, "7")] * 2, 17)
    rest, _ = answers_from(rules, position, 18, [registry.make(name, "7", rules=rules)] * 2, 9)
    assert first + rest == whole


def test_the_seed_makes_a_difference_to_a_rookie() -> None:
    rules = games.load("aegis")
    start = begin(rules, SMALL["aegis"])
    one, two = (
        answers_from(rules, start, 1, [registry.make("rookie", seed)] * 2, 20)[0] for seed in "12"
    )
    assert one != two
