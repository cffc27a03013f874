"""The sentence that says when to stop: read in its forms, refused with what could stand there."""

from __future__ import annotations

import pytest

from gattai.lab.statistics.stopping import EXAMPLE, StoppingRule, Unclear, parse

METRICS = ["won", "length", "first_mover", "lost.*"]


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        (EXAMPLE, StoppingRule("won", 0.01)),
        ("difference of 1 percent in won", StoppingRule("won", 0.01)),
        ('difference of 0,5% in "won", error 1%', StoppingRule("won", 0.005, True, 0.01)),
        ("difference of 3 in 'length' decided either way", StoppingRule("length", 3.0, False)),
        ("  difference of 2 %  in 'lost.*'\n error 0.1", StoppingRule("lost.*", 0.02, True, 0.1)),
    ],
)
def test_the_sentence_is_read_in_its_forms(text: str, stop: StoppingRule) -> None:
    assert parse(text, METRICS) == stop
    assert parse(str(stop)) == stop


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the end: 'difference of' was expected"),
        ("1 % in won", "'1 % in': 'difference of' was expected"),
        ("difference of a little in won", "'a little in' is no number: how large"),
        ("difference of 0 % in won", "0 % can never be decided"),
        ("difference of 100 % in won", "100 % can never be decided"),
        ("difference of 1 %", "the end: in which metric"),
        ("difference of 1 % in 'wom'", "nothing is measured as 'wom'; did you mean 'won'"),
        ("difference of 1 % in 'cards'", "there are first_mover, length, lost.*, won"),
        ("difference of 1 % in won soon", "'soon': 'decided either way' was expected"),
        ("difference of 1 % in won, power 80 %", "the sentence ends with the error"),
        ("difference of 1 % in won, error 80 %", "80 % is not between 0 and 50 %"),
    ],
)
def test_what_cannot_be_read_is_reported_with_what_could_stand_there(text: str, why: str) -> None:
    with pytest.raises(Unclear) as told:
        parse(text, METRICS)
    assert why in str(told.value)
    assert EXAMPLE in str(told.value)
