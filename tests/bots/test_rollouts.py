"""Rollouts: the same dice after each answer, and nothing that the seat cannot see."""

from __future__ import annotations

import random

from msgspec import Struct

from gattai import games
from gattai.bots import registry
from gattai.bots.puzzles.puzzle import placed, puzzles_of
from gattai.bots.puzzles.rollouts import Rollouts
from gattai.kernel.position import stand
from gattai.kernel.question import Choose, Roll, Seat, part_of
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.scene.advice import read_text


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    puzzle = puzzles_of("attack-chart")[0]
    found = placed("attack-chart", puzzle.position, puzzle.seat)
    step = stand(found.rules, found.position)
    action = read_text(found.rules, step.seen(found.seat), step.question, puzzle.solution)

    def share(seed: str) -> list[float]:
        rollouts = Rollouts(found.rules, found.position.state, found.seat, "policy", seed)
        return [game.share for game in rollouts.games(action, 16)]

    assert share("one") == share("one")
    assert any(share("one") != share(other) for other in ("two", "three", "four"))


def test_the_first_games_stay_when_more_are_played() -> None:
    puzzle = puzzles_of("attack-chart")[0]
    found = placed("attack-chart", puzzle.position, puzzle.seat)
    step = stand(found.rules, found.position)
    action = read_text(found.rules, step.seen(found.seat), step.question, puzzle.solution)
    rollouts = Rollouts(found.rules, found.position.state, found.seat, "policy", "one")
    few = rollouts.games(action, 4)
    assert rollouts.games(action, 8)[:4] == few
    assert rollouts.played(action) == 8


def test_cards_that_the_seat_cannot_see_change_nothing() -> None:
    rules = games.load("robot-empire")
    record: Record[Struct] = Record(rules, dice="seeded 3")
    dice, bot = Seeded(random.Random, "3"), registry.make("policy", "3", rules=rules)
    choices = 0
    while choices < 40 or not (record.position.is_settled and isinstance(record.question, Choose)):
        question = record.question
        assert not isinstance(question, Outcome)
        if isinstance(question, Roll):
            record.answer(dice.faces(question, record.count + 1))
            continue
        seat = record.step.waiting[0]
        value = bot.answer(record.step.seen(seat), part_of(question, seat), record.count + 1)
        record.answer(value, seat)
        choices += 1
    assert isinstance(record.question, Choose)
    seat = record.question.seat
    action = record.question.options[0]
    true = record.position.state
    seen = record.step.seen(seat).position.state
    other = rules.guess(seen, Seat(seat), random.Random("another hand"))
    assert other != true
    one, two = (
        Rollouts(rules, state, Seat(seat), "policy", "s").games(action, 2)
        for state in (true, other)
    )
    assert one == two
