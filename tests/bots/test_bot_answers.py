"""Whatever a bot is asked, it answers something that is offered, and the same thing again."""

from __future__ import annotations

import random

import pytest

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Bot
from gattai.kernel.position import begin, observe
from tests.bots.tables import SMALL, answers_from, random_asks

GAMES = {"aegis": 200, "attack-chart": 200}
FEW = 4
"""Random games of the longer games, which take long."""
MOST = 300
"""Answers of one of those that are played."""
BOTS = ("greedy", "rookie", "search:iterations=2:horizon=1")


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", games.names())
def test_in_random_games_every_answer_is_offered(game: str, part: int) -> None:
    rules = games.load(game).seated(SMALL[game])
    for number in range(part, GAMES.get(game, FEW), 4):
        rng = random.Random(f"{game}/{number}")
        most = 3_000 if game in GAMES else MOST
        moments = [*random_asks(rules, rng, SMALL[game], most)]
        for position, question in rng.sample(moments, min(2, len(moments))):
            seen = observe(rules, position, question.seat)
            name = BOTS[number % len(BOTS)]
            bot = registry.make(name, "7", rules=rules)
            answer = bot.answer(seen, question, number)
            assert answer in question.options, (name, answer)


@pytest.mark.parametrize("game", games.names())
def test_questions_in_the_middle_of_an_action_are_answered_too(game: str) -> None:
    rules = games.load(game).seated(SMALL[game])
    asked = 0
    for number in range(12 if game in GAMES else 1):
        rng = random.Random(f"middle/{number}")
        for position, question in random_asks(rules, rng, {**SMALL[game]}, MOST):
            if position.is_settled or asked > 25:
                continue
            asked += 1
            seen = observe(rules, position, question.seat)
            for name in ("greedy", "search:iterations=4"):
                bot = registry.make(name, "7", rules=rules)
                assert bot.answer(seen, question, 1) in question.options
    assert asked or game not in ("aegis", "aristeia")  # not every game asks in mid-action


@pytest.mark.parametrize("name", ["greedy", "rookie", "search:iterations=6:horizon=1"])
@pytest.mark.parametrize("game", games.names())
def test_a_game_resumed_by_new_bots_goes_on_as_it_would_have(game: str, name: str) -> None:
    rules = games.load(game).seated(SMALL[game])
    start = begin(rules, SMALL[game])

    def bots() -> list[Bot]:
        return [registry.make(name, "7", rules=rules)] * len(rules.seats)

    whole, _ = answers_from(rules, start, 1, bots(), 26)
    first, position = answers_from(rules, start, 1, bots(), 17)
    rest, _ = answers_from(rules, position, 18, bots(), 9)
    assert first + rest == whole


def test_the_seed_makes_a_difference_to_a_rookie() -> None:
    rules = games.load("aegis")
    start = begin(rules, SMALL["aegis"])
    one, two = (
        answers_from(rules, start, 1, [registry.make("rookie", seed)] * 2, 20)[0] for seed in "12"
    )
    assert one != two
