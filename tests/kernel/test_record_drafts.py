"""Judging without giving: a draft knows what an answer leads to, and the record does not move."""

import random

import pytest

from gattai import games
from gattai.kernel.record import Record
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.snapshot import position_text, read_position
from gattai.testing.walk import answer_at_random
from tests.toy.parley import Parley

ALL = [*games.all_rules(), Parley()]


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_answers_of_drafts_are_those_of_a_record_that_is_answered_at_once(
    rules: AnyRuleset,
) -> None:
    rng = random.Random(rules.name)
    plain, careful = Record(rules), Record(rules)
    for _ in range(120):
        if isinstance(plain.question, Outcome):
            break
        before = careful.transcript().text(), careful.step, careful.check
        thrown_away, draft = careful.draft(), careful.draft()
        for _ in range(rng.randint(1, 3)):
            if isinstance(plain.question, Outcome):
                break
            seat, value = answer_at_random(plain.rules, plain.position, plain.question, rng)
            plain.answer(value, seat)
            draft.answer(value, seat)
            thrown_away.answer(value, seat)
        assert (careful.transcript().text(), careful.step, careful.check) == before
        assert draft.lines == tuple(
            entry.line(number) for number, entry in [*enumerate(plain.entries, 1)][careful.count :]
        )
        careful.enter(draft)
        with pytest.raises(ValueError, match="moved on"):
            careful.enter(thrown_away)
    assert careful.transcript() == plain.transcript()
    assert [past.events for past in careful.past] == [past.events for past in plain.past]


def test_what_a_draft_refuses_changes_neither_draft_nor_record() -> None:
    record = Record(games.load("attack-chart"))
    draft = record.draft()
    with pytest.raises(Refused):
        draft.answer((1, 2, 3, 4, 5))
    assert (draft.lines, record.entries) == ((), [])
    draft.answer((9, 1))
    record.enter(draft)
    assert record.count == 1


@pytest.mark.parametrize("rules", ALL[:-1], ids=lambda rules: rules.name)
def test_a_record_goes_on_from_a_position_as_if_it_had_all_answers(rules: AnyRuleset) -> None:
    rng = random.Random(f"{rules.name}/on")
    whole: Record = Record(rules)  # type: ignore[type-arg]
    while whole.count < 30 or not whole.position.is_settled:
        assert not isinstance(whole.question, Outcome)
        seat, value = answer_at_random(whole.rules, whole.position, whole.question, rng)
        whole.answer(value, seat)
    later: Record = Record(rules, written=whole.header)  # type: ignore[type-arg]
    text = position_text(whole.rules, whole.position)
    later.go_on_from(read_position(later.rules, text), whole.check, whole.count)
    for _ in range(20):
        if isinstance(whole.question, Outcome):
            break
        seat, value = answer_at_random(whole.rules, whole.position, whole.question, rng)
        whole.answer(value, seat)
        later.answer(value, seat)
    assert later.count == whole.count and later.check == whole.check
    assert later.entries == whole.entries[later.base :]
    with pytest.raises(ValueError, match="not kept"):
        later.back_to(later.base - 1)
    later.precede(whole)
    assert later.transcript() == whole.transcript()
    later.back_to(3)
    whole.back_to(3)
    assert (later.check, later.position) == (whole.check, whole.position)
