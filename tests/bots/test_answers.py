"""What a bot would answer in somebody's place: the same judgement as the review's, and it can be stopped."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.bots import evaluations, review
from gattai.bots.bot import Ask
from gattai.bots.coach.answers import MAX_IDEAS, best_answers, weighed
from gattai.bots.coach.coach import coach
from gattai.bots.consider import GaveUp
from gattai.bots.worker import Where, Workers
from gattai.kernel.position import Seen
from gattai.kernel.question import Roll, part_of
from gattai.kernel.record import Past, Record
from tests.bots.tables import ask_of, random_asks
from tests.bots.test_review import GAMES, played
from tests.bots.test_worker import placing
from tests.toy.parley import Parley


def choices(record: Record[Any], every: int) -> Iterator[tuple[int, Past[Any], Ask, Seen[Any]]]:
    """Some choices of a game, each with its number, what was asked, and what could be seen."""
    for number, past in enumerate(record.past, 1):
        if number % every or past.seat is None or isinstance(past.question, Roll):
            continue
        yield number, past, part_of(past.question, past.seat), past.at.seen(past.seat)


@pytest.mark.parametrize("game", GAMES)
def test_the_review_finds_no_loss_in_following_the_coach(game: str) -> None:
    record, evaluation, taken = played(game), evaluations.of(game), 0
    for number, past, ask, seen in choices(record, every=5):
        if taken == 8:
            break
        ideas = best_answers(seen, ask, number, random.Random, rules=record.rules)
        if not ideas:
            continue
        assert len(ideas) <= MAX_IDEAS
        assert [*ideas] == sorted(ideas, key=lambda idea: -idea.chance)
        assert all(0 <= idea.chance <= 1 for idea in ideas)
        followed = replace(past, value=ideas[0].answer)
        found = review.judged(record.rules, evaluation, followed, number, random.Random)
        if found is None:
            continue  # nothing hangs on this choice, so nobody judges it
        assert found.lost < review.AS_GOOD and found.better is None
        taken += 1
    assert taken >= 3


@pytest.mark.parametrize("game", ["mechastellar", "robot-empire"])
def test_the_coach_looks_ahead(game: str) -> None:
    """What is best by the table right after it is not always best with what follows."""
    record, evaluation, other = played(game), evaluations.of(game), 0
    for number, _, ask, seen in choices(record, every=5):
        if other == 3:
            break
        if ideas := best_answers(seen, ask, number, random.Random, rules=record.rules):
            at_once = weighed(
                record.rules, evaluation, seen, ask, number, random.Random, ahead=False
            )
            other += ideas[0].answer != at_once[0].answer
    assert other == 3


def test_where_there_is_no_choice_there_is_no_answer() -> None:
    seen, ask = placing()
    lone = replace(seen, question=replace(seen.question, options=seen.question.options[:1]))  # type: ignore[union-attr, index]
    assert best_answers(lone, ask, 3, random.Random) == ()


def test_a_game_without_an_evaluation_has_answers_from_rollouts() -> None:
    rules = Parley()
    position, ask = next(random_asks(rules, random.Random("7"), {}))
    ideas = best_answers(ask_of(rules, position)[0], ask, 1, random.Random, rules=rules)
    assert ideas and all(0 <= idea.chance <= 1 for idea in ideas)


def test_a_worker_gives_the_same_advice_and_one_that_is_stopped_gives_up(patience: float) -> None:
    seen, ask = placing()
    where = Where.of(games.load("aegis"))
    with Workers(1) as workers:
        assert workers.coach(seen, ask, 3, where).result(60) == coach(seen, ask, 3, random.Random)
        endless = workers.think("search:iterations=1000000", "7", seen, ask, 3)
        dropped = workers.coach(seen, ask, 3, where)
        dropped.cancel()
        endless.cancel()
        began = time.monotonic()
        assert workers.coach(seen, ask, 3, where).result(60).ideas
        assert time.monotonic() - began < 10 * patience
    with pytest.raises(GaveUp):
        best_answers(seen, ask, 3, random.Random, stopped=lambda: True)
