"""Recorded answers that do not fit the questions: divergence is loud."""

import pytest

from gattai.kernel.position import Answer, Diverged, GamePosition, apply, asked, begin, waiting
from tests.kernel.exchange import exchange
from tests.kernel.small import ANN, BOB, Go, Small, State


def mid_blow() -> tuple[Small, GamePosition[State]]:
    rules = Small(exchange)
    position = apply(rules, begin(rules), Go()).position
    return rules, apply(rules, position, (3,)).position


FORGED = [
    (0, Answer(ANN, Go(), "S.STOP")),
    (0, Answer(BOB, Go(), "S.GO")),
    (0, Answer(None, Go(), "S.GO")),
    (1, Answer(None, (3,), "S.BLOW2")),
    (1, Answer(None, (7,), "S.BLOW1")),
    (1, Answer(None, None, "S.BLOW1")),
    (1, Answer(ANN, (3,), "S.BLOW1")),
]


@pytest.mark.parametrize(("number", "forged"), FORGED)
def test_a_recorded_answer_that_does_not_fit_the_question_diverges(
    number: int, forged: Answer
) -> None:
    rules, position = mid_blow()
    answers = [*position.answers]
    answers[number] = forged
    broken = GamePosition(position.state, tuple(answers))
    for look_again in (
        lambda: apply(rules, broken, "more"),
        lambda: asked(rules, broken),
        lambda: waiting(rules, broken),
    ):
        with pytest.raises(Diverged):
            look_again()


def test_divergence_names_both_rules() -> None:
    rules, position = mid_blow()
    forged = GamePosition(position.state, (Answer(ANN, Go(), "S.STOP"),))
    with pytest.raises(Diverged, match=r"given to S.STOP, but the rules now ask S.GO") as caught:
        asked(rules, forged)
    assert caught.value.rule == "S.GO"


def test_answers_beyond_the_end_of_the_action_diverge() -> None:
    rules = Small()
    whole = GamePosition(begin(rules).state, (Answer(ANN, Go(), "S.GO"),))
    longer = GamePosition(whole.state, (*whole.answers, Answer(ANN, Go(), "S.GO")))
    for position in (whole, longer):
        for look_again in (
            lambda p=position: asked(rules, p),
            lambda p=position: apply(rules, p, 1),
        ):
            with pytest.raises(Diverged):
                look_again()
