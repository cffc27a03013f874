"""Looking ahead: plans to the end of an activation, compared under equal luck."""

from __future__ import annotations

import random
from math import ceil
from typing import Any

import pytest
from msgspec.structs import replace

from bench.outcomes import worths
from gattai.bots import registry, search
from gattai.bots.consider import Decision, Weighing, consider
from gattai.bots.evaluation import AnyEvaluation, Evaluation
from gattai.bots.expectation import DRAWN, Work, mean_of
from gattai.bots.lookahead.plans import (
    APART,
    CLOSELY,
    LATER_OUTCOMES,
    MAX_OUTCOMES,
    Intent,
    Plans,
    Tried,
    _without_twins,
    luck_of,
    plan_judge,
    tempered,
)
from gattai.bots.search import LEAST, SHARE
from gattai.bots.simulation import Live
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.lab.match import Pairing, pairings, play
from tests.bots.tables import EVALUATED, SMALL, WIDTH, acting, ask_of
from tests.games.mechastellar.table import RULES as MECHASTELLAR
from tests.games.mechastellar.table import battle


def plans_for(
    rules: AnyRuleset, position: GamePosition[Any], horizon: int = 1, replies: int = 0
) -> Plans:
    seen, ask = ask_of(rules, position)
    problem = consider(seen, ask, random.Random(1), WIDTH + 2, rules)
    assert isinstance(problem, Decision)
    judge = plan_judge(problem.evaluation, problem.seat, len(rules.seats))
    weighed = Weighing(problem, judge, random.Random(1))
    first = {option: value for value, option in weighed.ranked()}
    return Plans(
        weighed, first, lambda rollout: random.Random(f"look {rollout}"), horizon, WIDTH, replies
    )


@pytest.fixture(scope="module", params=EVALUATED)
def table(request: pytest.FixtureRequest) -> tuple[AnyRuleset, GamePosition[Any]]:
    return acting(request.param, 40)


@pytest.mark.parametrize("horizon", [1, 2])
def test_half_of_the_answers_is_dropped_when_a_share_of_the_looks_is_spent(
    table: tuple[AnyRuleset, GamePosition[Any]], horizon: int
) -> None:
    plans = plans_for(*table, horizon)
    offered = [tried.option for tried in plans.tried]
    assert len(offered) > 3
    for rollout in range(24):
        plans.rollout(rollout / 24)
    assert plans.rollouts_taken == 24
    assert len(plans.tried) <= 3
    assert plans.best() in offered
    assert (
        max(each.rollouts for each in plans.tried) - min(each.rollouts for each in plans.tried) <= 1
    )


def test_of_answers_that_look_alike_one_is_looked_at_again() -> None:
    one, like, other, later = (
        Tried(name, first) for name, first in zip("abcd", (2, 2, 1, 2), strict=True)
    )
    later.later = 1.0
    assert _without_twins([one, like, other, later]) == [one, other, later]


@pytest.mark.parametrize(
    ("rollouts", "prior_visits", "bias", "believed"),
    [(0, 2, 0, 0), (2, 2, 0, 1 / 2), (1, 0.5, 0, 2 / 3), (2, 2, 1, 1 / 3), (10_000, 2, 1, 1 / 2)],
)
def test_looks_are_believed_the_more_the_oftener_but_never_beyond_what_stays_wrong(
    rollouts: int, prior_visits: float, bias: float, believed: float
) -> None:
    tried = Tried("answer", 5.0)
    tried.rollouts, tried.later = rollouts, 3.0 * rollouts
    found = tried.score(1.0, Evaluation(prior_visits=prior_visits, bias=bias))
    assert found == pytest.approx(6 + 2 * believed, abs=0.001)


def test_twins_are_dropped_once_each_was_looked_at(
    table: tuple[AnyRuleset, GamePosition[Any]],
) -> None:
    plans = plans_for(*table, 2)
    double = Tried("double", plans.tried[0].first)
    plans.tried.append(double)
    usual = plans._later
    plans._later = lambda determinization, option, rollout: usual(  # type: ignore[method-assign]
        determinization, plans.tried[0].option if option == "double" else option, rollout
    )
    for _ in range(len(plans.tried)):
        plans.rollout(0)
    assert double.rollouts == 1
    plans.rollout(0)
    assert double not in plans.tried
    worths = {option: score for score, option in plans.ranked()}
    assert worths["double"] == worths[plans.tried[0].option]


def test_what_was_dropped_is_never_thought_better_than_what_was_kept(
    table: tuple[AnyRuleset, GamePosition[Any]],
) -> None:
    plans = plans_for(*table)
    offered = {tried.option for tried in plans.tried}
    for rollout in range(24):
        plans.rollout(rollout / 24)
    plans.dropped[0].later += 1_000
    ranked = plans.ranked()
    worths = [score for score, _ in ranked]
    assert worths == sorted(worths, reverse=True)
    assert {option for _, option in ranked} == offered
    assert ranked[0][1] == plans.best()


