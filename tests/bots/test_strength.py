"""Bots play sensibly: better than chance, and as their evaluation says."""

from __future__ import annotations

import random

import pytest

from gattai import games
from gattai.bots import evaluations, registry
from gattai.bots.expectation import expected, judge_for
from gattai.bots.simulation import Simulation
from gattai.kernel.position import apply, asked, begin, stand
from gattai.kernel.question import Roll, Seat, part_of
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.lab.match import even_tables, pairings, play, score_of, wilson
from gattai.odds.exact import after
from tests.bots.tables import EVALUATED, SMALL, random_asks


@pytest.mark.parametrize(("game", "count", "least"), [("aegis", 6, 5), ("attack-chart", 8, 6)])
def test_greedy_motions_random_clearly(game: str, count: int, least: int) -> None:
    results = [play(each) for each in pairings(game, "greedy", "random", count, "7", {})]
    assert score_of(results).share * count >= least


@pytest.mark.long
def test_search_motions_greedy_with_a_small_budget() -> None:
    """Iterations, no clock: the same games everywhere. Stands for the ace with its second."""
    tables = even_tables(games.load("aegis"))
    names = ("search:iterations=32", "greedy")
    games_of_it = pairings("aegis", *names, 4, "7", {"turn-limit": "120"}, tables)
    assert score_of([play(each) for each in games_of_it]).share >= 0.6


def test_even_tables_give_everybody_the_same() -> None:
    for game in games.names():
        for table in even_tables(games.load(game)):
            assert len({*table.values()}) <= 1
    assert len(even_tables(games.load("aegis"))) == 6
    assert len(even_tables(games.load("attack-chart"))) == 2


def test_the_answers_of_an_activation_are_timed_together() -> None:
    [pairing] = pairings("attack-chart", "greedy", "random", 1, "7", SMALL["attack-chart"])
    result = play(pairing)
    for who in (0, 1):
        assert len(result.activations[who]) > 0
        assert sum(result.activations[who]) >= result.seconds[who] - 1e-9
    # Four units to deploy, then four activations in the one round that is played.
    assert 4 <= len(result.activations[0]) <= 9


def set_up(players: tuple[str, str], seed: str) -> str:
    """Where the units of a game stand once all are deployed."""
    options = {"blue": "red", "red": "red"}
    rules = games.load("attack-chart").seated(options)
    bots = [registry.make(name, seed, rules=rules) for name in players]
    dice = Seeded(random.Random, seed)
    step = stand(rules, begin(rules, options))
    for number in range(1, 100):
        question = step.question
        assert not isinstance(question, Outcome)
        if step.position.state.phase == "fighting":
            break
        if isinstance(question, Roll):
            step = apply(rules, step.position, dice.faces(question, number))
        else:
            seat = step.waiting[0]
            value = bots[seat].answer(step.seen(seat), part_of(question, seat), number)
            step = apply(rules, step.position, value, seat=seat)
    return repr([unit.at for unit in step.position.state.units])


def test_openings_that_are_drawn_give_every_pair_a_table_of_its_own() -> None:
    plain, drawn, learnt = "greedy", "greedy:opening=10", "greedy:opening=10:learnt=1"
    seeds = [str(seed) for seed in range(8)]
    assert len({set_up((plain, plain), seed) for seed in seeds}) <= 2, "by who begins, no more"
    assert len({set_up((drawn, drawn), seed) for seed in seeds}) == len(seeds)
    for seed in seeds[:3]:
        assert set_up((drawn, learnt), seed) == set_up((learnt, drawn), seed)


def test_the_two_games_of_a_pair_have_seats_swapped_and_the_same_seed() -> None:
    one, two, three = pairings("aegis", "greedy", "random", 3, "7", {"turn-limit": "9"})
    assert (one.players, two.players) == (("greedy", "random"), ("random", "greedy"))
    assert (one.first, two.first) == (0, 1)
    assert one.seed == two.seed != three.seed


def test_a_match_against_itself_is_even() -> None:
    small = tuple(SMALL["attack-chart"].items())
    results = [
        play(each) for each in pairings("attack-chart", "random", "random", 4, "7", dict(small))
    ]
    again = [
        play(each) for each in pairings("attack-chart", "random", "random", 4, "7", dict(small))
    ]
    assert [r.score for r in results] == [r.score for r in again]
    assert score_of(results).games == 4


def test_the_interval_holds_the_share() -> None:
    for share, count in ((0.0, 10), (0.5, 7), (1.0, 400)):
        low, high = wilson(share, count)
        assert 0 <= low <= share + 1e-12 and share - 1e-12 <= high <= 1
    assert wilson(1.0, 400)[0] > 0.99


@pytest.mark.parametrize("game", EVALUATED)
def test_what_one_side_has_the_other_lacks(game: str) -> None:
    rules, evaluation = games.load(game).seated(SMALL[game]), evaluations.of(game)
    assert evaluation.score is not None
    if len(rules.seats) != 2:
        pytest.skip("with more than two the others do not lack it together")
    for number in range(3):
        for position, _ in random_asks(rules, random.Random(number), SMALL[game]):
            one, two = (evaluation.score(position.state, Seat(seat)) for seat in (0, 1))
            assert one == pytest.approx(-two)
            red, blue = (evaluation.material(position.state, Seat(seat)) for seat in (0, 1))
            assert red == pytest.approx(-blue)


@pytest.mark.parametrize("game", EVALUATED)
def test_ideas_are_offered_and_the_best_comes_first(game: str) -> None:
    rules, evaluation = games.load(game).seated(SMALL[game]), evaluations.of(game)
    if evaluation.ideas is None:
        pytest.skip("all options are looked at in this game")
    named = 0
    for number in range(3):
        for position, question in random_asks(rules, random.Random(number), SMALL[game]):
            if position.is_settled and asked(rules, position) is question:
                ideas = evaluation.ideas(position.state, question)
                guesses = [idea[0] for idea in ideas]
                assert guesses == sorted(guesses, reverse=True)
                assert all(idea[1] in question.options for idea in ideas)
                named += len(ideas)
    assert named


@pytest.mark.parametrize("game", ["aegis", "attack-chart", "mechastellar"])
def test_the_expected_value_is_that_of_exact_odds(game: str) -> None:
    rules, evaluation = games.load(game).seated(SMALL[game]), evaluations.of(game)
    seat = Seat(0)
    judge = judge_for(evaluation, seat)
    compared = 0
    for position, question in random_asks(rules, random.Random(5), SMALL[game]):
        if not position.is_settled or compared > 25:
            continue
        option = question.options[len(question.options) // 2]

        def score(state: object) -> float:
            ended = rules.next_question(state)
            if isinstance(ended, Outcome):
                return evaluation.of_outcome(ended, seat)
            assert evaluation.score is not None
            return evaluation.score(state, seat)

        odds = after(rules, position, option, score, floats=True)
        mean = sum(value * share for value, share in odds.floats().items())
        found = expected(rules, Simulation(position.state), option, judge, most=100_000)
        assert found == pytest.approx(mean, abs=0.5)
        compared += 1
    assert compared > 10
