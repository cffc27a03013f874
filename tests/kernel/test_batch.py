"""Batches: the same games as `apply` plays, without records."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from gattai.kernel.position import apply, asked, begin
from gattai.kernel.question import (
    Choose,
    Roll,
    Steps,
    Together,
    any_one,
    choose,
    part,
    place,
    roll,
    together,
)
from gattai.kernel.ruleset import Outcome, Table
from gattai.kernel.running.batch import Playout, play_out
from tests.kernel.feast import Board, feast
from tests.kernel.small import ANN, BOB, CAT, ONE_DIE, Counted, Go, Small, State


def first(state: State, question: Choose) -> Any:
    return question.options[0]


FIRST = (first, first, first)


def throw(more: int) -> Steps[int]:
    """A die, and another for as long as it shows a six and there is more."""
    rolled = yield from roll(ONE_DIE, "S.DIE")
    if rolled < 6 or more == 0:
        return rolled
    return rolled + (yield from part(throw, more - 1))


def gamble(table: Table[State], answer: Go) -> Steps[None]:
    """A part with a part in it, a choice, and a bid of two seats."""
    score = yield from part(throw, 2)
    if (yield from choose(BOB, (True, False), "S.AGAIN")):
        score += yield from roll(ONE_DIE, "S.MORE")
    ann, cat = yield from together(
        (Choose(ANN, (0, 1), "S.BID"), Choose(CAT, (0, 1, 2), "S.BID")), "S.BIDS"
    )
    assert isinstance(ann, int) and isinstance(cat, int)
    table.emit(Counted(rule="S.N", amount=score * (1 + ann) + cat))


def by_apply(rules: Small, source: Random) -> int:
    """One random game by way of positions; gives the final count."""
    position = begin(rules)
    while not isinstance(question := asked(rules, position), Outcome):
        if isinstance(question, Roll):
            position = apply(rules, position, question.dice.faces(source)).position
        elif isinstance(question, Choose):
            position = apply(rules, position, any_one(question.options, source)).position
        elif isinstance(question, Together):
            for ask in question.asks:
                value = any_one(ask.options, source)
                position = apply(rules, position, value, seat=ask.seat).position
    return position.state.count


class Ending(Small):
    """The outcome tells the count, for a batch tells nothing else."""

    def next_question(self, state: State) -> Any:
        found = super().next_question(state)
        if isinstance(found, Outcome):
            return Outcome(found.winners, found.reason, found.rule, (state.count,))
        return found


def by_batch(rules: Ending, source: Random) -> int:
    def anything(state: State, question: Choose) -> Any:
        return any_one(question.options, source)

    outcome = play_out(rules, begin(rules).state, (anything,) * 3, source).outcome
    assert outcome is not None
    return outcome.scores[0]


def test_batches_and_positions_play_the_same_game() -> None:
    rules = Ending(gamble)
    games = 6000
    batch = Counter(by_batch(rules, Random(f"b{seed}")) for seed in range(games))
    applied = Counter(by_apply(rules, Random(f"a{seed}")) for seed in range(games))
    counts = [count for count in batch | applied if batch[count] + applied[count] >= 10]
    surprise = sum(
        (batch[count] - applied[count]) ** 2 / (batch[count] + applied[count]) for count in counts
    )
    assert len(counts) > 20
    assert surprise / len(counts) < 1.8


def test_with_the_same_dice_and_choices_the_end_is_the_same() -> None:
    def odd_die(table: Table[State], answer: Go) -> Steps[None]:
        table.emit(Counted(rule="S.N", amount=(yield from roll(ONE_DIE, "S.DIE"))))

    rules = Ending(odd_die, turns=30)
    played = play_out(rules, begin(rules).state, FIRST, Random(4))
    assert (played.decisions, played.throws) == (30, 30)
    source, position = Random(4), begin(rules)
    while not isinstance(question := asked(rules, position), Outcome):
        answer = Go() if isinstance(question, Choose) else (question.dice.sample(source),)  # type: ignore[union-attr]
        position = apply(rules, position, answer).position
    assert played.outcome == question


def test_every_choice_is_a_decision_and_every_roll_a_throw() -> None:
    rules = Small(feast, turns=2)
    played = play_out(rules, begin(rules).state, FIRST, Random(1))
    assert played.outcome is not None
    assert (played.decisions, played.throws) == (14, 4)


def test_choosers_are_asked_by_seat_with_the_table_as_it_is() -> None:
    seen: list[tuple[int, str, int]] = []

    def chooser(seat: int) -> Any:
        def choose(state: State, question: Choose) -> Any:
            seen.append((seat, question.rule, state.count))
            return question.options[-1]

        return choose

    def procedure(table: Table[State], answer: Go) -> Steps[None]:
        table.emit(Counted(rule="S.N", amount=answer.far))
        yield from choose(CAT, (1,), "S.CAT")
        yield from together((Choose(BOB, (1,), "S.B"), Choose(ANN, (1,), "S.A")), "S.T")

    rules = Small(procedure)
    play_out(rules, begin(rules).state, tuple(map(chooser, range(3))), Random(1))
    assert seen == [(0, "S.GO", 0), (2, "S.CAT", 2), (1, "S.B", 2), (0, "S.A", 2)]


def test_a_point_is_placed_where_the_region_suggests() -> None:
    placed: list[Any] = []

    def procedure(table: Table[State], answer: Go) -> Steps[None]:
        placed.append((yield from place(BOB, Board(), "S.P")))

    rules = Small(procedure)
    played = play_out(rules, begin(rules).state, FIRST, Random(1))
    assert placed == [(0, 0)]
    assert played.decisions == 2


def test_a_game_may_begin_an_action_with_dice_or_with_all_together() -> None:
    def procedure(table: Table[State], answer: Any) -> Steps[None]:
        table.emit(Counted(rule="S.N", amount=sum(answer)))
        yield from ()

    bids = Together((Choose(ANN, (4,), "S.A"), Choose(CAT, (5,), "S.C")), "S.T")
    played = play_out(Ending(procedure, ask=lambda _: bids), State(), FIRST, Random(1))
    assert played.outcome is not None
    assert (played.outcome.scores, played.decisions) == ((9,), 2)
    rolls = Small(ask=lambda _: Roll(ONE_DIE, "S.DIE"), turns=3)
    assert play_out(rolls, State(), FIRST, Random(1)).throws == 3


@pytest.mark.parametrize(("limit", "decisions"), [(0, 0), (5, 5), (1000, 50)])
def test_a_game_stops_at_the_limit_with_no_outcome(limit: int, decisions: int) -> None:
    rules = Small(turns=50)
    played = play_out(rules, begin(rules).state, FIRST, Random(1), limit=limit)
    assert played.decisions == decisions
    assert (played.outcome is None) == (limit < 50)


def test_a_game_that_is_over_is_not_played() -> None:
    rules = Small()
    over = State(turns=1)
    assert play_out(rules, over, FIRST, Random(1)) == Playout(rules.next_question(over), 0, 0)  # type: ignore[arg-type]


def test_a_chooser_that_runs_out_is_an_error_and_not_the_end_of_an_action() -> None:
    answers = iter([Go()])
    rules = Small(turns=2)
    choosers = tuple((lambda state, question: next(answers)) for _ in range(3))
    with pytest.raises(StopIteration):
        play_out(rules, begin(rules).state, choosers, Random(1))


def test_batches_share_nothing_with_the_state_they_began_from() -> None:
    rules = Small(gamble, turns=3)
    start = begin(rules).state
    one = play_out(rules, start, FIRST, Random(9))
    assert play_out(rules, start, FIRST, Random(9)) == one
    assert start == begin(rules).state
