"""A bot's answer does not depend on what its seat may not see."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.bots import registry
from gattai.bots.bot import Bot
from gattai.bots.greedy import GreedyBot
from gattai.bots.search import SearchBot
from gattai.bots.simulation import imagine
from gattai.kernel.position import GamePosition, apply, asked, begin, observe, waiting
from gattai.kernel.question import Choose, Roll, Seat, Together
from gattai.kernel.ruleset import Outcome
from tests.bots.tables import PARLEY, acting, ask_of
from tests.toy.parley import CARDS, Parley, Show, State

RULES = Parley()


def still() -> float:
    return 0.0


MAKERS: dict[str, Callable[[], Bot]] = {
    "greedy": lambda: GreedyBot(random.Random, "7", rules=RULES, evaluation=PARLEY),
    "search": lambda: SearchBot(
        random.Random, "7", still, iterations=25, rules=RULES, evaluation=PARLEY
    ),
}


def dealt(order: list[int]) -> GamePosition[Any]:
    return apply(RULES, begin(RULES), tuple(order)).position


def two_deals(rng: random.Random) -> tuple[GamePosition[Any], GamePosition[Any]]:
    """Ann holds the same cards; whatever else there is lies otherwise."""
    one = rng.sample(range(len(CARDS)), len(CARDS))
    rest = one[3:]
    rng.shuffle(rest)
    return dealt(one), dealt([*one[:3], *rest])


@pytest.mark.parametrize("name", MAKERS)
def test_other_hands_make_no_difference(name: str) -> None:
    for number in range(20):
        one, two = two_deals(random.Random(number))
        answers = [MAKERS[name]().answer(*ask_of(RULES, deal), number) for deal in (one, two)]
        assert answers[0] == answers[1]


@pytest.mark.parametrize("name", MAKERS)
def test_what_others_have_bid_already_makes_no_difference(name: str) -> None:
    for number in range(20):
        answers = []
        for deal in two_deals(random.Random(number)):
            question = asked(RULES, deal)
            assert isinstance(question, Together)
            bob = next(ask for ask in question.asks if ask.seat == 1)
            later = apply(RULES, deal, bob.options[number % 3], seat=Seat(1)).position
            seen = observe(RULES, later, Seat(0))
            ann = next(ask for ask in question.asks if ask.seat == 0)
            answers.append(MAKERS[name]().answer(seen, ann, number))
        assert answers[0] == answers[1]


@pytest.mark.parametrize("name", MAKERS)
def test_whole_games_with_hidden_hands_are_played(name: str) -> None:
    """In the middle of a strike too, where what was shown since rules some guesses out."""
    for number in range(6):
        rng = random.Random(f"whole/{number}")
        position: GamePosition[Any] = begin(RULES)
        question = asked(RULES, position)
        bot = MAKERS[name]()
        answered = 0
        while not isinstance(question, Outcome):
            answered += 1
            if isinstance(question, Roll):
                step = apply(RULES, position, question.dice.faces(rng))
            else:
                seat = waiting(RULES, position)[0]
                seen, ask = ask_of(RULES, position)
                assert isinstance(ask, Choose)
                answer = bot.answer(seen, ask, answered)
                assert answer in ask.options
                step = apply(RULES, position, answer, seat=seat)
            position, question = step.position, step.question


def test_an_imagined_table_looks_to_the_seat_as_what_it_sees() -> None:
    deal, _ = two_deals(random.Random(3))
    seen = observe(RULES, deal, Seat(0))
    simulation, together = imagine(RULES, seen, Seat(0), random.Random(1))
    assert together is not None
    assert isinstance(simulation.state, State)
    assert simulation.state.hands[0] == deal.state.hands[0]
    assert sorted(card for hand in simulation.state.hands for card in hand.open()) != []
    assert all(isinstance(option, Show) for option in together.asks[0].options)


@pytest.mark.parametrize("level", ["rookie", "policy", "veteran", "ace:seconds=0:looks=6"])
@pytest.mark.parametrize("game", ["aristeia", "robot-empire"])
def test_no_level_answers_otherwise_where_only_secrets_differ(game: str, level: str) -> None:
    rules, position = acting(game, 40)
    seen, ask = ask_of(rules, position)
    state = rules.guess(seen.position.state, ask.seat, random.Random("another world"))
    other = replace(position, state=state)
    assert state != position.state
    answers = [
        registry.make(level, "7", rules=rules).answer(*ask_of(rules, each), 40)
        for each in (position, other)
    ]
    assert answers[0] == answers[1]