@pytest.mark.parametrize("game", EVALUATED)
def test_the_evaluation_for_ends_judges_the_end_of_a_rollout(game: str) -> None:
    plans = plans_for(*acting(game, 25))
    asked: list[Any] = []
    usual = plans._later(plans.problem.determinizations[0], plans.tried[0].option, 0)

    def judge(state: Any, seat: Seat, following: Seat | None) -> float:
        asked.append((seat, following))
        score = plans.problem.evaluation.score
        assert score is not None
        return score(state, seat) + 1

    plans.evaluation = replace(plans.evaluation, end_score=judge)
    again = plans._later(plans.problem.determinizations[0], plans.tried[0].option, 0)
    assert asked and asked[0][0] == plans.seat and asked[0][1] in (None, 0, 1)
    assert again == pytest.approx(usual + 1)


@pytest.mark.parametrize("replies", [0, 2])
@pytest.mark.parametrize("horizon", [1, 2])
def test_every_look_goes_equally_far_whatever_the_first_answer_is(
    table: tuple[AnyRuleset, GamePosition[Any]], horizon: int, replies: int
) -> None:
    """Else what ends the activation is compared, with the reply, to what goes on, without it."""
    plans = plans_for(*table, horizon, replies)
    ends: list[Any] = []
    plans._end = lambda live: ends.append(live.question) or 0.0  # type: ignore[method-assign, func-returns-value]
    for each in plans.tried:
        plans._later(plans.problem.determinizations[0], each.option, 0)
        assert plans.came_through == horizon or isinstance(ends[-1], Outcome)


@pytest.mark.parametrize("game", ["aegis", "aristeia", "mechastellar", "robot-empire"])
def test_the_reply_is_looked_at(game: str) -> None:
    """Whoever is next answers in a look as far as the reply; in one to the end of the activation nobody does."""
    table = acting(game, 12)
    for horizon, replied in ((1, False), (2, True)):
        plans = plans_for(*table, horizon, replies=2)
        whose, greedily = plans.evaluation.whose, plans._greedily
        running: set[Any] = set()

        def spied(live: Any, question: Any, closely: int) -> Any:
            running.add(whose(live.state, question.seat))  # noqa: B023
            return greedily(live, question, closely)  # noqa: B023

        plans._greedily = spied  # type: ignore[method-assign]
        for each in plans.tried:
            plans._later(plans.problem.determinizations[0], each.option, 0)
        assert bool(running - {plans.seat}) == replied


def test_the_same_look_at_the_same_answer_comes_to_the_same(
    table: tuple[AnyRuleset, GamePosition[Any]],
) -> None:
    """Equal luck: what a look finds does not depend on which answers were looked at before it."""
    one, two = plans_for(*table), plans_for(*table)
    determinization, option = one.problem.determinizations[0], one.tried[-1].option
    for each in two.tried:
        two._later(determinization, each.option, 3)
    alone = one._later(determinization, option, 3)
    assert two._later(determinization, option, 3) == pytest.approx(alone)


def test_luck_is_middling_first_and_then_spread_evenly_over_all_that_may_come() -> None:
    for depth in range(2 * len(APART)):
        lucks = [luck_of(rollout, depth) for rollout in range(32)]
        assert lucks[0] == 0.5
        assert all(sum(low / 4 <= luck < (low + 1) / 4 for luck in lucks) >= 6 for low in range(4))


def test_luck_beyond_the_mean_is_not_counted() -> None:
    """Whatever the dice of an answer bring, less what they bring beyond the mean it is the mean."""
    lucky = 0
    for after in range(4, 40, 4):
        plans = plans_for(*acting("aegis", after))
        determinization = plans.problem.determinizations[0]
        for each in plans.tried:
            if isinstance(each.option, plans.evaluation.passing):
                continue
            ends = plans._first_ends(determinization, each.option)
            assert mean_of(ends) == pytest.approx(each.first)
            intent = Intent(each.option, ends, each.first)
            found: list[float] = []
            for fortune in (0.05, 0.5, 0.95):
                start = Live(plans.rules, determinization.simulation)
                live, beyond = plans._gone_on(start, plans.seat, intent, fortune)
                found.append(plans.judge(live))
                assert found[-1] - beyond == pytest.approx(each.first)
            assert found == sorted(found)
            lucky += found[0] < found[-1]
        if lucky:
            return
    pytest.fail("no answer at these tables needs dice")


