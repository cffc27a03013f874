"""Taking back: free until a die was thrown or somebody learnt something."""

import random

from gattai.games import load
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import read_answer, read_seat
from gattai.kernel.undo import last_answer, price_of_undo
from gattai.testing.walk import answer_at_random
from tests.toy.parley import Parley


def played(record: Record, answers: int, seed: int = 1) -> Record:  # type: ignore[type-arg]
    rng = random.Random(seed)
    for _ in range(answers):
        assert not isinstance(record.question, Outcome)
        seat, value = answer_at_random(record.rules, record.position, record.question, rng)
        record.answer(value, seat)
    return record


def test_nobody_can_take_back_what_was_never_answered() -> None:
    assert price_of_undo(Record(Parley()), Seat(0)) == "never"


def test_a_plain_choice_is_taken_back_freely() -> None:
    record = Record(load("attack-chart"))
    record.answer((9, 1))
    before = record.position
    record.answer(record.question.options[0])  # type: ignore[union-attr]
    assert price_of_undo(record, Seat(0)) == "free"
    number = last_answer(record, Seat(0))
    assert number == 1
    record.back_to(number)
    assert (record.position, len(record.entries)) == (before, 1)


def test_after_another_seat_has_answered_it_takes_consent() -> None:
    record = Record(load("attack-chart"))
    record.answer((9, 1))
    record.answer(record.question.options[0])  # type: ignore[union-attr]
    record.answer(record.question.options[0])  # type: ignore[union-attr]
    assert price_of_undo(record, Seat(0)) == "consent"
    assert price_of_undo(record, Seat(1)) == "free"


def test_after_a_die_was_thrown_it_takes_consent() -> None:
    record = Record(load("attack-chart"))
    while not (isinstance(record.question, Roll) and record.past):
        played(record, 1, seed=len(record.entries))
    seat = record.past[-1].seat
    assert seat is not None
    assert price_of_undo(record, seat) == "free"
    played(record, 1)
    assert price_of_undo(record, seat) == "consent"


def test_a_card_shown_from_a_hidden_hand_has_taught_everybody_something() -> None:
    record = played(Record(Parley()), 4)
    last = record.past[-1].seat
    assert last is not None
    assert price_of_undo(record, last) == "consent"


def test_what_was_taken_back_can_be_played_again_to_the_byte() -> None:
    rules = load("aegis")
    record = played(Record(rules), 40)
    text, entries = record.transcript().text(), record.transcript().entries
    record.back_to(17)
    assert record.transcript().entries == entries[:17]
    for entry in entries[17:]:
        seat = read_seat(rules, record.question, entry.who)
        record.answer(read_answer(rules, record.position, record.question, entry.text), seat)
    assert record.transcript().text() == text
