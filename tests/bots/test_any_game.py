"""Bots play any game: three seats, secrets, answers at once, reactions, and no evaluation at all."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from gattai.bots.bot import Bot
from gattai.bots.consider import Decision, consider
from gattai.bots.evaluation import PLAIN, WON, AnyEvaluation, some_of
from gattai.bots.expectation import SHUFFLES, expected, judge_for, readings
from gattai.bots.greedy import GreedyBot
from gattai.bots.lookahead.tree import Tree
from gattai.bots.search import SHARE, SearchBot
from gattai.bots.simulation import Simulation
from gattai.kernel.dice import Shuffle
from gattai.kernel.position import GamePosition, Seen, apply, asked, begin, observe, waiting
from gattai.kernel.question import Choose, Roll, Seat, Together
from gattai.kernel.ruleset import Outcome
from tests.bots.tables import PARLEY, ask_of
from tests.toy.parley import Parley, Show, State, Strike

RULES = Parley()


def still() -> float:
    return 0.0


def greedy(evaluation: AnyEvaluation) -> Bot:
    return GreedyBot(random.Random, "7", rules=RULES, evaluation=evaluation)


def search(evaluation: AnyEvaluation, iterations: int = 30) -> Bot:
    return SearchBot(
        random.Random, "7", still, iterations=iterations, rules=RULES, evaluation=evaluation
    )


MAKERS: dict[str, Callable[[AnyEvaluation], Bot]] = {"greedy": greedy, "search": search}


def strike_table(hearts: tuple[int, int, int]) -> GamePosition[Any]:
    """Ann may strike; nobody holds a card that stops her."""
    state = begin(RULES).state
    assert isinstance(state, State)
    for seat in range(3):
        state = state.with_hand(Seat(seat), (1,))
    return GamePosition(
        State(state.hands, state.deck.now((0, 0, 0, 0, 2, 2, 2, 3, 3)), (), hearts, Seat(0))
    )


def play(bots: Mapping[int, Bot], number: int) -> Outcome:
    rng = random.Random(f"any/{number}")
    position: GamePosition[Any] = begin(RULES)
    question = asked(RULES, position)
    answered = 0
    while not isinstance(question, Outcome):
        answered += 1
        if isinstance(question, Roll):
            step = apply(RULES, position, question.dice.faces(rng))
        else:
            seat = waiting(RULES, position)[0]
            seen, ask = ask_of(RULES, position)
            assert isinstance(ask, Choose)
            bot = bots.get(seat)
            options = tuple(ask.options)
            value = rng.choice(options) if bot is None else bot.answer(seen, ask, answered)
            assert value in options
            step = apply(RULES, position, value, seat=seat)
        position, question = step.position, step.question
    return question


@pytest.mark.parametrize("name", MAKERS)
def test_a_game_without_an_evaluation_is_played(name: str) -> None:
    """By playing on at random: whole games, on every seat, always something that is offered."""
    for number in range(3):
        bot = MAKERS[name](PLAIN)
        assert play({0: bot, 1: bot, 2: bot}, number).reason


@pytest.mark.parametrize("name", MAKERS)
def test_without_an_evaluation_the_win_in_reach_is_seen(name: str) -> None:
    """One heart is left to Bob, none to Cat: whoever strikes Bob may have won."""
    position = strike_table((2, 1, 0))
    seen, ask = ask_of(RULES, position)
    assert MAKERS[name](PLAIN).answer(seen, ask, 1) == Strike(Seat(1))


def test_an_evaluation_makes_the_difference() -> None:
    """With three seats a third of the games would be chance."""
    points = 0.0
    for number in range(30):
        bot = greedy(PARLEY)
        winners = play({number % 3: bot}, number).winners
        points += (number % 3 in winners) / len(winners)
    assert points > 30 / 3 + 1


def test_a_shared_game_has_less_value_than_a_win() -> None:
    score = [
        PLAIN.of_outcome(Outcome(tuple(map(Seat, range(n))), "", "X"), Seat(0), 3)
        for n in (1, 2, 3)
    ]
    assert score == [WON, WON / 2, 0]
    assert PLAIN.outcome_payoffs(Outcome((Seat(2),), "", "X"), 3) == (-WON, -WON, WON)


def test_a_game_that_nobody_has_won_is_no_loss() -> None:
    assert PLAIN.outcome_payoffs(Outcome((), "", "X"), 2) == (0.0, 0.0)


def test_each_seat_is_thought_to_want_what_is_best_for_itself() -> None:
    """The strike is stopped by whoever gains by it: payoffs are kept for each seat."""
    position = strike_table((2, 2, 2))
    seen, ask = ask_of(RULES, position)
    source = random.Random(1)
    problem = consider(seen, ask, source, 8, RULES, PARLEY)
    assert isinstance(problem, Decision)
    tree = Tree(problem, dict.fromkeys(problem.closely, 0.0), source, 3, 4)
    for _ in range(40):
        tree.iterate(problem.determinizations[0])
    assert tree.root.visits == 40
    assert len(tree.root.totals) == 3
    assert len({round(total, 6) for total in tree.root.totals}) > 1


def test_where_there_are_secrets_several_worlds_are_imagined() -> None:
    deal = apply(RULES, begin(RULES), tuple(range(12))).position
    question = asked(RULES, deal)
    assert isinstance(question, Together)
    seen: Seen[Any] = observe(RULES, deal, Seat(0))
    problem = consider(seen, question.asks[0], random.Random(3), 8, RULES, PARLEY)
    assert isinstance(problem, Decision)
    tables = [determinization.simulation.state for determinization in problem.determinizations]
    hands = [table.hands for table in tables if isinstance(table, State)]
    assert len(hands) == len(tables) > 1 and len({others for _, others, *_ in hands}) > 1
    assert {own for own, *_ in hands} == {deal.state.hands[0]}
    for determinization in problem.determinizations:
        assert determinization.others is not None and set(determinization.others) == {1, 2}
        given = determinization.value_of(question, Seat(0), Show(3))
        assert given == (Show(3), determinization.others[Seat(1)], determinization.others[Seat(2)])


def test_a_deck_is_shuffled_not_walked() -> None:
    drawn = readings(Shuffle(40), random.Random(1))
    assert len(drawn) == SHUFFLES and sum(share for _, share in drawn) == pytest.approx(1)
    assert len({order for order, _ in drawn}) == SHUFFLES
    position = begin(RULES)
    judge = judge_for(PARLEY, Seat(0), 3)
    order = tuple(range(12))
    assert expected(RULES, Simulation(position.state), order, judge, source=random.Random(1)) == 0.0


def test_too_many_options_are_left_out_evenly() -> None:
    assert some_of(range(5), 9) == [0, 1, 2, 3, 4]
    assert some_of(range(100), 4) == [0, 25, 50, 75]


def test_the_questions_of_one_action_share_the_time_of_an_activation() -> None:
    """A game that says nothing of activations: each action is one, with all that is asked in it."""
    position = strike_table((2, 2, 2))
    seen, _ = ask_of(RULES, position)
    assert PARLEY.clicks_at(seen, Seat(0)) == 0
    step = apply(RULES, position, Strike(Seat(1)))
    seen = observe(RULES, step.position, Seat(0))
    assert PARLEY.clicks_at(seen, Seat(0)) == 1
    assert PARLEY.clicks_at(observe(RULES, step.position, Seat(1)), Seat(1)) == 0
    shares = [SHARE * (1 - SHARE) ** clicks for clicks in range(50)]
    assert sum(shares) <= 1.0 + 1e-9