@pytest.mark.parametrize("score", [-200.0, -60.0, -48.0, 0.0, 30.0, 48.0, 60.0, 200.0])
def test_what_is_as_good_as_won_counts_less_and_more_is_still_more(score: float) -> None:
    """One imagined world in which the game ends must not outweigh what all the others tell."""
    evaluation: AnyEvaluation = Evaluation(scale=12)
    assert tempered(evaluation, score) == -tempered(evaluation, -score)
    assert tempered(evaluation, score) < tempered(evaluation, score + 1)
    assert abs(tempered(evaluation, score)) <= min(abs(score), 64)
    assert tempered(evaluation, score) == score or abs(score) > 48


@pytest.mark.parametrize("outcomes", [LATER_OUTCOMES, search.HASTILY])
@pytest.mark.parametrize(
    "units",
    [
        ("A1 blue-djinn 0,0 0", "B1 white-asura 1,0 3"),
        ("A1 white-asura 0,0 0", "B1 blue-djinn 2,0 3"),
        ("A1 argonaut 0,0 0", "B1 dervish 2,0 3", "B2 argonaut 1,1 3"),
    ],
)
def test_what_a_blow_brings_is_known_well_enough_however_little_time_there_is(
    units: tuple[str, ...], outcomes: int
) -> None:
    """With a few ways a heavy blow of many dice was thought to bring up to 25 points too much or too little,
    where 60 win three games of four; so the more such blows lay ahead, the worse the plan.
    """
    position = battle(*units).begins("A1").position
    seen, ask = ask_of(MECHASTELLAR, position)
    problem = consider(seen, ask, random.Random(1), 8, MECHASTELLAR)
    assert isinstance(problem, Decision)
    (few, _), (all_ways, _) = worths(problem, outcomes), worths(problem, 1_000)
    assert max(all_ways.values()) - min(all_ways.values()) > 1
    wrong = [abs(few[option] - score) for option, score in all_ways.items()]
    assert max(wrong) < problem.evaluation.scale / 30


def test_looks_are_for_a_whole_activation_and_the_match_can_be_repeated() -> None:
    name = registry.with_rollouts("ace", 12)
    [pairing] = pairings("attack-chart", name, "greedy", 1, "7", SMALL["attack-chart"])
    results = [play(pairing) for _ in range(2)]
    assert isinstance(pairing, Pairing)
    assert [r.score for r in results] == [results[0].score] * 2
    assert results[0].answers == results[1].answers
    assert SHARE < 1 <= LEAST


def test_looks_are_divided_among_the_answers_of_an_activation_as_time_is() -> None:
    """Else whoever has looks instead of a clock thinks at its late answers no longer than a weaker bot."""
    for rollouts, least in ((80, 0.0), (6, LEAST)):
        bot = search.SearchBot(
            random.Random, "1", lambda: 0.0, iterations=0, rollouts=rollouts, seconds=1.0
        )
        for clicks in range(8):
            budget = search._Budget(bot, 0.0, clicks, 1.0, Work())
            assert budget.rollouts == max(least, ceil(rollouts * budget.seconds))


def test_only_who_searches_is_given_rollouts() -> None:
    assert registry.with_rollouts("veteran", 50) == "veteran"
    assert registry.with_rollouts("ace:seconds=3:width=4", 50) == (
        "ace:width=4:iterations=0:rollouts=50:seconds=0"
    )
    with pytest.raises(registry.BadSetting, match="rollouts is a number"):
        registry.with_rollouts("ace", -1)


def test_with_a_limit_an_answer_takes_no_more_work_than_that(
    table: tuple[AnyRuleset, GamePosition[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted, so it is the same answer on every machine; what was begun is brought to its end."""
    rules, position = table
    seen, ask = ask_of(rules, position)
    kept: list[Decision] = []

    def spied(*args: Any) -> Any:
        kept.append(consider(*args))  # type: ignore[arg-type]
        return kept[-1]

    monkeypatch.setattr(search, "consider", spied)
    limit = 60
    answers = [
        registry.make(f"search:iterations=24{more}", "7", rules=rules).answer(seen, ask, 1)
        for more in ("", f":work={limit}", f":work={limit}")
    ]
    free, limited, again = (problem.work.tables for problem in kept)
    last = max(MAX_OUTCOMES + DRAWN, (CLOSELY + 1) * (LATER_OUTCOMES + DRAWN))
    hastily = len(kept[1].closely) * (search.HASTILY + DRAWN)
    assert limited == again <= limit + last + hastily
    assert limited < free or free <= limit
    assert answers[1] == answers[2]
    assert all(answer in ask.options for answer in answers)  # type: ignore[union-attr]


def test_a_veteran_has_such_a_limit() -> None:
    """It has no clock: else, where robots strike back at each other, one answer takes many seconds."""
    assert registry.kinds()["veteran"].settings["work"]
