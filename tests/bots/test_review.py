"""Looking back on a game: the same for both sides, with no more seen than could be seen."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.bots import evaluations, review
from gattai.bots.coach import answers
from gattai.bots.consider import consider
from gattai.bots.evaluation import AnyEvaluation, Evaluation
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record, replay
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.transcript import parse

KEPT = Path(__file__).parents[1] / "transcripts"
GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")


@cache
def played(game: str) -> Record[Any]:
    """A game that is kept, played again."""
    path = sorted((KEPT / game).glob("*.txt"))[0]
    transcript = parse(path.read_text("utf-8"))
    *_, record = replay(games.load(game), transcript)
    return record


@pytest.mark.parametrize("game", GAMES)
def test_the_chances_of_all_seats_are_the_whole_and_the_end_is_certain(game: str) -> None:
    record, evaluation = played(game), evaluations.of(game)
    found = [*review.moments(record, evaluation)]
    assert all(abs(sum(one.shares) - 1) < 1e-9 for one in found)
    assert all(0 <= share <= 1 for one in found for share in one.shares)
    if isinstance(record.question, Outcome):
        assert found[-1].number == len(record.entries)
        winners = record.question.winners
        assert [seat for seat, share in enumerate(found[-1].shares) if share] == [*winners]


@pytest.mark.parametrize("ahead", [-30.0, 0.0, 4.0, 200.0])
def test_a_lead_has_the_same_value_for_either_side(ahead: float) -> None:
    def for_first(state: Any, seat: Seat) -> float:
        return ahead if seat == 0 else -ahead

    def for_second(state: Any, seat: Seat) -> float:
        return -for_first(state, seat)

    one = review.shares(Evaluation(score=for_first, scale=9, tempo=3), None, 2, Seat(0))
    other = review.shares(Evaluation(score=for_second, scale=9, tempo=3), None, 2, Seat(1))
    assert one == pytest.approx(tuple(reversed(other)))
    assert (one[0] > 0.5) == (ahead > -3)


def test_a_table_for_three_has_three_chances() -> None:
    evaluation: AnyEvaluation = Evaluation(
        score=lambda state, seat: (10.0, 0.0, -10.0)[seat], scale=10
    )
    first, second, third = review.shares(evaluation, None, 3)
    assert first > second > third and first + second + third == pytest.approx(1)


def test_of_a_choice_the_best_costs_nothing_and_the_worst_most() -> None:
    """Whoever takes what the bot itself would have taken has lost nothing; a bad choice costs."""
    record, evaluation = played("attack-chart"), evaluations.of("attack-chart")
    lost = []
    for number, past in enumerate(record.past, 1):
        if not isinstance(past.question, Roll) and past.seat is not None and number > 20:
            found = review.judged(record.rules, evaluation, past, number, random.Random)
            lost += [found.lost] if found else []
    assert lost and min(lost) == 0 and all(loss >= 0 for loss in lost)


def test_a_choice_is_judged_by_what_could_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is hidden from a seat does not change what its choice is said to have cost."""
    record, evaluation = played("robot-empire"), evaluations.of("robot-empire")
    seen: list[Any] = []

    def watched(known: Any, *more: Any) -> Any:
        seen.append(known)
        return consider(known, *more)

    monkeypatch.setattr(answers, "consider", watched)
    number, past = next(
        (number, past)
        for number, past in enumerate(record.past, 1)
        if past.seat is not None and not isinstance(past.question, Roll) and number > 10
    )
    review.judged(record.rules, evaluation, past, number, random.Random)
    assert seen and all(each == past.at.seen(past.seat) for each in seen)


@pytest.mark.parametrize(
    ("at_once", "ahead", "lost"), [(0.2, 0.0, 0.0), (0.2, 0.1, 0.1), (0.0, 0.3, 0.0)]
)
def test_what_seems_to_cost_something_at_first_sight_is_judged_by_what_follows(
    monkeypatch: pytest.MonkeyPatch, at_once: float, ahead: float, lost: float
) -> None:
    record, evaluation = played("attack-chart"), evaluations.of("attack-chart")
    number, past = next(
        (number, past) for number, past in enumerate(record.past, 1) if past.seat is not None
    )

    def weighed(*_: Any, ahead: bool, **__: Any) -> tuple[answers.Weighed, ...]:
        cost = costs[ahead]
        better = (answers.Weighed("something else", 0.5 + cost),) if cost else ()
        return (*better, answers.Weighed(past.value, 0.5), answers.Weighed("something worse", 0.3))

    costs = {False: at_once, True: ahead}
    monkeypatch.setattr(review, "weighed", weighed)
    found = review.judged(record.rules, evaluation, past, number, random.Random)
    assert found is not None and found.lost == pytest.approx(lost)
    assert found.better == ("something else" if lost else None)


@pytest.mark.parametrize(("spread", "counts"), [(0.009, False), (0.011, True)])
def test_a_choice_on_which_nothing_hangs_is_not_counted(
    monkeypatch: pytest.MonkeyPatch, spread: float, counts: bool
) -> None:
    record, evaluation = played("attack-chart"), evaluations.of("attack-chart")
    number, past = next(
        (number, past) for number, past in enumerate(record.past, 1) if past.seat is not None
    )
    found = (answers.Weighed(past.value, 0.5), answers.Weighed("something else", 0.5 - spread))
    monkeypatch.setattr(review, "weighed", lambda *_, **__: found)
    judged = review.judged(record.rules, evaluation, past, number, random.Random)
    assert (judged is not None) == counts


def test_of_very_many_choices_some_are_left_out_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("aristeia")
    every = review.choices_of(record, Seat(0))
    monkeypatch.setattr(review, "MAX_CHOICES", 10)
    some = review.choices_of(record, Seat(0))
    assert len(some) == 10 and {*some} <= {*every} and some[0] == every[0]
    assert some[-1] > every[len(every) // 2]
